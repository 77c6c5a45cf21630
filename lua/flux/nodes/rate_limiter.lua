-- SPDX-License-Identifier: MIT
-- rate_limiter: a token bucket: at most `rate` values a second in the long run and `burst` (default 1) at once. The others are dropped
-- and counted.
--
-- Formula: tokens = min(burst, tokens + rate · Δt); a value passes if tokens ≥ 1 and takes one
-- Source: J. Turner, IEEE Communications Magazine 24 (1986)
--
--   local orders = g:node("orders", nodes.rate_limiter { x = tick.price, rate = 10, burst = 5 })
--   g:sink("orders", orders)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local RateLimiter = flux.kind("RateLimiter", {
  params = "double rate, burst;", -- a nanosecond's tokens; tokens at most
  state = "double value; int64_t dropped;", internal = "double tokens; int64_t last; bool begun;",
  update = function(self, x, ctx)
    if not self.begun then
      self.begun, self.tokens = true, self.burst
    else
      self.tokens = math.min(self.burst, self.tokens + tonumber(ctx.now - self.last) * self.rate)
    end
    self.last = ctx.now
    if self.tokens < 1 then
      self.dropped = self.dropped + 1
      return false
    end
    self.tokens = self.tokens - 1
    self.value = x
  end,
})

return function(options)
  local given = givens.new("rate_limiter", options)
  given:number_input "x"
  local rate, burst = given:number("rate", nil, 1e-9), given:number("burst", 1, 1)
  given:done()
  return given:instance(RateLimiter, { rate = rate / 1e9, burst = burst })
end
