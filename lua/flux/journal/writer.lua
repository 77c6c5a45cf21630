-- SPDX-License-Identifier: MIT
-- flux.journal.writer: frames into a file. They are collected in memory and handed to the system together: when 64 KiB are
-- full, when w:flush() is called, and at the end. What the system has survives the death of this process.
--
--   local w = writer.new(path, header)       -- frames wait in memory until it is opened
--   w:open()                                 -- what was in the file is gone
--   w:begin(code)  w:int(value, width)  w:bytes(pointer, size)  w:text(string)  w:finish()

local ffi = require "ffi"
local core = require "flux.core"
local journal = require "flux.journal"
local snapshot = require "flux.snapshot"

ffi.cdef [[
int flux_journal_fileno(void *) asm("fileno");
long flux_journal_write(int, const void *, size_t) asm("write");
int flux_journal_fsync(int) asm("fsync");
char *strerror(int);
]]

local M = {}
local lib, C = core.lib, ffi.C
local FULL, HEAD = 65536, journal.FRAME
local SEED = snapshot.SEED
local INTERRUPTED = 4

---@class flux.JournalWriter
local Writer = {}
Writer.__index = Writer

---@param path string
---@param header string
---@return flux.JournalWriter writer
function M.new(path, header)
  local self = setmetatable({ path = path, size = 2 * FULL, at = 0, first = 0 }, Writer)
  self.buffer = ffi.new("uint8_t[?]", self.size)
  self:text(header)
  self.first = self.at
  return self
end

---Opens the file and hands over what waits.
---@return boolean|nil ok
---@return string|nil message
function Writer:open()
  local file, problem = io.open(self.path, "wb")
  if not file then return nil, "cannot write " .. problem end
  file:setvbuf "no"
  self.file, self.fd = file, C.flux_journal_fileno(file)
  self:flush()
  return true
end

function Writer:room(more)
  if self.at + more <= self.size then return end
  local size = self.size
  while size < self.at + more do size = size * 2 end
  local buffer = ffi.new("uint8_t[?]", size)
  ffi.copy(buffer, self.buffer, self.at)
  self.buffer, self.size = buffer, size
end

---Begins a frame. One that was begun before and not finished is none.
---@param code integer
function Writer:begin(code)
  self.at = self.first
  self:room(64)
  self.buffer[self.at + HEAD] = code
  self.at = self.at + HEAD + 1
end

---@param value number|ffi.cdata*
---@param width integer bytes
function Writer:int(value, width)
  self:room(width)
  ffi.cast(width == 8 and "int64_t *" or width == 4 and "uint32_t *" or width == 2 and "uint16_t *" or "uint8_t *",
    self.buffer + self.at)[0] = value
  self.at = self.at + width
end

function Writer:bytes(pointer, size)
  self:room(size)
  ffi.copy(self.buffer + self.at, pointer, size)
  self.at = self.at + size
end

function Writer:text(text)
  self:room(#text)
  ffi.copy(self.buffer + self.at, text, #text)
  self.at = self.at + #text
end

---Ends the frame: from here on it is complete.
function Writer:finish()
  local frame = self.buffer + self.first
  local words = ffi.cast("uint32_t *", frame)
  local length = self.at - self.first - HEAD
  words[0] = length
  local hash = lib.flux_hash(frame, 4, SEED)
  words[1] = journal.fold(hash)
  words[2] = journal.fold(lib.flux_hash(frame + HEAD, length, hash))
  self.first = self.at
  if self.at >= FULL then self:flush() end
end

---Hands everything to the system, where no frame is being written: one that was begun is dropped. What the system does not take is an
---error, once: after it nothing more is tried.
function Writer:flush()
  if not self.file then return end
  local size, done = self.first, 0
  self.at, self.first = 0, 0
  while done < size and not self.failed do
    local count = tonumber(C.flux_journal_write(self.fd, self.buffer + done, size - done))
    if count < 0 and ffi.errno() ~= INTERRUPTED then
      self.failed = ("cannot write the journal %s: %s"):format(self.path, ffi.string(C.strerror(ffi.errno())))
      error(self.failed, 0)
    end
    done = done + math.max(count, 0)
  end
end

---Flushes, waits until the disk has it, and closes. An error when anything could not be written.
function Writer:close()
  if not self.file then return end
  self:flush()
  C.flux_journal_fsync(self.fd)
  self.file:close()
  self.file = nil
  if self.failed then error(self.failed, 0) end
end

return M
