# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TensorSSA: imperative tensor programs, compiled through pure SSA to native code.

    import numpy, tensorssa
    f = tensorssa.compile('''
    func.func @increment(%x: !tssa.ref<?xf32>) {
      %one = arith.constant 1.0 : f64
      %0 = tssa.read %x : !tssa.ref<?xf32>
      %1 = tssa.add %0, %one : (tensor<?xf32>, f64) -> tensor<?xf32>
      tssa.write %1, %x : !tssa.ref<?xf32>
      return
    }''')
    x = numpy.zeros(3, numpy.float32)
    f(x)                                # x is [1, 1, 1]
    print(tensorssa.explain(f))         # what became of each mutation

Tensors are NumPy arrays or PyTorch tensors on the CPU; neither package is imported unless the
process has it. See docs/Python.md.
"""

from ._api import Function, Module, compile, compile_module
from ._explain import Explanation, Explanations, explain
from ._signature import Signature, Type
from .errors import (
    ArgumentError,
    CompileError,
    Diagnostic,
    DivisionByZeroError,
    Error,
    FileError,
    GradientError,
    InternalError,
    MalformedError,
    OutOfMemoryError,
    OutOfRangeError,
    OverlapError,
    RaisedError,
    ShapeError,
    UnsupportedError,
)
from ._C import version as __version__

__all__ = [
    "ArgumentError",
    "CompileError",
    "Diagnostic",
    "DivisionByZeroError",
    "Error",
    "Explanation",
    "Explanations",
    "FileError",
    "Function",
    "GradientError",
    "InternalError",
    "MalformedError",
    "Module",
    "OutOfMemoryError",
    "OutOfRangeError",
    "OverlapError",
    "RaisedError",
    "ShapeError",
    "Signature",
    "Type",
    "UnsupportedError",
    "__version__",
    "compile",
    "compile_module",
    "explain",
]
