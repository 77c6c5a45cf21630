-- SPDX-License-Identifier: MIT
-- Bodies that compute with single values: they read some fields, of the event too, set some of their own, and do nothing else that can be
-- seen or that can fail. Such a body can be emitted as a function of what it reads:
--
--   function(self, up) self.value = up.value + 1 end      -->  function(up_value, self_value) … return true, self_value end
--
--   local cells = numbers.cells(body)      -- nil for other bodies
--   cells = { { slot = "input:up.value", name = "up_value", input = Input?, field = Field?, own = false, set = false }, … }
--                                          -- each once; own ones last
--
-- An integer of 64 bits is a number there while it is small. Then sums of a few of them are exact; whoever calls such a function calls
-- the callback itself when one is larger than M.LARGEST.

local walk = require "flux.body.walk"

local M = {}

M.MOST = 8 -- cells of a body; more are not worth it, and core/lua/flux_drive.c has room for twice as many
M.LARGEST = 17592186044416 -- 2^44, LARGEST in core/lua/flux_drive.c
local SUMS = 8 -- of integers, each of which doubles the largest: 2^52

-- What a function of numbers cannot have: places, arrays, and what comes from the context.
local OTHER = { self = true, event = true, node = true, index = true, elem = true, list = true, place = true, now = true, cycle = true,
  wall = true, ticked = true, valid = true }

local INTEGER = { field = true, port = true, ["local"] = true, integer = true, wrap = true }

---The slot of a field of the node's own, of the event, or of an input.
---@param node table a field expression, or the target of an assignment
---@return string
function M.slot(node)
  return ("%s.%s"):format(type(node.base) == "string" and node.base or "input:" .. node.base.name, node.field.name)
end

local Collector = {}
Collector.__index = Collector

function Collector:refuse() self.fits = false end

function Collector:add(slot, cell, type)
  if type == "uint64_t" then self:refuse() end
  cell = self.known[slot] or cell
  if not self.known[slot] then
    self.known[slot], cell.slot = cell, slot
    table.insert(cell.own and self.own or self.inputs, cell)
  end
  return cell
end

function Collector:field(node)
  if node.field.count then return self:refuse() end
  local own = node.base == "self"
  local base = type(node.base) == "string" and node.base or node.base.name
  return self:add(M.slot(node), { name = ("%s_%s"):format(base, node.field.name), field = node.field, own = own,
    input = type(node.base) == "table" and node.base or nil }, node.field.type)
end

-- What is set stays as it was computed until the body is over: a float that is read again would not be rounded.
function Collector:target(node)
  if node.k == "local" then return end
  if node.k ~= "field" or node.field.count then return self:refuse() end
  self:field(node).set = true
end

-- Integers only where numbers do as well.
function Collector:integer(node)
  self.integers = true
  if node.type == "uint64" or not INTEGER[node.k] then return self:refuse() end
  if node.k == "integer" and not (node.value <= M.LARGEST and node.value >= -M.LARGEST) then return self:refuse() end
  if node.k == "wrap" then
    self.sums = self.sums + 1
    if node.op ~= "+" and node.op ~= "-" then self:refuse() end
  end
end

function Collector:expression(node)
  if OTHER[node.k] then return self:refuse() end
  if node.type == "int64" or node.type == "uint64" then self:integer(node) end
  for _, arg in ipairs(node.args or {}) do
    if arg.type == "int64" then self:refuse() end
  end
  if node.k == "field" then
    local cell = self:field(node)
    if node.base == "self" and node.field.type == "float" and cell then self:refuse() end
  elseif node.k == "port" then
    self:add("input:" .. node.input.name, { name = node.input.name, input = node.input, own = false }, node.field.type)
  end
end

function Collector:statement(s)
  for _, target in ipairs(s.targets or {}) do self:target(target) end
  if s.block and s.k ~= "do" then self.loops = true end
end

---The values that a body reads and sets.
---@param body table a Body
---@return table[]? cells
function M.cells(body)
  local facts = body.facts
  if body.language ~= "portable" or facts.may_fail or facts.arms or #facts.posts > 0 or facts.reads_wall then return nil end
  local self = setmetatable({ inputs = {}, own = {}, known = {}, fits = true, sums = 0 }, Collector)
  walk.block(body.ast.block, function(node) self:expression(node) end)
  walk.statements(body.ast.block, function(s) self:statement(s) end)
  if self.integers and (self.loops or self.sums > SUMS or #body.functions > 0) then return nil end
  local list = self.inputs
  for _, cell in ipairs(self.own) do list[#list + 1] = cell end
  return self.fits and #list <= M.MOST and list or nil
end

return M
