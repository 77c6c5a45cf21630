/* SPDX-License-Identifier: MIT
 * fx_error.c -- texts of statuses, and the one wording of a failed callback (S16). */
#include "flux.h"
#include <stdio.h>

const char *flux_status_text(int status) {
  switch (status) {
#define STATUS_CASE(name, value, text)                                                                                 \
  case name: return text;
    FLUX_STATUSES(STATUS_CASE)
#undef STATUS_CASE
  case FLUX_OK: return "success";
  default: return "unknown status";
  }
}

size_t flux_error_text(char *buf, size_t size, const char *graph, int64_t cycle, const char *entry, const char *node,
                       const char *callback, const char *reason) {
  const int length = snprintf(buf, size, "graph '%s', cycle %lld, %s, node '%s', %s: %s", graph, (long long)cycle,
                              entry, node, callback, reason);
  return length > 0 ? (size_t)length : 0;
}
