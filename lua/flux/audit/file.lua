-- SPDX-License-Identifier: MIT
-- flux.audit.file: audit files.
--
--   +--------+------+--------+--------+-- … --+     the header is that of a ring (core/flux_abi.h) with capacity 0; `text` says what
--   | header | text | record | record |       |     the numbers mean (flux.audit.names); checksum and count are filled in at the
--   +--------+------+--------+--------+-- … --+     end, so that a file without them was interrupted
--
-- The memory of a ring, written to a file as it is, is an audit file too: one without a text, with the records in the ring's order.
--
--   local writer = file.create(path, resolved, "nodes")     writer:drain(ring)     writer:close(ring)
--   local reader, reason = file.open(path)         for record in reader:records() do … end

local ffi = require "ffi"
local audit = require "flux.audit"
local core = require "flux.core"
local names = require "flux.audit.names"
local snapshot = require "flux.snapshot"

local M = {}
local HEADER, RECORD = core.FLUX_AUDIT_HEADER, core.FLUX_AUDIT_RECORD
local CHECKSUM = ffi.offsetof("flux_audit_ring", "checksum")
local BLOCK = 4096 -- records

-- Over a header without its checksum.
local function header_hash(bytes) return snapshot.hash(bytes:sub(CHECKSUM + 9), snapshot.hash(bytes:sub(1, CHECKSUM))) end

-- -- writing -----------------------------------------------------------------------------------------------------------

---@class flux.AuditWriter
local Writer = {}
Writer.__index = Writer

---@param path string
---@param resolved flux.Resolved
---@param level string what is recorded, as --audit-level says it
---@return flux.AuditWriter|nil writer
---@return string|nil message
function M.create(path, resolved, level)
  local file, problem = io.open(path, "wb")
  if not file then return nil, "cannot write " .. problem end
  local text = names.level_line(level) .. names.text(resolved)
  local head = ffi.new("flux_audit_ring", {
    version = core.FLUX_AUDIT_VERSION, record_size = RECORD, fingerprint = audit.fingerprint(resolved), text = #text,
  })
  ffi.copy(head.magic, "FLUXAUDT", 8)
  ffi.copy(head.graph, resolved.graph.name:sub(1, 15))
  local self = setmetatable({ file = file, path = path, head = head, text = text, hash = snapshot.SEED, count = 0 }, Writer)
  self:write(ffi.string(head, HEADER) .. text, true)
  return self
end

---Takes what the ring holds.
---@param ring flux.AuditRing
function Writer:drain(ring)
  local bytes = ring:read()
  self.count = self.count + #bytes / RECORD
  self.hash = snapshot.hash(bytes, self.hash)
  self:write(bytes)
end

-- What cannot be written is an error, once: after it nothing more is tried.
function Writer:write(bytes, flush)
  if self.failed then return end
  local ok, problem = self.file:write(bytes)
  if ok and flush then ok, problem = self.file:flush() end
  if ok then return end
  self.failed = true
  error(("cannot write the audit %s: %s"):format(self.path, problem), 0)
end

---Hands what was written to the system; it then survives the death of the process.
function Writer:flush() self:write("", true) end

---Takes the rest, and completes the file.
---@param ring flux.AuditRing
function Writer:close(ring)
  self:drain(ring)
  self:flush()
  local head = self.head
  head.next, head.lost = self.count, core.lib.flux_audit_lost(ring.raw)
  -- The records are hashed as they come; header and text are added to that.
  local hash = snapshot.hash(self.text, header_hash(ffi.string(head, HEADER)))
  head.checksum = bit.bxor(hash, self.hash)
  if self.file:seek("set", 0) then self:write(ffi.string(head, HEADER), true) end
  self.file:close()
end

-- -- reading -----------------------------------------------------------------------------------------------------------

---@class flux.AuditReader
local Reader = {}
Reader.__index = Reader

local function digits(number) return (tostring(number):gsub("U?LL$", "")) end

-- The header, if this is an audit file at all.
local function read_header(file)
  local bytes = file:read(HEADER)
  if not bytes or bytes:sub(1, 8) ~= "FLUXAUDT" then return nil, "this is not an audit file" end
  if #bytes < HEADER then return nil, "the audit file is cut off inside its header" end
  local head = ffi.new("flux_audit_ring")
  ffi.copy(head, bytes, HEADER)
  if head.version ~= core.FLUX_AUDIT_VERSION then
    return nil, ("the audit file is of version %d, this is version %d"):format(head.version, core.FLUX_AUDIT_VERSION)
  end
  if head.record_size ~= RECORD then return nil, "the audit file's header is damaged" end
  return head, bytes
end

-- The names, from the file or from a graph whose hash is the file's.
local function read_names(self, head, resolved)
  if resolved and audit.fingerprint(resolved) ~= head.fingerprint then
    return nil, ("the audit is of another graph: it has hash %s, graph '%s' has %s"):format(snapshot.hex(head.fingerprint),
      resolved.graph.name, snapshot.hex(audit.fingerprint(resolved)))
  end
  if head.text > self.size - HEADER then return nil, "the audit file is cut off inside its text" end
  if head.text == 0 and not resolved then
    return nil, "the audit file carries no names: name the graph's script too (flux trace FILE GRAPH)"
  end
  self.text = head.text > 0 and self.file:read(head.text) or ""
  local known = names.parse(head.text > 0 and self.text or names.text(resolved))
  if not known then return nil, "the audit file's text is damaged" end
  self.known = known
  return known
end

-- Where the records of a ring's memory stand: one or two runs of { offset, count }.
local function ring_runs(self, head)
  local capacity = head.capacity
  local first = head.read
  if head.next >= first and head.next - first > capacity then first = head.next - capacity end
  if bit.band(capacity, capacity - 1) ~= 0 or head.next < first or head.next > 2 ^ 62 then
    return nil, "the audit file's header is damaged"
  end
  if self.size < HEADER + RECORD * capacity then
    return nil, ("the audit file is cut off: it has %d bytes, its ring takes %d"):format(self.size, HEADER + RECORD * capacity)
  end
  self.lost = tonumber(head.lost + (first - head.read))
  local count, at = tonumber(head.next - first), tonumber(first % capacity)
  local before = math.min(count, capacity - at)
  self.count = count
  return { { HEADER + RECORD * at, before }, { HEADER, count - before } }
end

-- Hashes the records of a file.
local function records_hash(self, first)
  local hash = snapshot.SEED
  self.file:seek("set", first)
  for _ = 1, math.ceil(self.count / BLOCK) do hash = snapshot.hash(self.file:read(RECORD * BLOCK) or "", hash) end
  return hash
end

-- Where the records of a file stand; a complete file is checked as a whole.
local function file_runs(self, head, bytes)
  local first = HEADER + head.text
  local room = self.size - first
  if head.checksum == 0 then
    self.count, self.interrupted, self.rest = math.floor(room / RECORD), true, room % RECORD
    return { { first, self.count } }
  end
  if head.next > 2 ^ 40 then return nil, "the audit file's header is damaged" end -- so that its bytes can be counted below
  if head.next * RECORD ~= room then
    return nil, ("the audit file %s: it has %d bytes and should have %s"):format(head.next * RECORD > room and "is cut off" or
      "has something behind it", self.size, digits(head.next * RECORD + first))
  end
  self.count = tonumber(head.next)
  local whole = snapshot.hash(self.text, header_hash(bytes))
  if bit.bxor(whole, records_hash(self, first)) ~= head.checksum then
    return nil, "the audit file is damaged: its checksum is not that of its bytes"
  end
  return { { first, self.count } }
end

---Opens an audit file.
---@param path string
---@param resolved flux.Resolved|nil the graph; needed for the memory of a ring, which carries no names
---@return flux.AuditReader|nil reader
---@return string|nil reason
function M.open(path, resolved)
  local file, problem = io.open(path, "rb")
  if not file then return nil, "cannot open the audit file " .. problem end
  local self = setmetatable({ file = file, path = path, size = file:seek("end") }, Reader)
  file:seek("set", 0)
  local head, bytes = read_header(file)
  local runs, reason = nil, bytes
  if head then
    self.head, self.lost = head, tonumber(head.lost)
    local known
    known, reason = read_names(self, head, resolved)
    if known and head.capacity > 0 then runs, reason = ring_runs(self, head) end
    if known and head.capacity == 0 then runs, reason = file_runs(self, head, bytes) end
  end
  if not runs then
    file:close()
    return nil, ("%s: %s"):format(path, reason)
  end
  self.runs = runs
  return self
end

-- The next block of records; nil at the end.
local function next_block(self)
  local run = self.runs[self.run]
  while run and run[2] == 0 do
    self.run = self.run + 1
    run = self.runs[self.run]
  end
  if not run then return nil end
  self.file:seek("set", run[1])
  local bytes = self.file:read(RECORD * math.min(run[2], BLOCK)) or ""
  local count = math.floor(#bytes / RECORD)
  if count == 0 then error(("%s: record %d cannot be read"):format(self.path, self.number), 0) end
  run[1], run[2] = run[1] + RECORD * count, run[2] - count
  return bytes, count
end

---The records in order, as flux.audit's tables, and the number of each. One that cannot be of this graph is an error.
---@return fun(): table|nil, integer|nil
function Reader:records()
  local bytes, raw, at, count = nil, nil, 0, 0
  self.run, self.number = 1, 0
  return function()
    if at == count then
      local more
      bytes, more = next_block(self)
      if not bytes then return nil end
      count = more
      raw, at = ffi.cast("const flux_audit_record *", ffi.cast("const char *", bytes)), 0
    end
    local record, number = audit.record(raw[at]), self.number
    if not names.fits(self.known, record) then error(("%s: record %d is damaged"):format(self.path, number), 0) end
    at, self.number = at + 1, number + 1
    return record, number
  end
end

function Reader:close() self.file:close() end

return M
