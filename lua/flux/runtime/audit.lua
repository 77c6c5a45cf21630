-- SPDX-License-Identifier: MIT
-- flux.runtime.audit: rt:audit, for both kinds of runtime; see flux.audit.

local audit = require "flux.audit"
local blame = require("flux.origin").blame
local core = require "flux.core"
local cycles = require "flux.runtime.cycles"

local M = {}
local lib = core.lib

local function check(rc)
  if rc == core.FLUX_E_MISUSE then blame("the audit was switched from inside a callback") end
  if rc < 0 then blame("rt:audit: %s", core.status_text[rc]) end
end

-- Off altogether: no level asks for anything.
local function is_off(level, nodes)
  for _, item in ipairs(nodes) do
    if item[2] >= audit.LEVEL.nodes then return false end
  end
  return level == audit.LEVEL.off
end

-- What rt:audit does on any backend. set(ring or nil, level), set_node(node, level): statuses.
local function switch(rt, options, scratch, set, set_node)
  local level, nodes = audit.levels(rt.graph, options)
  local ring = audit.ring_of(options, rt.audit_ring, scratch)
  audit.label(ring, rt.resolved)
  local off = is_off(level, nodes)
  check(set(not off and ring.raw or nil, level))
  for _, item in ipairs(off and {} or nodes) do check(set_node(item[1], item[2])) end
  rt.audit_ring = ring
  return ring, not off
end

---Records that a sink's function has failed, which exported C does not learn.
---@param rt flux.NativeRuntime
---@param sink flux.Sink
---@param status integer
function M.sink_failed(rt, sink, status)
  if not rt.auditing then return end
  rt.audit_ring:append {
    cycle = rt:cycle(), time = rt.time and rt.time[0] or 0, kind = core.FLUX_AUDIT_ERROR, outcome = core.FLUX_AUDIT_SINK_FAILED,
    event = rt.lib.flux_native_audit_event(rt.memory), subject = core.FLUX_TRACE_SINK + sink.index, value = status,
  }
end

---Adds the method to the runtime on exported C.
---@param Runtime table
function M.install_native(Runtime)
  function Runtime:audit(options)
    local scratch, index = 0, {}
    for i, node in ipairs(self.resolved.order) do
      scratch, index[node] = math.max(scratch, math.ceil(node.record.size / 8) * 8), i - 1
    end
    self:need_twins()
    local native, memory = self.lib, self.memory
    local ring, on = switch(self, options, scratch,
      function(raw, level) return native.flux_native_audit(memory, raw, level) end,
      function(node, level) return native.flux_native_audit_node(memory, index[node], level) end)
    self.auditing = on
    return ring
  end
end

---Adds the method to the runtime on the C core.
---@param Runtime table
function M.install(Runtime)
  ---Records what the instance does, from the next entry on, into a ring of the caller's.
  ---@param options { level?: "off"|"cycles"|"nodes"|"values", nodes?: table<string, string>, ring?: flux.AuditRing|table }
  ---level: of the whole graph (default "nodes"); nodes: another level for single nodes, by name; ring: { records, full } for a new one,
  ---or one of an earlier call; default the instance's last, or a new one of 65,536 records that overwrites
  ---@return flux.AuditRing
  function Runtime:audit(options)
    local engine = self.engine
    local ring, on = switch(self, options, lib.flux_audit_scratch(engine),
      function(raw, level) return lib.flux_audit(engine, raw, level) end,
      function(node, level) return lib.flux_audit_node(engine, node.index, level) end)
    cycles.switch(self, on)
    return ring
  end
end

return M
