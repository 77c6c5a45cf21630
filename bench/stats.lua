-- SPDX-License-Identifier: MIT
-- bench.stats: medians and spreads of a few rounds.

local M = {}

---Median, smallest and largest of a list.
---@param values number[]
---@return { median: number, min: number, max: number }
function M.summary(values)
  local sorted = { unpack(values) }
  table.sort(sorted)
  local n = #sorted
  local middle = math.floor((n + 1) / 2)
  local median = n % 2 == 1 and sorted[middle] or (sorted[middle] + sorted[middle + 1]) / 2
  return { median = median, min = sorted[1], max = sorted[n] }
end

---a[i] / b[i]: the ratio within each round.
function M.ratios(a, b)
  local list = {}
  for i = 1, #a do list[i] = a[i] / b[i] end
  return list
end

---The smallest of several lists, round by round.
---@param lists number[][]
function M.least(lists)
  local list = {}
  for i = 1, #lists[1] do
    list[i] = lists[1][i]
    for _, other in ipairs(lists) do list[i] = math.min(list[i], other[i]) end
  end
  return list
end

---The geometric mean of a list of ratios.
---@param values number[]
function M.geometric(values)
  local sum = 0
  for _, value in ipairs(values) do sum = sum + math.log(value) end
  return math.exp(sum / #values)
end

return M
