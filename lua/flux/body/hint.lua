-- SPDX-License-Identifier: MIT
-- "Did you mean": the name in a list that is nearest to one that was not found.
--
--   local text = hint("prise", { "price", "size" })   --> "did you mean 'price'?"

local function distance(a, b)
  local row = {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    local diagonal, left = row[0], i
    row[0] = i
    for j = 1, #b do
      local cost = a:byte(i) == b:byte(j) and 0 or 1
      left = math.min(left + 1, row[j] + 1, diagonal + cost)
      diagonal, row[j] = row[j], left
    end
  end
  return row[#b]
end

---The hint for a name, or a list of what there is; nil when there is nothing.
---@param name string
---@param names string[]
---@return string?
return function(name, names)
  local best, near = nil, math.max(1, math.floor(#name / 3)) + 1
  for _, candidate in ipairs(names) do
    local away = distance(name:lower(), candidate:lower())
    if away < near then best, near = candidate, away end
  end
  if best then return ("did you mean '%s'?"):format(best) end
  if #names > 0 and #names <= 12 then return "there are: " .. table.concat(names, ", ") end
end
