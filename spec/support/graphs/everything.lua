-- SPDX-License-Identifier: MIT
-- everything.lua: a graph that uses every part of the generated runtime at once: timers of all kinds, posts, filters, lists,
-- flux.prev, when = "all", buffering, rollback, symbols, a C body. Not an example; the linters and the prover read its export.
local flux = require "flux"

local Order = flux.event("Order", [[
  int64_t time;
  double price, size;     // as the venue reports them
  symbol symbol;          // what is traded
  int32_t level;          // 0: best
  bool buy;
]], { time = "time" })
local Quote = flux.event("Quote", "double bid[4], ask[4]; uint8_t depth;")
local Alarm = flux.event("Alarm", "int32_t code; int64_t raised; symbol symbol;")
local Halt = flux.event("Halt", "")

local MSFT, AAPL = flux.symbol "MSFT", flux.symbol "AAPL"
local LIMIT, SIDES = 3, { buy = 1, sell = -1 }

local function clamp(x, low, high) return math.min(math.max(x, low), high) end

-- Volume and last price of one symbol.
local Book = flux.kind("Book", {
  params = "symbol key; double decay = 0.5;",
  state = "double last, volume; int64_t at; int32_t trades;",
  on = {
    [Order:where { symbol = flux.param "key" }] = function(self, event)
      self.last, self.at = event.price, event.time
      self.volume = self.volume * self.decay + event.size
      self.trades = self.trades + 1
    end,
  },
})

local g = flux.graph("everything", { on_error = "rollback", capacity = 8, max_missed = 1000, symbols = 16 })

local msft = g:node("msft", Book { key = MSFT })
local aapl = g:node("aapl", Book { key = AAPL, decay = 0.25 })
local others = g:node("others", {
  state = "double size; symbol symbol; int64_t count; uint64_t hash = 14695981039346656037;",
  on = {
    [Order:where { symbol = MSFT }] = function() return false end,
    [Order:where { symbol = AAPL }] = function() return false end,
    [Order:otherwise()] = function(self, event)
      self.size, self.symbol = event.size, event.symbol
      self.count = self.count + 1LL
      self.hash = self.hash * 1099511628211ULL
    end,
  },
})

-- The sides of the best level by a filter on a flag, the levels by a filter on a number.
local levels = g:node("levels", {
  state = "double size[5]; int32_t sign; int32_t touched; int8_t last;",
  on = {
    [Order:where { level = 0, buy = true }] = flux.quiet(function(self) self.sign = SIDES.buy end),
    [Order:where { level = 0, buy = false }] = flux.quiet(function(self) self.sign = SIDES.sell end),
    [Order] = function(self, event)
      self.size[event.level] = event.size -- a level that is not there is an error of the cycle
      self.last = event.level
      self.touched = self.touched % 1000 + 1
    end,
  },
})

local quote = g:node("quote", {
  state = "double mid, spread; float weight; uint8_t depth;",
  on = {
    [Quote] = function(self, event)
      local bid, ask = 0, 0
      for i = 0, 3 do
        bid = bid + event.bid[i]
        ask = ask + event.ask[i]
      end
      self.mid, self.spread = (bid + ask) / 8, (ask - bid) / 4
      self.weight = clamp(self.spread, 0, 100)
      self.depth = event.depth
      if self.spread < 0 then return false end
    end,
  },
})

local total = g:node("total", {
  inputs = { books = { msft, aapl }, sizes = flux.passive { msft.volume, aapl.volume, others.size } },
  state = "double volume, largest; int32_t dirty[2];",
  on_input = { books = function(self, index) self.dirty[index] = self.dirty[index] + 1 end },
  update = function(self, books, sizes)
    self.volume = 0
    for i = 0, books.n - 1 do self.volume = self.volume + books[i].volume end
    self.largest = sizes[0]
    for i = 1, sizes.n - 1 do
      if sizes[i] > self.largest then self.largest = sizes[i] end
    end
  end,
})

local trend = g:node("trend", {
  inputs = { quote = quote, total = total, before = flux.prev "trend", last = flux.prev(quote.mid) },
  when = "all",
  state = "double value, root; int64_t steps; int32_t streak;",
  update = function(self, quote, total, before, last, ctx)
    self.value = 0.5 * before.value + (quote.mid - last)
    self.root = math.sqrt(math.abs(self.value)) + math.floor(total.volume) % 7
    self.steps = (self.steps + 1LL) / 1LL % 1000000007LL
    if ctx.ticked(quote) and self.value > before.value then self.streak = self.streak + 1 else self.streak = 0 end
    if self.streak == 0 then return false end
  end,
  on_arrest = function(self) self.streak = bit.band(self.streak, 7) end,
})

local alarm = g:node("alarm", {
  inputs = { trend = trend, levels = levels },
  state = "int64_t at, wall; int32_t raised, handled; symbol symbol;",
  update = function(self, trend, levels, ctx)
    if trend.streak <= LIMIT or not ctx.valid(levels) then return false end
    self.raised = self.raised + 1
    self.wall = ctx.wall
    ctx.post(Alarm, { code = self.raised, raised = ctx.now, symbol = MSFT })
    ctx.after(5000000)
  end,
  on = { [Alarm] = function(self, event) self.handled, self.symbol = event.code, event.symbol end },
  on_timer = function(self, ctx)
    self.at = ctx.now
    if self.handled == self.raised then ctx.cancel() end
    return self.handled ~= self.raised
  end,
})

local minute = g:node("minute", {
  inputs = { msft = msft, alarm = alarm },
  every = "1m", offset = "10s", missed = "once",
  state = "double open, close; int32_t orders; int64_t from;",
  on_input = {
    msft = flux.ran(function(self, msft)
      if self.orders == 0 then self.open = msft.last end
      self.close = msft.last
      self.orders = self.orders + 1
    end),
  },
  on_timer = function(self, ctx)
    self.from = ctx.now
    if self.orders == 0 then return false end
    self.orders = 0
  end,
})
local hour = g:node("hour", {
  inputs = { minute = minute },
  every = "1h",
  state = "double high = -1e300, low = 1e300; bool closed; int32_t cycles;",
  update = function(self, minute)
    self.closed = false
    self.high, self.low = math.max(self.high, minute.close), math.min(self.low, minute.close)
  end,
  on_timer = function(self) self.closed = true end,
  after_update = function(self) if self.closed then self.high, self.low = -1e300, 1e300 end end,
  after_cycle = function(self) self.cycles = self.cycles + 1 end,
})
local ratio = g:node("ratio", {
  inputs = { hour = hour, total = total },
  state = "double value; int32_t calls;",
  update = flux.c [[
    if (total->volume < 0) return -7;
    if (self->calls < INT32_MAX) self->calls++;
    self->value = hour->closed ? hour->high - hour->low : total->volume;
    if (self->value <= 0) return FLUX_ARREST;
  ]],
})
local halted = g:node("halted", {
  state = "int32_t times;",
  on = {
    [Halt] = function(self, _, ctx)
      self.times = self.times + 1
      for i = 1, self.times do ctx.post(Alarm, { code = -i, raised = ctx.now }) end -- nine of them do not fit
    end,
  },
})

g:sink("total", total)
g:sink("alarm", alarm)
g:sink("minute", minute)
g:sink("hour", hour)
g:sink("ratio", ratio)
g:sink("halted", halted)
return g
