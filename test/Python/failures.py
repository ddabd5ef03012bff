# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %venv/python %s
"""Errors: their classes, where and why, and what arguments hold afterwards."""

import os
import subprocess
import sys
import tempfile
import unittest

import numpy
import torch

import tensorssa
from programs import ADD, CLONE, INCREMENT, MAT, NEGATE_THEN_SELECT, SELECT, VEC, compiled

RAISE = """
func.func @f(%n: i64) {
  tssa.raise "expected nothing but got {0}" (%n) : i64
  return
}
"""

DIVIDE = """
func.func @f(%n: i64, %m: i64) -> i64 {
  %d = tssa.check_nonzero %m : i64
  %r = arith.floordivsi %n, %d : i64
  return %r : i64
}
"""

OVERLAP = f"""
func.func @f(%x: {VEC}, %y: {VEC}) {{
  tssa.check_overlap %x, %y : {VEC}, {VEC}
  return
}}
"""

NOALIAS = f"""
func.func @f(%x: {VEC} {{tssa.noalias}}, %y: {VEC}) {{
  %0 = tssa.read %y : {VEC}
  tssa.write %0, %x : {VEC}
  return
}}
"""

NUMBERS = """
func.func @f(%a: i32, %b: f64, %c: i1) -> (i32, f64, i1) {
  return %a, %b, %c : i32, f64, i1
}
"""


class Calls(unittest.TestCase):
    def refused(self, kind, message, function, *args):
        with self.assertRaisesRegex(kind, message) as caught:
            function(*args)
        self.assertIsInstance(caught.exception, tensorssa.Error)
        return caught.exception

    def test_out_of_range(self):
        error = self.refused(IndexError, r"in \[-3, 3\) but got 3", compiled(SELECT),
                             torch.zeros(3, 2), 3)
        self.assertIsInstance(error, tensorssa.OutOfRangeError)
        self.assertEqual(error.status, "out of range")
        self.assertEqual(error.op, "tssa.check_index")
        self.assertEqual(error.location, "program.mlir:4:8")
        self.assertIn("program.mlir:4:8: 'tssa.check_index' op", str(error))

    def test_raised(self):
        error = self.refused(tensorssa.RaisedError, "expected nothing but got 5", compiled(RAISE), 5)
        self.assertEqual(error.location, "program.mlir:3:3")

    def test_division(self):
        divide = compiled(DIVIDE)
        self.assertEqual(divide(7, 2), 3)
        self.refused(ZeroDivisionError, "nonzero", divide, 7, 0)

    def test_overlap(self):
        x = torch.zeros(5)
        error = self.refused(tensorssa.OverlapError, "overlap in part", compiled(OVERLAP), x[1:], x[:-1])
        self.assertIn("copy", error.advice)
        self.assertIn(error.advice, error.__notes__)
        error = self.refused(tensorssa.OverlapError, r"argument 0 \('x'\): .* argument 1",
                             compiled(NOALIAS), x[1:], x[:-1])
        self.refused(tensorssa.OverlapError, r"argument 0 \('x'\)", compiled(INCREMENT),
                     torch.zeros(1).expand(3))
        self.assertEqual(x.sum(), 0)

    def test_shapes(self):
        self.refused(tensorssa.ShapeError, r"argument 1 \('y'\): expected the rank to be 2 but got 1",
                     compiled(ADD), torch.zeros(2, 2), torch.zeros(2))
        error = self.refused(ValueError, "", compiled(ADD), torch.zeros(2, 2), torch.zeros(2, 3))
        self.assertIsInstance(error, tensorssa.ShapeError)

    def test_arguments_afterwards(self):
        """Refused arguments are as before; after a failing check, `errors="precise"` has what eager
        code would have."""
        x = torch.ones(3, 2)
        self.refused(tensorssa.ArgumentError, "", compiled(ADD), x, torch.zeros(3, 2).double())
        self.assertEqual((x.sum(), x._version), (6, 0))
        negate = compiled(NEGATE_THEN_SELECT, errors="precise")
        self.refused(tensorssa.OutOfRangeError, "", negate, x, 3)
        self.assertEqual(x.tolist(), [[-1, -1], [1, 1], [1, 1]])
        a = numpy.ones((3, 2), numpy.float32)
        self.refused(tensorssa.OutOfRangeError, "", negate, a, 3)
        self.assertEqual(a.tolist(), [[-1, -1], [1, 1], [1, 1]])
        # And the function works on.
        self.assertIsNone(negate(a, 1))
        self.assertEqual(a.tolist(), [[1, 1], [-1, -1], [1, 1]])

    def test_numbers(self):
        f = compiled(NUMBERS)
        self.assertEqual(f(-5, 1, True), (-5, 1.0, True))
        self.assertEqual(f(numpy.int8(3), numpy.float32(0.5), numpy.bool_(False)), (3, 0.5, False))
        self.refused(IndexError, r"argument 0 \('a'\): expected an integer of 32 bits", f, 2**31, 1, True)
        self.refused(IndexError, "argument 0", f, 2**100, 1, True)
        self.refused(ValueError, "argument 0 .*expected an integer but got float", f, 1.0, 1, True)
        self.refused(ValueError, "argument 1 .*expected a number but got str", f, 1, "1", True)
        self.refused(ValueError, "argument 1 .*but got Tensor", f, 1, torch.tensor(1.0), True)
        self.refused(ValueError, "argument 2 .*expected a bool but got int", f, 1, 1.0, 1)

    def test_arrays(self):
        clone = compiled(CLONE)
        for array, message in [
            (numpy.zeros((2, 3), ">f4"), "byte order"),
            (numpy.zeros((2, 3), "u4"), "kind 'u' of 4 bytes"),
            (numpy.zeros((2, 3), "M8[s]"), "kind 'M'"),
            (numpy.zeros((2, 3), object), "kind 'O'"),
            (numpy.matrix([[1.0]], numpy.float32), "subclass"),
            (numpy.ma.zeros((2, 3), numpy.float32), "subclass"),
            (numpy.zeros(25, "i1")[1:].view("f4").reshape(2, 3), "aligned"),
            (numpy.zeros((2, 3), "f4,i1")["f0"], "aligned|multiples"),
            (numpy.float32(1), "but got float32"),
            ([[1.0]], "but got list"),
            (memoryview(b"1234"), "but got memoryview"),
        ]:
            with self.subTest(message):
                self.refused(tensorssa.Error, r"argument 0 \('x'\): .*" + message, clone, array)

    def test_number_of_arguments(self):
        select = compiled(SELECT)
        x = numpy.zeros((3, 2), numpy.float32)
        with self.assertRaisesRegex(TypeError, "expected 2 arguments but got 1"):
            select(x)
        self.assertEqual(select(i=1, x=x).tolist(), [0, 0])
        self.assertEqual(select(x, i=1).tolist(), [0, 0])
        with self.assertRaisesRegex(TypeError, "expected one of the arguments x, i but got 'j'"):
            select(x, j=1)
        with self.assertRaisesRegex(TypeError, "'x' twice"):
            select(x, x=x)
        with self.assertRaisesRegex(TypeError, "expected 2 arguments but got 1"):
            select(x=x)


class Compilation(unittest.TestCase):
    def test_diagnostics(self):
        with self.assertRaises(tensorssa.CompileError) as caught:
            tensorssa.compile("func.func @f() {\n  tssa.nothing\n}", name="model.mlir")
        error = caught.exception
        self.assertIsInstance(error, ValueError)
        self.assertEqual(error.location, "model.mlir:2:3")
        self.assertRegex(str(error), "model.mlir:2:3: error: .*tssa.nothing")
        self.assertEqual(error.diagnostics[0].severity, "error")
        self.assertEqual(error.diagnostics[0].line, 2)

    def test_which_function(self):
        text = ADD + CLONE
        with self.assertRaisesRegex(tensorssa.CompileError, "one of add_, clone, but got none"):
            tensorssa.compile(text)
        with self.assertRaisesRegex(tensorssa.CompileError, "but got 'g'"):
            tensorssa.compile(text, function="g")
        self.assertEqual(tensorssa.compile(text, function="clone").__name__, "clone")

    def test_options(self):
        for options in [
            dict(numerics="exact"),
            dict(errors="none"),
            dict(results="jax"),
            dict(optimization_level=4),
        ]:
            with self.assertRaisesRegex(ValueError, "expected .* but got"):
                tensorssa.compile(CLONE, **options)
        with self.assertRaisesRegex(tensorssa.CompileError, "expected the CPU to be"):
            tensorssa.compile(CLONE, cpu="z80")
        with self.assertRaises(TypeError):
            tensorssa.compile(3)

    def test_environment(self):
        """TENSORSSA_DUMP writes each stage, TENSORSSA_LOG says what is asked for."""
        with tempfile.TemporaryDirectory() as folder:
            environment = dict(os.environ, TENSORSSA_DUMP=folder, TENSORSSA_LOG="time,fallback")
            run = subprocess.run(
                [sys.executable, "-c", "import programs; programs.compiled(programs.CLONE)"],
                env=environment, check=True, stderr=subprocess.PIPE, text=True,
            )
            self.assertRegex(run.stderr, r"tensorssa: time: compiled program.mlir in \d")
            self.assertEqual(
                {name.rsplit("-", 1)[1] for name in os.listdir(folder)},
                {f"{s}.mlir" for s in ("input", "functional", "linalg", "memref", "llvm")},
            )


if __name__ == "__main__":
    unittest.main()
