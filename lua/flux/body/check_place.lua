-- SPDX-License-Identifier: MIT
-- Types names, fields, elements and constants. These are methods of the checker (flux.body.check); the nodes are listed in check_expr.

local builtins = require "flux.body.builtins"
local hint = require "flux.body.hint"
local nodes = require "flux.node"
local records = require "flux.types"
local types = require "flux.body.types"

local E = {}

-- Values from outside: upvalues, params, entries of constant tables --------------------------------------------------------------

---The node of a value that is known at resolve.
function E:constant(value, pos, name)
  local kind = type(value)
  if kind == "number" then
    local node = { k = "number", type = "number", value = value, const = value, pos = pos }
    if types.is_int(value) then node.lo, node.hi = value, value end
    return node
  elseif kind == "boolean" then
    return { k = "bool", type = "bool", value = value, pos = pos }
  elseif kind == "cdata" then
    local integer = types.integer_kind(value)
    if integer then return { k = "integer", type = integer, value = value, pos = pos } end
  elseif kind == "table" then
    if rawget(value, "is_symbol") then return { k = "symbol", type = "symbol", symbol = value, pos = pos } end
    return { k = rawget(value, "is_event") and "event_type" or "table", value = value, name = name, pos = pos }
  elseif kind == "function" then
    return { k = "function", value = value, name = name, pos = pos }
  elseif kind == "string" then
    self:refuse(pos, ("'%s' is a string, and strings are not portable"):format(name), 'use flux.symbol "…" for names')
  elseif kind == "nil" then
    self:refuse(pos, ("'%s' is nil when the graph is resolved"):format(name), "give it its value before the graph is built")
  end
  self:refuse(pos, ("'%s' is a %s, which is not portable"):format(name, kind), "use numbers, booleans, symbols or functions of these")
end

function E:free_name(node)
  local name = node.name
  local upvalue = self.source.upvalues[name]
  if upvalue then return self:constant(upvalue.value, node.pos, name) end
  local global = self.builtins.globals[name]
  if global then return { k = "table", value = global, name = name, pos = node.pos } end
  if name == "tonumber" then return { k = "function", value = tonumber, name = name, pos = node.pos } end
  if name == "ctx" then self:refuse(node.pos, "'ctx' is not a parameter of this function", "add ctx to its parameters") end
  if name == "index" and self.env.indexed then
    self:refuse(node.pos, "'index' is not a parameter of this function", "add it to its parameters")
  end
  if self.env.inputs and self.env.inputs[name] then
    self:refuse(node.pos, ("input '%s' is not a parameter of this function"):format(name), "add it to its parameters")
  end
  local advice = self.builtins.foreign[name]
  if advice then self:refuse(node.pos, ("'%s' is not portable"):format(name), advice) end
  self:refuse(node.pos, ("unknown global '%s'"):format(name), "make it a local of the script; its value is read when the graph is resolved")
end

-- Names and fields ---------------------------------------------------------------------------------------------------------------

function E:Name(node)
  local var = node.var
  if not var then return self:free_name(node) end
  if var.place then
    return setmetatable({ pos = node.pos, name = node.name }, { __index = var.place })
  end
  if not var.type then self:pass_over() end
  return { k = "local", type = var.type, var = var, lo = var.lo, hi = var.hi, wide = var.wide, pos = node.pos }
end

local function field_value(k, field, pos)
  local info = types.of_field[field.type]
  return { k = k, type = info.type, field = field, lo = info.lo, hi = info.hi, wide = info.wide, narrow = info.narrow, pos = pos }
end

local function field_names(record)
  local names = {}
  for i, field in ipairs(record.fields) do names[i] = field.name end
  return names
end

function E:refuse_internal(pos, name, what, record)
  local results = records.results(record)
  self:refuse(pos, ("field '%s' of %s is internal: only its own node's callbacks read it"):format(name, what),
    results[1] and "read one of its results: " .. table.concat(results, ", ") or "declare it in the node's state")
end

-- A field of self, of an event or of an input that is a node.
function E:field_of(base, record, name, pos, what)
  local field = record.by_name[name]
  if not field then
    self:refuse(pos, ("%s has no field '%s'"):format(what, name), hint(name, records.results(record))
      or "declare it there, or name another")
  end
  if field.internal and base ~= "self" then self:refuse_internal(pos, name, what, record) end
  local called = base == "self" and self.env.full or what .. "." .. name
  local slotted = self:slotted(base, field, pos, called)
  if slotted then return slotted end
  if field.count then return { k = "array", base = base, field = field, pos = pos, name = called } end
  local node = field_value("field", field, pos)
  node.base = base
  return node
end

function E:self_field(name, pos)
  local env = self.env
  local param = env.params and env.params[name]
  if param and not env.self.by_name[name] then
    local node = self:constant(param.value, pos, "self." .. name)
    node.param = name
    return node
  end
  if not env.self.by_name[name] then
    local names = field_names(env.self)
    for _, p in ipairs(self.param_names) do names[#names + 1] = p end
    self:refuse(pos, ("this node has no field '%s'"):format(name), hint(name, names) or "declare it in `state`")
  end
  return self:field_of("self", env.self, name, pos, "self")
end

local function static_key(node)
  if node.tag == "String" then return node.value or (loadstring("return " .. node.text))() end
  if node.tag == "Number" then return node.value end
end

local function name_key(node)
  local key = static_key(node)
  return type(key) == "string" and key or nil
end

local by_place = {}

function by_place.self(c, _, key, node)
  return c:self_field(key, node.key.pos)
end

function by_place.event(c, object, key, node)
  return c:field_of("event", c.env.event.record, key, node.key.pos, object.name or "event")
end

function by_place.node(c, object, key, node)
  local record = nodes.cell(object.input.elements[1].node)
  return c:field_of(object.input, record, key, node.key.pos, object.name or object.input.name)
end

function by_place.ctx(c, _, key, node)
  return c:ctx_field(key, node)
end

function by_place.element(c, object, key, node)
  local input, field = object.input, nil
  for i, element in ipairs(input.elements) do
    local other = nodes.cell(element.node).by_name[key]
    if not other then
      c:refuse(node.key.pos, ("node '%s' (element %d of '%s') has no field '%s'"):format(element.node.name, i - 1, input.name, key),
        hint(key, records.results(nodes.cell(element.node))) or "declare it there, or name another")
    elseif field and (other.type ~= field.type or other.count ~= field.count) then
      c:refuse(node.key.pos, ("field '%s' has different types in the nodes of '%s'"):format(key, input.name),
        "declare it alike in all of them")
    end
    if other.internal then
      c:refuse_internal(node.key.pos, key, ("node '%s'"):format(element.node.name), nodes.cell(element.node))
    end
    field = field or other
  end
  local slotted = c:slotted(input, field, node.pos, input.name .. "[…]." .. key, object.index)
  if slotted then return slotted end
  if field.count then
    return { k = "array", base = input, element = object.index, field = field, pos = node.pos, name = input.name .. "[…]." .. key }
  end
  local found = field_value("list", field, node.pos)
  found.input, found.index = input, object.index
  return found
end

-- A table that has no such entry: a library of Lua, or one of the script.
local function refuse_missing(c, object, key, name, pos)
  local lib = builtins.globals[object.name]
  if lib == object.value then
    local names = {}
    for known in pairs(lib) do names[#names + 1] = known end
    table.sort(names)
    c:refuse(pos, ("there is no '%s'"):format(name), builtins.formerly[key] or hint(tostring(key), names)
      or "write it as a helper function of the script")
  elseif getmetatable(object.value) then
    c:refuse(pos, ("'%s' is no entry of the table itself, and metatables are not portable"):format(name),
      "give the table the entry before the graph is built")
  end
  c:refuse(pos, ("'%s' is nil when the graph is resolved"):format(name), "give it its value before the graph is built")
end

function by_place.table(c, object, key, node)
  local value = rawget(object.value, key)
  local name = (type(key) == "string" and "%s.%s" or "%s[%s]"):format(object.name, tostring(key))
  if value == nil then refuse_missing(c, object, key, name, node.key.pos) end
  return c:constant(value, node.pos, name)
end

local function list_length(input)
  local n = #input.elements
  return { k = "number", type = "number", value = n, const = n, lo = n, hi = n }
end

local function list_place(c, object, node)
  local input = object.input
  if name_key(node.key) then
    if name_key(node.key) == "n" then return list_length(input) end
    c:refuse(node.key.pos, ("'%s' is a list of inputs"):format(input.name), ("write %s[i].%s, or %s.n for its length"):format(
      input.name, name_key(node.key), input.name))
  end
  local index = c:index(node.key, #input.elements, input.name)
  if object.k == "nodelist" then return { k = "element", input = input, index = index, pos = node.pos } end
  local field = input.elements[1].field
  for _, element in ipairs(input.elements) do
    if element.field.type ~= field.type then
      c:refuse(node.pos, ("the ports of '%s' have different types"):format(input.name), "give them one type")
    end
  end
  if input.keyed then return c:slotted(input, { name = field.name, type = field.type }, node.pos, input.name .. "[…]", index) end
  local found = field_value("list", field, node.pos)
  found.input, found.index = input, index
  return found
end

function E:Index(node)
  local object = self:eval(node.object)
  if object.k == "nodelist" or object.k == "portlist" then return list_place(self, object, node) end
  if object.k == "array" then
    if name_key(node.key) then
      self:refuse(node.key.pos, ("'%s' is an array, its elements have numbers"):format(object.name),
        ("index it: %s[i]"):format(object.name))
    end
    local info = field_value("elem", object.field, node.pos)
    info.array, info.index = object, self:index(node.key, object.cell or object.field.count, object.name)
    if object.cell then info.index = self:cell_index(object, info.index) end
    return info
  end
  local rule = by_place[object.k]
  if not rule then
    local what = object.type and types.named[object.type] or object.k == "function" and "a function" or "this"
    self:refuse(node.pos, what .. " has no fields", "read fields of self, of the event or of an input that is a node")
  end
  local key = static_key(node.key)
  if key == nil or (object.k ~= "table" and type(key) ~= "string") then
    if object.k == "table" then
      self:refuse(node.key.pos, "a constant table needs a constant key", "copy it into an array of the node's state in `init`")
    elseif object.k == "element" then
      self:refuse(node.key.pos, "an element of this list is a node, not an array", "name its field")
    end
    self:refuse(node.key.pos, "a field needs a constant name", "write a.b")
  end
  return rule(self, object, key, node)
end

---An index into an array or a list of `count` elements.
function E:index(node, count, array)
  local value = self:scalar(node)
  if value.type ~= "number" and not types.is_integer(value.type) then
    self:refuse(node.pos, "an index is a number, not " .. types.named[value.type], self.as_number[value.type])
  end
  if value.const and not value.lo then -- truncated, without the sign of a negative zero
    value = self:constant(value.const < 0 and math.ceil(value.const) + 0 or math.floor(value.const) + 0, node.pos)
  end
  local lo, hi = value.lo, value.hi
  if value.k == "integer" then
    local small = tonumber(value.value)
    value = self:constant(small, node.pos)
    lo, hi = small, small
  end
  if value.const and not (lo and lo >= 0 and hi < count) and not self.dead then
    self:refuse(node.pos, ("index %g is out of range: %s has elements 0 … %d"):format(value.const, array, count - 1),
      "use an index of these, or declare more elements")
  end
  local checked = not (lo and lo >= 0 and hi < count)
  if checked and self.fn then
    self:refuse(node.pos, ("an index of %s that is not proved in range, in a helper function"):format(array),
      "index in the callback, or prove it: a loop over constant bounds, bit.band(i, 63)")
  end
  return { value = value, count = count, checked = checked, array = array, line = self.line, pos = node.pos }
end

return E
