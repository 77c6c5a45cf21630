-- SPDX-License-Identifier: MIT
-- Sliding windows against the window recomputed with loops, over thousands of random steps: bursts and pauses, equal values, NaN,
-- resets, and a capacity that is too small now and then. Whole numbers, so that sums are exact.
local flux = require "flux"
local nodes = require "flux.nodes"

local Value = flux.event("Value", "double x; int64_t time; bool anew;", { time = "time" })
local STATISTICS = { "count", "sum", "min", "max", "argmin", "argmax", "first", "last", "median", "rank", "unique" }
local NAN = 0 / 0

local function is_nan(x) return x ~= x end

local naive = {}
function naive.count(w) return #w end
function naive.sum(w)
  local total = 0
  for _, x in ipairs(w) do total = total + x end
  return total
end
local function best(w, better)
  local at
  for i, x in ipairs(w) do
    if is_nan(x) then return i end
    if not at or better(x, w[at]) then at = i end
  end
  return at
end
local function less(a, b) return a < b end
local function more(a, b) return a > b end
function naive.min(w) return w[best(w, less)] end
function naive.max(w) return w[best(w, more)] end
function naive.argmin(w) return best(w, less) - 1 end
function naive.argmax(w) return best(w, more) - 1 end
function naive.first(w) return w[1] end
function naive.last(w) return w[#w] end
local function sorted(w)
  local copy = {}
  for i, x in ipairs(w) do
    if is_nan(x) then return nil end
    copy[i] = x
  end
  table.sort(copy)
  return copy
end
function naive.median(w)
  local s = sorted(w)
  if not s then return NAN end
  local half = math.floor((#s + 1) / 2)
  return #s % 2 == 1 and s[half] or (s[half] + s[half + 1]) / 2
end
function naive.rank(w)
  if not sorted(w) then return NAN end
  local below, equal = 0, 0
  for _, x in ipairs(w) do
    if x < w[#w] then below = below + 1 elseif x == w[#w] then equal = equal + 1 end
  end
  return below + (equal + 1) / 2
end
function naive.unique(w)
  local seen, n = {}, 0
  for _, x in ipairs(w) do
    if not is_nan(x) and not seen[x] then seen[x], n = true, n + 1 end
  end
  return n
end

local function build(window)
  local g = flux.graph("random")
  local value = g:node("value", { state = "double x;", on = { [Value] = function(self, event) self.x = event.x end } })
  local anew = g:node("anew", { on = { [Value:where { anew = true }] = function() end } })
  for _, name in ipairs(STATISTICS) do
    local options = { x = value.x, reset = anew }
    for key, option in pairs(window) do options[key] = option end -- a copy: the order does not matter
    g:node("n_" .. name, nodes[name](options))
  end
  return g
end

-- Calls step(x, time, anew) with a series that is the same every time.
local function each_step(seed, steps, step)
  local state, time = seed, 0
  local function random(n)
    state = (state * 1103515245 + 12345) % 2147483648
    return math.floor(state / 65536) % n
  end
  for _ = 1, steps do
    local pause = random(10)
    if pause > 7 then time = time + random(400) elseif pause > 1 then time = time + random(4) end
    local x = random(100) == 0 and NAN or random(50) - 25
    step(x, time, random(300) == 0)
  end
end

local function check(backend, window, steps, evict)
  local rt = build(window):start { backend = backend }
  local held = {}
  each_step(steps, steps, function(x, time, anew)
    assert(rt:send(Value, { x = x, time = time, anew = anew }))
    if anew then held = {} end
    held[#held + 1] = { x = x, time = time }
    evict(held, time)
    local values = {}
    for i, item in ipairs(held) do values[i] = item.x end
    for _, name in ipairs(STATISTICS) do
      local want, got = naive[name](values), rt.state["n_" .. name].value
      assert.is_true(want == got or is_nan(want) and is_nan(got), ("%s of %d values at %d: expected %s, got %s"):format(name, #values, time,
        tostring(want), tostring(got)))
    end
  end)
  rt:stop()
end

for _, backend in ipairs { "table", "luajit", "native" } do
  describe("random windows on " .. backend, function()
    for _, n in ipairs { 1, 2, 7, 64 } do
      it(("of %d values"):format(n), function()
        check(backend, { window = n, min_window = 1 }, 1500, function(held)
          if #held > n then table.remove(held, 1) end
        end)
      end)
    end
    for _, capacity in ipairs { 3, 20, 200 } do
      it(("of time, %d values at most"):format(capacity), function()
        check(backend, { window = "100ns", capacity = capacity, overflow = "oldest" }, 1500, function(held, now)
          while held[1].time <= now - 100 or #held > capacity do table.remove(held, 1) end
        end)
      end)
    end
  end)
end
