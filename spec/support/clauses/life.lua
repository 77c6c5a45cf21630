-- SPDX-License-Identifier: MIT
-- Cases for S7, S16 and S17: dirt, errors, the life of an instance. See spec/support/scenario.lua for the notation.
-- luacheck: ignore 212 (a callback names its parameters, used or not)

local flux = require "flux"
local part = require "spec.support.parts"

local list = {}
local function case(c) list[#list + 1] = c end

case {
  name = "S7 several verdicts of one node: dirty if one of them is",
  graph = function()
    local E = flux.event("E", "int32_t a, b;")
    local g = flux.graph("verdicts")
    local h = g:node("h", { state = "double x; int64_t runs;", on = {
      [E:where { a = 1 }] = function(self) return false end,
      [E:where { b = 1 }] = function(self) self.runs = self.runs + 1 end,
      [E] = function(self) return false end,
    } })
    part.follow(g, "after", { root = h })
    return g, { E = E }
  end,
  steps = {
    { "send", "E", { a = 1, b = 1 }, calls = "h(E where a=1)-, h(E where b=1), h(E)-, after" },
    { "send", "E", { a = 1 }, calls = "h(E where a=1)-, h(E)-" },
  },
}

case {
  name = "S3 on_arrest may make its node dirty",
  graph = function()
    local E = flux.event("E", "double x;")
    local g = flux.graph("arrested")
    local h = part.gate(g, "h", E)
    local a = g:node("a", { inputs = { root = h }, state = "double x;", on_arrest = function(self, root)
      self.x = root.x
      return root.x > 5
    end })
    part.follow(g, "after", { root = a })
    return g, { E = E }
  end,
  steps = {
    { "send", "E", { x = 7 }, calls = "h(E)-, a.on_arrest, after" },
    { "send", "E", { x = 3 }, calls = "h(E)-, a.on_arrest-" },
    { "send", "E", { x = 11 }, calls = "h(E)" },
  },
}

case {
  name = "S16 valid and when = \"all\" keep what a failed cycle made dirty under skip",
  graph = function()
    local A, B, C = flux.event("A", "double x;"), flux.event("B", "double x;"), flux.event("C")
    local g = flux.graph("kept", { on_error = "skip" })
    local a, b = part.source(g, "a", A), part.source(g, "b", B)
    g:node("fails", { inputs = { a = a }, state = "double w[2];", update = function(self, a) self.w[a.x] = 1 end })
    g:node("both", { inputs = { a = a, b = b }, state = "int64_t runs;", when = "all",
      update = function(self) self.runs = self.runs + 1 end })
    g:node("asks", { inputs = { a = flux.passive(a) }, state = "bool valid; int64_t yes;",
      on = { [C] = function(self, e, a, ctx) if ctx.valid(a) then self.yes = self.yes + 1 end end } })
    return g, { A = A, B = B, C = C }
  end,
  steps = {
    { "send", "C", {}, calls = "asks(C)", state = { asks = { yes = 0 } } },
    { "send", "A", { x = 9 }, calls = "a(A), fails!", fails = "node 'fails'" },
    { "send", "C", {}, calls = "asks(C)", state = { asks = { yes = 1 } } },
    { "send", "B", { x = 1 }, calls = "b(B), both" },
  },
}

case {
  name = "S16 and forget it under rollback",
  graph = function()
    local A, B = flux.event("A", "double x;"), flux.event("B", "double x;")
    local g = flux.graph("forgotten", { on_error = "rollback" })
    local a, b = part.source(g, "a", A), part.source(g, "b", B)
    g:node("fails", { inputs = { a = a }, state = "double w[2];", update = function(self, a) self.w[a.x] = 1 end })
    g:node("both", { inputs = { a = a, b = b }, state = "int64_t runs;", when = "all",
      update = function(self) self.runs = self.runs + 1 end })
    return g, { A = A, B = B }
  end,
  steps = {
    { "send", "A", { x = 9 }, calls = "a(A), fails!", fails = "node 'fails'" },
    { "send", "B", { x = 1 }, calls = "b(B)" },
    { "send", "A", { x = 1 }, calls = "a(A), fails, both" },
  },
  stats = { skipped = 1 },
}

case {
  name = "S16 rollback undoes what a failed cycle armed, and not the timer that it consumed",
  graph = function()
    local E = flux.event("E", "int32_t index; int64_t time;", { time = "time" })
    local g = flux.graph("timers", { on_error = "rollback" })
    g:node("n", { state = "double w[2]; int64_t fired;",
      on = { [E] = function(self, e, ctx)
        ctx.after(10)
        self.w[e.index] = 1
      end },
      on_timer = function(self) self.fired = self.fired + 1 end })
    g:node("bad", { state = "double w[2]; int32_t i;", every = 100, on_timer = function(self)
      self.i = self.i + 2
      self.w[self.i] = 1
    end })
    return g, { E = E }
  end,
  steps = {
    { "send", "E", { time = 5, index = 9 }, calls = "n(E)!", fails = "node 'n'" },
    { "advance", 50, calls = "" },
    { "send", "E", { time = 50, index = 1 }, calls = "n(E)" },
    { "advance", 100, calls = "n.on_timer, bad.on_timer!", fails = "timer at 100, node 'bad', on_timer", state = { n = { fired = 1 } } },
    { "advance", 150, calls = "" },
  },
}

case {
  name = "S16 while stopped every entry is refused with the first error's text",
  graph = function()
    local E, F = flux.event("E", "int32_t index;"), flux.event("F")
    local g = flux.graph("stopped")
    g:node("n", { state = "double w[2]; int64_t runs;", on = {
      [E] = function(self, e) self.w[e.index] = 1 end,
      [F] = function(self) self.runs = self.runs + 1 end,
    } })
    return g, { E = E, F = F }
  end,
  steps = {
    { "send", "E", { index = 7 }, calls = "n(E)!", fails = "cycle 1, event E, node 'n'" },
    { "send", "F", {}, calls = "", fails = "cycle 1, event E, node 'n'" },
    { "buffer", "F", {}, calls = "", fails = "cycle 1, event E, node 'n'" },
    { "trigger", calls = "", fails = "cycle 1, event E, node 'n'" },
    { "advance", 10, calls = "", fails = "cycle 1, event E, node 'n'" },
    { "resume", calls = "" },
    { "send", "F", {}, calls = "n(F)", state = { n = { runs = 1 } } },
    { "send", "E", { index = 8 }, calls = "n(E)!", fails = "cycle 3, event E, node 'n'" },
    { "reset", calls = "" },
    { "send", "F", {}, calls = "n(F)", state = { n = { runs = 1 } } },
  },
}

local function lifecycle(name, fails)
  return function()
    local E = flux.event("E", "double x;")
    local g = flux.graph(name, { on_error = "skip" })
    local last = g:node("last", { inputs = { first = "first" }, state = "double x; int64_t seen;",
      init = function(self, first) self.seen = self.seen * 10 + first.step end,
      start = function(self, first) self.seen = self.seen * 10 + first.step end,
      update = function(self) self.x = 1 end,
      stop = function(self) self.seen = self.seen * 10 + 9 end })
    g:node("first", { state = "int64_t step; double w[2];", on = { [E] = function(self) self.step = self.step + 1 end },
      init = function(self) self.step = 1 end,
      start = function(self)
        self.step = 2
        if fails then self.w[self.step] = 1 end
      end,
      stop = function(self) self.step = 3 end })
    g:node("reader", { inputs = { last = last }, state = "int64_t yes;",
      stop = function(self, last, ctx) if ctx.ticked(last) then self.yes = self.yes + 1 end end })
    return g, { E = E }
  end
end

case {
  name = "S17 init of all before start of all, in order; stop in reverse; none is a cycle",
  graph = lifecycle("life", false),
  start = "first.init, last.init, first.start, last.start",
  steps = {
    { "send", "E", { x = 1 }, calls = "first(E), last", state = { last = { seen = 12 }, first = { step = 3 } } },
    { "reset", calls = "first.init, last.init, first.start, last.start", state = { last = { seen = 12, x = 0 }, first = { step = 2 } } },
    { "send", "E", { x = 1 }, calls = "first(E), last" },
    { "stop", calls = "reader.stop, last.stop, first.stop", state = { last = { seen = 129 }, reader = { yes = 0 } }, ends = true },
  },
}

local ENDED = "the instance has not been started"

-- Every entry that is none of start, reset and restore.
local function refused(event)
  local list = { { "send", event, {} }, { "dispatch", event, {} }, { "buffer", event, {} }, { "trigger" }, { "advance", 10 }, { "resume" },
    { "stop" } }
  for _, step in ipairs(list) do step.calls, step.raises = "", ENDED end
  return list
end

local function with(list, more)
  for _, step in ipairs(more) do list[#list + 1] = step end
  return list
end

case {
  name = "S17 a stopped instance is misused by any entry but start and reset, whatever callbacks it has",
  graph = function()
    local E = flux.event("E")
    local g = flux.graph("ended", { on_error = "skip" })
    part.count(g, "n", E)
    return g, { E = E }
  end,
  steps = with(with({ { "send", "E", {}, calls = "n(E)" }, { "stop", calls = "" } }, refused "E"), {
    { "start", calls = "" }, { "start", calls = "", raises = "the instance runs already" }, { "send", "E", {}, calls = "n(E)" },
    { "stop", calls = "" }, { "reset", calls = "" }, { "send", "E", {}, calls = "n(E)" },
  }),
}

local function stopping(options)
  return function()
    local E = flux.event("E", "double i;")
    local g = flux.graph("stopping", options)
    g:node("n", { state = "int64_t runs; double w[2];", on = { [E] = function(self, e)
      self.runs = self.runs + 1
      self.w[e.i] = 1
    end }, stop = function(self)
      self.runs = self.runs + 10
      self.w[self.runs] = 1
    end })
    g:node("later", { inputs = { n = "n" }, state = "int64_t stops;", update = function(self) self.stops = 0 end,
      stop = function(self) self.stops = self.stops + 1 end })
    return g, { E = E }
  end
end

for policy, runs in pairs { stop = 11, skip = 11, rollback = 1 } do -- each a case of its own: the order does not matter
  case {
    name = "S17 a stop that fails is reported, and ends the instance, under " .. policy,
    graph = stopping { on_error = policy },
    steps = with(with({
      { "send", "E", {}, calls = "n(E), later" },
      { "stop", calls = "later.stop, n.stop!", fails = "cycle 1, stop, node 'n', stop", state = { n = { runs = runs } } },
    }, refused "E"), { { "start", calls = "" }, { "send", "E", {}, calls = "n(E), later", state = { n = { runs = runs + 1 } } } }),
  }
end

case {
  name = "S17 stop is refused after an error that stopped the instance, and does not end it",
  graph = stopping(),
  steps = {
    { "send", "E", { i = 7 }, calls = "n(E)!", fails = "cycle 1, event E, node 'n'" },
    { "stop", calls = "", fails = "cycle 1, event E, node 'n'" },
    { "start", calls = "", raises = "the instance runs already" },
    { "resume", calls = "" },
    { "send", "E", {}, calls = "n(E), later" },
    { "stop", calls = "later.stop, n.stop!", fails = "cycle 2, stop, node 'n', stop", ends = true },
  },
}

case {
  name = "S17 stop is refused after an error also by a graph without stop callbacks",
  graph = function()
    local E = flux.event("E", "double i;")
    local g = flux.graph("plain")
    g:node("n", { state = "double w[2];", on = { [E] = function(self, e) self.w[e.i] = 1 end } })
    return g, { E = E }
  end,
  steps = {
    { "send", "E", { i = 7 }, calls = "n(E)!", fails = "cycle 1, event E, node 'n'" },
    { "stop", calls = "", fails = "cycle 1, event E, node 'n'" },
    { "start", calls = "", raises = "the instance runs already" },
    { "reset", calls = "" },
    { "send", "E", { i = 1 }, calls = "n(E)" },
  },
}

case {
  name = "S17 a new start keeps state, time and timers, runs start but not init, and has lost what was buffered or posted",
  graph = function()
    local E, P = flux.event("E", "int64_t time;", { time = "time" }), flux.event("P")
    local g = flux.graph("again")
    g:node("n", { state = "int64_t runs, at;", every = "10ns", init = function(self) self.runs = 100 end,
      start = function(self, ctx) ctx.post(P, {}) end, on = { [E] = function(self, e, ctx)
        self.runs = self.runs + 1
        ctx.post(P, {})
        ctx.after(3)
      end }, on_timer = function(self, ctx) self.at = ctx.now end })
    part.count(g, "posted", P)
    return g, { E = E }
  end,
  start = "n.init, n.start",
  steps = {
    { "stop", calls = "" }, -- before the time is set: what start posted is dropped
    { "start", calls = "n.start" },
    { "buffer", "E", { time = 5 }, calls = "posted(P), n(E)", state = { n = { runs = 101 } } },
    { "stop", calls = "" }, -- the post and the pending update of a buffered event are dropped
    { "start", calls = "n.start, posted(P)", state = { n = { runs = 101 }, posted = { runs = 2 } } },
    { "trigger", calls = "" },
    { "advance", 12, calls = "n.on_timer, n.on_timer", state = { n = { at = 10 } } }, -- at 8, by ctx.after; and at 10
    { "send", "E", { time = 1 }, calls = "n(E), posted(P)" },
  },
  stats = { late = 1 },
}

case {
  name = "S17 a new start does not read the host's clock again",
  graph = function()
    local E = flux.event("E")
    local g = flux.graph("clocked")
    g:node("n", { state = "int64_t at;", stop = function(self) self.at = 0 end,
      on = { [E] = function(self, e, ctx) self.at = ctx.now end } })
    return g, { E = E }
  end,
  steps = { { "stop", calls = "n.stop" }, { "start", calls = "" }, { "stop", calls = "n.stop" }, { "start", calls = "" } },
  stats = { clock_reads = 1 },
}

case {
  name = "S17 an error in start ends it; under skip the instance runs",
  graph = lifecycle("broken", true),
  start = "first.init, last.init, first.start!",
  start_fails = "cycle 0, start, node 'first', start",
  steps = { { "send", "E", { x = 1 }, calls = "first(E), last", state = { last = { seen = 1 } } } },
}

case {
  name = "S17 reset counts anew",
  graph = function()
    local E, F = flux.event("E", "double i; int64_t time;", { time = "time" }), flux.event("F")
    local g = flux.graph("counted", { on_error = "skip", unhandled = "ignore" })
    g:node("n", { state = "double w[2];", on = { [E] = function(self, e) self.w[e.i] = 1 end } })
    g:node("unused", { state = "double w;" })
    return g, { E = E, F = F }
  end,
  steps = {
    { "send", "E", { time = 10, i = 5 }, calls = "n(E)!", fails = "out of range" },
    { "send", "E", { time = 5 }, calls = "n(E)" },
    { "send", "F", {}, calls = "" },
    { "reset", calls = "" },
    { "send", "E", { time = 8 }, calls = "n(E)" },
    { "send", "E", { time = 7 }, calls = "n(E)" },
  },
  stats = { late = 1, unhandled = 0, skipped = 0 },
}

case {
  name = "S17 what `init` posted runs before the next entry, behind a trigger, when `start` fails",
  graph = function()
    local E, P = flux.event("E"), flux.event("P")
    local g = flux.graph("failing_start", { on_error = "skip" })
    g:node("poster", { init = function(self, ctx) ctx.post(P, {}) end, start = function(self, ctx) ctx.post(P, {}) end })
    g:node("fails", { state = "double w[2]; double i = 7;", start = function(self) self.w[self.i] = 1 end })
    part.count(g, "posted", P)
    g:node("n", { state = "int64_t at;", on = { [E] = function(self, e, ctx) self.at = ctx.cycle end } })
    return g, { E = E }
  end,
  start = "poster.init, poster.start, fails.start!",
  start_fails = "node 'fails', start",
  steps = {
    { "send", "E", {}, calls = "posted(P), n(E)", state = { n = { at = 3 } } }, -- the trigger, the post of `init`, E
    { "send", "E", {}, calls = "n(E)", state = { n = { at = 4 } } },
  },
}

return list
