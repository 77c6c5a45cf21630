-- SPDX-License-Identifier: MIT
-- A short differential run of random bodies; the long one is body_fuzz.long (see spec/support/body_fuzz.lua).

local fuzz = require "spec.support.body_fuzz"

local function report(failures) return table.concat(failures, "\n"):sub(1, 4000) end

describe("random bodies", function()
  it("leave the same bytes as emitted Lua, interpreted and compiled, and as emitted C", function()
    local ran, refused, failures = fuzz.batch(7000, 24, { arms = { { "gcc", "-O2" }, { "clang", "-O2" } }, steps = 40 })
    assert.equal("", report(failures))
    assert.is_true(ran >= 18)
    for _, r in ipairs(refused) do -- only what a generator cannot know: constant indices out of range
      assert.is_truthy(r.refusal.reason:find("is out of range", 1, true), tostring(r.refusal))
    end
  end)

  it("mean what their own text means in plain Lua", function()
    local ran, failures = fuzz.plain(1, 60)
    assert.equal("", report(failures))
    assert.equal(60, ran)
  end)
end)
