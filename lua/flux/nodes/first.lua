-- SPDX-License-Identifier: MIT
-- first: the oldest value of a window.
--
-- Formula: x₁
-- Source: —
--
--   local open = g:node("open", nodes.first { x = tick.price, window = "1s", every = "1s" })
--   g:sink("open", open)

local two_part = require "flux.nodes.support.two_part"
local window = require "flux.nodes.support.window"

return window.define("first", two_part.statistic { inputs = { "x" }, state = "double value;", parts = { "oldest" },
  add = "if k == 1 then oldest = x end", prepend = "oldest = x", merge = "oldest = older_oldest",
  result = "self.value = n > 0 and oldest or 0 / 0" })
