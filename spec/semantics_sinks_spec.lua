-- SPDX-License-Identifier: MIT
-- Sinks (S5, S12, S16): when they are called, dispatches from inside, failures. On every backend.

local flux = require "flux"
local backends = require "spec.support.backends"
local part = require "spec.support.parts"

backends.each(function(start, name)
  describe("sinks on " .. name, function()
    local E, F, g, seen

    before_each(function()
      E, F, seen = flux.event("E", "double x;"), flux.event("F", "double x;"), {}
    end)

    local function note(text) seen[#seen + 1] = text end

    it("see the settled graph, in schedule order, two on one node as declared", function()
      g = flux.graph("order")
      local h = part.source(g, "h", E)
      local u = part.follow(g, "u", { root = h })
      for _, sink in ipairs { { "last", u }, { "first", h }, { "second", h } } do g:sink(sink[1], sink[2]) end
      local rt
      local function on(key) return function(state) note(("%s %g %g"):format(key, state.x, rt.state.u.x)) end end
      rt = start(g, { on = { first = on "first", second = on "second", last = on "last" } })
      assert(rt:send(E, { x = 3 }))
      assert.same({ "first 3 3", "second 3 3", "last 3 3" }, seen)
      rt:stop()
    end)

    it("are called only for dirty nodes, and may be set later", function()
      g = flux.graph("dirty")
      g:sink("out", part.gate(g, "h", E))
      local rt = start(g, {})
      assert(rt:send(E, { x = 20 }))
      rt:on("out", function(state) note(state.x) end)
      assert(rt:send(E, { x = 5 }))
      assert(rt:send(E, { x = 30 }))
      rt:on("out", nil)
      assert(rt:send(E, { x = 40 }))
      assert.same({ 30 }, seen)
      rt:stop()
    end)

    it("that dispatch make posts, which run after the cycle", function()
      g = flux.graph("posts", { capacity = 2 })
      g:sink("out", part.source(g, "h", E))
      g:sink("after", part.source(g, "f", F))
      local rt
      rt = start(g, { on = {
        out = function(state)
          note("out " .. state.x)
          assert(rt:send(F, { x = state.x + 1 }))
          note("sent")
        end,
        after = function(state) note("after " .. state.x) end,
      } })
      assert(rt:send(E, { x = 1 }))
      assert.same({ "out 1", "sent", "after 2" }, seen)
      rt:stop()
    end)

    it("learn that the queue is full, and so does the entry", function()
      g = flux.graph("full", { capacity = 1, on_error = "stop" })
      g:sink("out", part.source(g, "h", E))
      part.source(g, "f", F)
      local rt
      rt = start(g, { on = { out = function()
        note(tostring(rt:send(F, { x = 1 })))
        note(tostring(select(2, rt:send(F, { x = 2 }))))
      end } })
      local ok, message = rt:send(E, { x = 1 })
      assert.is_nil(ok)
      assert.equal("graph 'full', cycle 1, event E, sink 'out': the queue of posted events is full", message)
      assert.same({ "true", "the queue of posted events is full" }, seen)
      assert.equal(1, rt.state.f.x)
      seen = {}
      assert.is_nil((rt:send(E, { x = 1 }))) -- no policy applies: the instance runs on
      assert.equal(2, #seen)
      rt:stop()
    end)

    it("cannot dispatch without a queue", function()
      g = flux.graph("none")
      g:sink("out", part.source(g, "h", E))
      local rt
      rt = start(g, { on = { out = function() rt:send(E, { x = 1 }) end } })
      local ok, message = rt:send(E, { x = 1 })
      assert.is_nil(ok)
      assert.truthy(message:find("graph 'none', cycle 1, event E, sink 'out': ", 1, true), message)
      assert.truthy(message:find("a dispatch from inside a sink needs a queue: give the graph a capacity", 1, true), message)
      rt:stop()
    end)

    it("that fail are reported; the others run, and the cycle stands", function()
      g = flux.graph("failing", { on_error = "stop" })
      local h = part.source(g, "h", E)
      g:sink("one", h)
      g:sink("two", h)
      g:sink("three", h)
      local rt = start(g, { on = {
        one = function() error("first trouble", 0) end,
        two = function() error("second trouble", 0) end,
        three = function(state) note(state.x) end,
      } })
      local ok, message = rt:send(E, { x = 4 })
      assert.is_nil(ok)
      assert.equal("graph 'failing', cycle 1, event E, sink 'one': first trouble", message)
      ok = rt:send(E, { x = 5 })
      assert.is_nil(ok)
      assert.same({ 4, 5 }, seen)
      assert.equal(2, tonumber(rt.state.h.runs))
      rt:stop()
    end)

    it("that send what no node handles are told, and the entry reports it", function()
      g = flux.graph("refused", { clock = "stream" }) -- no queue, so that luajit runs it without the core
      g:sink("out", part.source(g, "h", E))
      local told, rt
      rt = start(g, { on = { out = function() told = { rt:send(flux.event "Nobodys", {}) } end } })
      assert.same({ nil, "no node handles this event type" }, { rt:send(E, { x = 1 }) })
      assert.same({ nil, "no node handles this event type" }, told)
      assert.same({ nil, "no node handles this event type" }, { rt:send(E, { x = 2 }) })
      local event = rt:new(E)
      assert.same({ nil, "no node handles this event type" }, { rt:dispatch(event) })
      rt:on("out", nil)
      assert.is_true(rt:dispatch(event))
      assert.equal(4, tonumber(rt.state.h.runs))
      rt:stop()
    end)

    it("that send do not disturb an event that waits", function()
      g = flux.graph("waiting", { capacity = 4 })
      local h = part.source(g, "h", E)
      local held = part.follow(g, "held", { root = h })
      g:sink("out", held)
      local rt
      local sent = false
      rt = start(g, { on = { out = function()
        if not sent then
          sent = true
          assert(rt:send(E, { x = 99 }))
        end
      end } })
      assert(rt:buffer(E, { x = 1 }))
      assert(rt:send(E, { x = 2 })) -- triggers first: the sink sends 99, which runs before this event
      assert.equal(2, rt.state.h.x)
      assert.equal(3, tonumber(rt.state.h.runs))
      rt:stop()
    end)

    it("that dispatch beside due timers make posts of the event, behind the timers' cycles and at its time", function()
      local T = flux.event("T", "double x; int64_t time;", { time = "time" })
      g = flux.graph("timed", { capacity = 2 })
      g:sink("out", part.source(g, "h", T))
      g:sink("after", part.source(g, "f", F))
      g:sink("ticks", g:node("alarm", { state = "int64_t n;", every = "10ns", on_timer = function(self) self.n = self.n + 1 end }))
      local rt
      rt = start(g, { on = {
        out = function(state)
          note("out " .. state.x)
          assert(rt:send(F, { x = state.x + 1 }))
        end,
        after = function(state) note(("after %g at %d"):format(state.x, tonumber(rt:now()))) end,
        ticks = function() note("tick at " .. tonumber(rt:now())) end,
      } })
      for _, time in ipairs { 0, 25, 20, 27 } do assert(rt:send(T, { x = time, time = time })) end -- one is late
      assert.same({ "out 0", "after 1 at 0", "tick at 10", "tick at 20", "out 25", "after 26 at 25", "out 20", "after 21 at 25",
        "out 27", "after 28 at 27" }, seen)
      rt:stop()
    end)

    it("of posted events may dispatch again: first in, first out, each after the cycle before it", function()
      g = flux.graph("again", { capacity = 4 })
      g:sink("out", part.source(g, "h", E))
      g:sink("after", part.source(g, "f", F))
      local rt
      rt = start(g, { on = {
        out = function()
          for x = 1, 2 do assert(rt:send(F, { x = x })) end
        end,
        after = function(state)
          note("in " .. state.x)
          if state.x < 3 then assert(rt:send(F, { x = state.x + 2 })) end
          note("cycle " .. tonumber(rt:cycle()))
        end,
      } })
      assert(rt:send(E, { x = 9 }))
      assert.same({ "in 1", "cycle 2", "in 2", "cycle 3", "in 3", "cycle 4", "in 4", "cycle 5" }, seen)
      rt:stop()
    end)

    it("that dispatch what then fails: the entry reports that, unless a timer before it failed first", function()
      local T, K = flux.event("T", "double x; int64_t time;", { time = "time" }), flux.event("K", "double x;")
      g = flux.graph("both", { capacity = 4, on_error = "skip" })
      g:sink("out", part.source(g, "h", T))
      g:node("k", { state = "double w[2];", on = { [K] = function(self, event) self.w[event.x] = 1 end } })
      g:node("alarm", { state = "double w[2]; int64_t runs;",
        on = { [F] = function(_, event, ctx) ctx.after(event.x) end },
        on_timer = function(self)
          self.runs = self.runs + 1
          self.w[self.runs + 1] = 1
        end })
      local rt
      rt = start(g, { on = { out = function(state) assert(rt:send(K, { x = state.x })) end } })
      local function message_of(ok, message)
        assert.is_nil(ok)
        return message:match("cycle %d+, [^:]-, node '%w+'")
      end
      assert.is_true(rt:send(T, { x = 1, time = 0 })) -- cycles 1 and 2
      assert.equal("cycle 4, event K, node 'k'", message_of(rt:send(T, { x = 2, time = 5 })))
      assert.is_true(rt:send(F, { x = 10 }))
      assert.equal("cycle 6, timer at 15, node 'alarm'", message_of(rt:send(T, { x = 2, time = 20 }))) -- and K's in 8
      assert.equal(8, tonumber(rt:cycle()))
      assert.equal(3, tonumber(rt.state.h.runs))
      rt:stop()
    end)

    it("may fail first: the entry reports that, later ones are refused with the error that stopped the instance", function()
      g = flux.graph("hidden", { capacity = 4 })
      g:node("n", { state = "double w[2];", on = { [E] = function(self, event) self.w[event.x] = 1 end } })
      g:sink("out", "n")
      local rt
      rt = start(g, { on = { out = function()
        assert(rt:send(E, { x = 7 })) -- runs after this cycle, and fails
        error("logging failed", 0)
      end } })
      local ok, message = rt:send(E, { x = 1 })
      assert.is_nil(ok)
      assert.equal("graph 'hidden', cycle 1, event E, sink 'out': logging failed", message)
      for _ = 1, 2 do
        ok, message = rt:send(E, { x = 1 })
        assert.is_nil(ok)
        assert.matches("^graph 'hidden', cycle 2, event E, node 'n', on E .*index 7 is out of range", message)
      end
      assert.equal(2, tonumber(rt:cycle()))
      rt:resume()
      rt:on("out", nil)
      assert.is_true(rt:send(E, { x = 1 }))
      rt:stop()
    end)
  end)
end)
