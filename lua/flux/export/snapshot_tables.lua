-- SPDX-License-Identifier: MIT
-- flux.export.snapshot_tables: what the snapshot functions of an export read: the layout's text, the place of every value in the
-- instance, the slots of timers, the types of posted events; and the packing of values.

local c = require "flux.export.c"
local core = require "flux.core"
local hash = require "flux.export.hash"
local values = require "flux.values"

local M = {}

local KIND = { double = "DOUBLE_BITS", float = "FLOAT_BITS", bool = "BOOL_BITS" }

local function rows(x, record, place)
  for _, field in ipairs(record.fields) do
    local kind, size = KIND[field.type] or "PLAIN_BITS", values.type[field.type].size
    x.out:line(("{ %s, %d, %d, %s },"):format(place(field), field.count or 1, size, kind))
  end
end

---Bytes of a record's values without padding.
---@param record flux.Record
---@return integer
function M.packed_size(record)
  local size = 0
  for _, field in ipairs(record.fields) do size = size + field.size end
  return size
end

local function emit_tables(x, s)
  local out, n = x.out, x.names
  c.comment(out, { "The layout that a snapshot carries, so that it can be read without this program." })
  c.open(out, "static const char *const layout_text[] = {")
  for node in (s.text .. "node"):gmatch("(node .-\n)%f[n]") do
    -- A string literal may have 4,095 characters; a node with very many fields takes several.
    for at = 1, #node, 4000 do out:line(c.quote(node:sub(at, at + 3999)) .. ",") end
  end
  c.close(out, "};")
  out:blank()
  out:line(("enum { LAYOUT_SIZE = %d, FIXED_SIZE = %d }; /* of a snapshot without symbols and posts */"):format(#s.text, s.fixed))
  out:line("enum { PLAIN_BITS, DOUBLE_BITS, FLOAT_BITS, BOOL_BITS };")
  out:line("typedef struct { size_t offset; uint32_t count, bytes; int kind; } packed_field;")
  out:blank()
  if s.state > 0 then
    c.open(out, "static const packed_field state_fields[] = {")
    for _, node in ipairs(x.resolved.order) do
      rows(x, node.record, function(field) return ("offsetof(%s, %s.%s)"):format(n.graph_type, n.member[node], field.name) end)
    end
    c.close(out, "};")
    out:blank()
  end
  if #x.slots > 0 then
    out:line("/* Of each timer: its deadlines, periodic and from ctx.after; -1: it has none. */")
    c.open(out, ("static const int timer_slots[%d][2] = {"):format(#s.timers))
    for _, slots in ipairs(s.timers) do out:line(("{ %d, %d },"):format(slots[1], slots[2])) end
    c.close(out, "};")
    out:blank()
  end
end

local function emit_post_tables(x, s)
  local out, f, n = x.out, x.features, x.names
  if not s.queue then return end
  for _, event in ipairs(f.queued) do
    if event.record.size > 0 then
      c.open(out, ("static const packed_field %s_post_fields[] = {"):format(n.event[event]))
      rows(x, event.record, function(field) return ("offsetof(%s, %s)"):format(n.event_type[event], field.name) end)
      c.close(out, "};")
    end
  end
  c.open(out, "static const struct { uint64_t hash; const packed_field *fields; int32_t type; uint32_t count, bytes; } post_types[] = {")
  for _, event in ipairs(f.queued) do
    local event_hash = hash.hex(core.lib.flux_event_hash(x.resolved.plan, x.graph.event_index[event]))
    local sized = event.record.size > 0
    out:line(("{ UINT64_C(0x%s), %s, %s, %d, %d },"):format(event_hash, sized and n.event[event] .. "_post_fields" or "NULL",
      n.event_id[event], #event.record.fields, M.packed_size(event.record)))
  end
  c.close(out, "};")
  out:blank()
  c.open(out, "static int find_post_type(int32_t type) {")
  out:line(("for (int i = 0; i < %d; i++) {"):format(#f.queued)):line("  if (post_types[i].type == type) return i;"):line("}")
  out:line("return -1;")
  c.close(out, "}")
  out:blank()
end

local PACKING = [[
static uint64_t get_bytes(const uint8_t *from, uint32_t bytes) {
  uint64_t value = 0;
  for (uint32_t i = 0; i < bytes; i++) value |= (uint64_t)from[i] << (8 * i);
  return value;
}

static void put_bytes(uint8_t *to, uint64_t value, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; i++) to[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t hash_bytes(uint64_t hash, const uint8_t *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
  return hash;
}

#define HASH_SEED UINT64_C(14695981039346656037)

/* Of everything but the checksum itself. */
static uint64_t checksum_of(const uint8_t *bytes, size_t size) {
  return hash_bytes(hash_bytes(HASH_SEED, bytes, 24), bytes + 32, size - 32);
}
]]

local VALUES = [[
/* There is one NaN, and one true. */
static uint64_t canonical_bits(uint64_t bits, int kind) {
  if (kind == DOUBLE_BITS && (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000)) return UINT64_C(0x7ff8000000000000);
  if (kind == FLOAT_BITS && (bits & INT32_MAX) > 0x7f800000u) return 0x7fc00000u;
  return kind == BOOL_BITS ? bits != 0 : bits;
}

static uint64_t load_bits(const uint8_t *from, const packed_field *field) {
  uint64_t bits = 0;
  uint32_t word;
  uint16_t half;
  switch (field->bytes) {
  case 8: memcpy(&bits, from, 8); break;
  case 4: memcpy(&word, from, 4); bits = word; break;
  case 2: memcpy(&half, from, 2); bits = half; break;
  default: bits = *from; break;
  }
  return bits;
}

static void store_bits(uint8_t *to, uint64_t bits, const packed_field *field) {
  const uint32_t word = (uint32_t)bits;
  const uint16_t half = (uint16_t)bits;
  switch (field->bytes) {
  case 8: memcpy(to, &bits, 8); break;
  case 4: memcpy(to, &word, 4); break;
  case 2: memcpy(to, &half, 2); break;
  default: *to = (uint8_t)bits; break;
  }
}

static uint8_t *pack_fields(uint8_t *to, const void *from, const packed_field *fields, size_t count) {
  for (const packed_field *field = fields; field < fields + count; field++) {
    const uint8_t *at = (const uint8_t *)from + field->offset;
    for (uint32_t i = 0; i < field->count; i++, at += field->bytes, to += field->bytes) {
      put_bytes(to, canonical_bits(load_bits(at, field), field->kind), field->bytes);
    }
  }
  return to;
}

static const uint8_t *unpack_fields(const uint8_t *from, void *to, const packed_field *fields, size_t count) {
  for (const packed_field *field = fields; field < fields + count; field++) {
    uint8_t *at = (uint8_t *)to + field->offset;
    for (uint32_t i = 0; i < field->count; i++, at += field->bytes, from += field->bytes) {
      store_bits(at, canonical_bits(get_bytes(from, field->bytes), field->kind), field);
    }
  }
  return from;
}
]]

-- The flags of buffered work and of `valid`, node by node: { place, { bit, expression } … }.
---@param x table
---@return table[]
function M.node_flags(x)
  local list = {}
  for i, node in ipairs(x.resolved.order) do
    local member, pending, bits = x.names.member[node], x.features.buffer and x.features.pending[node] or {}, {}
    if x.features.valid[node] then bits[#bits + 1] = { 1, "g->valid." .. member } end
    if pending.dirty then bits[#bits + 1] = { 2, ("g->pending.%s_dirty"):format(member) } end
    if pending.ran then bits[#bits + 1] = { 4, ("g->pending.%s_ran"):format(member) } end
    if #bits > 0 then list[#list + 1] = { place = i - 1, bits = bits } end
  end
  return list
end

---Prints the tables, and the packing of values.
---@param x table
---@param s table from flux.export.snapshot
function M.emit(x, s)
  emit_tables(x, s)
  emit_post_tables(x, s)
  x.out:block(PACKING)
  x.out:blank()
  if s.state > 0 or s.sized then
    x.out:block(VALUES)
    x.out:blank()
  end
end

return M
