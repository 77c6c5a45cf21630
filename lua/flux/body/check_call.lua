-- SPDX-License-Identifier: MIT
-- Types calls: math, bit, tonumber, the functions of ctx, and helper functions. These are methods of the checker.

local bit = require "bit"
local builtins = require "flux.body.builtins"
local fold = require "flux.body.fold"
local hint = require "flux.body.hint"
local support = require "flux.body.support"
local types = require "flux.body.types"

local E = { builtins = builtins }

local function count(c, node, name, wanted)
  local got = #node.args
  if wanted == -1 and got >= 1 or got == wanted then return end
  c:refuse(node.pos, ("%s takes %s, not %d"):format(name, wanted == -1 and "one argument or more" or wanted == 1 and "one argument"
    or wanted .. " arguments", got), ("write %s(%s)"):format(name, wanted == 2 and "x, y" or "x"))
end

local function number_argument(c, node, name)
  local value = c:scalar(node)
  if value.type == "number" then return value end
  c:refuse(node.pos, ("%s of %s"):format(name, types.named[value.type]),
    types.is_integer(value.type) and ("make it a number: tonumber(%s)"):format(c:text(value)) or c.as_number[value.type])
end

local function numbers(c, node, name)
  local args = {}
  for i, arg in ipairs(node.args) do args[i] = number_argument(c, arg, name) end
  return args
end

---x ^ y. The square is a product in every backend, because it is exact and everybody writes it.
function E.power(_, base, exponent, pos)
  if exponent.const == 2 then return { k = "math", fn = "square", type = "number", args = { base }, pos = pos } end
  return { k = "math", fn = "pow", type = "number", args = { base, exponent }, pos = pos }
end

-- math.min and math.max: the first argument that is smaller (greater), taken from the left: min(a, b) is a if a < b, else b.
local function extreme(c, node, fn)
  if #node.args < 2 then
    c:refuse(node.pos, ("math.%s takes two arguments or more, not %d"):format(fn, #node.args), ("write math.%s(x, y)"):format(fn))
  end
  local args = numbers(c, node, "math." .. fn)
  local result = args[1]
  for i = 2, #args do
    local a, b = result, args[i]
    result = { k = "math", fn = fn, type = "number", args = { a, b }, pos = node.pos }
    if a.lo and b.lo then
      local pick = math[fn]
      result.fn, result.lo, result.hi = "i" .. fn, pick(a.lo, b.lo), pick(a.hi, b.hi)
      if result.lo == result.hi and not fold.may_fail(result) then result = c:constant(result.lo, node.pos) end
    end
  end
  return result
end

-- One result of a function that has two, as a function of its own; the exponent of a double is a small integer.
local function result_of(node, fn, i, arg)
  if i == 1 and arg.lo and fn == "modf" then return arg end
  local result = { k = "math", fn = builtins.pair[fn][i], type = "number", args = { arg }, pos = node.pos }
  if result.fn == "exponent" then result.lo, result.hi = -1073, 1024 end
  return result
end

local function pair_argument(c, node, fn)
  count(c, node, "math." .. fn, 1)
  return number_argument(c, node.args[1], "math." .. fn)
end

-- The name of the function of two results that a syntax node calls, if it is such a call.
function E:pair_called(node)
  if not node or node.tag ~= "Call" then return nil end
  local root = node.callee
  while root.tag == "Index" do root = root.object end
  local value = root.tag == "Name" and not root.var and self:eval(node.callee)
  local builtin = value and value.k == "function" and builtins.of[value.value]
  return builtin and builtin.lib == "math" and builtins.pair[builtin.name] and builtin.name or nil
end

---Both results of a call that pair_called knows. What is not simple is computed once, in a local before the statement.
---@return table first
---@return table second
---@return table? prelude a statement
function E:pair_results(node, fn)
  local arg, prelude = pair_argument(self, node, fn), nil
  if not (arg.k == "local" or arg.k == "field" or arg.k == "port" or arg.const) then
    local var = { name = fn .. "_of", kind = "local", assigned = false, read = true, type = "number", lo = arg.lo, hi = arg.hi }
    prelude = { k = "local", vars = { var }, values = { arg } }
    arg = { k = "local", type = "number", var = var, lo = arg.lo, hi = arg.hi, pos = arg.pos }
  end
  return result_of(node, fn, 1, arg), result_of(node, fn, 2, arg), prelude
end

local function call_math(c, node, fn)
  local name = "math." .. fn
  if builtins.pair[fn] then return result_of(node, fn, 1, pair_argument(c, node, fn)) end
  if builtins.refused_math[fn] then c:refuse(node.pos, name .. " is not portable", builtins.refused_math[fn]) end
  if fn == "min" or fn == "max" then return extreme(c, node, fn) end
  local angle, wanted = builtins.angle[fn], fn == "pow" and 2 or builtins.exact[fn] or builtins.portable[fn] or builtins.angle[fn] and 1
  if not wanted then c:refuse(node.pos, name .. " is not portable", "write it as a helper function of the script") end
  if fn == "log" and #node.args == 2 then
    c:refuse(node.pos, "math.log with a base is not portable", "write math.log(x) / math.log(base), or math.log10(x)")
  end
  count(c, node, name, wanted)
  local args = numbers(c, node, name)
  if fn == "pow" then return c:power(args[1], args[2], node.pos) end
  if angle then
    return { k = "arith", op = "*", type = "number", left = args[1], right = c:constant(angle, node.pos), pos = node.pos }
  end
  if (fn == "floor" or fn == "ceil") and args[1].lo then return args[1] end
  if fn == "abs" and (args[1].wide or args[1].lo and args[1].lo >= 0) then return args[1] end
  return { k = "math", fn = fn, type = "number", args = args, pos = node.pos }
end

-- The range of a result of bit on numbers.
local function bits_range(fn, args)
  if fn == "band" then
    local hi
    for _, arg in ipairs(args) do
      if arg.lo and arg.lo >= 0 then hi = math.min(hi or arg.hi, arg.hi) end
    end
    if hi then return 0, hi end
  elseif fn == "bnot" and args[1].lo then
    return -1 - args[1].hi, -1 - args[1].lo
  elseif fn == "rshift" and args[2].const and types.is_int(args[2].const) then
    local shift = args[2].const % 32
    if shift > 0 then return 0, 2 ^ (32 - shift) - 1 end
  end
  return types.INT_MIN, types.INT_MAX
end

-- The result when every argument is constant; the count of a shift of 64 bits is a number.
local function fold_bits(fn, args)
  local values = {}
  for i, arg in ipairs(args) do
    if arg.k ~= "integer" and not arg.const then return nil end
    values[i] = arg.k == "integer" and arg.value or support.lua.bits(arg.const)
  end
  return bit[fn](unpack(values))
end

-- On 64-bit integers: all arguments are of one kind, but for the count of a shift, which is a number.
local function bits_of_integers(c, node, fn, args, kind, shifts)
  local name = "bit." .. fn
  if fn == "tobit" then c:refuse(node.pos, "bit.tobit of an int64 is not portable", "mask it: bit.band(x, 0xffffffffLL)") end
  for i, arg in ipairs(args) do
    if shifts and i == 2 then
      if arg.type ~= "number" then args[2] = { k = "tonumber", type = "number", value = arg, pos = arg.pos } end
    else
      args[i] = select(2, c:balance(kind, arg, node.args[i].pos, name))
    end
  end
  local folded = fold_bits(fn, args)
  if folded then return c:constant(folded, node.pos) end
  return { k = "bits", fn = fn, type = kind.type, args = args, pos = node.pos }
end

local function call_bits(c, node, fn)
  local name = "bit." .. fn
  if fn == "tohex" then c:refuse(node.pos, "bit.tohex gives a string, and strings are not portable", "format it outside of the graph") end
  count(c, node, name, builtins.bits[fn])
  local args, kind = {}, nil
  local shifts = fn:find "sh" or fn == "rol" or fn == "ror"
  for i, arg in ipairs(node.args) do
    args[i] = c:scalar(arg)
    local type_name = args[i].type
    if type_name ~= "number" and not types.is_integer(type_name) then
      c:refuse(arg.pos, ("%s of %s"):format(name, types.named[type_name]), c.as_number[type_name])
    end
    if types.is_integer(type_name) and not (shifts and i == 2) then kind = kind or args[i] end
  end
  if kind then return bits_of_integers(c, node, fn, args, kind, shifts) end
  if args[2] and args[2].type ~= "number" then args[2] = number_argument(c, node.args[2], name) end
  local folded = fold_bits(fn, args)
  if folded then return c:constant(folded, node.pos) end
  local lo, hi = bits_range(fn, args)
  return { k = "bits", fn = fn, type = "number", args = args, lo = lo, hi = hi, pos = node.pos }
end

local function call_tonumber(c, node)
  count(c, node, "tonumber", 1)
  local value = c:scalar(node.args[1])
  if value.type == "number" then return value end
  if value.type == "symbol" then -- ids are small: a symbol table has fewer places than an int has values
    return { k = "tonumber", type = "number", value = value, lo = 0, hi = types.INT_MAX, pos = node.pos }
  end
  if not types.is_integer(value.type) then
    c:refuse(node.args[1].pos, "tonumber of " .. types.named[value.type], c.as_number[value.type])
  end
  if value.k == "integer" then
    return c:constant(value.type == "uint64" and support.lua.u64_number(value.value) or tonumber(value.value), node.pos)
  end
  return { k = "tonumber", type = "number", value = value, pos = node.pos }
end

-- ctx ----------------------------------------------------------------------------------------------------------------------------

local ctx_values = { now = "int64", wall = "int64", cycle = "int64" }
local ctx_functions = { ticked = true, valid = true, post = true, after = true, cancel = true }
local ctx_names = { "now", "wall", "cycle", "ticked", "valid", "post", "after", "cancel" }

function E:ctx_field(name, node)
  if ctx_values[name] then
    return { k = name, type = ctx_values[name], pos = node.pos }
  end
  if ctx_functions[name] then return { k = "ctx_function", name = name, pos = node.pos } end
  self:refuse(node.key.pos, ("ctx has no field '%s'"):format(name), hint(name, ctx_names) or "there are: " .. table.concat(ctx_names, ", "))
end

local function call_observe(c, node, name)
  count(c, node, "ctx." .. name, 1)
  local arg = node.args[1]
  local place = arg.tag == "Name" and arg.var and arg.var.place
  if not (place and place.input) then
    c:refuse(arg.pos, ("ctx.%s takes an input of this node"):format(name),
      arg.tag == "Index" and "name a whole input; on_input gets the index of a dirty element" or "write a parameter's name")
  end
  if name == "ticked" and place.input.prev then
    c:refuse(arg.pos, ("'%s' is flux.prev: not ordered, so whether it is dirty in this cycle is not known yet"):format(place.input.name),
      "keep a count in its state and compare, or read it as flux.passive where the order allows")
  end
  if place.input.shadow then
    c:refuse(arg.pos, ("'%s' is flux.prev of a node in g:by: whether it was dirty is not kept for each key"):format(place.input.name),
      "keep a bool in its state")
  end
  if name == "valid" and place.input.keyed then return c:keyed_valid(place.input, node.pos) end
  return { k = name, type = "bool", input = place.input, pos = node.pos }
end

local function call_ctx(c, node, callee)
  if callee.name == "ticked" or callee.name == "valid" then return call_observe(c, node, callee.name) end
  c:refuse(node.pos, ("ctx.%s is a statement, it has no value"):format(callee.name), "write it on a line of its own")
end

---Refuses a function of two results as the last argument of a call: Lua would pass both on.
function E:refuse_pair(node)
  local last = node.args[#node.args]
  local fn = self:pair_called(last)
  if not fn then return end
  self:refuse(last.pos, ("math.%s gives two values here"):format(fn),
    ("take one, in parentheses: (math.%s(x)), or name both: local a, b = math.%s(x)"):format(fn, fn))
end

function E:Call(node)
  local callee = self:eval(node.callee)
  self:refuse_pair(node)
  if callee.k == "ctx_function" then return call_ctx(self, node, callee) end
  if callee.k == "event_type" then self:refuse(node.pos, "an event type is not called in a body", "write ctx.post(Event, { … })") end
  if callee.k ~= "function" then
    self:refuse(node.pos, "only functions are called" .. (callee.type and ", and this is " .. types.named[callee.type] or ""),
      "call math.…, bit.…, tonumber or a local function of the script")
  end
  local builtin = builtins.of[callee.value]
  if not builtin then return self:call_helper(node, callee) end
  if builtin.lib == "math" then return call_math(self, node, builtin.name) end
  if builtin.lib == "bit" then return call_bits(self, node, builtin.name) end
  return call_tonumber(self, node)
end

return E
