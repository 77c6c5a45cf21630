-- SPDX-License-Identifier: MIT
-- bench.graphs.made: graphs of any size: width, depth, quiet nodes, and a detector before a tail of any cost.
--
--   local it = made.build("width", 1000)     -- { graph, event, input, sink, nodes } as in bench.graphs.debs

local flux = require "flux"

local M = {}

local CHAIN = 8

local Add = flux.kind("Add", { state = "double value;", update = function(self, up) self.value = up.value + 1 end })

local function chain(g, name, first, length)
  local last = first
  for i = 1, length do last = g:node(("%s_%d"):format(name, i), Add { up = last }) end
  return last
end

local function sink(it, up)
  it.sink = it.graph:node("sink", {
    inputs = { up = up },
    state = "int64_t count; double value;",
    update = function(self, up)
      self.value = up.value
      self.count = self.count + 1
    end,
  })
  it.graph:sink("result", it.sink)
end

local function price_event(it, name)
  it.event = flux.event(name or "Tick", "double price;")
  it.input = { { "price", "100 + seq" } }
  return it.event
end

local function root(g, name, event)
  return g:node(name, { state = "double value;", on = { [event] = function(self, event) self.value = event.price end } })
end

local makers = {}

---Chains of 8 beside each other, n nodes in all.
function makers.width(it, n)
  local source, last = root(it.graph, "root", price_event(it)), nil
  for i = 1, math.ceil(n / CHAIN) do last = chain(it.graph, "c" .. i, source, math.min(CHAIN, n - (i - 1) * CHAIN)) end
  sink(it, last)
end

---One chain.
function makers.depth(it, n) sink(it, chain(it.graph, "c", root(it.graph, "root", price_event(it)), n)) end

---8 nodes on the event that is sent, n on another.
function makers.quiet(it, n)
  local active = chain(it.graph, "active", root(it.graph, "root", price_event(it)), CHAIN - 1)
  local Other = flux.event("Other", "double price;")
  if n > 0 then
    local source = root(it.graph, "other", Other)
    for i = 1, math.ceil(n / CHAIN) do chain(it.graph, "q" .. i, source, math.min(CHAIN, n - (i - 1) * CHAIN)) end
  end
  sink(it, active)
end

local NEXT = "state.s = state.s * 6364136223846793005ULL + 1442695040888963407ULL"

-- Events with a random key, of so many.
local function key_event(it, keys)
  it.event = flux.event("Tick", "double price; int32_t key;")
  it.input = {
    { "price", "100 + seq" },
    { "key", lua = ("tonumber(bit.rshift(state.s, 33)) %% %d"):format(keys), c = ("(in->s >> 33) %% %d"):format(keys) },
  }
  it.lua_source, it.lua_each = "local state = State(42)", NEXT
  it.c_source = table.concat({
    "typedef struct source { uint64_t s; } source;",
    "static inline source source_of(int input) { return (source){ 42 + (uint64_t)input }; }",
  }, "\n")
  it.c_each = "  in->s = in->s * 6364136223846793005u + 1442695040888963407u;"
  return it.event
end

local function on_key(g, name, event, key)
  return g:node(name, {
    state = "double value;",
    on = { [event:where { key = key }] = function(self, e) self.value = e.price end },
  })
end

---n nodes in chains of 8 on one event type; filters on a key pick one chain, a random one each event.
function makers.keyed(it, n)
  local chains = math.max(1, math.floor(n / CHAIN))
  local event, ends = key_event(it, chains), {}
  for i = 1, chains do ends[i] = chain(it.graph, "k" .. i, on_key(it.graph, "k" .. i, event, i - 1), CHAIN - 1) end
  it.graph:sink("result", ends[1])
  it.count, it.value = { "k1", "value" }, { ends[1].name, "value" } -- node k1 and the end of its chain
end

local Gap = flux.kind("Gap", {
  state = "int64_t count; double value;",
  update = function(self, left, right)
    self.value = left.value - right.value
    self.count = self.count + 1
  end,
})

---n nodes behind filters on a key, and n / 2 that read two neighbours each. A random key wakes 8 of the n, spread over all of the schedule,
---and their readers; a reader runs for the key of either of its two, so that no node's test is within another's. 16: all readers run.
function makers.scattered(it, n)
  local keys, gap = n / CHAIN, nil
  local event = key_event(it, keys)
  for i = 0, n - 1, 2 do
    local left = on_key(it.graph, "k" .. i, event, i % keys)
    local right = on_key(it.graph, "k" .. i + 1, event, (i + 1) % keys)
    gap = it.graph:node("gap" .. i / 2, Gap { left = left, right = right })
  end
  it.graph:sink("result", gap)
  it.count, it.value = { gap.name, "count" }, { gap.name, "value" }
end

---A detector that arrests events at a given rate, and below it a node of `cost` dependent multiplications and additions. Input number i
---of the sweep arrests M.ARRESTS[i + 1]. "unconditional": nothing arrests, so what comes out is another value.
M.ARRESTS = { 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99 }

local function tail_text(cost)
  local lines, expression = {}, "up.value"
  for i = 1, cost do
    expression = ("(%s * 0.5 + 1)"):format(expression)
    if i % 16 == 0 and i < cost then -- expressions must not nest too deeply
      lines[#lines + 1] = ("local x%d = %s"):format(i, expression)
      expression = "x" .. i
    end
  end
  return ("function(self, up) %s self.value = %s end"):format(table.concat(lines, " "), expression)
end

function makers.sweep(it, cost, unconditional)
  it.event = flux.event("Tick", "double x, limit;")
  local tick = it.graph:node("tick", {
    state = "double x, limit;",
    on = { [it.event] = function(self, event) self.x, self.limit = event.x, event.limit end },
  })
  local detector = it.graph:node("detector", {
    inputs = { tick = tick },
    state = "double value; int64_t count;",
    update = unconditional and function(self, tick)
      self.value = tick.x - tick.limit
      self.count = self.count + 1
    end or function(self, tick)
      self.value = tick.x - tick.limit
      if self.value < 0 then return false end
      self.count = self.count + 1
    end,
  })
  local tail = it.graph:node("tail", { inputs = { up = detector }, state = "double value;", update = flux.body(tail_text(cost)) })
  it.graph:sink("result", tail)
  it.count, it.value = { "detector", "count" }, { "tail", "value" }
  it.c_source = table.concat({
    "typedef struct source { uint64_t s; double limit; } source;",
    "static inline source source_of(int input) {",
    "  static const double arrests[] = { " .. table.concat(M.ARRESTS, ", ") .. " };",
    "  return (source){ 42, arrests[input] };",
    "}",
  }, "\n")
  it.c_each = "  in->s = in->s * 6364136223846793005u + 1442695040888963407u;"
  it.input = { { "x", c = "(double)(in->s >> 11) * 0x1p-53" }, { "limit", c = "in->limit" } }
end

---@param name "width"|"depth"|"quiet"|"keyed"|"scattered"|"sweep"
---@param n integer
---@param unconditional? boolean of "sweep"
function M.build(name, n, unconditional)
  local it = { graph = flux.graph(("%s_%d"):format(name, n)) }
  makers[name](it, n, unconditional)
  it.nodes = n
  return it
end

return M
