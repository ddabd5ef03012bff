// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What jemalloc reads when one of our programs starts, if it is linked with it
// (TENSORSSA_ENABLE_JEMALLOC): ops lie in huge pages where the system has them.

extern const char *malloc_conf;
const char *malloc_conf = "thp:always";
