/* -- rows in: CSV, read and refused as `flux run` does --------------------------------------------------------------- */

enum { BLOCK = 1 << 16, LARGEST = 1 << 26 }; /* bytes that are read at once; a block doubles for a record that it cannot hold */

typedef enum { IGNORED, SYMBOL, TIME, DOUBLE, FLOAT, BOOL, SIGNED, UNSIGNED } kind_of_value;

/* Where a column's values go; kind IGNORED: nowhere. */
struct column {
  kind_of_value kind;
  const graph_field *field;
  int element;         /* of an array */
  bool optional;       /* an empty cell is the field's default */
  size_t offset, size; /* in the row */
};

/* A cell's text stays where the block has it, without its quotes, and gets a 0 behind it. */
struct cell {
  char *text;
  size_t length;
  long line, character;
  char *quote; /* where the closing one was; NULL: it had none */
  bool stray;  /* there was text behind the closing quote */
};

typedef struct input {
  const char *path, *name; /* as given; as messages call it */
  int event;               /* index into events[] */
  int file;                /* descriptor */
  char *block;             /* bytes of the file: those from `next` to `limit` are unread, and at `limit` stands a newline */
  size_t capacity;
  char *next, *limit;
  bool last;            /* nothing comes behind this block */
  long line, next_line; /* of the current row; of the next */
  int columns;
  bool symbols; /* among the columns */
  struct column *column;
  struct cell *cell; /* of the current row */
  int cell_capacity;
  int64_t time, latest;
  long backwards; /* rows before the latest time */
  char first_backwards[160];
  bool ended;
  union event_memory row;
} input;

static input inputs[MAX_INPUTS];
static int input_count;
static graph_t graph;

/* Writes what is still to be written: at the end, and before an error ends the run. */
static void conclude(void);

static void complain(const char *format, va_list arguments) {
  fputs(GRAPH ": ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
}

static _Noreturn void fail(const char *format, ...) {
  conclude();
  va_list arguments;
  va_start(arguments, format);
  complain(format, arguments);
  va_end(arguments);
  exit(1);
}

/* An argument is wrong: nothing was begun. */
static _Noreturn void refuse(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  complain(format, arguments);
  va_end(arguments);
  exit(2);
}

static void *grown(void *memory, size_t size) {
  memory = realloc(memory, size);
  if (memory == NULL) fail("out of memory");
  return memory;
}

/* Moves the unread bytes to the front of the block and reads more behind them. */
static void fill(input *in) {
  const size_t unread = (size_t)(in->limit - in->next);
  if (unread == LARGEST) fail("%s: a record is longer than %d MiB; is a quote missing?", in->name, LARGEST / 1048576);
  if (unread == in->capacity) { /* then they are at the front */
    in->capacity = in->capacity == 0 ? BLOCK : 2 * in->capacity;
    in->block = grown(in->block, in->capacity + 1);
  } else {
    memmove(in->block, in->next, unread);
  }
  const ssize_t count = read(in->file, in->block + unread, in->capacity - unread);
  if (count < 0) fail("%s: cannot read: %s", in->name, strerror(errno));
  in->next = in->block;
  in->limit = in->block + unread + count;
  *in->limit = '\n';
  in->last = count == 0;
}

static struct cell *new_cell(input *in, int i) {
  if (i == in->cell_capacity) {
    in->cell_capacity = i == 0 ? 64 : 2 * i;
    in->cell = grown(in->cell, (size_t)in->cell_capacity * sizeof *in->cell);
  }
  return &in->cell[i];
}

/* The quote that closes the cell that opens at `p`; NULL when the block ends before that is known. */
static char *closing_quote(const input *in, char *p) {
  for (;;) {
    p = memchr(p + 1, '"', (size_t)(in->limit - p - 1));
    if (p == NULL && in->last) fail("%s:%ld: a quoted cell of the row that starts here is never closed", in->name, in->next_line);
    if (p == NULL || (p + 1 == in->limit && !in->last)) return NULL;
    if (*++p != '"') return p - 1;
  }
}

/* Takes the quotes off a cell: doubled ones become one, and what stands behind the last one moves up to it. */
static void unquote(struct cell *cell) {
  char *to = cell->text;
  const char *from = to + 1, *const end = to + cell->length;
  for (; from < cell->quote; from++) {
    *to++ = *from;
    if (*from == '"') from++;
  }
  for (from++; from < end; from++) *to++ = *from;
  cell->length = (size_t)(to - cell->text);
}

/* Splits the record at in->next into cells; -1 when the block holds only a part of it. RFC 4180: quotes, doubled quotes, CRLF. */
static int split(input *in) {
  char *p = in->next, *line = p;
  long number = in->next_line;
  int count = 0;
  for (;; p++) {
    struct cell *cell = new_cell(in, count++);
    *cell = (struct cell){.text = p, .line = number, .character = p - line + 1};
    if (*p == '"') {
      cell->quote = closing_quote(in, p);
      if (cell->quote == NULL) return -1;
      for (; (p = memchr(p, '\n', (size_t)(cell->quote - p))) != NULL; line = ++p) number++;
      p = cell->quote + 1;
    }
    const char *const rest = p;
    while (*p > ',' || (*p != ',' && *p != '\n')) p++; /* digits and letters are greater than a comma */
    if (p == in->limit && !in->last) return -1;
    const char *const end = *p == '\n' && p > rest && p[-1] == '\r' ? p - 1 : p;
    cell->stray = cell->quote != NULL && end > rest;
    cell->length = (size_t)(end - cell->text);
    if (*p == '\n') break;
  }
  for (int i = 0; i < count; i++) {
    struct cell *cell = &in->cell[i];
    if (cell->quote != NULL) unquote(cell);
    cell->text[cell->length] = 0;
  }
  in->line = in->next_line;
  in->next_line = number + 1;
  in->next = p < in->limit ? p + 1 : p;
  return count;
}

/* The number of the next record's cells; -1 at the end of the file. */
static int read_record(input *in) {
  for (;;) {
    const int count = in->next < in->limit ? split(in) : -1;
    if (count >= 0 || in->last) return count;
    fill(in);
  }
}

/* Writes a text on one line, without control characters: at most four bytes each, and a final 0. Returns where that is. */
static char *put_printable(char *to, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    const unsigned char byte = (unsigned char)text[i];
    if (byte < 32 || byte == 127) to += sprintf(to, "\\x%02x", byte);
    else *to++ = (char)byte;
  }
  *to = 0;
  return to;
}

/* A cell in quotes, cut short and on one line. */
static const char *quoted(const char *text, size_t length) {
  static char out[4 * 40 + 6] = "\"";
  strcpy(put_printable(out + 1, text, length > 40 ? 37 : length), length > 40 ? "...\"" : "\"");
  return out;
}

/* What a column is called: the field, with its index where it is an array's element. */
static const char *column_name(const graph_field *field, int element) {
  static char name[256];
  snprintf(name, sizeof name, field->count > 0 ? "%s[%d]" : "%s", field->name, element);
  return name;
}

static _Noreturn void bad_cell(const input *in, const struct cell *cell, const char *expected, const char *reason) {
  const struct column *column = &in->column[cell - in->cell];
  fail(reason != NULL ? "%s:%ld:%ld: column '%s': expected %s, got %s (%s)" : "%s:%ld:%ld: column '%s': expected %s, got %s", in->name,
       cell->line, cell->character, column_name(column->field, column->element), expected,
       cell->length == 0 ? "an empty cell" : quoted(cell->text, cell->length), reason);
}

