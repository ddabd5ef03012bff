// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of Python numbers that `arith` does not have.

#include "compute.h"

#include <math.h>

enum { FLOORDIV, MOD, POW, TRUEDIV };

static const char *element_python(int32_t code, int64_t predicate,
                                  const scalar_t *in, scalar_t *out) {
  (void)predicate;
  scalar_t a = in[0], b = in[1];
  bool real = dtype_is_float(a.dtype);
  if (code == TRUEDIV) {
    *out = compute_binary(COMPUTE_DIV, scalar_cast(a, TSSA_DTYPE_F64),
                          scalar_cast(b, TSSA_DTYPE_F64));
  } else if (code == POW) {
    *out = compute_binary(COMPUTE_POW, a, b);
  } else if (!real && b.i == 0) {
    // Total: the check that a divisor is not zero stands before the op.
    *out = scalar_int(a.dtype, 0);
  } else if (code == FLOORDIV) {
    *out = compute_binary(COMPUTE_FLOOR_DIVIDE, a, b);
  } else {
    *out = compute_binary(COMPUTE_REMAINDER, a, b);
    if (real && out->f == 0)
      out->f = copysign(0, b.f);
  }
  return NULL;
}

static flow_t run_python(interp_t *interp, frame_t *frame, node_t *node) {
  return run_elements(interp, frame, node, element_python, 0);
}

const op_entry_t python_ops[] = {
    {"tssa.py_floordiv", run_python, FLOORDIV},
    {"tssa.py_mod", run_python, MOD},
    {"tssa.py_pow", run_python, POW},
    {"tssa.py_truediv", run_python, TRUEDIV},
    {NULL, NULL, 0},
};
