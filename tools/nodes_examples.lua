-- SPDX-License-Identifier: MIT
-- The examples of docs/nodes.md as one graph, each under names of its own: for the test of the page and for its pictures.
--
--   local examples = dofile "tools/nodes_examples.lua"
--   local g, sinks = examples.graph(flux, examples.read "docs/nodes.md", Tick)     sinks.mean → { "mean_avg", … }

local M = {}

--- The examples of the page, in its order.
---@param path string
---@return { name: string, text: string }[]
function M.read(path)
  local file = assert(io.open(path, "rb"))
  local page = file:read "*a"
  file:close()
  local list = {}
  for name, text in page:gmatch "\n### ([%w_]+)\n.-\n```lua\n(.-)\n```" do list[#list + 1] = { name = name, text = text } end
  return list
end

--- A graph of all examples; they read the node `tick`, whose state has the fields of the event.
---@param flux table
---@param examples { name: string, text: string }[]
---@param Tick flux.EventType price, size, venue
---@return flux.Graph
---@return table<string, string[]> sinks of each example
function M.graph(flux, examples, Tick)
  local g = flux.graph "examples"
  local tick = g:node("tick", { state = "double price, size; symbol venue;", on = { [Tick] = function(self, event)
    self.price, self.size, self.venue = event.price, event.size, event.venue
  end } })
  local sinks = {}
  for _, example in ipairs(examples) do
    local names, prefix = {}, example.name .. "_"
    sinks[example.name] = names
    local scope = {}
    function scope.node(_, name, spec) return g:node(prefix .. name, spec) end
    function scope.sink(_, name, node)
      names[#names + 1] = prefix .. name
      g:sink(prefix .. name, node)
    end
    function scope.by(_, key, options, fn)
      options.name = prefix .. "key"
      return g:by(key, options, function() return fn(scope) end)
    end
    local chunk = assert(loadstring(example.text))
    setfenv(chunk, setmetatable({ g = scope, nodes = require "flux.nodes", tick = tick, Tick = Tick }, { __index = _G }))
    chunk()
  end
  return g, sinks
end

return M
