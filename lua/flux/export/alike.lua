-- SPDX-License-Identifier: MIT
-- flux.export.alike: schedules of a `switch` that are the same but for where their nodes stand, as one function for all.
--
-- A loop of a script declares the same nodes for each key, so that their states stand at equal distances. Then one function runs the nodes
-- of the i-th key, with the states of the first and i times the distance: less code, and no jump to guess.
--
--   static void tick_cycle_key_1(signals_t *g, int32_t i, const signals_tick_event *event) {
--     signals_fast *fast_1 = AT(g, i, fast_1, fast_2);
--     fast_1_on_tick(fast_1, event);
--
-- What is alike is found in the text: it is printed with a mark for each node and callback. Texts that differ in marks alone, and these
-- by equal steps from text to text, are one. What names a node in any other way makes texts differ, and they stay apart.
--
--   local restore = alike.mark(x) … list[i] = alike.skeleton(text) … restore()
--   for _, run in ipairs(alike.runs(x, list)) do … run.members … alike.text(x, run) end

local alike = require "flux.alike"

local M = {}

local function marked(letter, index_of)
  return setmetatable({}, { __index = function(_, key) return alike.mark(letter, index_of(key)) end })
end

---From now on what is printed has marks for members of the instance, nodes and callbacks.
---@param x table
---@return fun() restore
function M.mark(x)
  local member, node_id, callbacks = x.names.member, x.node_id, x.callbacks
  local function position(node) return x.position[node] end
  x.names.member, x.node_id = marked("m", position), marked("n", position)
  local ids = marked("c", function(callback) return callback.index end)
  local last, known -- a step asks for its own again and again
  x.callbacks = setmetatable({}, { __index = function(_, callback)
    if callback ~= last then last, known = callback, setmetatable({ id = ids[callback] }, { __index = callbacks[callback] }) end
    return known
  end })
  return function() x.names.member, x.node_id, x.callbacks = member, node_id, callbacks end
end

-- Where a mark may stand: as a state, as a flag of `valid` or `pending`, in the name of a flag that is a local; and as an argument.
-- Elsewhere it would name something that there is once for each node.
local PLACES = {
  "g%->valid%.\1m%d+\2%f[^%w_\1\2]", "g%->pending%.\1m%d+\2_dirty%f[^%w_]", "g%->pending%.\1m%d+\2_ran%f[^%w_]",
  "g%->\1m%d+\2%f[^%w_\1\2]", "[^%w_.>\2]\1m%d+\2_[%w_]-dirty%f[^%w_]", "[^%w_.>\2]\1m%d+\2_[%w_]-ran%f[^%w_]", ", \1[nc]%d+\2%f[,)]",
}

-- The first line of a text where a mark stands elsewhere.
local function fixed_line(bare)
  for line in bare:gmatch("[^\n]+") do
    local left = line
    for _, pattern in ipairs(PLACES) do left = left:gsub(pattern, "") end
    if left:find("\1", 1, true) then return line end
  end
end

-- Where each node's state stands, in bytes from the first whose place is certain: what stands before it may be of any length. Where
-- the target aligns doubles to less the last one stands nearer, which the compiler is asked (flux.export.uses).
local function places(x)
  if x.state_places then return x.state_places.known end
  local known, at, first, last, far = {}, nil, nil, nil, 0
  for _, node in ipairs(x.stored) do
    local record = node.record
    if record.align == 8 then at = at or 0 end
    if at and record.size > 0 then
      at = at + (-at) % record.align
      known[x.position[node]] = at
      first, last, far = first or node, node, at
      at = at + record.size
    end
  end
  x.state_places = { known = known, first = first, last = last, far = far }
  return known
end

-- Where each node's flags of `valid` and `pending` stand, in the order of their members.
local function flag_places(x)
  local valid, dirty, ran, count = {}, {}, {}, 0
  for i, node in ipairs(x.features.valid_list) do valid[x.position[node]] = i end
  local function add(list, node, there)
    count = count + (there and 1 or 0)
    list[x.position[node]] = there and count or nil
  end
  for _, node in ipairs(x.graph.nodes) do
    local what = x.features.pending[node] or {}
    add(dirty, node, what.dirty)
    add(ran, node, what.ran)
  end
  return valid, dirty, ran
end

local IDS = { "n", "c" } -- letters of numbers

-- What of a text depends on where nodes stand: a list of { letter, i = ordinal, place = what a number stands for }; of members of the
-- instance what stands before and behind the mark, too.
local function slots_of(x, bare, numbers)
  local list, valid, dirty, ran = {}, flag_places(x)
  local members = {
    { "g->", "", places(x) }, { "g->valid.", "", valid }, { "g->pending.", "_dirty", dirty }, { "g->pending.", "_ran", ran },
  }
  for i in ipairs(numbers.m) do
    for _, it in ipairs(members) do
      if bare:find(("%s\1m%d\2%s"):format(it[1], i, it[2]), 1, true) then
        list[#list + 1] = { letter = "m", i = i, before = it[1], behind = it[2], place = function(number) return it[3][number] end }
      end
    end
  end
  for _, letter in ipairs(IDS) do
    for i in ipairs(numbers[letter]) do list[#list + 1] = { letter = letter, i = i, place = function(number) return number end } end
  end
  return list
end

---Runs of texts that one function can stand for, and why others stay apart (flux.alike).
---@param x table
---@param list table[] skeletons of texts that are printed with marks
---@return table[] runs
---@return table|nil apart
function M.runs(x, list)
  return alike.runs(list, function(bare, numbers)
    local line = fixed_line(bare)
    if line then return nil, line end
    return slots_of(x, bare, numbers)
  end)
end

-- "24 * i", "i"
local function times(step) return step == 1 and "i" or ("%d * i"):format(step) end

-- A name for a pointer: the node's, unless a function or another local has it.
local function local_name(x, taken, wish)
  local name, n = wish, 1
  while taken[name] or x.names.static.used[name] do
    n = n + 1
    name = wish .. "_" .. n
  end
  taken[name] = true
  return name
end

---A run's text: the pointers to its nodes' states, and what its function does with them.
---@param x table
---@param run table of M.runs
---@return table[] pointers { head, arguments } of calls, string body
function M.text(x, run)
  local taken, pointers, body, ids = { g = true, i = true, event = true, status = true }, {}, run.bare, {}
  for _, callback in ipairs(x.callback_list) do ids[callback.index] = x.callbacks[callback].id end
  local function node_of(letter, i, nth) return x.resolved.order[run.all[nth or 1][letter][i]] end
  for i, rest in body:gmatch("\1m(%d+)\2(_[%w_]+)") do taken[x.names.member[node_of("m", tonumber(i))] .. rest] = true end -- flags
  for _, slot in ipairs(run.slots) do
    local mark = alike.mark(slot.letter, slot.i)
    if slot.letter == "m" and slot.step ~= 0 then
      local node = node_of("m", slot.i)
      local function path_of(of) return slot.before:sub(4) .. x.names.member[of] .. slot.behind end -- without "g->"
      local path = path_of(node)
      local is_state = path == x.names.member[node]
      local name = local_name(x, taken, (path:gsub("%.", "_")))
      pointers[#pointers + 1] = {
        head = ("%s *%s = AT("):format(is_state and x.names.struct_type[node] or "bool", name),
        arguments = { "g", "i", path, path_of(node_of("m", slot.i, 2)) },
      }
      local whole = (slot.before .. mark .. slot.behind):gsub("%p", "%%%0")
      body = body:gsub("&" .. whole, name):gsub(whole .. "%.", name .. "->"):gsub(whole, "*" .. name)
    elseif slot.letter ~= "m" then
      local id = slot.letter == "n" and x.node_id[node_of("n", slot.i)] or ids[run.numbers.c[slot.i]]
      body = body:gsub(mark, slot.step == 0 and id or ("%s + %s"):format(id, times(slot.step)))
    end
  end
  body = body:gsub("\1m(%d+)\2", function(i) return x.names.member[node_of("m", tonumber(i))] end)
  return pointers, body
end

return M
