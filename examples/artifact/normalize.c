// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A C program that calls a function compiled ahead of time on .npy files, and
// needs the runtime alone:
//
//   tssa compile ../normalize.mlir -o normalize.so --header=normalize.h
//   export PKG_CONFIG_PATH=PREFIX/lib/pkgconfig
//   libs=$(pkg-config --cflags --libs tensorssa-rt)
//   at=$(pkg-config --variable=libdir tensorssa-rt)
//   cc normalize.c normalize.so $libs -Wl,-rpath,'$ORIGIN',-rpath,$at
//   ./a.out IMAGE.npy MEAN.npy SCALE.npy RESULT.npy
//
// `$ORIGIN` is the folder of the program, where it will find normalize.so.

#include "normalize.h"
#include <stdio.h>

/// Prints why something failed; `what` is a file or the function.
static int refused(const char *what, const tssa_error_t *error) {
  fprintf(stderr, "%s: %s\n", what, error->message);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fprintf(stderr,
            "usage: normalize IMAGE.npy MEAN.npy SCALE.npy RESULT.npy\n");
    return 2;
  }
  enum { IMAGE, MEAN, SCALE, COUNT };
  tssa_tensor_t *tensors[COUNT] = {NULL};
  tssa_context_t *context = NULL;
  tssa_error_t error;
  int result = 0;
  if (tssa_context_create(NULL, &context, &error))
    result = refused("context", &error);
  for (int i = 0; i < COUNT && !result; ++i)
    if (tssa_npy_read(argv[1 + i], NULL, &tensors[i], &error))
      result = refused(argv[1 + i], &error);
  // The image changes in place. Sizes and dtypes are checked by the call.
  if (!result && normalize_normalize(context, tensors[IMAGE], tensors[MEAN],
                                     tensors[SCALE])) {
    tssa_context_error(context, &error);
    result = refused("normalize", &error);
  }
  if (!result && tssa_npy_write(argv[4], tensors[IMAGE], &error))
    result = refused(argv[4], &error);
  for (int i = 0; i < COUNT; ++i)
    tssa_tensor_release(tensors[i]);
  tssa_context_destroy(context);
  return result;
}
