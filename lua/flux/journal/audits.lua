-- SPDX-License-Identifier: MIT
-- flux.journal.audits: the audit of a replay against the file that the recording wrote beside its journal, record by record.
--
--   local compared = audits.new(audit_reader)
--   compared:take(rt)                 -- after each entry: the first difference in words, and its cycle; nil while all is the same
--   compared:finish()                 -- at the end: what was recorded and did not happen again

local printers = require "flux.audit.print"

local M = {}

local Compared = {}
Compared.__index = Compared

local FIELDS = { "kind", "outcome", "cycle", "time", "event", "subject", "value" }

---@param reader flux.AuditReader
---@return table
function M.new(reader)
  return setmetatable({ reader = reader, next = reader:records(), count = 0 }, Compared)
end

-- A record as `flux trace --format json` prints it.
local function words(self, record)
  local lines = {}
  local printer = printers.json(self.reader.known, function(text) lines[#lines + 1] = text end)
  printer.record(record, self.count)
  printer.finish()
  return (table.concat(lines):gsub("%s+$", ""))
end

local function is_equal(a, b)
  for _, field in ipairs(FIELDS) do
    if a[field] ~= b[field] then return false end
  end
  return true
end

---Takes what the instance has recorded since the last call.
---@param rt flux.Runtime
---@return string|nil difference
---@return integer|nil cycle
function Compared:take(rt)
  for _, replayed in ipairs(rt.audit_ring:records()) do
    local recorded = self.next()
    if not recorded then
      if self.reader.interrupted then return nil end
      return ("audit record %d: recorded nothing more, replayed %s"):format(self.count, words(self, replayed)), replayed.cycle
    end
    if not is_equal(recorded, replayed) then
      return ("audit record %d: recorded %s, replayed %s"):format(self.count, words(self, recorded), words(self, replayed)), replayed.cycle
    end
    self.count = self.count + 1
  end
end

---What the file has behind the last record of the replay.
---@return string|nil difference
---@return integer|nil cycle
function Compared:finish()
  local recorded = self.next()
  if not recorded then return nil end
  return ("audit record %d: recorded %s, replayed nothing more"):format(self.count, words(self, recorded)), recorded.cycle
end

return M
