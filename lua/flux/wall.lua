-- SPDX-License-Identifier: MIT
-- The system's clocks.
--
--   wall.now()          --> int64 nanoseconds since 1970
--   wall.steady()       --> int64 nanoseconds of a clock that only goes forward
local ffi = require "ffi"
local M = {}

ffi.cdef [[
typedef struct { long seconds, nanoseconds; } flux_wall_time;
int flux_wall_clock(int, flux_wall_time *) asm("clock_gettime");
]]

local REALTIME, MONOTONIC = 0, jit.os == "OSX" and 6 or 1
local time = ffi.new("flux_wall_time")

local function read(clock)
  ffi.C.flux_wall_clock(clock, time)
  return ffi.cast("int64_t", time.seconds) * 1000000000LL + time.nanoseconds
end

---@return ffi.cdata* int64 ns since 1970
function M.now() return read(REALTIME) end

---@return ffi.cdata* int64 ns
function M.steady() return read(MONOTONIC) end

return M
