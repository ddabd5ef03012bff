# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %venv/python %s
"""Lists: of tensors and numbers, changed in place, as results, in each other."""

import unittest

import numpy
import torch

import tensorssa
from programs import compiled

ROW = "!tssa.ref<?xf32>"
ROWS = f"!tssa.list<{ROW}>"

GROWS = f"""
func.func @grows(%x: {ROW}, %l: {ROWS}) -> ({ROWS}, {ROW}) {{
  %v = tssa.read %x : {ROW}
  %a = tssa.alloc %v : tensor<?xf32> -> {ROW}
  tssa.list_append %x, %l : {ROW}, {ROWS}
  tssa.list_append %a, %l : {ROW}, {ROWS}
  return %l, %a : {ROWS}, {ROW}
}}
"""

ROWS_OF = """
func.func @rows_of(%x: !tssa.ref<?x?xf32>) -> !tssa.list<!tssa.ref<?xf32>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?x?xf32>
  %l = tssa.list_create : () -> !tssa.list<!tssa.ref<?xf32>>
  scf.for %i = %c0 to %n step %c1 {
    %r = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x?xf32> -> !tssa.ref<?xf32>
    tssa.list_append %r, %l : !tssa.ref<?xf32>, !tssa.list<!tssa.ref<?xf32>>
  }
  return %l : !tssa.list<!tssa.ref<?xf32>>
}
"""

COUNTS = """
func.func @counts(%l: !tssa.list<i64>, %n: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %v = tssa.list_pop %l[%c0] : !tssa.list<i64> -> i64
  tssa.list_append %n, %l : i64, !tssa.list<i64>
  return %v : i64
}
"""

LENGTH = f"""
func.func @length(%l: {ROWS}) -> index {{
  %n = tssa.list_len %l : {ROWS}
  return %n : index
}}
"""

FIRST_OF = f"""
func.func @first(%l: {ROWS}, %i: index) -> {ROW} {{
  %e = tssa.list_get %l[%i] : {ROWS} -> {ROW}
  return %e : {ROW}
}}
"""


class Lists(unittest.TestCase):
    def test_changed_in_place(self):
        grows = compiled(GROWS)
        for x, e in (
            (torch.ones(2), torch.zeros(3)),
            (numpy.ones(2, numpy.float32), numpy.zeros(3, numpy.float32)),
        ):
            given = [e]
            result, fresh = grows(x, given)
            self.assertIs(result, given)
            self.assertEqual(len(given), 3)
            self.assertIs(given[0], e)
            self.assertIs(given[1], x)
            self.assertEqual(given[2].tolist(), [1, 1])
            # The fresh one and the element share memory.
            fresh[0] = 5
            self.assertEqual(given[2].tolist(), [5, 1])
            self.assertEqual(x.tolist(), [1, 1])

    def test_of_numbers(self):
        counts = compiled(COUNTS)
        given = [2**62, 3]
        kept = given[1]
        self.assertEqual(counts(given, 7), 2**62)
        self.assertEqual(given, [3, 7])
        self.assertIs(given[0], kept)
        with self.assertRaisesRegex(tensorssa.OutOfRangeError, "program.mlir:4"):
            counts([], 1)
        with self.assertRaisesRegex(tensorssa.ArgumentError, "element 1: expected an integer"):
            counts([1, "2"], 1)
        with self.assertRaisesRegex(tensorssa.ArgumentError, "which the call may change"):
            counts((1, 2), 1)

    def test_result(self):
        rows = compiled(ROWS_OF)
        for x in (torch.zeros(3, 2), numpy.zeros((3, 2), numpy.float32)):
            parts = rows(x)
            self.assertIsInstance(parts, list)
            for i, part in enumerate(parts):
                part += i
            self.assertEqual(x.tolist(), [[0, 0], [1, 1], [2, 2]])
        self.assertEqual(rows(torch.zeros(0, 2)), [])

    def test_only_read(self):
        length = compiled(LENGTH)
        self.assertEqual(length([]), 0)
        self.assertEqual(length((torch.zeros(1), numpy.zeros(2, numpy.float32))), 2)
        with self.assertRaisesRegex(tensorssa.ArgumentError, "a list or tuple but got dict"):
            length({})
        with self.assertRaisesRegex(tensorssa.ArgumentError, "element 1: .*but got int"):
            length([torch.zeros(1), 1])

    def test_element_is_that_object(self):
        first = compiled(FIRST_OF)
        x, y = torch.zeros(2), numpy.zeros(3, numpy.float32)
        self.assertIs(first([x, y], 1), y)
        self.assertIs(first([x, y, x], -1), x)

    def test_list_twice(self):
        """One list passed twice is one list."""
        text = COUNTS.replace(
            "@counts(%l: !tssa.list<i64>, %n: i64)",
            "@counts(%k: !tssa.list<i64>, %l: !tssa.list<i64>, %n: i64)",
        )
        counts = compiled(text)
        given = [1, 2]
        self.assertEqual(counts(given, given, 9), 1)
        self.assertEqual(given, [2, 9])


if __name__ == "__main__":
    unittest.main()
