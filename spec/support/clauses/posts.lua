-- SPDX-License-Identifier: MIT
-- Cases for S11, S12 and S15: unhandled events, posts, buffering. See spec/support/scenario.lua for the notation.
-- luacheck: ignore 212 (a callback names its parameters, used or not)

local flux = require "flux"
local part = require "spec.support.parts"

local list = {}
local function case(c) list[#list + 1] = c end

local function unhandled(policy)
  return function()
    local E = flux.event("E", "double x; int32_t key; int64_t time;", { time = "time" })
    local F = flux.event("F", "int64_t time;", { time = "time" })
    local g = flux.graph("unhandled", { unhandled = policy })
    part.source(g, "source", E:where { key = 1 })
    g:node("n", { state = "int64_t cycles, at;", after_cycle = function(self, ctx)
      self.cycles = self.cycles + 1
      self.at = ctx.now
    end })
    return g, { E = E, F = F }
  end
end

case {
  name = "S11 an event that no node handles is an error and does not move now",
  graph = unhandled("error"),
  steps = {
    { "send", "E", { key = 1, time = 10 }, calls = "source(E where key=1), n.after_cycle" },
    { "send", "F", { time = 500 }, fails = "no node handles this event type", calls = "" },
    { "send", "E", { key = 1, time = 20 }, calls = "source(E where key=1), n.after_cycle", state = { n = { cycles = 2, at = 20LL } } },
  },
}

case {
  name = "S11 or it is ignored and counted, and is no cycle",
  graph = unhandled("ignore"),
  steps = {
    { "send", "F", { time = 500 }, calls = "" },
    { "send", "E", { key = 1, time = 20 }, calls = "source(E where key=1), n.after_cycle", state = { n = { cycles = 1, at = 20LL } } },
  },
}

case {
  name = "S11 a handled type whose filters match nothing is a cycle in which nothing runs",
  graph = unhandled("error"),
  steps = { { "send", "E", { key = 2, time = 30 }, calls = "n.after_cycle", state = { n = { cycles = 1, at = 30LL } } } },
}

case {
  name = "S12 a full queue fails the cycle, and what it posted is discarded",
  graph = function()
    local E, P = flux.event("E", "int32_t count;"), flux.event("P", "int32_t id;")
    local g = flux.graph("full", { capacity = 2, on_error = "skip" })
    g:node("poster", { state = "int32_t runs;", on = { [E] = function(self, e, ctx)
      self.runs = self.runs + 1
      for i = 1, e.count do ctx.post(P, { id = i }) end
    end } })
    g:node("log", { state = "int32_t runs;", on = { [P] = function(self) self.runs = self.runs + 1 end } })
    return g, { E = E, P = P }
  end,
  steps = {
    { "send", "E", { count = 2 }, calls = "poster(E), log(P), log(P)" },
    { "send", "E", { count = 3 }, calls = "poster(E)!", fails = "the queue of posted events is full" },
    { "send", "E", { count = 1 }, calls = "poster(E), log(P)", state = { poster = { runs = 3 }, log = { runs = 3 } } },
  },
}

case {
  name = "S12 a posted event runs at its poster's now, whatever its time field says",
  graph = function()
    local E = flux.event("E", "int64_t time;", { time = "time" })
    local P = flux.event("P", "int64_t time;", { time = "time" })
    local g = flux.graph("posted")
    g:node("poster", { on = { [E] = function(self, e, ctx) ctx.post(P, { time = 900 }) end } })
    g:node("log", { state = "int64_t now, time;", on = { [P] = function(self, e, ctx) self.now, self.time = ctx.now, e.time end } })
    return g, { E = E, P = P }
  end,
  steps = {
    { "send", "E", { time = 50 }, calls = "poster(E), log(P)", state = { log = { now = 50LL, time = 900LL } } },
    { "send", "E", { time = 60 }, calls = "poster(E), log(P)", state = { log = { now = 60LL } } },
  },
}

case {
  name = "S12 a post keeps the defaults of what it does not give",
  graph = function()
    local E, P = flux.event("E"), flux.event("P", "double x = 2.5; int32_t id; bool b = true;")
    local g = flux.graph("defaults")
    g:node("poster", { on = { [E] = function(self, e, ctx) ctx.post(P, { id = 7 }) end } })
    g:node("log", { state = "double x; int32_t id; bool b;",
      on = { [P] = function(self, e) self.x, self.id, self.b = e.x, e.id, e.b end } })
    return g, { E = E, P = P }
  end,
  steps = { { "send", "E", {}, calls = "poster(E), log(P)", state = { log = { x = 2.5, id = 7 } } } },
}

-- h (S) → m (update) → n (on_input of both); n's handler of D.
local function buffering(name, options)
  return function()
    local S, D = flux.event("S", "double x; int64_t time;", { time = "time" }), flux.event("D", "int64_t time;", { time = "time" })
    local g = flux.graph(name, options)
    local h = part.source(g, "h", S)
    local m = part.follow(g, "m", { root = h })
    g:node("n", { inputs = { h = h, m = m }, state = "int64_t own, ticked, at;",
      on = { [D] = function(self, e, ctx) self.at = ctx.now end },
      on_input = {
        h = function(self) self.own = self.own + 1 end,
        m = function(self) self.own = self.own + 100 end,
      },
      update = function(self, h, m, ctx)
        if ctx.ticked(h) then self.ticked = self.ticked + 1 end
        if ctx.ticked(m) then self.ticked = self.ticked + 100 end
        self.at = ctx.now
      end })
    return g, { S = S, D = D }
  end
end

case {
  name = "S15 in a trigger's cycle what was buffered has ticked, and on_input sees the cycle's own dirt",
  graph = buffering("held"),
  steps = {
    { "buffer", "S", { x = 1, time = 10 }, calls = "h(S), n.on_input(h)" },
    { "buffer", "S", { x = 2, time = 20 }, calls = "h(S), n.on_input(h)" },
    { "trigger", calls = "m, n.on_input(m), n", state = { n = { own = 102, ticked = 101, at = 20LL }, m = { x = 2 } } },
  },
}

case {
  name = "S15 an event that is not buffered triggers first, at the old now",
  graph = buffering("first"),
  steps = {
    { "buffer", "S", { x = 1, time = 10 }, calls = "h(S), n.on_input(h)" },
    { "send", "D", { time = 90 }, calls = "m, n.on_input(m), n, n(D)", state = { n = { at = 90LL, ticked = 101 } } },
  },
}

case {
  name = "S15 reset drops what is buffered",
  graph = buffering("dropped"),
  steps = {
    { "buffer", "S", { x = 1, time = 10 }, calls = "h(S), n.on_input(h)" },
    { "reset", calls = "" },
    { "trigger", calls = "", state = { m = { runs = 0 }, h = { runs = 0 } } },
  },
}

case {
  name = "S15 a failed trigger leaves nothing held",
  graph = function()
    local S = flux.event("S", "double x;")
    local g = flux.graph("lost", { on_error = "skip" })
    local h = part.source(g, "h", S)
    g:node("fails", { inputs = { h = h }, state = "double w[2]; int64_t runs;", update = function(self, h)
      self.runs = self.runs + 1
      self.w[h.x] = 1
    end })
    return g, { S = S }
  end,
  steps = {
    { "buffer", "S", { x = 5 }, calls = "h(S)" },
    { "trigger", calls = "fails!", fails = "cycle 2, trigger, node 'fails', update" },
    { "trigger", calls = "" },
    { "buffer", "S", { x = 1 }, calls = "h(S)" },
    { "trigger", calls = "fails", state = { fails = { runs = 2 } } },
  },
}

case {
  name = "S15 posts of a buffered event wait for the trigger, and are a reason for it",
  graph = function()
    local S, P = flux.event("S"), flux.event("P")
    local g = flux.graph("waiting")
    g:node("poster", { on = { [S] = flux.quiet(function(self, e, ctx) ctx.post(P, {}) end) } })
    g:node("log", { state = "int64_t runs;", on = { [P] = function(self) self.runs = self.runs + 1 end } })
    g:node("last", { state = "int64_t cycles;", after_cycle = function(self) self.cycles = self.cycles + 1 end })
    return g, { S = S, P = P }
  end,
  steps = {
    { "buffer", "S", {}, calls = "poster(S)" },
    { "trigger", calls = "last.after_cycle, log(P), last.after_cycle" },
    { "trigger", calls = "" },
  },
}

-- `start` posts P, which waits for the time; S is not timed.
local function waiting_for_time(name)
  return function()
    local S, P = flux.event("S", "double x; int32_t post;"), flux.event("P", "double x;")
    local T = flux.event("T", "double x; int64_t time;", { time = "time" })
    local g = flux.graph(name)
    g:node("first", { start = function(self, ctx) ctx.post(P, {}) end })
    part.source(g, "log", P)
    local h = part.source(g, "h", S)
    part.follow(g, "u", { root = h })
    part.source(g, "timed", T)
    g:node("poster", { on = { [S:where { post = 1 }] = flux.quiet(function(self, e, ctx) ctx.post(P, {}) end) } })
    return g, { S = S, T = T }
  end
end

case {
  name = "S12 what start posts waits for the time",
  graph = waiting_for_time("unset"),
  start = "first.start",
  steps = {
    { "send", "S", { x = 1 }, calls = "h(S), u" },
    { "trigger", calls = "" },
    { "send", "T", { time = 10 }, calls = "log(P), timed(T)" },
  },
}

for _, entry in ipairs { { "send", "T", { time = 10 } }, { "buffer", "T", { time = 10 } }, { "advance", 10 } } do
  entry.calls = "u, log(P)" .. (entry[1] == "advance" and "" or ", timed(T)")
  case {
    name = ("S12 and comes after what was buffered before: %s sets the time"):format(entry[1]),
    graph = waiting_for_time("behind"),
    start = "first.start",
    steps = { { "buffer", "S", { x = 1 }, calls = "h(S)" }, entry, { "trigger", calls = "" } },
  }
end

case {
  name = "S12 before time is set posts that wait are no reason for a trigger",
  graph = waiting_for_time("reason"),
  start = "first.start",
  steps = {
    { "buffer", "S", { post = 1 }, calls = "h(S), poster(S where post=1)" },
    { "trigger", calls = "u" },
    { "trigger", calls = "" },
    { "advance", 10, calls = "log(P), log(P)" },
  },
}

return list
