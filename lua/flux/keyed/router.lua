-- SPDX-License-Identifier: MIT
-- The node of a g:by that knows the keys: which slot an event's key has, which is opened, which leaves.
--
--   router.spec(by)        → what g:node takes: state and one handler for each event type of the group
--   router.leaver(by)      → the node that ticks when a key leaves
--
-- Keys are found in an open-addressing table (flux.nodes.support.hashed). When keys can leave there is one slot more than keys: the new
-- key takes the spare one, and the slot that is left is made clean in the same cycle, so that a slot is always clean when it is taken. At
-- most one key leaves in a cycle, which bounds the cost of every event. A list of the live slots by their last event gives the oldest.
--
-- `slot` and `left` index the arrays of the whole group without a check (flux.body.keyed). So whatever they are set to is brought into
-- range here, in the cycle that reads them: a snapshot may hold any bytes.

local hashed = require "flux.nodes.support.hashed"
local sources = require "flux.source"
local texts = require "flux.nodes.support.text"

local ENDS = { "newest", "oldest" }

local NEIGHBOURS = { "newer", "older" }

local M = {}

-- What happens to a key that is new when all are taken.
local FULL = {
  error = "self.slot_key[$beyond] = $key -- beyond the array: ends the cycle",
  drop = [[
self.key, self.slot, self.opened, self.dropped = $key, -1, false, self.dropped + 1
return false]],
}

-- Keys never leave: the slots are taken one after the other.
local GROWING = [[
function(self, event)
  $find
  self.opened = self.bucket[at] == 0
  if self.opened then
    if self.count >= $capacity then
      $full
    end
    local fresh = math.max(0, math.min(self.count, $last))
    self.slot_key[fresh], self.bucket[at], self.bucket_key[at] = $key, fresh + 1, $key
    self.count = self.count + 1
  end
  self.key, self.slot = $key, $found - 1
end
]]

local LEAVING = [[
function(self, event, ctx)
  self.left = -1
  do
    $find
    self.opened = self.bucket[at] == 0
    $own_expired
    if self.left < 0 and self.opened and self.count >= $capacity then
      $full
    end
    $expired
  end
  if self.left >= 0 then
    local slot = $left_slot
    self.left_key = self.slot_key[slot]
    do
      $find_left
      $remove
    end
    $unlink
    self.live[slot] = false
    self.count, self.evicted = self.count - 1, self.evicted + 1
  end
  $find
  if self.opened then
    if self.spares > 0 then
      self.spares = self.spares - 1
      self.slot = self.spare[$spare]
    else
      self.slot = self.used
      self.used = self.used + 1
    end
    local slot = $own_slot
    self.slot = slot
    self.slot_key[slot], self.live[slot], self.bucket[at], self.bucket_key[at] = $key, true, slot + 1, $key
    self.count = self.count + 1
    $link
  else
    local slot = $found - 1
    $unlink
    $link
    self.slot = slot
  end
  if self.left >= 0 then
    self.spare[$spare] = self.left
    self.spares = self.spares + 1
  end
  self.key = $key
  $seen
end
]]

local UNLINK = [[
local newer, older = self.newer[slot], self.older[slot]
if newer >= 0 then self.older[$newer] = older else self.newest = older end
if older >= 0 then self.newer[$older] = newer else self.oldest = newer end
]]

local LINK = [[
self.newer[slot], self.older[slot] = -1, self.newest
if self.newest >= 0 then self.newer[$newest] = slot else self.oldest = slot end
self.newest = slot
]]

local OWN_EXPIRED = [[
if not self.opened and ctx.now - self.seen[$found - 1] > $age then
  self.left, self.opened = $found - 1, true
end
]]

local EXPIRED = "if self.left < 0 and self.count > 0 and ctx.now - self.seen[$oldest] > $age then self.left = $oldest end"

local function slot_of(expression, last) return ("math.max(0, math.min(%s, %d))"):format(expression, last) end

--- A body whose every line is the user's line with the g:by, which errors then name.
---@param by table
---@param text string
---@return flux.BodySource
function M.body(by, text, full)
  local source = sources.body((text:gsub("%s*%-%-[^\n]*", ""):gsub("%s*\n%s*", " ")))
  source.origin, source.full = by.origin, full
  return source
end

-- The texts of a handler; `key` is how the event names it.
local function handler(by, key, table)
  local last = by.slots - 1
  local own = { capacity = by.capacity, last = last, key = key, find = table.find(key) }
  own.beyond = by.leaves and "self.count + 1" or "self.count"
  own.found = ("math.max(1, math.min(self.bucket[at], %d))"):format(by.slots)
  if not by.leaves then
    own.full = texts.fill(FULL[by.on_full], own)
    return texts.fill(GROWING, own)
  end
  for _, name in ipairs(NEIGHBOURS) do own[name] = slot_of(name, last) end
  for _, name in ipairs(ENDS) do own[name] = slot_of("self." .. name, last) end
  own.own_slot, own.left_slot, own.spare = slot_of("self.slot", last), slot_of("self.left", last), slot_of("self.spares", last)
  own.find_left, own.remove = table.find "self.slot_key[slot]", table.remove
  own.unlink, own.link = texts.fill(UNLINK, own), texts.fill(LINK, own)
  own.age = by.age and tostring(by.age)
  own.own_expired = by.age and texts.fill(OWN_EXPIRED, own) or ""
  own.expired = by.age and by.on_full == "evict" and texts.fill(EXPIRED, own) or ""
  own.seen = by.age and ("self.seen[%s] = ctx.now"):format(own.own_slot) or ""
  own.full = by.on_full == "evict" and texts.fill("self.left = $oldest", own) or texts.fill(FULL[by.on_full], own)
  if by.age and by.on_full ~= "evict" then -- an old key makes room, before it is too late
    own.full = ("%s\nif self.left < 0 then\n%s\nend"):format(texts.fill(EXPIRED, own), (own.full:gsub("([^\n]+)", "  %1")))
    own.expired = texts.fill(EXPIRED, own)
  end
  return texts.fill(LEAVING, own)
end

local STATE = [[
$type key; // of the newest event
int32_t slot = -1; // the key's place in the arrays of this group
bool opened; // the key is new
int32_t count; // keys
$dropped
$leaving
$type slot_key[$slots]; // the key of each slot
]]

local INTERNAL = [[
$table
$leaving_internal
]]

local LEAVING_STATE = [[
int32_t left = -1; // the slot of the key that left, or -1
$type left_key;
int64_t evicted; // keys that left so far
]]

local LEAVING_INTERNAL = [[
bool live[$slots]; // slots with a key
int32_t newest = -1, oldest = -1, newer[$slots], older[$slots]; // the slots by their last event
int32_t used, spares, spare[$slots]; // slots taken so far; those to be taken again
$seen
]]

--- The router's spec.
---@param by table
---@return table
function M.spec(by)
  local table = hashed.new(by.type, by.capacity)
  local own = { type = by.type, slots = by.slots, table = table.state, leaving = by.leaves and LEAVING_STATE or "",
    leaving_internal = by.leaves and LEAVING_INTERNAL or "",
    dropped = by.on_full == "drop" and "int64_t dropped; // events whose key found no place" or "",
    seen = by.age and ("int64_t seen[%d]; // the time of the last event"):format(by.slots) or "" }
  local spec = { state = texts.fill(STATE, own), internal = texts.fill(INTERNAL, own), on = {} }
  for _, field in ipairs(by.fields) do
    spec.on[field.event] = M.body(by, handler(by, "event." .. field.field.name, table),
      texts.full(by.capacity, "keys", "on_full = \"drop\" or \"evict\""))
  end
  return spec
end

--- The spec of the node that ticks when a key leaves; its fields are the slot and the key.
---@param by table
---@return table
function M.leaver(by)
  local source = M.body(by, [[
function(self, keys)
  if keys.left < 0 then return false end
  self.slot, self.key = keys.left, keys.left_key
end]])
  return { inputs = { keys = by.router }, state = ("int32_t slot; // that is free again\n%s key;"):format(by.type), update = source }
end

return M
