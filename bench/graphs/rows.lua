-- SPDX-License-Identifier: MIT
-- rows.lua: two sums over rows of two doubles and a time, published once at the end. bench.csv feeds it.
local flux = require "flux"

local Row = flux.event("Row", "double price, size; int64_t time;", { time = "time" })

local g = flux.graph("rows")
g:default_input(Row, "../../build/bench/rows.csv")

local row = g:node("row", {
  state = "double price, size;",
  on = { [Row] = function(self, event) self.price, self.size = event.price, event.size end },
})
local sums = g:node("sums", {
  inputs = { row = row },
  state = "double value, weight; int64_t count;",
  update = function(self, row)
    self.value = self.value + row.price * row.size
    self.weight = self.weight + row.size
    self.count = self.count + 1
  end,
})
local total = g:node("total", {
  inputs = { sums = flux.passive(sums) },
  state = "int64_t count; double value, weight;",
  on = {
    [flux.End] = function(self, _, sums)
      self.count, self.value, self.weight = sums.count, sums.value, sums.weight
    end,
  },
})
g:sink("total", total)
return g
