#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What a call from Python costs: one small op with three tensors, out = x + y of 16
# elements, against eager, which checks, dispatches and computes the same. Run by
# scripts/bench in the virtual environment of the tests.
"""usage: python-call.py [--repeat=N]"""

import argparse
import statistics
import sys
import timeit

import numpy
import torch

import tensorssa

PROGRAM = """
func.func @add(%x: !tssa.ref<16xf32>, %y: !tssa.ref<16xf32>, %out: !tssa.ref<16xf32>) {
  %0 = tssa.read %x : !tssa.ref<16xf32>
  %1 = tssa.read %y : !tssa.ref<16xf32>
  %2 = tssa.add %0, %1 : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  tssa.write %2, %out : !tssa.ref<16xf32>
  return
}
func.func @fresh(%x: !tssa.ref<16xf32>, %y: !tssa.ref<16xf32>) -> !tssa.ref<16xf32> {
  %0 = tssa.read %x : !tssa.ref<16xf32>
  %1 = tssa.read %y : !tssa.ref<16xf32>
  %2 = tssa.add %0, %1 : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %3 = tssa.alloc %2 : tensor<16xf32> -> !tssa.ref<16xf32>
  return %3 : !tssa.ref<16xf32>
}
func.func @nothing() {
  return
}
"""


def microseconds(call, repeat: int) -> tuple[float, float]:
    """The least and the median of `repeat` runs of 500 calls, for one call."""
    times = [1e6 * t / 500 for t in timeit.repeat(call, number=500, repeat=repeat)]
    return min(times), statistics.median(times)


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--repeat", type=int, default=200)
    repeat = parser.parse_args().repeat
    torch.set_num_threads(1)
    module = tensorssa.compile_module(PROGRAM)
    add, fresh, nothing = module["add"], module["fresh"], module["nothing"]
    a, b, c = (numpy.arange(16, dtype=numpy.float32) for _ in range(3))
    x, y, z = (torch.arange(16, dtype=torch.float32) for _ in range(3))
    add(x, y, z)
    if not torch.equal(z, x + y):
        print("expected the sum but got another result", file=sys.stderr)
        return 1
    rows = [
        ("compiled, no arguments", lambda: nothing()),
        ("compiled, three PyTorch tensors", lambda: add(x, y, z)),
        ("torch.add(x, y, out=z)", lambda: torch.add(x, y, out=z)),
        ("compiled, two PyTorch tensors, fresh result", lambda: fresh(x, y)),
        ("torch.add(x, y)", lambda: torch.add(x, y)),
        ("compiled, three NumPy arrays", lambda: add(a, b, c)),
        ("numpy.add(a, b, out=c)", lambda: numpy.add(a, b, out=c)),
        ("compiled, two NumPy arrays, fresh result", lambda: fresh(a, b)),
        ("numpy.add(a, b)", lambda: numpy.add(a, b)),
    ]
    print("microseconds a call               least  median")
    for name, call in rows:
        least, median = microseconds(call, repeat)
        print(f"{name:45} {least:6.2f} {median:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
