-- SPDX-License-Identifier: MIT
-- What the exported program does with the files that it writes, and what it says at its end: as `flux run`.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local SCRIPT = [[
local flux = require "flux"
local Tick = flux.event("Tick", "double x; int64_t time;", { time = "time" })
local g = flux.graph("kept", { on_error = "skip" })
g:sink("tick", g:node("tick", { state = "double w[3];", on = { [Tick] = function(self, event) self.w[event.x] = 1 end } }))
return g
]]

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

describe("the exported program", function()
  local place, script

  local function input(name, cells)
    for i, cell in ipairs(cells) do cells[i] = ("%s,%d"):format(cell, i) end
    write(place .. "/" .. name, "x,time\n" .. table.concat(cells, "\n") .. "\n")
  end

  setup(function()
    place = exported.directory()
    script = place .. "/kept.lua"
    write(script, SCRIPT)
    exported.write(script, place, { main = true })
    exported.run(("cc -std=c11 -O1 -ffp-contract=off -Wall -Wextra -Werror -o %s/kept %s/*.c -lm"):format(place, place))
    input("t.csv", { "0", "1", "2" })
  end)
  teardown(exported.remove)

  it("leaves what earlier runs wrote until nothing is left that could be wrong", function()
    local files = "--output tick=o --rows r --state s --audit a"
    assert.equal(0, command("./kept --input Tick=t.csv " .. files, { directory = place }).status)
    local function bytes() return { read(place .. "/o"), read(place .. "/r"), read(place .. "/s"), read(place .. "/a") } end
    local before = bytes()
    write(place .. "/none.csv", "y\n")
    local function leaves(arguments, status, message)
      local result = command("./kept " .. files .. " " .. arguments, { directory = place })
      assert.same({ "", status }, { result.out, result.status })
      assert.truthy(result.err:find(message, 1, true), result.err)
      assert.same(before, bytes())
    end
    leaves("--input Tick=t.csv --no-such-option 3", 2, "usage: ")
    leaves("--input Tick=t.csv --limit", 2, "usage: ")
    leaves("--input Tick=t.csv --input Tick=there.csv", 1, "there.csv: cannot open: No such file or directory")
    leaves("--input Tick=none.csv", 1, "none.csv:1: no column 'x'")
    leaves("--input Tick=t.csv --audit-level much", 2, "'much' is none of off, cycles, nodes, values")
    leaves("--input Tick=- --input Tick=-", 2, "--input Tick=-: standard input can be read only once")
    leaves("--input Tick=t.csv --output tock=o", 2, "there is no sink of that name")
    leaves("--input Tick=t.csv --output tick=p", 2, "--output tick=p: sink 'tick' is named twice")
  end)

  it("says that its output cannot be written, completes the audit, and ends with 1", function()
    local long = {}
    for i = 1, 20000 do long[i] = "1" end
    input("long.csv", long)
    for _, name in ipairs { "t.csv", "long.csv" } do
      for target, reason in pairs { ["| true"] = "Broken pipe", [">/dev/full"] = "No space left on device" } do
        local result = command(("{ { sleep 0.2; ./kept --input Tick=%s --audit a; echo status $? >&2; } %s; }"):format(name, target),
          { directory = place })
        assert.equal(("kept: N audit records\nkept: cannot write to standard output: %s\nstatus 1\n"):format(reason),
          (result.err:gsub("[%d,]+ audit", "N audit")))
        local traced = command(("./flux trace %s/a"):format(place))
        assert.equal(0, traced.status)
        assert.is_nil(traced.err:find("interrupted", 1, true))
        assert.truthy(traced.out:find("cycle 1  event Tick", 1, true), traced.out:sub(1, 200))
      end
    end
    local result = command("./kept --input Tick=t.csv --output tick=/dev/full", { directory = place })
    assert.same({ out = "", err = "kept: cannot write /dev/full: No space left on device\n", status = 1 }, result)
  end)

  it("counts errors that the graph goes on from, and shows an index with the digits that tell it from every other", function()
    local cells = { "6.869949365022194", "3.0000000000000004", "1e20", "7.5", "nan" }
    for i = 6, 1234 do cells[i] = "3" end
    cells[1235] = "2"
    input("wrong.csv", cells)
    local result = command("./kept --input Tick=wrong.csv", { directory = place })
    assert.same({ "tick,w[0],w[1],w[2]\ntick,0,0,1\n", 0 }, { result.out, result.status })
    local shown = {}
    for index in result.err:gmatch "index (%S+) is out of range" do shown[#shown + 1] = index end
    assert.same({ "6.869949365022194", "3.0000000000000004", "1e+20", "7.5", "nan", "3", "3", "3", "3", "3" }, shown)
    assert.equal("kept: further errors are counted, not shown\nkept: 1,234 cycles ended in an error\n",
      result.err:match "kept: further.*$")
    for _, backend in ipairs { "table", "luajit", "native" } do
      local ran = command(("%s/flux run kept.lua --input Tick=wrong.csv -b %s"):format(command("pwd").out:match "%S+", backend),
        { directory = place })
      assert.truthy(ran.err:find("flux: 1,234 cycles ended in an error\n", 1, true), ran.err)
      local again = {}
      for index in ran.err:gmatch "index (%S+) is out of range" do again[#again + 1] = index end
      assert.same(shown, again)
    end
  end)
end)
