-- SPDX-License-Identifier: MIT
-- flux.export.inbox: the queue that brings events from another thread (core/flux_inbox.h), beside an export. It knows nothing of
-- graphs, so its files are copied as they are.

local core = require "flux.core"

local FILES = { "flux_inbox.h", "flux_inbox.c" }

local M = {}

---@return string[][] files list of { name, text }
function M.files()
  local list = {}
  for i, name in ipairs(FILES) do
    local file, problem = io.open(core.root .. "/core/" .. name, "rb")
    if not file then error("flux: cannot read " .. problem, 0) end
    list[i] = { name, ("/* %s -- written by flux from core/%s */\n%s"):format(name, name, file:read("*a")) }
    file:close()
  end
  return list
end

return M
