/* -- the profile, as `flux run --profile` writes it ----------------------------------------------------------------- */

static const char *profile_path;
static FILE *profile_file;
static int64_t profile_events;
static int64_t profile_cost = INT64_MAX; /* of reading the clock, ns */

static int64_t profile_time(void *user) {
  (void)user;
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool profile_option(const char *option, const char *value) {
  if (strcmp(option, "--profile") != 0) return false;
  profile_path = value;
  note_file(option, value, value, true);
  return true;
}

/* Sets the clock, before the graph starts. */
static void begin_profile(void) {
  if (profile_path == NULL) return;
  profile_file = fopen(profile_path, "wb");
  if (profile_file == NULL) fail("cannot write the profile %s: %s", profile_path, strerror(errno));
  for (int i = 0; i < 100; i++) {
    const int64_t before = profile_time(NULL), cost = profile_time(NULL) - before;
    if (cost >= 0 && cost < profile_cost) profile_cost = cost;
  }
  graph.profile_clock = profile_time;
}

static void print_json(const char *text) {
  fputc('"', profile_file);
  for (; *text != 0; text++) {
    if ((unsigned char)*text < ' ') fprintf(profile_file, "\\u%04x", (unsigned)*text);
    else fprintf(profile_file, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
  }
  fputc('"', profile_file);
}

/* The time of one call, without the clock's own; 0: none was timed, or it is too short to be measured. */
static double call_ns(const graph_profile *known) {
  if (known->timed == 0) return 0;
  const double ns = (double)known->ns / (double)known->timed - (double)profile_cost;
  return ns > 0 ? floor(ns * 10) / 10 : 0;
}

static void print_profiled(const char *const *callback, const graph_profile *known, double total) {
  const double ns = call_ns(known);
  fputs("{ \"node\": ", profile_file);
  print_json(callback[0]);
  fputs(", \"callback\": ", profile_file);
  print_json(callback[1]);
  fprintf(profile_file, ", \"runs\": %" PRIu64 ", \"arrests\": %" PRIu64, known->runs, known->arrests);
  fprintf(profile_file, ", \"judged\": %" PRIu64 ", \"wrong\": %" PRIu64, known->judged, known->wrong);
  if (ns > 0) fprintf(profile_file, ", \"ns\": %.1f", ns);
  if (ns > 0) fprintf(profile_file, ", \"share\": %.4f", ns * (double)known->runs / total);
  fputs(" }", profile_file);
}

static void close_profile(void) {
  const char *separator = "\n    ";
  double total = 0;
  if (profile_file == NULL) return;
  for (int i = 0; i < CALLBACKS; i++) {
    total += call_ns(&graph.profile[i]) * (double)graph.profile[i].runs;
  }
  fputs("{\n  \"flux_profile\": 1,\n  \"graph\": ", profile_file);
  print_json(GRAPH);
  fprintf(profile_file, ",\n  \"fingerprint\": \"%016" PRIx64 "\",\n", FINGERPRINT);
  fprintf(profile_file, "  \"events\": %" PRId64 ",\n  \"cycles\": %" PRIu64 ",\n", profile_events, graph.cycle);
  fputs("  \"callbacks\": [", profile_file);
  for (int i = 0; i < CALLBACKS; i++) {
    if (graph.profile[i].runs == 0) continue;
    fputs(separator, profile_file);
    print_profiled(callbacks[i], &graph.profile[i], total);
    separator = ",\n    ";
  }
  fputs("\n  ]\n}\n", profile_file);
  FILE *file = profile_file;
  profile_file = NULL;
  const bool written = ferror(file) == 0;
  if (fclose(file) != 0 || !written) fail("cannot write the profile %s: %s", profile_path, strerror(errno));
}

