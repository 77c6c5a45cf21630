-- SPDX-License-Identifier: MIT
-- What exported C calls that is not its own: no more than docs/embedding.md lists.
local exported = require "spec.support.exported"

local PLAIN = "memset memcpy memcmp bcmp fabs floor ceil sqrt fmod fma __cpu_model"
local SNAPSHOT = "memchr strcmp strlen"
local LINKER = "_GLOBAL_OFFSET_TABLE_" -- no function: where position-independent code finds addresses

local function set(...)
  local names = {}
  for name in table.concat({ ... }, " "):gmatch("%S+") do names[name] = true end
  return names
end

-- The undefined names of the exported source, compiled as a shipped program is.
local function undefined(compiler, script, options)
  local directory = exported.directory()
  options.prefix = "x"
  exported.write(script, directory, options)
  exported.run(("%s -std=c11 -O2 -ffp-contract=off -fno-stack-protector -c %s/x.c -o %s/x.o"):format(compiler, directory, directory))
  local names = {}
  for name in exported.run(("nm -u %s/x.o"):format(directory)):gmatch("U (%S+)") do names[#names + 1] = name end
  return names
end

describe("exported C", function()
  teardown(exported.remove)

  local function check(compiler, script, options, allowed)
    local names = undefined(compiler, script, options)
    assert.is_true(#names > 0)
    for _, name in ipairs(names) do
      assert.is_true(allowed[name] or false, ("%s on %s: %s"):format(compiler, script, name))
    end
  end

  for _, compiler in ipairs { "gcc", "clang" } do
    it("calls only the library functions that the documentation lists, built by " .. compiler, function()
      if jit.os ~= "Linux" or not exported.has(compiler) then return end
      for _, script in ipairs { "graphs/flights.lua", "spec/support/graphs/everything.lua" } do
        check(compiler, script, {}, set(PLAIN, LINKER))
      end
      check(compiler, "tools/freestanding/functions.lua", {}, set(PLAIN, LINKER))
      check(compiler, "spec/support/graphs/everything.lua", { snapshot = true }, set(PLAIN, SNAPSHOT, LINKER))
    end)
  end

  it("is said to call these in the documentation", function()
    local text = assert(io.open("docs/embedding.md")):read("*a"):match("The only library functions.-\n\n")
    for name in (PLAIN .. " " .. SNAPSHOT):gmatch("%S+") do assert.truthy(text:find("`" .. name .. "`", 1, true), name) end
  end)
end)
