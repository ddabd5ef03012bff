# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %venv/python %s
"""Programs against eager code, NumPy's and PyTorch's, over random layouts: values, written arguments
and the bytes of whole storages, arguments that are views of one storage among them."""

import random
import unittest

import numpy
import torch

from programs import ADD, CLONE, INCREMENT, SELECT, compiled


def view(array, rng: random.Random, negative: bool):
    """A two-dimensional view of a three-dimensional array, of sizes 3 and 4."""
    order = rng.sample(range(3), 3)
    array = array.transpose(order) if isinstance(array, numpy.ndarray) else array.permute(order)
    drop = rng.randrange(3)
    index = [slice(None)] * 3
    index[drop] = rng.randrange(array.shape[drop])
    array = array[tuple(index)]
    parts = []
    for size, want in zip(array.shape, (3, 4)):
        step = rng.choice([1, 2])
        begin = rng.randrange(size - (want - 1) * step)
        parts.append(slice(begin, begin + (want - 1) * step + 1, step))
    array = array[tuple(parts)]
    if negative and rng.random() < 0.5:
        array = array[::-1, :: rng.choice([1, -1])]
    return array


class Differential(unittest.TestCase):
    ROUNDS = 300

    def setUp(self):
        self.add = compiled(ADD)
        self.clone = compiled(CLONE)
        self.select = compiled(SELECT)

    def storages(self, rng, make):
        """Two storages, and for each of two arguments which it lies in."""
        base = [make(), make()]
        return base, base[0], base[rng.randrange(2)]

    def test_numpy(self):
        rng = random.Random(1)
        numbers = numpy.random.default_rng(1)
        for _ in range(self.ROUNDS):
            base, a, b = self.storages(
                rng, lambda: numbers.standard_normal((9, 10, 11)).astype(numpy.float32)
            )
            state = rng.getstate()
            x, y = view(a, rng, True), view(b, rng, True)
            eager = [base[0].copy(), base[1].copy()]
            rng.setstate(state)
            ex = view(eager[0], rng, True)
            ey = view(eager[0] if b is a else eager[1], rng, True)
            ex[...] = ex + ey
            self.assertIsNone(self.add(x, y))
            for ours, theirs in zip(base, eager):
                self.assertEqual(ours.tobytes(), theirs.tobytes())
            copy = self.clone(x)
            self.assertEqual(copy.tobytes(), ex.tobytes())
            self.assertFalse(numpy.shares_memory(copy, x))
            i = rng.randrange(-3, 3)
            row = self.select(x, i)
            expected = x[i]
            self.assertEqual(row.__array_interface__["data"], expected.__array_interface__["data"])
            self.assertEqual((row.shape, row.strides), (expected.shape, expected.strides))
            row += 1
            ex[i] += 1
            for ours, theirs in zip(base, eager):
                self.assertEqual(ours.tobytes(), theirs.tobytes())

    def test_torch(self):
        rng = random.Random(2)
        torch.manual_seed(2)
        for _ in range(self.ROUNDS):
            base, a, b = self.storages(rng, lambda: torch.randn(9, 10, 11))
            state = rng.getstate()
            x, y = view(a, rng, False), view(b, rng, False)
            eager = [base[0].clone(), base[1].clone()]
            rng.setstate(state)
            ex = view(eager[0], rng, False)
            ey = view(eager[0] if b is a else eager[1], rng, False)
            ex.copy_(ex + ey)
            self.assertIsNone(self.add(x, y))
            for ours, theirs in zip(base, eager):
                self.assertTrue(torch.equal(ours, theirs))
            copy = self.clone(x)
            self.assertTrue(torch.equal(copy, ex))
            self.assertNotEqual(
                copy.untyped_storage().data_ptr(), x.untyped_storage().data_ptr()
            )
            i = rng.randrange(-3, 3)
            row, expected = self.select(x, i), x[i]
            self.assertEqual(row.data_ptr(), expected.data_ptr())
            self.assertEqual((row.shape, row.stride()), (expected.shape, expected.stride()))
            self.assertEqual(row.storage_offset(), expected.storage_offset())
            self.assertEqual(
                row.untyped_storage().data_ptr(), expected.untyped_storage().data_ptr()
            )
            row += 1
            ex[i] += 1
            for ours, theirs in zip(base, eager):
                self.assertTrue(torch.equal(ours, theirs))

    def test_sizes(self):
        """Empty, one element, sizes of one, against both."""
        for shape in [(0, 4), (3, 0), (0, 0), (1, 1), (1, 5), (5, 1)]:
            a = numpy.arange(shape[0] * shape[1], dtype=numpy.float32).reshape(shape)
            t = torch.tensor(a)
            copy, tensor = self.clone(a), self.clone(t)
            self.assertEqual(copy.tobytes(), a.tobytes())
            self.assertEqual(copy.shape, shape)
            self.assertTrue(torch.equal(tensor, t))
            self.assertEqual(tensor.shape, t.shape)
            # Of no elements strides say nothing, and ours are others.
            if t.numel():
                self.assertEqual(tensor.stride(), t.stride())
            self.add(a, a)
            self.add(t, t)
            self.assertTrue(numpy.array_equal(a, 2 * copy))
            self.assertTrue(torch.equal(t, 2 * tensor))

    def test_shared_between_frameworks(self):
        """An array and a tensor of the same memory are one storage."""
        a = numpy.arange(12, dtype=numpy.float32).reshape(3, 4)
        t = torch.from_numpy(a)
        expected = a + a[::-1]
        self.add(t, a[::-1])
        self.assertTrue(numpy.array_equal(a, expected))
        b = torch.arange(12.0).reshape(3, 4)
        expected = (b + b.flip(1)).numpy().copy()
        self.add(b.numpy(), b.numpy()[:, ::-1])
        self.assertTrue(numpy.array_equal(b.numpy(), expected))

    def test_dtypes(self):
        """Every dtype crosses, both ways, bit by bit."""
        names = {
            "i1": ("bool", torch.bool),
            "i8": ("int8", torch.int8),
            "i16": ("int16", torch.int16),
            "i32": ("int32", torch.int32),
            "i64": ("int64", torch.int64),
            "f16": ("float16", torch.float16),
            "bf16": (None, torch.bfloat16),
            "f32": ("float32", torch.float32),
            "f64": ("float64", torch.float64),
        }
        for mlir, (array_dtype, tensor_dtype) in names.items():
            with self.subTest(mlir):
                text = CLONE.replace("f32", mlir)
                clone = compiled(text)
                t = torch.tensor([[0, 1, 1], [1, 0, 1]]).to(tensor_dtype)
                r = clone(t)
                self.assertEqual(r.dtype, tensor_dtype)
                self.assertTrue(torch.equal(r, t))
                if array_dtype:
                    a = numpy.array([[0, 1, 1], [1, 0, 1]], array_dtype)
                    s = clone(a)
                    self.assertEqual(s.dtype, a.dtype)
                    self.assertEqual(s.tobytes(), a.tobytes())

    def test_written_in_place(self):
        """The memory is the argument's, and only its elements change."""
        increment = compiled(INCREMENT)
        a = numpy.zeros(10, numpy.float32)
        increment(a[1:8:3])
        self.assertEqual(a.tolist(), [0, 1, 0, 0, 1, 0, 0, 1, 0, 0])
        t = torch.zeros(10)
        increment(t[1:8:3])
        self.assertEqual(t.tolist(), [0, 1, 0, 0, 1, 0, 0, 1, 0, 0])


if __name__ == "__main__":
    unittest.main()
