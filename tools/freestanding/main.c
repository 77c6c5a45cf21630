/* SPDX-License-Identifier: MIT
 * Feeds a table of events to an exported graph and prints the bytes of every node's state: the same text on every machine whose
 * bytes have the same order. rows.h, from freestanding.lua, says which graph it is.
 */
#include "host.h"
#include "rows.h"

static graph_t graph;

static char *print_hex(char *at, unsigned value, int digits) {
  for (int i = digits - 1; i >= 0; i--) *at++ = "0123456789abcdef"[value >> 4 * i & 15];
  return at;
}

static void print_node(const graph_struct *node) {
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
  graph_init(&graph);
  for (long i = 0; i < ROWS; i++) {
    if (graph_step(&graph, &rows[i]) < 0) return 1;
  }
  for (int i = 0; i < NODES; i++) print_node(&graph_nodes[i]);
  return 0;
}
