-- SPDX-License-Identifier: MIT
-- The audit on the oracle and every backend: what each level records, of which nodes, and from when on. Expected records are worked
-- by hand from the graph below; `kind outcome @cycle/time event subject value`, as core/flux_abi.h says what they mean.

local ffi = require "ffi"
local flux = require "flux"
local backends = require "spec.support.backends"
require "flux.core"

local KIND = { "cycle", "call", "value", "post", "sink", "error", "refused", "mark" }

local function digits(value) return (tostring(value):gsub("U?LL$", "")) end

local function lines(ring)
  local bytes, list = ring:read(), {}
  local records = ffi.cast("const flux_audit_record *", ffi.cast("const char *", bytes))
  for i = 0, #bytes / 32 - 1 do
    local r = records[i]
    list[i + 1] = ("%s %d @%s/%s e%d %d %s"):format(KIND[r.kind], r.outcome, digits(r.cycle), digits(r.time), r.event, r.subject,
      digits(r.value))
  end
  return list
end

local Tick = flux.event("Tick", "double price; int64_t time;", { time = "time" })
local Alarm = flux.event("Alarm", "double level;")

-- Callbacks: 0 tick on Tick, 1 mean update, 2 alarm on Alarm, 3 alarm on_timer, 4 tape on_input. Values: 0 tick.price, 1 mean.value,
-- 2 mean.above, 3 alarm.level, 4 tape.seen[0], 5 tape.seen[1].
local function graph(options)
  local g = flux.graph("audited", options)
  local tick = g:node("tick", { state = "double price;",
    on = { [Tick] = function(self, event) self.price = event.price end } })
  local mean = g:node("mean", { state = "double value; bool above;", inputs = { price = tick.price },
    update = function(self, price, ctx)
      self.value = 0.5 * (self.value + price)
      self.above = self.value > 4
      if self.value <= 4 then return false end
      ctx.post(Alarm, { level = price })
    end })
  g:node("alarm", { state = "double level;", every = "10ns",
    on = { [Alarm] = function(self, event) self.level = event.level end },
    on_timer = function() return false end })
  g:node("tape", { state = "int32_t seen[2];", inputs = { price = tick.price },
    on_input = { price = function(self, price) self.seen[1] = price end } })
  g:sink("mean", mean)
  return g
end

-- 8.0, 4.0, 12.0, 6.5, 1.0 as bits
local B8, B4, B12 = "4620693217682128896", "4616189618054758400", "4622945017495814144"

backends.each(function(start, name)
  describe("an audit on " .. name, function()
    local rt, ring

    local function begin(options, graph_options, more)
      rt = start(graph(graph_options), more)
      ring = rt:audit(options)
    end

    it("records cycles with their causes", function()
      begin { level = "cycles" }
      rt:send(Tick, { price = 2, time = 1 })
      rt:send(Tick, { price = 16, time = 2 })
      rt:buffer(Tick, { price = 1, time = 3 })
      rt:trigger()
      rt:advance(10)
      assert.same({
        "cycle 0 @1/1 e0 0 0", "cycle 0 @2/2 e0 0 0", "cycle 0 @3/2 e1 0 2", "cycle 1 @4/3 e0 0 0", "cycle 2 @5/3 e-1 0 0",
        "cycle 0 @6/3 e1 0 5", "cycle 3 @7/10 e-2 0 0",
      }, lines(ring))
    end)

    it("records calls, posts and sinks", function()
      begin { level = "nodes" }
      rt:send(Tick, { price = 2, time = 1 })
      rt:send(Tick, { price = 16, time = 2 })
      assert.same({
        "cycle 0 @1/1 e0 0 0", "call 1 @1/1 e0 0 -1", "call 0 @1/1 e0 1 -1", "call 2 @1/1 e0 4 -1",
        "cycle 0 @2/2 e0 0 0", "call 1 @2/2 e0 0 -1", "call 1 @2/2 e0 1 -1", "post 0 @2/2 e0 1 1", "call 2 @2/2 e0 4 -1",
        "sink 0 @2/2 e0 0 0",
        "cycle 0 @3/2 e1 0 2", "call 1 @3/2 e1 2 -1",
      }, lines(ring))
    end)

    it("records the values that changed", function()
      begin { level = "values" }
      rt:send(Tick, { price = 8, time = 1 })
      rt:send(Tick, { price = 12, time = 2 })
      assert.same({
        "cycle 0 @1/1 e0 0 0", "call 1 @1/1 e0 0 -1", "value 0 @1/1 e0 0 " .. B8,
        "call 0 @1/1 e0 1 -1", "value 0 @1/1 e0 1 " .. B4, "call 2 @1/1 e0 4 -1", "value 7 @1/1 e0 5 8",
        "cycle 0 @2/2 e0 0 0", "call 1 @2/2 e0 0 -1", "value 0 @2/2 e0 0 " .. B12,
        "call 1 @2/2 e0 1 -1", "value 0 @2/2 e0 1 " .. B8, "value 2 @2/2 e0 2 1", "post 0 @2/2 e0 1 1",
        "call 2 @2/2 e0 4 -1", "value 7 @2/2 e0 5 12", "sink 0 @2/2 e0 0 0",
        "cycle 0 @3/2 e1 0 2", "call 1 @3/2 e1 2 -1", "value 0 @3/2 e1 3 " .. B12,
      }, lines(ring))
    end)

    it("has a level of its own for a node", function()
      begin { level = "cycles", nodes = { mean = "nodes" } }
      rt:send(Tick, { price = 2, time = 1 })
      assert.same({ "cycle 0 @1/1 e0 0 0", "call 0 @1/1 e0 1 -1" }, lines(ring))
      rt:audit { level = "off", nodes = { tick = "values" } }
      rt:send(Tick, { price = 8, time = 2 })
      assert.same({ "call 1 @2/2 e0 0 -1", "value 0 @2/2 e0 0 " .. B8 }, lines(ring))
    end)

    it("is switched between entries", function()
      begin { level = "cycles" }
      rt:audit { level = "off" }
      rt:send(Tick, { price = 2, time = 1 })
      assert.same({}, lines(ring))
      rt:audit { level = "cycles" }
      rt:send(Tick, { price = 2, time = 2 })
      rt:audit { level = "off" }
      rt:send(Tick, { price = 2, time = 3 })
      assert.same({ "cycle 0 @2/2 e0 0 0" }, lines(ring))
    end)

    it("knows no cause of what was posted while it was off", function()
      rt = start(graph())
      rt:buffer(Tick, { price = 16, time = 1 })
      ring = rt:audit { level = "cycles" }
      rt:trigger()
      assert.same({ "cycle 2 @2/1 e-1 0 0", "cycle 0 @3/1 e1 0 2" }, lines(ring))
    end)

    it("records what is refused, and resets", function()
      begin({ level = "cycles" }, { late = "reject" })
      rt:send(Tick, { price = 1, time = 5 })
      rt:send(Tick, { price = 1, time = 4 })
      rt:reset()
      rt:send(Tick, { price = 1, time = 4 })
      assert.same({ "cycle 0 @1/5 e0 0 0", "refused 0 @1/5 e0 0 -10", "mark 0 @1/5 e-3 0 0", "cycle 0 @1/4 e0 0 0" }, lines(ring))
    end)

    it("records jumps over too many deadlines", function()
      begin({ level = "cycles" }, { max_missed = 2 })
      rt:send(Tick, { price = 1, time = 5 })
      rt:advance(100)
      assert.same({ "cycle 0 @1/5 e0 0 0", "cycle 3 @2/10 e-2 0 0", "cycle 3 @3/20 e-2 0 0", "refused 0 @3/20 e-2 0 -14" }, lines(ring))
    end)

    local POLICY = { stop = 0, skip = 1, rollback = 2 }
    for _, policy in ipairs { "stop", "skip", "rollback" } do
      it("keeps what a failed cycle did under policy " .. policy, function()
        local g = flux.graph("failing", { on_error = policy })
        local a = g:node("a", { state = "double x;", on = { [Tick] = function(self, event) self.x = event.price end } })
        g:node("b", { state = "int32_t i; double w[2];", inputs = { a = a },
          update = function(self, a) -- luacheck: ignore
            self.i = 1
            self.w[a.x] = 1
          end })
        rt = start(g)
        ring = rt:audit { level = "values" }
        rt:send(Tick, { price = 8, time = 1 })
        local expected = {
          "cycle 0 @1/1 e0 0 0", "call 1 @1/1 e0 0 -1", "value 0 @1/1 e0 0 " .. B8, "call 3 @1/1 e0 1 -1", "value 7 @1/1 e0 1 1",
          ("error %d @1/1 e0 1 -8"):format(POLICY[policy]),
        }
        assert.same(expected, lines(ring))
        rt:resume()
        assert.same(policy == "stop" and { "mark 1 @1/1 e-3 0 0" } or {}, lines(ring))
      end)
    end

    it("records a sink's failure and what it sends", function()
      local g, instance = graph { capacity = 4 }, nil
      rt = start(g, { on = { mean = function()
        instance:send(Alarm, { level = 1 })
        error("no", 0)
      end } })
      instance = rt
      ring = rt:audit { level = "off", nodes = { mean = "nodes" } }
      rt:send(Tick, { price = 16, time = 1 })
      assert.same({
        "call 1 @1/1 e0 1 -1", "post 0 @1/1 e0 1 1", "sink 0 @1/1 e0 0 0", "error 3 @1/1 e0 1073741824 -15",
        "post 0 @1/1 e0 1073741824 1",
      }, lines(ring))
    end)

    it("records init, start and stop", function()
      local g = flux.graph("living")
      g:node("a", { state = "double x;", on = { [Alarm] = function(self, event) self.x = event.level end },
        init = function(self) self.x = 4 end, start = function(_, ctx) ctx.post(Alarm, { level = 8 }) end,
        stop = function(self) self.x = 12 end })
      rt = start(g, { audit = { level = "values" } })
      rt:stop()
      assert.same({
        "cycle 4 @0/0 e-3 0 0", "call 2 @0/0 e-3 1 -1", "value 0 @0/0 e-3 0 " .. B4,
        "cycle 5 @0/0 e-3 0 0", "call 2 @0/0 e-3 2 -1", "post 0 @0/0 e-3 2 0",
        "cycle 0 @1/0 e0 0 -1", "call 1 @1/0 e0 0 -1", "value 0 @1/0 e0 0 " .. B8,
        "cycle 6 @1/0 e-4 0 0", "call 2 @1/0 e-4 3 -1", "value 0 @1/0 e-4 0 " .. B12,
      }, lines(rt.audit_ring))
    end)
  end)
end)

-- What a host with a ring can do wrong, and how much is lost; the oracle has neither.
for _, name in ipairs { "table", "luajit", "native" } do
  describe("the ring of an audit on " .. name, function()
    it("drops, or overwrites, and counts what was lost", function()
      local rt = graph():start { backend = name }
      local ring = rt:audit { level = "cycles", ring = { records = 4, full = "drop" } }
      for t = 1, 6 do rt:send(Tick, { price = 1, time = t }) end
      assert.equal(2, ring:lost())
      assert.same({ "cycle 0 @1/1 e0 0 0", "cycle 0 @2/2 e0 0 0", "cycle 0 @3/3 e0 0 0", "cycle 0 @4/4 e0 0 0" }, lines(ring))
      ring = rt:audit { level = "cycles", ring = { records = 4, full = "overwrite" } }
      for t = 7, 12 do
        rt:advance(t)
        rt:buffer(Tick, { price = 1, time = t })
      end
      assert.equal(4, ring:lost()) -- of eight: six events, the timer at 10, and the trigger before it
      assert.equal(4, ring:count())
      rt:audit { level = "off" }
      assert.equal(4, #lines(ring))
    end)

    it("says that a snapshot was restored", function()
      local rt = graph():start { backend = name, audit = { level = "cycles" } }
      rt:buffer(Tick, { price = 16, time = 1 })
      local bytes = rt:snapshot()
      rt:send(Tick, { price = 1, time = 7 })
      assert.equal(5, #lines(rt.audit_ring)) -- the event, its trigger, what that posted, an event, what that posted
      assert.is_true(rt:restore(bytes))
      rt:trigger()
      assert.same({ "mark 2 @5/7 e-3 0 0", "cycle 2 @2/1 e-1 0 0", "cycle 0 @3/1 e1 0 2" }, lines(rt.audit_ring))
    end)

    it("is named where it is asked for wrongly", function()
      local rt = graph():start { backend = name }
      local function says(text, options)
        local ok, message = pcall(function() return rt:audit(options) end)
        assert.is_false(ok)
        assert.truthy(message:find("spec/audit_spec.lua", 1, true), message)
        assert.truthy(message:find(text, 1, true), message)
      end
      says("level is 'all'; it can be off, cycles, nodes or values", { level = "all" })
      says("graph 'audited' has no node 'meen' (did you mean 'mean'?)", { nodes = { meen = "nodes" } })
      says("has no option 'size'", { size = 3 })
      says("a count of records from 1 on, not 0", { ring = { records = 0 } })
      says("'overwrite' or 'drop', not 'grow'", { ring = { full = "grow" } })
    end)

    it("is switched between entries only", function()
      local problem, rt
      rt = graph { capacity = 1 }:start { backend = name, on = { mean = function()
        local _, message = pcall(function() rt:audit { level = "cycles" } end)
        problem = message
      end } }
      rt:send(Tick, { price = 16, time = 1 })
      assert.truthy(problem:find("the audit was switched from inside a callback", 1, true), problem)
    end)
  end)
end
