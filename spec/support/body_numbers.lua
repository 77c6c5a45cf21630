-- SPDX-License-Identifier: MIT
-- Runs a body as a function of the values that it reads, as core/lua/flux_drive.c does it: reads them, calls it, stores what it set.
--
--   local run = body_numbers.runner(unit)      -- nil for a body that is none; else like unit:run_lua

local body = require "flux.body"
local fake = require "spec.support.body_env"
local numbers = require "flux.body.numbers"

local M = {}

-- Where a cell's value is: memory and the field's name.
local function place_of(unit, cell)
  if cell.own then return { unit.self, cell.field.name } end
  if not cell.input then return { unit.event, cell.field.name } end
  local element = cell.input.elements[1]
  return { unit.memory[element.node], (element.field or cell.field).name }
end

---@param unit table of spec.support.body_both
---@return (fun(): string)? run the outcome
function M.runner(unit)
  local cells, places = numbers.cells(unit.body), {}
  if not cells then return nil end
  for i, cell in ipairs(cells) do places[i] = place_of(unit, cell) end
  local fn = fake.load_lua(unit.body, unit.names, unit:environment(), body.emit_lua_numbers(unit.body, cells, unit.names))
  return function()
    local values = {}
    for i, place in ipairs(places) do
      local value = place[1][place[2]]
      if type(value) == "cdata" then
        if value > 17592186044416LL or value < -17592186044416LL then return unit:run_lua() end
        value = tonumber(value)
      end
      values[i] = value
    end
    local results, at = { fn(unpack(values, 1, #places)) }, 1
    for i, cell in ipairs(cells) do
      if cell.set then
        at = at + 1
        places[i][1][places[i][2]] = results[at]
      end
    end
    return results[1] and "dirty" or "arrest"
  end
end

return M
