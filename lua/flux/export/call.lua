-- SPDX-License-Identifier: MIT
-- flux.export.call: what a step's call depends on: its arguments, and the tests around it.
--
--   call.arguments(x, step, entry)    --> { "&g->cross", "&g->fast", "&g->slow" }
--   call.tests(x, item)               --> { "event->symbol == SIGNALS_SYMBOL_MSFT" }

local features = require "flux.export.features"
local refs = require "flux.export.refs"

local M = {}

-- What of a guard is known before step `reader`: what buffered events left, and flags of earlier steps.
local function known_before(guard, reader)
  local out = {}
  for _, flag in ipairs(type(guard) == "table" and guard or {}) do
    if flag.node or flag.step.index < reader.index then out[#out + 1] = flag end
  end
  return #out > 0 and out or "never"
end

-- Is the node's own dirt certain before the step? Else: the flags of its earlier steps.
local function own_dirt(entry, reader)
  local out = {}
  for _, step in ipairs(entry.steps) do
    if step.index >= reader.index then break end
    if step.node == reader.node and step.callback and features.has_verdict(step.callback) then
      if step.seed == "always" and step.callback.body.facts.always_dirty then return "always" end
      out[#out + 1] = { kind = "dirty", step = step }
    end
  end
  return #out > 0 and out or "never"
end

-- Which nodes were dirty, as far as a callback asks: the guards that its arguments read. Only flux.prev reads a node that
-- comes later, or the node itself.
local function watched(x, entry, step, input)
  local guards = {}
  local settles = step.role == "after_update" or step.role == "after_cycle"
  for i, element in ipairs(input.elements) do
    local guard = entry.watches[element.node] or "never"
    if not settles and element.node == step.node and guard == "always" then
      guard = own_dirt(entry, step)
    elseif not settles and x.position[element.node] >= x.position[step.node] then
      guard = known_before(guard, step)
    end
    guards[i] = guard
  end
  return guards
end

-- Is each flag of the guard among those of an OR of guards?
local function is_within(guard, guards)
  local known = {}
  for _, other in ipairs(guards) do
    for _, flag in ipairs(type(other) == "table" and other or {}) do
      local key = flag.step or flag.node
      known[key] = known[key] or {}
      known[key][flag.kind] = true
    end
  end
  for _, flag in ipairs(guard) do
    if not (known[flag.step or flag.node] or {})[flag.kind] then return false end
  end
  return true
end

-- Guards of which one holds where an element was dirty; "always" where that is certain, as it is for what the step waits for itself.
local function asked(x, entry, step, input)
  local guards = watched(x, entry, step, input)
  for _, guard in ipairs(guards) do
    if guard == "always" then return "always" end
  end
  return type(step.guard) == "table" and is_within(step.guard, guards) and "always" or guards
end

local NONE = {}

---A function that gives the guards whose flags a step's own line reads, for flux.export.flow.
---@param x table
---@param entry flux.Entry
function M.reads(x, entry)
  return function(step)
    local list = step.role == "on_arrest" and step.unless and { step.unless } or NONE
    for _, arg in ipairs(step.callback and step.callback.body.args or NONE) do
      if arg.what == "ticked" then
        local guards = asked(x, entry, step, arg.input)
        if list == NONE then list = {} end
        for _, guard in ipairs(guards ~= "always" and guards or NONE) do list[#list + 1] = guard end
      end
    end
    return list
  end
end

local function valid_terms(x, input)
  local terms, seen = {}, {}
  for _, element in ipairs(input.elements) do
    local term = "g->valid." .. x.names.member[element.node]
    if not seen[term] then terms[#terms + 1] = term end
    seen[term] = true
  end
  return terms
end

local ARG = {
  self = function(x, step) return "&" .. refs.state(x, step.node) end,
  event = function() return "event" end,
  input = function(x, _, arg)
    local element = arg.input.elements[1]
    local text = refs.element(x, arg.input, 0)
    return (element.field and not element.field.count) and text or (element.field and text or "&" .. text)
  end,
  index = function(_, step) return tostring(step.element) end,
  now = function(x, _, _, entry)
    if x.features.host_clock and entry.event then return "read_now(g)" end
    return x.batch and entry.event.time and "s.now" or "g->now"
  end,
  cycle = function(x) return x.batch and "(int64_t)s.cycle" or "(int64_t)g->cycle" end,
  ticked = function(x, step, arg, entry)
    local guards = asked(x, entry, step, arg.input)
    return guards == "always" and "true" or refs.any(x, guards)
  end,
  valid = function(x, _, arg)
    return table.concat(valid_terms(x, arg.input), " || ")
  end,
}

---The arguments of a callback's call.
---@param x table
---@param step table { callback, node, element }
---@param entry flux.Entry|table
---@return string[]
function M.arguments(x, step, entry)
  local out, args = {}, step.callback.body.args
  -- The instance stands where ctx does, or for all lists together.
  local instance = false
  for _, arg in ipairs(args) do instance = instance or arg.what == "ctx" end
  for _, arg in ipairs(args) do
    if arg.what ~= "list" then
      out[#out + 1] = arg.what == "ctx" and "g" or ARG[arg.what](x, step, arg, entry)
    elseif not instance then
      out[#out + 1], instance = "g", true
    end
  end
  return out
end

-- The filters that an `otherwise` step stands behind.
local function filters_of(step)
  local out = {}
  for _, other in ipairs(step.node.callbacks) do
    if other.event == step.callback.event and #(other.conditions or {}) > 0 then out[#out + 1] = other end
  end
  return out
end

---Does an `otherwise` step run exactly where a filter does not match?
---@param x table
---@param step table
---@param filter flux.Callback
---@return boolean
function M.is_negation(x, step, filter)
  local own = filters_of(step)
  return #own == 1 and table.concat(refs.conditions(x, own[1]), " && ") == table.concat(refs.conditions(x, filter), " && ")
end

---Tests around a step's own call.
---@param x table
---@param item table a step item of flux.export.flow
---@return string[] terms of an AND
function M.tests(x, item)
  local step = item.step
  local terms = {}
  if step.seed == "filter" and not item.selected then terms = refs.conditions(x, step.callback) end
  if step.seed == "otherwise" and not item.selected then
    for _, other in ipairs(filters_of(step)) do
      local tests = refs.conditions(x, other)
      terms[#terms + 1] = #tests == 1 and tests[1]:find(" == ") and tests[1]:gsub(" == ", " != ")
        or "!(" .. table.concat(tests, " && ") .. ")"
    end
  end
  if step.seed == "due" and not item.selected then terms[#terms + 1] = ("g->due[%d]"):format(x.timer_index[step.node]) end
  if step.when_all and not item.selected then
    for _, input in ipairs(step.node.inputs) do
      if not input.passive and not input.prev then
        local valid = valid_terms(x, input)
        terms[#terms + 1] = #valid == 1 and valid[1] or "(" .. table.concat(valid, " || ") .. ")"
      end
    end
  end
  if step.role == "on_arrest" and step.unless then
    local text = refs.guard(x, step.unless, true)
    if text ~= "false" then terms[#terms + 1] = "!" .. text end
  end
  return terms
end

---Does the entry call a function that returns a status?
function M.fails(x, entry)
  for _, step in ipairs(entry.steps) do
    if step.callback and x.callbacks[step.callback].fails then return true end
  end
  return false
end

return M
