-- SPDX-License-Identifier: MIT
-- Environments for specs of bodies: records, events, inputs and hooks, made by hand.
--
--   local fake = require "spec.support.body_env"
--   local env = fake.env { state = "double x; int64_t n; double w[4]", inputs = { a = fake.port "double" } }
--   local run = fake.run(b)          -- run { self = { x = 1 }, a = 2 } → result, state

local ffi = require "ffi"
local body = require "flux.body"

local M = {}

local sizes = { double = 8, float = 4, bool = 1, symbol = 4, int8_t = 1, uint8_t = 1, int16_t = 2, uint16_t = 2, int32_t = 4, uint32_t = 4,
  int64_t = 8, uint64_t = 8 }

---A record of "double x, y; int64_t n; double w[4];".
function M.record(text)
  local record = { fields = {}, by_name = {}, c = "" }
  for ctype, names in text:gmatch "([%w_]+)%s+([^;]+)" do
    for name, count in names:gmatch "([%a_][%w_]*)%s*%[?(%d*)%]?" do
      local field = { name = name, type = ctype, count = tonumber(count), position = #record.fields, size = sizes[ctype] }
      record.fields[#record.fields + 1] = field
      record.by_name[name] = field
      record.c = record.c .. ("%s %s%s; "):format(ctype == "symbol" and "uint32_t" or ctype, name,
        count ~= "" and "[" .. count .. "]" or "")
    end
  end
  return record
end

local interned = {} -- LuaJIT's type table ends at about 16,000 structs

function M.ctype(record)
  local text = "struct { " .. record.c .. " }"
  interned[text] = interned[text] or ffi.typeof(text)
  return interned[text]
end

function M.node(name, state) return { name = name, record = M.record(state) } end

function M.event(name, fields) return { is_event = true, name = name, record = M.record(fields) } end

function M.symbol(text) return { is_symbol = true, text = text } end

---An input that is one port of a type.
function M.port(ctype)
  local node = M.node("source", ctype .. " value")
  return { elements = { { node = node, field = node.record.fields[1] } }, list = false }
end

---An input that is a node.
function M.input(state) return { elements = { { node = M.node("source", state) } }, list = false } end

---A list of n nodes, or of n ports when `state` is one type.
function M.list(n, state)
  local elements = {}
  for i = 1, n do
    local node = M.node("leg" .. i, state:find " " and state or state .. " value")
    elements[i] = { node = node, field = not state:find " " and node.record.fields[1] or nil }
  end
  return { elements = elements, list = true }
end

function M.env(spec)
  local inputs, names = {}, {}
  for name, input in pairs(spec.inputs or {}) do
    names[#names + 1] = name
    input.name, inputs[name] = name, input
  end
  table.sort(names)
  for i, name in ipairs(names) do inputs[name].index = i - 1 end
  return { role = spec.role or "update", self = M.record(spec.state or ""), event = spec.event, inputs = inputs, params = spec.params or {},
    indexed = spec.indexed, input = spec.input, graph = { events = spec.events or {} }, label = "update" }
end

---Hooks for Lua.
function M.lua_names()
  local symbols, count = {}, 0
  local function symbol(s)
    if not symbols[s] then
      count = count + 1
      symbols[s] = count
    end
    return tostring(symbols[s])
  end
  return {
    math = function(fn) return fn == "pow" and "math.pow" or "math." .. fn end,
    symbol = symbol,
    helper = function(name) return "flux_" .. name end,
    fn = function(fn) return "fn_" .. fn.name .. "_" .. #fn.key end,
    post = function(event, fields)
      local parts = {}
      for i, f in ipairs(fields) do parts[i] = f.field.name .. " = " .. f.text end
      return ("post(%q, { %s })"):format(event.name, table.concat(parts, ", "))
    end,
    after = function(text) return "after(" .. text .. ")" end,
    cancel = function() return "cancel()" end,
    wall = function() return "wall()" end,
  }
end

---Loads the emitted Lua of a body, or another text of it: returns the function and its text.
function M.load_lua(b, names, environment, text)
  names = names or M.lua_names()
  local parts = { "local support, bit, math, tonumber, post, after, cancel, wall = ..." }
  local helpers = {}
  for name in pairs(body.support_lua) do helpers[#helpers + 1] = name end
  table.sort(helpers)
  for _, name in ipairs(helpers) do parts[#parts + 1] = ("local flux_%s = support.%s"):format(name, name) end
  for _, fn in ipairs(b.functions) do
    parts[#parts + 1] = ("local %s = %s"):format(names.fn(fn), body.emit_lua_function(fn, names))
  end
  text = text or body.emit_lua(b, names)
  local source = table.concat(parts, "\n") .. "\nreturn " .. text
  local chunk = assert(loadstring(source, "=emitted"), source)
  local e = environment or {}
  return chunk(body.support_lua, require "bit", math, tonumber, e.post, e.after, e.cancel, e.wall), text
end

return M
