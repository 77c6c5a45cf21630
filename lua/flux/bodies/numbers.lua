-- SPDX-License-Identifier: MIT
-- flux.bodies.numbers: a callback that computes with single values (flux.body.numbers) as a function of them. Whoever calls it reads
-- and stores them; for one that only interprets that is cheaper than for the callback itself, which does so through FFI.
--
--   local fn, reads, writes = numbers(callback, host, failure, load)     -- nil for other callbacks
--   verdict, … = fn(…)                 -- takes the values at `reads`, returns what belongs at `writes` behind the verdict
--   reads = { { type = "double", at = uint8_t * } or { type = "int32_t", offset = in the event }, … }

local ffi = require "ffi"
local body = require "flux.body"
local cells_of = require("flux.body.numbers").cells
local names = require "flux.bodies.names"

local function place_of(cell, callback, host)
  if cell.own then return { type = cell.field.type, at = ffi.cast("uint8_t *", host.pointer(callback.node)) + cell.field.offset } end
  if not cell.input then return { type = cell.field.type, offset = cell.field.offset } end
  local input = callback.node.inputs_by_name[cell.input.name]
  local element, base = input.elements[1], ffi.cast("uint8_t *", host.address(input, 1))
  if not cell.field then return { type = element.field.type, at = base } end
  local field = element.node.record.by_name[cell.field.name]
  return { type = field.type, at = base + field.offset }
end

---@param callback flux.Callback
---@param host table see flux.bodies
---@param failure fun(status: integer, text: string): table
---@param load fun(text: string, origin: table, bound: table): any
---@return function? fn
---@return table[] reads
---@return table[] writes
return function(callback, host, failure, load)
  local cells, reads, writes = cells_of(callback.body), {}, {}
  if not cells then return nil, reads, writes end
  for i, cell in ipairs(cells) do
    reads[i] = place_of(cell, callback, host)
    if cell.set then writes[#writes + 1] = reads[i] end
  end
  local hooks, bound = names.new(callback, host, failure, load)
  return load(body.emit_lua_numbers(callback.body, cells, hooks), callback.body.origin, bound), reads, writes
end
