-- SPDX-License-Identifier: MIT
-- flux.runtime.members: LuaJIT's words about a field that does not exist, in the graph's terms.
--
--   members.named(callback, "x.lua:7: 'struct 727' has no member named 'prise'")
--     --> "x.lua:7: node 'tick' has no field 'prise' (did you mean 'price'?)"
--
-- Records of equal layout share a struct: the callback's own node is named first, then its event, then its inputs.

local names = require "flux.names"
local types = require "flux.types"

local M = {}

-- What a callback sees as memory: { name, record, ctype }.
local function seen(callback)
  local list = { { ("node '%s'"):format(callback.node.name), callback.node.record } }
  local event = callback.event
  if event then
    local name = ("event '%s'"):format(event.name)
    list[2] = { name, event.record }
    if event.ctype then list[3] = { name, event.record, event.ctype } end
  end
  for _, input in ipairs(callback.node.inputs) do
    for _, element in ipairs(input.elements) do list[#list + 1] = { ("node '%s'"):format(element.node.name), element.node.record } end
  end
  return list
end

---The message with the node or event in the place of the struct's number.
---@param callback flux.Callback that raised it
---@param text string
---@return string
function M.named(callback, text)
  return (text:gsub("'struct (%d+)' has no member named '([^']*)'", function(number, field)
    for _, known in ipairs(seen(callback)) do
      if tonumber(known[3] or types.ctype(known[2])) == tonumber(number) then
        local fields = {}
        for i, f in ipairs(known[2].fields) do fields[i] = f.name end
        return ("%s has no field '%s'%s"):format(known[1], field, names.hint(field, fields))
      end
    end
  end))
end

return M
