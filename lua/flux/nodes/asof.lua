-- SPDX-License-Identifier: MIT
-- asof: each x with the newest y that came at its time or before, at most `tolerance` ago (default: any time). `exact = false` takes only
-- a y from before x's time. Without such a y nothing ticks; with `missing = 0` (or another number, 0/0 for NaN) that is the value.
--
-- Formula: value = y(s) for the greatest s ≤ t with t − s ≤ tolerance; age = t − s
-- Source: pandas.merge_asof
--
--   local mid = g:node("mid", nodes.ema { x = tick.price, span = 10 })
--   local seen = g:node("seen", nodes.asof { x = tick.size, y = mid.value, tolerance = "100ms" })
--   g:sink("seen", seen)      -- seen.x, seen.value, seen.age (ns; -1 without a y)

local givens = require "flux.nodes.support.given"
local kinds = require "flux.nodes.support.kinds"
local texts = require "flux.nodes.support.text"

-- With `exact = false` the last y of an earlier time is kept beside the newest.
local ARRIVE = [[
function(self, y, ctx)
  $earlier
  self.y, self.time, self.seen = y, ctx.now, true
end
]]

local EARLIER = [[
if self.seen and self.time < ctx.now then
  self.earlier_y, self.earlier_time, self.earlier_seen = self.y, self.time, true
end
]]

local UPDATE = [[
function(self, x, ctx)
  local y, time, seen = self.y, self.time, self.seen
  $exact
  local age = ctx.now - time
  if age < 0 then age = 9223372036854775807LL end -- the ends of time are farther apart
  if not seen or age > $tolerance then
    $missing
  end
  self.x, self.value, self.age = x, y, age
end
]]

local EXACT = "if time == ctx.now then y, time, seen = self.earlier_y, self.earlier_time, self.earlier_seen end"

return function(options)
  local given = givens.new("asof", options)
  given:number_input "x"
  given:number_input("y", true)
  local exact, tolerance = given:flag("exact", true), given:duration("tolerance", true)
  local missing = given:has "missing" and texts.number(given:number("missing", nil, nil, nil, true))
  given:done()
  local values = { tolerance = tolerance and tostring(tolerance) or "9223372036854775807LL",
    missing = missing and ("self.x, self.value, self.age = x, %s, -1\nreturn"):format(missing) or "return false",
    exact = exact and "" or EXACT, earlier = exact and "" or EARLIER }
  return given:instance(kinds.new("Asof", {
    state = "double x, value; int64_t age;",
    internal = "double y; int64_t time; bool seen;"
      .. (exact and "" or " double earlier_y; int64_t earlier_time; bool earlier_seen;"),
    on_input = { y = texts.body("asof", ARRIVE, values) },
    update = texts.body("asof", UPDATE, values),
  }))
end
