-- SPDX-License-Identifier: MIT
-- flights.lua: delays of airports in the USA, January to March 2001, one flight in 300 (data/flights-5k.csv).
--
-- Shows: g:by, which declares a sub-graph for each airport, nodes of the library inside it, and nodes that look across the airports: the
-- five with the worst mean delay. An airport counts from its 20th flight on.
--
-- It must publish 3,227 lines of 59 airports and 400 lists of the worst. The last list is JFK 22.94, SEA 15.62, MSY 15.57, PHX 15.15 and
-- SMF 14.35 minutes; the mean over the airports is then 7.95 minutes.
local flux = require "flux"
local nodes = require "flux.nodes"

local Flight = flux.event("Flight", [[
  int64_t date;                 // local time of departure, ns since 1970
  int32_t delay;                // of the arrival, minutes
  int32_t distance;             // miles
  symbol origin, destination;   // IATA codes
]], { time = "date" })

local g = flux.graph("flights", { symbols = 400 })
g:default_input(Flight, "data/flights-5k.csv")

local mean = g:by(Flight.origin, { capacity = 200, name = "airports" }, function(airport)
  local flight = airport:node("flight", {
    state = "double delay; int32_t count, late;",
    on = {
      [Flight] = function(self, event)
        self.delay = event.delay
        self.count = self.count + 1
        if event.delay >= 15 then self.late = self.late + 1 end
      end,
    },
  })
  local mean = airport:node("mean", nodes.mean { x = flight.delay, min_window = 20 })
  local deviation = airport:node("deviation", nodes.std { x = flight.delay, min_window = 20 })
  local median = airport:node("median", nodes.median { x = flight.delay, window = 20 })
  airport:sink("airport", airport:node("delays", {
    inputs = { mean = mean.value, flight = flux.passive(flight), deviation = flux.passive(deviation.value),
      median = flux.passive(median.value) },
    state = "double mean, deviation, median, late; int32_t flights;",
    update = function(self, mean, flight, deviation, median)
      self.mean, self.deviation, self.median = mean, deviation, median
      self.late, self.flights = flight.late / flight.count, flight.count
    end,
  }))
  return mean
end)

local top = g:node("top", nodes.top { x = mean.value, n = 5 })
local all = g:node("all", nodes.across { x = mean.value, of = "mean" })

-- The list as it is published: the nodes above also hold what they need to find it.
g:sink("worst", g:node("worst", {
  inputs = { top = top, all = flux.passive(all.value) },
  state = "int32_t count; symbol airport[5]; double mean[5]; double all;",
  update = function(self, top, all)
    self.count, self.all = top.count, all
    for i = 0, 4 do self.airport[i], self.mean[i] = top.key[i], top.value[i] end
  end,
}))

return g
