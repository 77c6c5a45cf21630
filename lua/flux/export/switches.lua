-- SPDX-License-Identifier: MIT
-- flux.export.switches: runs of filters on one integer field, and of what depends on them alone, become a `switch`.
--
--   items = switches.find(items)     -- flux.export.flow, of an entry's block tree
--
-- A run is open while each item depends on one value of the field; an `otherwise` whose node has a filter for each of these values
-- is its default.

local M = {}

---Types that a `switch` can tell apart.
M.INTEGER = {
  symbol = true, int8_t = true, uint8_t = true, int16_t = true, uint16_t = true, int32_t = true, uint32_t = true,
  int64_t = true, uint64_t = true,
}

local function filter_of(item)
  if item.kind == "step" and item.step.seed == "filter" then return item.step.callback end
end

-- The field and value that a filter tests, when a `switch` can.
local function single_condition(callback)
  local list = callback.conditions
  if #list == 1 and M.INTEGER[list[1].field.type] then return list[1] end
end

-- Collects every step inside an item.
local function steps_in(item, visit)
  if item.kind == "step" then return visit(item.step) end
  for _, inner in ipairs(item.items) do steps_in(inner, visit) end
end

-- The case that owns every flag of a guard, or nil.
local function case_of_guard(guard, owner)
  if type(guard) ~= "table" then return nil end
  local case
  for _, flag in ipairs(guard) do
    local mine = flag.step and owner[flag.step]
    if not mine or case and mine ~= case then return nil end
    case = mine
  end
  return case
end

-- An open run of items that depend on the value of one field, each on one value only.
local function new_run() return { cases = {}, by_value = {}, owner = {}, items = {} } end

local function add_to_case(run, case, item)
  case.items[#case.items + 1] = item
  run.items[#run.items + 1] = item
  steps_in(item, function(step) run.owner[step] = case end)
end

local function run_accepts(run, item)
  local callback = filter_of(item)
  if not callback then return item.kind == "block" and case_of_guard(item.guard, run.owner) or nil end
  local condition = single_condition(callback)
  if #run.cases > 0 and not (condition and run.field == condition.field) then return nil end
  run.field = condition and condition.field
  local key = condition and tostring(condition.value) or 1
  local case = run.by_value[key]
  if not case then
    case = { kind = "case", condition = condition, callback = callback, items = {} }
    run.by_value[key] = case
    run.cases[#run.cases + 1] = case
  end
  return case
end

-- Whether an `otherwise` step is the default of a run: its node has a filter for every case, and no other.
local function is_default(run, item)
  local step = item.kind == "step" and item.step
  if not (step and step.seed == "otherwise" and #run.cases >= 2) then return false end
  local count = 0
  for _, callback in ipairs(step.node.callbacks) do
    if callback.event == step.callback.event and #(callback.conditions or {}) > 0 then
      local condition = single_condition(callback)
      if not (condition and condition.field == run.field and run.by_value[tostring(condition.value)]) then return false end
      count = count + 1
    end
  end
  return count == #run.cases
end

local function has_filter(items)
  for _, item in ipairs(items) do
    if filter_of(item) then return true end
  end
  return false
end

---Replaces runs by a switch, or by one `if` where there is one case, at every level.
---@param items table[] steps and blocks
---@return table[] items { kind = "switch", field, items = cases } and { kind = "filtered", callback, items } among them
function M.find(items)
  if not has_filter(items) then
    for _, item in ipairs(items) do
      if item.kind == "block" then item.items = M.find(item.items) end
    end
    return items
  end
  local out, run = {}, new_run()
  local function close()
    if #run.cases == 0 then return end
    for _, case in ipairs(run.cases) do
      for _, item in ipairs(case.items) do
        if item.kind == "step" then item.selected = true end -- the case tests its filter
      end
    end
    if #run.cases >= 2 then
      out[#out + 1] = { kind = "switch", field = run.field, items = run.cases }
    else
      run.cases[1].kind = "filtered"
      out[#out + 1] = run.cases[1]
    end
    run = new_run()
  end
  for _, item in ipairs(items) do
    local case = run_accepts(run, item)
    if not case and #run.items > 0 and not is_default(run, item) then
      close()
      case = run_accepts(run, item)
    end
    if case then
      add_to_case(run, case, item)
    elseif is_default(run, item) then
      run.cases[#run.cases + 1] = { kind = "case", is_default = true, items = { item } }
      close()
    else
      if item.kind == "block" then item.items = M.find(item.items) end
      out[#out + 1] = item
    end
  end
  close()
  return out
end

return M
