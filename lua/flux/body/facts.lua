-- SPDX-License-Identifier: MIT
-- What the resolver and the emitters may rely on: facts and arguments of a typed body.
--
--   local facts, args = facts_of(typed, env)

local PARTS = { "left", "right", "operand", "value", "otherwise" }

-- Nodes that cost about as much as an addition and cannot fail.
local cheap = {
  number = true, integer = true, bool = true, symbol = true, ["local"] = true, port = true, index = true, field = true, arith = true,
  wrap = true, neg = true, compare = true, ["not"] = true, ["and"] = true, ["or"] = true, select = true, bits = true, tonumber = true,
  now = true, cycle = true, store = true, ticked = true, valid = true,
}
local cheap_math = { abs = true, ceil = true, floor = true, min = true, max = true, imin = true, imax = true, square = true }

local function is_cheap(node)
  if node.k == "wrap" and (node.op == "/" or node.op == "%") then return false end
  if node.k == "elem" and (node.index.checked or node.index.fails) then return false end
  if not (cheap[node.k] or node.k == "math" and cheap_math[node.fn] or node.k == "elem") then return false end
  for _, part in ipairs(PARTS) do
    if type(node[part]) == "table" and node[part].k and not is_cheap(node[part]) then return false end
  end
  for _, arg in ipairs(node.args or {}) do
    if not is_cheap(arg) then return false end
  end
  for _, case in ipairs(node.cases or {}) do
    if not (is_cheap(case.cond) and is_cheap(case.value)) then return false end
  end
  return true
end

-- Straight-line arithmetic on locals and own fields: what may be computed without a branch.
local function is_pure_tail(block)
  for _, statement in ipairs(block) do
    if statement.k == "return" then
      if statement.value and not is_cheap(statement.value) then return false end
    elseif statement.k == "local" or statement.k == "assign" then
      for _, value in ipairs(statement.values) do
        if not is_cheap(value) then return false end
      end
      for _, target in ipairs(statement.targets or {}) do
        if target.k == "elem" and (target.index.checked or target.index.fails) then return false end
      end
    else
      return false
    end
  end
  return true
end

local function by_position(list)
  table.sort(list, function(a, b) return a.position < b.position end)
  return list
end

-- A list of names in declaration order that also answers whether it has a name.
local function name_set(fields)
  local set = {}
  for i, field in ipairs(by_position(fields)) do set[i], set[field.name] = field.name, true end
  return set
end

local function by_index(list)
  table.sort(list, function(a, b) return (a.index or 0) < (b.index or 0) end)
  return list
end

local function arguments(uses)
  local args = {}
  local function add(arg) args[#args + 1] = arg end
  if uses.self then add { what = "self" } end
  if uses.event then add { what = "event" } end
  table.sort(uses.read, function(a, b) return (a.input.index or 0) < (b.input.index or 0) end)
  for _, entry in ipairs(uses.read) do
    if entry.input.list then
      for _, field in ipairs(by_position(entry.fields)) do add { what = "list", input = entry.input, field = field } end
    else
      add { what = "input", input = entry.input }
    end
  end
  if uses.index then add { what = "index" } end
  for _, input in ipairs(by_index(uses.ticked)) do add { what = "ticked", input = input } end
  for _, input in ipairs(by_index(uses.valid)) do add { what = "valid", input = input } end
  if uses.now then add { what = "now" } end
  if uses.cycle then add { what = "cycle" } end
  if uses.wall or uses.fails or uses.arms then add { what = "ctx" } end
  return args
end

---@param typed table what check.body gave
---@return table facts
---@return table[] args
return function(typed)
  local uses, returns = typed.uses, typed.returns
  local reads = {}
  for _, entry in ipairs(uses.read) do reads[entry.input.name] = name_set(entry.fields) end
  local facts = {
    always_dirty = not returns.arrest or not typed.verdict,
    never_dirty = typed.verdict and not typed.block.falls and not returns.dirty or false,
    may_fail = uses.fails or false,
    reads_now = uses.now or false, reads_wall = uses.wall or false, reads_cycle = uses.cycle or false,
    ticked = by_index(uses.ticked), valid = by_index(uses.valid), posts = uses.posts, arms = uses.arms or false,
    reads = reads, reads_self = name_set(uses.own), writes = name_set(uses.written), pure_tail = is_pure_tail(typed.block),
  }
  return facts, arguments(uses)
end
