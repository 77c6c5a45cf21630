-- SPDX-License-Identifier: MIT
-- flux.export.join: blocks that go on where the one before them ends. Where every flag that a block asks for is raised in the item before
-- it, the block can only run where that item has: it moves in, and what is certain there is not asked.
--
--   if (a_dirty || b_dirty) {                       if (a_dirty || b_dirty) {
--     sum_update(&g->sum, &g->a, &g->b);              sum_update(&g->sum, &g->a, &g->b);
--     sum_ran = true;                           →     if (g->on_sum != NULL) publish_sum(g);
--   }                                               }
--   if (sum_ran && g->on_sum != NULL) publish_sum(g);
--
--   join.items(root.items, holds)     -- flux.export.flow
--
-- A step with a test of its own, a timer's or that of `when = "all"`, becomes { kind = "when", step, guard, items }: the test around items.

local M = {}

-- Is the step somewhere in the item?
local function contains(item, step)
  if item.kind == "step" then return item.step == step end
  for _, inner in ipairs(item.items) do
    if contains(inner, step) then return true end
  end
  return false
end

local function has_own_test(step) return step.seed == "due" or step.when_all end

-- A step with a test of its own as what can be moved into, with the guard of the block that holds nothing else.
local function as_scope(item)
  local inner = item.kind == "block" and #item.items == 1 and item.items[1] or item
  if inner.kind ~= "step" or inner.selected or not has_own_test(inner.step) then return item end
  return { kind = "when", step = inner.step, guard = item.guard, items = { { kind = "step", step = inner.step, selected = true } } }
end

-- Can what follows an item move into it? What one step alone makes of a block may have an `else`.
local function can_hold(item)
  if item.kind ~= "block" and item.kind ~= "when" then return false end
  local only = #item.items == 1 and item.items[1]
  return not (only and only.kind == "step" and only.step.role == "on_arrest")
end

local function is_within(guard, item)
  for _, flag in ipairs(guard) do
    if not flag.step or not contains(item, flag.step) then return false end
  end
  return true
end

-- Moves a block into an item, as deep as it may go.
local function move(block, item, holds)
  local last = as_scope(item.items[#item.items])
  if can_hold(last) and is_within(block.guard, last) then
    item.items[#item.items] = last
    return move(block, last, holds)
  end
  local certain = {}
  for _, inner in ipairs(item.items) do
    if inner.kind == "step" and (inner.selected or not has_own_test(inner.step)) then certain[inner.step] = true end
  end
  if not holds(block.guard, certain) then
    item.items[#item.items + 1] = block
    return
  end
  for _, inner in ipairs(block.items) do item.items[#item.items + 1] = inner end
end

---Moves blocks into the items before them, at every level.
---@param items table[] of flux.export.flow; changed
---@param holds fun(guard: table, called: table): boolean whether steps that have been called for sure make a guard true
function M.items(items, holds)
  local kept = 0
  for i = 1, #items do
    local item = items[i]
    local before = kept > 0 and as_scope(items[kept])
    if item.kind == "block" and before and can_hold(before) and is_within(item.guard, before) then
      items[kept] = before
      move(item, before, holds)
    else
      kept = kept + 1
      items[kept] = item
    end
  end
  for i = #items, kept + 1, -1 do items[i] = nil end
  for _, item in ipairs(items) do
    if item.items then M.items(item.items, holds) end
  end
end

return M
