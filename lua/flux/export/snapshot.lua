-- SPDX-License-Identifier: MIT
-- flux.export.snapshot: PREFIX_snapshot_size, PREFIX_snapshot and PREFIX_restore: the same bytes as every backend's
-- (core/fx_snap.h describes them). Printed only when the export is asked for it: `flux export --snapshot`.

local c = require "flux.export.c"
local digest = require "flux.export.digest"
local restore = require "flux.export.snapshot_restore"
local tables = require "flux.export.snapshot_tables"

local M = {}

local HEAD = 104

---Is it part of this export?
function M.wanted(x) return x.options.snapshot or x.options.native or false end

-- Timers in schedule order, each with its slots in g->deadline, or -1.
local function timer_slots(x)
  local list, periodic = {}, {}
  for i, slot in ipairs(x.slots) do
    if slot.every then periodic[slot.node] = i - 1 end
  end
  for _, node in ipairs(x.resolved.order) do
    if node.has_timer then list[#list + 1] = { periodic[node] or -1, x.once_slot[node] or -1 } end
  end
  return list
end

-- What the emitters below share.
local function plan(x)
  local s = { text = digest.layout_text(x.resolved), state = 0, timers = timer_slots(x), constants = #(x.graph.symbols or {}) }
  for _, node in ipairs(x.resolved.order) do s.state = s.state + tables.packed_size(node.record) end
  s.fixed = HEAD + #s.text + #x.resolved.order + s.state + 16 * #s.timers
  s.queue = x.features.queue and #x.features.queued > 0
  for _, event in ipairs(s.queue and x.features.queued or {}) do s.sized = s.sized or event.record.size > 0 end
  s.fresh, s.symbols = x.features.fresh, x.features.symbols
  return s
end

local function emit_size(x, s)
  local out, n = x.out, x.names
  c.open(out, ("size_t %s_snapshot_size(const %s *g) {"):format(n.prefix, n.graph_type))
  out:line("size_t size = FIXED_SIZE;")
  if s.symbols then out:line("size += 32 * (size_t)g->symbol_count;") else out:line("(void)g;") end
  if s.queue then
    c.open(out, "for (uint32_t i = 0; i < g->post_count; i++) {")
    out:line(("const int known = find_post_type(g->posts[(g->first_post + i) %% %d].type);"):format(x.features.capacity))
    out:line("size += 12 + (size_t)post_types[known].bytes;")
    c.close(out, "}")
  end
  out:line("return size;")
  c.close(out, "}")
  out:blank()
end

-- Words of the header: offset, bytes, value.
local function head_words(x, s)
  local f = x.features
  local now = f.fresh and "(g->attention & FRESH ? 0u : 1u)" or f.host_clock and "1u" or "0u"
  return {
    { 8, 4, "1" }, { 12, 4, now .. (f.buffer and " | (g->attention & HELD ? 2u : 0u)" or "") }, { 16, 8, "size" },
    { 32, 8, x.names.upper .. "_LAYOUT_HASH" }, { 40, 4, "LAYOUT_SIZE" }, { 44, 4, tostring(#x.resolved.order) },
    { 48, 4, tostring(#s.timers) }, { 52, 4, s.symbols and "g->symbol_count" or "0" }, { 56, 4, s.queue and "g->post_count" or "0" },
    { 64, 8, f.now and "(uint64_t)g->now" or "0" }, { 72, 8, "g->cycle" }, { 80, 8, f.timed and "g->late" or "0" },
    { 88, 8, f.ignore_unhandled and "g->unhandled" or "0" }, { 96, 8, f.fails and "g->skipped" or "0" },
  }
end

local function emit_take(x, s)
  local out, f, n = x.out, x.features, x.names
  c.open(out, ("int %s_snapshot(const %s *g, void *buffer, size_t room) {"):format(n.prefix, n.graph_type))
  if f.publishes then out:line("if (g->attention & PUBLISHING) return FLUX_E_MISUSE;") end
  if f.stops then out:line("if (g->attention & STOPPED) return FLUX_E_STOPPED;") end
  if f.idle then out:line("if (g->attention & IDLE) return FLUX_E_MISUSE; /* not started */") end
  out:line(("const size_t size = %s_snapshot_size(g);"):format(n.prefix)):line("if (room < size) return FLUX_E_LIMIT;")
  out:line("uint8_t *at = buffer;"):line(("memset(at, 0, %d);"):format(HEAD)):line('memcpy(at, "FLUXSNAP", 8);')
  for _, word in ipairs(head_words(x, s)) do
    if word[3] ~= "0" then out:line(("put_bytes(at + %d, %s, %d);"):format(word[1], word[3], word[2])) end
  end
  out:line(("at += %d;"):format(HEAD))
  c.open(out, "for (size_t i = 0; i < sizeof layout_text / sizeof *layout_text; i++) {")
  out:line("const size_t length = strlen(layout_text[i]);"):line("memcpy(at, layout_text[i], length);"):line("at += length;")
  c.close(out, "}")
  out:line(("memset(at, 0, %d);"):format(#x.resolved.order))
  for _, flags in ipairs(tables.node_flags(x)) do
    local terms = {}
    for i, bit in ipairs(flags.bits) do terms[i] = ("(%s ? %d : 0)"):format(bit[2], bit[1]) end
    out:line(("at[%d] = %s;"):format(flags.place, #terms == 1 and terms[1]:sub(2, -2) or table.concat(terms, " | ")))
  end
  out:line(("at += %d;"):format(#x.resolved.order))
  if s.state > 0 then out:line("at = pack_fields(at, g, state_fields, sizeof state_fields / sizeof *state_fields);") end
  if #x.slots == 0 and #s.timers > 0 then -- that nothing arms
    out:line(("for (int i = 0; i < %d; i++, at += 8) put_bytes(at, INT64_MAX, 8);"):format(2 * #s.timers))
  elseif #s.timers > 0 then
    c.open(out, ("for (int i = 0; i < %d; i++) {"):format(2 * #s.timers))
    out:line("const int slot = timer_slots[i / 2][i % 2];")
    out:line("put_bytes(at, (uint64_t)(slot < 0 ? INT64_MAX : g->deadline[slot]), 8);"):line("at += 8;")
    c.close(out, "}")
  end
  if s.symbols then out:line("memcpy(at, g->symbol_text, 32 * (size_t)g->symbol_count);"):line("at += 32 * (size_t)g->symbol_count;") end
  if s.queue then
    c.open(out, "for (uint32_t i = 0; i < g->post_count; i++) {")
    out:line(("const %s_post *post = &g->posts[(g->first_post + i) %% %d];"):format(n.prefix, f.capacity))
    out:line("const int known = find_post_type(post->type);")
    out:line("put_bytes(at, (uint64_t)post->type, 4);"):line("put_bytes(at + 4, post_types[known].hash, 8);"):line("at += 12;")
    if s.sized then out:line("at = pack_fields(at, &post->event, post_types[known].fields, post_types[known].count);") end
    c.close(out, "}")
  end
  out:line("put_bytes((uint8_t *)buffer + 24, checksum_of(buffer, size), 8);"):line("return 0;")
  c.close(out, "}")
  out:blank()
end

---Prints the tables and functions.
---@param x table
function M.emit(x)
  if not M.wanted(x) then return end
  local s = plan(x)
  tables.emit(x, s)
  emit_size(x, s)
  emit_take(x, s)
  restore.emit(x, s)
end

---Declares the functions in the header.
---@param x table
function M.declare(x)
  if not M.wanted(x) then return end
  local out, n, p = x.header, x.names, x.names.prefix
  out:blank()
  c.comment(out, {
    "Snapshots: everything that an instance carries from entry to entry, as bytes that flux reads and writes too. `buffer` has room for",
    ("%s_snapshot_size(g) bytes. Restore in place of %s, or between entries."):format(p, x.features.idle and p .. "_start" or "starting"),
  })
  out:line(("size_t %s_snapshot_size(const %s *g);"):format(p, n.graph_type))
  out:line(("int %s_snapshot(const %s *g, void *buffer, size_t size);"):format(p, n.graph_type))
  out:line(("int %s_restore(%s *g, const void *buffer, size_t size);"):format(p, n.graph_type))
end

return M
