-- SPDX-License-Identifier: MIT
-- rows_each.lua: rows of two doubles and a time, each published as it was read: bench.csv compares their values with strtod's.
local flux = require "flux"

local Row = flux.event("Row", "double price, size; int64_t time;", { time = "time" })

local g = flux.graph("rows_each")
g:default_input(Row, "../../build/bench/values.csv")

local row = g:node("row", {
  state = "double price, size;",
  on = { [Row] = function(self, event) self.price, self.size = event.price, event.size end },
})
g:sink("row", row)
return g
