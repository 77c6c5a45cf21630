-- SPDX-License-Identifier: MIT
-- You pay only for what the graph declares: what is not needed is not in the exported text.
local flux = require "flux"
local export = require "flux.export"
local resolve = require "flux.resolve"

local count = 0

-- The export of a graph with one event type; `build` declares the nodes.
local function exported(build, options, event_options)
  count = count + 1
  local Tick = flux.event("Tick", "double price; int64_t time; int32_t key;", event_options or { time = "time" })
  local g = flux.graph("needs", options)
  build(g, Tick)
  return export.text(resolve.resolve(g), { audit = false })
end

local function has(text, words)
  for word in words:gmatch("%S+") do assert.truthy(text.source:find(word, 1, true) or text.header:find(word, 1, true), word) end
end

local function lacks(text, words)
  for word in words:gmatch("%S+") do
    assert.falsy(text.source:find(word, 1, true), "in the source: " .. word)
    assert.falsy(text.header:find(word, 1, true), "in the header: " .. word)
  end
end

local function source(g, Tick)
  return g:node("source", { state = "double price;", on = { [Tick] = function(self, event) self.price = event.price end } })
end

describe("an export", function()
  it("of a plain graph has no queue, timers, errors, clocks, symbols or copies", function()
    local text = exported(function(g, Tick) source(g, Tick) end)
    lacks(text, "post queue deadline timer failed error skipped STOPPED IDLE HELD clock wall symbol saved valid pending prev")
    lacks(text, "_start _stop _resume _buffer _trigger math.h")
  end)

  it("without a time has neither now nor late events", function()
    lacks(exported(source, nil, {}), "now late FRESH attention advance")
  end)

  it("has a queue when something posts", function()
    local text = exported(function(g, Tick)
      local Alarm = flux.event("Alarm", "double price;")
      g:node("watch", { on = { [Tick] = function(_, event, ctx) ctx.post(Alarm, { price = event.price }) end } })
      g:node("alarm", { state = "double price;", on = { [Alarm] = function(self, event) self.price = event.price end } })
    end)
    has(text, "posts[64] post_alarm run_posts NEEDS_E_QUEUE")
    lacks(text, "post_tick deadline")
  end)

  it("has timers when a node has one, and reads no clock in a graph with timed events", function()
    local text = exported(function(g, Tick)
      source(g, Tick)
      g:node("beat", { state = "int64_t n;", every = "1s", on_timer = function(self) self.n = self.n + 1 end })
    end)
    has(text, "run_timers next_deadline needs_advance")
    lacks(text, "(*clock) arm( cancel( first_error")
  end)

  it("reads the host's clock where nothing is timed and something reads the time", function()
    local text = exported(function(g, Tick)
      g:node("stamp", { state = "int64_t at;", on = { [Tick] = function(self, _, ctx) self.at = ctx.now end } })
    end, nil, {})
    has(text, "(*clock)(void needs_start")
    lacks(text, "late FRESH")
  end)

  it("keeps copies for rollback only, of the nodes that run before something can fail", function()
    local function fallible(g, Tick)
      local s = source(g, Tick)
      local w = g:node("w", { inputs = { price = s.price }, state = "double w[4]; int32_t i;", update = function(self, price)
        self.w[self.i] = price
        self.i = self.i + 1
      end })
      g:node("later", { inputs = { w = w }, state = "double first;", update = function(self, w) self.first = w.w[0] end })
    end
    has(exported(fallible, { on_error = "rollback" }), "save_source save_w restore_nodes")
    lacks(exported(fallible, { on_error = "rollback" }), "save_later STOPPED resume")
    lacks(exported(fallible, { on_error = "skip" }), "saved restore STOPPED resume")
    has(exported(fallible), "STOPPED needs_resume NEEDS_E_INDEX")
    lacks(exported(fallible), "saved restore NEEDS_E_QUEUE")
  end)

  it("tests no guard that always holds, and no guard twice", function()
    local text = exported(function(g, Tick)
      local s = source(g, Tick)
      local a = g:node("a", { inputs = { price = s.price }, state = "double v;", update = function(self, price) self.v = price end })
      local b = g:node("b", { inputs = { a = a }, state = "double v;", update = function(self, a)
        self.v = a.v
        if a.v < 0 then return false end
      end })
      local c = g:node("c", { inputs = { b = b }, state = "double v;", update = function(self, b) self.v = b.v end })
      g:node("d", { inputs = { c = c }, state = "double v;", update = function(self, c) self.v = c.v end })
    end)
    local cycle = text.source:match("\nstatic void tick_cycle.-\n}\n")
    assert.equal([[

static void tick_cycle(needs_t *g, const needs_tick_event *event) {
  source_on_tick(&g->source, event);
  a_update(&g->a, g->source.price);
  const bool b_dirty = b_update(&g->b, &g->a);
  if (b_dirty) {
    c_update(&g->c, &g->b);
    d_update(&g->d, &g->c);
  }
}
]], cycle)
  end)

  it("makes a switch of filters on one field, each with what depends on it alone", function()
    local text = exported(function(g, Tick)
      local function one(name, key)
        local node = g:node(name, { state = "double price;", on = {
          [Tick:where { key = key }] = function(self, event) self.price = event.price end,
        } })
        return g:node(name .. "_mean", { inputs = { x = node.price }, state = "double v;",
          update = function(self, x) self.v = self.v + 0.5 * (x - self.v) end })
      end
      one("low", 1)
      one("high", 2)
    end)
    local cycle = text.source:match("\nstatic void tick_cycle.-\n}\n")
    assert.equal([[

static void tick_cycle(needs_t *g, const needs_tick_event *event) {
  switch (event->key) {
  case 1:
    low_on_tick_key_1(&g->low, event);
    low_mean_update(&g->low_mean, g->low.price);
    break;
  case 2:
    high_on_tick_key_2(&g->high, event);
    high_mean_update(&g->high_mean, g->high.price);
    break;
  default: break;
  }
}
]], cycle)
  end)

  it("has one function for the nodes of a kind with the same parameters", function()
    local Ema = flux.kind("Ema", { params = "double alpha;", state = "double v;",
      update = function(self, x) self.v = self.v + self.alpha * (x - self.v) end })
    local text = exported(function(g, Tick)
      local s = source(g, Tick)
      g:node("a", Ema { x = s.price, alpha = 0.5 })
      g:node("b", Ema { x = s.price, alpha = 0.5 })
      g:node("c", Ema { x = s.price, alpha = 0.25 })
    end)
    has(text, "ema_update(needs_ema c_update(needs_ema")
    assert.falsy(text.source:find("[^%w_][ab]_update%("))
    has(text, "needs_a; needs_b; needs_c;")
  end)

  it("refuses opaque callbacks, all of them at once, with their places", function()
    local ok, message = pcall(exported, function(g, Tick)
      g:node("log", { on = { [Tick] = flux.lua(function(_, event) print(event.price) end) } })
      g:node("note", { on = { [Tick] = flux.lua(function(_, event) print(event.time) end) } })
    end)
    assert.is_false(ok)
    assert.truthy(message:find("2 callbacks", 1, true), message)
    assert.truthy(message:find("export_needs_spec.lua:%d+: node 'log', on Tick: "), message)
    assert.truthy(message:find("export_needs_spec.lua:%d+: node 'note', on Tick: "), message)
  end)

  it("declares the functions that a host supplies for opaque callbacks", function()
    local text = exported(function(g, Tick)
      g:node("log", { state = "double last;", on = {
        [Tick] = flux.lua(function(self, event) self.last = event.price end, { extern = "log_tick" }),
      } })
    end)
    assert.truthy(text.header:find("int log_tick(needs_log *self, const needs_tick_event *event);", 1, true), text.header)
  end)

  it("has a layout hash that bodies do not change, and a graph hash that comments do not change", function()
    local function hashes(text)
      return text.header:match("LAYOUT_HASH (%S+)"), text.header:match("GRAPH_HASH (%S+)")
    end
    local function with(update)
      return hashes(exported(function(g, Tick)
        local s = source(g, Tick)
        g:node("a", { inputs = { price = s.price }, state = "double v;", update = update })
      end))
    end
    local layout, graph = with(function(self, price) self.v = price end)
    local layout_2, graph_2 = with(function(self, price)
      -- as before, with a comment
      self.v = price
    end)
    local layout_3, graph_3 = with(function(self, price) self.v = price + 1 end)
    assert.same({ layout, graph }, { layout_2, graph_2 })
    assert.equal(layout, layout_3)
    assert.not_equal(graph, graph_3)
  end)
end)
