-- SPDX-License-Identifier: MIT
-- Instructions of Lua that a node costs to declare, to resolve and to export: as many in a large graph as in a small one.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local SCRIPT = [[
local export, flux, resolve = require "flux.export", require "flux", require "flux.resolve"
local n, deep = tonumber(arg[1]), arg[2] == "deep"
local Tick = flux.event("Tick", "double x;")
local Add = flux.kind("Add", { state = "double v;", update = function(self, up) self.v = up.v + 1 end })
local count, resolved = 0, nil
debug.sethook(function() count = count + 1 end, "", 100)
local function counted(run)
  count = 0
  run()
  print(count * 100)
end
local g = flux.graph "scale"
counted(function()
  local root = g:node("root", { state = "double v;", on = { [Tick] = function(self, event) self.v = event.x end } })
  local up = root
  for i = 1, n do up = g:node("n" .. i, Add { up = not deep and i % 8 == 0 and root or up }) end
  g:sink("last", up)
end)
counted(function() resolved = resolve.resolve(g) end)
counted(function() export.text(resolved) end)
]]

local STAGES = { "declare", "resolve", "export" }

-- By stage. Without the JIT: its traces are not counted.
local function instructions(script, n, shape)
  local line = ("LUA_PATH=%s LUA_CPATH=%s luajit -joff %s %d %s"):format(command.quoted(package.path), command.quoted(package.cpath),
    command.quoted(script), n, shape)
  local list = {}
  for number in exported.run(line):gmatch "%d+" do list[#list + 1] = tonumber(number) end
  return list
end

describe("instructions of Lua for a node", function()
  local script
  setup(function()
    script = exported.directory() .. "/scale.lua"
    local file = assert(io.open(script, "w"))
    file:write(SCRIPT)
    file:close()
  end)
  teardown(exported.remove)

  for _, shape in ipairs { "wide", "deep" } do
    it(("are as many at 8,000 nodes as at 1,000, %s"):format(shape), function()
      local small, middle, large = instructions(script, 500, shape), instructions(script, 1000, shape), instructions(script, 8000, shape)
      for i, stage in ipairs(STAGES) do
        local ratio = (large[i] - middle[i]) / 7000 / ((middle[i] - small[i]) / 500)
        assert.is_true(ratio < 1.1 and ratio > 0.8, ("%s: %.3f"):format(stage, ratio))
      end
    end)
  end
end)
