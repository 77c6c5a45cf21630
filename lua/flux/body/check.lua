-- SPDX-License-Identifier: MIT
-- The checker: types a function's statements. What params and other constants decide is folded on the way (flux.body.fold).
--
--   local typed = check.body(source, env)
--   -- typed = { block, uses, functions, … }   see flux.body.check_stat for statements, check_expr for expressions, uses for `uses`

local bind = require "flux.body.bind"
local hint = require "flux.body.hint"
local prune = require "flux.body.prune"
local refuse = require "flux.body.refuse"
local types = require "flux.body.types"
local uses_of = require "flux.body.uses"

local Checker = {}
Checker.__index = Checker
for _, part in ipairs { "check_place", "check_expr", "check_call", "check_helper", "check_store", "check_effect", "check_stat",
  "check_block", "recover", "keyed" } do
  for name, method in pairs(require("flux.body." .. part)) do Checker[name] = method end
end

-- Roles whose result says whether the node is dirty.
local verdicts = { handler = true, timer = true, update = true, on_arrest = true }

function Checker:refuse(pos, reason, advice) refuse.at(self.source, pos, reason, advice) end

---The text of an expression for a hint: the source from its first byte, while that is a simple name.
function Checker:text(node)
  local from = node.k == "field" and node.base == "self" and "self." .. node.field.name or nil
  if from then return from end
  if node.k == "now" or node.k == "wall" or node.k == "cycle" then return "ctx." .. node.k end
  if node.k == "field" then return (node.base == "event" and self.event_name or node.base.name) .. "." .. node.field.name end
  if node.k == "local" then return node.var.name end
  return node.k == "port" and node.input.name or "x"
end

-- Parameters ---------------------------------------------------------------------------------------------------------------------

local function input_place(c, input)
  local first = input.elements[1]
  if input.keyed_field then return c:keyed_port(input, input.keyed_field) end
  if input.list then return { k = first.field and "portlist" or "nodelist", input = input } end
  if not first.field then return { k = "node", input = input } end
  local info = types.of_field[first.field.type]
  return { k = "port", input = input, field = first.field, type = info.type, lo = info.lo, hi = info.hi, wide = info.wide }
end

local function sorted_names(set)
  local names = {}
  for name in pairs(set or {}) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local function parameter(c, i, name)
  local env = c.env
  if name.name == "self" then
    if i ~= 1 then c:refuse(name.pos, "'self' is the first parameter", "write function(self, …)") end
    return { k = "self" }
  elseif name.name == "_" and i == 1 then
    return { k = "self" } -- unused
  elseif name.name == "ctx" then
    return { k = "ctx" }
  elseif env.event and i == 2 then
    c.event_name = name.name
    return { k = "event", name = name.name }
  elseif name.name == "index" then
    if not env.indexed then c:refuse(name.pos, "there is no 'index' here", "only on_input of a list has one") end
    return { k = "index" }
  end
  local input = env.inputs and env.inputs[name.name]
  if not input then
    c:refuse(name.pos, ("this node has no input '%s'"):format(name.name), hint(name.name, sorted_names(env.inputs))
      or "parameters after self are inputs of the node")
  end
  return input_place(c, input)
end

local function bind_parameters(c)
  local seen = {}
  if c.tree.parameters.vararg then c:refuse(c.tree.pos, "'...' is not portable", "name the parameters") end
  for i, name in ipairs(c.tree.parameters) do
    if seen[name.name] then c:refuse(name.pos, ("two parameters are named '%s'"):format(name.name), "rename one") end
    seen[name.name] = name.name ~= "_" or nil
    local ok, place = c:attempt(parameter, i, name)
    if ok and place.k == "index" then
      local input = c.env.input or c.env.callback and c.env.callback.input
      local last = input and math.max(#input.elements - 1, 0) or types.INT_MAX - 1
      place = { k = "index", type = "number", lo = 0, hi = last }
    end
    name.var.place = ok and place or nil
  end
end

-- Entry --------------------------------------------------------------------------------------------------------------------------

local M = {}

-- The block of a text of flux's own that comes before a body.
local function block_before(c, source)
  local own = setmetatable({ source = source, tree = source.tree, verdict = false }, { __index = c })
  bind(own.tree)
  bind_parameters(own)
  return own:block(own.tree.body)
end

---Types the body of a callback.
---@param source table see flux.body.source
---@param env table see flux.body
---@param before table? the source of what runs before it
---@return table typed
function M.body(source, env, before)
  local c = setmetatable({ source = source, tree = source.tree, env = env, helpers = {}, functions = {}, refusals = {}, comment_at = 1,
    param_names = sorted_names(env.params), verdict = verdicts[env.role] or false }, Checker)
  c.verdict_result = c.verdict
  bind(c.tree)
  c:begin_keyed()
  bind_parameters(c)
  local block = c:block(c.tree.body)
  if c.refusals[1] then error(refuse.together(c.refusals), 0) end
  local typed = { block = block, verdict = c.verdict, event_name = c.event_name, source = source,
    line = source:line(source.start), returns = { arrest = c.may_arrest, dirty = c.may_be_dirty } }
  c:finish_keyed(typed, before and block_before(c, before))
  prune(typed.block)
  typed.uses = uses_of(typed.block, c.functions)
  typed.functions = typed.uses.functions
  return typed
end

return M
