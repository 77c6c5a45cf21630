-- SPDX-License-Identifier: MIT
-- Opaque Lua callbacks (flux.lua): what they get, on the oracle and the backends that run them. The native backend refuses them.

local flux = require "flux"
local backends = require "spec.support.backends"

local function each(visit)
  for _, backend in ipairs(backends.named { "table", "luajit" }) do visit(backend.start, backend.name) end
end

each(function(start, name)
  describe("an opaque callback on " .. name, function()
    local E, F

    before_each(function()
      E = flux.event("E", "double x; int32_t which; symbol s;")
      F = flux.event("F", "double x; symbol s;")
    end)

    local function source(g, key, which)
      return g:node(key, { state = "double x;", on = { [E:where { which = which }] = function(self, event) self.x = event.x end } })
    end

    it("gets states, ports, lists of both, the index and ctx", function()
      local g = flux.graph("opaque")
      local a, b = source(g, "a", 1), source(g, "b", 2)
      local seen = {}
      g:node("reader", { inputs = { node = a, port = a.x, nodes = { a, b }, ports = { a.x, b.x } }, state = "double sum;",
        on_input = { nodes = flux.lua(function(self, nodes, index)
          seen[#seen + 1] = ("nodes[%d] = %g of %d"):format(index, nodes[index].x, nodes.n)
          self.sum = self.sum + 1
        end) },
        update = flux.lua(function(self, node, port, ports, ctx)
          seen[#seen + 1] = ("%g %g %g %g"):format(node.x, port, ports[0], ports[1])
          seen[#seen + 1] = ("%s %s"):format(tostring(ctx.ticked(node)), tostring(ctx.valid("ports")))
          self.sum = self.sum + 10
        end) })
      local rt = start(g, {})
      assert(rt:send(E, { which = 2, x = 5 }))
      assert.same({ "nodes[1] = 5 of 2", "0 0 0 5", "false true" }, seen)
      seen = {}
      assert(rt:send(E, { which = 1, x = 7 }))
      assert.same({ "nodes[0] = 7 of 2", "7 7 7 5", "true true" }, seen)
      assert.equal(22, rt.state.reader.sum)
      rt:stop()
    end)

    it("gets the event, and arrests with false only", function()
      local g = flux.graph("verdicts")
      local h = g:node("h", { state = "double x;", on = { [E] = flux.lua(function(self, event)
        self.x = event.x
        if event.x < 0 then return false end
        return nil
      end) } })
      g:node("after", { inputs = { h = h }, state = "int32_t runs;", update = function(self) self.runs = self.runs + 1 end })
      local rt = start(g, {})
      assert(rt:send(E, { x = 1 }))
      assert(rt:send(E, { x = -1 }))
      assert.equal(1, rt.state.after.runs)
      rt:stop()
    end)

    it("posts events, with symbols by text and defaults", function()
      local g = flux.graph("posting")
      g:node("poster", { on = { [E] = flux.lua(function(_, event, ctx)
        ctx.post(F, { x = event.x + 1, s = "ABC" })
        ctx.post(F, { s = flux.symbol "NEW" })
      end) } })
      local seen = {}
      g:node("reader", { state = "double x; symbol s;", on = { [F] = flux.lua(function(self, event)
        self.x, self.s = event.x, event.s
        seen[#seen + 1] = event.x
        seen[#seen + 1] = event.s
      end) } })
      local rt = start(g, {})
      assert(rt:send(E, { x = 1 }))
      assert.same({ 2, rt:symbol("ABC"), 0, rt:symbol("NEW") }, seen)
      assert.are_not.equal(rt:symbol("ABC"), rt:symbol("NEW"))
      rt:stop()
    end)

    it("ends the cycle with its error's own text", function()
      local g = flux.graph("raising", { on_error = "skip" })
      g:node("n", { state = "double x;", on = { [E] = flux.lua(function() error("no such luck") end) } })
      local rt = start(g, {})
      local ok, message = rt:send(E, { x = 1 })
      assert.is_nil(ok)
      assert.truthy(message:find("graph 'raising', cycle 1, event E, node 'n', on E (spec/semantics_opaque_spec.lua:", 1, true), message)
      assert.truthy(message:find("semantics_opaque_spec.lua:%d+: no such luck$"), message)
      rt:stop()
    end)

    it("that runs out of stack, or of memory, fails like any other and lets the next entry run", function()
      local g = flux.graph("exhausting", { on_error = "skip" })
      local n = g:node("n", { state = "int32_t runs;", on = { [E] = flux.lua(function(self, event)
        local function deeper(i) return 1 + deeper(i + 1) end
        if event.which == 1 then deeper(1) end
        if event.which == 2 then return ("x"):rep(2 ^ 31 - 1) end -- longer than any string: refused at once
        self.runs = self.runs + 1
      end) } })
      g:node("after", { inputs = { n = n }, state = "int32_t runs;", update = function(self) self.runs = self.runs + 1 end })
      local rt = start(g, {})
      local function send_below(depth, which) -- the host's own stack must not matter
        if depth == 0 then return rt:send(E, { which = which }) end
        local ok, message = send_below(depth - 1, which)
        return ok, message
      end
      for depth = 0, 8 do
        local ok, message = send_below(depth * 7, 1)
        assert.is_nil(ok)
        assert.matches("^graph 'exhausting', cycle %d+, event E, node 'n', on E %(.*%): .*stack overflow", message)
      end
      local ok, message = rt:send(E, { which = 2 })
      assert.is_nil(ok)
      assert.matches("^graph 'exhausting', cycle 10, event E, node 'n', on E %(.*%): not enough memory$", message)
      assert.is_true(rt:send(E, { which = 3 }))
      assert.equal(1, rt.state.n.runs)
      assert.equal(1, rt.state.after.runs)
      assert.equal(10, rt.stats.skipped)
      assert.is_true(rt:reset())
      assert.is_true(rt:stop())
    end)

    it("cannot yield: that fails, and the next entry runs", function()
      local g = flux.graph("yielding", { on_error = "skip" })
      g:node("n", { state = "int32_t runs;", on = { [E] = flux.lua(function(self, event)
        if event.which == 1 then coroutine.yield("away") end
        self.runs = self.runs + 1
      end) } })
      local rt = start(g, {})
      local host = coroutine.wrap(function() return rt:send(E, { which = 1 }) end)
      local ok, message = host()
      assert.is_nil(ok)
      assert.matches("node 'n', on E %(.*%): a callback cannot yield$", message)
      assert.is_true(rt:send(E, {}))
      assert.equal(1, rt.state.n.runs)
      rt:stop()
    end)

    it("may not post a type that no node handles, nor fields that the type has not", function()
      local g = flux.graph("posting", { on_error = "skip" })
      g:node("n", { on = { [E] = flux.lua(function(_, event, ctx)
        if event.which == 1 then ctx.post(F, {}) end
        if event.which == 2 then ctx.post(E, { wich = 3, x = 1 }) end
        if event.which == 3 then ctx.post("E", {}) end
        if event.which == 4 then ctx.post(E, 7) end
      end) } })
      local rt = start(g, {})
      for which, reason in ipairs { "ctx.post: no node handles event type 'F'",
        "ctx.post: event type 'E' has no field 'wich' %(did you mean 'which'%?%)", "ctx.post takes an event type first, got string",
        "ctx.post takes the event's fields as a table, got number" } do
        local ok, message = rt:send(E, { which = which })
        assert.is_nil(ok)
        assert.matches("node 'n', on E .*semantics_opaque_spec.lua:%d+: " .. reason .. "$", message)
      end
      assert.is_true(rt:send(E, {}))
      rt:stop()
    end)

    it("cannot post in stop", function()
      local g = flux.graph("stopping")
      g:node("poster", { stop = flux.lua(function(_, ctx) ctx.post(F, {}) end) })
      g:node("reader", { state = "double x;", on = { [F] = function(self, event) self.x = event.x end } })
      local rt = start(g, {})
      local ok, message = rt:stop()
      assert.is_nil(ok)
      assert.truthy(message:find("graph 'stopping', cycle 0, stop, node 'poster', stop", 1, true), message)
    end)

    it("arms its timer and reads the time", function()
      local Tick = flux.event("Tick", "int64_t time;", { time = "time" })
      local g = flux.graph("timing")
      local seen = {}
      g:node("n", { state = "double x;",
        on = { [Tick] = flux.lua(function(_, _, ctx)
          seen[#seen + 1] = tonumber(ctx.now)
          ctx.after(10)
        end) },
        on_timer = flux.lua(function(_, ctx) seen[#seen + 1] = tonumber(ctx.now) end) })
      local rt = start(g, {})
      assert(rt:send(Tick, { time = 100 }))
      assert(rt:advance(200))
      assert.same({ 100, 110 }, seen)
      rt:stop()
    end)

    it("is told, in a checked run, of what it wrote and may only read", function()
      local g = flux.graph("checking", { on_error = "skip" })
      local e = g:node("e", { state = "double x; double w[2];", on = { [E] = function(self, event) self.x = event.x end } })
      g:node("o", { inputs = { e = e }, state = "double y;", update = flux.lua(function(self, e)
        self.y = e.x
        if e.x == 2 then e.w[1] = 99 end
      end) })
      local rt = start(g, { checked = true })
      if name == "oracle" then return end -- it runs nothing but the rule
      assert(rt:send(E, { x = 1 }))
      local ok, message = rt:send(E, { x = 2 })
      assert.is_nil(ok)
      assert.matches("node 'o', update .*: the input 'e' was written; a callback writes only its own node's state$", message)
    end)
  end)
end)
