-- SPDX-License-Identifier: MIT
-- bench.graphs.article: the ladder, and the ladder with one more thing: what does that thing cost where it is used, and where not?
--
--   local it = article.build("wall clock")    -- as bench.graphs.ladder

local flux = require "flux"
local ladder = require "bench.graphs.ladder"

local M = {}

-- A node on the path of every event, which writes one number.
local function stamp(g, update) g:node("stamp", { inputs = { tick = g.by_name.tick }, state = "int64_t at;", update = update }) end

local function note(name) return flux.event(name, "int32_t code;") end

local changes = {
  ["a node more"] = function(g) stamp(g, function(self) self.at = 1 end) end,
  ["stream clock"] = function(g) stamp(g, function(self, ctx) self.at = ctx.now end) end,
  ["wall clock"] = function(g) stamp(g, function(self, ctx) self.at = ctx.wall end) end,
  ["another event with filters"] = function(g)
    local Note = note "Note"
    g:node("noted", {
      state = "int32_t code;",
      on = {
        [Note:where { code = 1 }] = function(self, event) self.code = event.code end,
        [Note:where { code = 2 }] = function(self, event) self.code = -event.code end,
        [Note:otherwise()] = function(self, event) self.code = event.code + 1 end,
      },
    })
  end,
  ["another event that posts"] = function(g)
    local Note, Echo = note "Note", note "Echo"
    g:node("noted", { state = "int32_t code;", on = { [Note] = function(self, event, ctx)
      self.code = event.code
      ctx.post(Echo, { code = event.code })
    end } })
    g:node("echoed", { state = "int32_t code;", on = { [Echo] = function(self, event) self.code = event.code end } })
  end,
  ["a timer every hour"] = function(g)
    g:node("hourly", { state = "int64_t count;", every = "1h", on_timer = function(self) self.count = self.count + 1 end })
  end,
}

-- Every node runs at every event: nothing arrests. Of its own: the publisher's value is another one.
changes["unfiltered"] = function(g)
  g.by_name.detector.by_role.update.source = function(self, spread, dev, var)
    self.score = spread.value * dev.value / (var.value + 1e-9)
    if self.score > 0 then self.count = self.count + 1 end
  end
end

---What the unfiltered ladder gives (spec/reference/ladder.py, filtered=False), as bench.graphs.ladder has it of the ladder.
M.unfiltered = {
  random = { [1000000] = "707342 0x3fda3f87345ae87e" },
  periodic = { [1000000] = "562435 0x3fe1207b24451040" },
}

---Names of those that give what the ladder gives, in the order of the tables.
M.variants = {
  "a node more", "stream clock", "wall clock", "another event with filters", "another event that posts", "a timer every hour",
}

---@param variant string
---@param input? "random"|"periodic"
function M.build(variant, input)
  local graph = dofile("graphs/ladder.lua")
  changes[variant](graph)
  local it = ladder.build(input or "random", nil, graph)
  it.wall = variant == "wall clock"
  return it
end

return M
