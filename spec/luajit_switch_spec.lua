-- SPDX-License-Identifier: MIT
-- Filters on one field are one switch on the backend `luajit` too: how many comparisons an event takes is counted, and that each value
-- wakes its nodes, at the ends of each integer type.

local flux = require "flux"
local jit_text = require("flux.jit").text

local Keyed = flux.event("SwitchKeyed", "int32_t key; double x;")

local function text_of(rt) return (jit_text(rt, rt.resolved.entry_of.event[Keyed])) end

-- Runs the text of a cycle on an event that counts who asks for its key.
local function comparisons(text, key)
  local asked, called = 0, {}
  local event = setmetatable({}, { __index = function(_, name)
    if name == "key" then asked = asked + 1 end
    return name == "key" and key or 1
  end })
  local bound = setmetatable({}, { __index = function(_, name)
    return function() called[#called + 1] = name end
  end })
  assert(loadstring(text))(bound)(event)
  return asked, table.concat(called, " ")
end

local function keyed(n)
  local g = flux.graph("switched")
  for i = 0, n - 1 do
    local on = { [Keyed:where { key = i }] = function(self, event) self.x = event.x + i end } -- not alike: each has its place in the tree
    local source = g:node("k" .. i, { state = "double x;", on = on })
    g:node("d" .. i, { inputs = { up = source }, state = "double x;", update = function(self, up) self.x = up.x end })
  end
  return g:start { backend = "luajit" }
end

describe("filters on one field, on luajit,", function()
  it("take an event a logarithm of their number of comparisons", function()
    -- A tree that halves the values down to three at most, which are asked one by one.
    for n, most in pairs { [2] = 2, [4] = 1 + 2, [64] = 5 + 3, [300] = 7 + 3 } do -- in any order
      local text = text_of(keyed(n))
      for key = 0, n - 1 do
        local asked, called = comparisons(text, key)
        assert.truthy(asked <= most, ("%d of %d values: %d"):format(key, n, asked))
        assert.equal(("k%d_on_switchkeyed_where_key_%d d%d_update"):format(key, key, key), called)
      end
      local _, called = comparisons(text, -1)
      assert.equal("", called)
    end
  end)

  local ENDS = {
    int8_t = { -128, -1, 0, 1, 127 }, uint8_t = { 0, 1, 128, 254, 255 }, int16_t = { -32768, -1, 0, 5, 32767 },
    uint32_t = { 0, 1, 2147483647, 2147483648, 4294967295 },
    int64_t = { -9223372036854775807LL - 1LL, -9007199254740993LL, -1LL, 0LL, 9007199254740993LL, 9223372036854775807LL },
    uint64_t = { 0ULL, 1ULL, 9007199254740993ULL, 9223372036854775808ULL, 18446744073709551615ULL },
  }
  local types = {}
  for name in pairs(ENDS) do types[#types + 1] = name end
  table.sort(types)

  for _, name in ipairs(types) do
    it("tell the ends of " .. name .. " apart, and what is none of them", function()
      local Event = flux.event("Switch_" .. name, name .. " key;")
      local g, nodes = flux.graph("ends"), {}
      local on = {}
      for i, value in ipairs(ENDS[name]) do
        nodes[i] = "v" .. i
        g:node(nodes[i], { state = "int32_t n;", on = { [Event:where { key = value }] = function(self) self.n = self.n + 1 end } })
        on[Event:where { key = value }] = function(self) self.n = self.n + 1 end
      end
      on[Event:otherwise()] = function(self) self.others = self.others + 1 end
      g:node("all", { state = "int32_t n, others;", on = on })
      local rt = g:start { backend = "luajit" }
      for i, value in ipairs(ENDS[name]) do
        for _ = 1, i do assert(rt:send(Event, { key = value })) end
      end
      assert(rt:send(Event, { key = 3 }))
      for i, node in ipairs(nodes) do assert.equal(i, rt.state[node].n) end
      local sum = #nodes * (#nodes + 1) / 2 -- each value as often as its place
      assert.equal(sum, rt.state.all.n)
      assert.equal(1, rt.state.all.others)
    end)
  end
end)
