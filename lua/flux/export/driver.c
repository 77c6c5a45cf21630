/* -- rows out ------------------------------------------------------------------------------------------------------ */

static void print_symbol(FILE *out, uint32_t id) {
  const char *text = symbol_text(&graph, id);
  if (text == NULL) {
    if (id != 0) fprintf(out, "#%lu", (unsigned long)id); /* a number that a C body wrote */
    return;
  }
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

/* The first `fields` of a state. */
static void print_row(FILE *out, const graph_struct *node, uint32_t fields, const void *state) {
  const char *comma = "";
  for (uint32_t k = 0; k < fields; k++) {
    const graph_field *field = &node->fields[k];
    for (uint32_t i = 0; i < (field->count > 0 ? field->count : 1); i++) {
      fputs(comma, out);
      print_value(out, field, (const unsigned char *)state + field->offset + i * element_size(field));
      comma = ",";
    }
  }
  fputc('\n', out);
}

static void print_header(FILE *out, int sink) {
  const graph_struct *node = &node_types[sinks[sink].node];
  const char *comma = "";
  for (uint32_t k = 0; k < sinks[sink].results; k++) {
    const graph_field *field = &node->fields[k];
    for (uint32_t i = 0; i < (field->count > 0 ? field->count : 1); i++) {
      fprintf(out, field->count > 0 ? "%s%s[%u]" : "%s%s", comma, field->name, (unsigned)i);
      comma = ",";
    }
  }
  fputc('\n', out);
}

/* A file that rows go to; "-" is standard output. */
typedef struct output {
  const char *path; /* NULL: none */
  FILE *file;       /* NULL before it is opened */
} output;

static output outputs[SINKS + 1]; /* one a sink */
static output every;              /* every sink's rows, its name in front: */
static bool whole;                /* whole states, or as `flux run` prints them, with headers */
static bool announced[SINKS + 1]; /* a sink's header is there */
static const char *state_path;    /* the final states */
static bool running;              /* the graph has been started */

static _Noreturn void cannot_write(const output *out) {
  const char *reason = strerror(errno);
  fail("cannot write %s: %s", strcmp(out->path, "-") == 0 ? "to standard output" : out->path, reason);
}

static void open_output(output *out) {
  if (out->path == NULL) return;
  out->file = strcmp(out->path, "-") == 0 ? stdout : fopen(out->path, "wb");
  if (out->file == NULL) cannot_write(out);
}

/* What every sink's function does. */
static void publish(int sink, const void *state) {
  const graph_struct *node = &node_types[sinks[sink].node];
  const char *name = sinks[sink].name;
  if (outputs[sink].file != NULL) {
    print_row(outputs[sink].file, node, sinks[sink].results, state);
    if (ferror(outputs[sink].file)) cannot_write(&outputs[sink]);
  }
  if (every.file == NULL) return;
  if (!whole && !announced[sink]) {
    announced[sink] = true;
    fprintf(every.file, "%s,", name);
    print_header(every.file, sink);
  }
  fprintf(every.file, "%s,", name);
  print_row(every.file, node, whole ? node->field_count : sinks[sink].results, state);
  if (ferror(every.file)) cannot_write(&every);
}

/* -- the run ------------------------------------------------------------------------------------------------------- */

static void print_states(FILE *out) {
  for (int i = 0; i < PUBLIC_NODES; i++) {
    const graph_struct *node = &node_types[public_nodes[i]];
    fprintf(out, "state %s,", node->name);
    print_row(out, node, node->field_count, (const unsigned char *)&graph + node->offset);
  }
}

/* Hands the rest to the system. */
static void complete(const output *out) {
  if (out->file != NULL && (fflush(out->file) != 0 || ferror(out->file))) cannot_write(out);
}

static uint64_t errors; /* cycles that ended in one, and the run went on */

static void conclude(void) {
  static bool concluded;
  output state = {state_path, NULL};
  if (concluded) return;
  concluded = true;
  close_audit();
  close_profile();
  if (errors > 0) {
    fputs(GRAPH ": ", stderr);
    print_grouped(stderr, errors);
    fputs(errors == 1 ? " cycle ended in an error\n" : " cycles ended in an error\n", stderr);
  }
  for (int i = 0; i < input_count; i++) {
    const input *in = &inputs[i];
    if (in->backwards == 0) continue;
    fprintf(stderr, GRAPH ": %s:%s (%ld row%s of this file); the events are late\n", in->name, in->first_backwards, in->backwards,
            in->backwards == 1 ? "" : "s");
  }
  if (whole && every.file != NULL) print_states(every.file);
  if (running) open_output(&state);
  if (state.file != NULL) print_states(state.file);
  complete(&state);
  complete(&every);
  for (int i = 0; i < SINKS; i++) complete(&outputs[i]);
}

/* An error outside of any row ends the run under every policy. */
static void expect(int status) {
  char text[1024];
  if (status >= 0) return;
  error_text(&graph, status, text, sizeof text);
  fail("%s", text);
}

/* After an event's error: the policy "stop" ends the run, under the others the next event runs. */
static void refused(int status, const input *in) {
  char text[1024];
  error_text(&graph, status, text, sizeof text);
  if (status == LATE_STATUS) return;
  if (STOPS) fail("%s (at %s:%ld)", text, in->name, in->line);
  if (++errors <= 10) fprintf(stderr, GRAPH ": %s (at %s:%ld)\n", text, in->name, in->line);
  if (errors == 10) fputs(GRAPH ": further errors are counted, not shown\n", stderr);
}

/* Opens everything. What is written is as it was until nothing is left that could be wrong. */
static void open_files(void) {
  for (int i = 0; i < input_count; i++) open_input(&inputs[i]);
  begin_snapshot();
  begin_audit();
  begin_profile();
  open_output(&every);
  for (int i = 0; i < SINKS; i++) {
    open_output(&outputs[i]);
    if (outputs[i].file != NULL) print_header(outputs[i].file, i);
  }
}

int main(int argc, char **argv) {
  graph_init(&graph);
  every.path = "-";
  for (int i = 1; i < argc; i += 2) set_option(argv[i], argv[i + 1]);
  if (input_count == 0 && !bounded) misused("give --input EVENT=FILE, or --until TIME for its timers");
  check_audit();
  check_files();
  signal(SIGPIPE, SIG_IGN); /* writing to a pipe that nobody reads is an error of that output */
  listen_to_sinks(&graph);
  open_files();
  running = true;
  expect(graph_start(&graph));
  for (int64_t events = 0; events < limit; events++) {
    input *in = next_input();
    if (in == NULL || (bounded && is_timed(in) && in->time > until)) break;
    const int status = send_event(&graph, in->event, &in->row);
    profile_events++;
    if (status < 0) refused(status, in);
    step_audit();
  }
  if (bounded) expect(graph_advance(&graph, until));
  take_snapshot();
  expect(graph_end(&graph));
  conclude();
  return 0;
}
