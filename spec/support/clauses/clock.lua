-- SPDX-License-Identifier: MIT
-- Cases for S13: when the host's clock is read. See spec/support/scenario.lua for the notation.
-- luacheck: ignore 212 (a callback names its parameters, used or not)

local flux = require "flux"

local list = {}
local function case(c) list[#list + 1] = c end

-- Each read of the clock gives 10 more, so that a state says which read it saw.
local function ticking()
  local time = 0
  return function()
    time = time + 10
    return time
  end
end

-- Reads is told the time twice, Plain never, Arms sets a timer 15 ahead, Posts posts Reads.
local function graph()
  local Reads, Plain, Arms, Posts = flux.event("Reads"), flux.event("Plain"), flux.event("Arms"), flux.event("Posts")
  local g = flux.graph("asked", { clock = ticking() })
  for _, name in ipairs { "a", "b" } do
    g:node(name, { state = "int64_t at;", on = { [Reads] = function(self, e, ctx) self.at = ctx.now + 0 * ctx.now end } })
  end
  g:node("plain", { state = "int64_t runs;", on = { [Plain] = function(self) self.runs = self.runs + 1 end } })
  g:node("arms", { state = "int64_t at;", on = { [Arms] = function(self, e, ctx) ctx.after(15) end },
    on_timer = function(self, ctx) self.at = ctx.now end })
  g:node("posts", { on = { [Posts] = function(self, e, ctx) ctx.post(Reads, {}) end } })
  g:node("reader", { inputs = { a = g.nodes[1] }, state = "int64_t at;", update = function(self, a, ctx) self.at = ctx.now end })
  return g, { Reads = Reads, Plain = Plain, Arms = Arms, Posts = Posts }
end

local function seen(at) return { a = { at = at }, b = { at = at } } end

case {
  name = "S13 the host's clock is read in an event that asks for it, once; and at the start",
  graph = graph,
  steps = {
    { "send", "Plain", {}, calls = "plain(Plain)" },
    { "send", "Reads", {}, calls = "a(Reads), b(Reads), reader", state = seen(20LL) },
    { "send", "Plain", {}, calls = "plain(Plain)" },
    { "send", "Reads", {}, calls = "a(Reads), b(Reads), reader", state = seen(30LL) },
  },
  stats = { clock_reads = 3 },
}

case {
  name = "S13 it is read while a timer is armed",
  graph = graph,
  steps = {
    { "send", "Arms", {}, calls = "arms(Arms)" }, -- at 20, for 35
    { "send", "Plain", {}, calls = "plain(Plain)" }, -- at 30
    { "send", "Plain", {}, calls = "arms.on_timer, plain(Plain)", state = { arms = { at = 35LL } } }, -- at 40
    { "send", "Plain", {}, calls = "plain(Plain)" },
  },
  stats = { clock_reads = 4 },
}

case {
  name = "S13 a posted event asks in its poster's place, a buffered one at once, and a trigger never",
  graph = graph,
  steps = {
    { "send", "Posts", {}, calls = "posts(Posts), a(Reads), b(Reads), reader", state = seen(20LL) },
    { "buffer", "Reads", {}, calls = "a(Reads), b(Reads)", state = seen(30LL) },
    { "buffer", "Plain", {}, calls = "plain(Plain)" },
    { "trigger", calls = "reader", state = { reader = { at = 30LL } } },
    { "buffer", "Reads", {}, calls = "a(Reads), b(Reads)", state = seen(40LL) },
    { "send", "Reads", {}, calls = "reader, a(Reads), b(Reads), reader", state = seen(50LL) },
  },
  stats = { clock_reads = 5 },
}

case {
  name = "S13 a graph that asks for no time never reads the clock",
  graph = function()
    local Plain = flux.event("Plain")
    local g = flux.graph("timeless", { clock = ticking() })
    g:node("plain", { state = "int64_t runs;", on = { [Plain] = function(self) self.runs = self.runs + 1 end } })
    return g, { Plain = Plain }
  end,
  steps = { { "send", "Plain", {}, calls = "plain(Plain)" }, { "buffer", "Plain", {}, calls = "plain(Plain)" }, { "trigger", calls = "" } },
  stats = { clock_reads = 0 },
}

return list
