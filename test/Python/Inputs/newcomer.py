# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a newcomer types: compile, call, explain."""

import numpy
import tensorssa

f = tensorssa.compile(
    """func.func @add_(%x: !tssa.ref<?xf32>, %y: !tssa.ref<?xf32>) {
  %0 = tssa.read %x : !tssa.ref<?xf32>
  %1 = tssa.read %y : !tssa.ref<?xf32>
  %2 = tssa.add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  tssa.write %2, %x : !tssa.ref<?xf32>
  return
}""",
    name="program.mlir",
)
x = numpy.array([1, 2], numpy.float32)
f(x, numpy.array([3, 4], numpy.float32))
print(x.tolist())
print(tensorssa.explain(f))
