-- SPDX-License-Identifier: MIT
-- docs/nodes.md is what tools/nodes-doc.lua writes, names every node, and its examples run on every backend.
local flux = require "flux"
local nodes = require "flux.nodes"
local command = require "spec.support.command"

local Tick = flux.event("Tick", "double price, size; symbol venue; int64_t time;", { time = "time" })

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- One graph of all examples: each in a scope of its own.
local function graph_of(examples)
  local g = flux.graph("examples")
  local tick = g:node("tick", { state = "double price, size; symbol venue;", on = { [Tick] = function(self, event)
    self.price, self.size, self.venue = event.price, event.size, event.venue
  end } })
  for _, example in ipairs(examples) do
    local sinks = {}
    local scope = { node = function(_, name, spec) return g:node(example.name .. "_" .. name, spec) end,
                    sink = function(_, name, node) sinks[#sinks + 1] = g:sink(example.name .. "_" .. name, node) end }
    function scope.by(_, key, options, fn)
      options.name = example.name .. "_key"
      return g:by(key, options, function() return fn(scope) end)
    end
    local chunk = assert(loadstring(example.text))
    setfenv(chunk, setmetatable({ g = scope, nodes = nodes, tick = tick, Tick = Tick }, { __index = _G }))
    chunk()
  end
  return g
end

describe("docs/nodes.md", function()
  local page = read("docs/nodes.md")

  it("is what tools/nodes-doc.lua writes", function()
    assert.same({ out = "", err = "", status = 0 }, command("luajit tools/nodes-doc.lua --check"))
  end)

  it("has every file of the library, with an example that runs on every backend", function()
    local listed, examples = {}, {}
    for name, text in page:gmatch("\n### ([%w_]+)\n.-\n```lua\n(.-)\n```") do
      listed[name] = true
      examples[#examples + 1] = { name = name, text = text }
      assert.truthy(text:find("nodes." .. name, 1, true), name)
    end
    for path in io.popen("ls lua/flux/nodes/*.lua"):lines() do
      local name = path:match("([%w_]+)%.lua$")
      assert.is_true(name == "init" or listed[name] or false, path)
    end
    local items = {}
    for i = 0, 129 do items[#items + 1] = { Tick, price = 100 + (i * 7) % 11, size = i % 13, venue = "V" .. i % 3, time = i * 30000000 } end
    items[#items + 1] = { "advance", 20000000000LL }
    local series = flux.test(graph_of(examples), items)
    for _, example in ipairs(examples) do
      local count = 0
      for sink, list in pairs(series) do
        if sink:sub(1, #example.name + 1) == example.name .. "_" then count = count + #list end
      end
      assert.is_true(count > 0 or example.name == "gate", example.name .. " publishes nothing")
    end
  end)
end)
