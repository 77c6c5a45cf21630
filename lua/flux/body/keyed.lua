-- SPDX-License-Identifier: MIT
-- Bodies in a g:by: a field of a keyed node is its element at the key's slot. These are methods of the checker (flux.body.check), and
-- what is put around a body.
--
--   self.value          →  self.value[slot]               of the node itself, and of an input that is keyed
--   self.w[i]           →  self.w[slot * 8 + i]           i is checked against 0 … 7 as ever
--   ctx.valid(x)        →  x_valid.value[slot]
--
-- env.keyed is the group of a keyed node (flux.keyed), env.slot_input the input that says the slot, env.self the record of one key. The
-- slot comes from the router, whose invariant it is that it is in range; so it is not checked.

local types = require "flux.body.types"

local K = {}

-- Whether a place is the state of a keyed node: its group.
local function group_of(c, base)
  if base == "self" then return c.env.keyed end
  return type(base) == "table" and base.keyed or nil
end

local function number(value) return { k = "number", type = "number", value = value, const = value, lo = value, hi = value } end

-- The slot as a typed node: an input's value, or the counter of init's loop over all slots.
function K:slot(by)
  if self.slot_var then return { k = "local", type = "number", var = self.slot_var, lo = 0, hi = by.slots - 1 } end
  local input = self.env.slot_input
  local field = input.elements[1].field
  return { k = "port", input = input, field = field, type = "number", lo = 0, hi = by.slots - 1 }
end

-- The array that holds a field for all keys.
local function stored(c, base, field)
  if base == "self" then return c.env.node.record.by_name[field.name] end
  local first = base.elements[1]
  return first.field or first.node.record.by_name[field.name]
end

---The place of a field in a state for each key; nil where the state is one.
---@param base "self"|flux.Input
---@param field flux.Field of one key's record
---@param name string as messages call it
---@param element table? the index of the element of a list
function K:slotted(base, field, pos, name, element)
  local by = group_of(self, base)
  if not by then return nil end
  if self.fn then
    self:refuse(pos, "a helper function that reads a node of g:by", "give it the values, or write it in the callback")
  end
  local wide = stored(self, base, field)
  local array = { k = "array", base = base, element = element, field = wide, pos = pos, name = name }
  if field.count then
    array.cell, array.slot = field.count, self:slot(by)
    return array
  end
  local info = types.of_field[field.type]
  return { k = "elem", type = info.type, field = wide, lo = info.lo, hi = info.hi, wide = info.wide, narrow = info.narrow, pos = pos,
    array = array, index = { value = self:slot(by), count = wide.count, checked = false, array = name, line = self.line, pos = pos } }
end

---The index of an element of a key's own array in the array of all keys.
---@param array table from K:slotted, with `cell` and `slot`
---@param index table the index within the key's array
function K.cell_index(_, array, index)
  local inner = index.value
  if index.checked or types.is_integer(inner.type) then
    inner = { k = "place", type = "number", index = index, lo = 0, hi = array.cell - 1, pos = index.pos }
  end
  local start = { k = "arith", op = "*", type = "number", left = array.slot, right = number(array.cell), lo = 0,
    hi = array.slot.hi * array.cell }
  local value = { k = "arith", op = "+", type = "number", left = start, right = inner, lo = 0, hi = start.hi + array.cell - 1 }
  return { value = value, count = array.field.count, checked = false, fails = index.checked, array = array.name, line = index.line,
    pos = index.pos }
end

---A port of a keyed node as a parameter: the element at the slot.
---@param input flux.Input
---@param field flux.Field of one key's record
function K:keyed_port(input, field)
  local place = self:slotted(input, field, nil, input.name)
  place.input, place.keyed_port = input, field
  return place
end

---Whether an input's node has been dirty for this key.
---@param input flux.Input
function K:keyed_valid(input, pos)
  local wiring, keyed = require "flux.keyed.wiring", require "flux.keyed"
  local result
  for _, element in ipairs(input.elements) do
    local node, validity = self.env.node, wiring.validity(element.node)
    local name = "valid_" .. element.node.name
    local known = node.inputs_by_name[name] or keyed.add_input(node, name, require("flux.input").passive(validity))
    local value = self:slotted(known, { name = "value", type = "bool" }, pos, name)
    result = result and { k = "or", type = "bool", left = result, right = value, pos = pos } or value
  end
  return result
end

-- Around a body ------------------------------------------------------------------------------------------------------------------------

local function statement(fields, line)
  fields.line, fields.before = line, {}
  return fields
end

local function block_of(list, line)
  list.falls, list.end_line, list.closing = true, line, {}
  return list
end

-- `if cond then return false end`, before everything else.
local function arrest_if(typed, cond)
  local line = typed.line
  local verdict = typed.verdict and { k = "bool", type = "bool", value = false } or nil
  local leave = statement({ k = "return", value = verdict, falls = false }, line)
  local block = block_of({ leave }, line)
  block.falls = false
  typed.returns.arrest = typed.returns.arrest or typed.verdict
  table.insert(typed.block, 1, statement({ k = "if", clauses = { { cond = cond, block = block, line = line } }, falls = true }, line))
end

-- For every slot: what comes before, then the body.
local function for_all_slots(typed, by, var, before)
  local line = typed.line
  local inner = block_of({}, line)
  if before then inner[1] = statement({ k = "do", block = before, falls = true }, line) end
  for _, each in ipairs(typed.block) do inner[#inner + 1] = each end
  inner.end_line = typed.block.end_line
  local loop = statement({ k = "for", var = var, first = number(0), last = number(by.slots - 1), step = number(1), block = inner,
    int = true, way = "up", falls = true }, line)
  local outer = block_of({ loop }, typed.block.end_line)
  outer.opening, outer.closing, typed.block.closing, inner.opening = typed.block.opening, typed.block.closing, nil, nil
  inner.closing = {}
  typed.block = outer
end

-- Gives all statements of flux's own one line, that of the callback.
local function on_line(block, line)
  block.end_line = line
  for _, each in ipairs(block) do
    each.line, each.before, each.after = line, {}, nil
    for _, inner in ipairs { each.block or false, each.orelse or false } do
      if inner then on_line(inner, line) end
    end
    for _, clause in ipairs(each.clauses or {}) do
      clause.line = line
      on_line(clause.block, line)
    end
  end
  return block
end

---What a checker of a keyed callback starts with.
function K:begin_keyed()
  local by = self.env.keyed
  if by and self.env.role == "init" then self.slot_var = { name = "slot", type = "number", lo = 0, hi = by.slots - 1 } end
end

---Puts around a typed body what its group asks for: init for every slot, nothing for an event whose key was dropped, waiting by key.
---@param typed table
---@param before table? the typed block that comes first, in every slot
function K:finish_keyed(typed, before)
  local env, by = self.env, self.env.keyed
  if not by then return end
  if env.role == "init" then
    require("flux.body.walk").statements(typed.block, function(each)
      if each.k == "return" then
        require("flux.body.refuse").near({ file = typed.source.file, line = each.line }, "return in an init of g:by",
          "use if and else: it is one loop over all keys")
      end
    end)
    for_all_slots(typed, by, self.slot_var, before and on_line(before, typed.line))
  elseif env.waits then
    for _, input in ipairs(env.waits) do
      local valid = input.keyed and self:keyed_valid(input) or { k = "valid", type = "bool", input = input }
      arrest_if(typed, { k = "not", type = "bool", operand = valid })
    end
  end
  if env.may_drop then
    arrest_if(typed, { k = "compare", op = "<", type = "bool", left = self:slot(by), right = number(0) })
  end
end

return K
