-- SPDX-License-Identifier: MIT
-- ^C ends a live run as the end of its input does, another run between two events, every other command wherever it stands, with one
-- line and status 130; none leaves anything half-done behind.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local root = io.popen("pwd"):read("*l")
local FLUX = ("luajit %s flux "):format(command.quoted(root .. "/lua/flux/cli/launch.lua"))

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

-- A compiler that ^C ends as soon as it is to compile something.
local COMPILER = '#!/bin/sh\ncase "$*" in --version) echo cc ;; *) kill -INT $$ ;; esac\n'

-- Of each event a callback takes long, or for ever.
local GRAPH = [[
local flux = require "flux"
local Tick = flux.event("Tick", "int64_t time; double steps;", { time = "time" })
local g = flux.graph("turning")
local a = g:node("a", { state = "double turns;", on = { [Tick] = function(self, event)
  local left = event.steps
  while left > 0 do
    left = left - 1
    self.turns = self.turns + 1
  end
end } })
g:sink("a", a)
return g
]]

-- ^C again and again; whether the process ends, and its status.
local ENDED = "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do kill -INT $pid || break; sleep 0.2; done 2>err; " ..
  "kill -KILL $pid 2>>err && echo still there; wait $pid; echo $?"

-- The third event of this recording is cut off by ^C while its sink's function runs.
local RECORDING = [[
local ffi = require "ffi"
ffi.cdef "int raise(int);"
local graph, seen = dofile "g.lua", 0
local rt = require("flux.journal.record").start(graph, { on = { a = function()
  seen = seen + 1
  if seen == 3 then ffi.C.raise(2) end
end } }, { path = "j" })
local function send(i) return rt:send(graph.events[1], { time = i, steps = 1 }) end
print(send(1), send(2), pcall(send, 3))
rt:close()
]]

describe("^C", function()
  teardown(exported.remove)

  it("ends the input of a run that waits for it; what was published is there", function()
    for _, policy in ipairs { "stop", "skip" } do
      local place = exported.directory()
      local script = assert(io.open(root .. "/graphs/hello.lua")):read("*a")
      write(place .. "/g.lua", (script:gsub('graph%("hello"%)', 'graph("hello", { on_error = "' .. policy .. '" })')))
      write(place .. "/t.csv", "time,price\n1,100\n2,104\n")
      local result = command(("mkfifo pipe; %s run g.lua -q -i Tick=- --on-bad-row skip <pipe >out & exec 3>pipe; cat t.csv >&3; " ..
        "until test -s out; do sleep 0.1; done; kill -INT $!; wait $!; echo $?; cat out"):format(FLUX), { directory = place })
      assert.same({ "0\njump,above\njump,2\n", "" }, { result.out, result.err })
    end
  end)

  it("ends a run of files between two events: its journal replays", function()
    local place, rows = exported.directory(), { "time,steps" }
    write(place .. "/g.lua", GRAPH)
    for i = 1, 100000 do rows[i + 1] = i .. ",100000" end
    write(place .. "/t.csv", table.concat(rows, "\n") .. "\n")
    for _, backend in ipairs { "table", "luajit", "native" } do
      local result = command(("rm -f out; %s run g.lua -q -i Tick=t.csv -b %s --record j >out & pid=$!; " ..
        "until test -s out; do sleep 0.1; done; kill -INT $pid; wait $pid; echo $?; wc -l <out; " ..
        "%s replay j g.lua"):format(FLUX, backend, FLUX), { directory = place })
      local status, lines, same = result.out:match "^(%d+)\n *(%d+)\nsame: (.*)$"
      local entries, published = tostring(same):match "^([%d,]+) entries, [%d,]+ cycles, ([%d,]+) published"
      local function number(text) return tonumber((tostring(text):gsub(",", ""))) end
      assert.same({ "130", "flux: interrupted\n" }, { status, result.err }, result.out)
      assert.equal(tonumber(lines) - 1, number(published)) -- without the header
      assert.is_true(number(entries) >= number(published) and number(entries) < 100000)
    end
  end)

  it("ends a callback that never returns, in a run of files or of a pipe", function()
    local place = exported.directory()
    write(place .. "/g.lua", GRAPH)
    write(place .. "/t.csv", "time,steps\n1,1e300\n")
    for _, backend in ipairs { "table", "luajit", "native" } do
      for _, source in ipairs { "t.csv 2>err & pid=$!", "- 2>err <pipe & pid=$!; exec 3>pipe; cat t.csv >&3" } do
        local line = "rm -f pipe; mkfifo pipe; %s run g.lua -q -b %s -i Tick=%s; sleep 0.3; %s"
        local result = command(line:format(FLUX, backend, source, ENDED), { directory = place })
        assert.equal("130\n", result.out, backend .. " " .. source)
      end
    end
  end)

  it("inside an event leaves a journal that ends there, as when the process dies", function()
    local place = exported.directory()
    write(place .. "/g.lua", GRAPH)
    write(place .. "/r.lua", RECORDING)
    local path = ("LUA_PATH='%s/lua/?.lua;%s/lua/?/init.lua;;'"):format(root, root)
    local result = command("luajit r.lua", { directory = place, environment = path })
    assert.equal("true\ttrue\tfalse\tinterrupted!\n", (result.out:gsub("true\tnil", "true")))
    local again = command(FLUX .. "replay j g.lua", { directory = place })
    assert.same({ 0, "flux: j: the recording was interrupted after its last entry\n" }, { again.status, again.err })
    assert.matches("^same: 3 entries, 3 cycles, 3 published", again.out)
  end)

  it("ends a comparison, whichever arm is being compiled", function()
    local place = exported.directory()
    write(place .. "/cc", COMPILER)
    for _, arm in ipairs { "native", "exported" } do
      local line = "chmod +x cc; CC=$PWD/cc XDG_CACHE_HOME=$PWD/cache %s verify %s/graphs/hello.lua --arms table,%s,table"
      local result = command(line:format(FLUX, root, arm), { directory = place })
      assert.same({ 130, "flux: interrupted\n" }, { result.status, result.err })
      assert.matches("^table +reference [^\n]*\n$", result.out)
      assert.equal("", command("ls cache/flux 2>/dev/null", { directory = place }).out)
    end
  end)
end)

describe("standard output that cannot be written to", function()
  it("fails every command", function()
    for _, line in ipairs { "--help", "graph graphs/hello.lua", "check graphs/hello.lua", "check graphs/hello.lua --json",
                            "verify graphs/hello.lua --arms table,luajit", "export graphs/hello.lua -o " .. exported.directory(),
                            "run graphs/hello.lua -q" } do
      local result = command(FLUX .. line .. " >/dev/full")
      assert.equal(1, result.status, line)
      assert.matches("^flux: [^\n]*cannot write to standard output: No space left on device[^\n]*\n$", result.err)
    end
    exported.remove()
  end)
end)
