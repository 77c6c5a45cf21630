-- SPDX-License-Identifier: MIT
-- A graph whose event has a field of every type: what the readers of rows are fuzzed with.
local flux = require "flux"

local Row = flux.event("Row", [[
  int64_t time;
  double x;
  float f;
  bool b;
  int8_t i8 = -1;
  uint8_t u8;
  int16_t i16;
  uint16_t u16 = 7;
  int32_t i32;
  uint32_t u32;
  int64_t i64;
  uint64_t u64;
  symbol s;
  double w[2];
]], { time = "time" })

local g = flux.graph("rows", { symbols = 12 })
local last = g:node("last", {
  state = "double x, w[2]; symbol s; int64_t time, i64; uint64_t u64; bool b;",
  on = { [Row] = function(self, event)
    self.x, self.s, self.time, self.i64, self.u64, self.b = event.x, event.s, event.time, event.i64, event.u64, event.b
    self.w[0], self.w[1] = event.w[0], event.f
  end },
})
g:sink("last", last)
g.by_event = { Row = Row }
return g
