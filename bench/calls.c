/* SPDX-License-Identifier: MIT
 * calls.c -- counts a program's calls of the allocator and of the clock, by standing in front of them:
 *
 *   LD_PRELOAD=calls.so program 0 500000000         prints `calls ALLOCATOR CLOCK` on stderr at the end
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static unsigned long allocations, readings;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  allocations++;
  return __libc_realloc(old, size);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*next)(clockid_t, struct timespec *);
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "clock_gettime");
  readings++;
  return next(clock, time);
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  static int (*next)(struct timeval *restrict, void *restrict);
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "gettimeofday");
  readings++;
  return next(time, zone);
}

__attribute__((destructor)) static void report(void) {
  fprintf(stderr, "calls %lu %lu\n", allocations, readings);
}
