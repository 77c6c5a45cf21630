-- SPDX-License-Identifier: MIT
-- map: a function of each value. `fn` is a Lua function of one number; like any function that a body calls it is portable, and becomes C.
--
-- Formula: fn(x)
-- Source: —
--
--   local level = g:node("level", nodes.map { x = tick.price, fn = function(x) return math.log(x / 100) end })
--   g:sink("level", level)

local givens = require "flux.nodes.support.given"
local kinds = require "flux.nodes.support.kinds"
local texts = require "flux.nodes.support.text"

return function(options)
  local given = givens.new("map", options)
  given:number_input "x"
  local fn = given:fn "fn"
  given:done()
  local source = texts.body("map", "function(self, x) self.value = fn(x) end", {})
  source.upvalues = { fn = fn }
  return given:instance(kinds.new("Map", { state = "double value;", update = source }))
end
