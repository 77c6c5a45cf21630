-- SPDX-License-Identifier: MIT
-- What is assumed of bodies of which flux reads no meaning (C, opaque Lua): they use all of what they name.

local M = {}

function M.sorted_inputs(env)
  local list = {}
  for _, input in pairs(env.inputs or {}) do list[#list + 1] = input end
  table.sort(list, function(a, b)
    if (a.index or 0) ~= (b.index or 0) then return (a.index or 0) < (b.index or 0) end
    return a.name < b.name
  end)
  return list
end

-- The fields of an input's elements; of ports their own.
function M.fields_of(input)
  local first = input.elements[1]
  return first and (first.field and { first.field } or first.node.record.fields) or {}
end

function M.all_fields(input)
  local set = {}
  for i, field in ipairs(M.fields_of(input)) do
    set[i], set[field.name] = field.name, true
  end
  return set
end

function M.all_names(record)
  local set = {}
  for i, field in ipairs(record and record.fields or {}) do set[i], set[field.name] = field.name, true end
  return set
end

M.verdicts = { handler = true, timer = true, update = true, on_arrest = true }

return M
