/* Options. `merge`: rows of several inputs are sent in the order of time, ties in the order of the options; inputs without a
 * time come first. */
typedef struct input {
  const char *path;
  int event; /* index into events[] */
  FILE *file;
  long line, next_line; /* of the current row; of the next */
  int columns;
  struct column { int field, element; } column[MAX_COLUMNS]; /* field -1: ignored */
  char *text;           /* the row's cells, unquoted, each with a final 0 */
  size_t size, capacity;
  struct cell { size_t start; long line, character; } cell[MAX_COLUMNS];
  int64_t time;
  bool ended;
  union event_memory row;
} input;

static input inputs[MAX_INPUTS];
static int input_count;
static FILE *outputs[SINKS + 1]; /* one a sink */
static FILE *rows_file;          /* every sink's rows, with its name before */
static graph_t graph;

static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs(GRAPH ": ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(1);
}

static void usage(void) {
  fputs("usage: " GRAPH " --input EVENT=FILE [--input EVENT=FILE …] [--output SINK=FILE] [--rows FILE] [--state FILE]\n"
        "         [--until TIME] [--limit N]\n"
        "FILE may be - for standard input or output. Without --output and --rows every sink's rows go to standard output.\n",
        stderr);
  exit(2);
}

/* -- rows in ------------------------------------------------------------------------------------------------------- */

static void put(input *in, int byte) {
  if (in->size == in->capacity) {
    in->capacity = in->capacity == 0 ? 4096 : 2 * in->capacity;
    in->text = realloc(in->text, in->capacity);
    if (in->text == NULL) fail("out of memory");
  }
  in->text[in->size++] = (char)byte;
}

/* Splits the next record into cells; -1 at the end of the file. RFC 4180: quotes, doubled quotes, CRLF. */
static int read_record(input *in) {
  int count = 0, c = getc(in->file);
  long character = 1;
  if (c == EOF) return -1;
  in->line = in->next_line;
  in->size = 0;
  for (;;) {
    if (count == MAX_COLUMNS) fail("%s:%ld: more than %d columns", in->path, in->line, MAX_COLUMNS);
    in->cell[count].start = in->size;
    in->cell[count].line = in->next_line;
    in->cell[count++].character = character;
    if (c == '"') {
      for (c = getc(in->file), character++;; c = getc(in->file), character++) {
        if (c == EOF) fail("%s:%ld: a quoted cell of the row that starts here is never closed", in->path, in->line);
        if (c == '\n') in->next_line++, character = 0;
        if (c == '"' && (c = getc(in->file), character++, c != '"')) break;
        put(in, c);
      }
    }
    for (; c != ',' && c != '\n' && c != EOF; c = getc(in->file), character++) put(in, c);
    if (c != ',' && in->size > in->cell[count - 1].start && in->text[in->size - 1] == '\r') in->size--;
    put(in, 0);
    if (c != ',') break;
    c = getc(in->file);
    character++;
  }
  in->next_line++;
  return count;
}

static char *trimmed(char *text) {
  while (*text == ' ' || *text == '\t') text++;
  size_t length = strlen(text);
  while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t')) text[--length] = 0;
  return text;
}

static void bad_cell(const input *in, int i, const graph_field *field, const char *expected) {
  fail("%s:%ld:%ld: column '%s': expected %s, got \"%s\"", in->path, in->cell[i].line, in->cell[i].character, field->name, expected,
       in->text + in->cell[i].start);
}

/* Converts a cell and stores it at `to`. */
static void store(input *in, int i, const graph_field *field, bool is_time, unsigned char *to) {
  char *text = in->text + in->cell[i].start;
  int64_t integer = 0;
  if (strcmp(field->type, "symbol") == 0) {
    uint32_t id;
    if (!symbol_id(&graph, text, &id)) bad_cell(in, i, field, "a symbol of at most 31 bytes, in a table that is not full");
    memcpy(to, &id, sizeof id);
    return;
  }
  text = trimmed(text);
  if (is_time) {
    if (!parse_time(text, &integer)) bad_cell(in, i, field, "a time (ISO 8601, or an integer of nanoseconds)");
    memcpy(to, &integer, sizeof integer);
  } else if (strcmp(field->type, "double") == 0 || strcmp(field->type, "float") == 0) {
    double number;
    if (!parse_double(text, &number)) bad_cell(in, i, field, "a number");
    if (field->type[0] == 'd') {
      memcpy(to, &number, sizeof number);
    } else {
      const float narrow = (float)number;
      memcpy(to, &narrow, sizeof narrow);
    }
  } else if (strcmp(field->type, "bool") == 0) {
    const bool yes = strcmp(text, "1") == 0 || strcmp(text, "true") == 0;
    if (!yes && strcmp(text, "0") != 0 && strcmp(text, "false") != 0) bad_cell(in, i, field, "true, false, 1 or 0");
    memcpy(to, &yes, sizeof yes);
  } else if (strcmp(field->type, "uint64_t") == 0) {
    bool negative;
    uint64_t value;
    if (!parse_integer(text, &negative, &value) || (negative && value != 0)) bad_cell(in, i, field, "an integer from 0 to 2^64 - 1");
    memcpy(to, &value, sizeof value);
  } else {
    const bool is_unsigned = field->type[0] == 'u';
    const int bits = atoi(field->type + (is_unsigned ? 4 : 3));
    const int64_t high = bits == 64 ? INT64_MAX : (INT64_C(1) << (is_unsigned ? bits : bits - 1)) - 1;
    if (!parse_int64(text, is_unsigned ? 0 : -high - 1, high, &integer)) bad_cell(in, i, field, "an integer in the field's range");
    if (bits == 64) memcpy(to, &integer, 8);
    if (bits == 32) memcpy(to, &(int32_t){(int32_t)(uint32_t)integer}, 4);
    if (bits == 16) memcpy(to, &(int16_t){(int16_t)(uint16_t)integer}, 2);
    if (bits == 8) memcpy(to, &(int8_t){(int8_t)(uint8_t)integer}, 1);
  }
}

static size_t element_size(const graph_field *field) {
  static const struct { const char *type; size_t size; } sizes[] = {{"double", 8}, {"float", 4}, {"bool", 1}, {"int8_t", 1},
    {"uint8_t", 1}, {"int16_t", 2}, {"uint16_t", 2}, {"int32_t", 4}, {"uint32_t", 4}, {"symbol", 4}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    if (strcmp(field->type, sizes[i].type) == 0) return sizes[i].size;
  }
  return 8;
}

/* Reads the next row into in->row; false at the end. */
static bool next_row(input *in) {
  const graph_struct *type = &event_types[in->event];
  int count;
  do count = read_record(in);
  while (count == 1 && in->text[0] == 0);
  if (count < 0) return false;
  if (count != in->columns) fail("%s:%ld: the row has %d cells, the header has %d", in->path, in->line, count, in->columns);
  set_defaults(in->event, &in->row);
  for (int i = 0; i < count; i++) {
    if (in->column[i].field < 0) continue;
    const graph_field *field = &type->fields[in->column[i].field];
    if (in->text[in->cell[i].start] == 0) {
      if (!optional[in->event][in->column[i].field]) bad_cell(in, i, field, "a value");
      continue;
    }
    unsigned char *to = (unsigned char *)&in->row + field->offset + (size_t)in->column[i].element * element_size(field);
    store(in, i, field, in->column[i].field == type->time, to);
  }
  if (type->time >= 0) memcpy(&in->time, (unsigned char *)&in->row + type->fields[type->time].offset, sizeof in->time);
  return true;
}

/* Finds the field (and the element of an array, as in `w[3]`) that a column is named for. */
static void bind_column(input *in, int i, bool *seen) {
  const graph_struct *type = &event_types[in->event];
  const char *name = trimmed(in->text + in->cell[i].start);
  in->column[i].field = -1;
  for (uint32_t k = 0; k < type->field_count; k++) {
    const graph_field *field = &type->fields[k];
    const size_t length = strlen(field->name);
    int element = 0;
    char end = 0;
    if (strncmp(name, field->name, length) != 0) continue;
    const bool whole = field->count == 0 && name[length] == 0;
    const bool indexed = field->count > 0 && sscanf(name + length, "[%d%c", &element, &end) == 2 && end == ']';
    if (!whole && !(indexed && element >= 0 && element < (int)field->count)) continue;
    in->column[i].field = (int)k;
    in->column[i].element = element;
    seen[k] = true;
  }
}

static void open_input(input *in) {
  const graph_struct *type = &event_types[in->event];
  bool seen[MAX_COLUMNS] = {false};
  in->file = strcmp(in->path, "-") == 0 ? stdin : fopen(in->path, "rb");
  if (in->file == NULL) fail("%s: cannot open: %s", in->path, strerror(errno));
  in->next_line = 1;
  int c = getc(in->file);
  if (c == 0xEF) { /* a byte order mark */
    getc(in->file), getc(in->file);
  } else if (c != EOF) {
    ungetc(c, in->file);
  }
  in->columns = read_record(in);
  if (in->columns < 0) fail("%s: the file is empty; a CSV file starts with a header that names its columns", in->path);
  for (int i = 0; i < in->columns; i++) bind_column(in, i, seen);
  for (uint32_t k = 0; k < type->field_count; k++) {
    if (!seen[k] && !optional[in->event][k]) fail("%s:1: no column '%s' for event '%s'", in->path, type->fields[k].name, type->name);
  }
  in->ended = !next_row(in);
}

/* -- rows out ------------------------------------------------------------------------------------------------------ */

static void print_symbol(FILE *out, uint32_t id) {
  const char *text = symbol_text(&graph, id);
  if (text == NULL) return;
  if (strpbrk(text, "\",\r\n") == NULL) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (; *text != 0; text++) {
    if (*text == '"') fputc('"', out);
    fputc(*text, out);
  }
  fputc('"', out);
}

static void print_value(FILE *out, const graph_field *field, const unsigned char *at) {
  const char *type = field->type;
  union { double d; float f; bool b; int8_t i8; uint8_t u8; int16_t i16; uint16_t u16; int32_t i32; uint32_t u32; int64_t i64; uint64_t u64; } v;
  memcpy(&v, at, element_size(field));
  if (strcmp(type, "double") == 0) print_double(out, v.d);
  else if (strcmp(type, "float") == 0) print_float(out, v.f);
  else if (strcmp(type, "bool") == 0) fputs(v.b ? "true" : "false", out);
  else if (strcmp(type, "symbol") == 0) print_symbol(out, v.u32);
  else if (strcmp(type, "int8_t") == 0) fprintf(out, "%d", v.i8);
  else if (strcmp(type, "uint8_t") == 0) fprintf(out, "%d", v.u8);
  else if (strcmp(type, "int16_t") == 0) fprintf(out, "%d", v.i16);
  else if (strcmp(type, "uint16_t") == 0) fprintf(out, "%d", v.u16);
  else if (strcmp(type, "int32_t") == 0) fprintf(out, "%" PRId32, v.i32);
  else if (strcmp(type, "uint32_t") == 0) fprintf(out, "%" PRIu32, v.u32);
  else if (strcmp(type, "int64_t") == 0) fprintf(out, "%" PRId64, v.i64);
  else fprintf(out, "%" PRIu64, v.u64);
}

static void print_row(FILE *out, const graph_struct *node, const void *state) {
  const char *comma = "";
  for (uint32_t k = 0; k < node->field_count; k++) {
    const graph_field *field = &node->fields[k];
    for (uint32_t i = 0; i < (field->count > 0 ? field->count : 1); i++) {
      fputs(comma, out);
      print_value(out, field, (const unsigned char *)state + field->offset + i * element_size(field));
      comma = ",";
    }
  }
  fputc('\n', out);
}

static void print_header(FILE *out, const graph_struct *node) {
  const char *comma = "";
  for (uint32_t k = 0; k < node->field_count; k++) {
    const graph_field *field = &node->fields[k];
    for (uint32_t i = 0; i < (field->count > 0 ? field->count : 1); i++) {
      fprintf(out, field->count > 0 ? "%s%s[%u]" : "%s%s", comma, field->name, (unsigned)i);
      comma = ",";
    }
  }
  fputc('\n', out);
}

/* What every sink's function does. */
static void publish(int sink, const void *state) {
  const graph_struct *node = &node_types[sinks[sink].node];
  if (outputs[sink] != NULL) print_row(outputs[sink], node, state);
  if (rows_file == NULL) return;
  fprintf(rows_file, "%s,", sinks[sink].name);
  print_row(rows_file, node, state);
}

/* -- the run ------------------------------------------------------------------------------------------------------- */

static FILE *open_output(const char *path) {
  FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
  if (file == NULL) fail("cannot write %s: %s", path, strerror(errno));
  return file;
}

/* The input whose row is next: those without a time first, then the earliest. */
static input *next_input(void) {
  input *best = NULL;
  for (int i = 0; i < input_count; i++) {
    input *in = &inputs[i];
    if (in->ended) continue;
    if (event_types[in->event].time < 0) return in;
    if (best == NULL || in->time < best->time) best = in;
  }
  return best;
}

/* After an error: the policy "stop" ends the run, under the others the next event runs. */
static bool goes_on(int status, const char *where, long line) {
  char text[1024];
  error_text(&graph, status, text, sizeof text);
  if (status == LATE_STATUS) return true;
  char place[512] = "";
  if (where != NULL) snprintf(place, sizeof place, " (at %s:%ld)", where, line);
  if (rows_file != NULL && (STOPS || where == NULL)) fprintf(rows_file, "error,%s%s\n", text, place);
  fprintf(stderr, GRAPH ": %s%s\n", text, place);
  return !STOPS;
}

static const char *after_equals(const char *argument) {
  const char *equals = strchr(argument, '=');
  if (equals == NULL) usage();
  return equals + 1;
}

static bool named(const char *argument, const char *name) {
  const size_t length = strlen(name);
  return strncmp(argument, name, length) == 0 && argument[length] == '=';
}

static void add_input(const char *argument) {
  if (input_count == MAX_INPUTS) fail("more than %d inputs", MAX_INPUTS);
  input *in = &inputs[input_count++];
  in->path = after_equals(argument);
  for (in->event = 0; in->event < EVENTS && !named(argument, event_types[in->event].name);) in->event++;
  if (in->event == EVENTS) fail("--input %s: there is no event of that name", argument);
}

static void add_output(const char *argument) {
  int sink = 0;
  while (sink < SINKS && !named(argument, sinks[sink].name)) sink++;
  if (sink == SINKS) fail("--output %s: there is no sink of that name", argument);
  outputs[sink] = open_output(after_equals(argument));
  print_header(outputs[sink], &node_types[sinks[sink].node]);
}

static void print_states(FILE *out) {
  for (int i = 0; i < PUBLIC_NODES; i++) {
    const graph_struct *node = &node_types[public_nodes[i]];
    fprintf(out, "state %s,", node->name);
    print_row(out, node, (const unsigned char *)&graph + node->offset);
  }
}

int main(int argc, char **argv) {
  const char *state = NULL;
  int64_t until = INT64_MAX, limit = INT64_MAX, events = 0;
  bool to_files = false, good = true;
  graph_init(&graph);
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--input") == 0) add_input(argv[i + 1]);
    else if (strcmp(argv[i], "--output") == 0) add_output(argv[i + 1]), to_files = true;
    else if (strcmp(argv[i], "--rows") == 0) rows_file = open_output(argv[i + 1]), to_files = true;
    else if (strcmp(argv[i], "--state") == 0) state = argv[i + 1];
    else if (strcmp(argv[i], "--until") == 0 && parse_time(argv[i + 1], &until)) continue;
    else if (strcmp(argv[i], "--limit") == 0 && parse_int64(argv[i + 1], 0, INT64_MAX, &limit)) continue;
    else usage();
  }
  if (argc % 2 == 0 || input_count == 0) usage();
  if (!to_files) rows_file = stdout;
  listen_to_sinks(&graph);
  int status = graph_start(&graph);
  if (status < 0) goes_on(status, NULL, 0);
  for (int i = 0; i < input_count; i++) open_input(&inputs[i]);
  for (input *in; good && events < limit && (in = next_input()) != NULL; events++) {
    if (event_types[in->event].time >= 0 && in->time > until) break;
    status = send_event(&graph, in->event, &in->row);
    if (status < 0) good = goes_on(status, in->path, in->line);
    in->ended = !next_row(in);
  }
  if (good && until != INT64_MAX) status = graph_advance(&graph, until), good = status >= 0 || goes_on(status, NULL, 0);
  if (good) status = graph_end(&graph), good = status >= 0 || goes_on(status, NULL, 0);
  if (rows_file != NULL && rows_file != stdout) print_states(rows_file);
  if (state != NULL) print_states(open_output(state));
  if (fflush(NULL) != 0) fail("cannot write: %s", strerror(errno));
  return good ? 0 : 1;
}
