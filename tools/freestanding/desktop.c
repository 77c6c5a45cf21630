/* SPDX-License-Identifier: MIT
 * The desktop's side of host.h.
 */
#include <stdio.h>
#include "host.h"

void host_print(const char *text) {
  fputs(text, stdout);
}
