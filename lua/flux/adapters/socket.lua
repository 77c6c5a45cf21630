-- SPDX-License-Identifier: MIT
-- A Unix socket that clients connect to and write rows into.
--
--   local socket, reason = sockets.listen("/run/ticks.sock")   -- a stale file is replaced, one that is listened on is not
--   local client = socket:accept()                             -- a descriptor; nil: nobody waits
--   socket:close()                                             -- the file is gone
local ffi = require "ffi"
local interrupt = require "flux.interrupt"
local M = {}

ffi.cdef [[
int flux_socket_new(int, int, int) asm("socket");
int flux_socket_bind(int, const void *, unsigned) asm("bind");
int flux_socket_listen(int, int) asm("listen");
int flux_socket_connect(int, const void *, unsigned) asm("connect");
int flux_socket_accept(int, void *, void *) asm("accept");
int flux_socket_option(int, int, ...) asm("fcntl");
int flux_socket_close(int) asm("close");
int flux_socket_unlink(const char *) asm("unlink");
char *strerror(int);
]]
local C = ffi.C
local OSX = jit.os == "OSX"
local AF_UNIX, SOCK_STREAM, F_SETFL, NONBLOCK, BACKLOG = 1, 1, 4, OSX and 4 or 2048, 64
local ECONNREFUSED, ENOENT = OSX and 61 or 111, 2
local LONGEST = OSX and 103 or 107

local function reason() return ffi.string(C.strerror(ffi.errno())) end

-- struct sockaddr_un: two bytes, which say the family each in its way, and the path.
local function address_of(path)
  local address = ffi.new("uint8_t[?]", 2 + LONGEST + 1)
  if OSX then address[0], address[1] = 2 + #path, AF_UNIX else ffi.cast("uint16_t *", address)[0] = AF_UNIX end
  ffi.copy(address + 2, path, #path)
  return address, 2 + #path + 1
end

-- Does the file that is in the way belong to somebody? nil when it is gone; an error's text when it must stay.
local function in_the_way(path, address, length)
  local probe = C.flux_socket_new(AF_UNIX, SOCK_STREAM, 0)
  local connected = C.flux_socket_connect(probe, address, length) == 0
  local status = ffi.errno()
  C.flux_socket_close(probe)
  if connected then return "another process listens on it" end
  if status == ENOENT then return nil end
  if status ~= ECONNREFUSED then return "the file is there: " .. ffi.string(C.strerror(status)) end
  -- A file of another kind refuses like a socket that nobody listens on.
  if not interrupt.execute("test -S '" .. path:gsub("'", "'\\''") .. "'") then return "the file is there and is no socket" end
  C.flux_socket_unlink(path)
  return nil
end

---@class flux.Socket
---@field descriptor integer readable when a client waits
local Socket = {}
Socket.__index = Socket

---@return integer|nil descriptor the caller's to close; nil: nobody waits, or no more descriptors can be had
function Socket:accept()
  local client = C.flux_socket_accept(self.descriptor, nil, nil)
  if client < 0 then return nil end
  C.flux_socket_option(client, F_SETFL, ffi.cast("int", 0)) -- some systems hand down the listener's flags
  return client
end

---Takes no more clients and removes the file.
function Socket:close()
  if not self.descriptor then return end
  C.flux_socket_unlink(self.path)
  C.flux_socket_close(self.descriptor)
  self.descriptor = nil
end

---@param path string
---@return flux.Socket|nil
---@return string|nil reason
function M.listen(path)
  if #path > LONGEST then return nil, ("%s: the path of a socket has at most %d bytes"):format(path, LONGEST) end
  local address, length = address_of(path)
  local file = C.flux_socket_new(AF_UNIX, SOCK_STREAM, 0)
  if file < 0 then return nil, ("%s: no socket: %s"):format(path, reason()) end
  local problem = in_the_way(path, address, length)
  if not problem and C.flux_socket_bind(file, address, length) ~= 0 then problem = reason() end
  if problem or C.flux_socket_listen(file, BACKLOG) ~= 0 then
    problem = problem or reason()
    C.flux_socket_close(file)
    return nil, ("%s: cannot listen: %s"):format(path, problem)
  end
  C.flux_socket_option(file, F_SETFL, ffi.cast("int", NONBLOCK))
  local self = setmetatable({ path = path, descriptor = file }, Socket)
  self.guard = newproxy(true) -- the file goes however the command ends
  getmetatable(self.guard).__gc = function() self:close() end
  return self
end

return M
