-- SPDX-License-Identifier: MIT
-- A graph whose nodes keep lists, tables and trees in arrays: g:by in each of its ways, and windows. What a snapshot brings is used
-- as an index; forged bytes must stay within the arrays, and every loop must end. Events and names are those of fuzz/held.lua.
local flux, nodes = require "flux", require "flux.nodes"

local Tick = flux.event("Tick", "int64_t time; double x; symbol s;", { time = "time" })
local g = flux.graph("held", { symbols = 24, max_missed = 50, on_error = "skip" })
local tick = g:node("tick", nodes.latest(Tick))

local function windows(own, prefix, x)
  local function add(name, instance) return own:sink(prefix .. name, own:node(prefix .. name, instance)) end
  add("max", nodes.max { x = x, window = 3 })
  add("mean", nodes.mean { x = x, window = "40ns", capacity = 5, overflow = "oldest" })
  add("median", nodes.median { x = x, window = 4 })
  add("rank", nodes.rank { x = x, window = "60ns", capacity = 6, overflow = "oldest" })
  add("unique", nodes.unique { x = x, window = 5 })
  add("delay", nodes.delay { x = x, by = 3 })
end

windows(g, "", tick.x)
g:sink("late", g:node("late", nodes.delay { x = tick.x, by = "15ns", capacity = 4, overflow = "oldest" }))
local few = g:node("few", nodes.filter { x = tick.x, low = 0, high = 2 })
g:sink("pairs", g:node("pairs", nodes.interval_join { x = tick.x, y = few.value,
  before = "30ns", capacity = 3, overflow = "oldest" }))

local WAYS = { { on_full = "drop" }, { on_full = "evict" }, { on_full = "drop", age = "50ns" }, { on_full = "evict", age = "50ns" } }
for _, way in ipairs(WAYS) do
  local name = way.on_full .. (way.age and "_aged" or "")
  local value = g:by(Tick.s, { capacity = 4, on_full = way.on_full, age = way.age, name = name }, function(sub)
    local own = sub:node(name .. "_x", { state = "double x = 1; double last[3]; int32_t at;",
      on = { [Tick] = function(self, event)
        self.x, self.last[bit.band(self.at, 1)] = event.x, event.x
        self.at = self.at + 1
      end } })
    if way.on_full == "evict" and not way.age then windows(sub, name .. "_", own.x) end
    return sub:node(name .. "_sum", nodes.sum { x = own.x })
  end)
  g:sink(name .. "_all", g:node(name .. "_all", nodes.across { x = value.value, of = "max" }))
  g:sink(name .. "_top", g:node(name .. "_top", nodes.top { x = value.value, n = 2 }))
end

g.by_event = { Tick = Tick }
return g
