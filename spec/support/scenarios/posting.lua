-- SPDX-License-Identifier: MIT
-- luacheck: ignore 212 (a callback names its parameters, used or not)
-- Scenarios about posts, buffering and errors (S12, S15, S16): 13, 14, 18. See spec/support/scenario.lua for the notation.

local flux = require "flux"
local part = require "spec.support.parts"

local list = {}
local function scenario(s) list[#list + 1] = s end

-- Message 10 is "a", 11 is "r1-a", 12 is "r2-a"; 20 is "b", and so on.
local function logger(g, Message)
  return g:node("log", { state = "int32_t seen[16]; int32_t count;",
    on = { [Message] = function(self, e)
      self.seen[self.count] = e.id
      self.count = self.count + 1
    end } })
end

scenario {
  name = "13a posting",
  graph = function()
    local Message = flux.event("Message", "int32_t stage; int32_t id;")
    local g = flux.graph("s13a")
    logger(g, Message)
    g:node("reply", { state = "int64_t posted;", on = {
      [Message:where { stage = 0 }] = function(self, e, ctx)
        self.posted = self.posted + 1
        ctx.post(Message, { stage = 1, id = e.id + 1 })
      end,
      [Message:where { stage = 1 }] = function(self, e, ctx)
        self.posted = self.posted + 1
        ctx.post(Message, { stage = 2, id = e.id + 1 })
      end,
    } })
    return g, { Message = Message }
  end,
  steps = {
    { "send", "Message", { id = 10 }, calls = "log(Message), reply(Message where stage=0), log(Message), " ..
      "reply(Message where stage=1), log(Message)" },
    { "send", "Message", { id = 20 }, calls = "log(Message), reply(Message where stage=0), log(Message), " ..
      "reply(Message where stage=1), log(Message)",
      state = { log = { seen = { 10, 11, 12, 20, 21, 22 }, count = 6 }, reply = { posted = 4 } } },
  },
}

scenario {
  name = "13b two posts of one cycle run in the order posted",
  graph = function()
    local E, Message = flux.event("E", "int32_t id;"), flux.event("Message", "int32_t id;")
    local g = flux.graph("s13b")
    g:node("first", { on = { [E] = function(self, e, ctx) ctx.post(Message, { id = e.id + 1 }) end } })
    g:node("second", { on = { [E] = function(self, e, ctx) ctx.post(Message, { id = e.id + 2 }) end } })
    logger(g, Message)
    return g, { E = E, Message = Message }
  end,
  steps = { { "send", "E", { id = 10 }, calls = "first(E), second(E), log(Message), log(Message)",
    state = { log = { seen = { 11, 12 }, count = 2 } } } },
}

scenario {
  name = "13c a post from start runs after all starts",
  graph = function()
    local Message = flux.event("Message", "int32_t id;")
    local g = flux.graph("s13c")
    g:node("first", { start = function(self, ctx) ctx.post(Message, { id = 1 }) end })
    logger(g, Message)
    g:node("second", { state = "int64_t starts;", start = function(self) self.starts = self.starts + 1 end })
    return g, { Message = Message }
  end,
  start = "first.start, second.start, log(Message)",
  steps = { { "send", "Message", { id = 2 }, calls = "log(Message)", state = { log = { seen = { 1, 2 }, count = 2 } } } },
}

scenario {
  name = "13d in a stream-clock graph posts of start wait until now is set",
  graph = function()
    local Message = flux.event("Message", "int32_t id;")
    local Tick = flux.event("Tick", "int64_t time;", { time = "time" })
    local g = flux.graph("s13d")
    g:node("first", { start = function(self, ctx) ctx.post(Message, { id = 1 }) end })
    g:node("tick", { state = "int64_t at;", on = {
      [Tick] = function(self, e, ctx) self.at = ctx.now end,
      [Message] = function(self, e, ctx) self.at = ctx.now end,
    } })
    return g, { Message = Message, Tick = Tick }
  end,
  start = "first.start",
  steps = { { "send", "Tick", { time = 70 }, calls = "tick(Message), tick(Tick)", state = { tick = { at = 70LL } } } },
}

scenario {
  name = "14 buffering",
  graph = function()
    local S, D = flux.event("S", "double x;"), flux.event("D", "double x;")
    local g = flux.graph("s14")
    local parent = part.source(g, "parent", S)
    g:node("child", { inputs = { parent = parent }, state = "double x; int64_t reads, handled, updates, settled, cycles;",
      on = { [D] = function(self) self.handled = self.handled + 1 end },
      on_input = { parent = function(self) self.reads = self.reads + 1 end },
      update = function(self, parent)
        self.x = parent.x
        self.updates = self.updates + 1
      end,
      after_update = function(self) self.settled = self.settled + 1 end,
      after_cycle = function(self) self.cycles = self.cycles + 1 end })
    return g, { S = S, D = D }
  end,
  steps = {
    { "buffer", "S", { x = 1 }, calls = "parent(S), child.on_input(parent)" },
    { "buffer", "D", { x = 2 }, calls = "child(D)" },
    { "buffer", "S", { x = 3 }, calls = "parent(S), child.on_input(parent)" },
    { "buffer", "D", { x = 4 }, calls = "child(D)" },
    { "buffer", "S", { x = 5 }, calls = "parent(S), child.on_input(parent)",
      state = { parent = { runs = 3 }, child = { reads = 3, handled = 2, updates = 0, cycles = 0 } } },
    { "trigger", calls = "child, child.after_update, child.after_cycle",
      state = { child = { x = 5, reads = 3, updates = 1, settled = 1, cycles = 1 } } },
    { "trigger", calls = "", state = { child = { updates = 1, cycles = 1 } } },
    { "buffer", "S", { x = 6 }, calls = "parent(S), child.on_input(parent)" },
    { "send", "D", { x = 7 }, calls = "child, child.after_update, child.after_cycle, child(D), child.after_update, child.after_cycle",
      state = { child = { x = 6, updates = 2, handled = 3, cycles = 3 } } },
  },
}

-- a → b → c; b fails when x is 9: an index out of range.
local function chain(name, policy)
  return function()
    local E = flux.event("E", "double x;")
    local g = flux.graph(name, { on_error = policy })
    local a = part.source(g, "a", E)
    local b = g:node("b", { inputs = { a = a }, state = "double x; double w[4]; int64_t runs;", update = function(self, a)
      self.runs = self.runs + 1
      self.w[a.x] = 1
      self.x = a.x
    end })
    part.follow(g, "c", { root = b })
    return g, { E = E }
  end
end

scenario {
  name = "18a error in the middle, skip",
  graph = chain("s18a", "skip"),
  steps = {
    { "send", "E", { x = 1 }, calls = "a(E), b, c" },
    { "send", "E", { x = 9 }, calls = "a(E), b!", fails = "node 'b', update" },
    { "send", "E", { x = 2 }, calls = "a(E), b, c", state = { a = { runs = 3 }, b = { runs = 3 }, c = { runs = 2, x = 2 } } },
  },
}

scenario {
  name = "18b error in the middle, stop",
  graph = chain("s18b", "stop"),
  steps = {
    { "send", "E", { x = 1 }, calls = "a(E), b, c" },
    { "send", "E", { x = 9 }, calls = "a(E), b!", fails = "node 'b', update" },
    { "send", "E", { x = 2 }, calls = "", fails = "cycle 2, event E, node 'b', update" },
    { "resume", calls = "" },
    { "send", "E", { x = 3 }, calls = "a(E), b, c", state = { a = { runs = 3, x = 3 }, b = { runs = 3 }, c = { runs = 2 } } },
  },
}

scenario {
  name = "18c error in the middle, rollback",
  graph = chain("s18c", "rollback"),
  steps = {
    { "send", "E", { x = 1 }, calls = "a(E), b, c" },
    { "send", "E", { x = 9 }, calls = "a(E), b!", fails = "node 'b', update",
      state = { a = { runs = 1, x = 1 }, b = { runs = 1, x = 1, w = { 0, 1, 0, 0 } }, c = { runs = 1, x = 1 } } },
    { "send", "E", { x = 2 }, calls = "a(E), b, c", state = { a = { runs = 2 }, b = { runs = 2 }, c = { runs = 2, x = 2 } } },
  },
}

-- E posts two P; the first P's cycle posts a Q and then fails.
local function posts(name, policy)
  return function()
    local E, P = flux.event("E", "double x;"), flux.event("P", "int32_t id;")
    local Q = flux.event("Q", "int32_t id;")
    local g = flux.graph(name, { on_error = policy })
    g:node("poster", { on = { [E] = function(self, e, ctx)
      ctx.post(P, { id = 9 })
      ctx.post(P, { id = 1 })
    end } })
    g:node("again", { on = { [P] = function(self, e, ctx) ctx.post(Q, { id = e.id }) end } })
    g:node("fails", { state = "double w[4]; int64_t runs;", on = { [P] = function(self, e)
      self.runs = self.runs + 1
      self.w[e.id] = e.id
    end } })
    logger(g, Q)
    return g, { E = E, P = P, Q = Q }
  end
end

scenario {
  name = "18d posts of the failed cycle are discarded, earlier ones run",
  graph = posts("s18d", "skip"),
  steps = { { "send", "E", { x = 1 }, fails = "event P, node 'fails'",
    calls = "poster(E), again(P), fails(P)!, again(P), fails(P), log(Q)",
    state = { fails = { runs = 2 }, log = { count = 1, seen = { 1 } } } } },
}

scenario {
  name = "18e the same under rollback",
  graph = posts("s18e", "rollback"),
  steps = { { "send", "E", { x = 1 }, fails = "event P, node 'fails'",
    calls = "poster(E), again(P), fails(P)!, again(P), fails(P), log(Q)",
    state = { fails = { runs = 1 }, log = { count = 1, seen = { 1 } } } } },
}

scenario {
  name = "18f under stop waiting posts are dropped",
  graph = posts("s18f", "stop"),
  steps = {
    { "send", "E", { x = 1 }, fails = "event P, node 'fails'", calls = "poster(E), again(P), fails(P)!" },
    { "resume", calls = "" },
    { "send", "P", { id = 2 }, calls = "again(P), fails(P), log(Q)", state = { log = { count = 1, seen = { 2 } } } },
  },
}

return list
