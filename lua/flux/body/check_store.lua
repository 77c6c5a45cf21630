-- SPDX-License-Identifier: MIT
-- What may be assigned, and how a value becomes that of a field or a local. These are methods of the checker (flux.body.check).

local types = require "flux.body.types"

local S = {}

---Converts a value for a field: numbers saturate to integers, nothing else changes its type.
function S:store(field, value, pos, what)
  local info = types.of_field[field.type]
  if info.type == value.type then
    if not info.saturate or types.is_integer(info.type) then
      if info.narrow then return { k = "store", type = "number", to = field.type, value = value } end
      return value
    end
    return { k = "store", type = "number", to = field.type, value = value }
  end
  if types.is_integer(info.type) and value.type == "number" then
    if value.const and value.const == math.floor(value.const) and types.is_exact(value.const)
      and not (info.type == "uint64" and value.const < 0) then
      return self:adapt(value, info.type)
    end
    return { k = "store", type = info.type, to = field.type, value = value }
  end
  local advice
  if info.type == "number" and types.is_integer(value.type) then
    advice = ("make it a number: tonumber(%s)"):format(self:text(value))
  elseif info.type == "number" and value.type == "bool" then
    advice = "select a number: cond and 1 or 0"
  elseif info.type == "bool" then
    advice = "compare: x ~= 0"
  end
  self:refuse(pos, ("%s is stored to %s, which is %s"):format(types.named[value.type], what,
    types.is_integer(info.type) and "an " .. field.type or info.type == "number" and "a " .. field.type or types.named[info.type]), advice)
end

local function read_only(c, target, node)
  local var = target.place_var
  if target.k == "port" or var then
    c:refuse(node.pos, ("input '%s' is read-only"):format(node.name or "?"), "use a local: local y = x")
  end
  local name = target.k == "list" and target.input.name or target.array and target.array.name
    or target.base == "event" and "the event" or target.base and target.base.name
  c:refuse(node.pos, ("%s is read-only: a callback writes only its own node's state"):format(name), "keep a copy in a field of self")
end

---The place that an assignment writes; refuses all but locals and own fields.
function S:target(node)
  if node.tag == "Name" then
    local var = node.var
    if not var then
      if self.source.upvalues[node.name] then
        self:refuse(node.pos, ("'%s' belongs to the script and cannot be assigned in a body"):format(node.name),
          "keep it in the node's state: self." .. node.name)
      end
      self:refuse(node.pos, ("global '%s' cannot be assigned in a body"):format(node.name), "declare it: local " .. node.name .. " = …")
    elseif var.place then
      self:refuse(node.pos, ("'%s' is read-only"):format(node.name), "copy it: local value = " .. node.name)
    end
    if not var.type then self:pass_over() end
    return { k = "local", type = var.type, var = var, pos = node.pos }
  elseif node.tag ~= "Index" then
    self:refuse(node.pos, "this cannot be assigned", "assign locals and fields of self")
  end
  local target = self:eval(node)
  if target.param then
    self:refuse(node.key.pos, ("'%s' is a param, and params are constant"):format(target.param), "keep it in `state` to change it")
  elseif target.k == "field" and target.base == "self" or target.k == "elem" and target.array.base == "self" then
    if self.fn then self.fn.writes = true end
    return target
  elseif target.k == "field" or target.k == "elem" or target.k == "list" or target.k == "port" then
    read_only(self, target, node)
  elseif target.k == "array" then
    self:refuse(node.pos, "an array cannot be assigned as a whole", "assign its elements in a loop")
  end
  self:refuse(node.pos, "this cannot be assigned: a callback writes only its own node's state", "assign locals and fields of self")
end

---Brings a value to the type of a local.
function S:for_local(var, value, pos)
  if var.type == value.type then return value end
  local adapted = types.is_integer(var.type) and self:adapt(value, var.type)
  if adapted then return adapted end
  local advice = "use another local"
  if var.type == "number" and types.is_integer(value.type) then
    advice = ("make it a number: tonumber(…), or declare the local as an integer: local %s = 0LL"):format(var.name)
  end
  self:refuse(pos, ("'%s' is %s, and here it would become %s"):format(var.name, types.named[var.type], types.named[value.type]), advice)
end

return S
