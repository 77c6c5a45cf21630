-- SPDX-License-Identifier: MIT
-- sp500.lua: trend signals on the daily bars of the S&P 500, 2000-01-03 to 2020-04-17 (data/sp500-2000.csv).
--
-- Shows: one kind used twice, fixed arrays and numeric `for`, arrest as the normal way to say "no news", ctx.valid for
-- the warm-up, passive inputs, and times that arrive as ISO dates. Every body is portable: `flux export` accepts it.
--
-- It must publish 64 signals: the first on 2000-03-23, the last on 2020-03-06, one each time the 20-day average crosses
-- the 100-day average. At the end the worst drawdown is -56.8 %, reached on 2009-03-09.
local flux = require "flux"

local Bar = flux.event("Bar", [[
  int64_t date;                        // midnight UTC of the trading day, ns since 1970
  double open, high, low, close;       // index points
  double adjclose, volume;
]], { time = "date" })

local Ema = flux.kind("Ema", {
  params = "double days;", -- the usual span: alpha = 2 / (days + 1)
  state = "double value; bool primed;",
  update = function(self, x)
    if not self.primed then
      self.primed = true
      self.value = x -- starts at the first price, not at 0
    end
    self.value = self.value + 2 / (self.days + 1) * (x - self.value)
  end,
})

local g = flux.graph("sp500")
g:default_input(Bar, "data/sp500-2000.csv")

local bar = g:node("bar", {
  state = "double close;",
  on = { [Bar] = function(self, event) self.close = event.close end },
})

local fast = g:node("fast", Ema { x = bar.close, days = 20 })
local slow = g:node("slow", Ema { x = bar.close, days = 100 })

-- The logarithm of close / close of the day before. The first bar has no day before: arrest.
local returns = g:node("returns", {
  inputs = { close = bar.close },
  state = "double value, last;",
  update = function(self, close)
    local last = self.last
    self.last = close
    if last == 0 then return false end
    self.value = math.log(close / last)
  end,
})

-- Realised volatility: the standard deviation of the last 20 returns, a year having 252 trading days.
local volatility = g:node("volatility", {
  inputs = { x = returns.value },
  state = "double value; double window[20]; int32_t next, count;",
  update = function(self, x)
    self.window[self.next] = x
    self.next = (self.next + 1) % 20
    if self.count < 20 then self.count = self.count + 1 end
    if self.count < 20 then return false end

    local mean = 0
    for i = 0, 19 do mean = mean + self.window[i] end
    mean = mean / 20
    local squares = 0
    for i = 0, 19 do
      local d = self.window[i] - mean
      squares = squares + d * d
    end
    self.value = math.sqrt(squares / 19 * 252)
  end,
})

-- How far the close is below its highest so far, and the deepest such fall. Dirty only when there is a new worst.
local drawdown = g:node("drawdown", {
  inputs = { close = bar.close },
  state = "double value, peak, worst; int64_t worst_date;",
  update = function(self, close, ctx)
    self.peak = math.max(self.peak, close)
    self.value = close / self.peak - 1
    if self.value >= self.worst then return false end
    self.worst = self.value
    self.worst_date = ctx.now
  end,
})

-- +1 when the fast average crosses above the slow one, -1 when it crosses below. Strength: the day's return in daily
-- standard deviations. Quiet until there is a volatility; the side that is found then is the start, not a cross.
local cross = g:node("cross", {
  inputs = { fast = fast, slow = slow, today = flux.passive(returns), volatility = flux.passive(volatility) },
  state = "int64_t date; double strength; int8_t side;",
  update = function(self, fast, slow, today, volatility, ctx)
    if not ctx.valid(volatility) then return false end
    local before = self.side
    if fast.value >= slow.value then self.side = 1 else self.side = -1 end
    if before == 0 or self.side == before then return false end
    self.date = ctx.now
    self.strength = math.abs(today.value) / (volatility.value / math.sqrt(252))
  end,
})

g:sink("signal", cross)
g:sink("new_low", drawdown)
return g
