-- SPDX-License-Identifier: MIT
-- Random portable bodies, as text, for one fixed node: every type, nested control flow, checked and proved indices.
--
--   local env = gen.env()
--   local text = gen.body(gen.random(seed))           -- "function(self, event, x, y, v, legs, ports, ctx) … end"
--
-- With `plain` the body is limited to numbers and booleans whose meaning in plain Lua is the same (see body_fuzz.naive).

local fake = require "spec.support.body_env"
local G = require "spec.support.body_gen_expr"

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

-- Statements -----------------------------------------------------------------------------------------------------------------------------

function G:line(text) self.lines[#self.lines + 1] = ("  "):rep(self.depth) .. text end

-- Arrays of the state by the kind of their elements.
local arrays = {
  number = { { "self.w", 5 }, { "self.k", 3 }, { "self.z", 4 }, { "self.g", 2 }, { "self.h", 2 }, { "self.d", 2 }, { "self.e", 2 },
    { "self.j", 3 } },
  bool = { { "self.o", 3 } }, int64 = { { "self.h", 2 } }, uint64 = { { "self.j", 3 } }, symbol = { { "self.y", 2 } },
}

local targets = {
  number = { "self.a", "self.b", "self.c", "self.f", "self.i8", "self.u8", "self.i16", "self.u16", "self.i32", "self.u32", "self.n",
    "self.u" },
  bool = { "self.p", "self.q" }, int64 = { "self.n", "self.m" }, uint64 = { "self.u", "self.v" }, symbol = { "self.s" },
}
local plain_targets = { number = { "self.a", "self.b", "self.c" }, bool = { "self.p", "self.q" } }

function G:target(kind)
  local r = self.r
  local name = r.chance(35) and self:local_of(kind)
  if name then return name end
  if not self.plain and r.chance(30) then
    local array = r.pick(arrays[kind])
    return ("%s[%s]"):format(array[1], self:index(array[2], 2))
  end
  return r.pick((self.plain and plain_targets or targets)[kind])
end

function G:kind()
  if self.plain then return self.r.pick { "number", "number", "number", "bool" } end
  return self.r.pick { "number", "number", "number", "number", "number", "bool", "bool", "int64", "int64", "uint64", "symbol" }
end

function G:value(kind)
  if kind == "symbol" then return self:symbol() end
  return self[kind](self, self.r.int(self.deep) + 1)
end

-- Expressions no deeper than the body's are.
function G:some_bool(depth) return self:bool(math.min(depth, self.deep)) end
function G:some_number(depth) return self:number(math.min(depth, self.deep)) end

local statements = {}

function statements.assign(g)
  local kind = g:kind()
  g:line(("%s = %s"):format(g:target(kind), g:value(kind)))
end

function statements.multiple(g)
  local one, two = g:kind(), g:kind()
  local left = g:target(one)
  local right = g:target(two)
  if left == right then return statements.assign(g) end
  g:line(("%s, %s = %s, %s"):format(left, right, g:value(one), g:value(two)))
end

-- Two values change places, through locals or fields of one type.
function statements.swap(g)
  local kind = g:kind()
  local left, right = g:target(kind), g:target(kind)
  if left == right or left:find "%[" or right:find "%[" then return statements.assign(g) end
  if kind == "number" and not g.plain then left, right = "self.a", g.r.pick { "self.w[1]", "self.b" } end
  g:line(("%s, %s = %s, %s"):format(left, right, right, left))
end

function statements.declare(g)
  local kind = g:kind()
  g.count = g.count + 1
  local name = g.r.chance(15) and #g.locals > 0 and g.r.pick(g.locals).name or ("t%d"):format(g.count)
  for _, l in ipairs(g.loops) do
    if l.name == name then name = ("t%d"):format(g.count) end
  end
  g:line(("local %s = %s%s"):format(name, g:value(kind), g.r.chance(10) and " -- a comment" or ""))
  local kept = {}
  for _, l in ipairs(g.locals) do
    if l.name ~= name then kept[#kept + 1] = l end
  end
  kept[#kept + 1] = { name = name, kind = kind }
  g.locals = kept
end

function statements.declare_two(g)
  local one, two = g:kind(), g:kind()
  g.count = g.count + 2
  local left, right = ("t%d"):format(g.count - 1), ("t%d"):format(g.count)
  g:line(("local %s, %s = %s, %s"):format(left, right, g:value(one), g:value(two)))
  g.locals[#g.locals + 1] = { name = left, kind = one }
  g.locals[#g.locals + 1] = { name = right, kind = two }
end

function G:scope(body)
  local locals = self.locals
  local copy = {}
  for i, l in ipairs(locals) do copy[i] = l end
  self.locals = copy
  self.depth = self.depth + 1
  body()
  self.depth = self.depth - 1
  self.locals = locals
end

statements["if"] = function(g)
  g:line(("if %s then"):format(g:some_bool(3)))
  g:scope(function() g:block(g.inner) end)
  if g.r.chance(30) then
    g:line(("elseif %s then"):format(g:some_bool(2)))
    g:scope(function() g:block(g.inner) end)
  end
  if g.r.chance(50) then
    g:line "else"
    g:scope(function() g:block(g.inner) end)
  end
  g:line "end"
end

statements["for"] = function(g)
  if #g.loops >= 2 then return statements.assign(g) end
  g.count = g.count + 1
  local name = ("i%d"):format(g.count)
  local kind = g.r.int(6)
  local loop = { name = name, lo = -1000, hi = 1000 }
  if kind < 2 or (g.plain and kind == 2) then
    local lo, hi = g.r.int(3), g.r.int(5)
    g:line(("for %s = %d, %d do"):format(name, lo, hi))
    loop.lo, loop.hi = lo, hi
  elseif kind == 2 then
    g:line(("for %s = 0, legs.n - 1 do"):format(name))
    loop.lo, loop.hi = 0, 2
  elseif kind == 3 then
    g:line(("for %s = %s, %s, %s do"):format(name, g.r.pick { "3", "2.5", "0.1" }, g.r.pick { "-2", "0", "-0.3" }, g.r.pick { "-1",
      "-0.7", "-2" }))
  elseif kind == 4 or g.plain then
    g:line(("for %s = %s, %s, %s do"):format(name, g.r.pick { "0", "-1", "0.1" }, g.r.pick { "4", "2.7", "1" }, g.r.pick { "1", "0.3",
      "2" }))
  else
    g:line(("for %s = math.max(-2, math.min(%s, 5)), math.min(4, %s) do"):format(name, g:some_number(1), g:some_number(2)))
  end
  g.loops[#g.loops + 1] = loop
  g:scope(function()
    if not g.plain and g.r.chance(15) then -- the body's own copy: the loop counts on
      g:line(("%s = %s"):format(name, g:some_number(2)))
      loop.lo, loop.hi = -1000, 1000
    end
    g:block(g.inner)
    if g.r.chance(15) then g:line(("if %s then break end"):format(g:some_bool(2))) end
  end)
  g.loops[#g.loops] = nil
  g:line "end"
end

statements["while"] = function(g)
  if #g.loops >= 2 then return statements.assign(g) end
  g.count = g.count + 1
  local name = ("c%d"):format(g.count)
  g:line(("local %s = 0"):format(name))
  g.loops[#g.loops + 1] = { name = name, lo = -1, hi = 1000 }
  local most, forever = g.r.int(4) + 1, g.r.chance(20)
  g:line(forever and "while true do" or ("while %s < %d and %s do"):format(name, most, g:some_bool(2)))
  g:scope(function()
    g:line(("%s = %s + 1"):format(name, name))
    if forever then g:line(("if %s > %d then break end"):format(name, most)) end
    g:block(g.inner)
  end)
  g.loops[#g.loops] = nil
  g:line "end"
end

statements["repeat"] = function(g)
  if #g.loops >= 2 then return statements.assign(g) end
  g.count = g.count + 1
  local name = ("c%d"):format(g.count)
  g:line(("local %s = 0"):format(name))
  g.loops[#g.loops + 1] = { name = name, lo = -1, hi = 1000 }
  g:line "repeat"
  local cond
  g:scope(function()
    g:line(("%s = %s + 1"):format(name, name))
    g:block(g.inner)
    cond = g:some_bool(2)
  end)
  g.loops[#g.loops] = nil
  g:line(("until %s > 2 or %s"):format(name, cond))
end

statements["do"] = function(g)
  g:line "do"
  g:scope(function() g:block(g.inner) end)
  g:line "end"
end

function statements.effect(g)
  if g.plain then return statements.assign(g) end
  local kind = g.r.int(5)
  if kind == 4 then g:line(("nudge(self, %s, v, event)"):format(g:some_number(2))) return end
  if kind == 0 then g:line "ctx.cancel()" return end
  if kind == 1 then g:line(("ctx.after(%s)"):format(g:value(g.r.pick { "int64", "number" }))) return end
  local a, t = g:some_number(2), g:value(g.r.pick { "int64", "number" })
  g:line(("ctx.post(Out, { a = %s, t = %s, b = %s, i = %s })"):format(a, t, g:some_bool(2), g:some_number(1)))
end

function statements.leave(g)
  g:line(("if %s then return %s end"):format(g:some_bool(2), g.r.pick { "", "false", "true", g:some_bool(2) }))
end

local choices = { "assign", "assign", "assign", "assign", "multiple", "declare", "declare", "declare", "if", "if", "for", "while",
  "repeat", "do", "effect", "leave", "swap", "declare_two" }

function G:block(most)
  for _ = 1, 1 + self.r.int(most) do
    local choice = self.depth > 4 and "assign" or self.r.pick(choices)
    statements[choice](self)
  end
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
