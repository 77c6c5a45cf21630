-- SPDX-License-Identifier: MIT
-- Frama-C finds no undefined behaviour in the exported C of the smallest example, and finds it where there is some. The other graphs
-- are proved by tools/prove-export.sh, which takes minutes.
local command = require "spec.support.command"

local function missing() return command("command -v frama-c").status ~= 0 end

describe("tools/prove-export.sh", function()
  -- venues: one function for keys that are alike.
  for name, script in pairs { hello = "graphs/hello.lua", venues = "spec/support/graphs/venues.lua" } do -- in any order
    it(("proves %s, every function of it reached"):format(script), function()
      if missing() then return pending("frama-c is not installed: exported C was not proved") end
      local result = command("tools/prove-export.sh " .. script)
      assert.equal(0, result.status, result.out .. result.err)
      local reached, all = result.out:match("^" .. name .. ": no alarm; (%d+) functions analyzed %(out of (%d+)%)")
      assert.equal(all, reached, result.out)
      assert.is_true(tonumber(all) > 10, result.out)
    end)
  end

  it("reports a C body that divides by what may be zero", function()
    if missing() then return pending("frama-c is not installed: exported C was not proved") end
    local path = os.tmpname() .. ".lua"
    local file = assert(io.open(path, "w"))
    file:write([[
local flux = require "flux"
local A = flux.event("A", "int32_t x;")
local g = flux.graph("divides")
local a = g:node("a", { state = "int32_t x;", on = { [A] = flux.c "self->x = 100 / event->x;" } })
g:sink("a", a)
return g
]])
    file:close()
    finally(function()
      os.remove(path)
      os.remove((path:gsub("%.lua$", "")))
    end)
    local result = command("tools/prove-export.sh " .. path)
    assert.equal(1, result.status, result.out .. result.err)
    assert.truthy(result.out:find("NOT PROVED", 1, true), result.out)
    assert.truthy(result.out:find("division by zero", 1, true), result.out)
  end)
end)
