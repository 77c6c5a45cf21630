-- SPDX-License-Identifier: MIT
-- flux.bodies.numbers: a callback that computes with doubles alone (flux.body.numbers) as a function of numbers. Whoever calls it reads
-- and stores its doubles; for one that only interprets that is cheaper than for the callback itself, which does so through FFI.
--
--   local fn, reads, writes = numbers(callback, host, failure, load)     -- nil for other callbacks
--   verdict, … = fn(…)                 -- takes the doubles at the addresses `reads`, returns what belongs at `writes` behind the verdict

local ffi = require "ffi"
local body = require "flux.body"
local cells_of = require("flux.body.numbers").cells
local names = require "flux.bodies.names"

local function address_of(cell, callback, host)
  if cell.own then return ffi.cast("uint8_t *", host.pointer(callback.node)) + cell.field.offset end
  local input = callback.node.inputs_by_name[cell.input.name]
  local base = ffi.cast("uint8_t *", host.address(input, 1))
  return cell.field and base + input.elements[1].node.record.by_name[cell.field.name].offset or base
end

---@param callback flux.Callback
---@param host table see flux.bodies
---@param failure fun(status: integer, text: string): table
---@param load fun(text: string, origin: table, bound: table): any
---@return function? fn
---@return ffi.cdata*[] reads
---@return ffi.cdata*[] writes
return function(callback, host, failure, load)
  local cells, reads, writes = cells_of(callback.body), {}, {}
  if not cells then return nil, reads, writes end
  for i, cell in ipairs(cells) do
    reads[i] = address_of(cell, callback, host)
    if cell.own then writes[#writes + 1] = reads[i] end
  end
  local hooks, bound = names.new(callback, host, failure, load)
  return load(body.emit_lua_numbers(callback.body, cells, hooks), callback.body.origin, bound), reads, writes
end
