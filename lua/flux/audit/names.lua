-- SPDX-License-Identifier: MIT
-- flux.audit.names: what the numbers in audit records stand for: the text in an audit file, and how it is read.
--
--   level nodes,cross=values   -- of a file: what it was recorded with; the memory of a ring does not say it
--   graph signals
--   event Tick
--   sink signal cross
--   callback cross update
--   node cross                 -- from here on the layout that snapshots have too: nodes in order, with their fields
--     double spread
--
--   local known = names.parse(text)
--   known.level, known.events[1], known.callbacks[1].node, names.value(known, 3) → { node = "cross", field = "w[1]", type = "double" }

local audit = require "flux.audit"
local digest = require "flux.export.digest"
local snapshot = require "flux.snapshot"

local M = {}

-- A symbol's text in a filter may be anything.
local function plain(text) return (text:gsub("%c", " ")) end

---@param resolved flux.Resolved
---@return string
function M.text(resolved)
  local graph = resolved.graph
  local lines = { "graph " .. graph.name }
  for _, event in ipairs(graph.events) do lines[#lines + 1] = "event " .. event.name end
  for _, sink in ipairs(graph.sinks) do lines[#lines + 1] = ("sink %s %s"):format(sink.name, sink.node.name) end
  for _, callback in ipairs(graph.callbacks) do
    lines[#lines + 1] = ("callback %s %s"):format(callback.node.name, plain(callback.label))
  end
  return table.concat(lines, "\n") .. "\n" .. digest.layout_text(resolved)
end

-- Where each field's values begin among those of all states.
local function number_values(known)
  known.fields, known.values = {}, 0
  for _, node in ipairs(known.nodes) do
    for _, field in ipairs(node.fields) do
      local kind = field.type == "bytes" and "uint8_t" or field.type
      known.fields[#known.fields + 1] = { first = known.values, node = node.name, name = field.name, type = kind, count = field.count }
      known.values = known.values + (field.count or 1)
    end
  end
end

---The line that says what a file is recorded with.
---@param level string as --audit-level takes it
---@return string
function M.level_line(level) return "level " .. level .. "\n" end

-- Is each word a level, or a node's?
local function is_level(known)
  local there = {}
  for _, node in ipairs(known.nodes) do there[node.name] = true end
  for word in known.level:gmatch("[^,]+") do
    local node, own = word:match("^([%w_]+)=(%w+)$")
    if not audit.LEVEL[own or word] or node and not there[node] then return false end
  end
  return true
end

---Reads such a text; nil when it is none.
---@param text string
---@return table|nil known { level: string|nil, graph, events, sinks, callbacks, nodes, fields, values }
function M.parse(text)
  local level, first = text:match("^level ([^\n]*)\n()")
  local known, layout = { level = level, events = {}, sinks = {}, callbacks = {} }, {}
  for line in text:sub(first or 1):gmatch("([^\n]*)\n") do
    local graph, event = line:match("^graph ([%w_]+)$"), line:match("^event ([%w_]+)$")
    local sink, of = line:match("^sink ([%w_]+) ([%w_]+)$")
    local node, label = line:match("^callback ([%w_]+) (.+)$")
    if layout[1] or not (graph or event or sink or node) then layout[#layout + 1] = line .. "\n"
    elseif graph then known.graph = graph
    elseif event then known.events[#known.events + 1] = event
    elseif sink then known.sinks[#known.sinks + 1] = { name = sink, node = of }
    else known.callbacks[#known.callbacks + 1] = { node = node, label = label } end
  end
  known.nodes = snapshot.parse_layout(table.concat(layout))
  if not known.graph or not known.nodes or text:sub(-1) ~= "\n" or known.level and not is_level(known) then return nil end
  number_values(known)
  return known
end

---The value of a number.
---@param known table
---@param number integer
---@return { node: string, field: string, type: string }|nil
function M.value(known, number)
  local low, high = 1, #known.fields
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if known.fields[middle].first <= number then low = middle else high = middle - 1 end
  end
  local field = known.fields[low]
  if not field or number < field.first or number >= field.first + (field.count or 1) then return nil end
  return { node = field.node, field = field.count and ("%s[%d]"):format(field.name, number - field.first) or field.name, type = field.type }
end

local function in_list(list, index) return index >= 0 and index < #list end

local function is_poster(known, subject)
  if subject >= 2 ^ 30 then return in_list(known.sinks, subject - 2 ^ 30) end
  return in_list(known.callbacks, subject)
end

-- What must hold of a record's subject and value, by kind.
local CHECK = {
  cycle = function(_, record) return record.outcome ~= nil end,
  call = function(known, record) return record.outcome ~= nil and in_list(known.callbacks, record.subject) end,
  value = function(known, record)
    local value = M.value(known, record.subject)
    return value ~= nil and value.type == record.outcome
  end,
  post = function(known, record) return is_poster(known, record.subject) and in_list(known.events, tonumber(record.value)) end,
  sink = function(known, record) return in_list(known.sinks, record.subject) end,
  error = function(known, record)
    return record.outcome ~= nil and record.value < 0 and (record.subject == 2 ^ 32 - 1 or is_poster(known, record.subject))
  end,
  refused = function(_, record) return record.value < 0 end,
  mark = function(_, record) return record.outcome ~= nil end,
}

---Can this record be one of that graph?
---@param known table
---@param record table of flux.audit
---@return boolean
function M.fits(known, record)
  local check = CHECK[record.kind]
  if not check then return false end
  if record.event < 0 and not audit.NO_EVENT[record.event] or record.event >= #known.events then return false end
  return check(known, record)
end

return M
