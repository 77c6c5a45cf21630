-- SPDX-License-Identifier: MIT
-- lookup: the value of a key in a table that another series fills: each tick of `row` sets the value of that key. At most `capacity` keys;
-- `on_full` = "error" or "drop" (counted in `dropped`) says what happens to one more. An unknown key does not tick; with `missing = 0` (or
-- another number) that is its value.
--
-- Formula: value = table[key], where table[row] = y
-- Source: pandas.Series.map
--
--   local weight = g:node("weight", nodes.lookup { key = tick.venue, row = tick.venue, y = tick.size, capacity = 100 })
--   g:sink("weight", weight)      -- weight.value, weight.found, weight.keys

local givens = require "flux.nodes.support.given"
local hashed = require "flux.nodes.support.hashed"
local kinds = require "flux.nodes.support.kinds"
local texts = require "flux.nodes.support.text"

local FULL = {
  error = "self.bucket[$mask + self.keys] = 1 -- beyond the array: ends the cycle",
  drop = "self.dropped = self.dropped + 1\nreturn",
}

local SET = [[
function(self, row, y)
  $find
  if self.bucket[at] == 0 then
    if self.keys >= $capacity then
      $full
    end
    self.keys = self.keys + 1
  end
  self.bucket[at], self.bucket_key[at], self.bucket_value[at] = 1, row, y
end
]]

local MISSING = [[
if not self.found then
  self.value = %s
  return
end]]

local UPDATE = [[
function(self, key)
  $find
  self.found = self.bucket[at] ~= 0
  $missing
  self.value = self.bucket_value[at]
end
]]

return function(options)
  local given = givens.new("lookup", options)
  local key_type = given:key_input "key"
  if given:key_input("row", true) ~= key_type then
    given:fail("input 'row': its keys are %s, those of 'key' %s", given:type "row", key_type)
  end
  given:number_input("y", true)
  local capacity = given:count "capacity"
  local on_full = given:choice("on_full", { "error", "drop" })
  local missing = given:has "missing" and texts.number(given:number("missing", nil, nil, nil, true))
  given:done()
  local keys = hashed.new(key_type, capacity)
  local full = texts.fill(FULL[on_full], { mask = keys.mask })
  return given:instance(kinds.new("Lookup", {
    state = "double value; bool found; int32_t keys;" .. (on_full == "drop" and " int64_t dropped;" or ""),
    internal = ("%s\ndouble bucket_value[%d];"):format(keys.state, keys.mask + 1),
    on_input = { row = texts.body("lookup", SET, { find = keys.find "row", full = full, capacity = capacity },
      texts.full(capacity, "keys", "on_full = \"drop\"")) },
    update = texts.body("lookup", UPDATE, { find = keys.find "key", missing = missing and MISSING:format(missing)
      or "if not self.found then return false end" }),
  }))
end
