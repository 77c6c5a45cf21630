-- SPDX-License-Identifier: MIT
-- Cases for S13 and S14: where `now` comes from, and timers. See spec/support/scenario.lua for the notation.
-- luacheck: ignore 212 (a callback names its parameters, used or not)

local flux = require "flux"

local list = {}
local function case(c) list[#list + 1] = c end

local function timed(name, options)
  return function()
    local E = flux.event("E", "int64_t time;", { time = "time" })
    local U = flux.event("U")
    local g = flux.graph(name, options)
    g:node("n", { state = "int64_t at, runs;", on = {
      [E] = function(self, e, ctx) self.at, self.runs = ctx.now, self.runs + 1 end,
      [U] = function(self, e, ctx) self.at, self.runs = ctx.now, self.runs + 1 end,
    } })
    return g, { E = E, U = U }
  end
end

case {
  name = "S13 now never goes back; a late event is handled at now",
  graph = timed("late"),
  steps = {
    { "send", "E", { time = 100 }, calls = "n(E)", state = { n = { at = 100LL } } },
    { "send", "E", { time = 40 }, calls = "n(E)", state = { n = { at = 100LL, runs = 2 } } },
    { "send", "E", { time = 100 }, calls = "n(E)" },
  },
  stats = { late = 1 },
}

case {
  name = "S13 or a late event is refused",
  graph = timed("refused", { late = "reject" }),
  steps = {
    { "send", "E", { time = 100 }, calls = "n(E)" },
    { "send", "E", { time = 99 }, calls = "", fails = "the event is late" },
    { "send", "E", { time = 100 }, calls = "n(E)", state = { n = { runs = 2 } } },
  },
  stats = { late = 1 },
}

case {
  name = "S13 an untimed event keeps now, which is 0 before time is set",
  graph = timed("untimed"),
  steps = {
    { "send", "U", {}, calls = "n(U)", state = { n = { at = 0LL } } },
    { "send", "E", { time = 70 }, calls = "n(E)" },
    { "send", "U", {}, calls = "n(U)", state = { n = { at = 70LL, runs = 3 } } },
  },
}

-- E arms the timer of n by `delay`; every timer cycle notes its time.
local function armed(name, spec, options)
  return function()
    local E = flux.event("E", "int64_t delay; int64_t time;", { time = "time" })
    local U = flux.event("U", "int64_t delay;")
    local g = flux.graph(name, options)
    spec = spec or {}
    g:node("n", { state = "int64_t at[8]; int32_t count;", every = spec.every, offset = spec.offset, missed = spec.missed,
      on = {
        [E] = function(self, e, ctx)
          if e.delay > 0 then ctx.after(e.delay) end
          if e.delay < 0 then ctx.cancel() end
        end,
        [U] = function(self, e, ctx) ctx.after(e.delay) end,
      },
      on_timer = function(self, ctx)
        self.at[self.count] = ctx.now
        self.count = self.count + 1
      end })
    return g, { E = E, U = U }
  end
end

local function at(count, ...) return { n = { count = count, at = { ... } } } end

case {
  name = "S13 ctx.after is an error before time is set",
  graph = armed("unset", nil, { on_error = "skip" }),
  steps = {
    { "send", "U", { delay = 5 }, calls = "n(U)!", fails = "time has not been set" },
    { "send", "E", { time = 10 }, calls = "n(E)" },
    { "send", "U", { delay = 5 }, calls = "n(U)" },
    { "advance", 20, calls = "n.on_timer", state = at(1, 15LL) },
  },
}

case {
  name = "S14 a one-shot timer: arming again replaces, cancel disarms",
  graph = armed("once"),
  steps = {
    { "send", "E", { time = 10, delay = 50 }, calls = "n(E)" },
    { "send", "E", { time = 20, delay = 5 }, calls = "n(E)" },
    { "advance", 100, calls = "n.on_timer", state = at(1, 25LL) },
    { "send", "E", { time = 100, delay = 10 }, calls = "n(E)" },
    { "send", "E", { time = 105, delay = -1 }, calls = "n(E)" },
    { "advance", 200, calls = "" },
  },
}

case {
  name = "S14 a delay of zero is due at the next entry",
  graph = armed("zero"),
  steps = {
    { "send", "E", { time = 10 }, calls = "n(E)" },
    { "send", "U", { delay = 0 }, calls = "n(U)" },
    { "send", "U", { delay = 0 }, calls = "n.on_timer, n(U)", state = at(1, 10LL) },
    { "advance", 5, calls = "n.on_timer", state = at(2, 10LL, 10LL) },
  },
}

case {
  name = "S14 every fires strictly after the time that first set now, on the epoch's multiples",
  graph = armed("grid", { every = 10 }),
  steps = {
    { "send", "E", { time = 30 }, calls = "n(E)" },
    { "send", "E", { time = 39 }, calls = "n(E)" },
    { "send", "E", { time = 40 }, calls = "n.on_timer, n(E)", state = at(1, 40LL) },
  },
}

case {
  name = "S14 also before the epoch, and with an offset",
  graph = armed("offset", { every = 10, offset = 3 }),
  steps = {
    { "send", "E", { time = -25 }, calls = "n(E)" },
    { "advance", 4, calls = "n.on_timer, n.on_timer, n.on_timer", state = at(3, -17LL, -7LL, 3LL) },
  },
}

case {
  name = "S14 missed = \"once\" fires once, at the last deadline of a jump",
  graph = armed("missed", { every = 10, missed = "once" }),
  steps = {
    { "send", "E", { time = 5 }, calls = "n(E)" },
    { "advance", 57, calls = "n.on_timer", state = at(1, 50LL) },
    { "advance", 60, calls = "n.on_timer", state = at(2, 50LL, 60LL) },
  },
}

case {
  name = "S14 a node whose interval and ctx.after are due together runs once",
  graph = armed("together", { every = 10 }),
  steps = {
    { "send", "E", { time = 5, delay = 5 }, calls = "n(E)" },
    { "advance", 20, calls = "n.on_timer, n.on_timer", state = at(2, 10LL, 20LL) },
  },
}

case {
  name = "S14 too many deadlines in one jump are an error of the entry",
  graph = armed("many", { every = 10 }, { max_missed = 3 }),
  steps = {
    { "send", "E", { time = 5 }, calls = "n(E)" },
    { "send", "E", { time = 100 }, calls = "n.on_timer, n.on_timer, n.on_timer", fails = "too many timer deadlines in one jump",
      state = at(3, 10LL, 20LL, 30LL) },
    { "send", "E", { time = 45 }, calls = "n.on_timer, n(E)", state = at(4, 10LL, 20LL, 30LL, 40LL) },
  },
}

-- The end of time is 9223372036854775807, and its last multiple of 10 ends in 800.
local END = 9223372036854775807LL
local BEGIN = -END - 1

case {
  name = "S14 a one-shot deadline at the end of time or beyond never comes",
  graph = armed("far"),
  steps = {
    { "send", "E", { time = 10, delay = END - 10 }, calls = "n(E)" },
    { "advance", END - 1, calls = "" },
    { "advance", END, calls = "" },
    { "send", "E", { time = END, delay = 1 }, calls = "n(E)" },
    { "send", "U", { delay = 0 }, calls = "n(U)" },
    { "advance", END, calls = "", state = { n = { count = 0 } } },
  },
}

case {
  name = "S14 one before it comes once, and arming what never comes disarms",
  graph = armed("near"),
  steps = {
    { "send", "E", { time = 10, delay = END - 11 }, calls = "n(E)" },
    { "advance", END - 2, calls = "" },
    { "advance", END - 1, calls = "n.on_timer", state = at(1, END - 1) },
    { "advance", END, calls = "" },
    { "reset", calls = "" },
    { "send", "E", { time = 10, delay = 5 }, calls = "n(E)" },
    { "send", "E", { time = 10, delay = END }, calls = "n(E)" },
    { "advance", 100, calls = "", state = { n = { count = 0 } } },
  },
}

case {
  name = "S14 an interval runs up to the end of time",
  graph = armed("last", { every = 10 }),
  steps = {
    { "send", "E", { time = END - 20 }, calls = "n(E)" },
    { "advance", END, calls = "n.on_timer, n.on_timer", state = at(2, END - 17, END - 7) },
    { "advance", END, calls = "" },
    { "send", "E", { time = END }, calls = "n(E)", state = { n = { count = 2 } } },
  },
}

case {
  name = "S14 and from its beginning; missed = \"once\" in one jump",
  graph = armed("whole", { every = 10, missed = "once" }),
  steps = {
    { "send", "E", { time = BEGIN }, calls = "n(E)" },
    { "advance", BEGIN + 7, calls = "" },
    { "advance", BEGIN + 8, calls = "n.on_timer", state = at(1, BEGIN + 8) },
    { "send", "E", { time = END }, calls = "n.on_timer, n(E)", state = at(2, BEGIN + 8, END - 7) },
    { "advance", END, calls = "" },
  },
}

case {
  name = "S14 a point of the grid at the end of time is none",
  graph = armed("point", { every = 10, offset = 7, missed = "once" }),
  steps = {
    { "send", "E", { time = END - 25 }, calls = "n(E)" },
    { "advance", END, calls = "n.on_timer", state = at(1, END - 10) },
    { "advance", END, calls = "" },
  },
}

case {
  name = "S15 a due timer triggers what is buffered, at the old now",
  graph = function()
    local E = flux.event("E", "int64_t time;", { time = "time" })
    local g = flux.graph("due")
    local h = g:node("h", { state = "int64_t at;", on = { [E] = function(self, e, ctx) self.at = ctx.now end } })
    g:node("u", { inputs = { h = h }, state = "int64_t at;", update = function(self, h, ctx) self.at = ctx.now end })
    g:node("clock", { state = "int64_t at;", every = 10, on_timer = function(self, ctx) self.at = ctx.now end })
    return g, { E = E }
  end,
  steps = {
    { "buffer", "E", { time = 5 }, calls = "h(E)" },
    { "buffer", "E", { time = 8 }, calls = "h(E)" },
    { "buffer", "E", { time = 12 }, calls = "u, clock.on_timer, h(E)",
      state = { u = { at = 8LL }, clock = { at = 10LL }, h = { at = 12LL } } },
  },
}

return list
