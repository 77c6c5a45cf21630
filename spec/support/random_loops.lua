-- SPDX-License-Identifier: MIT
-- Nodes that a random graph declares on one line for many keys, as a loop of a script does: their functions are the same, and exported C
-- shares functions and structs among them. A like is what one line declares: the callbacks, which its nodes have in common; the nodes have
-- their key, a number `by`, and inputs.
--
--   case.keyed = loops.event(R)    the event that has a key
--   loops.add(case, R, make_state) case.likes, and their nodes among case.nodes; callbacks are for the caller to make

local M = {}

local TYPES = {
  { "int8_t", -128, 127 }, { "uint8_t", 0, 255 }, { "int16_t", -32768, 32767 }, { "uint16_t", 0, 65535 },
  { "int32_t", -2147483648, 2147483647 }, { "uint32_t", 0, 4294967295 }, { "uint32_t", 2147483640, 2147483660 }, { "symbol", 0, 0 },
  { "int64_t", -9223372036854775807LL - 1, 9223372036854775807LL }, { "uint64_t", 0ULL, 18446744073709551615ULL },
  { "uint64_t", 9223372036854775800ULL, 18446744073709551615ULL },
}

local BEYOND = 3 -- so many values more than keys come in entries, or are another node's second key

-- The values of a key field: evenly spaced, from one end of its range, or around zero.
local function make_values(R, kind, count)
  local ctype, low, high = kind[1], kind[2], kind[3]
  local step, down = R.pick { 1, 1, 1, 2, 7 }, R.one_in(3)
  local from = down and high or low < 0 and R.one_in(2) and low * 0 - 2 or low
  local values = {}
  for i = 0, count - 1 do
    local value = down and from - i * step or from + i * step
    values[i + 1] = ctype == "symbol" and "S" .. i or type(value) == "cdata" and { text = tostring(value) } or value
  end
  if R.one_in(4) then -- one stands elsewhere: no even steps
    local a, b = R.int(1, count), R.int(1, count)
    values[a], values[b] = values[b], values[a]
  end
  return values
end

-- What stands in a filter for a value.
local function literal(value)
  if type(value) == "table" then return value.text end
  return type(value) == "string" and ("flux.symbol %q"):format(value) or ("%d"):format(value)
end

---An event type with a key. event.values: what its entries have; event.keys: the same as filters have it; event.loop: so many are nodes';
---event.even: their nodes are alike, so that they share functions in exported C, where nothing that is rare keeps them apart.
---@param R table
---@return table event
function M.event(R)
  local kind = R.pick(TYPES)
  local event = { name = "Keyed", has = { b = R.one_in(2), key = kind[1] }, loop = R.int(4, 12), even = R.chance(0.6),
    kinds = R.pick { 0, 0.3, 1 }, keys = {} }
  event.values = make_values(R, kind, event.loop + BEYOND)
  for i, value in ipairs(event.values) do event.keys[i] = literal(value) end
  return event
end

-- Handlers by the key that the line has for each node.
local function make_handlers(R, event, like)
  local function add(filter)
    like.handlers[#like.handlers + 1] = { role = "handler", event = event, key = event.name .. filter, quiet = R.one_in(8) }
  end
  add ":where { key = key }"
  if event.has.b and R.one_in(3) then add ":where { key = key, b = true }" end
  if event.even then return end
  if R.one_in(3) then add ":where { key = more }" end
  if R.one_in(3) then add ":otherwise()" end
end

-- Where an element of each node's input comes from: the same key's node of an earlier like, now and then the next key's, or a node that
-- all have in common.
local function source(case, R, depth, cut)
  if cut > 0 and R.one_in(4) then return { node = case.by_rank[R.int(1, cut)] } end
  return { depth = R.int(1, depth - 1), shift = not case.keyed.even and R.one_in(4) and 1 or 0 }
end

local FORMS = { "node", "node", "port", "nodes", "ports" }

local function make_inputs(case, R, like, depth, cut)
  for k = 1, R.pick { 1, 1, 2 } do
    local input = { name = ("abc"):sub(k, k), form = R.pick(case.keyed.even and { "node", "node", "port" } or FORMS), elements = {} }
    input.mark = k > 1 and R.one_in(2) and R.pick { "passive", "prev" } or nil
    input.field = input.form:find "port" and R.pick { "v", "k" } or nil
    for i = 1, input.form:find "s$" and R.int(1, 4) or 1 do input.elements[i] = source(case, R, depth, cut) end
    if k == 1 then input.elements[1] = { depth = depth - 1, shift = 0 } end
    like.inputs[k] = input
  end
end

local function make_like(case, R, depth, cut)
  local like = { name = "like" .. depth, index = depth, each = true, even = case.keyed.even, is_kind = R.chance(case.keyed.kinds),
    inputs = {}, handlers = {}, callbacks = {} }
  like.suffix = depth > 1 and R.one_in(6) and R.pick { "_dirty", "_ran", "_on_keyed" } or nil -- as flags and functions are called
  local starts = depth == 1 or R.one_in(5)
  if starts or R.one_in(6) then make_handlers(R, case.keyed, like) end
  if not starts then make_inputs(case, R, like, depth, cut) end
  return like
end

-- A number for each node: the same, in even steps, zeros of either sign, or any.
local BY = {
  function() return "2.5" end, function(_, i) return ("%d"):format(i) end, function(_, i) return i % 2 == 0 and "0.0" or "-0.0" end,
  function(R) return ("%d.25"):format(R.int(-3, 5)) end,
}

local function make_nodes(case, R, likes, made, depth)
  local like, event = likes[depth], case.keyed
  local by, far, own = BY[R.pick(event.even and { 1, 1, 2, 3 } or { 1, 2, 3, 4 })], R.int(1, BEYOND), {}
  made[depth] = own
  for i = 1, event.loop do
    local name = like.suffix and made[depth - 1][i].name .. like.suffix or ("%s%d"):format(("pqrs"):sub(depth, depth), i)
    local node = { name = name, like = like, key = event.keys[i], more = event.keys[i + far], by = by(R, i), has = like.has,
      inputs = {}, handlers = {}, callbacks = {} }
    for k, input in ipairs(like.inputs) do
      local elements = {}
      for e, from in ipairs(input.elements) do
        local it = from.node or made[from.depth][(i + from.shift - 1) % event.loop + 1]
        elements[e] = { node = it, field = input.field, by_name = R.one_in(8) }
      end
      node.inputs[k] = { name = input.name, form = input.form, mark = input.mark, elements = elements }
    end
    own[i] = node
  end
end

-- In which order the nodes are declared: key by key, or like by like, each forwards or backwards.
local function in_order(R, made)
  local out, count = {}, #made[1]
  if R.one_in(2) then
    for i = 1, count do
      for _, own in ipairs(made) do out[#out + 1] = own[i] end
    end
    return out
  end
  for _, own in ipairs(made) do
    local backwards = R.one_in(3)
    for i = 1, count do out[#out + 1] = own[backwards and count + 1 - i or i] end
  end
  return out
end

---Adds likes and their nodes. They read nodes up to some rank; those behind may read them.
---@param case table
---@param R table
---@param make_state fun(case: table, R: table): table
function M.add(case, R, make_state)
  local cut, made = R.int(0, #case.by_rank), {}
  case.likes = {}
  for depth = 1, R.int(1, 4) do
    local like = make_like(case, R, depth, cut)
    like.has, case.likes[depth] = make_state(case, R), like
    make_nodes(case, R, case.likes, made, depth)
  end
  local nodes = in_order(R, made)
  for rank = cut + 1, #case.by_rank do
    for _, input in ipairs(case.by_rank[rank].inputs) do
      for _, element in ipairs(input.elements) do
        if not case.keyed.even and R.one_in(4) then element.node = R.pick(nodes) end
      end
    end
  end
  local first, last = case.nodes, nodes
  if R.one_in(3) then first, last = nodes, case.nodes end
  case.nodes = {}
  for _, list in ipairs { first, last } do
    for _, node in ipairs(list) do case.nodes[#case.nodes + 1] = node end
  end
end

---What has callbacks of its own: nodes that stand alone, and likes.
---@param case table
---@return table[]
function M.bodies(case)
  local out = {}
  for _, node in ipairs(case.nodes) do out[#out + 1] = not node.like and node or nil end
  for _, like in ipairs(case.likes or {}) do out[#out + 1] = like end
  return out
end

return M
