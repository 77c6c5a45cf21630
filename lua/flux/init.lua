-- SPDX-License-Identifier: MIT
-- flux: declare what depends on what; flux derives what must happen. This module is the whole Lua API; see docs/start.md.
--
--   local flux = require "flux"
--   local Tick = flux.event("Tick", [[ double price; int64_t time; ]], { time = "time" })
--   local g = flux.graph("signals")
--   local tick = g:node("tick", { state = "double price;",
--     on = { [Tick] = function(self, event) self.price = event.price end } })
--   g:sink("price", tick)
--   return g

local events = require "flux.event"
local inputs = require "flux.input"
local sources = require "flux.source"

local M = {}

M.event = events.new
M.param = events.param
M.End = events.End
M.kind = require("flux.kind").new
M.graph = require("flux.graph").new
M.symbol = require("flux.symbol").new
M.passive = inputs.passive
M.prev = inputs.prev
M.quiet = sources.quiet
M.ran = sources.ran
M.body = sources.body
M.c = sources.c
M.cfile = sources.cfile
M.lua = sources.lua

--- Runs a graph on every backend, compares them, and returns the series of each sink.
---@param graph flux.Graph
---@param sent table[] events: { Tick, price = 1, time = 0 }
---@param options table?
---@return table<string, table[]>
function M.test(graph, sent, options)
  return require("flux.test_graph").test(graph, sent, options)
end

return setmetatable(M, { __index = require("flux.unknown").index(M, "flux") })
