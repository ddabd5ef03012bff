// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of Python numbers that `arith` does not have.

#include "compute.h"

#include <math.h>

enum { FLOORDIV, MOD, POW, TRUEDIV };

static flow_t run_python(interp_t *interp, frame_t *frame, node_t *node) {
  scalar_t a, b;
  if (!use_scalar(interp, frame, node, 0, &a) ||
      !use_scalar(interp, frame, node, 1, &b))
    return FLOW_ERROR;
  bool real = dtype_is_float(a.dtype);
  scalar_t result;
  if (node->code == TRUEDIV) {
    result = compute_binary(COMPUTE_DIV, scalar_cast(a, TSSA_DTYPE_F64),
                            scalar_cast(b, TSSA_DTYPE_F64));
  } else if (node->code == POW) {
    result = compute_binary(COMPUTE_POW, a, b);
  } else if (!real && b.i == 0) {
    // Total: the check that a divisor is not zero stands before the op.
    result = scalar_int(a.dtype, 0);
  } else if (node->code == FLOORDIV) {
    result = compute_binary(COMPUTE_FLOOR_DIVIDE, a, b);
  } else {
    result = compute_binary(COMPUTE_REMAINDER, a, b);
    if (real && result.f == 0)
      result.f = copysign(0, b.f);
  }
  return give_scalar(interp, frame, node, 0, result);
}

const op_entry_t python_ops[] = {
    {"tssa.py_floordiv", run_python, FLOORDIV},
    {"tssa.py_mod", run_python, MOD},
    {"tssa.py_pow", run_python, POW},
    {"tssa.py_truediv", run_python, TRUEDIV},
    {NULL, NULL, 0},
};
