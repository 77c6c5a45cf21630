-- SPDX-License-Identifier: MIT
-- The native backend's builds: kept in a cache, made once, and plain words when there is no compiler.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local CODE = [[
package.path = "lua/?.lua;lua/?/init.lua;" .. package.path
local graph = dofile("graphs/hello.lua")
local ok, rt = pcall(graph.start, graph, { backend = "native" })
if not ok then print(rt) os.exit(1) end
local Tick = graph.events[1]
for i, price in ipairs { 100, 101, 104 } do assert(rt:send(Tick, { time = i, price = price })) end
print(rt.state.jump.above)
]]

local function hello(environment)
  return command("luajit -e " .. command.quoted(CODE), { environment = environment })
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function builds(directory)
  local list = {}
  for name in exported.run("ls " .. directory .. "/flux"):gmatch("[^\n]+") do list[#list + 1] = name end
  return list
end

describe("the native backend", function()
  local cache

  before_each(function() cache = exported.directory() end)
  teardown(exported.remove)

  it("compiles a graph once and finds the library again", function()
    assert.equal("1.75\n", hello("XDG_CACHE_HOME=" .. cache).out)
    local first = builds(cache)
    local inode = exported.run(("ls -i %s/flux"):format(cache))
    assert.equal("1.75\n", hello("XDG_CACHE_HOME=" .. cache).out)
    assert.same(first, builds(cache))
    assert.equal(inode, exported.run(("ls -i %s/flux"):format(cache)))
  end)

  it("compiles again for another compiler", function()
    hello("XDG_CACHE_HOME=" .. cache .. " CC=gcc")
    local count = #builds(cache)
    hello("XDG_CACHE_HOME=" .. cache .. " CC=clang")
    assert.equal(2 * count, #builds(cache))
  end)

  it("leaves no half-written library when processes compile at the same time", function()
    local runs = {}
    for i = 1, 4 do runs[i] = ("{ XDG_CACHE_HOME=%s luajit -e %s > %s/%d; } &"):format(cache, command.quoted(CODE), cache, i) end
    exported.run(table.concat(runs, " ") .. " wait")
    for i = 1, 4 do assert.equal("1.75\n", exported.run(("cat %s/%d"):format(cache, i))) end
    for _, name in ipairs(builds(cache)) do assert.truthy(name:find("^%x+%.[sc]o?$"), name) end
  end)

  it("says so when there is no compiler", function()
    local result = hello("XDG_CACHE_HOME=" .. cache .. " CC=no-such-compiler")
    assert.equal(1, result.status)
    assert.truthy(result.out:find("need a C compiler, and 'no-such-compiler' does not run", 1, true), result.out)
  end)

  it("keeps one source of a failed build, and names it", function()
    write(cache .. "/cc", '#!/bin/sh\ncase $* in --version) echo cc ;; *) echo "$*: no"; exit 1 ;; esac\n')
    exported.run(("chmod +x %s/cc"):format(cache))
    for _ = 1, 2 do
      local result = hello(("XDG_CACHE_HOME=%s CC=%s/cc"):format(cache, cache))
      assert.equal(1, result.status)
      local list = builds(cache)
      assert.matches("^%x+%.c$", list[1])
      assert.is_nil(list[2])
      assert.truthy(result.out:find(("%s/cc failed on %s/flux/%s:\n"):format(cache, cache, list[1]), 1, true), result.out)
    end
  end)

  it("does not blame a C body for a compiler or a directory that is not there", function()
    local graph = CODE:gsub('dofile.-\n', 'dofile("' .. cache .. '/g.lua")\n'):gsub('backend = "native"', 'backend = "table"')
    write(cache .. "/g.lua", [[
local flux = require "flux"
local Tick = flux.event("Tick", "int64_t time; double price;", { time = "time" })
local g = flux.graph("c")
g:node("jump", { state = "double above;", on = { [Tick] = flux.c "self->above = event->price;" } })
return g]])
    local line = "luajit -e " .. command.quoted(graph)
    assert.equal("104\n", command(line, { environment = "XDG_CACHE_HOME=" .. cache }).out)
    assert.equal("the native backend and C bodies need a C compiler, and 'nope' does not run; install gcc or clang, or set CC\n",
      command(line, { environment = "CC=nope" }).out)
  end)
end)
