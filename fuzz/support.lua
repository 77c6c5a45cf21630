-- SPDX-License-Identifier: MIT
-- What the readers under test share: a file that holds the bytes of the moment, and what a plain reason is.

local ffi = require "ffi"

ffi.cdef [[
int flux_fuzz_file(const char *, unsigned) asm("memfd_create");
long flux_fuzz_write(int, const void *, size_t, int64_t) asm("pwrite");
int flux_fuzz_truncate(int, int64_t) asm("ftruncate");
]]

local M = {}

local file = ffi.C.flux_fuzz_file("flux-fuzz", 0)
M.path = "/proc/self/fd/" .. file

---Makes M.path hold these bytes.
---@param bytes string
function M.write(bytes)
  ffi.C.flux_fuzz_truncate(file, 0)
  ffi.C.flux_fuzz_write(file, bytes, #bytes, 0)
end

-- What a Lua error of our own code looks like.
local INTERNAL = { "attempt to", "bad argument", "%.lua:%d+:", "stack overflow", "not enough memory", "nil value", "table: 0x",
  "malformed" }

---A reason for users: a text that says something, in words of its own; raises a finding otherwise.
---@param problem any
---@param start string|nil what it begins with
---@return string
function M.plain(problem, start)
  if type(problem) ~= "string" or #problem < 8 then error("no reason but " .. tostring(problem), 0) end
  local own = problem:gsub('"[^"]*"', '""') -- without what it quotes of the input
  for _, pattern in ipairs(INTERNAL) do
    if own:find(pattern) then error("a Lua error: " .. problem, 0) end
  end
  if start and problem:sub(1, #start) ~= start then error(("does not begin with '%s': %s"):format(start, problem), 0) end
  return problem
end

---@param bytes string
---@return integer what its first byte says; 0 when there is none
---@return string rest
function M.split(bytes) return bytes:byte() or 0, bytes:sub(2) end

---@param path string
---@param most integer|nil bytes
---@return string
function M.read(path, most)
  local from = assert(io.open(path, "rb"))
  local text = from:read(most or "*a")
  from:close()
  return text
end

return M
