-- SPDX-License-Identifier: MIT
-- flux.export.snapshot_restore: PREFIX_restore: first reads the whole snapshot, then `init` if it has not run, then the snapshot
-- replaces all that an instance carries, then `start` (S17).

local audit = require "flux.export.audit"
local c = require "flux.export.c"
local features = require "flux.export.features"
local tables = require "flux.export.snapshot_tables"

local M = {}

local HEAD = 104

local function emit_check(x, s)
  local out, n = x.out, x.names
  c.comment(out, { "Reads all of it and changes nothing: 0, or why it cannot be restored." })
  c.open(out, ("static int check_snapshot(const %s *g, const uint8_t *from, size_t size) {"):format(n.graph_type))
  out:line(('if (size < %d || memcmp(from, "FLUXSNAP", 8) != 0 || get_bytes(from + 8, 4) != 1) return FLUX_E_SNAPSHOT;'):format(HEAD))
  out:line("if (get_bytes(from + 16, 8) != size || get_bytes(from + 24, 8) != checksum_of(from, size)) return FLUX_E_SNAPSHOT;")
  out:line(("if (get_bytes(from + 32, 8) != %s_LAYOUT_HASH) return FLUX_E_LAYOUT;"):format(n.upper))
  out:line("const uint64_t symbols = get_bytes(from + 52, 4), posts = get_bytes(from + 56, 4);")
  out:line("if (size < FIXED_SIZE || (size - FIXED_SIZE) / 32 < symbols || get_bytes(from + 40, 4) != LAYOUT_SIZE) return FLUX_E_SNAPSHOT;")
  out:line(("if (get_bytes(from + 44, 4) != %d || get_bytes(from + 48, 4) != %d) return FLUX_E_SNAPSHOT;")
    :format(#x.resolved.order, #s.timers))
  out:line("if (get_bytes(from + 72, 8) >= INT64_MAX / 2) return FLUX_E_SNAPSHOT;")
  out:line(("if (hash_bytes(HASH_SEED, from + %d, LAYOUT_SIZE) != %s_LAYOUT_HASH) return FLUX_E_SNAPSHOT;"):format(HEAD, n.upper))
  out:line("const uint8_t *at = from + FIXED_SIZE, *const end = from + size;")
  if s.symbols then
    local few = s.constants > 0 and ("symbols < %d || "):format(s.constants) or "" -- nothing unsigned is below 0
    out:line(("if (%ssymbols > %d) return FLUX_E_SYMBOLS;"):format(few, x.symbol_capacity))
    c.open(out, "for (uint64_t i = 0; i < symbols; i++, at += 32) {")
    out:line("if (at[0] == 0 || memchr(at, 0, 32) == NULL) return FLUX_E_SNAPSHOT;")
    if s.constants > 0 then
      out:line(("if (i < %d && strcmp((const char *)at, g->symbol_text[i]) != 0) return FLUX_E_LAYOUT;"):format(s.constants))
    end
    c.close(out, "}")
  else
    out:line("if (symbols != 0) return FLUX_E_SYMBOLS;")
  end
  if not (s.symbols and s.constants > 0) then out:line("(void)g;") end
  if s.queue then
    out:line(("if (posts > %d) return FLUX_E_QUEUE;"):format(x.features.capacity))
    c.open(out, "for (uint64_t i = 0; i < posts; i++) {")
    out:line("if (end - at < 12) return FLUX_E_SNAPSHOT;")
    out:line("const int known = find_post_type((int32_t)get_bytes(at, 4));")
    out:line("if (known < 0 || post_types[known].hash != get_bytes(at + 4, 8)) return FLUX_E_LAYOUT;")
    out:line("if ((size_t)(end - at) < 12 + (size_t)post_types[known].bytes) return FLUX_E_SNAPSHOT;")
    out:line("at += 12 + post_types[known].bytes;")
    c.close(out, "}")
  else
    out:line("if (posts != 0) return FLUX_E_QUEUE;")
  end
  out:line("return at == end ? 0 : FLUX_E_SNAPSHOT;")
  c.close(out, "}")
  out:blank()
end

local function emit_load_rest(x, s)
  local out, f = x.out, x.features
  if #x.slots > 0 then
    c.open(out, ("for (int i = 0; i < %d; i++, at += 8) {"):format(2 * #s.timers))
    out:line("const int slot = timer_slots[i / 2][i % 2];")
    out:line("if (slot >= 0) g->deadline[slot] = (int64_t)get_bytes(at, 8);")
    c.close(out, "}")
    out:line("find_next_deadline(g);")
  elseif #s.timers > 0 then
    out:line(("at += %d; /* timers that nothing arms */"):format(16 * #s.timers))
  end
  if s.symbols then
    out:line("memset(g->symbol_text, 0, sizeof g->symbol_text);"):line("memset(g->symbol_slot, 0, sizeof g->symbol_slot);")
    out:line("g->symbol_count = 0;")
    out:line("for (uint64_t i = get_bytes(from + 52, 4); i > 0; i--, at += 32) add_symbol(g, (const char *)at, strlen((const char *)at));")
  end
  if s.queue then
    c.open(out, "for (uint64_t i = get_bytes(from + 56, 4); i > 0; i--) {")
    out:line(("%s_post *post = append_post(g, (int32_t)get_bytes(at, 4));"):format(x.names.prefix)):line("at += 12;")
    if s.sized then
      out:line("const int known = find_post_type(post->type);"):line("memset(&post->event, 0, sizeof post->event);")
      out:line("at = unpack_fields(at, &post->event, post_types[known].fields, post_types[known].count);")
    else
      out:line("(void)post;")
    end
    c.close(out, "}")
  end
  if f.now then out:line("g->now = (int64_t)get_bytes(from + 64, 8);") end
  out:line("g->cycle = get_bytes(from + 72, 8);")
  if f.timed then out:line("g->late = get_bytes(from + 80, 8);") end
  if f.ignore_unhandled then out:line("g->unhandled = get_bytes(from + 88, 8);") end
  if f.fails then out:line("g->skipped = get_bytes(from + 96, 8);") end
  if f.fresh then out:line("if (get_bytes(from + 12, 4) & 1) g->attention &= ~FRESH;") end
  if f.buffer then out:line("if (get_bytes(from + 12, 4) & 2) g->attention |= HELD;") end
  if f.buffer and s.queue then
    out:line(("if (g->post_count > 0%s) g->attention |= WAITING;"):format(x.posts_wait and " && !(g->attention & FRESH)" or ""))
  end
  for _, copy in ipairs(x.copies.list) do out:line(("g->prev.%s = %s;"):format(copy.name, copy.source)) end
  if x.initialised then out:line("g->initialised = true;") end
  if not (#s.timers > 0 or s.symbols or s.queue) then out:line("(void)at;") end
end

local function emit_load(x, s)
  local out = x.out
  c.open(out, ("static void load_snapshot(%s *g, const uint8_t *from) {"):format(x.names.graph_type))
  out:line("set_initial_state(g);"):line(("const uint8_t *at = from + %d + LAYOUT_SIZE;"):format(HEAD))
  for _, flags in ipairs(tables.node_flags(x)) do
    for _, bit in ipairs(flags.bits) do out:line(("%s = (at[%d] & %d) != 0;"):format(bit[2], flags.place, bit[1])) end
  end
  out:line(("at += %d;"):format(#x.resolved.order))
  if s.state > 0 then out:line("at = unpack_fields(at, g, state_fields, sizeof state_fields / sizeof *state_fields);") end
  emit_load_rest(x, s)
  c.close(out, "}")
  out:blank()
end

-- One phase of the start: its status ends the entry.
local function phase(x, entry)
  local call = x.cycle_call(entry)
  if features.entry_fails(x.features, entry) then
    x.out:line("status = " .. call .. ";"):line("if (status < 0) return status;")
  else
    x.out:line(call .. ";")
  end
end

local function emit_restore(x, s)
  local out, f, n = x.out, x.features, x.names
  c.open(out, ("int %s_restore(%s *g, const void *buffer, size_t size) {"):format(n.prefix, n.graph_type))
  if f.publishes then out:line("if (g->attention & PUBLISHING) return FLUX_E_MISUSE;") end
  out:line("int status = check_snapshot(g, buffer, size);"):line("if (status < 0) return status;")
  audit.print_mark(x, 2)
  if f.idle and x.init_entry then
    c.open(out, ("if ((g->attention & IDLE)%s) {"):format(x.initialised and " && !g->initialised" or ""))
    out:line("g->attention &= ~IDLE;")
    if f.host_clock then out:line((x.first_fails and "(void)" or "") .. "set_first_time(g, g->clock(g->user));") end
    phase(x, x.init_entry)
    c.close(out, "}")
  end
  out:line("load_snapshot(g, buffer);")
  if f.twins and s.queue then out:line("memset(g->audit.cause_of, 0, sizeof g->audit.cause_of);") end
  if f.idle then out:line("g->attention &= ~IDLE;") end
  if x.start_entry then phase(x, x.start_entry) end
  if s.queue then
    local run = x.posts_fail and "status = run_posts(g);" or "run_posts(g);"
    c.open(out, ("if (g->post_count > 0%s) {"):format(x.posts_wait and " && !(g->attention & FRESH)" or ""))
    if f.buffer then
      out:line("if (g->attention & (HELD | WAITING)) g->attention |= WAITING; /* start's posts wait behind what was buffered */")
      run = "else " .. run
    end
    out:line(run)
    c.close(out, "}")
  end
  out:line("return status;")
  c.close(out, "}")
  out:blank()
end

---Prints it.
---@param x table
---@param s table from flux.export.snapshot
function M.emit(x, s)
  emit_check(x, s)
  emit_load(x, s)
  emit_restore(x, s)
end

return M
