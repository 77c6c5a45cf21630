-- SPDX-License-Identifier: MIT
-- interval_join: all pairs of an x and a y that came from `before` before x to `after` after it (both ends belong to it; default 0). Ticks
-- when the later of a pair comes, with the `pairs` that it completes. At most `capacity` values of each series are kept; `overflow` =
-- "error" or "oldest" says what happens to one more.
--
-- Formula: {(x, y) : t(x) − before ≤ t(y) ≤ t(x) + after}
-- Source: Apache Flink, interval join
--
--   local near = g:node("near", nodes.interval_join { x = tick.price, y = tick.size, before = "50ms", capacity = 8 })
--   g:sink("near", near)      -- near.pairs, near.x[i], near.y[i] for i from 0

local givens = require "flux.nodes.support.given"
local kinds = require "flux.nodes.support.kinds"
local texts = require "flux.nodes.support.text"

local FIELDS = { "count", "head", "time", "held" }

-- Drops the values of one series that nothing can meet any more, then makes pairs of a value of the other with what is left.
local EXPIRE = [[
local since_$own = ctx.now - $keep -- at the beginning of time it wraps, and nothing is too old
for step = 0, $mask do
  if self.$own_count <= 0 or since_$own > ctx.now then break end
  if self.$own_time[bit.band(self.$own_head, $mask)] >= since_$own then break end
  self.$own_head, self.$own_count = bit.band(self.$own_head + 1, $mask), self.$own_count - 1
end
]]

local MEET = [[
for i = 0, math.min(self.$other_count - 1, $mask) do
  local at = bit.band(self.$other_head + i, $mask)
  local pair = math.max(0, math.min(self.pairs, $most))
  self.$own[pair], self.$other[pair] = $own, self.$other_held[at]
  self.pairs = pair + 1
end
]]

local KEEP = [[
$full
local last = bit.band(self.$own_head + self.$own_count, $mask)
self.$own_held[last], self.$own_time[last] = $own, ctx.now
self.$own_count = self.$own_count + 1
]]

local FULL = {
  error = [[
if self.$own_count >= $capacity then
  self.overflowed = self.overflowed + 1
  self.$own_held[$mask + self.$own_count] = $own -- beyond the array: ends the cycle
end
]],
  oldest = [[
if self.$own_count >= $capacity then
  self.overflowed = self.overflowed + 1
  self.$own_head, self.$own_count = bit.band(self.$own_head + 1, $mask), self.$own_count - 1
end
]],
}

local BODY = [[
function(self, x, y, ctx)
  self.pairs = 0
  $expire_x
  $expire_y
  if ctx.ticked(x) then
    $meet_x
    $keep_x
  end
  if ctx.ticked(y) then
    $meet_y
    $keep_y
  end
  return self.pairs > 0
end
]]

return function(options)
  local given = givens.new("interval_join", options)
  given:number_input "x"
  given:number_input "y"
  local before, after = given:duration "before", given:duration "after"
  if not (before or after) then given:fail("how far may y be from x? before = \"1s\", after = \"1s\", or both") end
  local capacity = given:count("capacity", nil, 1, 2 ^ 20)
  local overflow = given:choice("overflow", { "error", "oldest" })
  given:done()
  local size = 1
  while size < capacity do size = 2 * size end
  before, after = tostring(before or 0LL), tostring(after or 0LL)
  local function piece(text, own, other, more)
    local values = { own = own, other = other, mask = size - 1, most = 2 * capacity - 1, capacity = capacity, full = FULL[overflow] }
    for key, value in pairs(more) do values[key] = value end -- a copy: the order does not matter
    for _, name in ipairs(FIELDS) do
      values["own_" .. name], values["other_" .. name] = own .. "_" .. name, other .. "_" .. name
    end
    return texts.fill(text, values)
  end
  -- An x waits for a y that comes up to `after` later, and a y for an x that comes up to `before` later.
  local update = texts.body("interval_join", BODY, {
    expire_x = piece(EXPIRE, "x", "y", { keep = after }), expire_y = piece(EXPIRE, "y", "x", { keep = before }),
    meet_x = piece(MEET, "x", "y", {}), meet_y = piece(MEET, "y", "x", {}),
    keep_x = piece(KEEP, "x", "y", {}), keep_y = piece(KEEP, "y", "x", {}),
  }, texts.full(capacity, "values of a series", "overflow = \"oldest\""))
  return given:instance(kinds.new("IntervalJoin", { update = update,
    state = ("int32_t pairs; int64_t overflowed; double x[%d], y[%d];"):format(2 * capacity, 2 * capacity),
    internal = ([[int32_t x_head, x_count, y_head, y_count; int64_t x_time[%d], y_time[%d]; double x_held[%d], y_held[%d];]]):format(
      size, size, size, size) }))
end
