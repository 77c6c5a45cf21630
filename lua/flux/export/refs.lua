-- SPDX-License-Identifier: MIT
-- flux.export.refs: C expressions for what generated code refers to: states, inputs, flags, filter conditions, literals.
--
--   refs.element(x, input, 0)          --> "g->tick.price"
--   refs.condition(x, callback)        --> "event->symbol == SIGNALS_SYMBOL_MSFT"

local resolve = require "flux.resolve"

local M = {}

---A 64-bit integer as a C literal; the smallest int64 has none.
---@param value number|ffi.cdata*
---@return string
function M.int64(value)
  local text = type(value) == "number" and ("%.0f"):format(value) or tostring(value):gsub("U?LL$", "")
  if text == "-9223372036854775808" then return "INT64_MIN" end
  if #text < 10 then return text end
  return ("INT64_C(%s)"):format(text)
end

---A value of a field's type as a C literal.
---@param x table emission context
---@param type_name string
---@param value any
---@return string
function M.literal(x, type_name, value)
  if type_name == "bool" then return (value == true or value == 1) and "true" or "false" end
  if type_name == "symbol" then
    if type(value) == "table" then return x.names.symbol[value] or tostring(x.graph:symbol_id(value)) end
    for _, symbol in ipairs(x.graph.symbols or {}) do
      if x.graph:symbol_id(symbol) == value and x.names.symbol[symbol] then return x.names.symbol[symbol] end
    end
    return tostring(value)
  end
  if type_name == "double" or type_name == "float" then return M.number(value, type_name) end
  if type_name == "uint64_t" then return ("UINT64_C(%s)"):format((tostring(value + 0ULL):gsub("ULL$", ""))) end
  if type_name == "int64_t" then return M.int64(value + 0LL) end
  return ("%.0f"):format(value)
end

---The shortest decimal text that reads back as the same double; for `float`, rounded as an assignment would.
function M.number(value, type_name)
  if value ~= value then return "NAN" end
  if value == math.huge then return "INFINITY" end
  if value == -math.huge then return "-INFINITY" end
  local text
  for digits = 15, 17 do
    text = ("%." .. digits .. "g"):format(value)
    if tonumber(text) == value then break end
  end
  if not text:find("[.eE]") then text = text .. ".0" end
  return type_name == "float" and "(float)" .. text or text
end

---The state of a node, as an lvalue.
function M.state(x, node)
  if x.locals[node] then return x.names.member[node] .. "_state" end
  return (x.batch and "s." or "g->") .. x.names.member[node]
end

-- Where an element reads: its source's live state, or the copy that flux.prev keeps.
local function source(x, input, index)
  local element = input.elements[index + 1]
  local copy = x.copies and x.copies.by_offset[resolve.element_offset(x.resolved, input.node, input.first + index)]
  if input.prev and copy then return "g->prev." .. copy.name, copy.whole end
  return M.state(x, element.node), true
end

---The value or struct that element `index` of an input reads, as an lvalue.
---@param x table
---@param input flux.Input
---@param index integer 0-based
---@return string
function M.element(x, input, index)
  local element = input.elements[index + 1]
  local text, whole = source(x, input, index)
  if element.field and whole then return text .. "." .. element.field.name end
  return text
end

---The member of the instance that `M.element` names, without "g->", for offsetof.
function M.member_path(x, input, index)
  return (M.element(x, input, index):gsub("^g%->", ""))
end

---The name of a step's flag.
---@param x table
---@param step table
---@param kind string "dirty"|"ran"
function M.flag(x, step, kind)
  return x.flag_names[step][kind]
end

---The operands of a guard: an OR over flags. "always" and "never" give nil and the constant.
---@return string[]|nil terms
function M.guard_terms(x, guard)
  local terms = {}
  for _, flag in ipairs(guard) do
    if flag.step then
      terms[#terms + 1] = M.flag(x, flag.step, flag.kind)
    else
      local what = flag.kind == "pending_dirty" and "dirty" or "ran"
      terms[#terms + 1] = ("%spending.%s_%s"):format(x.split and "f->" or "", x.names.member[flag.node], what)
    end
  end
  return terms
end

---A guard as one expression. `wrap`: in parentheses when it has several terms.
function M.guard(x, guard, wrap)
  if guard == "always" then return "true" end
  if guard == "never" or guard == nil then return "false" end
  local terms = M.guard_terms(x, guard)
  local text = table.concat(terms, " || ")
  return wrap and #terms > 1 and "(" .. text .. ")" or text
end

---An OR of guards, as for a list input; none is "always".
function M.any(x, guards)
  local terms, seen = {}, {}
  for _, guard in ipairs(guards) do
    if type(guard) == "table" then
      for _, term in ipairs(M.guard_terms(x, guard)) do
        if not seen[term] then
          seen[term] = true
          terms[#terms + 1] = term
        end
      end
    end
  end
  return #terms == 0 and "false" or table.concat(terms, " || ")
end

---Tests of a filter's conditions on the event.
---@return string[] terms
function M.conditions(x, callback)
  local terms = {}
  for _, condition in ipairs(callback.conditions or {}) do
    local field = condition.field
    if field.type == "bool" then
      terms[#terms + 1] = ((condition.value == true or condition.value == 1) and "" or "!") .. "event->" .. field.name
    else
      terms[#terms + 1] = ("event->%s == %s"):format(field.name, M.literal(x, field.type, condition.value))
    end
  end
  return terms
end

return M
