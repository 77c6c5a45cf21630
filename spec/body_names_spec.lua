-- SPDX-License-Identifier: MIT
-- Names that a script may give to inputs and events, and that mean something else beside them.
local flux = require "flux"

local T = flux.event("T", "int64_t time; double x;", { time = "time" })

local function run(backend, build)
  local g = flux.graph "names"
  build(g)
  local rt = g:start { backend = backend }
  for i = 1, 2 do assert(rt:send(T, { time = 100 * i, x = 2 * i - 1 })) end
  return rt.state
end

for _, backend in ipairs { "table", "luajit", "native" } do
  describe("on " .. backend, function()
    it("inputs may be called now and cycle, beside ctx.now and ctx.cycle", function()
      local state = run(backend, function(g)
        local n = g:node("n", { state = "double v; int64_t k;", on = { [T] = function(self, e) self.v, self.k = e.x, 7 end } })
        g:node("a", { inputs = { now = n.v }, state = "double q; int64_t k;", update = function(self, now, ctx)
          self.q = now + 1
          self.k = ctx.now
        end })
        g:node("b", { inputs = { cycle = n.k }, state = "int64_t q; int64_t k;", update = function(self, cycle, ctx)
          self.q = cycle
          self.k = ctx.cycle
        end })
        g:node("c", { inputs = { now = n }, state = "double q; int64_t k;", update = function(self, now, ctx)
          self.q = now.v
          self.k = ctx.now
        end })
      end)
      assert.equal(4, state.a.q) -- the second x is 3
      assert.equal(200, tonumber(state.a.k))
      assert.equal(7, tonumber(state.b.q))
      assert.equal(2, tonumber(state.b.k))
      assert.equal(3, state.c.q)
      assert.equal(200, tonumber(state.c.k))
    end)

    it("an event may be called now", function()
      local state = run(backend, function(g)
        g:node("n", { state = "double v; int64_t k;", on = { [T] = function(self, now, ctx)
          self.v = now.x
          self.k = ctx.now
        end } })
      end)
      assert.equal(3, state.n.v)
      assert.equal(200, tonumber(state.n.k))
    end)

    it("an input may be called ticked_x beside ctx.ticked(x)", function()
      local state = run(backend, function(g)
        local n = g:node("n", { state = "double v;", on = { [T] = function(self, e) self.v = e.x end } })
        g:node("a", { inputs = { x = n, ticked_x = n }, state = "double q; bool t;", update = function(self, x, ticked_x, ctx)
          self.q = ticked_x.v + x.v
          self.t = ctx.ticked(x)
        end })
      end)
      assert.equal(6, state.a.q)
      assert.is_true(state.a.t)
    end)

    it("the fields of two list inputs may read alike", function()
      local state = run(backend, function(g)
        local n = g:node("n", { state = "double b_c; double c;", on = { [T] = function(self, e) self.b_c, self.c = e.x, 10 * e.x end } })
        g:node("a", { inputs = { a = { n }, a_b = { n } }, state = "double q;", update = function(self, a, a_b)
          self.q = a[0].b_c + a_b[0].c
        end })
      end)
      assert.equal(33, state.a.q)
    end)
  end)
end
