/* -- rows in: CSV, read and refused as `flux run` does --------------------------------------------------------------- */

typedef struct input {
  const char *path, *name; /* as given; as messages call it */
  int event;               /* index into events[] */
  FILE *file;
  long line, next_line; /* of the current row; of the next */
  int columns;
  struct column { int field, element; } *column; /* field -1: ignored */
  char *text;                                    /* the row's cells, unquoted, each with a final 0 */
  size_t size, capacity;
  char *copy; /* of the cell that is converted: messages show it as it was */
  size_t copy_capacity;
  struct cell { size_t start, length; long line, character; bool quoted, stray; } *cell; /* stray: text after the closing quote */
  int cell_capacity;
  int ahead[3], ahead_count; /* bytes that were read too far */
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

static void fail(const char *format, ...) {
  conclude();
  va_list arguments;
  va_start(arguments, format);
  fputs(GRAPH ": ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(1);
}

static void *grown(void *memory, size_t size) {
  memory = realloc(memory, size);
  if (memory == NULL) fail("out of memory");
  return memory;
}

static int get(input *in) {
  if (in->ahead_count > 0) return in->ahead[--in->ahead_count];
  const int c = getc(in->file);
  if (c == EOF && ferror(in->file)) fail("%s: cannot read: %s", in->name, strerror(errno));
  return c;
}

static void put(input *in, int byte) {
  if (in->size == in->capacity) {
    in->capacity = in->capacity == 0 ? 4096 : 2 * in->capacity;
    in->text = grown(in->text, in->capacity);
  }
  in->text[in->size++] = (char)byte;
}

static struct cell *new_cell(input *in, int i, long character) {
  if (i == in->cell_capacity) {
    in->cell_capacity = i == 0 ? 64 : 2 * i;
    in->cell = grown(in->cell, (size_t)in->cell_capacity * sizeof *in->cell);
  }
  in->cell[i] = (struct cell){.start = in->size, .line = in->next_line, .character = character};
  return &in->cell[i];
}

/* Splits the next record into cells; -1 at the end of the file. RFC 4180: quotes, doubled quotes, CRLF. */
static int read_record(input *in) {
  int count = 0, c = get(in);
  long character = 1;
  if (c == EOF) return -1;
  in->line = in->next_line;
  in->size = 0;
  for (;;) {
    struct cell *cell = new_cell(in, count++, character);
    cell->quoted = c == '"';
    if (cell->quoted) {
      for (c = get(in), character++;; c = get(in), character++) {
        if (c == EOF) fail("%s:%ld: a quoted cell of the row that starts here is never closed", in->name, in->line);
        if (c == '\n') in->next_line++, character = 0;
        if (c == '"' && (c = get(in), character++, c != '"')) break;
        put(in, c);
      }
    }
    const size_t rest = in->size;
    for (; c != ',' && c != '\n' && c != EOF; c = get(in), character++) put(in, c);
    if (c != ',' && in->size > rest && in->text[in->size - 1] == '\r') in->size--;
    cell->stray = cell->quoted && in->size > rest;
    cell->length = in->size - cell->start;
    put(in, 0);
    if (c != ',') break;
    c = get(in);
    character++;
  }
  in->next_line++;
  return count;
}

/* Takes blanks off both ends; `length` is then that of what is left. */
static char *trimmed(char *text, size_t *length, const char *blanks) {
  while (*length > 0 && *text != 0 && strchr(blanks, *text) != NULL) text++, --*length;
  while (*length > 0 && text[*length - 1] != 0 && strchr(blanks, text[*length - 1]) != NULL) text[--*length] = 0;
  return text;
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

static void bad_cell(const input *in, int i, const char *expected, const char *reason) {
  const struct cell *cell = &in->cell[i];
  const graph_field *field = &event_types[in->event].fields[in->column[i].field];
  fail(reason != NULL ? "%s:%ld:%ld: column '%s': expected %s, got %s (%s)" : "%s:%ld:%ld: column '%s': expected %s, got %s", in->name,
       cell->line, cell->character, column_name(field, in->column[i].element), expected,
       cell->length == 0 ? "an empty cell" : quoted(in->text + cell->start, cell->length), reason);
}

static void store_integer(input *in, int i, const char *type, const char *text, unsigned char *to) {
  const bool is_unsigned = type[0] == 'u';
  const int bits = atoi(type + (is_unsigned ? 4 : 3));
  char expected[80] = "an integer";
  int64_t integer = 0;
  uint64_t wide = 0;
  int found;
  if (is_unsigned && bits == 64) {
    bool negative;
    found = parse_integer(text, &negative, &wide);
    if (found == INTEGER && negative && wide != 0) found = OUT_OF_RANGE;
    if (found == OUT_OF_RANGE) strcpy(expected, "an integer from 0 to 18446744073709551615");
  } else {
    const int64_t high = bits == 64 ? INT64_MAX : (INT64_C(1) << (is_unsigned ? bits : bits - 1)) - 1;
    const int64_t low = is_unsigned ? 0 : -high - 1;
    found = parse_int64(text, low, high, &integer);
    if (found == OUT_OF_RANGE) snprintf(expected, sizeof expected, "an integer from %" PRId64 " to %" PRId64, low, high);
    wide = (uint64_t)integer;
  }
  if (found != INTEGER) bad_cell(in, i, expected, NULL);
  if (bits == 64) memcpy(to, &wide, 8);
  if (bits == 32) memcpy(to, &(uint32_t){(uint32_t)wide}, 4);
  if (bits == 16) memcpy(to, &(uint16_t){(uint16_t)wide}, 2);
  if (bits == 8) memcpy(to, &(uint8_t){(uint8_t)wide}, 1);
}

static bool parse_bool(const char *text, bool *value) {
  char word[6] = "";
  for (int i = 0; i < 5 && text[i] != 0; i++) word[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]);
  *value = strcmp(word, "1") == 0 || strcmp(word, "true") == 0;
  return strlen(text) <= 5 && (*value || strcmp(word, "0") == 0 || strcmp(word, "false") == 0);
}

/* Converts a cell and stores it at `to`. A symbol is only looked at: it gets its id when the row is delivered. */
static void store(input *in, int i, const graph_field *field, bool is_time, unsigned char *to) {
  const struct cell cell = in->cell[i];
  if (strcmp(field->type, "symbol") == 0) {
    if (cell.length > 31) bad_cell(in, i, "a symbol", "longer than 31 bytes");
    if (strlen(in->text + cell.start) != cell.length) bad_cell(in, i, "a symbol", "it has a zero byte");
    return;
  }
  if (cell.length >= in->copy_capacity) in->copy = grown(in->copy, in->copy_capacity = 2 * cell.length + 64);
  memcpy(in->copy, in->text + cell.start, cell.length + 1);
  size_t length = cell.length;
  char *text = trimmed(in->copy, &length, " \t");
  if (strlen(text) != length) strcpy(text, "?"); /* a zero byte: nothing of any type */
  if (is_time) {
    int64_t integer = 0;
    const char *wrong = parse_time(text, &integer);
    if (wrong != NULL) bad_cell(in, i, "a time (ISO 8601, or an integer of nanoseconds)", wrong);
    memcpy(to, &integer, sizeof integer);
  } else if (strcmp(field->type, "double") == 0 || strcmp(field->type, "float") == 0) {
    double number = 0;
    if (!parse_double(text, &number)) bad_cell(in, i, "a number", NULL);
    const float narrow = (float)number;
    if (field->type[0] == 'd') memcpy(to, &number, sizeof number);
    else memcpy(to, &narrow, sizeof narrow);
  } else if (strcmp(field->type, "bool") == 0) {
    bool yes;
    if (!parse_bool(text, &yes)) bad_cell(in, i, "true, false, 1 or 0", NULL);
    memcpy(to, &yes, sizeof yes);
  } else {
    store_integer(in, i, field->type, text, to);
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

/* Where column i goes in the row. */
static unsigned char *place(input *in, int i) {
  const graph_field *field = &event_types[in->event].fields[in->column[i].field];
  return (unsigned char *)&in->row + field->offset + (size_t)in->column[i].element * element_size(field);
}

static void note_order(input *in) {
  if (in->time >= in->latest) {
    in->latest = in->time;
    return;
  }
  if (in->backwards++ > 0) return;
  char from[40], to[40];
  format_time(in->latest, from, sizeof from);
  format_time(in->time, to, sizeof to);
  snprintf(in->first_backwards, sizeof in->first_backwards, "%ld: time goes back from %s to %s", in->line, from, to);
}

static bool is_blank(const input *in, int count) { return count == 1 && in->cell[0].length == 0 && !in->cell[0].quoted; }

/* Reads the next row into in->row; false at the end. */
static bool next_row(input *in) {
  const graph_struct *type = &event_types[in->event];
  int count;
  do count = read_record(in);
  while (is_blank(in, count));
  if (count < 0) return false;
  if (count != in->columns) {
    const struct cell *last = &in->cell[count - 1];
    fail("%s:%ld:%ld: the row has %d cell%s, the header has %d", in->name, last->line, last->character, count, count == 1 ? "" : "s",
         in->columns);
  }
  set_defaults(in->event, &in->row);
  for (int i = 0; i < count; i++) {
    const struct cell *cell = &in->cell[i];
    if (in->column[i].field < 0) continue;
    const graph_field *field = &type->fields[in->column[i].field];
    if (cell->stray) {
      fail("%s:%ld:%ld: column '%s': text after the closing quote: %s", in->name, cell->line, cell->character,
           column_name(field, in->column[i].element), quoted(in->text + cell->start, cell->length));
    }
    if (cell->length > 0) store(in, i, field, in->column[i].field == type->time, place(in, i));
    else if (strcmp(field->type, "symbol") == 0) continue; /* no symbol */
    else if (!optional[in->event][in->column[i].field]) bad_cell(in, i, "a value", NULL);
  }
  if (type->time >= 0) {
    memcpy(&in->time, (unsigned char *)&in->row + type->fields[type->time].offset, sizeof in->time);
    note_order(in);
  }
  return true;
}

/* Symbols get their ids in the order in which rows arrive at the graph. */
static input *deliver(input *in) {
  for (int i = 0; i < in->columns; i++) {
    if (in->column[i].field < 0 || strcmp(event_types[in->event].fields[in->column[i].field].type, "symbol") != 0) continue;
    const char *text = in->text + in->cell[i].start;
    const int id = text[0] == 0 ? 0 : symbol_id(&graph, text);
    if (id < 0) {
      fail("%s:%ld: column '%s': symbol %s: %s; the graph's option `symbols` says how many different texts it holds", in->name, in->line,
           column_name(&event_types[in->event].fields[in->column[i].field], in->column[i].element), quoted(text, strlen(text)),
           status_text(id));
    }
    memcpy(place(in, i), &(uint32_t){(uint32_t)id}, sizeof(uint32_t));
  }
  return in;
}

/* -- headers ------------------------------------------------------------------------------------------------------- */

/* Equal but for case and separators. */
static bool is_like(const char *a, const char *b) {
  for (;;) {
    while (*a != 0 && !isalnum((unsigned char)*a)) a++;
    while (*b != 0 && !isalnum((unsigned char)*b)) b++;
    if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return false;
    if (*a == 0) return true;
    a++, b++;
  }
}

static void missing_column(const input *in, const char *wanted) {
  char *list = grown(NULL, 8 * in->size + 2 * (size_t)in->columns + 1), *end = list;
  const char *alike = NULL;
  *end = 0;
  for (int i = 0; i < in->columns; i++) {
    const char *name = in->text + in->cell[i].start;
    if (i > 0) end += sprintf(end, ", ");
    end = put_printable(end, name, strlen(name));
    if (is_like(name, wanted)) alike = name;
  }
  char *hint = end + 1; /* of the same memory */
  *hint = 0;
  if (alike != NULL) put_printable(hint, alike, strlen(alike));
  fail("%s:%ld: no column '%s' for event %s, and the field has no default. The file has: %s%s%s%s", in->name, in->line, wanted,
       event_types[in->event].name, list, alike != NULL ? "; did you mean '" : "", hint,
       alike != NULL ? "'? Names must be equal, capitals too" : "");
}

/* Finds the columns of a field, and of the elements of an array, as in `w[3]`. */
static void bind_field(input *in, int k) {
  const graph_field *field = &event_types[in->event].fields[k];
  for (int element = 0; element < (field->count > 0 ? (int)field->count : 1); element++) {
    const char *wanted = column_name(field, element);
    int i = 0;
    while (i < in->columns && strcmp(in->text + in->cell[i].start, wanted) != 0) i++;
    if (i < in->columns) in->column[i] = (struct column){k, element};
    else if (!optional[in->event][k]) missing_column(in, wanted);
  }
}

static void skip_mark(input *in) {
  static const int mark[] = {0xEF, 0xBB, 0xBF};
  int c[3], count = 0;
  while (count < 3 && (c[count] = getc(in->file)) != EOF && c[count] == mark[count]) count++;
  if (count == 3) return;
  if (c[count] == EOF) clearerr(in->file);
  else count++;
  while (count > 0) in->ahead[in->ahead_count++] = c[--count];
}

static void open_input(input *in) {
  const bool piped = strcmp(in->path, "-") == 0;
  in->name = piped ? "standard input" : in->path;
  in->file = piped ? stdin : fopen(in->path, "rb");
  if (in->file == NULL) fail("%s: cannot open: %s", in->path, strerror(errno));
  in->next_line = 1;
  in->latest = INT64_MIN;
  skip_mark(in);
  do in->columns = read_record(in);
  while (is_blank(in, in->columns));
  if (in->columns < 0) fail("%s: the file is empty; a CSV file starts with a header that names its columns", in->name);
  in->column = grown(NULL, (size_t)in->columns * sizeof *in->column);
  for (int i = 0; i < in->columns; i++) {
    in->column[i] = (struct column){-1, 0};
    size_t length = in->cell[i].length;
    char *name = trimmed(in->text + in->cell[i].start, &length, " \t\r\n\v\f");
    in->cell[i].start = (size_t)(name - in->text);
    if (!in->cell[i].quoted && strlen(name) < length) {
      fail("%s:%ld:%ld: a zero byte in the header: CSV is UTF-8; is this UTF-16?", in->name, in->cell[i].line, in->cell[i].character);
    }
    if (!in->cell[i].quoted && strchr(name, '\r') != NULL) {
      fail("%s:%ld:%ld: a carriage return in the header: lines end in LF or CRLF", in->name, in->cell[i].line, in->cell[i].character);
    }
    for (int k = 0; k < i; k++) {
      if (name[0] != 0 && strcmp(in->text + in->cell[k].start, name) == 0) {
        char *shown = grown(NULL, 4 * length + 1);
        put_printable(shown, name, length);
        fail("%s:%ld:%ld: column '%s' occurs twice in the header", in->name, in->cell[i].line, in->cell[i].character, shown);
      }
    }
  }
  for (uint32_t k = 0; k < event_types[in->event].field_count; k++) bind_field(in, (int)k);
}

/* -- several inputs ------------------------------------------------------------------------------------------------ */

static void advance_input(input *in) { in->ended = !next_row(in); }

static bool is_timed(const input *in) { return event_types[in->event].time >= 0; }

/* The input whose row is next: those without a time first, then the earliest, ties in the order of the options. */
static input *next_input(void) {
  static input *last;
  for (int i = 0; i < input_count; i++) {
    if (is_timed(&inputs[i]) || inputs[i].ended) continue;
    advance_input(&inputs[i]);
    if (!inputs[i].ended) return deliver(&inputs[i]);
  }
  for (int i = input_count - 1; i >= 0; i--) {
    if (is_timed(&inputs[i]) && (last == NULL || last == &inputs[i])) advance_input(&inputs[i]);
  }
  last = NULL;
  for (int i = 0; i < input_count; i++) {
    if (is_timed(&inputs[i]) && !inputs[i].ended && (last == NULL || inputs[i].time < last->time)) last = &inputs[i];
  }
  return last != NULL ? deliver(last) : NULL;
}

