/* -- snapshots, as `flux run --restore` and `--snapshot` read and write them --------------------------------------- */

static const char *snapshot_path, *restore_path;

static bool snapshot_option(const char *option, const char *value) {
  if (strcmp(option, "--snapshot") == 0) snapshot_path = value;
  else if (strcmp(option, "--restore") == 0) restore_path = value;
  else return false;
  note_file(option, value, value, value == snapshot_path);
  return true;
}

/* The file that is written, and then takes the other's place. */
static const char *snapshot_draft(void) {
  static char *draft;
  if (draft == NULL) {
    const size_t size = strlen(snapshot_path) + 32;
    draft = grown(NULL, size);
    snprintf(draft, size, "%s.%ld.part", snapshot_path, (long)getpid());
  }
  return draft;
}

static int open_draft(void) {
  const int file = open(snapshot_draft(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) fail("cannot write the snapshot %s: %s", snapshot_path, strerror(errno));
  return file;
}

static bool write_all(int file, const unsigned char *bytes, size_t size) {
  while (size > 0) {
    const ssize_t written = write(file, bytes, size);
    if (written <= 0) return false;
    bytes += written;
    size -= (size_t)written;
  }
  return fsync(file) == 0;
}

/* How long it is by its header; 0: it is none. */
static uint64_t snapshot_length(void) {
  uint64_t length = 0;
  if (restored_size < 24 || memcmp(restored, "FLUXSNAP", 8) != 0) return 0;
  for (int i = 0; i < 8; i++) length |= (uint64_t)restored[16 + i] << (8 * i);
  return length;
}

/* Reads what the graph is to go on from: a byte more than there should be is enough of it. */
static void read_snapshot(void) {
  FILE *file = fopen(restore_path, "rb");
  if (file == NULL) fail("cannot open the snapshot %s: %s", restore_path, strerror(errno));
  size_t room = 1 << 16, taken;
  do {
    restored = grown(restored, room);
    taken = fread(restored + restored_size, 1, room - restored_size, file);
    restored_size += taken;
    room *= 2;
  } while (taken > 0 && restored_size <= snapshot_length());
  if (ferror(file)) fail("cannot read the snapshot %s: %s", restore_path, strerror(errno));
  fclose(file);
}

/* Before the graph starts; that a snapshot can be written is found now, not at the end. */
static void begin_snapshot(void) {
  if (restore_path != NULL) read_snapshot();
  if (snapshot_path == NULL) return;
  close(open_draft());
  remove(snapshot_draft());
}

/* At the end of the input. At every moment the file is the old one or the new one, whole. */
static void take_snapshot(void) {
  if (snapshot_path == NULL) return;
  const size_t size = graph_snapshot_size(&graph);
  unsigned char *bytes = grown(NULL, size);
  expect(graph_snapshot(&graph, bytes, size));
  const int file = open_draft();
  bool good = write_all(file, bytes, size);
  good = close(file) == 0 && good && rename(snapshot_draft(), snapshot_path) == 0;
  free(bytes);
  if (good) return;
  const int reason = errno;
  remove(snapshot_draft());
  fail("cannot write the snapshot %s: %s", snapshot_path, strerror(reason));
}
