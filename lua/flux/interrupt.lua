-- SPDX-License-Identifier: MIT
-- ^C: LuaJIT's program raises "interrupted!" wherever the script stands, and the command that it waits for ends. Whoever catches
-- errors and goes on, or waits for a command, asks here, so that ^C ends the whole.
--
--   local ok, problem = pcall(fn)
--   interrupt.pass()                                    -- raises when there was a ^C, whatever became of its error
--   local good = interrupt.execute("cc …")              -- os.execute that raises when ^C ended the command
--
-- Inside an event nothing is to be raised: half of it would be done. A run asks between two events. ^C (SIGINT) ends it; a live run
-- SIGTERM, too, and both are a request there:
--
--   interrupt.defer(true)                               -- from here on signals are noted; true: SIGTERM, too
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
int flux_interrupt_empty(flux_interrupt_set *) asm("sigemptyset");
int flux_interrupt_add(flux_interrupt_set *, int) asm("sigaddset");
int flux_interrupt_select(int, flux_interrupt_set *, void *, void *, const flux_interrupt_time *,
                          const flux_interrupt_set *) asm("pselect");
void flux_signal_note(int);
volatile int *flux_signal_noted(void);
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

local held -- while signals are noted: the handlers that there were before

---Has there been a ^C?
---@return boolean
function M.happened() return ended or not held and caught and handler() == 0 end

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

local both, before = ffi.new("flux_interrupt_set"), ffi.new("flux_interrupt_set")
local readable, timeout = ffi.new("flux_interrupt_set"), ffi.new("flux_interrupt_time")
local bytes = ffi.cast("uint8_t *", readable)
local module, noted -- core/lua/flux_signal.c; nil where it has not been built: then ^C acts as ever
local asked = false

---SIGINT is noted until `asked` finds it or `release`. While it is, one more ends the process, whatever runs.
---@param terminable boolean? SIGTERM, too
function M.defer(terminable)
  if held then return end
  if not module then
    local found, library = pcall(ffi.load, (require("flux.core").path:gsub("libflux(%.%w+)$", "flux_lua%1")))
    if not found then return end
    module, noted = library, library.flux_signal_noted()
  end
  held, asked, noted[0] = {}, false, 0
  for _, signal in ipairs { SIGINT, terminable and SIGTERM } do
    held[signal] = ffi.C.flux_interrupt_signal(signal, ffi.cast("void *", module.flux_signal_note))
  end
end

---Both signals act as they did before `defer`.
function M.release()
  if not held then return end
  for _, signal in ipairs { SIGINT, SIGTERM } do
    if held[signal] then ffi.C.flux_interrupt_signal(signal, held[signal]) end
  end
  held = nil
end

---Has a signal come since `defer`? From the first answer that says so a second one acts as ever.
---@return boolean
function M.asked()
  if asked or not held then return asked end
  asked = noted[0] ~= 0
  if asked then M.release() end
  return asked
end

---Raises when ^C has come since `defer`.
function M.end_when_asked()
  if not M.asked() then return end
  ended = true
  M.pass()
end

-- A signal that comes between the last look and the wait would not end it: so signals are let through in the wait alone.
local function sleep(most, ns)
  ffi.C.flux_interrupt_empty(both)
  for _, signal in ipairs { SIGINT, SIGTERM } do ffi.C.flux_interrupt_add(both, signal) end
  ffi.C.flux_interrupt_mask(SIG_BLOCK, both, before)
  local count = held and noted[0] ~= 0 and 0
    or ffi.C.flux_interrupt_select(most + 1, readable, nil, nil, ns and timeout or nil, before)
  ffi.C.flux_interrupt_mask(SIG_SETMASK, before, nil)
  return count
end

---Waits until one of the descriptors can be read, a signal comes, or the time is over.
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
  local count = ns == 0 and ffi.C.flux_interrupt_select(most + 1, readable, nil, nil, timeout, nil) or sleep(most, ns)
  if count <= 0 then return nil end
  local ready = {}
  for _, fd in ipairs(descriptors) do
    ready[fd] = bit.band(bytes[bit.rshift(fd, 3)], bit.lshift(1, bit.band(fd, 7))) ~= 0
  end
  return ready
end

return M
