-- SPDX-License-Identifier: MIT
-- ^C ends a live run as the end of its input does, every other command with one line and status 130; neither leaves anything
-- half-done behind.
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
