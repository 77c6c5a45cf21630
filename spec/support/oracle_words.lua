-- SPDX-License-Identifier: MIT
-- What the oracle says: statuses, messages of failed callbacks (S16), and misuse.

local bodies = require "flux.bodies"
local core = require "flux.core"

jit.off(true, true) -- the plainest execution, too: nothing here depends on how traces order memory accesses

local M = {}

---Raises an error that blames the line that called the oracle.
function M.misuse(text)
  local level = 2
  repeat
    local info = debug.getinfo(level, "S")
    level = level + 1
  until not info or info.what ~= "C" and not info.source:find("spec/[%a/]*oracle[%a_]*%.lua$")
  error(text, level - 1)
end

---A status by name, as the text that an entry reports.
function M.status(name) return core.status_text[core[name]] end

---The error value of a callback that fails with a status.
function M.fault(name, text) return bodies.failure(core[name], text or M.status(name)) end

---An int64 as digits.
function M.text_of(number) return (tostring(number):gsub("[UL]+$", "")) end

---S16: names graph, cycle, entry, node, callback and its line.
function M.message(self, callback, raised)
  local _, reason = bodies.reason(raised)
  return ("graph '%s', cycle %d, %s, node '%s', %s (%s:%d): %s"):format(self.graph.name, self.cycle_number, self.entry,
    callback.node.name, callback.label, callback.origin.file, callback.origin.line, reason)
end

function M.sink_message(self, sink, raised)
  return ("graph '%s', cycle %d, %s, sink '%s': %s"):format(self.graph.name, self.cycle_number, self.entry, sink.name, tostring(raised))
end

---S16: the line of a callback's body that is being executed.
function M.line_of(callback)
  local level, file = 2, callback.body.origin.file
  local info
  repeat
    level = level + 1
    info = debug.getinfo(level, "Sl")
  until not info or info.source:gsub("^@%./", "@") == "@" .. file:gsub("^%./", "")
  return ("%s:%d"):format(file, info and info.currentline or callback.origin.line)
end

return M
