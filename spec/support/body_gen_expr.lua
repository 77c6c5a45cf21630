-- SPDX-License-Identifier: MIT
-- Random expressions of each type, as text; methods of the generator of spec.support.body_gen.

jit.off(true, true)

local G = {}
G.__index = G

local numbers = { "0", "1", "2", "3", "0.5", "-1", "-0.5", "-0", "1e300", "-1e300", "5e-324", "2147483648", "-2147483649", "4294967296",
  "9007199254740994", "9223372036854775808", "1e19", "255.5", "128", "-129", "65536", "(0/0)", "math.huge", "-math.huge", "2^53", "10^9",
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
  if kind == 8 and r.chance(40) then return ("%s %% %dLL"):format(self:int64(depth - 1), count) end
  if kind == 8 and r.chance(40) then return ("%s %% %dULL"):format(self:uint64(depth - 1), count) end
  if kind == 9 and r.chance(30) then return self[r.pick { "int64", "uint64" }](self, depth - 1) end
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

local unary = { "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "deg", "rad" }

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
      local array = r.pick { { "self.w", 5 }, { "self.k", 3 }, { "self.z", 4 }, { "self.g", 2 }, { "self.d", 2 }, { "self.e", 2 },
      { "v.h", 3 }, { "ports", 2 }, { "event.depth", 3 } }
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
    local fn = r.pick { "min", "max", "fmod", "min", "max", "fmod", "atan2", "pow", "ldexp" }
    if fn:find "^m" and r.chance(20) then return ("math.%s(%s, %s, %s)"):format(fn, sub(), sub(), sub()) end
    return ("math.%s(%s, %s)"):format(fn, sub(), sub())
  end
  if kind == 12 then return ("(%s ^ %s)"):format(sub(), r.chance(50) and "2" or sub()) end
  if kind == 13 then
    local fn = r.pick { "band", "bor", "bxor", "lshift", "rshift", "arshift", "rol", "ror" }
    if fn:find "^b" and r.chance(20) then return ("bit.%s(%s, %s, %s)"):format(fn, sub(), sub(), sub()) end
    return ("bit.%s(%s, %s)"):format(fn, sub(), r.chance(50) and tostring(r.int(40)) or sub())
  end
  if kind == 14 then return ("bit.%s(%s)"):format(r.pick { "tobit", "bnot", "bswap" }, sub()) end
  if kind == 15 then return ("tonumber(%s)"):format(r.chance(50) and self:int64(depth - 1) or self:uint64(depth - 1)) end
  if kind == 16 then return ("clamp(%s, %s, %s)"):format(sub(), sub(), sub()) end
  if kind == 17 then return ("mix(%s, %s, %s)"):format(sub(), self:bool(depth - 1), sub()) end
  if kind == 8 and not self.plain then return ("sum(self, %s)"):format(sub()) end
  if kind == 18 and r.chance(20) then return ("(math.%s(%s))"):format(r.pick { "modf", "frexp" }, sub()) end
  if kind == 18 then return ("math.%s(%s)"):format(r.pick(unary), sub()) end
  return ("(%s and %s or %s and %s or %s)"):format(self:bool(depth - 1), sub(), self:bool(depth - 1), sub(), sub())
end

function G:bool(depth)
  local r = self.r
  if depth <= 0 or r.chance(10) then
    local kind = r.int(8)
    local name = kind < 2 and self:local_of "bool"
    if name then return name end
    if self.plain then return r.pick { "self.p", "self.q", "event.side", "true", "false" } end
    if kind == 2 then return ("self.o[%s]"):format(self:index(3, depth)) end
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

function G:symbol()
  return self:local_of "symbol"
    or self.r.pick { "self.s", "event.sym", "SYMBOL_A", "SYMBOL_B", ("self.y[%s]"):format(self:index(2, 0)) }
end

local int64_leaves = { "self.n", "self.m", "event.time", "v.n", "ctx.now", "ctx.cycle", "ctx.wall", "self.lim", "LIMIT", "self.h[0]", "5LL",
  "-3LL", "0LL", "1LL" }

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
  if kind == 10 then
    if r.chance(30) then return ("bit.%s(%s)"):format(r.pick { "bnot", "bswap" }, sub()) end
    return ("bit.%s(%s, %s)"):format(r.pick { "band", "bor", "bxor" }, sub(), r.chance(30) and tostring(r.int(300)) or sub())
  end
  return ("bit.%s(%s, %s)"):format(r.pick { "lshift", "rshift", "arshift", "rol", "ror" }, sub(), self:count_of_shift(depth))
end

-- The count of a shift of 64 bits: a constant, a number, an integer of either kind.
function G:count_of_shift(depth)
  local r = self.r
  if r.chance(50) then return tostring(r.int(70)) end
  return self[r.pick { "number", "number", "int64", "uint64" }](self, depth - 1)
end

function G:uint64(depth)
  local r = self.r
  if depth <= 0 or r.chance(30) then
    return r.chance(25) and self:local_of "uint64" or r.pick { "self.u", "self.v", "UBIG", "7ULL", "0ULL",
      ("legs[%s].u"):format(self:index(3, 0)), ("self.j[%s]"):format(self:index(3, 0)) }
  end
  local kind = r.int(11)
  local function sub() return self:uint64(depth - 1) end
  if kind < 4 then return ("(%s %s %s)"):format(sub(), r.pick { "+", "-", "*", "/", "%" }, sub()) end
  if kind < 6 then return ("(%s %s %d)"):format(sub(), r.pick { "+", "-", "*", "/", "%" }, r.int(5)) end
  if kind == 6 then return ("(- %s)"):format(sub()) end
  if kind == 7 then
    if r.chance(30) then return ("bit.%s(%s)"):format(r.pick { "bnot", "bswap" }, sub()) end
    return ("bit.%s(%s, %s)"):format(r.pick { "band", "bor", "bxor" }, sub(), sub())
  end
  if kind == 8 then return ("(%s and %s or %s)"):format(self:bool(depth - 1), sub(), sub()) end
  if kind == 9 then return ("step64(%s, %s)"):format(sub(), sub()) end
  return ("bit.%s(%s, %s)"):format(r.pick { "lshift", "rshift", "arshift", "rol", "ror" }, sub(), self:count_of_shift(depth))
end

return G
