-- SPDX-License-Identifier: MIT
-- ^C: LuaJIT's program raises "interrupted!" wherever the script stands, and the command that it waits for ends. Whoever catches
-- errors and goes on, or waits for a command, asks here, so that ^C ends the whole.
--
--   local ok, problem = pcall(fn)
--   interrupt.pass()                                    -- raises when there was a ^C, whatever became of its error
--   local good = interrupt.execute("cc …")              -- os.execute that raises when ^C ended the command
--
-- A live run is ended by ^C (SIGINT) or SIGTERM, so both are a request there, which it asks for between two events:
--
--   interrupt.defer()                                   -- from here on both signals are held back
--   if interrupt.asked() then … end                     -- has one come? Then a second one acts as ever
--   local ready = interrupt.wait({ 0, 5 }, 1e9)         -- waits for input, a signal, or a second
local ffi = require "ffi"
local M = {}

ffi.cdef [[
typedef struct { uint64_t bits[16]; } flux_interrupt_set; /* no system's sigset_t or fd_set is larger */
typedef struct { long seconds, nanoseconds; } flux_interrupt_time;
int flux_interrupt_action(int, const void *, void *) asm("sigaction");
void *flux_interrupt_signal(int, void *) asm("signal");
int flux_interrupt_mask(int, const flux_interrupt_set *, flux_interrupt_set *) asm("sigprocmask");
int flux_interrupt_pending(flux_interrupt_set *) asm("sigpending");
int flux_interrupt_empty(flux_interrupt_set *) asm("sigemptyset");
int flux_interrupt_add(flux_interrupt_set *, int) asm("sigaddset");
int flux_interrupt_has(const flux_interrupt_set *, int) asm("sigismember");
int flux_interrupt_select(int, flux_interrupt_set *, void *, void *, const flux_interrupt_time *,
                          const flux_interrupt_set *) asm("pselect");
int flux_interrupt_nothing(int) asm("abs");
]]

local SIGINT, SIGPIPE, SIGTERM = 2, 13, 15
local SIG_BLOCK, SIG_SETMASK = jit.os == "OSX" and 1 or 0, jit.os == "OSX" and 3 or 2
local STATUS = 130 -- of a shell whose command SIGINT ended

-- What SIGINT does: a handler's address, 0 for the default. It comes first in struct sigaction everywhere.
local action = ffi.new("uint64_t[64]")
local function handler()
  ffi.C.flux_interrupt_action(SIGINT, nil, action)
  return ffi.cast("uintptr_t *", action)[0]
end

-- LuaJIT's program catches the first ^C, and from then on leaves the next to the system.
local caught, ended = handler() > 1, false

---Has there been a ^C?
---@return boolean
function M.happened() return ended or caught and handler() == 0 end

---Raises when there was a ^C.
function M.pass()
  if M.happened() then error("interrupted!", 0) end
end

---Notes that a command ended with this status of a shell: raises when it was ^C that ended it.
---@param status integer
function M.note(status)
  ended = ended or status == STATUS
  M.pass()
end

---Runs a shell command.
---@param line string
---@return boolean good its status is 0
function M.execute(line)
  local result, how, code = os.execute(line)
  if type(result) == "number" then -- as waitpid gives it
    how, code = result % 128 == 0 and "exit" or "signal", result % 128 == 0 and math.floor(result / 256) or result % 128
  end
  M.note(how == "signal" and 128 + code or code)
  return code == 0 and how ~= "signal"
end

---From here on writing to a pipe that nobody reads is an error of the write, not the end of the process.
function M.ignore_closed_pipes() ffi.C.flux_interrupt_signal(SIGPIPE, ffi.cast("void *", 1)) end -- 1: SIG_IGN

-- While signals are held back: the mask and the handlers that there were before.
local held
local pending, readable, timeout = ffi.new("flux_interrupt_set"), ffi.new("flux_interrupt_set"), ffi.new("flux_interrupt_time")
local bytes = ffi.cast("uint8_t *", readable)
local asked = false

---Holds SIGINT and SIGTERM back, until `asked` finds one or `release`.
function M.defer()
  if held then return end
  held, asked = { mask = ffi.new("flux_interrupt_set"), old = {} }, false
  ffi.C.flux_interrupt_empty(pending)
  for _, signal in ipairs { SIGINT, SIGTERM } do ffi.C.flux_interrupt_add(pending, signal) end
  ffi.C.flux_interrupt_mask(SIG_BLOCK, pending, held.mask)
  -- A handler that does nothing, for only what is handled ends a wait. abs may be called in a handler: it touches nothing.
  for _, signal in ipairs { SIGINT, SIGTERM } do
    held.old[signal] = ffi.C.flux_interrupt_signal(signal, ffi.cast("void *", ffi.C.flux_interrupt_nothing))
  end
end

---Both signals act as they did before `defer`.
function M.release()
  if not held then return end
  ffi.C.flux_interrupt_mask(SIG_SETMASK, held.mask, nil) -- what is pending comes now, to the handler that does nothing
  for _, signal in ipairs { SIGINT, SIGTERM } do ffi.C.flux_interrupt_signal(signal, held.old[signal]) end
  held = nil
end

---Has SIGINT or SIGTERM come since `defer`? From the first answer that says so a second one acts as ever.
---@return boolean
function M.asked()
  if asked or not held then return asked end
  ffi.C.flux_interrupt_pending(pending)
  asked = ffi.C.flux_interrupt_has(pending, SIGINT) == 1 or ffi.C.flux_interrupt_has(pending, SIGTERM) == 1
  if asked then M.release() end
  return asked
end

---Waits until one of the descriptors can be read, a signal comes that is held back, or the time is over.
---@param descriptors integer[] below 1024
---@param ns number|nil nanoseconds; nil: for ever
---@return table<integer, boolean>|nil ready those that can be read; nil: none
function M.wait(descriptors, ns)
  ffi.fill(readable, ffi.sizeof(readable))
  local most = -1
  for _, fd in ipairs(descriptors) do
    if fd > 1023 then error("too many open files to wait for", 0) end
    bytes[bit.rshift(fd, 3)] = bit.bor(bytes[bit.rshift(fd, 3)], bit.lshift(1, bit.band(fd, 7)))
    most = math.max(most, fd)
  end
  if ns then
    timeout.seconds = math.floor(ns / 1e9)
    timeout.nanoseconds = math.ceil(ns - math.floor(ns / 1e9) * 1e9)
    if timeout.nanoseconds == 1000000000 then timeout.seconds, timeout.nanoseconds = timeout.seconds + 1, 0 end
  end
  local count = ffi.C.flux_interrupt_select(most + 1, readable, nil, nil, ns and timeout or nil, held and held.mask or nil)
  if count < 0 and held then
    asked = true -- EINTR: the signal is gone, so `pending` does not show it
    M.release()
  end
  if count <= 0 then return nil end
  local ready = {}
  for _, fd in ipairs(descriptors) do
    ready[fd] = bit.band(bytes[bit.rshift(fd, 3)], bit.lshift(1, bit.band(fd, 7))) ~= 0
  end
  return ready
end

return M
