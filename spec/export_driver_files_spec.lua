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
    exported.write(script, place, { main = true, snapshot = true })
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
    leaves("--input Tick=t.csv --output tock=o", 2, "--output: graph 'kept' has no sink 'tock'; it has: tick\n")
    leaves("--input Tick=t.csv --output tick=p", 2, "--output tick=p: sink 'tick' is named twice")
  end)

  it("never writes over a file that it reads, nor writes one twice, by whatever name", function()
    input("in.csv", { "0", "1" })
    local before = read(place .. "/in.csv")
    assert.equal(0, command("ln -sf in.csv soft; ln -f in.csv hard; ln -sfn . here", { directory = place }).status)
    local function refuses(arguments, message)
      local result = command("./kept " .. arguments, { directory = place })
      assert.same({ "", "kept: " .. message .. "\n", 2 }, { result.out, result.err, result.status })
      assert.equal(before, read(place .. "/in.csv"))
      for _, name in ipairs { "new", "other" } do assert.is_nil(io.open(place .. "/" .. name)) end
    end
    local over = "%s would write over in.csv, which --input reads; name another file"
    for _, option in ipairs { "--output tick=in.csv", "--output tick=soft", "--rows hard", "--state ./in.csv", "--snapshot here/soft",
                              "--audit here/here/hard" } do
      refuses("--input Tick=in.csv --output tick=new " .. option, option:find "^%-%-output" and
        ("--output %s: sink 'tick' is named twice"):format(option:match "%S+$") or over:format(option))
      refuses("--input Tick=in.csv " .. option, over:format(option))
    end
    refuses("--output tick=soft --input Tick=- <in.csv",
      "--output tick=soft would write over the file on standard input, which --input reads; name another file")
    refuses("--input Tick=in.csv --output tick=new --state here/new", "--output tick=new and --state here/new would both write to one file")
    refuses("--input Tick=in.csv --rows new --audit ./new", "--rows new and --audit ./new would both write to one file")
    assert.equal(0, command("./kept --input Tick=in.csv --snapshot s && ./kept --input Tick=in.csv --restore s --snapshot s " ..
      "--output tick=/dev/null --state /dev/null", { directory = place }).status)
  end)

  it("names the argument that is wrong, and what was expected", function()
    local function refuses(arguments, message)
      local result = command("./kept " .. arguments, { directory = place })
      assert.same({ "", 2 }, { result.out, result.status })
      assert.equal("kept: " .. message .. "\n", result.err:gsub("usage: .*$", ""))
    end
    refuses("--inptu Tick=t.csv", "unknown option '--inptu'")
    refuses("--input Tick=t.csv extra", "expected an option, got 'extra'")
    refuses("--input Tick=t.csv --until", "--until needs a value")
    refuses("--input Tick=t.csv --limit x", "--limit: expected a count (0, 1, 2 …), got 'x'")
    refuses("--input Tick=t.csv --limit -1", "--limit: expected a count (0, 1, 2 …), got '-1'")
    refuses("--input Tick=t.csv --until tomorrow", "--until tomorrow: not a time: neither ISO 8601 nor an integer")
    refuses("--input Tcik=t.csv", "--input: graph 'kept' handles no event 'Tcik'; it handles: Tick")
    refuses("--input Tick", "--input Tick: expected NAME=VALUE")
    refuses("--input Tick=t.csv --output zork=o", "--output: graph 'kept' has no sink 'zork'; it has: tick")
    refuses("", "give --input EVENT=FILE, or --until TIME for its timers")
    for _, option in ipairs { "--help", "-h", "--limit 3 --help" } do
      local help = command("./kept " .. option, { directory = place })
      assert.same({ 0, "" }, { help.status, help.err })
      assert.matches("^usage: kept %-%-input EVENT=FILE", help.out)
    end
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
