-- SPDX-License-Identifier: MIT
-- flux.export.either: neighbours of which exactly one runs, as `if (…) { … } else { … }`: an update and its on_arrest, and filters of one
-- condition and the `otherwise` of their node.
--
--   if either.is(x, item, items[i + 1]) then either.print(x, item, items[i + 1], print_items, print_step) … end

local c = require "flux.export.c"
local call = require "flux.export.call"
local flows = require "flux.export.flow"
local refs = require "flux.export.refs"

local M = {}

---The only step of a block, where its own test and the block's are one `if`.
function M.only_step(item)
  local inner = item.kind == "block" and #item.items == 1 and item.items[1]
  return inner and inner.kind == "step" and inner.step.role ~= "sink" and not inner.declare and flows.tested(inner) and inner or nil
end

-- The on_arrest step that `item` is about, when it can be the `else` of a block under the guard that it must not have.
local function arrest_of(item, block)
  local inner = item.kind == "step" and item or M.only_step(item)
  local step = inner and inner.step
  if step and step.role == "on_arrest" and step.unless == block.guard and block.kind == "block" then return inner end
end

-- Is `item` an `otherwise` that runs where the filters before it do not match?
local function is_otherwise(x, item, filtered)
  if filtered.kind ~= "filtered" or item.kind ~= "step" or item.step.seed ~= "otherwise" or item.selected then return false end
  return call.is_negation(x, item.step, filtered.callback)
end

---Do the two make an `if` with an `else`?
---@param x table
---@param item table of flux.export.flow
---@param following table|nil
---@return boolean
function M.is(x, item, following)
  if not following then return false end
  return arrest_of(following, item) ~= nil and not M.only_step(item) or is_otherwise(x, following, item)
end

---Prints an item and the one that follows it, which M.is says are one `if`.
---@param x table
---@param item table
---@param following table whose flags have been declared
---@param print_items fun(items: table[])
---@param print_step fun(item: table, guard: table|nil, word: string|nil)
function M.print(x, item, following, print_items, print_step)
  local out, arrest = x.out, arrest_of(following, item)
  if arrest then
    c.condition(out, "if", refs.guard_terms(x, item.guard), "||")
  else
    c.condition(out, "if", refs.conditions(x, item.callback), "&&")
  end
  print_items(item.items)
  out:dedent()
  local step = (arrest or following).step
  local unless, selected = step.unless, following.selected
  step.unless = nil
  if arrest and following.kind == "block" then
    print_step(arrest, following.guard, "} else if")
  else
    if not arrest then following.selected = true end -- its test is this `else`
    c.open(out, "} else {")
    print_step(arrest or following)
    c.close(out, "}")
  end
  step.unless, following.selected = unless, selected
end

return M
