-- SPDX-License-Identifier: MIT
-- twap: the time-weighted average price: each price counts for as long as it was the newest. Since the beginning or the last `reset`,
-- with every price or with each `trigger`; with `every` of each interval. A price is carried over a reset and from interval to interval.
-- There is no sliding window.
--
-- Formula: ∫ x dt / T; the newest price when no time has passed
-- Source: R. Almgren, N. Chriss, Journal of Risk 3 (2000)
--
--   local twap = g:node("twap", nodes.twap { x = tick.price, every = "1s" })
--   g:sink("twap", twap)

local givens = require "flux.nodes.support.given"
local kinds = require "flux.nodes.support.kinds"
local texts = require "flux.nodes.support.text"

-- An infinite price that was replaced at once counts for nothing.
local ACCRUE = [[
local held = tonumber(ctx.now - self.last)
if held > 0 then self.area = self.area + self.newest * held end
self.last = ctx.now]]

local ARRIVE = [[
$skip
if not self.begun then
  self.begun, self.since, self.last = true, ctx.now, ctx.now
end
$accrue
self.newest = x]]

local RESULT = "self.value = ctx.now > self.since and self.area / tonumber(ctx.now - self.since) or self.newest"

local RESTART = "self.area, self.since, self.last = 0, ctx.now, ctx.now"

local RUNNING = { update = "function(self, x, ctx)\n  $arrive\n  $result\nend", reset = "function(self, ctx)\n  $restart\nend" }

local TRIGGERED = {
  x = "function(self, x, ctx)\n  $arrive\nend",
  update = "function(self, trigger$reset, ctx)\n  $told\n  if not self.begun then return false end\n  $accrue\n  $result\nend",
  -- A trigger of the same cycle is of what was there before.
  reset = [[
function(self, trigger, ctx)
  if ctx.ticked(trigger) and self.begun then
    $accrue
    $result
  end
  self.told = self.begun
  $restart
end
]],
}

local TIMED = {
  x = "function(self, x, ctx)\n  $arrive\nend",
  timer = "function(self, ctx)\n  if not self.begun then return false end\n  $accrue\n  $result\n  $restart\nend",
}

return function(options)
  local given = givens.new("twap", options)
  given:number_input "x"
  local every, triggered, reset = given:duration "every", given:has "trigger", given:has "reset"
  if every and (triggered or reset) then given:fail("every begins anew by itself: neither trigger nor reset goes with it") end
  local skip = given:choice("nan", { "propagate", "skip" }) == "skip"
  if triggered then
    given:input "trigger"
    given:input("x", true)
  end
  if reset then given:input("reset", true) end
  given:done()
  local values = { accrue = ACCRUE, result = RESULT, restart = RESTART, reset = reset and ", reset" or "",
    told = reset and "if ctx.ticked(reset) then return self.told end" or "",
    skip = skip and ("if x ~= x then return%s end"):format(not (triggered or every) and " false" or "") or "" }
  values.arrive = texts.fill(ARRIVE, values)
  local function body(text) return text and texts.body("twap", text, values) end
  local form = every and TIMED or triggered and TRIGGERED or RUNNING
  return given:instance(kinds.new("Twap", {
    state = "double value;",
    internal = "double area, newest; int64_t since, last; bool begun;" .. (triggered and reset and " bool told;" or ""),
    every = every, update = body(form.update), on_timer = body(form.timer),
    on_input = { x = body(form.x), reset = reset and body(form.reset) or nil },
  }))
end
