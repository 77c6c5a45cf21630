-- SPDX-License-Identifier: MIT
-- Helper functions: Lua functions of the script that bodies call. Each is typed once per signature of its arguments.
--
-- An argument is a value, or one of the body's places: self, the event, an input that is a node. A helper that gets self may write it;
-- it is then called as a statement, so that expressions stay free of effects and their parts can be computed in any order.
-- These are methods of the checker (flux.body.check). A helper is { name, key, params, result, writes, block, source, origin, line }.

local bind = require "flux.body.bind"
local prune = require "flux.body.prune"
local refuse = require "flux.body.refuse"
local source_of = require "flux.body.source"

local H = {}

local passable = { self = true, event = true, node = true }

local function source_for(c, callee, node)
  local ok, found = pcall(source_of.fn, callee.value)
  if ok then return found end
  if type(found) ~= "table" then error(found, 0) end
  c:refuse(node.pos, ("'%s' cannot be called from a portable body: %s"):format(callee.name, found.reason), found.advice)
end

-- Values that two closures of one text may have differently tell their helpers apart.
local function upvalue_key(source)
  local parts = {}
  for i, name in ipairs(source.names) do
    local value = source.upvalues[name].value
    if type(value) == "number" then value = ("%.17g"):format(value) end
    parts[i] = name .. "=" .. (type(value) == "table" and value.is_symbol and value.text or tostring(value))
  end
  return table.concat(parts, ",")
end

-- The arguments of a call: typed nodes or places, and the signature that they make.
local function arguments(c, node)
  local args, signature = {}, {}
  for i, arg in ipairs(node.args) do
    local value = c:eval(arg)
    if passable[value.k] then
      if value.k ~= "event" and (value.k == "self" and c.env.keyed or value.input and value.input.keyed) then
        c:refuse(arg.pos, "a node of g:by as an argument of a helper function", "give it the values that it reads")
      end
      signature[i] = value.k .. (value.input and ":" .. value.input.name or "")
      signature.places = true
    else
      value = c:value(value)
      signature[i] = value.type
    end
    args[i] = value
  end
  return args, signature
end

-- What a place is called where a helper is shared between bodies: the callback that it belongs to.
local function owner(env)
  return ("@%s:%s:%s"):format(env.node and env.node.name or "", env.callback and env.callback.index or "", env.label or "")
end

local function bind_parameters(c, fn, args, signature, caller, node)
  local parameters = c.tree.parameters
  if parameters.vararg then caller:refuse(node.pos, ("'%s' has '...', which is not portable"):format(fn.name), "name its parameters") end
  if #parameters ~= #args then
    local names = {}
    for i, parameter in ipairs(parameters) do names[i] = parameter.name end
    caller:refuse(node.pos, ("'%s' takes %d argument%s, not %d"):format(fn.name, #parameters, #parameters == 1 and "" or "s", #args),
      ("call it with a value for each parameter: %s(%s)"):format(fn.name, table.concat(names, ", ")))
  end
  bind(c.tree)
  for i, parameter in ipairs(parameters) do
    local var, value = parameter.var, args[i]
    if passable[value.k] then
      var.place = { k = value.k, input = value.input, name = parameter.name }
    else
      var.type = signature[i]
    end
    fn.params[i] = var
  end
end

local function check_result(c, fn)
  if fn.result and fn.block.falls then
    c:refuse(c.tree.finish - 3, ("'%s' can end without a value"):format(fn.name), "return a value on every path")
  elseif fn.result and fn.writes then
    c:refuse(c.tree.pos, ("'%s' changes self and returns a value"):format(fn.name), "let it do one of them")
  elseif not fn.result and not fn.writes then
    c:refuse(c.tree.pos, ("'%s' returns nothing"):format(fn.name), "a helper returns one value, or changes self")
  end
end

-- What a call gives, as a refusal in the helper names it.
local function given(args)
  local words = {}
  for i, arg in ipairs(args) do words[i] = arg.type or arg.input and arg.input.name or arg.k end
  return table.concat(words, ", ")
end

-- Types the statements of a helper. Refusals in it name the call; what waits for the helper's result is passed over.
local function statements(caller, fn, inner, args, node)
  local said = #caller.refusals
  fn.block = inner:block(inner.tree.body)
  if #caller.refusals == said then inner:attempt(check_result, fn) end
  for i = said + 1, #caller.refusals do
    refuse.called_from(caller.refusals[i], caller.source.file, caller.source:line(node.pos), given(args))
  end
  return #caller.refusals == said
end

-- The typed helper for a call; made once per signature.
local function helper(c, callee, args, signature, node)
  local key = table.concat(signature, ",")
  local known = c.helpers[callee.value] or {}
  c.helpers[callee.value] = known
  if known[key] == "open" then
    c:refuse(node.pos, ("'%s' calls itself"):format(callee.name), "write a loop; recursion is not portable")
  elseif known[key] == "refused" then
    c:pass_over()
  elseif known[key] then
    return known[key]
  end
  local source = source_for(c, callee, node)
  local line = source:line(source.start)
  local fn = { name = callee.name:match "[%w_]+$" or "helper", params = {}, source = source, line = line,
    origin = { file = source.file, line = line }, event = c.env.event }
  local env = signature.places and setmetatable({ role = "helper", indexed = false }, { __index = c.env }) or { role = "helper" }
  local inner = setmetatable({ source = source, tree = source.tree, env = env, helpers = c.helpers, functions = c.functions,
    refusals = c.refusals, param_names = c.param_names, comment_at = 1, fn = fn }, getmetatable(c))
  bind_parameters(inner, fn, args, signature, c, node)
  known[key] = "open"
  if not statements(c, fn, inner, args, node) then
    known[key] = "refused"
    c:pass_over()
  end
  prune(fn.block)
  fn.key = ("%s:%d:%d:%s(%s){%s}%s"):format(source.file, line, source.start, fn.name, key, upvalue_key(source),
    signature.places and owner(c.env) or "")
  known[key] = fn
  c.functions[#c.functions + 1] = fn
  return fn
end

---A call of a helper where its value is needed.
function H:call_helper(node, callee)
  local args, signature = arguments(self, node)
  local fn = helper(self, callee, args, signature, node)
  if fn.writes then
    self:refuse(node.pos, ("'%s' changes self and has no value"):format(callee.name), "call it on a line of its own")
  end
  return { k = "call", fn = fn, type = fn.result, args = args, pos = node.pos }
end

---A call of a helper as a statement: only for what it does to self.
function H:invoke_helper(node, callee)
  local args, signature = arguments(self, node)
  local fn = helper(self, callee, args, signature, node)
  if not fn.writes then
    self:refuse(node.pos, "the result of this call is not used, and a portable function has no other effect",
      "assign the result, or remove the call")
  end
  if self.fn then self.fn.writes = true end
  return { k = "invoke", fn = fn, args = args }
end

return H
