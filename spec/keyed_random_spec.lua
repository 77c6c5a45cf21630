-- SPDX-License-Identifier: MIT
-- Random sub-graphs in g:by against one copy of them for each key, on the oracle: nodes of the library, wired at random, and nodes of
-- their own with feedback, lists and `when`. What both publish with every event must be the same.
--
-- FLUX_KEYED_SEEDS=from-to runs other seeds than the few of the suite.
local flux = require "flux"
local model = require "flux.node"
local nodes = require "flux.nodes"
local oracle = require "spec.oracle"

local Tick = flux.event("Tick", "symbol symbol; double x; int64_t time;", { time = "time" })
local Quote = flux.event("Quote", "symbol symbol; double y; int64_t time;", { time = "time" })
local KEYS = { "A", "B", "C", "D" }

local function random(seed)
  for _ = 1, 5 do seed = (seed + 1) * 16807 % 2147483647 end
  return function(n)
    seed = seed * 16807 % 2147483647
    return seed % n
  end
end

-- What may be declared: r gives a random number, p a random port of a double.
local PALETTE = {
  function(r, p) return nodes.mean { x = p(), window = r(4) + 1, min_window = 1 } end,
  function(r, p) return nodes.var { x = p(), weight = p(), window = r(4) + 2, ddof = 0, min_window = 1 } end,
  function(r, p) return nodes.median { x = p(), window = r(4) + 2, min_window = 1 } end,
  function(r, p) return nodes.sum { x = p(), window = (r(20) + 1) .. "ns", capacity = 50 } end,
  function(_, p) return nodes.min { x = p(), window = 3, min_window = 1, trigger = p() } end,
  function(_, p) return nodes.max { x = p(), reset = p() } end,
  function(_, p) return nodes.cov { x = p(), y = p(), window = 4, min_window = 2 } end,
  function(_, p) return nodes.ema_var { x = p(), halflife = "7ns" } end,
  function(r, p) return nodes.delay { x = p(), by = r(3) + 1 } end,
  function(r, p) return nodes.changed { x = p(), tolerance = r(10) } end,
  function(_, p) return nodes.default { x = p(), fallback = 3 } end,
  function(_, p) return nodes.merge { xs = { p(), p() } } end,
  function(_, p) return nodes.sample { x = p(), trigger = p() } end,
  function(_, p) return nodes.throttle { x = p(), interval = "5ns" } end,
  function(r, p) return nodes.asof { x = p(), y = p(), tolerance = (r(9) + 1) .. "ns", exact = r(2) == 0 } end,
  function(_, p) return nodes.bollinger { x = p(), window = 3 } end,
  function(_, p) return nodes.twap { x = p() } end,
  function(r, p)
    return { inputs = { a = p(), b = p(), last = flux.prev "feedback" }, when = r(2) == 0 and "all" or "any",
      state = "double value; int32_t ticks;",
      update = function(self, a, b, last, ctx)
        self.value = a - b + last.sum / 8
        if ctx.ticked(b) then self.ticks = self.ticks + 1 end
        if self.value > 60 then return false end
      end }
  end,
  function(_, p)
    return { inputs = { xs = { p(), p(), p() } }, state = "double value = 1; double w[3];",
      init = function(self) self.w[1] = 5 end,
      on_input = { xs = function(self, xs, index) self.w[index] = self.w[index] + xs[index] end },
      update = function(self, xs)
        self.value = 0
        for i = 0, xs.n - 1 do self.value = self.value + xs[i] + self.w[i] end
      end }
  end,
}

-- Declares a sub-graph; `on(event)` is the handler's key, `out(name, node)` publishes.
local function declare(g, seed, on, out)
  local r = random(seed)
  local tick = g:node("tick", { state = "double x;", on = { [on(Tick)] = function(self, event)
    self.x = event.x
    if event.x > 55 then return false end
  end } })
  local quote = g:node("quote", { state = "double y;", on = { [on(Quote)] = function(self, event) self.y = event.y end } })
  local ports = { tick.x, quote.y }
  local function port() return ports[r(#ports) + 1] end
  for i = 1, 6 + r(5) do
    local node = g:node("n" .. i, PALETTE[r(#PALETTE) + 1](r, port))
    if model.cell(node).by_name.value then ports[#ports + 1] = node.value end
    out("n" .. i, node)
  end
  g:node("feedback", { inputs = { x = port() }, state = "double sum = 0.25;", update = function(self, x) self.sum = self.sum / 2 + x end })
end

-- `own(name)` is an internal field.
local function show(name, key, cell, state, own)
  local parts = { name, key }
  for _, field in ipairs(cell.fields) do
    if not field.count then
      local value
      if field.internal then value = own(field.name) else value = state[field.name] end
      parts[#parts + 1] = type(value) == "boolean" and tostring(value) or value ~= value and "nan" or ("%.17g"):format(tonumber(value))
    end
  end
  return table.concat(parts, " ")
end

local function stream(seed)
  local r, items, time = random(seed + 99), {}, 0
  for i = 1, 200 do
    time = time + ({ 0, 1, 1, 3, 20 })[r(5) + 1]
    local key, value = KEYS[r(#KEYS) + 1], (r(1000) - 450) / 8
    items[i] = r(3) == 0 and { Quote, { symbol = key, y = value, time = time } } or { Tick, { symbol = key, x = value, time = time } }
  end
  return items
end

-- What each event publishes: the order among sinks is that of the schedule, which may differ.
local function run(items, rt, published)
  local out = {}
  for i, item in ipairs(items) do
    for k = #published, 1, -1 do published[k] = nil end
    assert(rt:send(item[1], item[2]))
    table.sort(published)
    out[i] = table.concat(published, "\n")
  end
  return out
end

local function copies(seed, items)
  local g, on, published = flux.graph "copies", {}, {}
  for _, key in ipairs(KEYS) do
    g:scope("k" .. key, function(sub)
      declare(sub, seed, function(event) return event:where { symbol = flux.symbol(key) } end, function(name, node)
        sub:sink("out_" .. name, node)
        on["k" .. key .. "_out_" .. name] = function(state)
          published[#published + 1] = show(name, key, node.record, state, function(field) return state[field] end)
        end
      end)
    end)
  end
  return run(items, oracle.start(g, { on = on }), published)
end

local function keyed(seed, items, backend)
  local g, on, published, rt = flux.graph "keyed", {}, {}, nil
  local options = seed % 2 == 0 and { capacity = #KEYS } or { capacity = #KEYS + 1, on_full = "evict", age = "1h" }
  g:by({ Tick.symbol, Quote.symbol }, options, function(sub)
    declare(sub, seed, function(event) return event end, function(name, node)
      sub:sink("out_" .. name, node)
      on["out_" .. name] = function(state)
        local function own(field) return rt.state[name][field][rt.state.by_symbol.slot] end -- a sink's node has its results only
        published[#published + 1] = show(name, rt:symbol_text(state.key), model.cell(node), state, own)
      end
    end)
  end)
  rt = g:start { backend = backend, on = on }
  return run(items, rt, published)
end

describe("a random sub-graph in g:by", function()
  local from, to = (os.getenv "FLUX_KEYED_SEEDS" or "1-12"):match "^(%d+)%-(%d+)$"
  for seed = tonumber(from), tonumber(to) do
    it("is one copy for each key, seed " .. seed, function()
      local items = stream(seed)
      local want = copies(seed, items)
      assert.is_true(#table.concat(want) > 10000)
      for _, backend in ipairs { "table", seed % 6 == 0 and "native" or "luajit" } do
        local got = keyed(seed, items, backend)
        for i = 1, #items do assert.equal(want[i], got[i], ("%s, event %d"):format(backend, i)) end
      end
    end)
  end
end)
