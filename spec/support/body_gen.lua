-- SPDX-License-Identifier: MIT
-- Random portable bodies, as text, for one fixed node: every type, nested control flow, checked and proved indices.
--
--   local env = gen.env()
--   local text = gen.body(gen.random(seed))           -- "function(self, event, x, y, v, legs, ports, ctx) … end"
--
-- With `plain` the body is limited to numbers and booleans whose meaning in plain Lua is the same (see body_fuzz.naive).

local fake = require "spec.support.body_env"
local G = require "spec.support.body_gen_stat"

jit.off(true, true)

local M = {}

-- A small generator of its own, so that a seed gives the same body everywhere.
function M.random(seed)
  local state = (seed * 2654435761 + 12345) % 4294967296
  local r = {}
  local function draw()
    state = (state * 1664525 + 1013904223) % 4294967296
    return math.floor(state / 65536)
  end
  function r.int(n) return draw() % n end
  function r.chance(percent) return draw() % 100 < percent end
  function r.pick(list) return list[draw() % #list + 1] end
  for _ = 1, 5 do draw() end
  return r
end

local Out = fake.event("Out", "double a; int64_t t; bool b; int32_t i;")
M.SYMBOL_A, M.SYMBOL_B = fake.symbol "A", fake.symbol "B"

local function clamp(x, lo, hi)
  if x < lo then return lo elseif x > hi then return hi end
  return x
end
local function mix(x, on, n)
  local y = x
  for i = 1, 3 do
    if on then y = y * 0.5 + i else y = y - clamp(n, -2, 2) end
  end
  return y
end
local function step64(n, by)
  if n > 10 then return n - by end
  return n * 3 + by
end
local function both(a, b) return a and not b or b and not a end

local function sum(s, scale)
  local total = 0
  for i = 0, 4 do total = total + s.w[i] * scale end
  return total + s.u8
end
local function nudge(node, by, other, e)
  node.w[0] = node.w[0] + by
  if by > 2 then return end
  node.a, node.k[1] = other.value - node.a, e.price
end
local function near(v, e) return v.value - e.price < 1 or v.up end

M.upvalues = { sum = sum, nudge = nudge, near = near, K = 3, H = -0.5, BIG = 9007199254740993, TINY = 5e-324, SYMBOL_A = M.SYMBOL_A,
  SYMBOL_B = M.SYMBOL_B, ON = true,
  LIMIT = 9223372036854775807LL, UBIG = 18446744073709551615ULL, Out = Out, clamp = clamp, mix = mix, step64 = step64, both = both,
  M = { third = 1 / 3, deep = { n = 7 } } }

M.state = "double a, b, c; float f; int8_t i8; uint8_t u8; int16_t i16; uint16_t u16; int32_t i32; uint32_t u32; int64_t n, m; "
  .. "uint64_t u, v; bool p, q; symbol s; double w[5]; int32_t k[3]; uint8_t z[4]; float g[2]; int64_t h[2]; uint64_t j[3]; "
  .. "int16_t d[2]; uint32_t e[2]; bool o[3]; symbol y[2];"

function M.env()
  return fake.env { role = "handler", state = M.state, event = fake.event("Tick",
    "double price; int64_t time; symbol sym; bool side; float fl; double depth[3];"),
    inputs = { x = fake.port "double", y = fake.port "int32_t", fl = fake.port "float", un = fake.port "uint32_t",
      v = fake.input "double value; float g; int64_t n; double h[3]; uint8_t small; bool up",
      legs = fake.list(3, "double value; int32_t n; double r[2]; uint64_t u"), ports = fake.list(2, "double") },
    params = { alpha = { type = "double", value = 0.25 }, on = { type = "bool", value = false }, lim = { type = "int64_t", value = 7LL } } }
end

-- How large a body is: most are small, because small ones find most of what there is to find and compile quickly.
local function size(r)
  local kind = r.int(100)
  if kind == 0 then return { top = 8, inner = 2, deep = 4 } end
  if kind < 8 then return { top = 4, inner = 2, deep = 3 } end
  return { top = 2, inner = 1, deep = 2 }
end

---The text of a random body.
---@param r table from M.random
---@param plain boolean?
---@return string
function M.body(r, plain)
  local chosen = size(r)
  local g = setmetatable({ r = r, lines = {}, locals = {}, loops = {}, depth = 1, count = 0, plain = plain, inner = chosen.inner,
    deep = chosen.deep }, G)
  g:block(chosen.top)
  if r.chance(30) then g:line("return " .. g:some_bool(2)) end
  local parameters = plain and "self, event, x" or "self, event, x, y, fl, un, v, legs, ports, ctx"
  return ("function(%s)\n%s\nend"):format(parameters, table.concat(g.lines, "\n"))
end

return M
