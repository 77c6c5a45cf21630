-- SPDX-License-Identifier: MIT
-- Durations: "100ms", "1.5s", "2h", or a number of nanoseconds → int64 ns.
--
--   duration.parse("100ms") → 100000000LL      duration.parse("100 parsecs") → nil, reason

local ffi = require "ffi"

local M = {}

local int64 = ffi.typeof("int64_t")
local unit = { ns = 1, us = 1e3, ms = 1e6, s = 1e9, m = 60e9, h = 3600e9, d = 86400e9 }

--- A duration in nanoseconds.
---@param value number|string|ffi.cdata*
---@return ffi.cdata*? ns int64
---@return string? reason
function M.parse(value)
  if ffi.istype(int64, value) then return value end
  local ns
  if type(value) == "number" then
    ns = value
  elseif type(value) == "string" then
    local number, name = value:match("^%s*(%-?%d+%.?%d*)%s*(%a+)%s*$")
    if not number or not unit[name] then
      return nil, ("'%s' is not a duration: write a number and ns, us, ms, s, m, h or d, as in \"100ms\""):format(value)
    end
    ns = tonumber(number) * unit[name]
    if math.abs(ns - math.floor(ns + 0.5)) < 1e-6 then ns = math.floor(ns + 0.5) end
  else
    return nil, "a duration is a text such as \"100ms\" or a number of nanoseconds, got " .. type(value)
  end
  if ns ~= math.floor(ns) or ns ~= ns then return nil, ("'%s' is not a whole number of nanoseconds"):format(tostring(value)) end
  if math.abs(ns) >= 2 ^ 63 then return nil, ("'%s' is longer than 292 years"):format(tostring(value)) end
  return int64(ns)
end

return M
