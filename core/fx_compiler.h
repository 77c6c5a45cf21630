/* SPDX-License-Identifier: MIT
 * fx_compiler.h -- what is asked of the compiler beyond the language; where it cannot be asked, nothing is. */
#ifndef FX_COMPILER_H
#define FX_COMPILER_H

#ifdef __GNUC__
#define UNLIKELY(x)   __builtin_expect(!!(x), 0)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define NOINLINE      __attribute__((noinline))
#define PREFETCH(at)  __builtin_prefetch(at)
#else
#define UNLIKELY(x)   (x)
#define ALWAYS_INLINE inline
#define NOINLINE
#define PREFETCH(at) ((void)0)
#endif

#endif
