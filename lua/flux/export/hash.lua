-- SPDX-License-Identifier: MIT
-- flux.export.hash: the 64-bit FNV-1a hash of a text.
--
-- It identifies layouts, graphs and cached builds. It is no protection against an adversary, only against a mix-up.
--
--   hash.hex(hash.fnv1a("abc"))  --> "e71fa2190541574b"
--   local it = hash.new() it:add("a") it:add("bc")     -- hash.hex(it:value()) is the same
--
-- It is computed in two halves of 32 bits, which are exact as numbers: a 64-bit integer would be a new object for each byte.

local bit = require "bit"

local M = {}

local HALF = 2 ^ 32
local HIGH, LOW = 0xcbf29ce4, 0x84222325 -- what a hash is of no bytes
local PRIME, SHIFT = 0x1b3, 2 ^ 8 -- the prime is 2^40 + 0x1b3; 2^40 moves the low half by 8 bits into the high one

local Hash = {}
Hash.__index = Hash

---A hash of what is added to it.
function M.new() return setmetatable({ high = HIGH, low = LOW }, Hash) end

---@param text string
function Hash:add(text)
  local high, low = self.high, self.low
  for i = 1, #text do
    low = bit.bxor(low, text:byte(i))
    if low < 0 then low = low + HALF end
    local product = low * PRIME
    local rest = product % HALF
    high, low = (high * PRIME + low * SHIFT + (product - rest) / HALF) % HALF, rest
  end
  self.high, self.low = high, low
end

---@return integer hash a uint64 cdata
function Hash:value() return self.high * 0x100000000ULL + self.low end

---@param text string
---@return integer hash a uint64 cdata
function M.fnv1a(text)
  local it = M.new()
  it:add(text)
  return it:value()
end

---@param hash integer a uint64 cdata
---@return string sixteen hexadecimal digits
function M.hex(hash)
  return (bit.tohex(hash, 16))
end

return M
