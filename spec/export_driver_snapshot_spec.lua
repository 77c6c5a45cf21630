-- SPDX-License-Identifier: MIT
-- The exported program's --snapshot and --restore: the files of `flux run`, in both directions.

local command = require "spec.support.command"
local exported = require "spec.support.exported"

local FLAGS = "-std=c11 -O1 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"

local SCRIPT = [[
local flux, nodes = require "flux", require "flux.nodes"
local Tick = flux.event("Tick", "int64_t time; double x; symbol s;", { time = "time" })
local g = flux.graph("kept", { symbols = 8 })
g:by(Tick.s, { capacity = 3, on_full = "evict" }, function(sub)
  local own = sub:node("own", nodes.latest(Tick))
  sub:sink("mean", sub:node("mean", nodes.mean { x = own.x, window = 2 }))
end)
g:sink("beat", g:node("beat", { state = "int64_t n;", every = "10ns", start = function(self) self.n = self.n + 100 end,
  on_timer = function(self) self.n = self.n + 1 end }))
return g
]]

local function read(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read("*a")
  file:close()
  return bytes
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function rows(from, to)
  local list = { "time,x,s\n" }
  for i = from, to do list[#list + 1] = ("%d,%d,%s\n"):format(i * 4, i * i % 11, "S" .. i * 3 % 5) end
  return table.concat(list)
end

describe("the exported program", function()
  local directory

  -- A command in the directory: `flux run` or the program, with what both take.
  local function run(line)
    line = line:gsub("^flux ", ("luajit %s/lua/flux/cli/launch.lua flux "):format(io.popen("pwd"):read "*l"))
    return command(line, { directory = directory })
  end

  setup(function()
    directory = exported.directory()
    write(directory .. "/kept.lua", SCRIPT)
    write(directory .. "/first.csv", rows(1, 30))
    write(directory .. "/rest.csv", rows(31, 60))
    exported.write(directory .. "/kept.lua", directory, { main = true, snapshot = true })
    exported.run(("cc %s -o %s/program %s/*.c -lm"):format(FLAGS, directory, directory))
    assert.equal(0, run("flux run kept.lua -q --input Tick=first.csv --snapshot flux.snap -b luajit").status)
  end)
  teardown(exported.remove)

  it("writes the snapshot that flux run writes", function()
    assert.same({ 0, "" }, { run("./program --input Tick=first.csv --snapshot own.snap").status, run("ls *.part").out })
    assert.equal(read(directory .. "/flux.snap"), read(directory .. "/own.snap"))
  end)

  it("goes on from a snapshot of flux run, to the same rows and the same snapshot", function()
    local expected = run("flux run kept.lua -q --restore flux.snap --input Tick=rest.csv --snapshot flux.last --output mean=-")
    local own = run("./program --restore flux.snap --input Tick=rest.csv --snapshot own.last --output mean=-")
    assert.equal(0, own.status, own.err)
    assert.equal(expected.out, own.out)
    assert.equal(read(directory .. "/flux.last"), read(directory .. "/own.last"))
  end)

  it("says why it does not", function()
    local whole = read(directory .. "/flux.snap")
    write(directory .. "/cut", whole:sub(1, 200))
    write(directory .. "/long", whole .. ("x"):rep(200000))
    write(directory .. "/other", whole:sub(1, 99))
    local SAYS = {
      ["--restore cut"] = "the snapshot is damaged", ["--restore long"] = "the snapshot is damaged",
      ["--restore other"] = "the snapshot is damaged", ["--restore /dev/zero"] = "the snapshot is damaged",
      ["--restore nowhere"] = "cannot open the snapshot nowhere: No such file or directory",
      ["--restore ."] = "cannot read the snapshot .: Is a directory",
      ["--snapshot no/where"] = "cannot write the snapshot no/where: No such file or directory",
    }
    for options, reason in pairs(SAYS) do -- each alone: the order does not matter
      local result = run(("./program --input Tick=first.csv %s"):format(options))
      assert.same({ 1, "kept: " .. reason .. "\n" }, { result.status, result.err })
    end
  end)

  it("has no such options without snapshots", function()
    local plain = exported.directory()
    exported.write(directory .. "/kept.lua", plain, { main = true })
    exported.run(("cc %s -o %s/program %s/*.c -lm"):format(FLAGS, plain, plain))
    assert.equal(2, command(plain .. "/program --snapshot x --until 1").status)
    assert.is_nil(read(plain .. "/main.c"):find("snapshot", 1, true))
  end)
end)
