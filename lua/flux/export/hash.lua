-- SPDX-License-Identifier: MIT
-- flux.export.hash: the 64-bit FNV-1a hash of a text.
--
-- It identifies layouts, graphs and cached builds. It is no protection against an adversary, only against a mix-up.
--
--   hash.hex(hash.fnv1a("abc"))  --> "e71fa2190541574b"

local bit = require "bit"

local M = {}

local OFFSET, PRIME = 0xcbf29ce484222325ULL, 0x100000001b3ULL

---@param text string
---@return integer hash a uint64 cdata
function M.fnv1a(text)
  local h = OFFSET
  for i = 1, #text do h = bit.bxor(h, 0ULL + text:byte(i)) * PRIME end
  return h
end

---@param hash integer a uint64 cdata
---@return string sixteen hexadecimal digits
function M.hex(hash)
  return (bit.tohex(hash, 16))
end

return M
