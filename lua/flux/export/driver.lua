-- SPDX-License-Identifier: MIT
-- flux.export.driver: main.c of an export: a program that reads CSV files and prints what the sinks publish.
--
-- The program itself is driver_text.c (numbers and times), driver_csv.c (cells of a file), driver_files.c (which of them are one),
-- driver_rows.c (events of cells), driver_audit.c, driver_profile.c, driver_snapshot.c, driver_options.c and driver.c beside this file,
-- the same for every graph; printed here is only what it needs to know of one: its types, its entries, its names.
-- It reads, prints and complains as `flux run` does. `flux verify` compares it with the backends.

local c = require "flux.export.c"
local driver_errors = require "flux.export.driver_errors"
local refs = require "flux.export.refs"
local snapshot = require "flux.export.snapshot"
local types = require "flux.types"
local writer = require "flux.writer"

local AUDIT_STEPS = { "check", "begin", "step", "close" }
local HEADERS = { "ctype", "errno", "fcntl", "inttypes", "math", "signal", "stdarg", "stddef", "stdio", "stdlib", "string", "sys/stat",
  "time", "unistd" }
local AUDIT_NAMES = { "ring", "record", "init", "node", "read", "lost" }

local M = {}

local directory = debug.getinfo(1, "S").source:match("^@(.*)[/\\][^/\\]*$") or "."

local function read(name)
  local file, problem = io.open(directory .. "/" .. name, "rb")
  if not file then error("flux: cannot read " .. problem, 0) end
  local text = file:read("*a")
  file:close()
  return text
end

local function constants(out, x)
  local f, p, fields = x.features, x.names.prefix, 1
  for _, event in ipairs(f.events) do fields = math.max(fields, #event.record.fields) end
  out:line(("#define GRAPH %s"):format(c.quote(x.graph.name)))
  out:line(("#define node_types %s_nodes"):format(p)):line(("#define event_types %s_events"):format(p))
  out:blank()
  out:line(("typedef %s graph_t;"):format(x.names.graph_type))
  out:line(("typedef %s_struct graph_struct;"):format(p)):line(("typedef %s_field graph_field;"):format(p))
  local public = #(x.graph.observed or x.graph.nodes)
  out:line(("enum { EVENTS = %d, SINKS = %d, PUBLIC_NODES = %d, FIELDS = %d, MAX_INPUTS = 64 };")
    :format(#f.events, #f.sinks, public, fields))
  out:line(("enum { STOPS = %d, LATE_STATUS = -10 };"):format(f.stops and 1 or 0))
  out:blank()
end

local function events(out, x)
  local f, n = x.features, x.names
  c.open(out, "union event_memory {")
  for _, event in ipairs(f.events) do
    if event.record.size > 0 then out:line(("%s %s;"):format(n.event_type[event], n.event_member[event])) end
  end
  out:line("uint64_t word; /* at least a field of any type */")
  c.close(out, "};")
  out:blank()
  out:line("/* Fields that a file may leave out because they have a default. */")
  c.open(out, "static const bool optional[EVENTS][FIELDS] = {")
  for _, event in ipairs(f.events) do
    local words = {}
    for i, field in ipairs(event.record.fields) do words[i] = tostring(field.default ~= nil) end
    out:line(("{ %s },"):format(#words > 0 and table.concat(words, ", ") or "false"))
  end
  c.close(out, "};")
  out:blank()
  c.open(out, "static void set_defaults(int event, union event_memory *row) {")
  out:line("memset(row, 0, sizeof *row);")
  c.open(out, "switch (event) {")
  for i, event in ipairs(f.events) do
    local lines = {}
    for _, field in ipairs(event.record.fields) do
      if field.default ~= nil then
        local target, value = ("row->%s.%s"):format(n.event_member[event], field.name), refs.literal(x, field.type, field.default)
        lines[#lines + 1] = field.count and ("for (int i = 0; i < %d; i++) %s[i] = %s;"):format(field.count, target, value)
          or ("%s = %s;"):format(target, value)
      end
    end
    if #lines > 0 then
      out:dedent():line(("case %d:"):format(i - 1)):indent()
      for _, line in ipairs(lines) do out:line(line) end
      out:line("break;")
    end
  end
  out:dedent():line("default: break;"):indent()
  c.close(out, "}")
  c.close(out, "}")
  out:blank()
  c.open(out, "static int send_event(graph_t *g, int event, const union event_memory *row) {")
  out:line("(void)row;")
  c.open(out, "switch (event) {")
  out:dedent()
  for i, event in ipairs(f.events) do
    local argument = event.record.size > 0 and (", &row->%s"):format(n.event_member[event]) or ""
    out:line(("case %d: return %s_on_%s(g%s);"):format(i - 1, n.prefix, n.event[event], argument))
  end
  out:line("default: (void)g; return 0;"):indent()
  c.close(out, "}")
  c.close(out, "}")
  out:blank()
end

local function sinks(out, x)
  local f, n = x.features, x.names
  out:line("static void publish(int sink, const void *state);")
  out:blank()
  c.open(out, "static const struct { const char *name; int node; uint32_t results; } sinks[] = { /* results: fields that are printed */")
  for _, sink in ipairs(f.sinks) do
    out:line(("{ %s, %d, %d },"):format(c.quote(sink.name), x.position[sink.node] - 1, #types.results(sink.node.record)))
  end
  out:line("{ NULL, 0, 0 },")
  c.close(out, "};")
  out:blank()
  for _, sink in ipairs(f.sinks) do
    local sized = sink.node.record.size > 0
    local parameter = sized and (", const %s *state"):format(n.node_type[sink.node]) or ""
    c.open(out, ("static void publish_%s(void *user%s) {"):format(sink.name, parameter))
    out:line("(void)user;"):line(("publish(%d, %s);"):format(sink.index, sized and "state" or "NULL"))
    c.close(out, "}")
    out:blank()
  end
  c.open(out, "static void listen_to_sinks(graph_t *g) {")
  if #f.sinks == 0 then out:line("(void)g, (void)publish;") end
  for _, sink in ipairs(f.sinks) do out:line(("g->%s = publish_%s;"):format(n.sink[sink], sink.name)) end
  c.close(out, "}")
  out:blank()
  local list = {}
  for i, node in ipairs(x.graph.observed or x.graph.nodes) do list[i] = tostring(x.stored_position[node] - 1) end
  out:line("/* Nodes whose final state is printed: indices into node_types. */")
  c.list(out, "static const int public_nodes[] = { ", list, ",", " };")
  out:blank()
end

local function symbols(out, x)
  local p, has = x.names.prefix, x.features.symbols
  c.open(out, "static int symbol_id(graph_t *g, const char *text) {")
  out:line(has and ("return %s_symbol(g, text, strlen(text));"):format(p) or "return (void)g, (void)text, 0;")
  c.close(out, "}")
  out:blank()
  c.open(out, "static const char *symbol_text(const graph_t *g, uint32_t id) {")
  out:line(has and ("return %s_symbol_text(g, id);"):format(p) or "return (void)g, (void)id, NULL;")
  c.close(out, "}")
  out:blank()
end

local function lifecycle(out, x)
  local f, p = x.features, x.names.prefix
  if f.host_clock or f.wall then
    c.open(out, "static int64_t host_clock(void *user) {")
    out:line("(void)user;"):line("struct timespec now;"):line("timespec_get(&now, TIME_UTC);")
    out:line("return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;")
    c.close(out, "}")
    out:blank()
  end
  c.open(out, "static void graph_init(graph_t *g) {")
  out:line(("%s_init(g);"):format(p))
  if f.host_clock then out:line("g->clock = host_clock;") end
  if f.wall then out:line("g->wall = host_clock;") end
  c.close(out, "}")
  out:blank()
  local start = f.idle and p .. "_start(g)" or "(void)g, 0"
  if snapshot.wanted(x) then
    out:line("static unsigned char *restored; /* the snapshot that the graph goes on from */"):line("static size_t restored_size;")
    out:line(("#define graph_snapshot_size %s_snapshot_size"):format(p)):line(("#define graph_snapshot %s_snapshot"):format(p))
    out:blank()
    c.open(out, "static int graph_start(graph_t *g) {")
    out:line(("if (restored != NULL) return %s_restore(g, restored, restored_size);"):format(p)):line(("return %s;"):format(start))
    c.close(out, "}")
    out:blank()
  else
    out:line(("static int graph_start(graph_t *g) { return %s; }"):format(start))
  end
  out:line(("static int graph_advance(graph_t *g, int64_t time) { return %s; }")
    :format(f.advance and p .. "_advance(g, time)" or "(void)g, (void)time, 0"))
  out:blank()
  c.open(out, "static int graph_end(graph_t *g) {")
  out:line("(void)g;"):line("int status = 0;")
  for _, event in ipairs(f.events) do
    if event.name == "End" and event.record.size == 0 then
      out:line(("status = %s_on_%s(g);"):format(p, x.names.event[event])):line("if (status < 0) return status;")
    end
  end
  if x.stop_entry then out:line(("status = %s_stop(g);"):format(p)) end
  out:line("return status;")
  c.close(out, "}")
  out:blank()
end

-- What driver_audit.c needs to know of a graph; without an audit, functions in its place.
local function audit(out, x)
  if not x.features.twins then
    out:line('#define AUDIT_USAGE ""')
    out:line("static bool audit_option(const char *option, const char *value) { return (void)option, (void)value, false; }")
    for _, name in ipairs(AUDIT_STEPS) do out:line(("static void %s_audit(void) {}"):format(name)) end
    out:blank()
    return ""
  end
  local p = x.names.prefix
  out:line('#define AUDIT_USAGE "\\n         [--audit FILE [--audit-level LEVEL[,NODE=LEVEL…]]]"')
  for _, name in ipairs(AUDIT_NAMES) do
    out:line(("#define audit_%s %s_audit_%s"):format(name, p, name))
  end
  out:line(("#define audit_switch %s_audit"):format(p))
  out:line(("enum { AUDIT_NODES = %d, AUDIT_SCRATCH = %s_AUDIT_SCRATCH };"):format(#x.resolved.order, x.names.upper))
  out:blank()
  out:line("/* What the numbers in an audit mean. */")
  c.open(out, "static const char *const audit_text[] = {")
  for line in require("flux.audit.names").text(x.resolved):gmatch("[^\n]*\n") do
    for at = 1, #line, 4000 do out:line(c.quote(line:sub(at, at + 3999)) .. ",") end
  end
  c.close(out, "};")
  out:blank()
  return read("driver_audit.c")
end

-- driver_profile.c and what it needs to know of a graph; without hooks nothing.
local function profile(out, x)
  if not x.features.profile then return "" end
  local p, upper = x.names.prefix, x.names.upper
  out:line(("#define callbacks %s_callbacks"):format(p)):line(("typedef %s_profile graph_profile;"):format(p))
  out:line(("enum { CALLBACKS = %s_CALLBACKS };"):format(upper)):line(("#define FINGERPRINT %s_GRAPH_HASH"):format(upper))
  out:blank()
  return read("driver_profile.c")
end

-- A file beside this one; its lines about profiles only with hooks, those about snapshots only where the export has them.
local function needed(x, name)
  local text = read(name)
  if not x.features.profile then text = text:gsub("[^\n]*profile[^\n]*\n", "") end
  if not snapshot.wanted(x) then text = text:gsub("[^\n]*snapshot[^\n]*\n", "") end
  return text
end

-- driver.c with what stands in front of its last part.
local function program(x)
  return (needed(x, "driver.c"):gsub("/%* Opens everything", function(head)
    return (snapshot.wanted(x) and read("driver_snapshot.c") .. "\n" or "") .. needed(x, "driver_options.c") .. head
  end))
end

---The text of main.c.
---@param x table emission context of a complete export
---@return string
function M.text(x)
  local out = writer.new("  ")
  c.comment(out, {
    ("main.c -- runs the graph '%s' on CSV files, written by flux from %s."):format(x.graph.name, x.script_name), "",
    ("  %s --input %s=FILE --output SINK=FILE"):format(x.graph.name, x.features.events[1] and x.features.events[1].name or "EVENT"),
  })
  out:line(("#include \"%s.h\""):format(x.names.prefix))
  for _, name in ipairs(HEADERS) do
    out:line(("#include <%s.h>"):format(name))
  end
  out:blank()
  constants(out, x)
  events(out, x)
  sinks(out, x)
  symbols(out, x)
  lifecycle(out, x)
  local audits, profiles = audit(out, x), profile(out, x)
  local errors = writer.new("  ")
  driver_errors.emit(errors, x)
  return out:text() .. read("driver_text.c") .. errors:text() .. read("driver_csv.c") .. needed(x, "driver_files.c") ..
    read("driver_rows.c") .. audits .. profiles .. program(x)
end

return M
