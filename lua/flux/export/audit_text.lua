-- SPDX-License-Identifier: MIT
-- flux.export.audit_text: the C of the audit's functions, which flux.export.audit fills in. PREFIX, UPPER, NAME and CAPACITY are the
-- graph's; @word@ is a line or an expression that only some graphs have; INLINE static is static inline, or APART with too many callers.

local M = {}

M.constants = [[
/* Kinds of records; of a cycle: its entry; of a call: its outcome. */
enum { AUDIT_CYCLE = 1, AUDIT_CALL, AUDIT_VALUE, AUDIT_POST, AUDIT_SINK, AUDIT_ERROR, AUDIT_REFUSED, AUDIT_MARK };
enum { AUDIT_EVENT = 0, AUDIT_BUFFER, AUDIT_TRIGGER, AUDIT_TIMER, AUDIT_INIT, AUDIT_START, AUDIT_STOP };
enum { AUDIT_ARRESTED = 0, AUDIT_DIRTY = 1, AUDIT_RAN = 2, AUDIT_FAILED = 3 };
]]

M.append = [[
static PREFIX_audit_record *audit_records(PREFIX_audit_ring *ring) {
  return (PREFIX_audit_record *)(void *)(ring + 1);
}

APART static void audit_append(PREFIX_t *g, int kind, int outcome, uint32_t subject, int64_t value) {
  PREFIX_audit_ring *ring = g->audit.ring;
  if (UNLIKELY(ring->next == ring->limit)) { /* full, and the new one is dropped */
    ring->lost++;
    return;
  }
  PREFIX_audit_record *record = audit_records(ring) + (ring->next++ & (ring->capacity - 1));
  record->cycle = g->cycle;
  record->time = @now@;
  record->kind = (uint8_t)kind;
  record->outcome = (uint8_t)outcome;
  record->event = g->audit.event;
  record->subject = subject;
  record->value = value;
}

]]

M.values = [[
/* A value's bits, widened to 64; there is one NaN. */
static uint64_t audit_bits(const unsigned char *from, int type) {
  uint64_t bits = 0;
  uint32_t word;
  uint16_t half;
  switch (audit_width[type]) {
  case 8: memcpy(&bits, from, 8); break;
  case 4: memcpy(&word, from, 4); bits = word; break;
  case 2: memcpy(&half, from, 2); bits = half; break;
  default: bits = *from; break;
  }
  if (type == 0 && (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000)) return UINT64_C(0x7ff8000000000000);
  if (type == 1 && (bits & INT32_MAX) > 0x7f800000u) return 0x7fc00000u;
  return type == 2 ? bits != 0 : bits;
}

/* Keeps a node's state as it is before a callback. */
APART static void audit_keep(PREFIX_t *g, int node) {
  const PREFIX_struct *known = &PREFIX_nodes[node];
  memcpy(audit_records(g->audit.ring) + g->audit.ring->capacity, (const unsigned char *)g + known->offset, known->size);
}

/* Records the values that a callback has changed. */
APART static void audit_values(PREFIX_t *g, int node) {
  const PREFIX_struct *known = &PREFIX_nodes[node];
  const unsigned char *before = (const unsigned char *)(audit_records(g->audit.ring) + g->audit.ring->capacity);
  const unsigned char *now = (const unsigned char *)g + known->offset;
  uint32_t number = audit_first[node].value;
  if (known->size == 0 || memcmp(before, now, known->size) == 0) return;
  for (uint32_t f = 0; f < known->field_count; f++) {
    const int type = audit_types[audit_first[node].field + f];
    const uint32_t count = known->fields[f].count != 0 ? known->fields[f].count : 1;
    uint32_t at = known->fields[f].offset;
    for (uint32_t i = 0; i < count; i++, number++, at += audit_width[type]) {
      const uint64_t bits = audit_bits(now + at, type);
      if (bits != audit_bits(before + at, type)) audit_append(g, AUDIT_VALUE, type, number, (int64_t)bits);
    }
  }
}

]]

M.enter = [[
INLINE static void audit_enter(PREFIX_t *g, int node) {
  if (UNLIKELY(g->audit.level[node] >= UPPER_AUDIT_VALUES)) audit_keep(g, node);
}

]]

M.call = [[
INLINE static void audit_call(PREFIX_t *g, int node, int callback, int32_t element, int outcome) {
  if (g->audit.level[node] >= UPPER_AUDIT_NODES) audit_append(g, AUDIT_CALL, outcome, (uint32_t)callback, element);
@values@}

]]

M.next = [[
/* audit_call, then audit_enter of the node that follows. */
APART static void audit_next(PREFIX_t *g, int node, int callback, int outcome, int next) {
  if (UNLIKELY(g->audit.level[node] >= UPPER_AUDIT_VALUES || g->audit.level[next] >= UPPER_AUDIT_VALUES)) {
    audit_call(g, node, callback, -1, outcome);
    audit_enter(g, next);
  } else if (g->audit.level[node] >= UPPER_AUDIT_NODES) {
    audit_append(g, AUDIT_CALL, outcome, (uint32_t)callback, -1);
  }
}

]]

M.cycle = [[
static void audit_cycle(PREFIX_t *g, int entry, int16_t event) {
  g->audit.event = event;
@posts@  if (g->audit.cycles) audit_append(g, AUDIT_CYCLE, entry, 0, @cause@);
@clear@}

]]

M.posts = [[
/* Records what a callback or a sink has posted, and keeps which cycle did. */
static void audit_posts(PREFIX_t *g, int node, int poster) {
  for (; g->audit.posts < g->post_count; g->audit.posts++) {
    const uint32_t place = (g->first_post + g->audit.posts) % CAPACITY;
    g->audit.cause_of[place] = g->audit.event == UPPER_ENTRY_START ? -1 : (int64_t)g->cycle;
    if (g->audit.level[node] >= UPPER_AUDIT_NODES) {
      audit_append(g, AUDIT_POST, 0, (uint32_t)poster, g->posts[place].type);
    }
  }
}

]]

M.sink = [[
static void audit_sink(PREFIX_t *g, int node, uint32_t sink) {
@kept@  if (g->audit.level[node] >= UPPER_AUDIT_NODES) audit_append(g, AUDIT_SINK, 0, sink, 0);
}

]]

M.sink_posted = [[
/* Records that what a sink's function has sent found no place in the queue. */
static int sink_posted(PREFIX_t *g, int status) {
  if (status == FLUX_E_QUEUE && g->audit.ring != NULL) {
    audit_append(g, AUDIT_ERROR, 3, UINT32_C(0x40000000) + g->audit.sink, status);
  }
  return status;
}

]]

M.refused = [[
/* An entry that is refused, or that its timers end early. */
COLD static void audit_refused(PREFIX_t *g, int event, int status) {
  g->audit.event = (int16_t)event;
  audit_append(g, AUDIT_REFUSED, 0, 0, status);
}

]]

M.mark = [[
/* 0: reset, 1: goes on after an error, 2: is restored. */
COLD static void audit_mark(PREFIX_t *g, int what) {
  g->audit.event = UPPER_ENTRY_START;
  audit_append(g, AUDIT_MARK, what, 0, 0);
}

]]

M.host = [[
int PREFIX_audit_init(PREFIX_audit_ring *ring, size_t size, bool overwrite) {
  const size_t fixed = sizeof *ring + UPPER_AUDIT_SCRATCH;
  if ((uintptr_t)ring % 8 != 0) return FLUX_E_INPUT;
  if (size < fixed + sizeof(PREFIX_audit_record)) return FLUX_E_LIMIT;
  uint32_t capacity = 1;
  while (capacity < UINT32_C(1) << 31 && capacity <= (size - fixed) / sizeof(PREFIX_audit_record) / 2) capacity *= 2;
  memset(ring, 0, sizeof *ring);
  memcpy(ring->magic, "FLUXAUDT", 8);
  memcpy(ring->graph, NAME, sizeof NAME);
  ring->version = 1;
  ring->record_size = sizeof(PREFIX_audit_record);
  ring->fingerprint = UPPER_GRAPH_HASH;
  ring->limit = overwrite ? UINT64_MAX : capacity;
  ring->capacity = capacity;
  ring->overwrite = overwrite;
  ring->scratch = UPPER_AUDIT_SCRATCH;
  return 0;
}

int PREFIX_audit(PREFIX_t *g, PREFIX_audit_ring *ring, int level) {
@publishing@  if (level < UPPER_AUDIT_OFF || level > UPPER_AUDIT_VALUES) return FLUX_E_INPUT;
  if (ring != NULL && (memcmp(ring->magic, "FLUXAUDT", 8) != 0 || ring->version != 1)) return FLUX_E_INPUT;
  if (ring != NULL && ring->fingerprint != UPPER_GRAPH_HASH) return FLUX_E_INPUT; /* of another graph */
  if (ring != NULL && ring->scratch < UPPER_AUDIT_SCRATCH) return FLUX_E_LIMIT;
@unknown@  g->audit.ring = ring;
@attention@  g->audit.cycles = level >= UPPER_AUDIT_CYCLES;
  memset(g->audit.level, level, sizeof g->audit.level);
  return 0;
}

int PREFIX_audit_node(PREFIX_t *g, int node, int level) {
@publishing@  if (node < 0 || node >= UPPER_NODES) return FLUX_E_INPUT;
  if (level < UPPER_AUDIT_OFF || level > UPPER_AUDIT_VALUES) return FLUX_E_INPUT;
  g->audit.level[node] = (uint8_t)level;
  return 0;
}

uint64_t PREFIX_audit_lost(const PREFIX_audit_ring *ring) {
  const uint64_t waiting = ring->next - ring->read;
  return ring->lost + (waiting > ring->capacity ? waiting - ring->capacity : 0);
}

uint64_t PREFIX_audit_read(PREFIX_audit_ring *ring, PREFIX_audit_record *records, uint64_t count) {
  const uint64_t gone = PREFIX_audit_lost(ring) - ring->lost;
  uint64_t taken = 0;
  ring->lost += gone;
  ring->read += gone;
  while (taken < count && ring->read < ring->next) {
    records[taken++] = audit_records(ring)[ring->read++ & (ring->capacity - 1)];
  }
  if (ring->overwrite == 0) ring->limit = ring->read + ring->capacity;
  return taken;
}

]]

return M
