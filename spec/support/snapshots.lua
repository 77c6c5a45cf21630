-- SPDX-License-Identifier: MIT
-- Snapshots of random cases: every backend must write the same bytes, and go on from them alike.
--
--   snapshots.check(case, { "table", "luajit" })     → nil, or what differs

local backends = require "spec.support.backends"
local differential = require "spec.support.differential"

local M = {}

local function slice(list, from, to, more)
  local out = {}
  for i = from, to do out[#out + 1] = list[i] end
  for _, entry in ipairs(more or {}) do out[#out + 1] = entry end
  return out
end

-- Runs entries on a backend; a last entry { "snapshot" } gives its bytes, or why there are none.
local function run(case, backend, entries)
  local before, taken = case.entries, nil
  case.entries = entries
  local seen = differential.run(case, {
    name = backend.name,
    start = function(graph, options)
      local rt, message = backend.start(graph, options)
      return setmetatable({
        snapshot = function()
          local bytes, reason = rt:snapshot()
          taken = bytes or reason
          return true
        end,
        restore = function(_, bytes) return rt:restore(bytes) end,
        back = function() return rt:restore(case.bytes) end,
      }, { __index = function(_, key)
        local value = rt[key]
        return type(value) == "function" and function(_, ...) return value(rt, ...) end or value
      end }), message
    end,
  })
  case.entries = before
  return seen, taken
end

local function first_difference(a, b)
  for i = 1, math.max(#a, #b) do
    if a:byte(i) ~= b:byte(i) then return ("%d and %d bytes, the first difference is at byte %d"):format(#a, #b, i - 1) end
  end
end

local function lifecycle(graph)
  for _, node in ipairs(graph.nodes) do
    if node.by_role.start or node.by_role.init then return true end
  end
  return false
end

-- From the snapshot to the end, on each backend; the last one's snapshot too.
local function go_on(case, list, middle)
  local rest = slice(case.entries, middle + 1, #case.entries, { { "snapshot" } })
  table.insert(rest, 1, { "back" })
  local expected, last
  for _, backend in ipairs(list) do
    local seen, bytes = run(case, backend, rest)
    if expected then
      local difference = differential.difference(expected, seen, backend.name)
      if difference then return difference.text end
      if bytes ~= last then return ("last snapshot on %s: %s"):format(backend.name, first_difference(last, bytes)) end
    end
    expected, last = expected or seen, last or bytes
  end
  return nil, last
end

---@param case table for differential.compare
---@param names string[]
---@return string|nil difference
---@return boolean|nil whether there was a snapshot to compare: an error may have stopped the case
function M.check(case, names)
  local list, middle, first = backends.named(names), math.floor(#case.entries / 2), nil
  table.remove(list, 1) -- the oracle takes none
  for _, backend in ipairs(list) do
    local _, bytes = run(case, backend, slice(case.entries, 1, middle, { { "snapshot" } }))
    first = first or bytes
    if bytes ~= first then return ("snapshot on %s: %s"):format(backend.name, first_difference(first, bytes)) end
  end
  if first == nil or first:sub(1, 8) ~= "FLUXSNAP" then return nil, false end
  case.bytes = first
  local text, last = go_on(case, list, middle)
  if text then return text end
  if not lifecycle(case.graph) and not case.sinks then
    local _, whole = run(case, list[1], slice(case.entries, 1, #case.entries, { { "snapshot" } }))
    if whole ~= last then return "restored and uninterrupted runs end differently: " .. (first_difference(whole, last) or "") end
  end
  return nil, true
end

return M
