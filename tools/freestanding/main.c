/* SPDX-License-Identifier: MIT
 * Feeds a table of readings to the exported graph weather and prints the bytes of every node's state: the same text on every
 * machine whose bytes have the same order.
 */
#include "host.h"
#include "rows.h"
#include "weather.h"

static weather_t graph;
static unsigned published;

static void count_day(void *user, const weather_day *day) {
  (void)user;
  (void)day;
  published++;
}

static char *print_hex(char *at, unsigned value, int digits) {
  for (int i = digits - 1; i >= 0; i--) *at++ = "0123456789abcdef"[value >> 4 * i & 15];
  return at;
}

static void print_node(const weather_struct *node) {
  const unsigned char *state = (const unsigned char *)&graph + node->offset;
  host_print(node->name);
  for (uint32_t i = 0; i < node->size; i++) {
    char text[4];
    char *end = text;
    if (i % 8 == 0) *end++ = ' ';
    end = print_hex(end, state[i], 2);
    *end = 0;
    host_print(text);
  }
  host_print("\n");
}

int main(void) {
  weather_init(&graph);
  graph.on_day = count_day;
  for (long i = 0; i < ROWS; i++) {
    if (weather_on_reading(&graph, &rows[i]) < 0) return 1;
  }
  for (int i = 0; i < WEATHER_NODES; i++) print_node(&weather_nodes[i]);
  char text[16] = "days ";
  char *end = print_hex(text + 5, published, 4);
  *end++ = '\n';
  *end = 0;
  host_print(text);
  return 0;
}
