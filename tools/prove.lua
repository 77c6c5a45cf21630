-- SPDX-License-Identifier: MIT
-- Writes a graph's exported C and a harness that drives it with arbitrary events, for Frama-C's Eva; see prove-export.sh.
--
--   luajit tools/prove.lua graphs/weather.lua DIR     writes DIR/weather.h, weather.c, harness.c
--
-- The harness calls every public function, in any order, any number of times. What a host or an event may choose -- fields
-- (NaN and infinities too), times, types, symbol texts, which sinks are heard, what a clock says -- is read from volatiles, which
-- Eva takes for "any value of this type". The vendored mathematical functions are replaced by "any double": they are
-- CORE-MATH's, not printed by flux.

local here = arg[0]:match "^(.*)/[^/]*$" or "."
local root = here .. "/.."
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. package.path

local writer = require "flux.writer"

local M = {}

local ANY = {
  { "double", "double" }, { "float", "float" }, { "int", "int" }, { "long", "long" }, { "int8", "int8_t" },
  { "uint8", "uint8_t" }, { "int16", "int16_t" }, { "uint16", "uint16_t" }, { "int32", "int32_t" }, { "uint32", "uint32_t" },
  { "int64", "int64_t" }, { "uint64", "uint64_t" }, { "char", "char" },
}

local function any_of(field_type)
  if field_type == "symbol" then return "any_uint32" end
  if field_type == "bool" then return "any_int > 0" end
  return "any_" .. field_type:gsub("_t$", "")
end

---The functions that a header declares: { result, name, parameters = { text, … } }.
---@param header string
---@return table[]
function M.functions(header)
  local list = {}
  for result, name, parameters in header:gmatch "\n([%w_ ]+ [%*]?)([%w_]+)(%b());" do
    local it = { result = result, name = name, parameters = {} }
    for text in parameters:sub(2, -2):gmatch "[^,]+" do it.parameters[#it.parameters + 1] = (text:gsub("^%s+", "")) end
    list[#list + 1] = it
  end
  return list
end

-- A function that fills one event with any values.
local function fill(out, prefix, event, struct)
  out:line(("static void any_%s(%s *event) {"):format(struct, struct)):indent()
  for _, field in ipairs(event.record.fields) do
    if field.count then
      out:line(("for (int i = 0; i < %d; i++) event->%s[i] = %s;"):format(field.count, field.name, any_of(field.type)))
    else
      out:line(("event->%s = %s;"):format(field.name, any_of(field.type)))
    end
  end
  out:dedent():line "}"
  out:blank()
  return prefix
end

-- The statements that call one public function with any arguments.
local function call(out, f, events)
  local arguments, last = {}, nil
  for i, text in ipairs(f.parameters) do
    local struct = text:match "^const ([%w_]+_event) %*"
    if text:find "_audit_ring %*" then
      arguments[i] = i == 1 and "&ring.head" or "any_int > 0 ? &ring.head : 0"
    elseif text:find "_audit_record %*" then
      arguments[i] = "records"
    elseif text == "size_t size" then
      arguments[i] = "sizeof ring"
    elseif text == "uint64_t count" then
      arguments[i] = "any_int > 0 ? 2 : 1"
    elseif i == 1 then
      arguments[i] = "&g"
    elseif struct then
      last = struct
      out:line(("for (int i = 0; i < 2; i++) any_%s(&%s[i]);"):format(struct, struct))
      arguments[i] = struct
    elseif text:find "^[%w_]+ n$" then
      arguments[i] = "any_int > 0 ? 2 : 1"
    elseif text == "const void *event" then
      arguments[i] = "event"
    elseif text == "const char *text" then
      out:line "for (int i = 0; i < 40; i++) text[i] = any_char;"
      arguments[i] = "text"
    elseif text == "size_t length" then
      arguments[i] = "(size_t)(any_uint8 % 41)"
    else
      arguments[i] = any_of(text:match "^([%w_]+)")
    end
  end
  if f.parameters[3] == "const void *event" then
    for _, event in ipairs(events) do
      if event.struct then out:line(("for (int i = 0; i < 2; i++) any_%s(&%s[i]);"):format(event.struct, event.struct)) end
      out:line(("heard += (unsigned)%s(&g, %d, %s);"):format(f.name, event.index, event.struct or "0"))
    end
    out:line(("heard += (unsigned)%s(&g, %d, 0);"):format(f.name, #events + 7))
    return
  end
  local text = ("%s(%s);"):format(f.name, table.concat(arguments, ", "))
  if f.result:find "%*" then
    out:line(("if (%s != 0) heard++;"):format(text:sub(1, -2)))
  else
    out:line(text)
  end
  return last
end

---The harness of an export.
---@param graph table
---@param text table what flux.export.text returned
---@return string
function M.harness(graph, text)
  local out, prefix, header = writer.new "  ", text.prefix, text.header
  out:line(('#include "%s.h"'):format(prefix))
  out:blank()
  for _, any in ipairs(ANY) do out:line(("static volatile %s any_%s;"):format(any[2], any[1])) end
  out:line "static volatile unsigned heard;"
  out:blank()
  local events, hosts = {}, {}
  for _, event in ipairs(graph.events) do
    local index = header:match(("\n  %s_%s = (%%d+)"):format(prefix:upper(), event.name:upper()))
    local struct = ("%s_%s_event"):format(prefix, event.name:lower())
    if header:find("struct " .. struct .. " ", 1, true) then fill(out, prefix, event, struct) else struct = nil end
    if index then events[#events + 1] = { index = tonumber(index), struct = struct } end
  end
  for result, name, parameters in header:gmatch "\n  ([%w_]+) %(%*([%w_]+)%)(%b());" do
    hosts[#hosts + 1] = name
    out:line(("static %s host_%s%s {"):format(result, name, parameters)):indent()
    out:line "if (user != 0) heard++;"
    local state = parameters:match "%*([%w_]+)%)$"
    if state and state ~= "user" then
      out:line(("if (((const unsigned char *)%s)[0] != 0) heard++;"):format(state))
    end
    if result ~= "void" then out:line("return " .. any_of(result) .. ";") end
    out:dedent():line "}"
    out:blank()
  end
  out:line "int main(void) {":indent()
  out:line(("%s_t g;"):format(prefix))
  for _, event in ipairs(events) do
    if event.struct then out:line(("%s %s[2];"):format(event.struct, event.struct)) end
  end
  -- Where Eva may stop widening an interval: the last places of the ring of posted events and of the symbols' tables.
  local hints = {}
  for _, pattern in ipairs { "_post posts%[(%d+)%]", "char symbol_text%[(%d+)%]", "symbol_slot%[(%d+)%]" } do
    local size = tonumber(header:match(pattern))
    if size then hints[#hints + 1] = ("%d, %d"):format(size - 1, size) end
  end
  if #hints > 0 then out:line(('/*@ widen_hints "all", %s; */'):format(table.concat(hints, ", "))) end
  if header:find("_audit_ring {", 1, true) then -- a ring of four records
    local room = ("sizeof(%s_audit_ring) + %s_AUDIT_SCRATCH + 4 * sizeof(%s_audit_record)"):format(prefix, prefix:upper(), prefix)
    out:line(("static union { %s_audit_ring head; char room[%s]; } ring;"):format(prefix, room))
    out:line(("%s_audit_record records[2];"):format(prefix))
    out:line(("%s_audit_init(&ring.head, sizeof ring, any_int > 0);"):format(prefix))
  end
  out:line(("%s_init(&g);"):format(prefix))
  for _, name in ipairs(hosts) do
    out:line((name:find "^on_" and "if (any_int > 0) g.%s = host_%s;" or "g.%s = host_%s;"):format(name, name))
  end
  if header:find("void *user;", 1, true) then out:line "g.user = any_int > 0 ? &g : 0;" end
  local functions = M.functions(header)
  local symbol = header:find("_symbol(", 1, true)
  if symbol then out:line "char text[40] = { 0 };" end
  out:line "while (any_int != 0) {":indent()
  out:line "switch (any_int) {"
  for i, f in ipairs(functions) do
    if f.name ~= prefix .. "_init" then
      out:line(("case %d: {"):format(i)):indent()
      call(out, f, events)
      out:line "break;"
      out:dedent():line "}"
    end
  end
  out:line "default: break;"
  out:line "}"
  out:dedent():line "}"
  out:line "return 0;"
  out:dedent():line "}"
  return out:text()
end

---The C file with "any double" in place of the vendored functions.
---@param source string
---@return string
function M.without_mathematics(source)
  local first = source:find("#include <stdint.h>\n#pragma GCC diagnostic push", 1, true)
  if not first then return source end
  local _, last = source:find("#pragma GCC diagnostic pop\n", first, true)
  local lines = { "static volatile double any_result;" }
  for name, parameters in source:sub(first, last):gmatch "\nstatic double (flux_[%w]+)(%b()) {" do
    if parameters == "(double x)" or parameters == "(double x, double y)" or parameters == "(double y, double x)" then
      lines[#lines + 1] = ("static double %s%s {%s return any_result; }"):format(name, parameters,
        parameters:gsub("[%(%),]", ""):gsub("double (%w)", " (void)%1;"))
    end
  end
  return source:sub(1, first - 1) .. table.concat(lines, "\n") .. "\n" .. source:sub(last + 1)
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local graph_path, directory = arg[1], arg[2]
local graph = dofile(graph_path)
local text = require("flux.export").text(require("flux.resolve").resolve(graph), { audit = os.getenv "AUDIT" and true or false })
write(("%s/%s.h"):format(directory, text.prefix), text.header)
write(("%s/%s.c"):format(directory, text.prefix), M.without_mathematics(text.source))
write(directory .. "/harness.c", M.harness(graph, text))
print(text.prefix)
