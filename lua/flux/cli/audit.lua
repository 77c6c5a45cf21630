-- SPDX-License-Identifier: MIT
-- What `flux run` does with an audit: a ring that is emptied into a file while the graph runs.
--
--   local recording = audits.open(args, graph)      -- nil without --audit
--   options.audit = recording.options               -- of graph:start
--   recording:attach(rt)    recording:step()    recording:close()
local core = require "flux.core"
local file = require "flux.audit.file"
local main = require "flux.cli.main"
local terminal = require "flux.cli.terminal"
local M = {}

---Adds --audit and --audit-level.
---@param parser table
---@param what string|nil what --audit does
---@param how string|nil what --audit-level begins with
function M.options(parser, what, how)
  parser:option("--audit", what or "Write what the graph does, record by record, to a file for flux trace."):argname("FILE")
  parser:option("--audit-level", (how or "How much: ") ..
    "cycles, nodes (default: calls, posts and sinks too) or values (state that changed too); " ..
    "for single nodes NODE=LEVEL behind it."):argname("LEVEL[,NODE=LEVEL…]")
end

local BATCH = 65536 / core.FLUX_AUDIT_RECORD -- records that wait for the system at most, between events

local LEVELS = { off = true, cycles = true, nodes = true, values = true }

local function levels(text, graph)
  local level, nodes = nil, {}
  if not text:find("[^,]") then main.usage("--audit-level: expected LEVEL[,NODE=LEVEL…]") end
  for word in text:gmatch("[^,]+") do
    local node, own = word:match("^([%w_]+)=(%w+)$")
    if not LEVELS[own or word] then main.usage("--audit-level %s: '%s' is none of off, cycles, nodes, values", text, own or word) end
    if node and not graph.by_name[node] then main.usage("--audit-level %s: graph '%s' has no node '%s'", text, graph.name, node) end
    if node then nodes[node] = own elseif level then main.usage("--audit-level %s: two levels for the graph", text) else level = word end
  end
  return level or "off", nodes
end

---@class flux.Recording
local Recording = {}
Recording.__index = Recording

---Reads the options.
---@param args table
---@param graph flux.Graph
---@return flux.Recording|nil
function M.open(args, graph)
  if not args.audit then
    if args.audit_level then main.usage("--audit-level needs --audit FILE") end
    return nil
  end
  local text = args.audit_level or "nodes"
  -- Room for what one event may cause, many times over: the ring is emptied between events.
  return setmetatable({ path = args.audit, level = text, options = M.ring_options(text, graph) }, Recording)
end

---Options of rt:audit with a ring of which nothing is lost.
---@param text string levels, as --audit-level takes them
---@param graph flux.Graph
---@return table
function M.ring_options(text, graph)
  local level, nodes = levels(text, graph)
  return { level = level, nodes = nodes, ring = { records = 2 ^ 17, full = "drop" } }
end

---Takes the instance, and begins the file.
---@param rt flux.Runtime
function Recording:attach(rt)
  local problem
  self.ring = rt.audit_ring
  self.writer, problem = file.create(self.path, rt.resolved, self.level)
  if not self.writer then main.fail("%s", problem) end
end

---Between events: hands over what has gathered, when that is much.
function Recording:step()
  if self.ring:count() >= BATCH then self:flush() end
end

---Hands to the system what was recorded so far.
function Recording:flush()
  self.writer:drain(self.ring)
  self.writer:flush()
end

---Says what an audit file does not have.
---@param reader flux.AuditReader
function M.report(reader)
  if reader.interrupted then
    io.stderr:write(("flux: %s: the recording was interrupted; %s records are whole%s\n"):format(reader.path,
      terminal.grouped(reader.count), reader.rest > 0 and (", %d bytes behind them are not"):format(reader.rest) or ""))
  end
  if reader.lost > 0 then
    io.stderr:write(("flux: %s: %s records were lost: the ring was full\n"):format(reader.path, terminal.grouped(reader.lost)))
  end
end

---Completes the file.
---@param quiet boolean
function Recording:close(quiet)
  self.writer:close(self.ring)
  local lost = self.ring:lost()
  if not quiet or lost > 0 then
    io.stderr:write(("flux: %s audit records%s\n"):format(terminal.grouped(self.writer.count),
      lost > 0 and (", %s lost: the ring was full"):format(terminal.grouped(lost)) or ""))
  end
end

return M
