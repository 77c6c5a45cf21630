-- SPDX-License-Identifier: MIT
-- top: the n keys of a g:by with the largest x (`smallest = true`: the smallest), the first one first; of equal ones that of the lower
-- slot. A NaN is not ranked, and a key that leaves is not either. Ticks when the list changes.
--
-- Formula: the first n of {(key, x)} by x
-- Source: —
--
--   local volume = g:by(Tick.venue, { capacity = 100 }, function(sub)
--     return sub:node("volume", nodes.sum { x = tick.size })
--   end)
--   local busiest = g:node("busiest", nodes.top { x = volume.value, n = 3 })
--   g:sink("busiest", busiest)      -- busiest.key[i], busiest.value[i] for i from 0 to busiest.count - 1

local givens = require "flux.nodes.support.given"
local kinds = require "flux.nodes.support.kinds"
local texts = require "flux.nodes.support.text"

-- A heap whose first n places are a chain: the parent of place i is i - 1 up to place n, from which on it is a binary heap. So the first n
-- are sorted, and a change costs O(n + log keys). `order` has the slot at each place, `place` the place of each slot, from 1.

local BEFORE = "self.held[$a] $beyond self.held[$b] or self.held[$a] == self.held[$b] and $a < $b"

-- Moves `slot` from place `self.moving` up and down to where it belongs.
local MOVE = [[
for step = 0, $last do
  local at = $moving
  if at == 0 then break end
  local half = bit.band(bit.rshift(bit.band(at - $n - 1, $mask), 1), $mask)
  local parent = math.max(0, math.min(at <= $n and at - 1 or $n + half, $last))
  local other = $order_parent
  if not ($slot_before_other) then break end
  self.order[at], self.place[other] = other, at + 1
  self.moving = parent
end
for step = 0, $last do
  local at = $moving
  self.child = at < $n and at + 1 or at + at - $n + 1
  if self.child >= self.ranked then break end
  if at >= $n and self.child + 1 < self.ranked then
    local left, right = $order_child, $order_next
    if $right_before_left then self.child = self.child + 1 end
  end
  local other = $order_child
  if not ($other_before_slot) then break end
  self.order[at], self.place[other] = other, at + 1
  self.moving = self.child
end
self.order[$moving], self.place[slot] = slot, $moving + 1
]]

local REMOVE = [[
self.moving = self.place[gone] - 1
self.place[gone], self.ranked = 0, self.ranked - 1
if self.moving < $n then self.changed = true end
if self.moving < self.ranked then
  local slot = $order_end
  $move
end
]]

local BODY = [[
function(self, x, keys$left_parameter, ctx)
  self.changed = false
  $left
  if ctx.ticked(x) then
    local slot = math.max(0, math.min(keys.slot, $last))
    if x ~= x then
      if self.place[slot] > 0 then
        local gone = slot
        $remove
      end
    else
      local before = self.place[slot]
      self.moving = before - 1
      if before == 0 then
        self.moving = self.ranked
        self.ranked = self.ranked + 1
      end
      if before > 0 and before <= $n and self.held[slot] ~= x then self.changed = true end
      self.held[slot] = x
      $move
      if self.place[slot] <= $n and self.place[slot] ~= before then self.changed = true end
    end
  end
  if not self.changed then return false end
  self.count = math.min(self.ranked, $n)
  for i = 0, $n - 1 do
    if i < self.count then
      local slot = math.max(0, math.min(self.order[i], $last))
      self.key[i], self.value[i] = keys.slot_key[slot], self.held[slot]
    end
  end
end
]]

local LEFT = [[
if ctx.ticked(left) then
  local gone = math.max(0, math.min(left.slot, $last))
  if self.place[gone] > 0 then
    $remove
  end
end
]]

local function within(value, last) return ("math.max(0, math.min(%s, %d))"):format(value, last) end
local function slot_at(place, last) return within("self.order[" .. within(place, last) .. "]", last) end

return function(options)
  local given = givens.new("top", options)
  given:number_input "x"
  local by = given:group "x"
  local n, smallest = given:count("n", nil, 1, 1000), given:flag("smallest", false)
  given:done()
  local last = by.slots - 1
  local function before(a, b) return texts.fill(BEFORE, { a = a, b = b, beyond = smallest and "<" or ">" }) end
  local values = { n = n, last = last, mask = 2 ^ 21 - 1, moving = within("self.moving", last),
    order_parent = slot_at("parent", last), order_child = slot_at("self.child", last), order_next = slot_at("self.child + 1", last),
    order_end = slot_at("self.ranked", last), slot_before_other = before("slot", "other"), other_before_slot = before("other", "slot"),
    right_before_left = before("right", "left") }
  values.move = texts.fill(MOVE, values)
  values.remove = texts.fill(REMOVE, values)
  values.left, values.left_parameter = by.leaves and texts.fill(LEFT, values) or "", by.leaves and ", left" or ""
  return given:instance(kinds.new(smallest and "TopSmallest" or "Top", { update = texts.body("top", BODY, values),
    state = ("int32_t count; %s key[%d]; double value[%d];"):format(by.type, n, n),
    internal = ([[bool changed; int32_t ranked, moving, child;
      double held[%d]; int32_t order[%d], place[%d];]]):format(by.slots, by.slots, by.slots) }))
end
