-- SPDX-License-Identifier: MIT
-- Nodes across the keys of a g:by against a plain table of the newest value of each key, sorted and summed anew at every event; the
-- values are random, with NaN among them. On every backend.
local flux = require "flux"
local nodes = require "flux.nodes"

local Sample = flux.event("Sample", "int64_t id; double x; int64_t time;", { time = "time" })

local function random(seed)
  return function(n)
    seed = seed * 16807 % 2147483647
    return seed % n
  end
end

local function stream(seed, count, keys)
  local roll, items = random(seed), {}
  for i = 1, count do
    local x = roll(25) == 0 and 0 / 0 or (roll(2 ^ 30) - 2 ^ 29) / 1024
    items[i] = { Sample, id = (roll(keys) - 3) * 4294967296LL, x = x, time = i }
  end
  return items
end

-- Which keys live, by their last event, and what they hold.
local function live_after(items, capacity, at)
  at = at or #items
  local order, value = {}, {}
  for i = 1, at do
    local item = items[i]
    local id = tostring(item.id)
    for k, other in ipairs(order) do
      if other == id then table.remove(order, k) end
    end
    if #order == capacity then value[table.remove(order, 1)] = nil end
    order[#order + 1], value[id] = id, item.x
  end
  local list = {}
  for _, id in ipairs(order) do
    if value[id] == value[id] then list[#list + 1] = { id = id, x = value[id] } end
  end
  return list
end

local function build(options, add)
  local g = flux.graph "across"
  local sample = g:by(Sample.id, options, function(sub)
    return sub:node("sample", { state = "double x;", on = { [Sample] = function(self, event) self.x = event.x end } })
  end)
  add(g, sample)
  return g
end

local function show(list)
  local out = {}
  for i, entry in ipairs(list) do out[i] = ("%s %.17g"):format(entry.id, entry.x) end
  return table.concat(out, ", ")
end

describe("top", function()
  for _, case in ipairs { { 3, false, 12 }, { 3, true, 12 }, { 1, false, 4 }, { 10, false, 6 } } do
    local n, smallest, capacity = unpack(case)
    it(("ranks the %d %s of %d keys that come and go"):format(n, smallest and "smallest" or "largest", capacity), function()
      local items = stream(n + capacity, 250, 20)
      local g = build({ capacity = capacity, on_full = "evict" }, function(g, sample)
        g:sink("top", g:node("top", nodes.top { x = sample.x, n = n, smallest = smallest }))
      end)
      local want, last = {}, ""
      for at = 1, #items do
        local list = live_after(items, capacity, at)
        table.sort(list, function(a, b)
          if smallest then return a.x < b.x end
          return a.x > b.x
        end)
        for i = #list, n + 1, -1 do list[i] = nil end
        local text = show(list)
        if text ~= last then want[#want + 1] = text end
        last = text
      end
      local got = {}
      for i, state in ipairs((flux.test(g, items)).top) do
        local list = {}
        for k = 0, state.count - 1 do list[k + 1] = { id = tostring(state.key[k]), x = state.value[k] } end
        got[i] = show(list)
      end
      assert.same(want, got)
    end)
  end

  it("puts equal ones in the order of their slots", function()
    local g = build({ capacity = 4 }, function(g, sample) g:sink("top", g:node("top", nodes.top { x = sample.x, n = 2 })) end)
    local items = {}
    for i, id in ipairs { 5, 6, 7, 5 } do items[i] = { Sample, id = id, x = i < 4 and 1 or 0, time = i } end
    local got = {}
    for i, state in ipairs((flux.test(g, items)).top) do got[i] = ("%d %d"):format(tonumber(state.key[0]), tonumber(state.key[1])) end
    assert.same({ "5 0", "5 6", "6 7" }, got)
  end)
end)

describe("across", function()
  local FOLD = {
    sum = function(list)
      local sum = 0
      for _, entry in ipairs(list) do sum = sum + entry.x end
      return sum
    end,
    mean = function(list)
      local sum = 0
      for _, entry in ipairs(list) do sum = sum + entry.x end
      return sum / #list
    end,
    min = function(list)
      local least = #list > 0 and math.huge or 0 / 0
      for _, entry in ipairs(list) do least = math.min(least, entry.x) end
      return least
    end,
    max = function(list)
      local most = #list > 0 and -math.huge or 0 / 0
      for _, entry in ipairs(list) do most = math.max(most, entry.x) end
      return most
    end,
    count = function(list) return #list end,
  }

  it("is what the live keys' newest values give, and does not drift", function()
    local items = stream(5, 300, 20)
    for _, capacity in ipairs { 1, 9 } do
      local g = build({ capacity = capacity, on_full = "evict" }, function(g, sample)
        for _, of in ipairs { "sum", "mean", "min", "max", "count" } do
          g:sink("out_" .. of, g:node("n_" .. of, nodes.across { x = sample.x, of = of }))
        end
      end)
      local series = flux.test(g, items)
      for at = 1, #items do
        local list = live_after(items, capacity, at)
        for of, fold in pairs(FOLD) do -- each by itself: the order does not matter
          local want, got = fold(list), series["out_" .. of][at].value
          -- The values are multiples of 2^-10 below 2^20: their sums are exact in any order.
          assert.is_true(want == got or want ~= want and got ~= got, ("event %d, %s: expected %g, got %g"):format(at, of, want, got))
          assert.equal(#list, series["out_" .. of][at].keys)
        end
      end
    end
  end)

  it("refuses what has no keys", function()
    local g = flux.graph "refused"
    local plain = g:node("plain", { state = "double x;", on = { [Sample] = function(self, event) self.x = event.x end } })
    for _, make in ipairs { function() nodes.across { x = plain.x } end, function() nodes.top { x = plain.x, n = 3 } end } do
      local ok, message = pcall(make)
      assert.is_false(ok)
      assert.truthy(message:find("^spec/nodes_across_spec.lua:%d+: nodes.%w+: input 'x': a port of a node in g:by is needed"), message)
    end
  end)
end)
