-- SPDX-License-Identifier: MIT
-- What a portable body may call besides its own helpers, and what to write instead of the rest of Lua's library.
--
--   builtins.of[math.sqrt]  --> { lib = "math", name = "sqrt" }

local bit = require "bit"

local M = { of = {}, globals = { math = math, bit = bit } }

for _, lib in ipairs { { "math", math }, { "bit", bit } } do
  for name, value in pairs(lib[2]) do
    if type(value) == "function" then M.of[value] = { lib = lib[1], name = name } end
  end
end
M.of[tonumber] = { lib = "base", name = "tonumber" }

-- Functions of math by their number of arguments. Those in `exact` give the same bits on every machine by themselves.
M.exact = { abs = 1, ceil = 1, floor = 1, sqrt = 1, fmod = 2, ldexp = 2 }
M.portable = { exp = 1, log = 1, log10 = 1, sin = 1, cos = 1, tan = 1, asin = 1, acos = 1, atan = 1, atan2 = 2, sinh = 1, cosh = 1,
  tanh = 1 }
-- Functions of two results: the functions that give each of them.
M.pair = { modf = { "trunc", "fraction" }, frexp = { "mantissa", "exponent" } }
M.angle = { deg = 180 / math.pi, rad = math.pi / 180 }

-- Functions of math that are refused, and what to write.
M.refused_math = {
  random = "a body must be reproducible: keep a generator in the node's state, or feed random events",
  randomseed = "a body must be reproducible: keep a generator in the node's state",
}

-- What functions of other Luas are called here.
M.formerly = { mod = "write x % y, or math.fmod(x, y) for C's remainder", tointeger = "write math.floor(x)",
  ult = "keep the numbers in uint64_t and compare them" }

-- Functions of bit by their number of arguments (-1: one or more).
M.bits = { tobit = 1, bnot = 1, band = -1, bor = -1, bxor = -1, lshift = 2, rshift = 2, arshift = 2, rol = 2, ror = 2, bswap = 1 }

-- Names of Lua's library that a body cannot use.
M.foreign = {
  print = "print in the callback of a sink, or wrap the function: flux.lua(fn)",
  io = "read and write outside of the graph: events in, sinks out",
  os = "read the time with ctx.now or ctx.wall",
  string = "strings are not portable: use symbols, or wrap the function: flux.lua(fn)",
  table = "tables are not portable: use array fields, double w[64]",
  pairs = "loop over an array field or a list: for i = 0, legs.n - 1 do",
  ipairs = "loop over an array field or a list: for i = 0, legs.n - 1 do",
  next = "tables are not portable: use array fields",
  error = "arrest (return false), or keep an error flag in the node's state; C bodies can return a negative status",
  assert = "arrest (return false), or keep an error flag in the node's state; C bodies can return a negative status",
  pcall = "a portable body does not raise errors but for an index out of range",
  tostring = "strings are not portable: use numbers and symbols",
  type = "every value of a body has one type, known at resolve",
  select = "varargs are not portable: name the parameters",
  unpack = "assign the values one by one",
  setmetatable = "metatables are not portable",
  getmetatable = "metatables are not portable",
  rawget = "write t.field", rawset = "write t.field = value",
  load = "write the code where it is used: bodies are compiled, not loaded",
  loadstring = "write the code where it is used: bodies are compiled, not loaded",
  loadfile = "load it outside of the function; its constants and functions can be used inside",
  dofile = "load it outside of the function; its constants and functions can be used inside",
  module = "load it outside of the function; its constants and functions can be used inside",
  package = "load it outside of the function; its constants and functions can be used inside",
  xpcall = "a portable body does not raise errors but for an index out of range",
  collectgarbage = "a portable body makes no garbage", gcinfo = "a portable body makes no garbage",
  getfenv = "write the names that you mean", setfenv = "write the names that you mean",
  newproxy = "metatables are not portable: use fields of the node's state", rawequal = "compare with ==",
  rawlen = "write legs.n for a list, the declared size for an array",
  arg = "give it to the node as a param", _VERSION = "strings are not portable",
  require = "require the module outside of the function; its constants and functions can be used inside",
  coroutine = "coroutines are not portable: keep the progress in the node's state",
  debug = "the debug library is not portable",
  ffi = "write the body in C: flux.c[[ … ]]",
  jit = "the jit library is not portable",
  _G = "globals are not portable",
}

return M
