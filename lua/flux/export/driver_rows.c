/* -- cells to events ----------------------------------------------------------------------------------------------- */

static void store_integer(const input *in, const struct cell *cell, const char *text, const char *end, unsigned char *to) {
  const struct column *column = &in->column[cell - in->cell];
  const uint64_t high = (column->kind == SIGNED ? INT64_MAX : UINT64_MAX) >> (64 - 8 * column->size);
  const uint64_t low = column->kind == SIGNED ? high + 1 : 0; /* below zero */
  bool negative;
  uint64_t value;
  const int found = parse_integer(text, end, &negative, &value);
  if (found == NO_INTEGER) bad_cell(in, cell, "an integer", NULL);
  if (found == OUT_OF_RANGE || value > (negative ? low : high)) {
    char expected[80];
    snprintf(expected, sizeof expected, "an integer from %s%" PRIu64 " to %" PRIu64, low > 0 ? "-" : "", low, high);
    bad_cell(in, cell, expected, NULL);
  }
  if (negative) value = 0 - value;
  if (column->size == 8) memcpy(to, &value, 8);
  if (column->size == 4) memcpy(to, &(uint32_t){(uint32_t)value}, 4);
  if (column->size == 2) memcpy(to, &(uint16_t){(uint16_t)value}, 2);
  if (column->size == 1) memcpy(to, &(uint8_t){(uint8_t)value}, 1);
}

static bool parse_bool(const char *text, const char *end, bool *value) {
  char word[6] = "";
  const size_t length = (size_t)(end - text);
  for (size_t i = 0; i < length && i < 5; i++) word[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]);
  *value = strcmp(word, "1") == 0 || strcmp(word, "true") == 0;
  return strlen(word) == length && (*value || strcmp(word, "0") == 0 || strcmp(word, "false") == 0);
}

static bool is_space(char c) { return c == ' ' || c == '\t'; }

/* Converts a cell and stores it in the row. A symbol is only looked at: it gets its id when the row is delivered. */
static void store(input *in, const struct column *column, const struct cell *cell) {
  const char *text = cell->text, *end = text + cell->length;
  unsigned char *const to = (unsigned char *)&in->row + column->offset;
  if (column->kind == SYMBOL) {
    if (cell->length > 31) bad_cell(in, cell, "a symbol", "longer than 31 bytes");
    if (strlen(text) != cell->length) bad_cell(in, cell, "a symbol", "it has a zero byte");
    return;
  }
  while (is_space(*text)) text++;
  while (end > text && is_space(end[-1])) end--;
  int64_t time = 0;
  double number = 0;
  bool yes = false;
  const char *wrong;
  switch (column->kind) {
  case TIME:
    wrong = parse_time(text, end, &time);
    if (wrong != NULL) bad_cell(in, cell, "a time (ISO 8601, or an integer of nanoseconds)", wrong);
    memcpy(to, &time, sizeof time);
    break;
  case DOUBLE:
  case FLOAT:
    if (!parse_double(text, end, &number)) bad_cell(in, cell, "a number", NULL);
    if (column->kind == DOUBLE) memcpy(to, &number, sizeof number);
    else memcpy(to, &(float){(float)number}, sizeof(float));
    break;
  case BOOL:
    if (!parse_bool(text, end, &yes)) bad_cell(in, cell, "true, false, 1 or 0", NULL);
    memcpy(to, &yes, sizeof yes);
    break;
  default: store_integer(in, cell, text, end, to);
  }
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

static bool is_blank(const input *in, int count) { return count == 1 && in->cell[0].length == 0 && in->cell[0].quote == NULL; }

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
  const struct column *column = in->column;
  for (const struct cell *cell = in->cell, *end = cell + count; cell < end; cell++, column++) {
    if (column->kind == IGNORED) continue;
    if (cell->stray) {
      fail("%s:%ld:%ld: column '%s': text after the closing quote: %s", in->name, cell->line, cell->character,
           column_name(column->field, column->element), quoted(cell->text, cell->length));
    }
    if (cell->length > 0) store(in, column, cell);
    else if (!column->optional && column->kind != SYMBOL) bad_cell(in, cell, "a value", NULL); /* an empty symbol is none */
  }
  if (type->time >= 0) {
    memcpy(&in->time, (unsigned char *)&in->row + type->fields[type->time].offset, sizeof in->time);
    note_order(in);
  }
  return true;
}

/* Symbols get their ids in the order in which rows arrive at the graph. */
static input *deliver(input *in) {
  for (int i = 0; in->symbols && i < in->columns; i++) {
    const struct column *column = &in->column[i];
    if (column->kind != SYMBOL) continue;
    const char *text = in->cell[i].text;
    const int id = text[0] == 0 ? 0 : symbol_id(&graph, text);
    if (id < 0) {
      fail("%s:%ld: column '%s': symbol %s: %s; the graph's option `symbols` says how many different texts it holds", in->name, in->line,
           column_name(column->field, column->element), quoted(text, strlen(text)), status_text(id));
    }
    memcpy((unsigned char *)&in->row + column->offset, &(uint32_t){(uint32_t)id}, sizeof(uint32_t));
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

static _Noreturn void missing_column(const input *in, const char *wanted) {
  const size_t header = (size_t)(in->next - in->cell[0].text);
  char *list = grown(NULL, 8 * header + 2 * (size_t)in->columns + 2), *end = list;
  const char *alike = NULL;
  *end = 0;
  for (int i = 0; i < in->columns; i++) {
    const char *name = in->cell[i].text;
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

static size_t element_size(const graph_field *field) {
  static const struct { const char *type; size_t size; } sizes[] = {{"double", 8}, {"float", 4}, {"bool", 1}, {"int8_t", 1},
    {"uint8_t", 1}, {"int16_t", 2}, {"uint16_t", 2}, {"int32_t", 4}, {"uint32_t", 4}, {"symbol", 4}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    if (strcmp(field->type, sizes[i].type) == 0) return sizes[i].size;
  }
  return 8;
}

static kind_of_value kind_of(const char *type) {
  if (strcmp(type, "double") == 0) return DOUBLE;
  if (strcmp(type, "float") == 0) return FLOAT;
  if (strcmp(type, "bool") == 0) return BOOL;
  if (strcmp(type, "symbol") == 0) return SYMBOL;
  return type[0] == 'u' ? UNSIGNED : SIGNED;
}

/* Finds the columns of a field, and of the elements of an array, as in `w[3]`. */
static void bind_field(input *in, int k) {
  const graph_struct *type = &event_types[in->event];
  const graph_field *field = &type->fields[k];
  const size_t size = element_size(field);
  for (int element = 0; element < (field->count > 0 ? (int)field->count : 1); element++) {
    const char *wanted = column_name(field, element);
    int i = 0;
    while (i < in->columns && strcmp(in->cell[i].text, wanted) != 0) i++;
    if (i == in->columns && !optional[in->event][k]) missing_column(in, wanted);
    if (i == in->columns) continue;
    const kind_of_value kind = k == type->time ? TIME : kind_of(field->type);
    in->column[i] = (struct column){kind, field, element, optional[in->event][k], field->offset + (size_t)element * size, size};
    in->symbols = in->symbols || kind == SYMBOL;
  }
}

static void skip_mark(input *in) {
  while (in->limit - in->next < 3 && !in->last) fill(in);
  if (in->limit - in->next >= 3 && memcmp(in->next, "\xEF\xBB\xBF", 3) == 0) in->next += 3;
}

/* Takes blanks off both ends. */
static void trim(struct cell *cell) {
  const char *blanks = " \t\r\n\v\f";
  while (cell->length > 0 && *cell->text != 0 && strchr(blanks, *cell->text) != NULL) cell->text++, cell->length--;
  while (cell->length > 0 && cell->text[cell->length - 1] != 0 && strchr(blanks, cell->text[cell->length - 1]) != NULL) cell->length--;
  cell->text[cell->length] = 0;
}

/* A file's header may name a column once, and shows what is no CSV. */
static void check_name(const input *in, int i) {
  const struct cell *cell = &in->cell[i];
  const char *name = cell->text;
  if (cell->quote == NULL && strlen(name) < cell->length) {
    fail("%s:%ld:%ld: a zero byte in the header: CSV is UTF-8; is this UTF-16?", in->name, cell->line, cell->character);
  }
  if (cell->quote == NULL && strchr(name, '\r') != NULL) {
    fail("%s:%ld:%ld: a carriage return in the header: lines end in LF or CRLF", in->name, cell->line, cell->character);
  }
  for (int k = 0; k < i; k++) {
    if (name[0] == 0 || strcmp(in->cell[k].text, name) != 0) continue;
    char *shown = grown(NULL, 4 * cell->length + 1);
    put_printable(shown, name, cell->length);
    fail("%s:%ld:%ld: column '%s' occurs twice in the header", in->name, cell->line, cell->character, shown);
  }
}

static void open_input(input *in) {
  const bool piped = strcmp(in->path, "-") == 0;
  in->name = piped ? "standard input" : in->path;
  in->file = piped ? STDIN_FILENO : open(in->path, O_RDONLY);
  if (in->file < 0) fail("%s: cannot open: %s", in->path, strerror(errno));
  in->next_line = 1;
  in->latest = INT64_MIN;
  skip_mark(in);
  do in->columns = read_record(in);
  while (is_blank(in, in->columns));
  if (in->columns < 0) fail("%s: the file is empty; a CSV file starts with a header that names its columns", in->name);
  in->column = grown(NULL, (size_t)in->columns * sizeof *in->column);
  for (int i = 0; i < in->columns; i++) {
    in->column[i] = (struct column){.kind = IGNORED};
    trim(&in->cell[i]);
    check_name(in, i);
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
  if (last != NULL) advance_input(last);
  for (int i = input_count - 1; i >= 0 && last == NULL; i--) {
    if (is_timed(&inputs[i])) advance_input(&inputs[i]);
  }
  last = NULL;
  for (int i = 0; i < input_count; i++) {
    if (is_timed(&inputs[i]) && !inputs[i].ended && (last == NULL || inputs[i].time < last->time)) last = &inputs[i];
  }
  return last != NULL ? deliver(last) : NULL;
}

