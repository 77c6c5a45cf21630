-- SPDX-License-Identifier: MIT
-- g:by (docs/keys.md): a sub-graph for each key does what one copy of it for each key does, whose handlers filter that key. The copies
-- run on the oracle, the keyed graph on the oracle and on every backend. What copies cannot say — which key leaves — is compared with a
-- list of keys that is searched from end to end.
local flux = require "flux"
local nodes = require "flux.nodes"
local oracle = require "spec.oracle"

local Tick = flux.event("Tick", "symbol symbol; double x; int64_t time;", { time = "time" })
local Quote = flux.event("Quote", "symbol symbol; double y; int64_t time;", { time = "time" })
local Order = flux.event("Order", "int32_t account; double size; int64_t time;", { time = "time" })
local Wide = flux.event("Wide", "int64_t account; double size; int64_t time;", { time = "time" })
local KEYS = { "A", "B", "C", "D", "E", "F", "G" }

-- A generator of its own, so that a run can be repeated: Park and Miller's.
local function random(seed)
  return function(n)
    seed = seed * 16807 % 2147483647
    return seed % n
  end
end

local function stream(seed, count, keys)
  local roll, items, time = random(seed), {}, 0
  for i = 1, count do
    time = time + ({ 0, 1, 1, 3, 20 })[roll(5) + 1]
    local key = keys[math.min(roll(#keys), roll(#keys)) + 1]
    local value = (roll(1000) - 500) / 8
    items[i] = roll(3) == 0 and { Quote, symbol = key, y = value, time = time } or { Tick, symbol = key, x = value, time = time }
  end
  return items
end

-- The sub-graph: `on(event)` is the handler's key, `out(name, node)` publishes.
local function declare(g, on, market, out)
  local tick = g:node("tick", { state = "double x; int64_t n;", on = { [on(Tick)] = function(self, event)
    self.x, self.n = event.x, self.n + 1
    if event.x > 50 then return false end
  end } })
  local quote = g:node("quote", { state = "double y = -1;", on = { [on(Quote)] = function(self, event) self.y = event.y end } })
  out("mean", g:node("mean", nodes.mean { x = tick.x, window = 3 }))
  out("median", g:node("median", nodes.median { x = tick.x, window = 5, min_window = 1 }))
  out("span", g:node("span", nodes.max { x = tick.x, window = "20ns", capacity = 40 }))
  out("asof", g:node("asof", nodes.asof { x = tick.x, y = quote.y, tolerance = "9ns", missing = 0 }))
  out("merge", g:node("merge", nodes.merge { xs = { tick.x, quote.y } }))
  out("pair", g:node("pair", { inputs = { tick = tick, quote = quote }, state = "double value; int64_t n;", when = "all",
    update = function(self, tick, quote)
      self.value, self.n = tick.x - quote.y, tick.n
    end }))
  g:scope("inner", function(inner)
    local echo = inner:node("echo", { state = "double value, quiet;", inputs = { tick = "tick" },
      on = { [on(Tick)] = function(self, event, ctx)
        if event.x > 40 then ctx.post(Quote, { symbol = event.symbol, y = -event.x }) end
        self.value = self.value + 1
      end, [on(Quote)] = flux.quiet(function(self, event) self.quiet = self.quiet + event.y end) },
      on_input = { tick = flux.ran(function(self, tick) self.value = self.value + tick.x / 1024 end) } })
    out("echo", echo)
  end)
  out("feedback", g:node("feedback", { inputs = { tick = tick, last = flux.prev "ring", market = flux.passive(market) },
    state = "double value; int32_t quiet;",
    update = function(self, tick, last, market, ctx)
      self.value = last.sum + tick.x + 0 * market.total
      if not ctx.valid(tick) or self.value < -100 then return false end
    end,
    on_arrest = function(self) self.quiet = self.quiet + 1 end }))
  out("ring", g:node("ring", { inputs = { x = "tick.x", quote = flux.passive(quote) },
    state = "double value; double sum = 0.5; double w[3]; int32_t at; int32_t settled = 7; bool seen;",
    init = function(self) for i = 0, 2 do self.w[i] = i end end,
    on_input = { x = function(self, x) self.sum = self.sum + x end },
    update = function(self, x, quote, ctx)
      self.w[self.at] = x
      self.at = (self.at + 1) % 3
      self.value, self.seen = 0, ctx.valid(quote)
      for i = 0, 2 do self.value = self.value + self.w[i] end
      if self.seen then self.value = self.value + quote.y end
    end,
    after_update = function(self) self.settled = self.settled + 1 end }))
end

local function market_of(g)
  return g:node("market", { state = "double total;", on = { [Tick] = function(self, event) self.total = self.total + event.x end } })
end

local OUT = { "mean", "median", "span", "asof", "merge", "pair", "feedback", "ring", "echo" }
local FIELDS = { echo = { "value", "quiet" },
  ring = { "value", "sum", "at" }, feedback = { "value", "quiet" }, pair = { "value", "n" } }

local function show(name, key, state)
  local parts = { key }
  for _, field in ipairs(FIELDS[name] or { "value" }) do parts[#parts + 1] = ("%.17g"):format(tonumber(state[field])) end
  return table.concat(parts, " ")
end

-- One copy a key, on the oracle: what each output published, in order.
local function copies(items)
  local g, on, published = flux.graph "copies", {}, {}
  local market = market_of(g)
  for _, name in ipairs(OUT) do published[name] = {} end
  for _, key in ipairs(KEYS) do
    g:scope("k" .. key, function(sub)
      declare(sub, function(event) return event:where { symbol = flux.symbol(key) } end, market, function(name, node)
        sub:sink("out_" .. name, node)
        local sink = ("k%s_%sout_%s"):format(key, name == "echo" and "inner_" or "", name)
        on[sink] = function(state) table.insert(published[name], show(name, key, state)) end
      end)
    end)
  end
  local rt = oracle.start(g, { on = on })
  for _, item in ipairs(items) do assert(rt:send(item[1], { symbol = item.symbol, x = item.x, y = item.y, time = item.time })) end
  return published
end

local function keyed(options)
  local g = flux.graph "keyed"
  local market = market_of(g)
  g:by({ Tick.symbol, Quote.symbol }, options, function(sub)
    declare(sub, function(event) return event end, market, function(name, node) sub:sink("out_" .. name, node) end)
  end)
  return g
end

local function by_text(series)
  local out = {}
  for _, name in ipairs(OUT) do
    out[name] = {}
    for i, state in ipairs(series["out_" .. name] or series["inner_out_" .. name]) do out[name][i] = show(name, state.key, state) end
  end
  return out
end

-- The first difference, with its place; a table of thousands of lines tells a reader nothing.
local function same(want, got, what)
  for _, name in ipairs(OUT) do
    for i = 1, math.max(#want[name], #got[name]) do
      assert.equal(want[name][i], got[name][i], ("%s: publication %d of %s"):format(what, i, name))
    end
  end
end

describe("g:by", function()
  it("is one copy of the sub-graph for each key, on every backend", function()
    for seed = 1, 3 do
      local items = stream(seed, 400, KEYS)
      local want = copies(items)
      same(want, by_text((flux.test(keyed { capacity = #KEYS }, items))), "seed " .. seed)
      -- With room to spare nothing leaves, and nothing changes.
      if seed == 1 then same(want, by_text((flux.test(keyed { capacity = 20, on_full = "evict", age = "1h" }, items))), "evict") end
    end
  end)

  it("agrees with the oracle in every call and in the bytes of its state", function()
    local items = stream(9, 300, KEYS)
    for _, options in ipairs { { capacity = 7 }, { capacity = 3, on_full = "evict" }, { capacity = 4, on_full = "drop", age = 40 } } do
      local g, runs = keyed(options), {}
      for i, start in ipairs { function() return oracle.start(g, { trace = true }) end,
        function() return (g:start { trace = true, backend = "table" }) end } do
        local rt, log = start(), {}
        for _, item in ipairs(items) do
          assert(rt:send(item[1], { symbol = item.symbol, x = item.x, y = item.y, time = item.time }))
          for _, record in ipairs(rt:trace()) do
            log[#log + 1] = ("%d %s %d"):format(tonumber(record.cycle), (record.callback or record.sink).name, record.outcome)
          end
        end
        for _, node in ipairs(g.nodes) do log[#log + 1] = node.record.size > 0 and rt:state_bytes(node) or "" end
        runs[i] = log
      end
      assert.same(runs[1], runs[2])
    end
  end)

  -- What each event must find: its key's events since it was opened, and which key left.
  local function model(items, options)
    local list, out = {}, {} -- the oldest first: { key, seen, n }
    local function find(key)
      for i, entry in ipairs(list) do
        if entry.key == key then return i end
      end
    end
    for _, item in ipairs(items) do
      local at, left = find(item.account), nil
      if at and options.age and item.time - list[at].seen > options.age then left, at = table.remove(list, at).key, nil end
      local expired = options.age and list[1] and item.time - list[1].seen > options.age
      if not left and not at and #list == options.capacity then
        if expired or options.on_full == "evict" then left = table.remove(list, 1).key end
      elseif not left and expired then
        left = table.remove(list, 1).key
        at = find(item.account)
      end
      local entry
      if at then entry = table.remove(list, at)
      elseif #list < options.capacity then entry = { key = item.account, n = 0 } end
      if entry then
        entry.seen, entry.n = item.time, entry.n + 1
        list[#list + 1] = entry
        out[#out + 1] = ("%d n=%d keys=%d left=%s"):format(entry.key, entry.n, #list, tostring(left))
      end
    end
    return out
  end

  it("lets the right key go, by age and by its last event, and begins anew with a clean state", function()
    for i, options in ipairs {
      { capacity = 4, on_full = "evict" }, { capacity = 1, on_full = "evict" }, { capacity = 4, on_full = "evict", age = 30 },
      { capacity = 5, on_full = "drop" }, { capacity = 5, on_full = "drop", age = 25 }, { capacity = 40, age = 15 },
    } do
      local roll, time, items = random(i), 0, {}
      for k = 1, 500 do
        time = time + roll(5)
        items[k] = { Order, account = (roll(12) - 6) * 65536, size = k, time = time }
      end
      local g = flux.graph "accounts"
      g:by(Order.account, options, function(sub, keys)
        local n = sub:node("n", { state = "int64_t n; double w[4];", on = { [Order] = function(self, event)
          self.n, self.w[event.size % 4] = self.n + 1, event.size
        end } })
        sub:sink("out", sub:node("out", { inputs = { n = n, keys = keys },
          state = "int64_t n; int32_t account, keys, left; bool leaves; double sum = 0;",
          update = options.age and function(self, n, keys)
            self.n, self.account, self.keys, self.left, self.leaves = n.n, keys.key, keys.count, keys.left_key, keys.left >= 0
            for k = 0, 3 do self.sum = self.sum + n.w[k] end
          end or options.on_full == "evict" and function(self, n, keys)
            self.n, self.account, self.keys, self.left, self.leaves = n.n, keys.key, keys.count, keys.left_key, keys.left >= 0
          end or function(self, n, keys) self.n, self.account, self.keys = n.n, keys.key, keys.count end }))
      end)
      local got = {}
      for k, state in ipairs((flux.test(g, items)).out) do
        got[k] = ("%d n=%d keys=%d left=%s"):format(state.account, tonumber(state.n), state.keys, state.leaves and state.left or "nil")
      end
      assert.same(model(items, options), got, "options " .. i)
    end
  end)

  it("fails the cycle of a key that finds no place, and goes on with the others", function()
    local g = keyed { capacity = 2 }
    local function tick(key, time) return { Tick, symbol = key, x = 1, time = time } end
    local series, log = flux.test(g, { tick("A", 0), tick("B", 1), tick("C", 2), tick("A", 3) }, { on_error = "skip" })
    assert.equal(3, #series.out_median)
    local text = table.concat(log, "\n")
    assert.truthy(text:find("item 3: graph 'keyed', cycle 3, event Tick, node 'by_symbol', on Tick %(spec/keyed_spec.lua:%d+%): "
      .. "spec/keyed_spec.lua:%d+: its capacity of 2 keys is used up; declare a larger one"), text)
  end)

  it("holds no key more than its capacity, with an age too", function()
    -- The third key fails, drops its event, or drives out the first. At 100 ns, key 3 finds all too old, and one leaves:
    -- the oldest, or itself.
    for on_full, want in pairs { -- each by itself: the order does not matter
      error = { "1 of 1", "2 of 2", "failed", "3 of 2" }, drop = { "1 of 1", "2 of 2", "", "3 of 2" },
      evict = { "1 of 1", "2 of 2", "3 of 2", "3 of 2" },
    } do
      local g = flux.graph "aged"
      local published
      g:by(Order.account, { capacity = 2, age = "50ns", on_full = on_full }, function(sub, keys)
        sub:sink("out", sub:node("out", { inputs = { keys = keys }, state = "int32_t account, count;", update = function(self, keys)
          self.account, self.count = keys.key, keys.count
        end }))
      end)
      local rt = g:start { on_error = "skip", on = { out = function(state)
        published = ("%d of %d"):format(state.account, state.count)
      end } }
      for i, order in ipairs { { 1, 1 }, { 2, 2 }, { 3, 3 }, { 3, 100 } } do
        published = nil
        local ok = rt:send(Order, { account = order[1], time = order[2] })
        assert.equal(want[i], ok and (published or "") or "failed", on_full .. ", event " .. i)
      end
    end
  end)

  it("begins a key anew with symbols that are none", function()
    local Trade = flux.event("Trade", "int32_t account; symbol venue; double x;")
    local g = flux.graph "venues"
    g:by(Trade.account, { capacity = 1, on_full = "evict" }, function(sub)
      local last = sub:node("last", nodes.latest(Trade))
      local best = sub:node("best", { inputs = { x = last.x, venue = last.venue }, state = "symbol venue; symbol both[2]; double x;",
        update = function(self, x, venue) if x > self.x then self.x, self.venue, self.both[1] = x, venue, venue end end })
      sub:sink("out", sub:node("out", { inputs = { best = best }, state = "symbol venue, second;", update = function(self, best)
        self.venue, self.second = best.venue, best.both[1]
      end }))
    end)
    local items, got = {}, {}
    for i, trade in ipairs { { 1, "X", 5 }, { 1, "Y", 4 }, { 2, "Z", -1 }, { 1, "Z", 0 }, { 1, "W", 3 } } do
      items[i] = { Trade, account = trade[1], venue = trade[2], x = trade[3] }
    end
    for i, state in ipairs((flux.test(g, items)).out) do got[i] = tostring(state.venue) .. " " .. tostring(state.second) end
    assert.same({ "X X", "X X", "nil nil", "nil nil", "W W" }, got)
  end)

  it("counts what it drops", function()
    local g = keyed { capacity = 1, on_full = "drop" }
    local rt = g:start {}
    for i, key in ipairs { "A", "B", "A", "C", "B" } do rt:send(Tick, { symbol = key, x = 1, time = i }) end
    assert.equal(3, tonumber(rt.state.by_symbol.dropped))
    assert.equal(1, rt.state.by_symbol.count)
    assert.equal(-1, rt.state.by_symbol.slot)
    assert.equal(2, tonumber(rt.state.tick.n[0]))
    assert.equal(2 + 2 / 1024, rt.state.inner_echo.value[0]) -- a dropped event reaches no callback, flux.ran neither
    assert.equal(9, rt.state.ring.settled[0]) -- two after_updates of one key
  end)

  it("costs the same with many keys, in any arithmetic progression: calls of callbacks, and looks into the table", function()
    local bit = require "bit"
    -- The finaliser of splitmix64 up to its last product.
    local function mixed(key)
      local z = key + 0LL
      z = bit.bxor(z, bit.rshift(z, 30)) * -4658895280553007687LL
      return bit.bxor(z, bit.rshift(z, 27)) * -7723592293110705685LL
    end
    local function cost(count, options, step)
      local g = flux.graph "cost"
      g:by(Wide.account, options, function(sub)
        local size = sub:node("size", { state = "double size;", on = { [Wide] = function(self, event) self.size = event.size end } })
        sub:sink("mean", sub:node("mean", nodes.mean { x = size.size, window = 3, min_window = 1 }))
      end)
      local rt = g:start { trace = true }
      local most, time = 0, 0
      for round = 1, 3 do
        for i = 1, count do
          time = time + 1
          assert(rt:send(Wide, { account = i * step, size = round, time = time }))
          most = math.max(most, #rt:trace())
        end
      end
      -- The distance of every key from its home, as the table has it.
      local state, far, total = rt.state.by_account, 0, 0
      local size = g.by_name.by_account.record.by_name.bucket.count
      local bits = math.log(size) / math.log(2)
      for at = 0, size - 1 do
        if state.bucket[at] ~= 0 then
          local home = tonumber(bit.rshift(mixed(state.bucket_key[at]), 64 - bits))
          local distance = (at - home) % size
          far, total = math.max(far, distance), total + distance
        end
      end
      return most, total / count, far
    end
    for _, options in ipairs { { "error" }, { "evict" } } do
      local few = cost(10, { capacity = 10, on_full = options[1] }, 1000LL)
      -- 1, 1000, 2^48, and the inverse of 2^64 / φ, which Fibonacci hashing takes to neighbouring places. Half full, a table with linear
      -- probing needs half a step on average (D. E. Knuth, The Art of Computer Programming 3, 6.4, theorem K).
      for _, step in ipairs { 1LL, 1000LL, 281474976710656LL, -1018231460777725123LL } do
        local many, mean, far = cost(4000, { capacity = 4000, on_full = options[1] }, step)
        assert.equal(few, many)
        assert.is_true(mean < 1 and far < 60, ("step %s: %g steps on average, %d at most"):format(tostring(step), mean, far))
      end
    end
  end)

  it("takes keys of every type, from the least to the greatest", function()
    local big, least = 9223372036854775807LL, -9223372036854775807LL - 1
    local types = { int8_t = { -128, 127, 0 }, uint8_t = { 0, 255, 7 }, int16_t = { -32768, 32767, 1 }, uint16_t = { 65535, 0, 2 },
      int32_t = { -2147483648, 2147483647, 5 }, uint32_t = { 4294967295, 0, 3 }, int64_t = { least, big, -1LL },
      uint64_t = { 18446744073709551615ULL, 0ULL, 9223372036854775808ULL }, symbol = { "A", "B", "C" } }
    for _, name in ipairs { "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "symbol" } do
      local Event = flux.event("Event", name .. " id; double x;")
      local g = flux.graph "types"
      g:by(Event.id, { capacity = 2, on_full = "evict" }, function(sub)
        sub:sink("out", sub:node("sum", { state = "double value;", on = { [Event] = function(self, event)
          self.value = self.value + event.x
        end } }))
      end)
      local keys, items, got = types[name], {}, {}
      for i, at in ipairs { 1, 2, 1, 2, 3, 2, 1 } do items[i] = { Event, id = keys[at], x = i } end
      for i, state in ipairs((flux.test(g, items)).out) do
        for at, key in ipairs(keys) do
          if state.key == key then got[i] = ("%d:%g"):format(at, state.value) end
        end
      end
      assert.same({ "1:1", "2:2", "1:4", "2:6", "3:5", "2:12", "1:7" }, got, name)
    end
  end)

  it("undoes a failed cycle of one key under rollback", function()
    local g = flux.graph("undo", { on_error = "rollback" })
    g:by(Order.account, { capacity = 3 }, function(sub)
      local sum = sub:node("sum", { state = "double value;", on = { [Order] = function(self, event)
        self.value = self.value + event.size
      end } })
      sub:sink("out", sub:node("slot", { inputs = { sum = sum }, state = "double value; double w[3];", update = function(self, sum)
        self.w[sum.value], self.value = 1, sum.value -- fails from 3 on
      end }))
    end)
    local items, got = {}, {}
    for i, order in ipairs { { 1, 1 }, { 2, 2 }, { 1, 5 }, { 2, 7 }, { 1, 1 }, { 3, 9 }, { 3, 2 } } do
      items[i] = { Order, account = order[1], size = order[2], time = i }
    end
    for i, state in ipairs((flux.test(g, items)).out) do got[i] = ("%d %g"):format(state.key, state.value) end
    assert.same({ "1 1", "2 2", "1 2", "3 2" }, got)
  end)

  it("keeps its keys in snapshots", function()
    local items = stream(4, 200, KEYS)
    local function run(rt, from, to)
      local out = {}
      rt:on("out_ring", function(state) out[#out + 1] = ("%d %.17g"):format(state.key, state.value) end)
      for i = from, to do
        local item = items[i]
        assert(rt:send(item[1], { symbol = item.symbol, x = item.x, y = item.y, time = item.time }))
      end
      return out
    end
    for _, backend in ipairs { "table", "native" } do
      local g = keyed { capacity = 3, on_full = "evict" }
      local whole = g:start { backend = backend }
      run(whole, 1, 100)
      local saved = whole:snapshot()
      local want = run(whole, 101, 200)
      local again = g:start { backend = backend }
      again:restore(saved)
      assert.same(want, run(again, 101, 200))
    end
  end)

  it("is read from outside through the key whose event it is", function()
    local g = flux.graph "outside"
    local total = g:by(Order.account, { capacity = 5, name = "account" }, function(sub)
      local total = sub:node("total", { state = "double value; double w[2];",
        on = { [Order] = function(self, event) self.value = self.value + event.size end } })
      return total
    end)
    g:sink("big", g:node("big", { inputs = { value = total.value, total = total }, state = "int32_t account; double value;",
      update = function(self, value, total) self.account, self.value = total.key, value end }))
    total.value:diff():sink "moves"
    local series = flux.test(g, { { Order, account = 7, size = 1 }, { Order, account = 8, size = 10 }, { Order, account = 7, size = 5 } })
    local seen, moves = {}, {}
    for i, state in ipairs(series.big) do seen[i] = ("%d %g"):format(state.account, state.value) end
    for i, state in ipairs(series.moves) do moves[i] = state.value end
    assert.same({ "7 1", "8 10", "7 6" }, seen)
    assert.same({ 9, -4 }, moves)
  end)
end)
