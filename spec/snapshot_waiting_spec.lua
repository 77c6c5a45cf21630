-- SPDX-License-Identifier: MIT
-- What waits in a snapshot, and what `start` posts when it is restored: posts never overtake buffered work (S12, S15, S17).

local flux = require "flux"
local part = require "spec.support.parts"
local scenario = require "spec.support.scenario"

-- `start` posts P, which `log` handles; S is buffered, and `u` follows it; T sets the time.
local function make()
  local S, P = flux.event("S", "double x;"), flux.event("P", "double x;")
  local T = flux.event("T", "double x; int64_t time;", { time = "time" })
  local g = flux.graph "waiting"
  g:node("first", { start = function(self, ctx) ctx.post(P, {}) end }) -- luacheck: ignore 212
  part.source(g, "log", P)
  local h = part.source(g, "h", S)
  part.follow(g, "u", { root = h })
  part.source(g, "timed", T)
  return g, S
end

local function calls(rt) return scenario.calls(rt:trace()) end

for _, backend in ipairs { "table", "luajit", "native" } do
  describe("on " .. backend .. ", what start posts after a restore", function()
    local g, S, rt

    before_each(function()
      g, S = make()
      rt = g:start { backend = backend, trace = true }
      assert.equal("first.start", calls(rt))
    end)

    local function restored()
      local again = g:start { backend = backend, trace = true, restore = rt:snapshot() }
      return again
    end

    it("runs at once where nothing waits", function()
      assert(rt:advance(10))
      assert.equal("log(P)", calls(rt))
      assert.equal("first.start, log(P)", calls(restored()))
    end)

    it("waits for the trigger behind buffered work", function()
      assert(rt:advance(10))
      assert(rt:buffer(S, { x = 1 }))
      local again = restored()
      assert.equal("first.start", calls(again))
      assert(again:advance(20))
      assert.equal("", calls(again))
      assert(again:trigger())
      assert.equal("u, log(P)", calls(again))
    end)

    it("waits for the time behind what waited for it before", function()
      assert(rt:buffer(S, { x = 1 }))
      local again = restored()
      assert.equal("first.start", calls(again))
      assert(again:advance(20))
      assert.equal("u, log(P), log(P)", calls(again))
    end)
  end)
end
