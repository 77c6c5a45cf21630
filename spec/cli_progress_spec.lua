-- SPDX-License-Identifier: MIT
-- The progress bar: on a terminal only, and only when a run takes a while.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local root = io.popen("pwd"):read("*l")
local FLUX = ("luajit %s flux "):format(command.quoted(root .. "/lua/flux/cli/launch.lua"))

local GRAPH = [[
local flux = require "flux"
local Tick = flux.event("Tick", "double price;")
local g = flux.graph("slow")
g:node("sum", { state = "double value;", on = { [Tick] = function(self, event)
  for i = 1, 50000 do self.value = self.value + event.price / i end
end } })
return g
]]
local ROWS = 24000

local function place()
  local directory = exported.directory()
  local lines = { "price" }
  for i = 1, ROWS do lines[i + 1] = i end
  for name, text in pairs { ["g.lua"] = GRAPH, ["t.csv"] = table.concat(lines, "\n") .. "\n" } do
    local file = assert(io.open(directory .. "/" .. name, "wb"))
    file:write(text)
    file:close()
  end
  return directory
end

-- What a command writes to a terminal.
local function on_a_terminal(line, directory)
  if jit.os == "OSX" then return command("script -q /dev/null " .. line, { directory = directory }).out end
  return command(("script -qec %s /dev/null"):format(command.quoted(line)), { directory = directory }).out
end

describe("the progress bar", function()
  teardown(exported.remove)

  it("shows the part, the rate and the time left, and goes", function()
    local directory = place()
    local text = on_a_terminal(FLUX .. "run g.lua -i Tick=t.csv", directory)
    local full, empty, part, count, rate = text:match("\r%[(#*)(%.*)%] +(%d+) %%  ([%d,]+) events, ([%d,]+)/s, [%d:]+ %a+ left\27%[K")
    assert.equal(30, #full + #empty, text)
    assert.is_true(math.abs(tonumber(part) * 0.3 - #full) <= 1.2) -- the percentage is rounded, the bar is cut
    assert.is_true(tonumber((count:gsub(",", ""))) % 4096 == 0 and tonumber((rate:gsub(",", ""))) > 0)
    assert.matches("\r\27%[Kflux: 24,000 events [^\n]*\n$", text)
  end)

  it("is not shown elsewhere, nor with --quiet", function()
    local directory = place()
    assert.equal("", command(FLUX .. "run g.lua -q -i Tick=t.csv --limit 12000", { directory = directory }).err)
    assert.equal("", on_a_terminal(FLUX .. "run g.lua -q -i Tick=t.csv --limit 12000", directory))
    local elsewhere = command(FLUX .. "run g.lua -i Tick=t.csv --limit 12000", { directory = directory })
    assert.matches("^flux: 12,000 events [^\r]*\n$", elsewhere.err)
  end)
end)
