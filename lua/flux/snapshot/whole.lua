-- SPDX-License-Identifier: MIT
-- flux.snapshot.whole: what a migration cannot carry field by field. A window, a list or a table means something only as a whole and in
-- the very shape that it was made for; the arrays of a g:by belong to the slots of its keys.
--
--   local fates = whole.judge(resolved, layout, old, same_symbols)      -- layout, old: nodes by name, as snapshot.parse_layout gives them
--   fates[node].anew        why the node begins anew
--   fates[node].slots       a node in g:by: its fields have a part for each of so many keys; old_slots: had
--   fates[node].rebuild     the router: fn(bytes by field name) puts its keys into the table where they belong now
--
-- More keys are room behind the old ones. Fewer keys, or another way of leaving, and the whole g:by begins anew.

local ffi = require "ffi"
local cell = require("flux.node").cell
local hashed = require "flux.nodes.support.hashed"
local snapshot = require "flux.snapshot"
local types = require "flux.types"

local M = {}

local function shape(field) return field.name .. (field.count and ("[%d]"):format(field.count) or "") end

local function index(fields)
  local by_name = {}
  for _, field in ipairs(fields) do by_name[field.name] = field end
  return by_name
end

-- The first field that is not as it was, but for those that `differs` lets pass.
local function difference(fields, before, differs)
  local known, own = index(before), index(fields)
  for _, field in ipairs(fields) do
    local other = known[field.name]
    if not other then
      if differs(field, nil) then return shape(field) .. " is new" end
    elseif other.type ~= field.type then return ("%s is %s, was %s"):format(field.name, field.type, other.type)
    elseif differs(field, other) then return ("%s, was %s"):format(shape(field), shape(other)) end
  end
  for _, other in ipairs(before) do
    if not own[other.name] and differs(nil, other) then return shape(other) .. " is gone" end
  end
end

local function count(field) return field.count or 1 end

-- The keys of a g:by ---------------------------------------------------------------------------------------------------------------

-- Scalars that count are no part of how keys are kept.
local function is_counter(field) return field.name == "dropped" end

-- The router's arrays may have become longer.
local function router_differs(field, other)
  if not (field and other) then return not is_counter(field or other) end
  return count(field) < count(other)
end

local function bytes_of(list, width)
  for i, value in ipairs(list) do list[i] = snapshot.put(value, width) end
  return table.concat(list)
end

-- The slots that have a key.
local function live_slots(by, bytes)
  local list = {}
  local taken = by.leaves and by.slots or math.min(snapshot.get(bytes.count, 0, 4), by.slots)
  for slot = 0, taken - 1 do
    if not by.leaves or bytes.live:byte(slot + 1) ~= 0 then list[#list + 1] = slot end
  end
  return list
end

local function rebuild(by, bytes)
  local key_type = by.type == "symbol" and "uint32_t" or by.type
  local width, mask = ffi.sizeof(key_type), hashed.mask(by.capacity)
  local keys, of_type = ffi.cast("const uint8_t *", bytes.slot_key), ffi.typeof(key_type .. "[1]")
  local buckets, bucket_keys = {}, {}
  for at = 1, mask + 1 do buckets[at], bucket_keys[at] = 0, 0 end
  for _, slot in ipairs(live_slots(by, bytes)) do
    local key = of_type()
    ffi.copy(key, keys + slot * width, width)
    local home = hashed.home(by.type, by.capacity, key[0])
    for step = 0, mask do
      local at = 1 + (home + step) % (mask + 1)
      if buckets[at] == 0 then
        buckets[at], bucket_keys[at] = slot + 1, key[0]
        break
      end
    end
  end
  bytes.bucket, bytes.bucket_key = bytes_of(buckets, 4), bytes_of(bucket_keys, width)
end

-- What becomes of the keys: a fate for the router.
local function keys_fate(by, old, same_symbols)
  local before = old[by.router.name]
  if not before then return { anew = "it is new" } end
  local reason = difference(by.router.record.fields, before.fields, router_differs)
  if reason then return { anew = reason } end
  local slots = index(before.fields).slot_key.count
  if slots == by.slots and (same_symbols or by.type ~= "symbol") then return { old_slots = slots } end
  return { old_slots = slots, rebuild = function(bytes) rebuild(by, bytes) end }
end

-- Does a node read who the keys are?
local function reads_keys(by, node)
  for _, input in ipairs(node.inputs) do
    for _, element in ipairs(input.elements) do
      if element.node == by.router or element.node == by.leaver then return true end
    end
  end
  return false
end

local function belongs(by, node)
  return node == by.leaver or rawget(node, "is_keyed") == by or rawget(node, "is_view") == by or reads_keys(by, node)
end

-- Nodes ----------------------------------------------------------------------------------------------------------------------------

-- A table of symbols is ordered by their ids.
local function has_symbol_table(node)
  for _, field in ipairs(cell(node).fields) do
    if field.internal and field.type == "symbol" and field.count then return true end
  end
  return false
end

-- Why a node whose fields only it can read does not go on as it was.
local function changed(node, made, before, slots, old_slots, same_symbols)
  if made.kind ~= before.kind then return ("it is %s, was %s"):format(made.kind or "no kind's", before.kind or "no kind's") end
  if not same_symbols and has_symbol_table(node) then return "symbols have other ids" end
  return difference(node.record.fields, before.fields, function(field, other)
    return not (field and other) or count(field) / slots ~= count(other) / old_slots
  end)
end

---@param resolved flux.Resolved
---@param layout table<string, table> this graph's nodes
---@param old table<string, table> the snapshot's
---@param same_symbols boolean whether symbols keep their ids
---@return table<flux.Node, table>
function M.judge(resolved, layout, old, same_symbols)
  local fates = {}
  for _, node in ipairs(resolved.order) do fates[node] = { slots = 1, old_slots = 1 } end
  for _, by in ipairs(resolved.graph.groups) do
    local keys = keys_fate(by, old, same_symbols)
    fates[by.router].anew, fates[by.router].rebuild, fates[by.router].is_router = keys.anew, keys.rebuild, true
    for _, node in ipairs(resolved.order) do
      if keys.anew and belongs(by, node) then fates[node].anew = ("the keys of %s do"):format(by.name) end
      if rawget(node, "is_keyed") == by then fates[node].slots, fates[node].old_slots = by.slots, keys.old_slots end
    end
  end
  for _, node in ipairs(resolved.order) do
    local fate, before = fates[node], old[node.name]
    if before and not fate.anew and not fate.is_router and types.has_internal(node.record) then
      fate.anew = changed(node, layout[node.name], before, fate.slots, fate.old_slots, same_symbols)
    end
  end
  return fates
end

return M
