/* -- files: none that is read is written over, none is written twice ------------------------------------------------- */

typedef struct named_file {
  const char *option, *argument, *path; /* as given */
  bool written;
} named_file;

static named_file files[MAX_INPUTS + SINKS + 8];
static int file_count;

/* Of an option that may be given once the last counts. */
static void note_file(const char *option, const char *argument, const char *path, bool written) {
  int i = 0;
  const bool many = strcmp(option, "--input") == 0 || strcmp(option, "--output") == 0;
  while (i < file_count && (many || strcmp(files[i].option, option) != 0)) i++;
  if (i == file_count) file_count++;
  files[i] = (named_file){option, argument, path, written};
}

static bool is_stream(const named_file *file) { return strcmp(file->path, "-") == 0; }

static bool same_place(const struct stat *a, const struct stat *b) { return a->st_dev == b->st_dev && a->st_ino == b->st_ino; }

static const char *file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

static bool stat_directory(const char *path, struct stat *out) {
  const size_t length = (size_t)(file_name(path) - path);
  char *directory = grown(NULL, length + 2);
  memcpy(directory, path, length);
  strcpy(directory + length, ".");
  const bool found = stat(directory, out) == 0;
  free(directory);
  return found;
}

/* Are they one file, through links too, or will they be once it is written? Devices and pipes may be read and written at once. */
static bool one_file(const named_file *a, const named_file *b) {
  struct stat left, right;
  const bool has_left = (is_stream(a) ? fstat(STDIN_FILENO, &left) : stat(a->path, &left)) == 0;
  const bool has_right = (is_stream(b) ? fstat(STDIN_FILENO, &right) : stat(b->path, &right)) == 0;
  if (has_left && has_right) return S_ISREG(left.st_mode) && same_place(&left, &right);
  if (has_left || has_right || strcmp(file_name(a->path), file_name(b->path)) != 0) return false;
  return stat_directory(a->path, &left) && stat_directory(b->path, &right) && same_place(&left, &right);
}

/* Before anything is opened. */
static void check_files(void) {
  for (const named_file *file = files; file < files + file_count; file++) {
    for (const named_file *other = files; other < files + file_count && file->written && !is_stream(file); other++) {
      if (other == file || (other->written && is_stream(other)) || !one_file(file, other)) continue;
      if (other->written) {
        refuse("%s %s and %s %s would both write to one file", file->option, file->argument, other->option, other->argument);
      }
      if (strcmp(other->option, "--restore") == 0 && strcmp(file->option, "--snapshot") == 0) continue; /* it may replace that */
      refuse("%s %s would write over %s, which %s reads; name another file", file->option, file->argument,
             is_stream(other) ? "the file on standard input" : other->path, other->option);
    }
  }
}

