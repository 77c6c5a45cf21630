-- SPDX-License-Identifier: MIT
-- flux.test: runs a graph on every backend, compares them, and returns what each sink published.
--
--   local series = flux.test(g, { { Tick, price = 1, size = 1, time = 0 }, { "advance", 100 }, { Tick, price = 2, size = 1, time = 120 } })
--   series.signal[1].spread      -- the state of the sink's node at its first publication, as a plain table
--
-- An item is an event type with its fields, or { "buffer", Tick, … }, { "trigger" }, { "advance", time }, { "reset" },
-- { "resume" }, { "stop" }, { "start" }. At the end an instance that still runs is stopped. Arrays are copied with 0-based indices,
-- symbols as their text. When the backends differ it raises an error that says where.

local blame = require("flux.origin").blame

local M = {}

local BACKENDS = { "table", "luajit", "native" }

-- A state as a plain table, by field.
local function copy_state(record, state)
  local out = {}
  for _, field in ipairs(record.fields) do
    if field.count then
      out[field.name] = {}
      for i = 0, field.count - 1 do out[field.name][i] = state[field.name][i] end
    else
      out[field.name] = state[field.name]
    end
  end
  return out
end

-- Puts the texts of symbols in place of their ids.
local function name_symbols(rt, record, copy)
  for _, field in ipairs(record.fields) do
    if field.type == "symbol" then
      local value = copy[field.name]
      for i = 0, field.count and field.count - 1 or -1 do value[i] = rt:symbol_text(value[i]) end
      if not field.count then copy[field.name] = rt:symbol_text(value) end
    end
  end
end

local VERBS = { trigger = true, advance = true, reset = true, resume = true, buffer = true, stop = true, start = true }

local function fields_of(item, event)
  local fields = {}
  for key, value in pairs(item) do -- a copy: the order does not matter
    if type(key) == "string" then
      if not event.record.by_name[key] then
        blame(("event '%s' has no field '%s'"):format(event.name, key))
      end
      fields[key] = value
    end
  end
  return fields
end

local function enter(rt, item)
  local first = item[1]
  if type(first) == "table" and first.is_event then return rt:send(first, fields_of(item, first)) end
  if not VERBS[first] then blame("an item begins with an event type, or trigger, advance, reset, resume, stop, start, buffer") end
  if first == "buffer" then return rt:buffer(item[2], fields_of(item, item[2])) end
  return rt[first](rt, item[2])
end

-- Runs the items on one backend: what each entry said, what each sink published, the final states.
local function run(graph, items, options, backend)
  local log, series = {}, {}
  local given = { backend = backend, on = {} }
  for _, sink in ipairs(graph.sinks) do
    local list = {}
    series[sink.name] = list
    given.on[sink.name] = function(state)
      log[#log + 1] = "sink " .. sink.name
      list[#list + 1] = copy_state(sink.node.record, state)
    end
  end
  for key, value in pairs(options) do given[key] = value end -- a copy: the order does not matter
  local rt, message = graph:start(given)
  log[#log + 1] = message and "start: " .. message or "start: ok"
  for i, item in ipairs(items) do
    local ok, reason = enter(rt, item)
    log[#log + 1] = ("item %d: %s"):format(i, ok and "ok" or reason)
  end
  local last = items[#items]
  if not last or last[1] ~= "stop" then
    local ok, reason = rt:stop()
    if not ok then log[#log + 1] = "stop: " .. reason end
  end
  for _, sink in ipairs(graph.sinks) do
    for _, copy in ipairs(series[sink.name]) do name_symbols(rt, sink.node.record, copy) end
  end
  local bytes = {}
  for i, node in ipairs(graph.nodes) do bytes[i] = node.record.size > 0 and rt:state_bytes(node) or "" end
  return { log = log, series = series, bytes = bytes }
end

local function same_value(a, b)
  if type(a) == "table" then
    for key in pairs(a) do -- all must be equal: the order does not matter
      if not same_value(a[key], b[key]) then return false end
    end
    return true
  end
  return a == b or a ~= a and b ~= b
end

-- In what two runs differ; nil when they agree.
local function difference(graph, a, b)
  for i = 1, math.max(#a.log, #b.log) do
    if a.log[i] ~= b.log[i] then return ("%s, against %s"):format(tostring(a.log[i]), tostring(b.log[i])) end
  end
  for _, sink in ipairs(graph.sinks) do
    for i, state in ipairs(a.series[sink.name]) do
      if not same_value(state, b.series[sink.name][i]) then return ("publication %d of sink '%s'"):format(i, sink.name) end
    end
  end
  for i, node in ipairs(graph.nodes) do
    if a.bytes[i] ~= b.bytes[i] then return ("the final state of node '%s'"):format(node.name) end
  end
end

---Runs a graph on every backend and compares them.
---@param graph flux.Graph
---@param items table[] what is sent, in order
---@param options { backends?: string[] }|nil further ones go to graph:start
---@return table<string, table[]> series the states that each sink published
---@return string[] log what each item returned and each sink's call, in order
function M.test(graph, items, options)
  local given = {}
  for key, value in pairs(options or {}) do given[key] = value end -- a copy: the order does not matter
  local names = given.backends or BACKENDS
  given.backends = nil
  graph:finish()
  local first = run(graph, items, given, names[1])
  for i = 2, #names do
    local text = difference(graph, first, run(graph, items, given, names[i]))
    if text then blame(("flux.test: graph '%s': %s and %s differ: %s"):format(graph.name, names[1], names[i], text)) end
  end
  return first.series, first.log
end

return M
