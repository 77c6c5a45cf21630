-- SPDX-License-Identifier: MIT
-- expect: default_input: event 'Tick' has one already
-- line: 8
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:default_input(Tick, "a.csv")
g:default_input(Tick, "b.csv")
