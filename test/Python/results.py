# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %venv/python %s
"""What results are: the argument itself, a view of it, memory of their own, memory that they share."""

import gc
import unittest
import weakref

import numpy
import torch

import tensorssa
from programs import CLONE, INCREMENT, MAT, SELECT, SHARED, VEC, compiled

SEVERAL = f"""
func.func @several(%x: {VEC}, %y: {VEC}, %n: i64, %f: f32, %b: i1)
    -> ({VEC}, {VEC}, i64, f32, i1, tensor<?xf32>) {{
  %0 = tssa.read %y : {VEC}
  return %y, %x, %n, %f, %b, %0 : {VEC}, {VEC}, i64, f32, i1, tensor<?xf32>
}}
"""

FLATTEN_BITS = """
func.func @bits(%x: !tssa.ref<4x6xf32>) -> !tssa.ref<4x6xi32> {
  %v = view.of #view.bitcast<i32> %x : !tssa.ref<4x6xf32> -> !tssa.ref<4x6xi32>
  return %v : !tssa.ref<4x6xi32>
}
"""

FRESH_BITS = """
func.func @bits(%x: !tssa.ref<4x6xf32>) -> (!tssa.ref<4x6xf32>, !tssa.ref<4x3xf64>) {
  %0 = tssa.read %x : !tssa.ref<4x6xf32>
  %1 = tssa.alloc %0 : tensor<4x6xf32> -> !tssa.ref<4x6xf32>
  %v = view.of #view.bitcast<f64> %1 : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf64>
  return %1, %v : !tssa.ref<4x6xf32>, !tssa.ref<4x3xf64>
}
"""

ZEROS = """
func.func @zeros() -> !tssa.ref<4xf32> {
  %0 = arith.constant dense<0.0> : tensor<4xf32>
  %1 = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  return %1 : !tssa.ref<4xf32>
}
"""

PART = f"""
func.func @part(%x: {MAT}) -> {VEC} {{
  %0 = tssa.read %x : {MAT}
  %1 = tssa.alloc %0 : tensor<?x?xf32> -> {MAT}
  %2 = view.of #view.select<1, 1> %1 : {MAT} -> {VEC}
  return %2 : {VEC}
}}
"""


class Results(unittest.TestCase):
    def test_argument_is_that_object(self):
        increment = compiled(INCREMENT)
        a, t = numpy.zeros(3, numpy.float32), torch.zeros(3)
        self.assertIs(increment(a), a)
        self.assertIs(increment(t), t)
        part = a[1:]
        self.assertIs(increment(part), part)

    def test_same_object_twice(self):
        several = compiled(SEVERAL)
        for x in (numpy.ones(3, numpy.float32), torch.ones(3)):
            y, z, *_ = several(x, x, 1, 2.0, True)
            self.assertIs(y, x)
            self.assertIs(z, x)
            # Two objects of one geometry: each result is the argument that it is said to be.
            v = x[:]
            y, z, *_ = several(x, v, 1, 2.0, True)
            self.assertIs(y, v)
            self.assertIs(z, x)

    def test_several(self):
        several = compiled(SEVERAL)
        x, y = torch.zeros(2), torch.ones(2)
        r = several(x, y, -5, 0.1, False)
        self.assertIsInstance(r, tuple)
        self.assertIs(r[0], y)
        self.assertIs(r[1], x)
        self.assertEqual(r[2], -5)
        self.assertEqual(r[3], float(numpy.float32(0.1)))
        self.assertIs(r[4], False)
        self.assertEqual(r[5].tolist(), [1, 1])
        self.assertNotEqual(r[5].data_ptr(), y.data_ptr())

    def test_view_of_argument(self):
        select = compiled(SELECT)
        a = numpy.zeros((3, 4), numpy.float32)
        r = select(a, 1)
        self.assertIs(r.base, a)
        r[:] = 1
        self.assertEqual(a.sum(), 4)
        t = torch.zeros(3, 4)
        r = select(t, 1)
        self.assertIs(r._base, t)
        r.fill_(1)
        self.assertEqual(t.sum(), 4)
        # One version counter, as views have.
        self.assertEqual(t._version, r._version)

    def test_view_of_view(self):
        """A result may lie before the argument, and behind it, in its storage."""
        select = compiled(SELECT)
        a = numpy.arange(24, dtype=numpy.float32)
        turned = a.reshape(4, 6)[::-1, ::-1]
        r = select(turned, 1)
        self.assertEqual(r.tolist(), turned[1].tolist())
        r[0] = 100
        self.assertEqual(a[17], 100)
        # And again with what came out.
        clone = compiled(CLONE)
        self.assertEqual(clone(r.reshape(1, 6)).tolist(), [r.tolist()])
        fortran = numpy.asfortranarray(a.reshape(4, 6))
        r = select(fortran, 2)
        self.assertTrue(numpy.shares_memory(r, fortran))
        self.assertEqual(r.tolist(), fortran[2].tolist())
        # What came out knows its storage: a view of it is one of the argument's.
        s = select(r.reshape(1, 6), 0)
        s[:] = 7
        self.assertEqual(fortran[2].tolist(), [7] * 6)

    def test_views_of_views_form_no_chain(self):
        select = compiled(SELECT)
        for x in (
            numpy.zeros((1, 3), numpy.float32),
            numpy.asfortranarray(numpy.zeros((2, 3), numpy.float32)),
            compiled(CLONE)(numpy.zeros((1, 3), numpy.float32)),
        ):
            for _ in range(100):
                x = select(x, 0).reshape(1, 3)
            depth = 0
            while x is not None:
                x = getattr(x, "base", None) if hasattr(x, "base") else getattr(x, "owner", None)
                depth += 1
            self.assertLess(depth, 7)

    def test_read_only(self):
        select = compiled(SELECT)
        a = numpy.zeros((3, 4), numpy.float32)
        a.flags.writeable = False
        self.assertFalse(select(a, 0).flags.writeable)
        b = numpy.zeros((3, 4), numpy.float32)
        v = b.view()
        v.flags.writeable = False
        r = select(v, 0)
        self.assertFalse(r.flags.writeable)
        self.assertTrue(numpy.shares_memory(r, b))
        increment = compiled(INCREMENT)
        with self.assertRaisesRegex(tensorssa.ArgumentError, r"argument 0 \('x'\)"):
            increment(a[0])
        self.assertEqual(a.sum(), 0)

    def test_fresh_is_shared(self):
        shared = compiled(SHARED)
        for x in (numpy.ones((2, 3), numpy.float32), torch.ones(2, 3)):
            row, turned = shared(x)
            self.assertEqual(tuple(turned.shape), (3, 2))
            row[0] = 9
            self.assertEqual(turned.tolist(), [[9, 1], [1, 1], [1, 1]])
            self.assertEqual(x.sum(), 6)
            del row
            gc.collect()
            self.assertEqual(turned.tolist(), [[9, 1], [1, 1], [1, 1]])
        row, turned = shared(torch.ones(2, 3))
        self.assertEqual(row.untyped_storage().data_ptr(), turned.untyped_storage().data_ptr())
        self.assertEqual(row.untyped_storage().nbytes(), 24)
        self.assertEqual(turned.stride(), (1, 3))

    def test_fresh_part_has_all_of_its_storage(self):
        part = compiled(PART)
        r = part(torch.arange(6.0).reshape(2, 3))
        self.assertEqual(r.tolist(), [1, 4])
        self.assertEqual((r.storage_offset(), r.stride()), (1, (3,)))
        self.assertEqual(r.untyped_storage().nbytes(), 24)
        a = part(numpy.arange(6, dtype=numpy.float32).reshape(2, 3))
        self.assertEqual((a.tolist(), a.strides), ([1, 4], (12,)))

    def test_fresh_twice(self):
        clone = compiled(CLONE)
        for x in (numpy.ones((2, 3), numpy.float32), torch.ones(2, 3)):
            a, b = clone(x), clone(x)
            a[0, 0] = 5
            self.assertEqual((b.sum(), x.sum()), (6, 6))

    def test_fresh_outlives_its_program(self):
        clone = compiled(CLONE)
        gone = weakref.ref(clone.module)
        a, t = clone(numpy.ones((2, 3), numpy.float32)), clone(torch.ones(2, 3))
        del clone
        gc.collect()
        self.assertIsNone(gone())
        self.assertEqual((a.sum(), t.sum()), (6, 6))

    def test_other_dtype_of_one_storage(self):
        bits = compiled(FLATTEN_BITS)
        a = numpy.ones((4, 6), numpy.float32)
        r = bits(a)
        self.assertEqual(r.dtype, numpy.int32)
        self.assertTrue(numpy.shares_memory(r, a))
        self.assertEqual(r.tobytes(), a.tobytes())
        t = torch.ones(4, 6)
        r = bits(t)
        self.assertTrue(torch.equal(r, t.view(torch.int32)))
        self.assertEqual(r.data_ptr(), t.data_ptr())
        # The version counter is that of the tensor.
        r.zero_()
        self.assertEqual(t._version, 1)
        fresh = compiled(FRESH_BITS)
        x, y = fresh(t.fill_(2))
        self.assertTrue(torch.equal(x.view(torch.float64), y))
        self.assertEqual(x.data_ptr(), y.data_ptr())
        x, y = fresh(a)
        self.assertTrue(numpy.shares_memory(x, y))
        self.assertEqual(x.tobytes(), y.tobytes())

    def test_framework_of_results(self):
        self.assertIsInstance(compiled(ZEROS)(), numpy.ndarray)
        self.assertIsInstance(compiled(ZEROS, results="numpy")(), numpy.ndarray)
        self.assertIsInstance(compiled(ZEROS, results="torch")(), torch.Tensor)
        with self.assertRaisesRegex(tensorssa.UnsupportedError, "bf16"):
            compiled(ZEROS.replace("f32", "bf16"))()
        zeros = compiled(ZEROS.replace("f32", "bf16"), results="torch")()
        self.assertEqual((zeros.dtype, zeros.sum()), (torch.bfloat16, 0))


if __name__ == "__main__":
    unittest.main()
