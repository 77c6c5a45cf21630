-- SPDX-License-Identifier: MIT
-- flux.jit.conditions: what a filter and `when = "all"` ask, as text.

local call = require "flux.jit.call"
local choice = require "flux.jit.choice"

local clock = call.clock

local M = {}

---What a filter asks of its event.
---@param callback flux.Callback
---@return string
function M.filter(callback)
  local terms = {}
  for i, condition in ipairs(callback.conditions) do
    terms[i] = ("event.%s == %s"):format(condition.field.name, choice.literal(condition.field, condition.value))
  end
  return table.concat(terms, " and ")
end

---That every trigger input of a node has been dirty once.
---@param self table a caller, see flux.jit.call
---@param names table
---@param node flux.Node
---@return string
function M.valid(self, names, node)
  local terms = {}
  for _, input in ipairs(node.inputs) do
    if not input.passive and not input.prev then
      local any = {}
      for i, element in ipairs(input.elements) do
        any[i] = ("%s.valid[%s] ~= 0"):format(clock(self, names), call.number(self, "v", element.node.index))
      end
      terms[#terms + 1] = #any > 1 and "(" .. table.concat(any, " or ") .. ")" or any[1]
    end
  end
  return table.concat(terms, " and ")
end

return M
