-- SPDX-License-Identifier: MIT
-- docs/nodes.md is what tools/nodes-doc.lua writes, names every node and has its picture; its examples run on every backend.
local flux = require "flux"
local command = require "spec.support.command"

local examples = dofile "tools/nodes_examples.lua"

local Tick = flux.event("Tick", "double price, size; symbol venue; int64_t time;", { time = "time" })

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

describe("docs/nodes.md", function()
  local page = read("docs/nodes.md")

  it("is what tools/nodes-doc.lua writes", function()
    assert.same({ out = "", err = "", status = 0 }, command("luajit tools/nodes-doc.lua --check"))
  end)

  it("has every file of the library, with an example that runs on every backend", function()
    local listed, list = {}, examples.read "docs/nodes.md"
    for _, example in ipairs(list) do
      listed[example.name] = true
      assert.truthy(example.text:find("nodes." .. example.name, 1, true), example.name)
      assert.truthy(page:find(("](nodes/%s.svg)"):format(example.name), 1, true), example.name .. " has no picture")
      assert.truthy(read("docs/nodes/" .. example.name .. ".svg"):find("<svg", 1, true))
    end
    for path in io.popen("ls lua/flux/nodes/*.lua"):lines() do
      local name = path:match("([%w_]+)%.lua$")
      assert.is_true(name == "init" or listed[name] or false, path)
    end
    local items = {}
    for i = 0, 129 do items[#items + 1] = { Tick, price = 100 + (i * 7) % 11, size = i % 13, venue = "V" .. i % 3, time = i * 30000000 } end
    items[#items + 1] = { "advance", 20000000000LL }
    local series = flux.test(examples.graph(flux, list, Tick), items)
    for _, example in ipairs(list) do
      local count = 0
      for sink, published in pairs(series) do
        if sink:sub(1, #example.name + 1) == example.name .. "_" then count = count + #published end
      end
      assert.is_true(count > 0, example.name .. " publishes nothing")
    end
  end)
end)
