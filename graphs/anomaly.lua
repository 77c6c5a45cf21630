-- SPDX-License-Identifier: MIT
-- anomaly.lua: a streaming anomaly detector, made of the node library, on a year of hourly weather in Seattle
-- (data/seattle-weather-hourly-normals.csv).
--
-- Shows: flux.nodes and the fluent form. The hourly change of the air's pressure is compared with the changes of the last week; what
-- is more than three standard deviations from their mean is an anomaly, told once until the changes are calm again (under two).
--
-- It must publish 58 switches, 29 of them on; the first is at the 984th reading, 2010-02-11 00:00.
local flux = require "flux"
local nodes = require "flux.nodes"

local Reading = flux.event("Reading", [[
  int64_t date;          // ns since 1970
  double pressure;       // hPa
  double temperature;    // °C
  double wind;           // m/s
]], { time = "date" })

local g = flux.graph("anomaly")
g:default_input(Reading, "data/seattle-weather-hourly-normals.csv")

local reading = g:node("reading", {
  state = "double pressure; int64_t count;",
  on = {
    [Reading] = function(self, event)
      self.pressure = event.pressure
      self.count = self.count + 1
    end,
  },
})

local deviation = reading.pressure:diff { name = "change" }:zscore { window = 24 * 7, min_window = 24, name = "deviation" }

-- The sign does not matter: the larger of both sides, as one node.
local size = g:node("size", {
  inputs = { deviation = deviation },
  state = "double value;",
  update = function(self, deviation) self.value = math.abs(deviation) end,
})
local alarm = g:node("alarm", nodes.hysteresis { x = size.value, above = 3, below = 2 })

g:sink("anomaly", g:node("anomaly", {
  inputs = { alarm = alarm, count = flux.passive(reading.count), deviation = flux.passive(deviation) },
  state = "int64_t reading; double deviation; bool on;",
  update = function(self, alarm, count, deviation) self.reading, self.deviation, self.on = count, deviation, alarm.on end,
}))

return g
