-- SPDX-License-Identifier: MIT
-- weather.lua: a year of hourly weather in Seattle (data/seattle-weather-hourly-normals.csv, see data/README.md).
--
-- Shows: rolling windows of fixed size, a calendar day by timer (S14: the reading of 00:00 belongs to the new day),
-- on_input as the way to collect without propagating, and two alerts with hysteresis that share a kind.
--
-- It must publish 364 days (the last one has not ended), 128 changes of the wind alert and 620 of the falling-pressure
-- alert, which follows the daily tide of the air. The widest 24 hours span 10.3 °C (the 84th record, 2010-07-28 16:00); the
-- warmest day (the 173rd record) is 2010-07-23, with a mean of 19.025 °C.
local flux = require "flux"

local Reading = flux.event("Reading", [[
  int64_t date;          // ns since 1970
  double pressure;       // hPa
  double temperature;    // °C
  double wind;           // m/s
]], { time = "date" })

-- On when x reaches `above`, off when it is under `below`: in between it stays as it is. Dirty when it switches.
local Alert = flux.kind("Alert", {
  params = "double above, below;",
  state = "int64_t since; double level; bool on; int32_t switches;",
  update = function(self, x, ctx)
    local on = x >= self.above or self.on and x >= self.below
    if on == self.on then return false end
    self.on = on
    self.level = x
    self.since = ctx.now
    self.switches = self.switches + 1
  end,
})

local g = flux.graph("weather")
g:default_input(Reading, "data/seattle-weather-hourly-normals.csv")

local reading = g:node("reading", {
  state = "double pressure, temperature, wind;",
  on = {
    [Reading] = function(self, event)
      self.pressure, self.temperature, self.wind = event.pressure, event.temperature, event.wind
    end,
  },
})

-- The last 24 hours, from the 24th reading on.
local rolling = g:node("rolling", {
  inputs = { temperature = reading.temperature },
  state = "double mean, range; double window[24]; int32_t next, count;",
  update = function(self, temperature)
    self.window[self.next] = temperature
    self.next = (self.next + 1) % 24
    if self.count < 24 then self.count = self.count + 1 end
    if self.count < 24 then return false end

    local sum, low, high = 0, temperature, temperature
    for i = 0, 23 do
      local t = self.window[i]
      sum = sum + t
      low = math.min(low, t)
      high = math.max(high, t)
    end
    self.mean = sum / 24
    self.range = high - low
  end,
})

-- The largest daily swing of the year so far.
local swing = g:node("swing", {
  inputs = { range = rolling.range },
  state = "double range; int64_t at;",
  update = function(self, range, ctx)
    if range <= self.range then return false end
    self.range = range
    self.at = ctx.now
  end,
})

-- Each calendar day, published at its midnight.
local day = g:node("day", {
  inputs = { temperature = reading.temperature },
  state = "int64_t ended; double mean, low, high; int32_t hours; double sum, least, most; int32_t count;",
  every = "24h",
  on_input = {
    temperature = function(self, temperature)
      if self.count == 0 then self.least, self.most = temperature, temperature end
      self.least = math.min(self.least, temperature)
      self.most = math.max(self.most, temperature)
      self.sum = self.sum + temperature
      self.count = self.count + 1
    end,
  },
  on_timer = function(self, ctx)
    if self.count == 0 then return false end
    self.ended = ctx.now
    self.mean, self.low, self.high, self.hours = self.sum / self.count, self.least, self.most, self.count
    self.sum, self.count = 0, 0
  end,
})

local warmest = g:node("warmest", {
  inputs = { mean = day.mean },
  state = "double mean = -100; int64_t ended;",
  update = function(self, mean, ctx)
    if mean <= self.mean then return false end
    self.mean = mean
    self.ended = ctx.now
  end,
})

-- By how much the pressure fell in three hours (negative: it rose), from the fourth reading on.
local fall = g:node("fall", {
  inputs = { pressure = reading.pressure },
  state = "double value; double before[3]; int32_t count;",
  update = function(self, pressure)
    self.value = self.before[0] - pressure
    self.before[0], self.before[1], self.before[2] = self.before[1], self.before[2], pressure
    if self.count < 3 then
      self.count = self.count + 1
      return false
    end
  end,
})

local wind = g:node("wind", Alert { x = reading.wind, above = 4.4, below = 4.0 })
local front = g:node("front", Alert { x = fall.value, above = 0.75, below = 0.25 })

g:sink("day", day)
g:sink("warmest", warmest)
g:sink("swing", swing)
g:sink("wind_alert", wind)
g:sink("front_alert", front)
return g
