-- SPDX-License-Identifier: MIT
-- Libraries of the native backend come and go while traces stay: no trace calls a function of a library that has gone. (With the
-- namespaces of ffi.load this script ends in a segmentation fault within a few libraries.)
local command = require "spec.support.command"
local exported = require "spec.support.exported"

-- The function lies at another address in each library.
local SCRIPT = [[
package.path = "lua/?.lua;lua/?/init.lua;" .. package.path
local ffi, native = require "ffi", require "flux.native"
ffi.cdef "int fetched(void);"
local function sum(holder, n)
  local s = 0
  for _ = 1, n do s = s + holder.lib.fetched() end
  return s
end
local paths = {}
for i = 1, 20 do
  local text = {}
  for k = 1, i % 7 * 300 do text[k] = ("int pad_%d(int x) { return x * %d + %d; }"):format(k, k, i) end
  text[#text + 1] = ("int fetched(void) { return %d; }\n"):format(i)
  paths[i] = assert(native.library(table.concat(text, "\n"), { flags = "-O0 -fPIC -shared" }))
end
for i, path in ipairs(paths) do
  assert(sum({ lib = assert(native.open(path)) }, 1000) == 1000 * i)
  collectgarbage()
  collectgarbage()
end
io.write "done"
]]

describe("libraries of the native backend", function()
  teardown(exported.remove)

  it("may be collected while traces that called them stay", function()
    local directory = exported.directory()
    local file = assert(io.open(directory .. "/fetch.lua", "wb"))
    file:write(SCRIPT)
    file:close()
    local got = command(("XDG_CACHE_HOME=%s luajit %s/fetch.lua"):format(directory, directory))
    assert.same({ out = "done", err = "", status = 0 }, got)
  end)
end)
