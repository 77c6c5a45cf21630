-- SPDX-License-Identifier: MIT
-- Random portable bodies, as text, for one fixed node: every type, nested control flow, checked and proved indices.
--
--   local env = gen.env()
--   local text = gen.body(gen.random(seed))           -- "function(self, event, x, y, v, legs, ports, ctx) … end"
--
-- With `plain` the body is limited to numbers and booleans whose meaning in plain Lua is the same (see body_fuzz.naive).

local fake = require "spec.support.body_env"

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
  .. "uint64_t u, v; bool p, q; symbol s; double w[5]; int32_t k[3]; uint8_t z[4]; float g[2]; int64_t h[2];"

function M.env()
  return fake.env { role = "handler", state = M.state, event = fake.event("Tick",
    "double price; int64_t time; symbol sym; bool side; float fl;"),
    inputs = { x = fake.port "double", y = fake.port "int32_t", fl = fake.port "float", un = fake.port "uint32_t",
      v = fake.input "double value; float g; int64_t n; double h[3]; uint8_t small; bool up",
      legs = fake.list(3, "double value; int32_t n; double r[2]; uint64_t u"), ports = fake.list(2, "double") },
    params = { alpha = { type = "double", value = 0.25 }, on = { type = "bool", value = false }, lim = { type = "int64_t", value = 7LL } } }
end

local G = {}
G.__index = G

local numbers = { "0", "1", "2", "3", "0.5", "-1", "-0.5", "-0", "1e300", "-1e300", "5e-324", "2147483648", "-2147483649", "4294967296",
  "9007199254740993", "9223372036854775808", "1e19", "255.5", "128", "-129", "65536", "(0/0)", "math.huge", "-math.huge", "2^53", "10^9",
  "K", "H", "BIG", "TINY", "M.third", "M.deep.n", "math.pi", "self.alpha", "0x7f" }
local plain_numbers = { "0", "1", "2", "3", "0.5", "-1", "-0.5", "1e300", "5e-324", "2147483648", "255.5", "math.huge", "-7", "0.1",
  "1e-9" }

local number_leaves = { "self.a", "self.b", "self.c", "self.f", "self.i8", "self.u8", "self.i16", "self.u16", "self.i32", "self.u32",
  "event.price", "event.fl", "x", "y", "fl", "un", "v.value", "v.g", "v.small", "legs.n", "ports.n" }
local plain_leaves = { "self.a", "self.b", "self.c", "event.price", "x" }

function G:index(count, depth)
  local r = self.r
  local kind = r.int(10)
  if kind < 3 then return tostring(r.int(count)) end
  if kind < 6 then
    local loops = {}
    for _, l in ipairs(self.loops) do
      if l.hi < count and l.lo >= 0 then loops[#loops + 1] = l.name end
    end
    if #loops > 0 then return r.pick(loops) end
    return tostring(r.int(count))
  end
  if kind == 6 then return ("self.u8 %% %d"):format(count) end
  if kind == 7 then return ("bit.band(%s, %d)"):format(self:number(depth - 1), count > 3 and 3 or count - 1 == 2 and 2 or 1) end
  if kind == 8 and r.chance(40) then return self:int64(depth - 1) .. (" %% %dLL"):format(count) end
  if r.chance(60) then return ("math.max(0, math.min(%d, %s))"):format(count - 1, self:number(depth - 1)) end
  return self:number(depth - 1)
end

function G:local_of(kind)
  local found = {}
  for _, l in ipairs(self.locals) do
    if l.kind == kind then found[#found + 1] = l.name end
  end
  if #found > 0 then return self.r.pick(found) end
end

function G:number(depth)
  local r = self.r
  if depth <= 0 or r.chance(20) then
    local kind = r.int(10)
    local name = kind < 3 and self:local_of "number"
    if name then return name end
    if kind < 6 then return r.pick(self.plain and plain_leaves or number_leaves) end
    if kind == 6 and #self.loops > 0 then return r.pick(self.loops).name end
    if self.plain then return r.pick(plain_numbers) end
    if kind == 7 then
      local array = r.pick { { "self.w", 5 }, { "self.k", 3 }, { "self.z", 4 }, { "self.g", 2 }, { "v.h", 3 }, { "ports", 2 } }
      return ("%s[%s]"):format(array[1], self:index(array[2], depth))
    elseif kind == 8 then
      return r.chance(70) and ("legs[%s].%s"):format(self:index(3, depth), r.pick { "value", "n" })
        or ("legs[%s].r[%s]"):format(self:index(3, depth), self:index(2, depth))
    end
    return r.pick(numbers)
  end
  local kind = r.int(self.plain and 12 or 20)
  local function sub() return self:number(depth - 1) end
  if kind < 8 then return ("(%s %s %s)"):format(sub(), r.pick { "+", "-", "*", "/", "%", "+", "-", "*" }, sub()) end
  if kind == 8 and (self.plain or r.chance(60)) then return ("(- %s)"):format(sub()) end
  if kind == 9 then return ("(%s and %s or %s)"):format(self:bool(depth - 1), sub(), sub()) end
  if kind == 10 then return ("%s(%s)"):format(r.pick { "math.floor", "math.ceil", "math.abs", "math.sqrt" }, sub()) end
  if kind == 11 then
    if self.plain then return ("(%s - %s)"):format(sub(), sub()) end
    return ("math.%s(%s, %s)"):format(r.pick { "min", "max", "fmod" }, sub(), sub())
  end
  if kind == 12 then return ("(%s ^ %s)"):format(sub(), r.chance(50) and "2" or sub()) end
  if kind == 13 then
    local fn = r.pick { "band", "bor", "bxor", "lshift", "rshift", "arshift", "rol", "ror" }
    return ("bit.%s(%s, %s)"):format(fn, sub(), r.chance(50) and tostring(r.int(40)) or sub())
  end
  if kind == 14 then return ("bit.%s(%s)"):format(r.pick { "tobit", "bnot", "bswap" }, sub()) end
  if kind == 15 then return ("tonumber(%s)"):format(r.chance(50) and self:int64(depth - 1) or self:uint64(depth - 1)) end
  if kind == 16 then return ("clamp(%s, %s, %s)"):format(sub(), sub(), sub()) end
  if kind == 17 then return ("mix(%s, %s, %s)"):format(sub(), self:bool(depth - 1), sub()) end
  if kind == 8 and not self.plain then return ("sum(self, %s)"):format(sub()) end
  if kind == 18 then return ("math.%s(%s)"):format(r.pick { "exp", "log", "sin", "tanh", "atan", "deg", "rad" }, sub()) end
  return ("(%s and %s or %s and %s or %s)"):format(self:bool(depth - 1), sub(), self:bool(depth - 1), sub(), sub())
end

function G:bool(depth)
  local r = self.r
  if depth <= 0 or r.chance(10) then
    local kind = r.int(8)
    local name = kind < 2 and self:local_of "bool"
    if name then return name end
    if self.plain then return r.pick { "self.p", "self.q", "event.side", "true", "false" } end
    return r.pick { "self.p", "self.q", "event.side", "v.up", "true", "false", "self.on", "ON", "ctx.ticked(x)", "ctx.valid(legs)",
      "near(v, event)" }
  end
  local kind = r.int(self.plain and 7 or 11)
  local compare = r.pick { "<", "<=", ">", ">=", "==", "~=" }
  if kind < 4 then return ("(%s %s %s)"):format(self:number(depth - 1), compare, self:number(depth - 1)) end
  if kind == 4 then return ("(%s and %s)"):format(self:bool(depth - 1), self:bool(depth - 1)) end
  if kind == 5 then return ("(%s or %s)"):format(self:bool(depth - 1), self:bool(depth - 1)) end
  if kind == 6 then return ("not %s"):format(self:bool(depth - 1)) end
  if kind == 7 then return ("(%s %s %s)"):format(self:int64(depth - 1), compare, self:int64(depth - 1)) end
  if kind == 8 then return ("(%s %s %s)"):format(self:uint64(depth - 1), compare, self:uint64(depth - 1)) end
  if kind == 9 then return ("(%s %s %s)"):format(self:symbol(), r.pick { "==", "~=" }, self:symbol()) end
  return ("(%s %s %s)"):format(self:bool(depth - 1), r.pick { "==", "~=" }, self:bool(depth - 1))
end

function G:symbol() return self:local_of "symbol" or self.r.pick { "self.s", "event.sym", "SYMBOL_A", "SYMBOL_B" } end

local int64_leaves = { "self.n", "self.m", "event.time", "v.n", "ctx.now", "ctx.cycle", "self.lim", "LIMIT", "self.h[0]", "5LL", "-3LL",
  "0LL", "1LL" }

function G:int64(depth)
  local r = self.r
  if depth <= 0 or r.chance(30) then
    return r.chance(25) and self:local_of "int64" or r.pick(int64_leaves)
  end
  local kind = r.int(12)
  local function sub() return self:int64(depth - 1) end
  if kind < 5 then return ("(%s %s %s)"):format(sub(), r.pick { "+", "-", "*", "/", "%" }, sub()) end
  if kind < 7 then return ("(%s %s %d)"):format(sub(), r.pick { "+", "-", "*", "/", "%" }, r.int(9) - 4) end
  if kind == 7 then return ("(- %s)"):format(sub()) end
  if kind == 8 then return ("(%s and %s or %s)"):format(self:bool(depth - 1), sub(), sub()) end
  if kind == 9 then return ("step64(%s, %s)"):format(sub(), sub()) end
  if kind == 10 then return ("bit.%s(%s, %s)"):format(r.pick { "band", "bor", "bxor" }, sub(), sub()) end
  return ("bit.%s(%s, %s)"):format(r.pick { "lshift", "rshift", "arshift", "rol", "ror" }, sub(),
    r.chance(50) and tostring(r.int(70)) or self:number(depth - 1))
end

function G:uint64(depth)
  local r = self.r
  if depth <= 0 or r.chance(30) then
    return r.chance(25) and self:local_of "uint64" or r.pick { "self.u", "self.v", "UBIG", "7ULL", "0ULL",
      ("legs[%s].u"):format(self:index(3, 0)) }
  end
  local kind = r.int(9)
  local function sub() return self:uint64(depth - 1) end
  if kind < 4 then return ("(%s %s %s)"):format(sub(), r.pick { "+", "-", "*", "/", "%" }, sub()) end
  if kind < 6 then return ("(%s %s %d)"):format(sub(), r.pick { "+", "-", "*", "/", "%" }, r.int(5)) end
  if kind == 6 then return ("(- %s)"):format(sub()) end
  if kind == 7 then return ("bit.%s(%s, %s)"):format(r.pick { "band", "bor", "bxor" }, sub(), sub()) end
  return ("bit.%s(%s, %s)"):format(r.pick { "lshift", "rshift", "arshift", "rol", "ror" }, sub(), tostring(r.int(70)))
end

-- Statements -----------------------------------------------------------------------------------------------------------------------------

function G:line(text) self.lines[#self.lines + 1] = ("  "):rep(self.depth) .. text end

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
  if kind == "number" and not self.plain and r.chance(30) then
    local array = r.pick { { "self.w", 5 }, { "self.k", 3 }, { "self.z", 4 }, { "self.g", 2 }, { "self.h", 2 } }
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
  return self[kind](self, self.r.int(4) + 1)
end

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
  g:line(("if %s then"):format(g:bool(3)))
  g:scope(function() g:block(2) end)
  if g.r.chance(30) then
    g:line(("elseif %s then"):format(g:bool(2)))
    g:scope(function() g:block(2) end)
  end
  if g.r.chance(50) then
    g:line "else"
    g:scope(function() g:block(2) end)
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
    g:line(("for %s = math.max(-2, math.min(%s, 5)), math.min(4, %s) do"):format(name, g:number(1), g:number(2)))
  end
  g.loops[#g.loops + 1] = loop
  g:scope(function()
    g.in_loop = g.in_loop + 1
    g:block(2)
    if g.r.chance(15) then g:line(("if %s then break end"):format(g:bool(2))) end
    g.in_loop = g.in_loop - 1
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
  g:line(("while %s < %d and %s do"):format(name, g.r.int(4) + 1, g:bool(2)))
  g:scope(function()
    g:line(("%s = %s + 1"):format(name, name))
    g:block(2)
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
    g:block(2)
    cond = g:bool(2)
  end)
  g.loops[#g.loops] = nil
  g:line(("until %s > 2 or %s"):format(name, cond))
end

statements["do"] = function(g)
  g:line "do"
  g:scope(function() g:block(2) end)
  g:line "end"
end

function statements.effect(g)
  if g.plain then return statements.assign(g) end
  local kind = g.r.int(5)
  if kind == 4 then g:line(("nudge(self, %s, v, event)"):format(g:number(2))) return end
  if kind == 0 then g:line "ctx.cancel()" return end
  if kind == 1 then g:line(("ctx.after(%s)"):format(g:value(g.r.pick { "int64", "number" }))) return end
  g:line(("ctx.post(Out, { a = %s, t = %s, b = %s, i = %s })"):format(g:number(2), g:value(g.r.pick { "int64", "number" }), g:bool(2),
    g:number(1)))
end

function statements.leave(g)
  g:line(("if %s then return %s end"):format(g:bool(2), g.r.pick { "", "false", "true", g:bool(2) }))
end

local choices = { "assign", "assign", "assign", "assign", "multiple", "declare", "declare", "declare", "if", "if", "for", "while",
  "repeat", "do",
  "effect", "leave" }

function G:block(most)
  for _ = 1, 1 + self.r.int(most) do
    local choice = self.depth > 4 and "assign" or self.r.pick(choices)
    statements[choice](self)
  end
end

---The text of a random body.
---@param r table from M.random
---@param plain boolean?
---@return string
function M.body(r, plain)
  local g = setmetatable({ r = r, lines = {}, locals = {}, loops = {}, depth = 1, count = 0, in_loop = 0, plain = plain }, G)
  g:block(8)
  if r.chance(30) then g:line("return " .. g:bool(2)) end
  local parameters = plain and "self, event, x" or "self, event, x, y, fl, un, v, legs, ports, ctx"
  return ("function(%s)\n%s\nend"):format(parameters, table.concat(g.lines, "\n"))
end

return M
