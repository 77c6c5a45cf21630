-- SPDX-License-Identifier: MIT
-- flux.journal.reader: frames of a file, one after the other.
--
--   local r, reason = reader.open(path)      -- r.head is the header
--   local code, payload = r:peek()           -- nil at the end; r.torn says when that is not where the recording ended
--   r:next()                                 -- the same, and goes on
--
-- What cannot be read ends the journal: `r.torn = { at, bytes, text }`. A frame that was cut off by the end of the file is what
-- an interrupted recording leaves; a checksum that is wrong is damage (`r.torn.damaged`), and so are a frame whose payload is none
-- and bytes behind the frame that ends a complete journal.

local snapshot = require "flux.snapshot"
local journal = require "flux.journal"

local M = {}
local FRAME = journal.FRAME

---@class flux.JournalReader
local Reader = {}
Reader.__index = Reader

local function header(file)
  local first = file:read(16)
  if not first or first:sub(1, 8) ~= journal.MAGIC then return nil, "this is not a journal" end
  if #first < 16 then return nil, "the journal is cut off inside its header" end
  local version, size = snapshot.get(first, 8, 4), snapshot.get(first, 12, 4)
  if version ~= journal.VERSION then return nil, ("the journal is of version %d, this is version %d"):format(version, journal.VERSION) end
  local here, all = file:seek(), file:seek("end")
  file:seek("set", here)
  if size + 8 > all - here then return nil, "the journal is cut off inside its header" end
  local text, sum = file:read(size) or "", file:read(8)
  if snapshot.get(sum, 0, 8) ~= snapshot.hash(first .. text) then return nil, "the journal's header is damaged" end
  local head = journal.parse_header(text)
  if not head then return nil, "the journal's header cannot be read" end
  return head, all
end

---@param path string
---@return flux.JournalReader|nil
---@return string|nil reason
function M.open(path)
  local file, problem = io.open(path, "rb")
  if not file then return nil, "cannot open the journal " .. problem end
  local head, size = header(file)
  if not head then
    file:close()
    return nil, ("%s: %s"):format(path, size)
  end
  return setmetatable({ file = file, path = path, head = head, size = size, at = file:seek(), frames = 0 }, Reader)
end

function Reader:tear(damaged, text)
  self.torn = { at = self.at, bytes = self.size - self.at, damaged = damaged, text = text }
  self.code = false
end

local function load(self)
  local left = self.size - self.at
  if left == 0 then
    self.code = false
    return
  end
  if self.complete then return self:tear(true, "the journal is complete and has something behind it") end
  local head = self.file:read(FRAME)
  if not head or #head < FRAME then return self:tear(false, "the last frame is cut off") end
  if journal.length_sum(head:sub(1, 4)) ~= head:sub(5, 8) then return self:tear(true, "the checksum of a frame's length is wrong") end
  local length = snapshot.get(head, 0, 4)
  if length == 0 then return self:tear(true, "a frame is empty") end
  if length > left - FRAME then return self:tear(false, "the last frame is cut off") end
  local payload = self.file:read(length) or ""
  if #payload < length then return self:tear(false, "the last frame is cut off") end
  if journal.frame_head(payload) ~= head then return self:tear(true, "the checksum of a frame is wrong") end
  local wrong = journal.malformed(self.head, payload:byte(), payload:sub(2))
  if wrong then return self:tear(true, wrong) end
  self.code, self.payload, self.length = payload:byte(), payload:sub(2), length + FRAME
  self.complete = self.code == journal.CODE.closed
end

---The frame at hand: its code and the rest of its payload. nil at the end.
---@return integer|nil code
---@return string payload
function Reader:peek()
  if self.code == nil then load(self) end
  return self.code or nil, self.payload
end

---The same, and goes on to the next.
function Reader:next()
  local code, payload = self:peek()
  if code then
    self.at, self.frames, self.code = self.at + self.length, self.frames + 1, nil
  end
  return code, payload
end

function Reader:close() self.file:close() end

return M
