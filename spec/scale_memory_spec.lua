-- SPDX-License-Identifier: MIT
-- Memory that a node costs to declare, to translate and to export, in a script that declares nodes for each of many keys in a loop: so
-- much that 40,000 nodes are exported on any machine, and no more a node in a large graph than in a small one.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

-- Four nodes a key: a handler with a filter, two of the library, and a callback of the script.
local SCRIPT = [[
local flux, nodes = require "flux", require "flux.nodes"
local export, resolve = require "flux.export", require "flux.resolve"
collectgarbage() collectgarbage()
local before = collectgarbage "count"
local keep = arg[2] == "kept"
if not keep then collectgarbage "stop" end
local Trade = flux.event("Trade", "int64_t time; int32_t key; double price;", { time = "time" })
local g = flux.graph "scale"
for i = 1, tonumber(arg[1]) do
  local trade = g:node("trade" .. i, nodes.latest(Trade:where { key = i }))
  local mean = g:node("mean" .. i, nodes.ema { x = trade.price, alpha = 0.1 })
  local std = g:node("std" .. i, nodes.std { x = trade.price, window = 20 })
  g:node("hot" .. i, { inputs = { p = trade.price, m = mean.value, s = std.value }, state = "double z;", update = function(self, p, m, s)
    self.z = (p - m) / s
    if self.z < 3 then return false end
  end })
end
local resolved = resolve.resolve(g)
local text = export.text(resolved)
if keep then collectgarbage() collectgarbage() end
print((collectgarbage "count" - before) * 1024 / #g.nodes)
return text
]]

-- Bytes a node. Without the JIT: what its traces take is not counted, nor what they spare.
local function bytes(script, keys, what)
  return tonumber(exported.run(("LUA_PATH=%s LUA_CPATH=%s luajit -joff %s %d %s"):format(command.quoted(package.path),
    command.quoted(package.cpath), command.quoted(script), keys, what)))
end

describe("memory for a node", function()
  local script
  setup(function()
    script = exported.directory() .. "/scale.lua"
    local file = assert(io.open(script, "w"))
    file:write(SCRIPT)
    file:close()
  end)
  teardown(exported.remove)

  for _, case in ipairs { { "kept", "that lives at the end", 12000 }, { "made", "that is asked for on the way", 50000 } } do
    it(("%s is at most %d bytes, and as much at 4,000 nodes as at 1,000"):format(case[2], case[3]), function()
      local small, large = bytes(script, 250, case[1]), bytes(script, 1000, case[1])
      assert.is_true(large < case[3], ("%.0f"):format(large))
      assert.is_true(large < 1.1 * small, ("%.0f, of 1,000: %.0f"):format(large, small))
    end)
  end
end)
