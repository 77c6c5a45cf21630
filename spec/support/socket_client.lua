-- SPDX-License-Identifier: MIT
-- A client of a Unix socket: sends what comes on its standard input, piece by piece, and goes. Between the socket's file and its first
-- listening a moment passes, so it tries for five seconds.
--
--   { printf 'time,price\n1,'; sleep 1; printf '100\n'; } | luajit spec/support/socket_client.lua ticks.sock
local ffi = require "ffi"
ffi.cdef [[
int socket(int, int, int);
int connect(int, const void *, unsigned);
long read(int, void *, size_t);
long write(int, const void *, size_t);
int usleep(unsigned);
]]
local path = arg[1]
local address = ffi.new("uint8_t[110]")
if jit.os == "OSX" then address[0], address[1] = #path + 2, 1 else address[0] = 1 end
ffi.copy(address + 2, path, #path)
local client = ffi.C.socket(1, 1, 0)
local tries = 0
while ffi.C.connect(client, address, 2 + #path + 1) ~= 0 do
  tries = tries + 1
  if tries > 500 then error("cannot connect to " .. path) end
  ffi.C.usleep(10000)
end
local buffer = ffi.new("uint8_t[65536]")
while true do
  local count = tonumber(ffi.C.read(0, buffer, 65536))
  if count <= 0 then break end
  assert(ffi.C.write(client, buffer, count) == count)
end
