-- SPDX-License-Identifier: MIT
-- A capacity of the node library that is used up ends the cycle with an error that says so, names the node, its line and what to write.
local command = require "spec.support.command"
local digest = require "flux.export.digest"
local exported = require "spec.support.exported"
local flux = require "flux"
local nodes = require "flux.nodes"
local resolve = require "flux.resolve"

local Tick = flux.event("Tick", "int64_t time; double x; symbol key;", { time = "time" })

local function here() return debug.getinfo(2, "l").currentline end

local CASES = {
  { "a window that slides", 3, 'its capacity of 2 values is used up; declare a larger one, or overflow = "oldest"', function(g, tick)
    return g:node("n", nodes.mean { x = tick.x, window = "1s", capacity = 2 }), here()
  end },
  { "a sorted window", 3, 'its capacity of 2 values is used up; declare a larger one, or overflow = "oldest"', function(g, tick)
    return g:node("n", nodes.median { x = tick.x, window = "1s", capacity = 2 }), here()
  end },
  { "a delay", 3, 'its capacity of 2 values is used up; declare a larger one, or overflow = "oldest"', function(g, tick)
    return g:node("n", nodes.delay { x = tick.x, by = "1s", capacity = 2 }), here()
  end },
  { "an interval join", 3, 'its capacity of 2 values of a series is used up; declare a larger one, or overflow = "oldest"',
    function(g, tick)
      return g:node("n", nodes.interval_join { x = tick.x, y = tick.x, before = "1s", capacity = 2 }), here()
    end },
  { "a table", 3, 'its capacity of 2 keys is used up; declare a larger one, or on_full = "drop"', function(g, tick)
    return g:node("n", nodes.lookup { key = tick.key, row = tick.key, y = tick.x, capacity = 2 }), here()
  end },
  { "a window of a key", 6, 'its capacity of 2 values is used up; declare a larger one, or overflow = "oldest"', function(g)
    return g:by(Tick.key, { capacity = 4 }, function(sub)
      local n = sub:node("n", nodes.sum { x = sub:node("own", nodes.latest(Tick)).x, window = "1s", capacity = 2 })
      return n
    end), here() - 2
  end },
}

local ITEMS = {}
for i, key in ipairs { "A", "B", "C", "B", "A", "A" } do ITEMS[i] = { Tick, time = i, x = i, key = key } end

describe("the capacity of", function()
  teardown(exported.remove)

  for _, case in ipairs(CASES) do
    it(case[1] .. " is named when it is used up, on every backend", function()
      local g = flux.graph "full"
      local node, line = case[4](g, g:node("tick", nodes.latest(Tick)))
      g:sink("out", node)
      local series, log = flux.test(g, ITEMS, { on_error = "skip" })
      assert.is_table(series.out)
      local text = table.concat(log, "\n")
      local first = text:match "[^\n]*used up[^\n]*"
      assert.truthy(first and first:find(("%s (declared at spec/nodes_capacity_spec.lua:%d)"):format(case[3], line), 1, true), text)
      assert.truthy(first:find("cycle " .. case[2] .. ",", 1, true), text)
      assert.truthy(first:find("node 'n'", 1, true), text)
    end)
  end

  it("keys is named with the line of g:by", function()
    local g = flux.graph "full"
    local line = here() + 1
    g:by(Tick.key, { capacity = 2 }, function(sub) sub:sink("out", sub:node("own", nodes.latest(Tick))) end)
    local _, log = flux.test(g, ITEMS, { on_error = "skip" })
    local text = table.concat(log, "\n")
    assert.truthy(text:find(('event Tick, node \'by_key\', on Tick (spec/nodes_capacity_spec.lua:%d): spec/nodes_capacity_spec.lua:%d: '
      .. 'its capacity of 2 keys is used up; declare a larger one, or on_full = "drop" or "evict"'):format(line, line), 1, true), text)
  end)

  it("a window is named by the exported program as by flux run", function()
    local directory = exported.directory()
    local function write(name, text)
      local file = assert(io.open(directory .. "/" .. name, "wb"))
      file:write(text)
      file:close()
    end
    write("full.lua", [[
local flux, nodes = require "flux", require "flux.nodes"
local Tick = flux.event("Tick", "int64_t time; double x;", { time = "time" })
local g = flux.graph "full"
local tick = g:node("tick", nodes.latest(Tick))
g:sink("out", g:node("n", nodes.max { x = tick.x, window = "1s", capacity = 2 }))
return g
]])
    write("ticks.csv", "time,x\n1,1\n2,2\n3,3\n")
    exported.write(directory .. "/full.lua", directory, { main = true })
    exported.run(("cc -std=c11 -Wall -Wextra -Werror %s/*.c -o %s/program -lm"):format(directory, directory))
    local ran = command(("luajit run %s/full.lua --quiet --input Tick=%s/ticks.csv"):format(directory, directory))
    local got = command(("%s/program --input Tick=%s/ticks.csv"):format(directory, directory))
    assert.truthy(got.err:find('its capacity of 2 values is used up; declare a larger one, or overflow = "oldest" (declared at full.lua:5)',
      1, true), got.err)
    assert.equal((ran.err:gsub("^flux: ", ""):gsub("at [^ ]*full%.lua:5", "at full.lua:5")), (got.err:gsub("^full: ", "")))
  end)

  it("a window says where it is declared, and the graph's hash does not", function()
    local function hash(chunk)
      return digest.graph(resolve.resolve(assert(loadstring(chunk .. [[
local flux, nodes = require "flux", require "flux.nodes"
local Tick = flux.event("Tick", "double x;")
local g = flux.graph "full"
local tick = g:node("tick", nodes.latest(Tick))
g:sink("out", g:node("n", nodes.max { x = tick.x, window = "1s", capacity = 2 }))
return g]], "@full.lua"))()))
    end
    assert.equal(hash "", hash "\n\n\n")
  end)
end)
