/* SPDX-License-Identifier: MIT
 * driver_csv.c -- libFuzzer target: the exported program's reader of CSV (fuzz/rows.lua, exported with --main). Any bytes are read as
 * rows, or refused with a message that names the file and the line.
 *
 * Input: first byte odd → a header with all columns stands in front; half of it: how many bytes a read gives at most (0: all). */
#include <fcntl.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static jmp_buf gave_up;
static FILE *said;
static char *text;
static size_t text_size;

/* The program's memory, which an error leaves behind: freed after each input. */
static void *kept[4096];
static int kept_count;

static void *keep(void *memory, size_t size) {
  int i = 0;
  if (memory == NULL)
    i = kept_count++;
  else
    while (kept[i] != memory) i++;
  if (kept_count > 4096) abort();
  return kept[i] = realloc(memory, size);
}

static const char *rest; /* of the file */
static size_t rest_size, most;

/* At most as many bytes at a time as the input says. */
static ssize_t feed(void *to, size_t room) {
  size_t size = rest_size < most ? rest_size : most;
  if (size > room) size = room;
  memcpy(to, rest, size);
  rest += size, rest_size -= size;
  return (ssize_t)size;
}

static _Noreturn void leave(int code) {
  (void)code;
  longjmp(gave_up, 1);
}

#define exit(code)            leave(code)
#define realloc(memory, size) keep(memory, size)
#define open(path, flags)     3
#define read(file, to, room)  feed(to, room)
#undef stderr
#define stderr said
#define main   program
#include "main.c"
#undef main
#undef exit
#undef realloc
#undef open
#undef read

static const char HEADER[] = "time,x,f,b,i8,u8,i16,u16,i32,u32,i64,u64,s,w[0],w[1]\n";

/* Lines as "rows: input.csv:3:5: …" or "rows: input.csv: …". */
static void check_message(void) {
  static const char start[] = "rows: input.csv:";
  const char *line = text, *const end = text + text_size;
  if (line == end || end[-1] != '\n') abort();
  for (; line < end; line = strchr(line, '\n') + 1) {
    if (strncmp(line, start, sizeof start - 1) != 0 || strcspn(line, "\n") < sizeof start + 4) abort();
    for (const char *at = line; *at != '\n'; at++)
      if ((unsigned char)*at < 32) abort();
  }
}

static void read_all(input *in) {
  open_input(in);
  while (next_row(in)) {
    deliver(in);
    if (send_event(&graph, in->event, &in->row) < -32) abort();
    const graph_struct *type = &event_types[in->event]; /* what was read can be printed */
    static FILE *null;
    if (null == NULL) null = fmemopen(NULL, 1 << 16, "w");
    rewind(null);
    print_row(null, type, type->field_count, &in->row);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char bytes[1 << 16];
  if (size == 0 || size > 60000) return 0;
  size_t length = 0;
  if (data[0] & 1) memcpy(bytes, HEADER, length = sizeof HEADER - 1);
  memcpy(bytes + length, data + 1, size - 1);
  length += size - 1;
  rest = bytes;
  rest_size = length;
  most = data[0] > 1 ? data[0] / 2 : length;
  said = open_memstream(&text, &text_size);
  graph_init(&graph);
  memset(inputs, 0, sizeof inputs);
  input_count = 1;
  inputs[0].path = "input.csv";
  if (setjmp(gave_up) == 0) {
    expect(graph_start(&graph));
    read_all(&inputs[0]);
    fflush(said);
    if (text_size != 0) abort();
  } else {
    fflush(said);
    check_message();
  }
  fclose(said);
  free(text);
  while (kept_count > 0) free(kept[--kept_count]);
  return 0;
}
