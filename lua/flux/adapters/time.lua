-- SPDX-License-Identifier: MIT
-- Times in data files: ISO 8601 text or integers <-> int64 nanoseconds since 1970-01-01T00:00:00Z.
--
--   local time = require "flux.adapters.time"
--   time.parse("2000-01-03")                          --> 946857600000000000LL
--   time.parse("2000-01-03T09:30:00.5-05:00")         --> 946909800500000000LL
--   time.parse("17")                                  --> 17LL: an integer is nanoseconds as they are
--   time.format(946857600000000000LL)                 --> "2000-01-03T00:00:00Z"
--
-- A time without a zone is UTC. Fractions go down to the nanosecond; further digits are cut off. The calendar is the
-- proleptic Gregorian one, without leap seconds. int64 nanoseconds reach from 1677-09-21 to 2262-04-11.
local integer = require "flux.adapters.integer"
local floor = math.floor
local M = {}

local DAYS = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }

-- Int64 nanoseconds reach from second -9223372037 plus 145224192 ns to second 9223372036 plus 854775807 ns.
local FIRST, FIRST_NS, LAST, LAST_NS = -9223372037, 145224192, 9223372036, 854775807

---Days since 1970-01-01 of a date that is known to exist.
---@param year number
---@param month number 1-12
---@param day number 1-31
---@return number
function M.days(year, month, day)
  -- Years start in March, so that the leap day is a year's last.
  local shifted = month - 3
  if shifted < 0 then shifted, year = shifted + 12, year - 1 end
  return floor(year * 365.25) - floor(year / 100) + floor(year / 400) + floor((153 * shifted + 2) / 5) + day - 719469
end

---@param year number
---@param month number
---@return number days in that month; 0 for a month that does not exist
function M.month_days(year, month)
  if month == 2 and year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0) then return 29 end
  return DAYS[month] or 0
end

-- The rest of a date-time: after the date comes "T09:30", ":00", ".5", "Z" or an offset, in that order.
local function parse_clock(text)
  local hour, minute, rest = text:match("^[Tt ](%d%d):(%d%d)(.*)$")
  if not hour then return nil end
  local second, after = rest:match("^:(%d%d)(.*)$")
  local fraction = ""
  if second then
    rest = after
    fraction, after = rest:match("^%.(%d+)(.*)$")
    if fraction then rest = after else fraction = "" end
  end
  local shift = 0
  if rest ~= "" and rest ~= "Z" and rest ~= "z" then
    local sign, hours, minutes = rest:match("^([+-])(%d%d):?(%d?%d?)$")
    if not sign or #minutes == 1 then return nil end
    minutes = tonumber(minutes) or 0
    if tonumber(hours) > 23 or minutes > 59 then return nil, "an offset beyond 23:59" end
    shift = (sign == "+" and -60 or 60) * (tonumber(hours) * 60 + minutes)
  end
  hour, minute, second = tonumber(hour), tonumber(minute), tonumber(second or 0)
  if hour > 23 or minute > 59 or second > 59 then return nil, "a time of day beyond 23:59:59" end
  return hour * 3600 + minute * 60 + second + shift, tonumber((fraction .. "00000000"):sub(1, 9)) or 0
end

---@param text string
---@return ffi.cdata*? nanoseconds since the epoch
---@return string? reason when the text is no time
function M.parse(text)
  local year, month, day, rest = text:match("^(%d%d%d%d)-(%d%d)-(%d%d)(.*)$")
  if not year then
    local value, reason = integer.parse(text)
    if not value then return nil, reason == "range" and "an integer beyond int64" or "neither ISO 8601 nor an integer" end
    return value
  end
  year, month, day = tonumber(year), tonumber(month), tonumber(day)
  if day < 1 or day > M.month_days(year, month) then return nil, "a date that does not exist" end
  local seconds, nanoseconds = 0, 0
  if rest ~= "" then
    local reason
    seconds, nanoseconds = parse_clock(rest)
    if not seconds then
      reason = nanoseconds
      return nil, reason or "neither ISO 8601 nor an integer"
    end
  end
  seconds = seconds + M.days(year, month, day) * 86400
  if seconds < FIRST or seconds == FIRST and nanoseconds < FIRST_NS or seconds > LAST or seconds == LAST and nanoseconds > LAST_NS then
    return nil, "outside the years 1677 to 2262 that int64 nanoseconds can hold"
  end
  return seconds * 1000000000LL + nanoseconds
end

---@param ns ffi.cdata* int64
---@return string ISO 8601 in UTC, with as many digits of the second as it takes
function M.format(ns)
  local second = ns / 1000000000LL
  local rest = tonumber(ns - second * 1000000000LL)
  second = tonumber(second)
  if rest < 0 then second, rest = second - 1, rest + 1000000000 end
  local day = floor(second / 86400)
  second = second - day * 86400
  -- The inverse of M.days: eras of 400 years, years from March.
  local shifted = day + 719468
  local era = floor(shifted / 146097)
  local in_era = shifted - era * 146097
  local year = floor((in_era - floor(in_era / 1460) + floor(in_era / 36524) - floor(in_era / 146096)) / 365)
  local in_year = in_era - (365 * year + floor(year / 4) - floor(year / 100))
  local month = floor((5 * in_year + 2) / 153)
  local date = in_year - floor((153 * month + 2) / 5) + 1
  month = month + 3
  year = year + era * 400
  if month > 12 then month, year = month - 12, year + 1 end
  local text = ("%04d-%02d-%02dT%02d:%02d:%02d"):format(year, month, date, floor(second / 3600), floor(second / 60) % 60, second % 60)
  if rest == 0 then return text .. "Z" end
  return text .. (".%09d"):format(rest):gsub("0+$", "") .. "Z"
end

return M
