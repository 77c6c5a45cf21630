-- SPDX-License-Identifier: MIT
-- flux.audit: the ring in which an instance records what it does. core/flux_abi.h says what a record means.
--
--   local ring = rt:audit { level = "nodes", nodes = { cross = "values" }, ring = { records = 65536, full = "overwrite" } }
--   rt:send(Tick, { price = 101.5 })
--   for _, record in ipairs(ring:records()) do print(record.kind, record.cycle, record.outcome) end
--   rt:audit { level = "off" }
--
-- The ring's memory belongs to whoever holds the ring; nothing is allocated while records are written.

local ffi = require "ffi"
local core = require "flux.core"
local blame = require("flux.origin").blame
local names = require "flux.names"

local M = {}

---Levels, by name.
M.LEVEL = { off = 0, cycles = 1, nodes = 2, values = 3 }
---Names by number.
M.KIND = { "cycle", "call", "value", "post", "sink", "error", "refused", "mark" }
M.CALL = { [0] = "arrested", "dirty", "ran", "failed" }
M.ERROR = { [0] = "stopped", "skipped", "rolled back", "sink" }
M.MARK = { [0] = "reset", "resume", "restore" }
M.ENTRY = { [0] = "event", "buffer", "trigger", "timer", "init", "start", "stop" }
M.TYPE = {
  [0] = "double", "float", "bool", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "symbol",
}
---`event` of a record whose entry is no event.
M.NO_EVENT = { [-1] = "trigger", [-2] = "timer", [-3] = "start", [-4] = "stop" }

local OUTCOME = { call = M.CALL, error = M.ERROR, mark = M.MARK, cycle = M.ENTRY, value = M.TYPE }

---A record as a table: numbers, and `kind` and `outcome` as words (an entry for a cycle, a type for a value). A cycle that is no
---exact number, from 2^53 on, is a uint64.
---@param raw ffi.cdata* flux_audit_record
---@return { kind?: string, outcome?: string, cycle: integer, time: ffi.cdata*, event: integer, subject: integer, value: ffi.cdata* }
function M.record(raw)
  local kind = M.KIND[raw.kind]
  local words = OUTCOME[kind]
  return {
    kind = kind, outcome = words and words[raw.outcome] or nil, cycle = raw.cycle < 2 ^ 53 and tonumber(raw.cycle) or raw.cycle,
    time = raw.time, event = raw.event, subject = raw.subject, value = raw.value,
  }
end

---@class flux.AuditRing
local Ring = {}
Ring.__index = Ring

---Makes a ring.
---@param options { records?: integer, full?: "overwrite"|"drop" }|nil records: at least so many (default 65,536); full: what goes when
---no place is left, the oldest record (default) or the new one
---@param scratch integer bytes of the largest state
---@return flux.AuditRing
function M.ring(options, scratch)
  options = options or {}
  local records, full = options.records or 65536, options.full or "overwrite"
  if type(records) ~= "number" or records < 1 or records > 2 ^ 31 or records % 1 ~= 0 then
    blame("an audit ring takes a count of records from 1 on, not %s", tostring(records))
  end
  if full ~= "overwrite" and full ~= "drop" then
    blame("a full audit ring can 'overwrite' or 'drop', not '%s'", tostring(full))
  end
  local capacity = 1
  while capacity < records do capacity = capacity * 2 end
  local size = core.FLUX_AUDIT_HEADER + capacity * core.FLUX_AUDIT_RECORD + scratch
  local anchor = ffi.new("uint64_t[?]", math.ceil(size / 8))
  local raw = ffi.cast("flux_audit_ring *", anchor)
  core.lib.flux_audit_init(raw, size, scratch, full == "overwrite" and 1 or 0)
  return setmetatable({ anchor = anchor, raw = raw, scratch = scratch, copy = ffi.new("flux_audit_record[256]") }, Ring)
end

---Records that wait to be read.
---@return integer
function Ring:count() return math.min(tonumber(self.raw.next - self.raw.read), self.raw.capacity) end

---Records that were dropped or overwritten before they were read.
---@return integer
function Ring:lost() return tonumber(core.lib.flux_audit_lost(self.raw)) end

---Takes all records out of the ring, as bytes.
---@return string
function Ring:read()
  local pieces = {}
  repeat
    local taken = tonumber(core.lib.flux_audit_read(self.raw, self.copy, 256))
    pieces[#pieces + 1] = ffi.string(self.copy, taken * core.FLUX_AUDIT_RECORD)
  until taken < 256
  return table.concat(pieces)
end

---Takes all records out of the ring, as tables (see M.record).
---@return table[]
function Ring:records()
  local bytes = self:read()
  local raw, list = ffi.cast("const flux_audit_record *", ffi.cast("const char *", bytes)), {}
  for i = 1, #bytes / core.FLUX_AUDIT_RECORD do list[i] = M.record(raw[i - 1]) end
  return list
end

-- Appends a record, as the core does: for a host that knows of a failure what its instance cannot.
function Ring:append(fields)
  local raw = self.raw
  if raw.next == raw.limit then
    raw.lost = raw.lost + 1
    return
  end
  local at = ffi.cast("flux_audit_record *", raw + 1) + tonumber(raw.next % raw.capacity)
  raw.next = raw.next + 1
  at[0] = fields
end

local function level_of(name, what)
  return M.LEVEL[name] or blame("rt:audit: %s is '%s'; it can be off, cycles, nodes or values", what, tostring(name))
end

local KEYS = { level = true, nodes = true, ring = true }

---Reads the options of rt:audit.
---@param graph flux.Graph
---@param options table
---@return integer level
---@return { [1]: flux.Node, [2]: integer }[] nodes in order of their declaration
function M.levels(graph, options)
  for key in pairs(options) do -- each is looked at alone: the order does not matter
    if not KEYS[key] then blame("rt:audit has no option '%s'; it has level, nodes and ring", tostring(key)) end
  end
  local known = {}
  for i, node in ipairs(graph.nodes) do known[i] = node.name end
  for name in pairs(options.nodes or {}) do
    if not graph.by_name[name] then
      blame("rt:audit: graph '%s' has no node '%s'%s", graph.name, tostring(name), names.hint(tostring(name), known))
    end
  end
  local list = {}
  for _, node in ipairs(graph.nodes) do
    local name = (options.nodes or {})[node.name]
    if name ~= nil then list[#list + 1] = { node, level_of(name, ("the level of node '%s'"):format(node.name)) } end
  end
  return level_of(options.level or "nodes", "level"), list
end

---The ring that the options name: a new one, that of an earlier call, or the instance's own.
---@param options table of rt:audit
---@param current flux.AuditRing|nil
---@param scratch integer
---@return flux.AuditRing
function M.ring_of(options, current, scratch)
  local given = options.ring
  if getmetatable(given) == Ring then
    if given.scratch < scratch then blame("rt:audit: this ring was made for a graph with smaller states") end
    return given
  end
  if given == nil and current then return current end
  if given ~= nil and type(given) ~= "table" then
    blame("rt:audit: ring is what an earlier call returned, or { records = N, full = 'overwrite' or 'drop' }")
  end
  return M.ring(given, scratch)
end

---Writes into the ring whose instance it is of.
---@param ring flux.AuditRing
---@param resolved flux.Resolved
function M.label(ring, resolved)
  local raw, name = ring.raw, resolved.graph.name:sub(1, 15)
  raw.fingerprint = M.fingerprint(resolved)
  ffi.fill(raw.graph, 16)
  ffi.copy(raw.graph, name, #name)
end

---The graph's hash, which audit files carry.
---@param resolved flux.Resolved
---@return ffi.cdata* uint64
function M.fingerprint(resolved)
  if not resolved.graph_hash then
    local hex = require("flux.export.digest").graph(resolved)
    resolved.graph_hash = tonumber(hex:sub(1, 8), 16) * 0x100000000ULL + tonumber(hex:sub(9), 16)
  end
  return resolved.graph_hash
end

return M
