-- SPDX-License-Identifier: MIT
-- flux.export.parts: long entries as several functions.
--
-- Compilers need much more than twice the time for twice the function: ten thousand guarded steps in one take gcc minutes. So a
-- block that lies deep, and a run of items that is long, becomes a static function of its own. Flags that cross functions live
-- in one struct that is handed on. Runs end before the same nodes in every entry where they can, so that entries which run the same
-- nodes have the same parts, and flux.export.cycle prints each once.

local M = {}

---Most steps of a function, and most levels of blocks in it.
M.STEPS, M.LEVELS = 128, 6

-- Steps that an item prints into the function it stands in.
local function size(item)
  if item.kind == "step" or item.kind == "part" then return 1 end
  local n = 0
  for _, inner in ipairs(item.items) do n = n + size(inner) end
  return n
end

local function outlined(items)
  return { kind = "part", body = { kind = "body", items = items } }
end

-- Notes a part after those that it calls.
local function note(list, part)
  list[#list + 1] = part
  return part
end

-- Are its items cases, which must stay together?
local function is_choice(item) return item.kind == "switch" or item.kind == "pick" end

-- Does a part rather begin with this item?
local function is_seam(item) return item.kind == "step" and item.step.node.index % M.STEPS == 0 end

-- Packs the items of a scope that is too long into parts.
local function pack(scope, list)
  if is_choice(scope) or size(scope) <= M.STEPS then return end
  local out, run, length = {}, {}, 0
  local function close()
    if #run > 1 or (#run == 1 and size(run[1]) > 8) then
      out[#out + 1] = note(list, outlined(run))
    elseif #run == 1 then
      out[#out + 1] = run[1]
    end
    run, length = {}, 0
  end
  for _, item in ipairs(scope.items) do
    local n = size(item)
    if length + n > M.STEPS or length >= M.STEPS / 2 and is_seam(item) then close() end
    run[#run + 1], length = item, length + n
  end
  close()
  local shorter = #out < #scope.items
  scope.items = out
  if shorter and #out > M.STEPS then pack(scope, list) end
end

local walk

-- Makes a part of what stands in a scope.
local function outline(scope, list)
  local call = outlined(scope.items)
  scope.items = { call }
  walk(call.body, 0, list)
  note(list, call)
end

function walk(scope, level, list)
  for _, item in ipairs(scope.items) do
    if item.items then
      if item.apart or level >= M.LEVELS and not is_choice(item) and size(item) > 4 then
        outline(item, list)
      else
        walk(item, is_choice(item) and level or level + 1, list)
      end
    end
  end
  pack(scope, list)
end

---Splits the scopes of an entry where they are long or deep.
---@param root table the root scope of flux.export.flow
---@param scans boolean there are loops whose bodies are functions
---@return table[]|nil parts the items that are calls of parts, each after those that it calls itself; nil: nothing was split
function M.split(root, scans)
  if size(root) <= M.STEPS and not scans then return nil end
  local list = {}
  walk(root, 0, list)
  return list
end

return M
