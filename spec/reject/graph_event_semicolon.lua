-- SPDX-License-Identifier: MIT
-- expect: event 'Tick': expected ';' or ',' after 'price', found 'int64_t'
-- expect: line 3, column 3 of the text
-- line: 6
local flux = require "flux"
flux.event("Tick", [[
  // no semicolon
  double price
  int64_t time;
]])
