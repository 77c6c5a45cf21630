-- SPDX-License-Identifier: MIT
-- Bodies that compute with doubles alone: they read some fields of type double and set some of their own, and do nothing else that can
-- be seen or that can fail. Such a body can be emitted as a function of numbers:
--
--   function(self, up) self.value = up.value + 1 end      -->  function(up_value, self_value) … return true, self_value end
--
--   local cells = numbers.cells(body)      -- nil for other bodies
--   cells = { { slot = "input:up.value", name = "up_value", input = Input, field = Field?, own = false }, … }   each once; own ones last

local walk = require "flux.body.walk"

local M = {}

M.MOST = 8 -- cells of a body; more are not worth it, and core/lua/flux_drive.c has room for twice as many

-- What a function of numbers cannot have: places, arrays, and what comes from the context.
local OTHER = { self = true, event = true, node = true, index = true, elem = true, list = true, place = true, now = true, cycle = true,
  wall = true, ticked = true, valid = true, integer = true }

---The slot of a field of the node's own or of an input.
---@param node table a field expression, or the target of an assignment
---@return string
function M.slot(node)
  return ("%s.%s"):format(node.base == "self" and "self" or "input:" .. node.base.name, node.field.name)
end

local function collector()
  local cells, known, fits = { inputs = {}, own = {} }, {}, true
  local function add(list, slot, type, cell)
    if type ~= "double" then fits = false end
    if known[slot] then return end
    known[slot], cell.slot = true, slot
    list[#list + 1] = cell
  end
  local function field(node)
    if node.base == "event" or node.field.count then
      fits = false
    elseif node.base == "self" then
      add(cells.own, M.slot(node), node.field.type, { name = "self_" .. node.field.name, field = node.field, own = true })
    else
      add(cells.inputs, M.slot(node), node.field.type,
        { name = ("%s_%s"):format(node.base.name, node.field.name), input = node.base, field = node.field })
    end
  end
  local function visit(node)
    if OTHER[node.k] then
      fits = false
    elseif node.k == "field" then
      field(node)
    elseif node.k == "port" then
      add(cells.inputs, "input:" .. node.input.name, node.field.type, { name = node.input.name, input = node.input })
    end
  end
  return visit, function()
    local list = cells.inputs
    for _, cell in ipairs(cells.own) do list[#list + 1] = cell end
    return fits and #list <= M.MOST and list or nil
  end
end

---The doubles that a body reads and sets.
---@param body table a Body
---@return table[]? cells
function M.cells(body)
  local facts = body.facts
  if body.language ~= "portable" or facts.may_fail or facts.arms or #facts.posts > 0 or facts.reads_wall then return nil end
  local visit, result = collector()
  walk.block(body.ast.block, visit)
  walk.statements(body.ast.block, function(s)
    for _, target in ipairs(s.targets or {}) do
      if target.k == "field" or target.k == "elem" then visit(target) end
    end
  end)
  return result()
end

return M
