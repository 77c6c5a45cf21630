/* -- the audit, as `flux run --audit` writes it --------------------------------------------------------------------- */

/* Of the ring, and how many may wait in it: between events they go into the file. */
enum { AUDIT_RECORDS = 1 << 17, AUDIT_BATCH = 1 << 11 };

static const char *audit_path, *audit_levels;
static FILE *audit_file;
static audit_ring *ring;
static uint64_t audit_count;
static uint64_t audit_hash = UINT64_C(14695981039346656037); /* of the records */

static uint64_t hashed(uint64_t hash, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; i++) hash = (hash ^ at[i]) * UINT64_C(1099511628211);
  return hash;
}

static void write_audit(const void *bytes, size_t size) {
  if (fwrite(bytes, 1, size, audit_file) != size) fail("cannot write the audit %s: %s", audit_path, strerror(errno));
}

/* What was written survives the death of the process then. */
static void flush_audit(void) {
  if (fflush(audit_file) != 0) fail("cannot write the audit %s: %s", audit_path, strerror(errno));
}

/* The text between header and records, in pieces: the level, then what the numbers mean. */
enum { AUDIT_PIECES = 3 + sizeof audit_text / sizeof *audit_text };

static const char *audit_piece(size_t i) {
  const char *const level[] = {"level ", audit_levels, "\n"};
  return i < 3 ? level[i] : audit_text[i - 3];
}

static void drain_audit(void) {
  static audit_record records[256];
  for (uint64_t taken; (taken = audit_read(ring, records, 256)) > 0; audit_count += taken) {
    audit_hash = hashed(audit_hash, records, (size_t)taken * sizeof *records);
    write_audit(records, (size_t)taken * sizeof *records);
  }
}

/* The head of a file: a ring of no records that says how long its text is. */
static audit_ring file_head(void) {
  audit_ring head = *ring;
  head.limit = head.read = 0;
  head.capacity = head.overwrite = head.scratch = 0;
  head.next = audit_count;
  head.lost = audit_lost(ring);
  head.checksum = 0;
  head.text = 0;
  for (size_t i = 0; i < AUDIT_PIECES; i++) head.text += (uint32_t)strlen(audit_piece(i));
  return head;
}

/* "off", "cycles", "nodes", "values", in that order. */
static int level_of(const char *word, size_t length) {
  static const char *const levels[] = {"off", "cycles", "nodes", "values"};
  for (int i = 0; i < 4; i++) {
    if (strlen(levels[i]) == length && strncmp(word, levels[i], length) == 0) return i;
  }
  refuse("--audit-level %s: '%.*s' is none of off, cycles, nodes, values", audit_levels, (int)length, word);
  return 0;
}

static int node_of(const char *name, size_t length) {
  for (int i = 0; i < AUDIT_NODES; i++) {
    if (strlen(node_types[i].name) == length && strncmp(name, node_types[i].name, length) == 0) return i;
  }
  refuse("--audit-level %s: the graph has no node '%.*s'", audit_levels, (int)length, name);
  return 0;
}

static bool audit_option(const char *option, const char *value) {
  if (strcmp(option, "--audit") == 0) audit_path = value;
  else if (strcmp(option, "--audit-level") == 0) audit_levels = value;
  else return false;
  if (option[7] == 0) note_file(option, value, value, true);
  return true;
}

static int graph_level, node_levels[AUDIT_NODES]; /* a node's is -1: that of the graph */

/* Reads the levels, before anything is opened. */
static void check_audit(void) {
  bool given = false;
  if (audit_levels == NULL) audit_levels = "nodes";
  else if (audit_path == NULL) refuse("--audit-level needs --audit FILE");
  for (int i = 0; i < AUDIT_NODES; i++) node_levels[i] = -1;
  const char *word = audit_levels + strspn(audit_levels, ",");
  if (*word == 0) refuse("--audit-level: expected LEVEL[,NODE=LEVEL…]");
  for (size_t length; *word != 0; word += length + strspn(word + length, ",")) {
    const size_t name = strcspn(word, "=,");
    length = strcspn(word, ",");
    if (name < length) {
      const int level = level_of(word + name + 1, length - name - 1);
      node_levels[node_of(word, name)] = level;
    } else if (given) {
      refuse("--audit-level %s: two levels for the graph", audit_levels);
    } else {
      graph_level = level_of(word, length);
      given = true;
    }
  }
}

/* Switches the audit on, before the graph starts. */
static void begin_audit(void) {
  int highest = 0;
  if (audit_path == NULL) return;
  const size_t size = sizeof(audit_ring) + AUDIT_RECORDS * sizeof(audit_record) + AUDIT_SCRATCH;
  ring = grown(NULL, size);
  audit_init(ring, size, false);
  audit_file = fopen(audit_path, "wb");
  if (audit_file == NULL) fail("cannot write the audit %s: %s", audit_path, strerror(errno));
  const audit_ring head = file_head();
  write_audit(&head, sizeof head);
  for (size_t i = 0; i < AUDIT_PIECES; i++) write_audit(audit_piece(i), strlen(audit_piece(i)));
  flush_audit();
  for (int i = 0; i < AUDIT_NODES; i++) highest = node_levels[i] > highest ? node_levels[i] : highest;
  if (graph_level == 0 && highest < 2) return;
  audit_switch(&graph, ring, graph_level);
  for (int i = 0; i < AUDIT_NODES; i++) {
    if (node_levels[i] >= 0) audit_node(&graph, i, node_levels[i]);
  }
}

/* Between events: hands over what has gathered, when that is much. */
static void step_audit(void) {
  if (audit_file == NULL || ring->next - ring->read < AUDIT_BATCH) return;
  drain_audit();
  flush_audit();
}

/* Takes the rest, and completes the file. */
static void close_audit(void) {
  if (audit_file == NULL) return;
  drain_audit();
  flush_audit();
  audit_ring head = file_head();
  const size_t behind = offsetof(audit_ring, checksum) + sizeof head.checksum;
  uint64_t hash = hashed(UINT64_C(14695981039346656037), &head, offsetof(audit_ring, checksum));
  hash = hashed(hash, (const char *)&head + behind, sizeof head - behind);
  for (size_t i = 0; i < AUDIT_PIECES; i++) hash = hashed(hash, audit_piece(i), strlen(audit_piece(i)));
  head.checksum = hash ^ audit_hash;
  if (fseek(audit_file, 0, SEEK_SET) == 0) write_audit(&head, sizeof head);
  FILE *file = audit_file;
  audit_file = NULL;
  if (fclose(file) != 0) fail("cannot write the audit %s: %s", audit_path, strerror(errno));
  fputs(GRAPH ": ", stderr);
  print_grouped(stderr, audit_count);
  fputs(" audit records", stderr);
  if (head.lost > 0) {
    fputs(", ", stderr);
    print_grouped(stderr, head.lost);
    fputs(" lost: the ring was full", stderr);
  }
  fputc('\n', stderr);
}

