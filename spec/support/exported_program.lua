-- SPDX-License-Identifier: MIT
-- Exports of many graphs as one stand-alone C program, which runs a list of entries on each and prints what can be observed: the
-- same things as spec/support/differential.lua observes of a backend, so that they can be compared.
--
--   local program = exported_program.build { { graph = g, events = events, entries = entries, options = { faults = true } }, … }
--   local runs = program:run(1, 0, 7)        -- of the first graph, with the first, second … eighth call of a callback failing
--
-- The host that it plays has sinks that note their state, and clocks that each read moves on.

local ffi = require "ffi"
local exported = require "spec.support.exported"
local export = require "flux.export"
local messages = require "flux.runtime.native_messages"
local names = require "flux.export.names"
local resolve = require "flux.resolve"
local scenario = require "spec.support.scenario"

local M = {}
local Program = {}
Program.__index = Program

-- -- the driver of one graph ------------------------------------------------------------------------------------------

local COMMON = [[
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t entry_number, clock_reads, wall_reads;
static int64_t host_clock(void *user) { (void)user; return entry_number * 1000 + ++clock_reads; }
static int64_t wall_clock(void *user) { (void)user; return ++wall_reads * 1000; }
static void print_hex(const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) printf("%02x", ((const unsigned char *)bytes)[i]);
}
]]

local function literal(field, value)
  if field.type == "symbol" then return ("(uint32_t)PREFIX_symbol(&g, %q, %d)"):format(value, #value) end
  if type(value) == "cdata" then
    local text = tostring(value):gsub("[UL]+$", "")
    return text == "-9223372036854775808" and "INT64_MIN" or ("INT64_C(%s)"):format(text)
  end
  return type(value) == "number" and ("%.17g"):format(value) or tostring(value)
end

-- The statement that sends or buffers an event.
local function event_text(x, verb, event, fields)
  local word, prefix = x.names.event[event], verb == "buffer" and "buffer" or "on"
  if not x.text.header:find(("PREFIX_%s_%s("):gsub("PREFIX", x.prefix):format(prefix, word), 1, true) then
    return ("status = PREFIX_%s(&g, -1, NULL);"):format(verb == "buffer" and "buffer" or "dispatch")
  end
  if event.record.size == 0 then return ("status = PREFIX_%s_%s(&g);"):format(prefix, word) end
  local parts = {}
  for _, field in ipairs(event.record.fields) do
    local value = fields[field.name]
    if value == nil then value = field.default end
    if value ~= nil then parts[#parts + 1] = (".%s = %s"):format(field.name, literal(field, value)) end
  end
  if #parts == 0 then parts[1] = "0" end
  return ("{ const %s event = { %s }; status = PREFIX_%s_%s(&g, &event); }"):format(x.names.event_type[event], table.concat(parts, ", "),
    prefix, word)
end

local function entry_text(x, entry)
  local verb = entry[1]
  if verb == "send" or verb == "dispatch" or verb == "buffer" then return event_text(x, verb, x.case.events[entry[2]], entry[3] or {}) end
  if not x.text.header:find(("%s_%s("):format(x.prefix, verb), 1, true) then return "status = 0;" end
  if verb == "advance" then return ("status = PREFIX_advance(&g, %s);"):format(literal({}, ffi.cast("int64_t", entry[2]))) end
  return ("status = PREFIX_%s(&g);"):format(verb)
end

-- What is printed after each entry, a line a fact.
local function report_text(x)
  local out = { "static void report_PREFIX(int entry, int status) {", '  printf("entry %d %d\\n", entry, status);' }
  local instance = x.text.header:match(("typedef struct PREFIX_t {(.-)\n} PREFIX_t;"):gsub("PREFIX", x.prefix))
  local function has(member) return instance:find("[ *]" .. member .. "[;%[]") ~= nil end
  local function line(text) out[#out + 1] = "  " .. text end
  line("static PREFIX_audit_record records[4096];")
  line("const uint64_t count = PREFIX_audit_read(ring_PREFIX, records, 4096);")
  line("for (uint64_t i = 0; i < count; i++) {")
  line("  const PREFIX_audit_record *r = &records[i];")
  line('  printf("record %d %" PRIu64 " %" PRIu32 " %" PRId64 " %d\\n", r->kind, r->cycle, r->subject, r->value, r->outcome);')
  line("}")
  if has "error" then
    line("const PREFIX_error *e = &g.error;")
    line('printf("error %d %d %" PRIu64 " %" PRId64, (int)e->status, (int)e->callback, e->cycle, e->now);')
    line('printf(" %d %d %d %.17g %s\\n", (int)e->entry, (int)e->line, (int)e->count, e->index, e->array != NULL ? e->array : "");')
    line("g.error.status = 0;")
  end
  if has "attention" then line('printf("attention %d\\n", (int)g.attention);') end
  if has "now" then line('printf("now %" PRId64 "\\n", g.now);') end
  line('printf("cycle %" PRIu64 "\\n", g.cycle);')
  for _, node in ipairs(x.case.graph.nodes) do
    if node.record.size > 0 then
      local member = x.names.member[node]
      line(('printf("state %s "); print_hex(&g.%s, sizeof g.%s); puts("");'):format(node.name, member, member))
    end
  end
  out[#out + 1] = "}"
  return table.concat(out, "\n")
end

local function driver_text(x)
  local out = { ('#include "%s.h"'):format(x.prefix), COMMON, "static PREFIX_t g;",
    "static union { PREFIX_audit_ring ring; unsigned char bytes[1 << 19]; } memory_PREFIX;",
    "static PREFIX_audit_ring *const ring_PREFIX = &memory_PREFIX.ring;", report_text(x) }
  local function line(text) out[#out + 1] = text end
  for _, sink in ipairs(x.case.graph.sinks) do
    local sized = sink.node.record.size > 0
    local parameter = sized and (", const %s *state"):format(x.names.node_type[sink.node]) or ""
    line(("static void hear_%s(void *user%s) {"):format(sink.name, parameter))
    line(('  (void)user; printf("sink %s ");%s puts("");\n}'):format(sink.name, sized and " print_hex(state, sizeof *state);" or ""))
  end
  line("void run_PREFIX(int64_t fail_at);")
  line("void run_PREFIX(int64_t fail_at) {\n  int status = 0;\n  (void)fail_at; (void)host_clock; (void)wall_clock;")
  line("  entry_number = clock_reads = wall_reads = 0;")
  line("  PREFIX_init(&g);\n  PREFIX_audit_init(ring_PREFIX, sizeof memory_PREFIX, false);")
  line("  PREFIX_audit(&g, ring_PREFIX, UPPER_AUDIT_NODES);")
  for _, sink in ipairs(x.case.graph.sinks) do
    local member = x.names.sink[sink]
    if x.text.header:find("*" .. member .. ")", 1, true) then line(("  g.%s = hear_%s;"):format(member, sink.name)) end
  end
  for _, clock in ipairs { { "clock", "host_clock" }, { "wall", "wall_clock" } } do
    if x.text.header:find(("(*%s)"):format(clock[1]), 1, true) then line(("  g.%s = %s;"):format(unpack(clock))) end
  end
  if x.case.options.faults then line("  g.fail_at = fail_at;") end
  line("  " .. entry_text(x, { "start" }) .. " report_PREFIX(0, status);")
  for i, entry in ipairs(x.case.entries) do
    line(("  entry_number = %d; %s report_PREFIX(%d, status);"):format(i, entry_text(x, entry), i))
  end
  line("}")
  return (table.concat(out, "\n"):gsub("PREFIX", x.prefix):gsub("UPPER", x.prefix:upper())) .. "\n"
end

local MAIN = [[
static void run(int graph, int64_t fail_at) {
  switch (graph) {
%s
  default: exit(2);
  }
}
int main(int argc, char **argv) {
  if (argc < 4) return 2;
  for (int64_t fail_at = atoll(argv[2]); fail_at <= atoll(argv[3]); fail_at++) {
    printf("run %%d\n", (int)fail_at);
    run(atoi(argv[1]), fail_at);
  }
  return 0;
}
]]

-- -- the program ------------------------------------------------------------------------------------------------------

local function save(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

---Exports the graphs of cases, with a driver each, and compiles all of it at once, quickly.
---@param cases { graph: flux.Graph, events: table, entries: table[], options: table, on_error: string|nil }[]
---@return table program
function M.build(cases)
  local self = setmetatable({ list = {}, directory = exported.directory() }, Program)
  local main = { "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>" }
  local calls = {}
  for i, case in ipairs(cases) do
    local x = { case = case, prefix = "p" .. i }
    local resolved = resolve.resolve(case.graph, { on_error = case.on_error })
    local options = { prefix = x.prefix }
    for key, value in pairs(case.options) do options[key] = value end -- a copy: the order does not matter
    x.text, x.names = export.text(resolved, options), names.new(resolved, x.prefix)
    x.stops = (resolved.options.on_error or "stop") == "stop"
    export.save(x.text, self.directory)
    save(("%s/%s_driver.c"):format(self.directory, x.prefix), driver_text(x))
    main[#main + 1] = ("void run_%s(int64_t);"):format(x.prefix)
    calls[i] = ("  case %d: run_%s(fail_at); break;"):format(i, x.prefix)
    self.list[i] = x
  end
  main[#main + 1] = MAIN:format(table.concat(calls, "\n"))
  save(self.directory .. "/main.c", table.concat(main, "\n"))
  exported.run(("cd '%s' && %s -std=c11 -O0 -ffp-contract=off -Wall -Wextra -Werror -o program *.c -lm"):format(self.directory,
    os.getenv("CC") or "cc"))
  return self
end

-- -- reading what it printed ------------------------------------------------------------------------------------------

local CALL, SINK, OUTCOME = 2, 5, { [0] = 0, 1, 1, -1 }

local reader = {}

function reader.record(x, seen, words)
  local kind, cycle, subject, value, outcome = words:match("(%d+) (%d+) (%d+) (%-?%d+) (%d+)")
  kind, subject, value = tonumber(kind), tonumber(subject), tonumber(value)
  local record = { outcome = OUTCOME[tonumber(outcome)], index = value >= 0 and value or nil }
  if kind == CALL then
    record.callback = x.callbacks[subject]
  elseif kind == SINK then
    record.sink, record.outcome, record.index = x.case.graph.sinks[subject + 1], 1, nil
  else
    return
  end
  seen.calls[#seen.calls + 1] = ("%s: %s"):format(cycle, scenario.token(record))
end

function reader.error(_, seen, words)
  local status, callback, cycle, now, entry, line, count, index, array = words:match(
    "^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) ?(.*)$")
  seen.failure = { status = tonumber(status), callback = tonumber(callback), cycle = cycle, now = now, entry = tonumber(entry),
    line = tonumber(line), count = tonumber(count), index = tonumber(index), array = array ~= "" and array or nil }
end

function reader.attention(_, seen, words) seen.attention = tonumber(words) end
function reader.now(_, seen, words) seen.now = words end
function reader.cycle(_, seen, words) seen.cycle = words end
function reader.state(_, seen, words) seen.states[#seen.states + 1] = words end

-- What the entry returned, in the words of a backend.
local function result_of(x, seen, stopped)
  if seen.status == 0 then return "true nil", nil end
  if seen.status == -12 then return "nil " .. stopped, stopped end -- FLUX_E_STOPPED
  local text = messages.of({ failure = seen.failure, graph = x.case.graph, callback_by_index = x.callbacks,
    fails_on_purpose = x.case.options.faults }, seen.status):gsub(": %./", ": ")
  local stops = x.stops and bit.band(seen.attention or 0, 2) ~= 0
  return (seen.entry == 0 and "false " or "nil ") .. text, stops and text or nil
end

-- The observations of one run, from its lines.
local function observations(x, lines)
  local all, stopped, seen, sinks = {}, nil, nil, {}
  for _, line in ipairs(lines) do
    local word, words = line:match("^(%w+) ?(.*)$")
    if word == "entry" then
      local entry, status = words:match("(%d+) (%-?%d+)")
      seen = { entry = tonumber(entry), status = tonumber(status), calls = {}, sinks = sinks, states = {} }
      all[seen.entry], sinks = seen, {}
    elseif word == "sink" then
      sinks[#sinks + 1] = words -- of the entry that says so below
    else
      reader[word](x, seen, words)
    end
  end
  for i = 0, #x.case.entries do
    local one, verb = all[i], i > 0 and x.case.entries[i][1]
    one.result, stopped = result_of(x, one, stopped)
    if verb == "resume" or verb == "reset" and one.status == 0 then stopped = nil end
    for _, list in ipairs { "calls", "sinks", "states" } do one[list] = table.concat(one[list], "\n") end
  end
  return all
end

---Runs one of the graphs again and again, with the first, second … call of a callback failing.
---@param index integer of the case
---@param first integer|nil number of the first call to fail, from 0; nil: one run in which none fails
---@param last integer|nil
---@return table<integer, table[]> observations, as of spec.support.differential, by the number of the call
function Program:run(index, first, last)
  local x, runs, current = self.list[index], {}, -1
  x.callbacks = {}
  for _, callback in ipairs(x.case.graph.callbacks) do x.callbacks[callback.index] = callback end
  local text = exported.run(("%s/program %d %d %d"):format(self.directory, index, first or -1, last or -1))
  for line in text:gmatch("[^\n]+") do
    local number = line:match("^run (%-?%d+)$")
    if number then
      current = tonumber(number)
      runs[current] = {}
    else
      table.insert(runs[current], line)
    end
  end
  for number = first or -1, last or -1 do runs[number] = observations(x, runs[number]) end
  return runs
end

return M
