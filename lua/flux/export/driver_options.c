/* -- the command line ---------------------------------------------------------------------------------------------- */

static int64_t until = INT64_MAX, limit = INT64_MAX;
static bool bounded; /* --until is given */

static void print_usage(FILE *out) {
  fputs("usage: " GRAPH " --input EVENT=FILE [--input EVENT=FILE …] [--output SINK=FILE] [--rows FILE] [--state FILE]\n"
        "         [--until TIME] [--limit N]" AUDIT_USAGE "\n"
        "         [--snapshot FILE] [--restore FILE]\n"
        "         [--profile FILE]\n"
        "Reads CSV files; several inputs are merged in the order of time. Every sink's rows go to standard output, its name in\n"
        "front; or with --output those of the sinks that are named, to a file each. --rows writes what each sink saw and then the\n"
        "final states to one file, --state the final states, both with the nodes' internal fields. FILE may be - for standard\n"
        "input or output.\n",
        out);
}

/* Says what is wrong, and what would be right. */
static _Noreturn void misused(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  complain(format, arguments);
  va_end(arguments);
  print_usage(stderr);
  exit(2);
}

static const char *after_equals(const char *option, const char *argument) {
  const char *equals = strchr(argument, '=');
  if (equals == NULL || equals == argument || equals[1] == 0) refuse("%s %s: expected NAME=VALUE", option, argument);
  return equals + 1;
}

static bool named(const char *argument, const char *name) {
  const size_t length = strlen(name);
  return strncmp(argument, name, length) == 0 && argument[length] == '=';
}

/* A list of names that grows. */
static char *with_name(char *list, const char *name) {
  const size_t length = list != NULL ? strlen(list) : 0, size = length + strlen(name) + 3;
  list = grown(list, size);
  snprintf(list + length, size - length, "%s%s", length > 0 ? ", " : "", name);
  return list;
}

static void add_input(const char *argument) {
  if (input_count == MAX_INPUTS) refuse("more than %d inputs", MAX_INPUTS);
  input *in = &inputs[input_count++];
  in->path = after_equals("--input", argument);
  for (const input *other = inputs; other < in && strcmp(in->path, "-") == 0; other++) {
    if (strcmp(other->path, "-") == 0) refuse("--input %s: standard input can be read only once", argument);
  }
  for (in->event = 0; in->event < EVENTS && !named(argument, event_types[in->event].name);) in->event++;
  if (in->event == EVENTS) {
    char *list = NULL;
    for (int i = 0; i < EVENTS; i++) list = with_name(list, event_types[i].name);
    refuse("--input: graph '" GRAPH "' handles no event '%.*s'; it handles: %s", (int)strcspn(argument, "="), argument, list);
  }
  note_file("--input", argument, in->path, false);
}

static void add_output(const char *argument) {
  int sink = 0;
  const char *path = after_equals("--output", argument);
  while (sink < SINKS && !named(argument, sinks[sink].name)) sink++;
  if (sink == SINKS) {
    char *list = NULL;
    for (int i = 0; i < SINKS; i++) list = with_name(list, sinks[i].name);
    refuse("--output: graph '" GRAPH "' has no sink '%.*s'; it has: %s", (int)strcspn(argument, "="), argument,
           list != NULL ? list : "none");
  }
  if (outputs[sink].path != NULL) refuse("--output %s: sink '%s' is named twice", argument, sinks[sink].name);
  outputs[sink].path = path;
  if (!whole) every.path = NULL;
  note_file("--output", argument, path, true);
}

static void set_until(const char *text) {
  const char *wrong = parse_time(text, strchr(text, 0), &until);
  if (wrong != NULL) refuse("--until %s: not a time: %s", text, wrong);
  bounded = true;
}

static void set_limit(const char *text) {
  if (parse_int64(text, strchr(text, 0), 0, INT64_MAX, &limit) == INTEGER) return;
  refuse("--limit: expected a count (0, 1, 2 …), got '%s'", text);
}

static void set_option(const char *option, const char *value) {
  static const char *const own[] = {"--input", "--output", "--rows", "--state", "--until", "--limit"};
  bool known = audit_option(option, value);
  if (strcmp(option, "--help") == 0 || strcmp(option, "-h") == 0) {
    print_usage(stdout);
    exit(fflush(stdout) == 0 ? 0 : 1);
  }
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) known = known || strcmp(option, own[i]) == 0;
  if (profile_option(option, value)) known = true;
  if (snapshot_option(option, value)) known = true;
  if (!known) misused(option[0] == '-' ? "unknown option '%s'" : "expected an option, got '%s'", option);
  if (value == NULL) misused("%s needs a value", option);
  if (strcmp(option, "--input") == 0) add_input(value);
  if (strcmp(option, "--output") == 0) add_output(value);
  if (strcmp(option, "--rows") == 0) every.path = value, whole = true;
  if (strcmp(option, "--state") == 0) state_path = value;
  if (strcmp(option, "--until") == 0) set_until(value);
  if (strcmp(option, "--limit") == 0) set_limit(value);
  if (strcmp(option, "--rows") == 0 || strcmp(option, "--state") == 0) note_file(option, value, value, true);
}

