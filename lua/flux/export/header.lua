-- SPDX-License-Identifier: MIT
-- flux.export.header: the public header: how to use it, hashes, types, the instance, the functions.

local audit_header = require "flux.export.audit_header"
local c = require "flux.export.c"
local instance = require "flux.export.instance"
local profile = require "flux.export.profile"
local snapshot = require "flux.export.snapshot"
local structs = require "flux.export.structs"

local M = {}

local OTHER_ENTRIES = { "TRIGGER", "TIMER", "START", "STOP" }

local STATUS = {
  { "FLUX_E_INPUT", -3, "bad input" },
  { "FLUX_E_LIMIT", -5, "a limit is exceeded" },
  { "FLUX_E_CALLBACK", -7, "a callback failed" },
  { "FLUX_E_INDEX", -8, "an array index is out of range" },
  { "FLUX_E_QUEUE", -9, "the queue of posted events is full" },
  { "FLUX_E_LATE", -10, "the event is late" },
  { "FLUX_E_UNHANDLED", -11, "no node handles this event type" },
  { "FLUX_E_STOPPED", -12, "stopped by an earlier error" },
  { "FLUX_E_TIME", -13, "time has not been set" },
  { "FLUX_E_DEADLINES", -14, "too many timer deadlines in one jump" },
  { "FLUX_E_MISUSE", -16, "the call is not allowed here" },
  { "FLUX_E_SYMBOLS", -17, "the symbol table is full" },
  { "FLUX_E_SNAPSHOT", -18, "the snapshot is damaged" },
  { "FLUX_E_LAYOUT", -19, "the snapshot is of another layout" },
}

-- The statuses that a text uses, in order.
local function statuses(x, text)
  local list = {}
  for _, status in ipairs(STATUS) do
    if text:find(x.public_status(status[1]), 1, true) then list[#list + 1] = status end
  end
  return list
end

local function example_event(x)
  for _, event in ipairs(x.features.events) do
    if event.record.size > 0 then return event end
  end
end

local function example_value(x, event)
  local parts = {}
  for _, field in ipairs(event.record.fields) do
    if #parts < 3 and not field.count then
      local value = field == event.time and "t" or field.type == "bool" and "true"
        or (field.type == "double" or field.type == "float") and "1.5" or field.type == "symbol" and "id" or "1"
      parts[#parts + 1] = (".%s = %s"):format(field.name, value)
    end
  end
  return ("&(%s){ %s }"):format(x.names.event_type[event], table.concat(parts, ", "))
end

local function usage(x)
  local f, n = x.features, x.names
  local lines = {
    ("%s.h -- the event graph '%s', written by flux from %s."):format(n.prefix, x.graph.name, x.script_name),
    "Do not edit it: change the script and export again.",
    "",
    ("  %s g;"):format(n.graph_type),
    ("  %s_init(&g);"):format(n.prefix),
  }
  if f.host_clock then lines[#lines + 1] = "  g.clock = clock_in_ns;" end
  if f.wall then lines[#lines + 1] = "  g.wall = wall_clock_in_ns;" end
  local sink = f.sinks[1]
  if sink then
    lines[#lines + 1] = ("  g.%s = print_%s;"):format(n.sink[sink], sink.name)
    lines[#lines + 1] = "  g.user = stdout;"
  end
  if f.idle then lines[#lines + 1] = ("  int rc = %s_start(&g);"):format(n.prefix) end
  local event = example_event(x)
  if event then
    lines[#lines + 1] = ("  %src = %s_on_%s(&g, %s);"):format(f.idle and "" or "int ", n.prefix, n.event[event], example_value(x, event))
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = "An entry returns 0 or a negative status. One thread at a time may use an instance; instances share nothing, and"
  lines[#lines + 1] = "there is nothing to free. Compile with -ffp-contract=off and without -ffast-math: results are then the same"
  lines[#lines + 1] = "everywhere."
  if #x.library > 0 then
    lines[#lines] = ("everywhere. Link with -lm: %s of the C library %s called."):format(table.concat(x.library, ", "),
      #x.library == 1 and "is" or "are")
  end
  if f.idle then
    lines[#lines + 1] = ("Call %s_start after %s_init and after the host's functions are set%s"):format(n.prefix, n.prefix,
      x.can_stop and "; and again to go on" or ".")
    if x.can_stop then
      lines[#lines + 1] = ("after %s_stop: state, time and timers are kept, `init` does not run again. Whatever it returns,")
        :format(n.prefix)
      lines[#lines + 1] = ("%s_stop ends the instance: other entries are then FLUX_E_MISUSE."):format(n.prefix)
    end
  end
  c.comment(x.header, lines)
end

local function constants(x)
  local out, f, n = x.header, x.features, x.names
  out:line("/* Layout of the state; and the graph: topology, bodies and parameters. */")
  out:line(("#define %s_LAYOUT_HASH UINT64_C(0x@layout@)"):format(n.upper))
  out:line(("#define %s_GRAPH_HASH UINT64_C(0x@graph@)"):format(n.upper))
  out:blank()
  if #f.events > 0 then
    out:line(("/* Event types, for %s_dispatch. */"):format(n.prefix))
    c.open(out, "enum {")
    for i, event in ipairs(f.events) do
      out:line(("%s = %d%s"):format(n.event_id[event], x.graph.event_index[event], i < #f.events and "," or ""))
    end
    c.close(out, "};")
    out:blank()
  end
  local symbols = x.graph.symbols or {}
  if #symbols > 0 then
    out:line("/* The script's symbols; 0 is no symbol. */")
    c.open(out, "enum {")
    for i, symbol in ipairs(symbols) do
      out:line(("%s = %d%s"):format(n.symbol[symbol], x.graph:symbol_id(symbol), i < #symbols and "," or ""))
    end
    c.close(out, "};")
    out:blank()
  end
  out:line("@statuses@")
  if f.fails or f.twins or x.options.native then
    out:line("/* Entries that are not an event type. */")
    local kinds = {}
    for i, kind in ipairs(OTHER_ENTRIES) do kinds[i] = ("%s_ENTRY_%s = %d"):format(n.upper, kind, -i) end
    c.list(out, "enum { ", kinds, ",", " };")
    out:blank()
  end
end

---The statuses as the header declares them.
---@param x table
---@param text string the source that uses them
function M.status_text(x, text)
  local list = statuses(x, text)
  if #list == 0 then return "" end
  local lines = { "/* Statuses. */", "enum {" }
  local width = 0
  for _, status in ipairs(list) do width = math.max(width, #x.public_status(status[1]) + #tostring(status[2])) end
  for i, status in ipairs(list) do
    local name = x.public_status(status[1])
    local comma = i < #list and "," or " "
    local pad = (" "):rep(width - #name - #tostring(status[2]))
    lines[#lines + 1] = ("  %s = %d%s%s /* %s */"):format(name, status[2], comma, pad, status[3])
  end
  lines[#lines + 1] = "};\n"
  return table.concat(lines, "\n") .. "\n"
end

local function tables(x)
  local out, f, n, p = x.header, x.features, x.names, x.names.prefix
  local field = {
    { text = "const char *name;" }, { text = "const char *type;", comment = "as declared" },
    { text = "uint32_t offset;", comment = "in its struct" }, { text = "uint32_t count;", comment = "of an array; else 0" },
  }
  structs.plain(out, p .. "_field", field, "For tools: the fields of nodes and events.")
  structs.plain(out, p .. "_struct", {
    { text = "const char *name;" }, { text = ("const %s_field *fields;"):format(p) }, { text = "uint32_t field_count;" },
    { text = "uint32_t offset;", comment = ("a node's, in %s; events: 0"):format(n.graph_type) },
    { text = "uint32_t size;" },
    { text = "int32_t time;", comment = "an event's time field; -1: none" },
  })
  out:line(("enum { %s_NODES = %d, %s_EVENTS = %d };"):format(n.upper, #x.stored, n.upper, #f.events))
  out:line(("extern const %s_struct %s_nodes[]; /* in schedule order */"):format(p, p))
  if #f.events > 0 then out:line(("extern const %s_struct %s_events[];"):format(p, p)) end
  if f.fails or f.twins or f.profile then
    out:line(("extern const char *const %s_callbacks[][3]; /* node, callback, where it is written */"):format(p))
  end
  profile.declare(x)
  out:blank()
end

local function declare(out, text, comment)
  if comment then c.comment(out, { comment }) end
  out:line(text .. ";")
end

local function event_functions(x)
  local out, f, n, p = x.header, x.features, x.names, x.names.prefix
  for _, event in ipairs(f.events) do
    local parameter = event.record.size > 0 and (", const %s *event"):format(n.event_type[event]) or ""
    declare(out, ("int %s_on_%s(%s *g%s)"):format(p, n.event[event], n.graph_type, parameter), ("One event %s."):format(event.name))
    if event.record.size > 0 then
      local fails = x.can_fail(x.resolved.entry_of.event[event], event)
      declare(out, ("long %s_on_%s_n(%s *g, const %s *events, size_t n)"):format(p, n.event[event], n.graph_type, n.event_type[event]),
        fails and "A batch: returns n, or i < n when events[i] failed or was refused (i = 0: its negative status); go on at i + 1."
          or "A batch: returns n.")
    end
    out:blank()
  end
end

local function functions(x)
  local out, f, n, p = x.header, x.features, x.names, x.names.prefix
  local g = n.graph_type .. " *g"
  declare(out, ("void %s_init(%s)"):format(p, g), "Makes an instance: state at its start, nothing set by the host.")
  if f.idle then declare(out, ("int %s_start(%s)"):format(p, g), "Runs what the graph does at its start.") end
  out:blank()
  event_functions(x)
  declare(out, ("int %s_dispatch(%s, int type, const void *event)"):format(p, g), "An event by its type.")
  if f.buffer then
    out:blank()
    c.comment(out, { "Buffered events: their handlers run now, everything else once,",
      ("at %s_trigger or before the next plain event."):format(p) })
    for _, event in ipairs(f.events) do
      local parameter = event.record.size > 0 and (", const %s *event"):format(n.event_type[event]) or ""
      declare(out, ("int %s_buffer_%s(%s%s)"):format(p, n.event[event], g, parameter))
    end
    declare(out, ("int %s_buffer(%s, int type, const void *event)"):format(p, g))
    declare(out, ("int %s_trigger(%s)"):format(p, g))
  end
  out:blank()
  if f.advance then
    local timers = #f.timers > 0 and ", and runs the timers that are due." or "."
    declare(out, ("int %s_advance(%s, int64_t time)"):format(p, g), "Moves the time" .. timers)
  end
  if x.can_stop then declare(out, ("int %s_stop(%s)"):format(p, g), "Runs what the graph does at its end.") end
  declare(out, ("int %s_reset(%s)"):format(p, g), "Starts anew; what the host has set stays.")
  if f.stops then declare(out, ("int %s_resume(%s)"):format(p, g), "Goes on after an error, with the state as it is.") end
  if f.symbols then
    out:blank()
    declare(out, ("int %s_symbol(%s, const char *text, size_t length)"):format(p, g),
      "The id of a symbol's text; new texts are added. More than 31 bytes and zero bytes are refused.")
    declare(out, ("const char *%s_symbol_text(const %s, uint32_t id)"):format(p, g))
  end
  snapshot.declare(x)
  audit_header.declare(x)
end

---Prints the header; the source must be complete, since it decides which statuses exist.
---@param x table
function M.emit(x)
  local out, n = x.header, x.names
  usage(x)
  out:line(("#ifndef %s_H"):format(n.upper)):line(("#define %s_H"):format(n.upper))
  out:line("#include <stdbool.h>"):line("#include <stddef.h>"):line("#include <stdint.h>")
  out:blank()
  out:line("#ifdef __cplusplus"):line('extern "C" {'):line("#endif")
  out:blank()
  constants(x)
  structs.types(x)
  audit_header.emit_types(x)
  profile.emit_types(x)
  instance.emit(x)
  local externs = x.header_externs:text()
  if externs ~= "" then out:block(externs):blank() end
  tables(x)
  functions(x)
  out:blank()
  out:line("#ifdef __cplusplus"):line("}"):line("#endif"):line("#endif")
end

return M
