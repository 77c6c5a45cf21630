-- SPDX-License-Identifier: MIT
-- Windows: which values a statistic sees, and when it speaks. The statistics are in the nodes' files.
--
--   return window.define("sum", two_part.statistic { inputs = { "x" }, parts = { … }, add = …, merge = …, result = … })
--
-- Options of every windowed node (docs/nodes.md explains them):
--   window = 20 | "100ms" | nil (everything)   every = 5 | "100ms"   trigger = input   reset = input   min_window = 5
--   nan = "propagate" | "skip"   capacity = 256   overflow = "error" | "oldest"   offset, missed (of a timed `every`)
--
-- Four shapes: `open` (everything, or one tumbling window: no values are kept), `ring` (the last n values) and `span` (the values of
-- the last t); the statistic says what is done with a value that comes and one that goes. See two_part.lua and ordered.lua.

local givens = require "flux.nodes.support.given"
local kinds = require "flux.nodes.support.kinds"
local texts = require "flux.nodes.support.text"

local TIMER_OPTIONS = { "offset", "missed" }

local PIECES = { "load", "come", "leave", "clear", "query", "result" }

local M = {}

local SMALL = 65535

-- Options ----------------------------------------------------------------------------------------------------------------------------

local function ceil_ratio(a, b) return tonumber((a + b - 1) / b) end

--- The options as a plan of the window: { n | span, every, every_ns, trigger, reset, least, skip, nan, capacity, overflow, shape }.
local function read(given, statistic)
  local plan = { nan = given:choice("nan", { "propagate", "skip" }), trigger = given:has "trigger", reset = given:has "reset" }
  local most = statistic.bounded and 2 ^ 24 or 2 ^ 24 - 1 -- a tree has one element more than it holds
  if given:is_duration "window" then plan.span = given:duration "window"
  elseif given:has "window" then plan.n = given:count("window", nil, 1, most) end
  if given:is_duration "every" then plan.every_ns = given:duration "every"
  elseif given:has "every" then plan.every = given:count "every" end
  if plan.trigger and (plan.every or plan.every_ns) then given:fail("either every or trigger says when to publish, not both") end
  plan.tumbling = plan.n and plan.n == plan.every or plan.span and plan.span == plan.every_ns
  local keeps = statistic.bounded or plan.n or plan.span
  if not keeps then given:fail("a window is needed: window = 20, or window = \"1s\" with a capacity") end
  if plan.tumbling and statistic.bounded or not (plan.n or plan.span) then plan.shape = "open"
  else plan.shape = plan.n and "ring" or "span" end
  if plan.shape == "span" then
    if not given:has "capacity" then
      given:fail("a window of time keeps its values: declare how many, as in capacity = 256 (what happens beyond: overflow)")
    end
    plan.capacity = given:count("capacity", nil, 1, most)
    plan.overflow = given:choice("overflow", { "error", "oldest" })
  elseif given:has "capacity" or given:has "overflow" then
    given:fail("capacity and overflow are for windows of time that keep their values; this one keeps %s",
      plan.n and plan.n .. " values" or "none")
  end
  plan.counts = plan.every and not (plan.tumbling and plan.shape == "open") -- values until the next result
  local whole = plan.every_ns and plan.span
  plan.least = given:count("min_window", plan.n or plan.every_ns and 0 or 1, 0, plan.n or plan.capacity or 2 ^ 24)
  plan.skip = whole and not given:has "min_window" and ceil_ratio(plan.span, plan.every_ns) - 1 or 0
  return plan
end

-- Text of the bodies -----------------------------------------------------------------------------------------------------------------

-- Makes a window's place for one more value: nothing in `open`, the slot of the oldest value in `ring`, expiry in `span`.
local EXPIRE = [[
while self.count > 0 and $expired do
  $leave
  self.head = (self.head + 1) % $capacity
  self.count = self.count - 1
end
]]

local ROOM = {
  open = "$tumble",
  ring = "",
  span = [[
$clock
$expire
$full
local at = (self.head + self.count) % $capacity
self.held_time[at] = now
]],
}

local FULL = {
  error = [[
if self.count == $capacity then
  self.overflowed = self.overflowed + 1
  self.held_time[self.count] = now -- beyond the array: ends the cycle
end
]],
  oldest = "",
}

local COUNT = {
  open = "self.count = self.count + 1",
  ring = "if self.count < $n then self.count = self.count + 1 end",
  span = "self.count = self.count + 1",
}

-- The time of this cycle and when what is too old came; at the beginning of time nothing is.
local CLOCK = "local now = ctx.now\nlocal horizon = now - $horizon"

local OLDEST = "self.held_time[math.min(self.head, $last)]"

local function expired(drops)
  local test = "horizon < now and " .. OLDEST .. " <= horizon"
  return drops and ("(%s or self.count == $capacity)"):format(test) or test
end

local function leave(statistic, drops)
  local text = statistic.leave or ""
  return drops and ("if horizon >= now or %s > horizon then self.overflowed = self.overflowed + 1 end\n%s"):format(OLDEST, text) or text
end

-- What a reset does. A trigger of the same cycle is of what was there before: its result is made first.
local function anew(plan)
  local clear = "$clear" .. (plan.counts and "\nself.due = $every" or "")
  if not plan.trigger then return clear end
  return ([[
if ctx.ticked(trigger) then
  $now_expire
  self.told = %s
  if self.told then
    $load
    $query
    $result
  end
end
]]):format(plan.least > 0 and "self.count >= $least" or "true") .. clear
end

local function insertion(plan, statistic, verdict)
  local skip = {}
  for i, name in ipairs(statistic.inputs) do skip[i] = ("%s ~= %s"):format(name, name) end
  local parts = {}
  if plan.reset then parts[#parts + 1] = "if ctx.ticked(reset) then\n  $anew\nend" end
  for i = 2, #statistic.inputs do parts[#parts + 1] = ("if not ctx.valid(%s) then %s end"):format(statistic.inputs[i], verdict) end
  if plan.nan == "skip" then parts[#parts + 1] = ("if %s then %s end"):format(table.concat(skip, " or "), verdict) end
  parts[#parts + 1] = "$room"
  parts[#parts + 1] = "$come"
  return table.concat(parts, "\n")
end

-- Arrests until it is time to publish: with every value number `every`, if the window holds enough.
local function due(plan)
  if plan.every and not plan.counts then return "if self.count < $n then return false end" end
  local enough = plan.least > 1 or plan.least == 1 and (plan.trigger or plan.every_ns)
  enough = enough and "if self.count < $least then return false end" or ""
  if not plan.counts then return enough end
  return "self.due = self.due - 1\nif self.due > 0 then return false end\nself.due = $every\n" .. enough
end

local function values_of(plan, statistic, options)
  local values = {}
  for key, value in pairs(options) do values[key] = value end -- a copy: the order does not matter
  for _, key in ipairs(PIECES) do values[key] = statistic[key] or "" end
  local size = plan.n or plan.capacity
  values.n, values.size, values.last, values.capacity = plan.n or 0, size or 0, size and size - 1 or 0, plan.capacity or 0
  values.least, values.every, values.span = plan.least, plan.every or 0, plan.span and tostring(plan.span) or "0"
  values.small = size and size <= SMALL and "uint16_t" or size and "int32_t" or "double"
  values.seconds = plan.span and tonumber(plan.span) / 1e9 or 0
  return values
end

-- A function that makes bodies of this window: `text` is completed by the window's pieces. `closing` is how much longer than the window
-- ago what is too old came.
local function maker(name, plan, statistic, options)
  local values = values_of(plan, statistic, options)
  local full = plan.capacity and texts.full(plan.capacity, "values", "overflow = \"oldest\"")
  return function(parameters, text, closing, inserting)
    local own = {}
    for key, value in pairs(values) do own[key] = value end -- a copy: the order does not matter
    local drops = inserting and plan.overflow == "oldest"
    own.horizon = plan.span and tostring(plan.span + (closing or 0)) or ""
    own.clock = texts.fill(CLOCK, own)
    own.expired, own.leave = texts.fill(expired(drops), own), texts.fill(leave(statistic, drops), own)
    own.expire = plan.shape == "span" and EXPIRE or ""
    own.now_expire = plan.shape == "span" and "$clock\n$expire" or ""
    own.full = plan.overflow and FULL[plan.overflow] or ""
    own.tumble = plan.tumbling and (plan.n and "if self.count == $n then\n  $clear\nend"
      or "if self.closed then\n  self.closed = false\n  $clear\nend") or ""
    own.room, own.due, own.anew = ROOM[plan.shape], due(plan), anew(plan)
    local inner = texts.fill(text, own):gsub("([^\n]+)", "  %1")
    return texts.body(name, ("function(self, %s)\n%s\nend"):format(table.concat(parameters, ", "), inner), {}, full)
  end
end

-- The body that publishes by a timer. A value at the deadline itself has not arrived yet: it belongs to the next window (S14).
local function timer_body(plan, body)
  local text = "$now_expire\n$load\n$query\n$result\n$due"
  if plan.tumbling and plan.shape == "open" then
    -- What the window held stays readable until its first value or its end: it is emptied then.
    text = "if self.closed then\n  $clear\nend\nself.closed = true\n" .. text
  end
  if plan.skip > 0 then
    text = text .. ("\nif self.closings < %d then\n  self.closings = self.closings + 1"
      .. "\n  return false -- the window is not whole yet\nend"):format(plan.skip)
  end
  return body({ "ctx" }, text, 1)
end

local function bodies(name, plan, statistic, options)
  local body = maker(name, plan, statistic, options)
  local first = statistic.inputs[1]
  local names = { unpack(statistic.inputs) }
  local both = plan.reset and plan.trigger
  if plan.reset then names[#names + 1] = "reset" end
  if both then names[#names + 1] = "trigger" end
  names[#names + 1] = "ctx"
  local spec = { on_input = {} }
  if plan.reset then
    spec.on_input.reset = body(both and { first, "trigger", "ctx" } or { first, "ctx" },
      "if not ctx.ticked(" .. first .. ") then\n  $anew\nend")
  end
  if not (plan.trigger or plan.every_ns) then
    local text = insertion(plan, statistic, "return false") .. "\n" .. COUNT[plan.shape] .. "\n$due\n$query\n$result"
    spec.update = body(names, text, nil, true)
    return spec
  end
  spec.on_input[first] = body(names, insertion(plan, statistic, "return") .. "\n" .. COUNT[plan.shape], nil, true)
  if plan.trigger then
    local told = both and "if ctx.ticked(reset) then return self.told end\n" or ""
    spec.update = body(both and { "trigger", "reset", "ctx" } or { "trigger", "ctx" }, told .. "$now_expire\n$due\n$load\n$query\n$result")
  else
    spec.on_timer = timer_body(plan, body)
  end
  return spec
end

local function state_of(plan, statistic)
  return statistic.state .. (plan.shape == "span" and "\nint64_t overflowed; // values beyond the capacity" or "")
end

local function internal_of(plan, statistic, values)
  local lines = {}
  local function add(text) lines[#lines + 1] = text end
  add((plan.shape == "open" and "double" or "$small") .. " count; // values in the window")
  if plan.shape == "span" then add "$small head; // where the oldest is" end
  if plan.counts then add "int32_t due = $every; // values until the next result" end
  if plan.reset and plan.trigger then add "bool told; // the window that a reset ended had a result" end
  if plan.skip > 0 then add "int32_t closings;" end
  if plan.tumbling and plan.span and plan.shape == "open" then add "bool closed; // the next value begins a window" end
  if statistic.more then add(statistic.more) end
  if plan.shape == "span" then add "int64_t held_time[$capacity];" end
  return texts.fill(table.concat(lines, "\n"), values)
end

-- Entry ------------------------------------------------------------------------------------------------------------------------------

--- A function of flux.nodes: reads the user's table, makes the kind, and calls it.
--- A statistic is made by two_part or ordered: { inputs, state, more, bounded, make = function(plan, options) → hooks }.
---@param name string
---@param statistic table
---@return fun(options: table): flux.KindInstance
function M.define(name, statistic)
  return function(options)
    local given = givens.new(name, options)
    for i, input in ipairs(statistic.inputs) do given:number_input(input, i > 1) end
    local plan = read(given, statistic)
    local own = statistic.options and statistic.options(given, plan) or {}
    local hooks = statistic.make(plan, own)
    hooks.inputs = statistic.inputs
    local given_of_timer = {}
    for _, key in ipairs(TIMER_OPTIONS) do
      if given:has(key) then
        if not plan.every_ns then given:fail("%s is for a timed every", key) end
        given_of_timer[key] = options[key]
      end
    end
    if plan.trigger then given:input "trigger" end
    if plan.reset then given:input("reset", true) end
    if plan.trigger then given:input(statistic.inputs[1], true) end
    given:done()
    local spec = bodies(name, plan, hooks, own)
    local values = values_of(plan, hooks, own)
    hooks.more = hooks.more and texts.fill(hooks.more, values)
    spec.state, spec.internal = state_of(plan, hooks), internal_of(plan, hooks, values)
    if hooks.init then spec.init = texts.body(name, hooks.init, {}) end
    spec.every, spec.offset, spec.missed = plan.every_ns, given_of_timer.offset, given_of_timer.missed
    return given:instance(kinds.new(statistic.kind or name:gsub("^%l", string.upper), spec))
  end
end

return M
