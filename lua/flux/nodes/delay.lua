-- SPDX-License-Identifier: MIT
-- delay: x as it was `by` values ago (`by = 3`), or each value after a time (`by = "100ms"`, with a `capacity` of waiting values;
-- `overflow` = "error" or "oldest"); values that came at one time leave at one time, one after the other.
--
-- Formula: xₙ₋ₖ, or x(t − by)
-- Source: —
--
--   local before = g:node("before", nodes.delay { x = tick.price, by = 3 })
--   local later = g:node("later", nodes.delay { x = tick.price, by = "100ms", capacity = 64 })
--   g:sink("before", before)
--   g:sink("later", later)

local flux = require "flux"
local givens = require "flux.nodes.support.given"
local texts = require "flux.nodes.support.text"

local function by_values(n)
  local last = n - 1
  return flux.kind("Delay", {
    state = "double value;", internal = ("int32_t count, next; double held[%d];"):format(n),
    update = function(self, x)
      local at = math.max(0, math.min(self.next, last))
      local old = self.held[at]
      self.held[at] = x
      self.next = at < last and at + 1 or 0
      if self.count < n then
        self.count = self.count + 1
        return false
      end
      self.value = old
    end,
  })
end

local UPDATE = [[
function(self, x, ctx)
  if self.count == $capacity then
    self.overflowed = self.overflowed + 1
    $full
  end
  local at = math.max(0, self.head) + math.max(0, self.count)
  if at > $last then at = at - $capacity end
  self.held[at], self.held_time[at] = x, ctx.now
  self.count = self.count + 1
  if self.count == 1 then ctx.after(self.by) end
  return false
end
]]

local FULL = {
  error = "self.held[self.count] = x -- beyond the array: ends the cycle",
  oldest = "self.head = self.head < $last and self.head + 1 or 0\nself.count = self.count - 1",
}

-- Each value leaves in a cycle of its own: what is due at the same time has the next one.
local function by_time(capacity, overflow)
  local last = capacity - 1
  return flux.kind("Delay", {
    params = "int64_t by;",
    state = "double value; int64_t overflowed;",
    internal = ("int32_t head, count; int64_t held_time[%d]; double held[%d];"):format(capacity, capacity),
    update = texts.body("delay", UPDATE, { capacity = capacity, last = last, full = texts.fill(FULL[overflow], { last = last }) },
      texts.full(capacity, "values", "overflow = \"oldest\"")),
    on_timer = function(self, ctx)
      if self.count == 0 then return false end
      local head = math.max(0, math.min(self.head, last))
      local left = self.held_time[head] + self.by - ctx.now
      if left > 0 then -- the value that the timer was for has been dropped
        ctx.after(left)
        return false
      end
      self.value = self.held[head]
      self.head = head < last and head + 1 or 0
      self.count = self.count - 1
      if self.count > 0 then ctx.after(self.held_time[math.max(0, math.min(self.head, last))] + self.by - ctx.now) end
    end,
  })
end

return function(options)
  local given = givens.new("delay", options)
  given:number_input "x"
  if given:is_duration "by" then
    local by = given:duration "by"
    if not given:has "capacity" then given:fail("a delay in time keeps values: declare how many, as in capacity = 64") end
    local kind = by_time(given:count "capacity", given:choice("overflow", { "error", "oldest" }))
    given:done()
    return given:instance(kind, { by = by })
  end
  local kind = by_values(given:count "by")
  given:done()
  return given:instance(kind)
end
