-- SPDX-License-Identifier: MIT
-- gap: ticks when a sequence number is not the one before plus `step` (default 1, a whole number): `value` is how many are missing,
-- negative when it went back. 64-bit integers are compared as such; a NaN or an infinity is no number of a sequence and is passed over.
--
-- Formula: (x − expected) / step
-- Source: —
--
--   local lost = g:node("lost", nodes.gap { x = tick.size })
--   g:sink("lost", lost)      -- lost.value, lost.gaps, lost.repeats

local givens = require "flux.nodes.support.given"
local kinds = require "flux.nodes.support.kinds"
local texts = require "flux.nodes.support.text"

-- 64-bit numbers wrap, and so does the distance from one to another.
local AHEAD = {
  double = "local ahead = x - self.expected",
  int64_t = "local ahead = tonumber(x - self.expected)",
  uint64_t = "local ahead = tonumber(x - self.expected)\n"
    .. "if ahead >= 9223372036854775808 then ahead = -tonumber(self.expected - x) end",
}

-- A repeated number does not move what is expected.
local BODY = [[
function(self, x)
  $finite
  $ahead
  if not self.begun then
    self.begun = true
    ahead = 0
  end
  local missing = ahead / $step
  if missing >= 0 then self.expected = x $next end
  if missing == 0 then return false end
  self.value = missing
  if missing > 0 then self.gaps = self.gaps + 1 else self.repeats = self.repeats + 1 end
end
]]

local SUFFIX = { int64_t = "LL", uint64_t = "ULL" }

return function(options)
  local given = givens.new("gap", options)
  given:input "x"
  local class, wide = given:class "x", given:type "x"
  if class and class ~= "number" and class ~= "integer" then given:fail("input 'x': a number is needed, and this port is a %s", class) end
  local step = given:count("step", 1, -2 ^ 53, 2 ^ 53)
  if step == 0 then given:fail("option 'step' is 0: the numbers of a sequence differ") end
  given:done()
  wide = class == "integer" and wide or "double"
  local suffix = SUFFIX[wide] or ""
  return given:instance(kinds.new("Gap", {
    state = "double value; int64_t gaps, repeats;", internal = wide .. " expected; bool begun;",
    update = texts.body("gap", BODY, { ahead = AHEAD[wide], step = step,
      finite = wide == "double" and "if x - x ~= 0 then return false end" or "",
      next = ("%s %.0f%s"):format(step > 0 and "+" or "-", math.abs(step), suffix) }),
  }))
end
