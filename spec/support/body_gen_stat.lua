-- SPDX-License-Identifier: MIT
-- Random statements, as text; methods of the generator of spec.support.body_gen.

local G = require "spec.support.body_gen_expr"

jit.off(true, true)

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

-- Both results of modf or frexp.
function statements.pair(g)
  if g.plain then return statements.multiple(g) end
  local call = ("math.%s(%s)"):format(g.r.pick { "modf", "frexp" }, g:some_number(2))
  local left, right = g:target "number", g:target "number"
  if left ~= right and g.r.chance(50) then return g:line(("%s, %s = %s"):format(left, right, call)) end
  g.count = g.count + 2
  local one, two = ("t%d"):format(g.count - 1), ("t%d"):format(g.count)
  g:line(("local %s, %s = %s"):format(one, two, call))
  g.locals[#g.locals + 1] = { name = one, kind = "number" }
  g.locals[#g.locals + 1] = { name = two, kind = "number" }
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
  local kind = g.r.int(g.plain and 6 or 8)
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
  elseif kind == 7 then -- a step that varies, of one sign or of any
    local steps = { "(%s and 1 or -1)", "(%s and 0.5 or 0)", "(%s and -2 or (0/0))", "(%s and -0 or 2)" }
    local step = g.r.chance(50) and g.r.pick(steps):format(g:some_bool(1))
      or g.r.pick { "math.max(1, math.min(%s, 3))", "-math.max(0.3, math.min(%s, 2))" }:format(g:some_number(1))
    local first, last = g.r.pick { "0", "-1", "2.5", "4", "self.u8 % 4" }, g.r.pick { "3", "0", "-0.5", "y % 5" }
    g:line(("for %s = %s, %s, %s do"):format(name, first, last, step))
  elseif kind == 6 then
    g:line(("for %s = 0, 2, math.max(1, self.u8) do"):format(name))
    loop.lo, loop.hi = 0, 2
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
  "repeat", "do", "effect", "leave", "swap", "declare_two",
  "pair" }

function G:block(most)
  for _ = 1, 1 + self.r.int(most) do
    local choice = self.depth > 4 and "assign" or self.r.pick(choices)
    statements[choice](self)
  end
end

return G
