-- SPDX-License-Identifier: MIT
-- A file read in blocks through one FFI buffer: constant memory however long the file is, and bytes by pointer.
--
--   local block, reason = Block.open("data/ticks.csv")      -- "-" is standard input
--   block.bytes[block.position] … block.bytes[block.limit - 1] are unread; block.bytes[block.limit] is 0
--   block.await = fn         -- of a live source: called before each read; it waits, and false ends the source
--   block.clock = fn         -- int64 ns; block.arrived is then when the latest bytes were read
--   block:fill()     -- moves the unread bytes to the front and reads more; false at the end of the file
local ffi = require "ffi"
ffi.cdef [[
int flux_file_open(const char *, int, ...) asm("open");
long flux_file_read(int, void *, size_t) asm("read");
int64_t flux_file_seek(int, int64_t, int) asm("lseek");
int flux_file_close(int) asm("close");
typedef struct { int file; short events, happened; } flux_file_wait;
int flux_file_poll(flux_file_wait *, unsigned long, int) asm("poll");
char *strerror(int);
]]
local libc = ffi.C
local EINTR, POLLIN = 4, 1

---@class flux.Block
local Block = {}
Block.__index = Block

Block.size = 256 * 1024         -- bytes of the buffer at the start; it doubles for a record that does not fit
Block.largest = 64 * 1024 * 1024

local function reason() return ffi.string(libc.strerror(ffi.errno())) end

---A block over what is open already; it closes the descriptor.
---@param file integer descriptor
---@param path string for messages
---@return flux.Block
function Block.of(file, path)
  return setmetatable({ path = path, file = file, position = 0, limit = 0, read = 0, ended = false, capacity = Block.size,
                        bytes = ffi.new("uint8_t[?]", Block.size + 16) }, Block)
end

---@param path string
---@return flux.Block? block
---@return string? reason
function Block.open(path)
  local file = path == "-" and 0 or libc.flux_file_open(path, 0)
  if file < 0 then return nil, ("%s: cannot open: %s"):format(path, reason()) end
  local self = Block.of(file, path == "-" and "standard input" or path)
  local total = tonumber(libc.flux_file_seek(file, 0, 2))
  if total > 0 then
    self.total = total -- a regular file
    libc.flux_file_seek(file, 0, 0)
  end
  return self
end

-- Waits until a pipe or terminal has bytes: unlike a read, which goes on after a signal, this ends with ^C.
local function wait(file)
  local what = ffi.new("flux_file_wait", file, POLLIN)
  repeat
    local ready = libc.flux_file_poll(what, 1, -1)
  until ready >= 0 or ffi.errno() ~= EINTR
end

---Ends the source here: the line that it began and did not complete is dropped.
---@return boolean more true, as at the end of a file
function Block:cut()
  local stop = self.limit
  while stop > self.position and self.bytes[stop - 1] ~= 10 do stop = stop - 1 end
  self.dropped, self.limit, self.ended = self.limit - stop, stop, true
  self.bytes[stop] = 0
  return true
end

---Reads more behind the unread bytes. A last line without a newline gets one.
---@return boolean more false when the file has no more bytes
function Block:fill()
  if self.ended then return false end
  local unread = self.limit - self.position
  if unread == self.capacity then
    if self.capacity >= Block.largest then
      error(("%s: a record is longer than %d MiB; is a quote missing?"):format(self.path, Block.largest / 1048576), 0)
    end
    local larger = ffi.new("uint8_t[?]", self.capacity * 2 + 16)
    ffi.copy(larger, self.bytes + self.position, unread)
    self.bytes, self.capacity = larger, self.capacity * 2
  else
    for i = 0, unread - 1 do self.bytes[i] = self.bytes[self.position + i] end -- memmove, forwards
  end
  self.position, self.limit = 0, unread
  if self.await then
    if not self.await() then return self:cut() end
  elseif not self.total then
    wait(self.file)
  end
  local count
  repeat
    count = tonumber(libc.flux_file_read(self.file, self.bytes + unread, self.capacity - unread))
  until count >= 0 or ffi.errno() ~= EINTR
  if count < 0 and self.client then count = 0 end -- it is gone
  if count < 0 then error(("%s: cannot read: %s"):format(self.path, reason()), 0) end
  if count == 0 then
    if self.client then return self:cut() end -- a client may have died within a row
    self.ended = true
    if unread > 0 and self.bytes[unread - 1] ~= 10 then
      self.bytes[unread], unread = 10, unread + 1
    end
  end
  if self.clock then self.arrived = self.clock() end
  self.read = self.read + count
  self.limit = unread + count
  self.bytes[self.limit] = 0
  return true
end

---Passes over a UTF-8 byte order mark at the start of the file.
function Block:skip_mark()
  while self.limit - self.position < 3 and self:fill() do end
  local bytes, found = self.bytes + self.position, self.limit - self.position >= 3
  if found and bytes[0] == 0xEF and bytes[1] == 0xBB and bytes[2] == 0xBF then self.position = self.position + 3 end
end

function Block:close()
  if self.file and self.file > 0 then libc.flux_file_close(self.file) end
  self.file = nil
end

return Block
