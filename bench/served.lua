-- SPDX-License-Identifier: MIT
-- bench.served: arms that live in a process of their own and stay there over all rounds, with their JIT warm: the peers in
-- bench/peers/, and flux driven from Lua (bench/lua_arm.lua).
--
--   local peer = served.open("bench/peers/fluxtion/serve.sh", "fluxtion")
--   peer:run("deep/stream", 100, 1000000)  --> "1000000 1000200.5", 257.1, {}
--
-- The protocol is lines. Asked `run WORKLOAD SIZE EVENTS [KEY=VALUE…]` on its stdin, the process runs the loop from a fresh state
-- and answers `ns_per_event NUMBER checksum TEXT [; NAME NUMBER …]` on its stdout, or `error TEXT`. Other lines are ignored, so that
-- a runtime may chat; what it says on stderr goes to build/bench/NAME.log.

local ffi = require "ffi"
local host = require "bench.host"

ffi.cdef [[ int bench_pid(void) __asm__("getpid"); ]]

local M = {}

local Served = {}
Served.__index = Served

local opened = 0

---Starts a process; `command` runs at the root.
---@param command string
---@param name string names its log
function M.open(command, name)
  opened = opened + 1
  local directory = host.directory("build/bench")
  local base = ("%s/served_%d_%d"):format(directory, ffi.C.bench_pid(), opened)
  local asks, answers = base .. ".in", base .. ".out"
  local log = ("%s/%s.log"):format(directory, name)
  assert(os.execute(("mkfifo '%s' '%s'"):format(asks, answers)) == 0, "mkfifo failed")
  os.execute(("cd '%s' && %s <'%s' >'%s' 2>'%s' &"):format(host.root, command, asks, answers, log))
  local self = setmetatable({ name = name, log = log }, Served)
  self.asks, self.answers = assert(io.open(asks, "w")), assert(io.open(answers, "r"))
  os.remove(asks)
  os.remove(answers)
  return self
end

-- The last line of the process's log says most.
local function reason(self)
  local file = io.open(self.log)
  local text = file and file:read("*a") or ""
  if file then file:close() end
  return text:match("([^\n]+)%s*$") or "it ended"
end

---Asks something that is answered by one line.
---@param question string
---@return string
function Served:ask(question)
  self.asks:write(question, "\n")
  self.asks:flush()
  return self.answers:read("*l") or error(("%s: %s"):format(self.name, reason(self)), 0)
end

---@return string observed
---@return number ns per event
---@return table<string, number> counts
function Served:run(workload, size, events, more)
  self.asks:write(("run %s %s %d%s\n"):format(workload, size, events, more and " " .. more or ""))
  self.asks:flush()
  for line in self.answers:lines() do
    local ns, rest = line:match("^ns_per_event (%S+) checksum (.*)$")
    if tonumber(ns) then
      local observed, extra = rest:match("^(.-)%s*;%s*(.*)$")
      local counts = {}
      for key, value in (extra or ""):gmatch("(%S+) (%S+)") do counts[key] = tonumber(value) end
      return observed or rest, tonumber(ns), counts
    end
    local problem = line:match("^error (.*)$")
    if problem then error(("%s: %s"):format(self.name, problem), 0) end
  end
  error(("%s: %s"):format(self.name, reason(self)), 0)
end

---Ends the process: its stdin is closed.
function Served:close()
  self.asks:close()
  self.answers:close()
end

return M
