-- SPDX-License-Identifier: MIT
-- flux.journal.watch: which nodes' states have changed since one last looked.
--
--   local w = watch.new(rt)
--   for i, node in w:changed() do … end      -- i: the node's place in the graph's order, from 0

local ffi = require "ffi"

ffi.cdef [[ int flux_journal_memcmp(const void *, const void *, size_t) asm("memcmp"); ]]

local M = {}
local compare = ffi.C.flux_journal_memcmp

local Watch = {}
Watch.__index = Watch

---Starts from zeros, so that the first look gives every state that is not zero.
---@param rt flux.Runtime
function M.new(rt)
  local self = setmetatable({ nodes = {}, places = {}, address = {}, shadow = {}, sizes = {} }, Watch)
  for place, node in ipairs(rt.resolved.order) do
    if node.record.size > 0 then
      local i = #self.nodes + 1
      self.nodes[i], self.places[i], self.sizes[i] = node, place - 1, node.record.size
      self.address[i], self.shadow[i] = ffi.cast("const uint8_t *", rt.pointers[node]), ffi.new("uint8_t[?]", node.record.size)
    end
  end
  return self
end

---@return fun(): integer, flux.Node iterator over what has changed
function Watch:changed()
  local i, address, shadow, sizes = 0, self.address, self.shadow, self.sizes
  return function()
    while i < #sizes do
      i = i + 1
      if compare(address[i], shadow[i], sizes[i]) ~= 0 then
        ffi.copy(shadow[i], address[i], sizes[i])
        return self.places[i], self.nodes[i]
      end
    end
  end
end

return M
