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
    assert.truthy(result.out:find("needs a C compiler, and 'no-such-compiler' does not run", 1, true), result.out)
  end)
end)
