-- SPDX-License-Identifier: MIT
-- across: the sum, mean, min, max or count (`of`) of the newest x of all keys of a g:by. A NaN counts as no value, and so does a key that
-- left. `keys` is how many have one.
--
-- Formula: Σ x(key), … over the keys; without any the sum is 0, the others NaN
-- Source: —
--
--   local spread = g:by(Tick.venue, { capacity = 100 }, function(sub)
--     return sub:node("spread", nodes.range { x = tick.price, window = 10 })
--   end)
--   local widest = g:node("widest", nodes.across { x = spread.value, of = "max" })
--   g:sink("widest", widest)      -- widest.value, widest.keys

local givens = require "flux.nodes.support.given"
local kinds = require "flux.nodes.support.kinds"
local texts = require "flux.nodes.support.text"

-- A tree over the slots: node i is made of nodes 2i and 2i + 1. A key's value changes the nodes above it, so nothing drifts.
local SET = [[
self.tree[$leaves + at] = $value
for level = 1, $levels do
  local node = bit.band(bit.rshift($leaves + at, level), $mask)
  local left, right = self.tree[bit.band(node + node, $whole)], self.tree[bit.band(node + node + 1, $whole)]
  self.tree[node] = $merge
end
]]

local BODY = [[
function(self, x, keys$left_parameter, ctx)
  $left
  if ctx.ticked(x) then
    local at = math.max(0, math.min(keys.slot, $last))
    local has = x == x
    if has ~= self.has[at] then self.keys = self.keys + (has and 1 or -1) end
    self.has[at] = has
    local value = has and x or $empty
    $set
  end
  $result
end
]]

local LEFT = [[
if ctx.ticked(left) then
  local at = math.max(0, math.min(left.slot, $last))
  if self.has[at] then
    self.has[at], self.keys = false, self.keys - 1
    $clear
  end
end
]]

local INIT = [[
function(self)
  for i = 0, $whole do self.tree[i] = $empty end
end
]]

-- `tree`: what it keeps is no sum, and cannot go on as one.
local OF = {
  sum = { merge = "left + right", empty = "0", result = "self.value = self.tree[1]" },
  mean = { merge = "left + right", empty = "0", result = "self.value = self.tree[1] / self.keys" },
  min = { merge = "math.min(left, right)", empty = "math.huge", result = "self.value = self.keys > 0 and self.tree[1] or 0 / 0",
    tree = "Min" },
  max = { merge = "math.max(left, right)", empty = "-math.huge", result = "self.value = self.keys > 0 and self.tree[1] or 0 / 0",
    tree = "Max" },
  count = { empty = "0", result = "self.value = self.keys" },
}

return function(options)
  local given = givens.new("across", options)
  given:number_input "x"
  local by = given:group "x"
  local of = OF[given:choice("of", { "sum", "mean", "min", "max", "count" })]
  given:done()
  local leaves, levels = 2, 1
  while leaves < by.slots do leaves, levels = 2 * leaves, levels + 1 end
  local values = { leaves = leaves, levels = levels, mask = leaves - 1, whole = 2 * leaves - 1, last = by.slots - 1, merge = of.merge,
    empty = of.empty, result = of.result, left = "", left_parameter = "", set = "" }
  local function set(value)
    values.value = value
    return of.merge and texts.fill(SET, values) or ""
  end
  if by.leaves then
    values.clear = set(of.empty)
    values.left, values.left_parameter = texts.fill(LEFT, values), ", left"
  end
  values.set = set "value"
  local init = of.empty ~= "0" and texts.body("across", INIT, values) or nil
  return given:instance(kinds.new("Across" .. (of.tree or ""), { update = texts.body("across", BODY, values), init = init,
    state = "double value; int32_t keys;", internal = ("bool has[%d];"):format(by.slots)
      .. (of.merge and (" double tree[%d];"):format(2 * leaves) or "") }))
end
