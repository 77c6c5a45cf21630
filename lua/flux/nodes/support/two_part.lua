-- SPDX-License-Identifier: MIT
-- Sliding aggregates without subtraction: a window is an older and a newer part.
--
-- The newer part is aggregated as values come. When the older part is used up, the newer one is turned over: walked from its newest
-- value to its oldest, each slot getting the aggregate of itself and everything after it. A value then leaves by moving to the next
-- slot. The result is the older part's slot merged with the newer part. Nothing is ever subtracted, so nothing drifts, and a NaN, an
-- infinity or a huge value is forgotten when it leaves. O(1) amortised: a turn costs one addition for each value of the window, once
-- in a window's length. (Tangwongsan, Hirzel, Schneider, Wu: General incremental sliding-window aggregation, VLDB 2015; "two-stacks".)
--
--   two_part.statistic { kind, inputs = { "x" }, state, parts = { "mean", "m2" }, empty = { … }, shifts = { { "shift", "x" } },
--     first = "k == 1", add, prepend, merge, result, held = false, keep }
--
-- A shift is set by the value for which `first` is true, the first one that counts. Pieces of text see: the inputs; k, the number of
-- values in the part, this one included; the parts and shifts as locals. `add` appends a newer value; `prepend` (default `add`) an older
-- one. `merge` sees the older part as older_NAME, its number of values as `older`, the newer one's as k, all as n. `result` sees n, parts
-- and shifts, and sets fields of self.

local texts = require "flux.nodes.support.text"

local M = {}

local function prefixed(statistic, prefix)
  local list = {}
  for i, name in ipairs(statistic.locals) do list[i] = "self." .. prefix .. name end
  return table.concat(list, ", ")
end

local function empties(statistic)
  local list = {}
  for i, part in ipairs(statistic.parts) do list[i] = statistic.empty and statistic.empty[part] or "0" end
  return list
end

-- Sets fields, or nothing when the statistic has none.
local function assign(names, prefix, values)
  if #names == 0 then return "" end
  return texts.list(names, prefix) .. " = " .. table.concat(values, ", ")
end

local function adding(statistic, step)
  local lines = {}
  for _, shift in ipairs(statistic.shifts) do
    lines[#lines + 1] = ("if %s then %s = %s end"):format(statistic.first or "k == 1", shift[1], shift[2])
  end
  lines[#lines + 1] = step:gsub("^\n+", ""):gsub("%s+$", "")
  return table.concat(lines, "\n")
end

-- Loads the part that grows, adds a value to it, and stores it.
local function growing(statistic, prefix, count)
  local first = (statistic.keep and statistic.keep .. "\n" or "") .. "local k = " .. count
  if #statistic.locals == 0 then return first end
  return table.concat({ first, ("local %s = %s"):format(table.concat(statistic.locals, ", "), prefixed(statistic, prefix)),
    adding(statistic, statistic.add), prefixed(statistic, prefix) .. " = " .. table.concat(statistic.locals, ", ") }, "\n")
end

local function loading(statistic, prefix, count)
  if #statistic.locals == 0 then return "local k = " .. count end
  return ("local k = %s\nlocal %s = %s"):format(count, table.concat(statistic.locals, ", "), prefixed(statistic, prefix))
end

local function fields(statistic, prefix)
  if #statistic.locals == 0 then return "" end
  local list = {}
  for i, name in ipairs(statistic.locals) do
    local empty = statistic.empty and statistic.empty[name]
    list[i] = prefix .. name .. (empty and " = " .. ({ ["1 / 0"] = "inf", ["-1 / 0"] = "-inf" })[empty] or "")
  end
  return "double " .. table.concat(list, ", ") .. ";"
end

-- One part only: everything so far, one tumbling window, or a statistic that needs no values.
local function running(statistic, plan)
  local unheld = plan.shape ~= "open"
  return { state = statistic.state, result = statistic.result, more = fields(statistic, "run_"),
    load = loading(statistic, "run_", "self.count"), come = growing(statistic, "run_", "self.count + 1"),
    query = "local n = " .. (unheld and "self.count" or "k"),
    clear = "self.count = 0\n" .. assign(statistic.parts, "self.run_", empties(statistic)) }
end

-- Walks the newer part from its newest value to its oldest.
local function turning(statistic, ring)
  local own, raw = {}, {}
  for i, part in ipairs(statistic.parts) do own[i] = ("self.held_%s[%s]"):format(part, ring and "i" or "at") end
  for i in ipairs(statistic.inputs) do raw[i] = own[i] end
  local step = adding(statistic, statistic.prepend or statistic.add)
  local counts = step:find "%f[%w_]k%f[^%w_]" ~= nil -- not every step asks how many values there are
  local lines = { "local " .. assign(statistic.parts, "", empties(statistic)) }
  if counts then table.insert(lines, 1, "local k = 0") end
  for _, shift in ipairs(statistic.shifts) do lines[#lines + 1] = ("local %s = self.newer_%s"):format(shift[1], shift[1]) end
  lines[#lines + 1] = ring and "for i = $last, 0, -1 do" or "for i = self.newer - 1, 0, -1 do"
  if not ring then lines[#lines + 1] = "  local at = (self.head + i) % $capacity" end
  lines[#lines + 1] = ("  local %s = %s"):format(table.concat(statistic.inputs, ", "), table.concat(raw, ", "))
  if counts then lines[#lines + 1] = "  k = k + 1" end
  lines[#lines + 1] = step:gsub("([^\n]+)", "  %1")
  lines[#lines + 1] = ("  %s = %s"):format(table.concat(own, ", "), table.concat(statistic.parts, ", "))
  lines[#lines + 1] = "end"
  for _, shift in ipairs(statistic.shifts) do
    lines[#lines + 1] = ("self.older_%s, self.newer_%s = %s, %s"):format(shift[1], shift[1], shift[1], shift[1])
  end
  lines[#lines + 1] = "self.newer = 0"
  lines[#lines + 1] = assign(statistic.parts, "self.newer_", empties(statistic))
  return table.concat(lines, "\n")
end

local function held(statistic)
  local list = {}
  for i, part in ipairs(statistic.parts) do list[i] = "held_" .. part .. "[$size]" end
  return "double " .. table.concat(list, ", ") .. ";"
end

local function storing(statistic)
  local lines = {}
  for i, input in ipairs(statistic.inputs) do lines[i] = ("self.held_%s[at] = %s"):format(statistic.parts[i], input) end
  return table.concat(lines, "\n")
end

local function merging(statistic, first)
  local names, values = {}, {}
  for i, part in ipairs(statistic.parts) do names[i], values[i] = "older_" .. part, ("self.held_%s[first]"):format(part) end
  for _, shift in ipairs(statistic.shifts) do
    names[#names + 1], values[#values + 1] = "older_" .. shift[1], "self.older_" .. shift[1]
  end
  return table.concat({ "local n = self.count", "local older = n - k", "if older > 0 then", "  local first = " .. first,
    ("  local %s = %s"):format(table.concat(names, ", "), table.concat(values, ", ")),
    (statistic.merge:gsub("^\n+", ""):gsub("%s+$", ""):gsub("([^\n]+)", "  %1")), "end" }, "\n")
end

local function sliding(statistic, plan)
  local ring = plan.shape == "ring"
  local shifts = {}
  for i, shift in ipairs(statistic.shifts) do shifts[i] = "older_" .. shift[1] end
  local more = { "$small newer; // values in the newer part", fields(statistic, "newer_") }
  if #shifts > 0 then more[#more + 1] = "double " .. table.concat(shifts, ", ") .. ";" end
  more[#more + 1] = (held(statistic):gsub("$size", plan.n or plan.capacity))
  local turn = turning(statistic, ring)
  local hooks = { state = statistic.state, result = statistic.result, more = table.concat(more, "\n"),
    load = loading(statistic, "newer_", "self.newer"),
    query = merging(statistic, ring and "math.min(k, $last)" or "math.min(self.head, $last)"),
    clear = "self.count, self.newer = 0, 0\n" .. assign(statistic.parts, "self.newer_", empties(statistic)) }
  if ring then
    hooks.come = "if self.newer == $n then -- the newer part becomes the older one\n" .. turn:gsub("([^\n]+)", "  %1")
      .. "\nend\nlocal at = math.min(self.newer, $last)\n" .. storing(statistic) .. "\n" .. growing(statistic, "newer_", "at + 1")
      .. "\nself.newer = k"
  else
    hooks.leave = "if self.count == self.newer then -- the newer part becomes the older one\n" .. turn:gsub("([^\n]+)", "  %1") .. "\nend"
    hooks.come = storing(statistic) .. "\n" .. growing(statistic, "newer_", "self.newer + 1") .. "\nself.newer = k"
  end
  return hooks
end

--- A statistic for window.define.
---@param statistic table
---@return table
function M.statistic(statistic)
  statistic.bounded = true
  statistic.shifts = statistic.shifts or {}
  statistic.locals = {}
  for _, part in ipairs(statistic.parts) do table.insert(statistic.locals, part) end
  for _, shift in ipairs(statistic.shifts) do table.insert(statistic.locals, shift[1]) end
  function statistic.make(plan)
    local hooks = (plan.shape == "open" or statistic.held == false) and running(statistic, plan) or sliding(statistic, plan)
    if statistic.more_state then hooks.more = statistic.more_state .. "\n" .. hooks.more end
    return hooks
  end
  return statistic
end

return M
