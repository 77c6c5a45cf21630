-- SPDX-License-Identifier: MIT
-- expect: a symbol has at most 31 bytes
-- line: 5
local flux = require "flux"
local symbol = flux.symbol "a name that is much longer than thirty-one bytes"
return symbol
