-- SPDX-License-Identifier: MIT
-- What the export looks like: reviewed as a diff. To rewrite the files:
--
--   FLUX_GOLDEN=rewrite busted spec/export_golden_spec.lua
--
-- hello is the smallest graph, with its audit; weather has timers, on_input, errors and buffering; anomaly is made of the node library,
-- whose kinds keep of their code what their params leave; ladder has a kind that two nodes share; venues a loop over keys. All but
-- hello leave the audit out.
local exported = require "spec.support.exported"

local GRAPHS = { "hello", "weather", "anomaly", "ladder", "venues" }
local DIRECTORY = { venues = "spec/support/graphs" }

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

-- Each in a fresh process: what is exported depends on the script alone.
local function export(graph, directory)
  local code = ([[require("flux.export").write(require("flux.resolve").resolve(dofile("%s/%s.lua")), { dir = %q, audit = %s })]])
    :format(DIRECTORY[graph] or "graphs", graph, directory, tostring(graph == "hello"))
  exported.run(("luajit -e 'package.path = \"lua/?.lua;lua/?/init.lua;\" .. package.path' -e '%s'"):format(code:gsub("'", "'\\''")))
end

describe("the exported text", function()
  local first, second

  setup(function()
    first, second = exported.directory(), exported.directory()
    for _, graph in ipairs(GRAPHS) do
      export(graph, first)
      export(graph, second)
    end
  end)
  teardown(exported.remove)

  for _, graph in ipairs(GRAPHS) do
    for _, ending in ipairs { ".h", ".c" } do
      local name = graph .. ending
      it("of " .. name .. " is as reviewed", function()
        local text = read(first .. "/" .. name)
        if os.getenv("FLUX_GOLDEN") == "rewrite" then write("spec/golden/" .. name, text) end
        assert.equal(read("spec/golden/" .. name), text)
      end)

      it("of " .. name .. " is the same every time", function()
        assert.equal(read(first .. "/" .. name), read(second .. "/" .. name))
      end)

      it("of " .. name .. " has no line of more than 120 columns", function()
        for line in read(first .. "/" .. name):gmatch("[^\n]+") do assert.is_true(#line <= 120, line) end
      end)
    end
  end
end)
