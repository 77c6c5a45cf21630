-- SPDX-License-Identifier: MIT
-- flux.export.audit_header: what the header has for the audit: its types, and the host's functions (see flux.export.audit).

local c = require "flux.export.c"
local structs = require "flux.export.structs"

local M = {}

---Prints the types that the instance needs.
---@param x table
function M.emit_types(x)
  local f, out, n, p = x.features, x.header, x.names, x.names.prefix
  if not f.audit then return end
  out:line("/* How much the audit records: nothing; cycles, errors; calls, posts, sinks too; and state that changed. */")
  out:line(("enum { %s_AUDIT_OFF = 0, %s_AUDIT_CYCLES = 1, %s_AUDIT_NODES = 2, %s_AUDIT_VALUES = 3 };"):format(n.upper, n.upper, n.upper,
    n.upper))
  out:line(("enum { %s_AUDIT_SCRATCH = %d }; /* bytes that a ring has besides its header and records */"):format(n.upper,
    math.ceil(x.scratch / 8) * 8))
  out:blank()
  structs.plain(out, p .. "_audit_ring", {
    { text = "char magic[8];", comment = '"FLUXAUDT"' }, { text = "uint32_t version, record_size;" },
    { text = "uint64_t fingerprint;", comment = ("%s_GRAPH_HASH"):format(n.upper) },
    { text = "uint64_t next;", comment = "number of the next record; record i stands at i % capacity" },
    { text = "uint64_t limit;", comment = "where it is full" },
    { text = "uint64_t read;", comment = "number of the first record that was not read yet" },
    { text = "uint64_t lost;", comment = "records that found no place, or were found overwritten" },
    { text = "uint32_t capacity;", comment = "records; a power of two" },
    { text = "uint32_t overwrite;", comment = "when full: 1 the oldest goes, 0 the new one is dropped" },
    { text = "uint32_t text, scratch;" }, { text = "uint64_t checksum;", comment = "of a file" }, { text = "char graph[16];" },
  }, "The head of a ring of records, which follow it: memory of yours.")
  structs.plain(out, p .. "_audit_record", {
    { text = "uint64_t cycle;" }, { text = "int64_t time;" }, { text = "uint8_t kind, outcome;" },
    { text = "int16_t event;", comment = ("event type of the entry, or %s_ENTRY_…"):format(n.upper) },
    { text = "uint32_t subject;", comment = "callback, value, sink" }, { text = "int64_t value;" },
  }, "`flux trace` decodes them; docs/tools.md of flux says what they mean.")
  local queued = f.queue and #f.queued > 0
  local members = { { text = ("%s_audit_ring *ring;"):format(p), comment = "NULL: off" } }
  if queued then
    members[#members + 1] = { text = "int64_t cause;", comment = "cycle that posted the one to come" }
    members[#members + 1] = { text = ("int64_t cause_of[%d];"):format(f.capacity), comment = "the same, by place in posts" }
    members[#members + 1] = { text = "uint32_t posts;", comment = "posts that are recorded" }
    if f.publishes then members[#members + 1] = { text = "uint32_t sink;", comment = "whose function runs" } end
  end
  members[#members + 1] = { text = "int16_t event;", comment = "of the current entry" }
  members[#members + 1] = { text = "bool cycles;" }
  members[#members + 1] = { text = ("uint8_t level[%d];"):format(#x.resolved.order), comment = "by node" }
  structs.plain(out, p .. "_audit_state", members, "What the audit keeps in an instance.")
end

---Declares the host's functions.
---@param x table
function M.declare(x)
  local out, n, p = x.header, x.names, x.names.prefix
  if not x.features.twins then return end
  out:blank()
  c.comment(out, {
    "Audit: what the instance does, as records in a ring that stays yours. While it is off, nothing of it runs.",
    ("%s_audit_init makes a ring of `size` bytes, aligned to 8: as many records as fit, a power of two."):format(p),
    ("%s_audit records into it, every node at `level`, from the next entry on; ring NULL: no more."):format(p),
    "Single nodes may have another level; `node` is an index into " .. p .. "_nodes. Call both between entries.",
    ("%s_E_INPUT: there is no such level or node, or the memory is not aligned; %s_E_LIMIT: it is too small."):format(n.upper, n.upper),
    ("%s_audit_read takes the oldest records out, and returns how many; %s_audit_lost says how many were"):format(p, p),
    "dropped, or overwritten unread.",
  })
  out:line(("int %s_audit_init(%s_audit_ring *ring, size_t size, bool overwrite);"):format(p, p))
  out:line(("int %s_audit(%s *g, %s_audit_ring *ring, int level);"):format(p, n.graph_type, p))
  out:line(("int %s_audit_node(%s *g, int node, int level);"):format(p, n.graph_type))
  out:line(("uint64_t %s_audit_lost(const %s_audit_ring *ring);"):format(p, p))
  out:line(("uint64_t %s_audit_read(%s_audit_ring *ring, %s_audit_record *records, uint64_t count);"):format(p, p, p))
end

return M
