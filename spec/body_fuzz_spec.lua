-- SPDX-License-Identifier: MIT
-- A short differential run of random bodies; `flux fuzz bodies` is the long one.

local fuzz = require "spec.support.body_fuzz"
local remote = require "spec.support.body_remote"

local function report(failures) return table.concat(failures, "\n"):sub(1, 4000) end

describe("random bodies", function()
  it("leave the same bytes as emitted Lua, interpreted and compiled, and as emitted C", function()
    local ran, refused, failures = fuzz.batch(7000, 60)
    assert.equal("", report(failures))
    assert.is_true(ran >= 50)
    for _, r in ipairs(refused) do -- only what a generator cannot know: constant indices out of range
      assert.is_truthy(r.refusal.reason:find("is out of range", 1, true), tostring(r.refusal))
    end
  end)

  it("leave the same bytes as C for aarch64 under qemu", function()
    local missing = remote.missing()
    if missing then return pending(missing .. " is not installed: bodies were not run on aarch64") end
    local ran, _, failures = fuzz.batch(7100, 60, { aarch64 = true })
    assert.equal("", report(failures))
    assert.is_true(ran >= 50)
  end)

  it("mean what their own text means in plain Lua", function()
    local ran, failures = fuzz.plain(1, 60)
    assert.equal("", report(failures))
    assert.equal(60, ran)
  end)
end)
