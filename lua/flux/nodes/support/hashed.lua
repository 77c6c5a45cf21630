-- SPDX-License-Identifier: MIT
-- Open addressing in arrays of a fixed size: symbols and integers as keys, linear probing, at most half full.
--
--   local table = hashed.new("symbol", 500)      -- { state, mask, find, remove }; texts for portable bodies
--   texts.fill(table.find, { key = "event.symbol" })
--
-- `find` sets the local `at` to the bucket of a key, or to the free one where it belongs; `self.bucket[at]` is 0 there, else what the user
-- of the table put in: a number from 1. `remove` empties bucket `at` and moves up those that had to go past it (D. E. Knuth, The Art of
-- Computer Programming 3, 6.4, algorithm R), so no bucket is lost to deleted keys.
--
-- Symbols have small ids, one after the other, and need no hash. Other integers go through the finaliser of splitmix64, which spreads
-- arithmetic progressions of any step (G. L. Steele, D. Lea, C. H. Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014);
-- the high bits of its last product are the place.

local bit = require "bit"
local ffi = require "ffi"
local texts = require "flux.nodes.support.text"

local M = {}

--- The types that a key may have.
M.KEYS = { symbol = true, int8_t = true, uint8_t = true, int16_t = true, uint16_t = true, int32_t = true, uint32_t = true,
  int64_t = true, uint64_t = true }

local FIND = [[
$hash
for step = 0, $mask do
  local place = bit.band($home + step, $mask)
  if self.bucket[place] == 0 or self.bucket_key[place] == $key then
    self.probe = place
    break
  end
end
local at = bit.band(self.probe, $mask)
]]

local REMOVE = [[
self.probe = at
for step = 1, $mask do
  local place = bit.band(at + step, $mask)
  if self.bucket[place] == 0 then break end
  local hole = bit.band(self.probe, $mask)
  $hash
  if bit.band(place - $home, $mask) >= bit.band(place - hole, $mask) then
    self.bucket[hole], self.bucket_key[hole] = self.bucket[place], self.bucket_key[place]
    self.probe = place
  end
end
self.bucket[bit.band(self.probe, $mask)] = 0
]]

local MIX = [[
self.mixed = $key
self.mixed = bit.bxor(self.mixed, bit.rshift(self.mixed, 30)) * $first
self.mixed = bit.bxor(self.mixed, bit.rshift(self.mixed, 27)) * $second]]

local FACTORS = {
  int64_t = { first = "-4658895280553007687LL", second = "-7723592293110705685LL" },
  uint64_t = { first = "13787848793156543929ULL", second = "10723151780598845931ULL" },
}

-- The statements before and the expression of a key's home, from 0 to the mask, and the state that they need.
local function hashing(key_type, bits, key)
  if key_type == "symbol" then return "", ("tonumber(%s)"):format(key), "" end
  local wide = key_type == "uint64_t" and "uint64_t" or "int64_t"
  local mix = texts.fill(MIX, { key = key, first = FACTORS[wide].first, second = FACTORS[wide].second })
  return mix, ("tonumber(bit.rshift(self.mixed, %d))"):format(64 - bits), "\n" .. wide .. " mixed;"
end

local function bits_of(capacity)
  local bits = 1
  while 2 ^ bits < 2 * capacity do bits = bits + 1 end
  return bits
end

--- The last place of a table.
---@param capacity integer
---@return integer
function M.mask(capacity) return 2 ^ bits_of(capacity) - 1 end

--- Where the search for a key begins, as `find` computes it.
---@param key_type string
---@param capacity integer
---@param key number|ffi.cdata*
---@return integer place from 0
function M.home(key_type, capacity, key)
  local mask = M.mask(capacity)
  if key_type == "symbol" then return bit.band(key, mask) end
  local wide = key_type == "uint64_t" and "uint64_t" or "int64_t"
  local mixed = ffi.cast(wide, key)
  mixed = bit.bxor(mixed, bit.rshift(mixed, 30)) * loadstring("return " .. FACTORS[wide].first)()
  mixed = bit.bxor(mixed, bit.rshift(mixed, 27)) * loadstring("return " .. FACTORS[wide].second)()
  return bit.band(tonumber(bit.rshift(mixed, 64 - bits_of(capacity))), mask)
end

--- The texts of a table of at most `capacity` keys.
---@param key_type string a type of M.KEYS
---@param capacity integer
---@return { state: string, mask: integer, find: string, remove: string }
function M.new(key_type, capacity)
  local bits = bits_of(capacity)
  local size = 2 ^ bits
  local _, _, more = hashing(key_type, bits, "")
  local function fill(text, key)
    local mix, home = hashing(key_type, bits, key)
    return texts.fill(text, { mask = size - 1, key = key, hash = mix, home = ("bit.band(%s, %d)"):format(home, size - 1) })
  end
  return { mask = size - 1, remove = fill(REMOVE, "self.bucket_key[place]"),
    find = function(key) return fill(FIND, key) end,
    state = ("int32_t probe;%s\nint32_t bucket[%d]; // 0 where no key is\n%s bucket_key[%d];"):format(more, size, key_type, size) }
end

return M
