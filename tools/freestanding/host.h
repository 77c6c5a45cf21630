/* SPDX-License-Identifier: MIT
 * What main.c needs of whatever it runs on.
 */
#ifndef FREESTANDING_HOST_H
#define FREESTANDING_HOST_H

void host_print(const char *text);
int main(void);

#endif
