-- SPDX-License-Identifier: MIT
-- flux.snapshot.migrate: a snapshot of an older graph, rewritten for this one: fields are carried over by node and field name.
--
--   local bytes, report = migrate.run(old_bytes, resolved)
--   report.kept, report.dropped, report.defaulted     -- lists of "node.field" and the like, with a reason where one is needed
--
-- What the old graph did not have is as `init` leaves it. Nodes whose fields only they can read, and the keys of a g:by, are carried as a
-- whole or begin anew (flux.snapshot.whole). Periodic timers go on from the snapshot's time on the new grid.

local bit = require "bit"
local ffi = require "ffi"
local core = require "flux.core"
local digest = require "flux.export.digest"
local snapshot = require "flux.snapshot"
local values = require "flux.values"
local whole = require "flux.snapshot.whole"

local M = {}

local NAN = snapshot.put(0x7ff8000000000000ULL, 8) -- as a double
local NEVER = 0x7fffffffffffffffLL
local RANGE = { int8_t = 8, int16_t = 16, int32_t = 32, uint8_t = 8, uint16_t = 16, uint32_t = 32 }

-- Can every value of type `from` be written as type `to`?
local function widens(from, to)
  if from == to then return true end
  if from == "float" then return to == "double" end
  local bits, unsigned = RANGE[from], from:sub(1, 1) == "u"
  if not bits then return false end
  if to == "double" then return true end
  local wide = tonumber(to:match("int(%d+)_t"))
  if not wide then return false end
  if to:sub(1, 1) == "u" then return unsigned and wide >= bits end
  return wide > bits or not unsigned and wide == bits
end

local FLAG_WORDS = { [1] = "valid", [2] = "dirty", [4] = "ran" }

local POINTER = {}
for _, name in ipairs { "double", "float", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t" } do
  POINTER[name] = ffi.typeof(name .. "[1]")
end

local function convert(bytes, from, to)
  if from == to then return bytes end
  if from == "float" and snapshot.is_nan(bytes) then return NAN end
  local source, target = POINTER[from](), POINTER[to]()
  ffi.copy(source, bytes, #bytes)
  target[0] = source[0]
  return ffi.string(target, ffi.sizeof(target))
end

-- The ids of this graph: its constants first, then what data brought to the old one.
local function symbol_table(old, resolved)
  local list, id_of = {}, {}
  local function add(text)
    if not id_of[text] then
      list[#list + 1] = text
      id_of[text] = #list
    end
    return id_of[text]
  end
  for _, symbol in ipairs(resolved.graph.symbols or {}) do add(symbol.text) end
  for _, text in ipairs(old.symbols) do add(text) end
  return list, function(id) return old.symbols[id] and id_of[old.symbols[id]] or 0 end
end

local function keeps_ids(old, new_id)
  for id = 1, #old.symbols do
    if new_id(id) ~= id then return false end
  end
  return true
end

-- One field: its elements that both have, the others as they begin. In g:by it has a part for each key.
local function carry(field, old, first, new_id, slots, old_slots)
  local width, kept = values.type[field.type].size, {}
  local cell, old_cell = (field.count or 1) / slots, (old.count or 1) / old_slots
  for i = 0, (field.count or 1) - 1 do
    local slot, place = math.floor(i / cell), i % cell
    if slot < old_slots and place < old_cell then
      local at = (slot * old_cell + place) * old.width
      local bytes = old.bytes:sub(at + 1, at + old.width)
      if field.type == "symbol" then bytes = snapshot.put(new_id(snapshot.get(bytes, 0, 4)), 4) end
      kept[#kept + 1] = convert(bytes, old.type, field.type)
    else
      kept[#kept + 1] = first:sub(field.offset + i * width + 1, field.offset + (i + 1) * width)
    end
  end
  return table.concat(kept)
end

local function is_carried(field, old, old_slots)
  return old and values.type[old.type] and (old.count or 1) % old_slots == 0 and (field.type == old.type or widens(old.type, field.type))
end

local function index(list)
  local by_name = {}
  for _, item in ipairs(list) do by_name[item.name] = item end
  return by_name
end

local function shape(item) return item.type .. (item.count and ("[%d]"):format(item.count) or "") end

local function note(list, text, ...) list[#list + 1] = text:format(...) end

local function carry_fields(node, old, first, new_id, fate, report)
  local list, known = {}, index(old and old.fields or {})
  for _, field in ipairs(node.record.fields) do
    local before, name = known[field.name], node.name .. "." .. field.name
    if is_carried(field, before, fate.old_slots) then
      list[field.name] = carry(field, before, first, new_id, fate.slots, fate.old_slots)
      note(report.kept, shape(before) == shape(field) and "%s" or "%s (%s, was %s)", name, shape(field), shape(before))
    else
      list[field.name] = first:sub(field.offset + 1, field.offset + field.size)
      note(report.defaulted, before and "%s (%s, was %s)" or "%s", name, shape(field), before and shape(before))
    end
  end
  local fields = node.record.by_name
  for _, before in ipairs(old and old.fields or {}) do
    if not fields[before.name] then note(report.dropped, "%s.%s", old.name, before.name) end
  end
  if fate.rebuild then fate.rebuild(list) end
  for i, field in ipairs(node.record.fields) do list[i] = list[field.name] end
  return table.concat(list)
end

local function begin_anew(node, first, reason, report)
  note(report.defaulted, "%s begins anew: %s", node.name, reason)
  local list = {}
  for i, field in ipairs(node.record.fields) do list[i] = first:sub(field.offset + 1, field.offset + field.size) end
  return table.concat(list)
end

-- What nodes begin with: their defaults and what `init` makes of them.
local function first_states(resolved)
  local rt, problem = require("flux.runtime").start(resolved.graph, { init_only = true })
  if problem then return nil, problem end
  local states = {}
  for _, node in ipairs(resolved.order) do states[node] = rt:state_bytes(node) end
  return states
end

-- Which of the old flags mean the same now. What was not kept then counts as "not yet".
local function carry_flags(new, old, report)
  if not old then return 0 end
  local flags = 0
  for bit_value, word in pairs(FLAG_WORDS) do -- a sum: the order does not matter
    if new[word] and old[word] then flags = flags + bit.band(old.flags, bit_value) end
  end
  if new.valid and not old.valid then note(report.defaulted, "whether %s was ever dirty", new.name) end
  return flags
end

-- The first point of the node's grid after `now`.
local function grid_after(node, now)
  local since = (now - (node.offset or 0LL)) % node.every
  if since < 0 then since = since + node.every end
  local step = node.every - since
  return now >= NEVER - step and NEVER or now + step
end

local function carry_timers(resolved, old, fates, report)
  local out, timer_of, i = {}, {}, 0
  for _, node in ipairs(old.nodes) do
    if node.timer then
      i = i + 1
      timer_of[node.name] = old.timers[i]
    end
  end
  for _, node in ipairs(resolved.order) do
    if node.has_timer then
      local before = not fates[node].anew and timer_of[node.name]
      timer_of[node.name] = nil
      local next_deadline = node.every and old.has_now and grid_after(node, old.now) or NEVER
      out[#out + 1] = snapshot.put(next_deadline, 8) .. snapshot.put(before and before.shot or NEVER, 8)
      note(before and report.kept or report.defaulted, "timer of %s", node.name)
    end
  end
  for _, node in ipairs(old.nodes) do
    if timer_of[node.name] then note(report.dropped, "timer of %s", node.name) end
  end
  return table.concat(out)
end

-- The event types that may wait, by hash: those that some node handles.
local function handled_events(resolved)
  local handled, by_hash = {}, {}
  for _, callback in ipairs(resolved.graph.callbacks) do
    if callback.event then handled[callback.event] = true end
  end
  for i, event in ipairs(resolved.graph.events) do
    local size = 12
    for _, field in ipairs(event.record.fields) do size = size + field.size end
    if handled[event] then by_hash[snapshot.hex(core.lib.flux_event_hash(resolved.plan, i - 1))] = { index = i - 1, size = size } end
  end
  return by_hash
end

-- Waiting posts are carried where their event type is the same in both graphs, as many as the queue takes.
local function carry_posts(resolved, old, report, new_id)
  if old.post_count == 0 then return "", 0 end
  if not keeps_ids(old, new_id) then
    note(report.dropped, "%d waiting posts: symbols have other ids", old.post_count)
    return "", 0
  end
  local hashes = handled_events(resolved)
  local out, at, left, full = {}, 0, old.post_count, false
  while left > 0 do
    local known = #old.posts - at >= 12 and hashes[snapshot.hex(snapshot.get(old.posts, at + 4, 8))]
    if not known or #old.posts - at < known.size then break end
    full = #out == resolved.needs.capacity
    if full then break end
    out[#out + 1] = snapshot.put(known.index, 4) .. old.posts:sub(at + 5, at + known.size)
    at, left = at + known.size, left - 1
  end
  if #out > 0 then note(report.kept, "%d waiting posts", #out) end
  if left > 0 then
    note(report.dropped, full and "%d waiting posts for which the queue has no place" or
      "%d waiting posts, from the first whose event type has changed", left)
  end
  return table.concat(out), #out
end

local function head(old, resolved, body, counts)
  local flags = (old.has_now and 1 or 0) + (old.held and 2 or 0)
  local layout = core.lib.flux_layout_hash(resolved.plan)
  local words = { { 1, 4 }, { flags, 4 }, { snapshot.HEAD + #body, 8 } }
  local rest = {
    { layout, 8 }, { counts.text, 4 }, { #resolved.order, 4 }, { counts.timers, 4 }, { counts.symbols, 4 }, { counts.posts, 4 }, { 0, 4 },
    { old.now, 8 }, { old.cycle, 8 }, { old.late, 8 }, { old.unhandled, 8 }, { old.skipped, 8 },
  }
  local function text(list)
    local out = {}
    for i, word in ipairs(list) do out[i] = snapshot.put(word[1], word[2]) end
    return table.concat(out)
  end
  local first, second = snapshot.MAGIC .. text(words), text(rest)
  return first .. snapshot.put(snapshot.hash(second .. body, snapshot.hash(first)), 8) .. second
end

---Rewrites a snapshot for a graph.
---@param bytes string
---@param resolved flux.Resolved
---@return string|nil bytes
---@return table|string report { kept, dropped, defaulted: string[] }, or the reason why the snapshot cannot be read
function M.run(bytes, resolved)
  local old, reason = snapshot.read(bytes)
  if not old then return nil, reason end
  local report = { kept = {}, dropped = {}, defaulted = {} }
  local text = digest.layout_text(resolved)
  local layout, by_name = index(snapshot.parse_layout(text)), index(old.nodes)
  local symbols, new_id = symbol_table(old, resolved)
  if #symbols > resolved.needs.symbols then
    return nil, ("the snapshot's %d symbols do not fit: the graph has room for %d"):format(#symbols, resolved.needs.symbols)
  end
  local first, problem = first_states(resolved)
  if not first then return nil, problem end
  local fates = whole.judge(resolved, layout, by_name, keeps_ids(old, new_id))
  local flags, states = {}, {}
  for i, node in ipairs(resolved.order) do
    local before, fate = by_name[node.name], fates[node]
    by_name[node.name] = nil
    if before and fate.anew then
      flags[i], states[i] = "\0", begin_anew(node, first[node], fate.anew, report)
    else
      flags[i] = string.char(carry_flags(layout[node.name], before, report))
      states[i] = carry_fields(node, before, first[node], new_id, fate, report)
    end
  end
  for _, node in ipairs(old.nodes) do
    if by_name[node.name] then note(report.dropped, "node %s", node.name) end
  end
  local timers = carry_timers(resolved, old, fates, report)
  local posts, post_count = carry_posts(resolved, old, report, new_id)
  local slots = {}
  for i, symbol in ipairs(symbols) do slots[i] = symbol .. ("\0"):rep(snapshot.SYMBOL - #symbol) end
  local body = text .. table.concat(flags) .. table.concat(states) .. timers .. table.concat(slots) .. posts
  local counts = { text = #text, timers = #timers / 16, symbols = #symbols, posts = post_count }
  return head(old, resolved, body, counts) .. body, report
end

return M
