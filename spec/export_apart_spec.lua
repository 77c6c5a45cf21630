-- SPDX-License-Identifier: MIT
-- flux check --explain says why keys have no function in common: in names of the script. What stands for each key is in the loop below.

local explain = require "flux.export.explain"
local export = require "flux.export"
local flux = require "flux"
local nodes = require "flux.nodes"
local resolve = require "flux.resolve"

local Tick = flux.event("Tick", "double x; int32_t key; int32_t side;")

-- What is said of six keys, each with the nodes that `declare` gives it.
local function said(declare, options, conditions)
  local g = flux.graph("apart", options)
  for k = 1, 6 do
    local where = { key = k, side = conditions and 1 }
    local first = g:node("f" .. k, { state = "double v;", on = { [Tick:where(where)] = function(self, event) self.v = event.x end } })
    declare(g, k, first)
  end
  for _, entry in ipairs(explain.entries(export.text(resolve.resolve(g), {}).context)) do
    for _, fact in ipairs(entry.facts) do
      if fact.what == "apart" then return fact.text end
    end
  end
end

local function plain(g, k, up)
  return g:node("n" .. k, { inputs = { up = up }, state = "double v;", update = function(self, up) self.v = up.v + 1 end })
end

local NONE = "no function serves several values: "

describe("keys that stay apart are explained:", function()
  it("not where one function serves all", function() assert.is_nil(said(plain)) end)

  it("sinks", function()
    assert.equal(NONE .. "1 and 2 differ: each has a sink of its own, 'out1' and 'out2'",
      said(function(g, k, up) g:sink("out" .. k, plain(g, k, up)) end))
  end)

  it("one-shot timers", function()
    assert.equal(NONE .. "1 and 2 differ: 'n1' and 'n2' have a one-shot timer each (ctx.after)", said(function(g, k, up)
      g:node("n" .. k, { inputs = { up = up }, state = "double v;", on_timer = function(self) self.v = 0 end,
        update = function(self, up, ctx)
          self.v = up.v
          ctx.after(5)
        end })
    end))
  end)

  it("constants, those of params too", function()
    assert.equal(NONE .. "1 and 2 differ: the update of 'n1' says `self->v = up->v + 1.0;`, that of 'n2' `self->v = up->v + 2.0;`",
      said(function(g, k, up)
        g:node("n" .. k, { inputs = { up = up }, state = "double v;", update = function(self, up) self.v = up.v + k end })
      end))
    local text = said(function(g, k, up) g:node("n" .. k, nodes.ema { x = up.v, alpha = 1 / 2 ^ k }) end)
    -- What is left of the mean is 1 - alpha.
    assert.truthy(text:find("the update of 'n1' says `[^`]*0%.5[^`]*`, that of 'n2' `[^`]*0%.75[^`]*`"), text)
  end)

  it("functions that are called", function()
    assert.equal(NONE .. "1 and 2 differ: 'n1' and 'n2' call functions 'times' that are not the same", said(function(g, k, up)
      local function times(x) return x * k end
      g:node("n" .. k, { inputs = { up = up }, state = "double v;", update = function(self, up) self.v = times(up.v) end })
    end))
    assert.equal(NONE .. "1 and 2 differ: the update of 'n1' and 'n2' are functions of the host of their own", said(function(g, k, up)
      local update = flux.lua(function(self, up) self.v = up.v end, { extern = "host_" .. k })
      g:node("n" .. k, { inputs = { up = up }, state = "double v;", update = update })
    end))
  end)

  it("filters of two fields", function()
    assert.equal(NONE .. "1 and 2 differ: a filter asks for more than key", said(plain, nil, true))
  end)

  it("callbacks that some have, in a node of their own or not", function()
    assert.equal(NONE .. "1 and 2 differ: the one runs 'n1' (update), the other sink 'out2'", said(function(g, k, up)
      if k % 2 == 0 then g:sink("out" .. k, up) else plain(g, k, up) end
    end))
    assert.equal(NONE .. "1 and 2 differ: the update of 'n1' says `self->v = up->v;`, that of 'n2' `self->v = up->v + 1.0;`",
      said(function(g, k, up)
        if k % 2 == 0 then return plain(g, k, up) end
        g:node("n" .. k, { inputs = { up = up }, state = "double v;", update = function(self, up) self.v = up.v end })
      end))
  end)

  it("chains that are long", function()
    local text = said(function(g, _, up)
      local scope = "of_" .. up.name
      for i = 1, 128 do
        up = g:node(scope .. "_" .. i, { inputs = { up = up }, state = "double v;", update = function(self, up) self.v = up.v end })
      end
    end)
    assert.equal(NONE .. "1 wakes 129 steps, and a function has 128 at most", text)
  end)

  it("nodes of one key that every event runs", function()
    assert.equal(NONE .. "1 and 2 differ: both run 'all' (update), which reads nodes of one of them", said(function(g, k, up)
      if k == 2 then
        local any = g:node("any", { state = "double v;", on = { [Tick] = function(self, event) self.v = event.x end } })
        g:node("all", { inputs = { up = up, any = any }, state = "double v;", update = function(self, up, any) self.v = up.v + any.v end })
      elseif k > 2 then
        g:sink("out" .. k, up)
      end
    end))
  end)

  it("what the cycle before left", function()
    assert.equal(NONE .. "1 and 2 differ: flux.prev reads a copy for each, 'f1' and 'f2'", said(function(g, k, up)
      g:node("n" .. k, { inputs = { old = flux.prev(up), up = up }, state = "double v;", update = function(self, old, up)
        self.v = up.v - old.v
      end })
    end))
  end)

  it("what a cycle that fails takes back", function()
    local function fails(g, k, up)
      g:node("n" .. k, { inputs = { up = up }, state = "double v; double w[4];", update = function(self, up) self.w[up.v] = 1 end })
    end
    assert.equal(NONE .. "1: on_error = \"rollback\" saves 'f1' by itself", said(fails, { on_error = "rollback" }))
    assert.is_nil(said(fails, { on_error = "skip" }))
  end)

  it("lists", function()
    assert.equal(NONE .. "1 and 2 differ: 'n1' and 'n2' read a list each, input 'all'", said(function(g, k, up)
      g:node("n" .. k, { inputs = { all = { up, up } }, state = "double v;", update = function(self, all)
        for i = 1, all.n do self.v = self.v + all[i].v end
      end })
    end))
  end)

  it("states, nodes that some have, and where they stand", function()
    assert.equal(NONE .. "1 and 2 differ: the states of 'n1' and 'n2' have not the same fields", said(function(g, k, up)
      g:node("n" .. k, { inputs = { up = up }, state = ("double v; double w[%d];"):format(k),
        update = function(self, up) self.v = up.v end })
    end))
    assert.equal("not one function for all: 1 and 2 differ: the one runs 'more' (update), the other nothing more", said(function(g, k, up)
      plain(g, k, up)
      if k == 1 then
        g:node("more", { inputs = { up = up }, state = "double v;", update = function(self, up) self.v = 2 * up.v end })
      end
    end))
    local text = said(function(g, k, up)
      plain(g, k, up)
      if k == 5 then g:node("idle", { state = "double v;", start = function(self) self.v = 1 end }) end
    end)
    assert.equal("not one function for all: 6 and 5 differ: the states of 'f6' and 'f5' are not at the distance that others have", text)
    assert.equal(NONE .. "1 and 3 differ: the states of 'f1' and 'f3' are not at the distance that others have", said(function(g, k, up)
      plain(g, k, up)
      g:node("idle" .. k, { state = ("double v[%d];"):format(k * k), start = function(self) self.v[0] = 1 end })
    end))
  end)
end)
