-- SPDX-License-Identifier: MIT
-- Files that a command would write over although it reads them: refused before anything is opened.
--
--   files.distinct({ { "--input", "h.csv" } }, { { "--output", "out.csv" } })     -- lists of { option, path }
local main = require "flux.cli.main"
local M = {}

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- Two names of one file, through links too; test(1) looks without opening. Devices and pipes may be read and written at once.
local function same(a, b)
  if a == "-" or b == "-" then return false end
  if a == b then return true end
  local left, right = quoted(a:gsub("^%-", "./-")), quoted(b:gsub("^%-", "./-"))
  local status = os.execute(("[ -f %s ] && [ %s -ef %s ] 2>/dev/null"):format(left, left, right))
  return status == 0 or status == true
end

---Ends the command with status 2 when a file to be written is one of those to be read, or is written twice.
---@param reads string[][] { option, path }
---@param writes string[][] { option, path }; two of one option may share a file
function M.distinct(reads, writes)
  for i, write in ipairs(writes) do
    for _, read in ipairs(reads) do
      local is_device = write[2]:match("^/dev/")
      if not is_device and same(write[2], read[2]) then
        main.usage("%s %s would write over %s, which %s reads; name another file", write[1], write[2], read[2], read[1])
      end
    end
    for k = 1, i - 1 do
      local other = writes[k]
      if other[1] ~= write[1] and not write[2]:match("^/dev/") and same(write[2], other[2]) then
        main.usage("%s and %s would both write to %s", other[1], write[1], write[2])
      end
    end
  end
end

return M
