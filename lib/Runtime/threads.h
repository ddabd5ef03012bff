// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that start and join threads, as far as the process has them.
//
// Since glibc 2.34 they are in libc.so.6, under a new version and, for programs
// linked before, under the oldest one; earlier they were in libpthread.so.0,
// under the oldest one only. So a weak reference to the oldest version needs no
// other library and no new one: it is found in libc, or in the libpthread of a
// process that has it; else it is NULL, and there are no threads. All else that
// we use of pthread.h has always been in libc.
//
// Sanitizers that see threads do so by functions of the plain names.

#ifndef TENSORSSA_LIB_RUNTIME_THREADS_H
#define TENSORSSA_LIB_RUNTIME_THREADS_H

#include <pthread.h>
#include <stdbool.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define TSSA_PLAIN_THREADS
#endif
#endif
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define TSSA_PLAIN_THREADS
#endif

#if defined(__GLIBC__) && !defined(TSSA_PLAIN_THREADS)
#if defined(__x86_64__) && defined(__LP64__)
__asm__(".symver pthread_create, pthread_create@GLIBC_2.2.5");
__asm__(".symver pthread_join, pthread_join@GLIBC_2.2.5");
#elif defined(__aarch64__)
__asm__(".symver pthread_create, pthread_create@GLIBC_2.17");
__asm__(".symver pthread_join, pthread_join@GLIBC_2.17");
#endif
#endif

#pragma weak pthread_create
#pragma weak pthread_join

static inline bool tssa_threads_exist(void) {
  return pthread_create && pthread_join;
}

#endif // TENSORSSA_LIB_RUNTIME_THREADS_H
