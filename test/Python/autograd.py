# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %venv/python %s
"""Never a gradient lost in silence, and no tensor taken for its memory that is something else."""

import unittest
import warnings

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

import tensorssa
from programs import CLONE, INCREMENT, MAT, SELECT, compiled

EACH = f"""
func.func @each(%l: !tssa.list<{MAT}>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.list_len %l : !tssa.list<{MAT}>
  scf.for %i = %c0 to %n step %c1 {{
    %e = tssa.list_get %l[%i] : !tssa.list<{MAT}> -> {MAT}
    %0 = tssa.read %e : {MAT}
    %1 = tssa.neg %0 : tensor<?x?xf32> -> tensor<?x?xf32>
    tssa.write %1, %e : {MAT}
  }}
  return
}}
"""


class Gradients(unittest.TestCase):
    def setUp(self):
        self.clone = compiled(CLONE)
        self.increment = compiled(INCREMENT)

    def test_grad_mode(self):
        x = torch.zeros(2, 3, requires_grad=True)
        with self.assertRaisesRegex(tensorssa.GradientError, r"argument 0 \('x'\)") as caught:
            self.clone(x)
        self.assertIn("torch.no_grad()", caught.exception.advice)
        with self.assertRaises(tensorssa.GradientError):
            self.clone(2 * x)
        self.assertFalse(self.clone(x.detach()).requires_grad)
        with torch.no_grad():
            self.assertEqual(self.clone(x).shape, (2, 3))

    def test_leaf_is_written(self):
        """A leaf that requires grad is refused in grad mode, and written without, as in eager."""
        x = torch.nn.Parameter(torch.zeros(3))
        with self.assertRaises(tensorssa.GradientError):
            self.increment(x)
        self.assertEqual((x.sum(), x._version), (0, 0))
        with torch.no_grad():
            self.assertIs(self.increment(x), x)
        self.assertEqual((x.sum(), x._version), (3, 1))

    def test_saved_tensor(self):
        """Backward through a tensor that we wrote raises."""
        w = torch.ones(3, requires_grad=True)
        h = 2 * w
        loss = (h * h).sum()
        with torch.no_grad():
            self.increment(h)
        with self.assertRaisesRegex(RuntimeError, "modified by an inplace operation"):
            loss.backward()
        # Written through a detached alias: the counter is the storage's.
        x = torch.ones(3)
        loss = (x * w).sum()
        self.increment(x[1:])
        with self.assertRaisesRegex(RuntimeError, "modified by an inplace operation"):
            loss.backward()

    def test_only_written_arguments_count(self):
        x = torch.zeros(2, 3)
        self.clone(x)
        compiled(SELECT)(x, 0)
        self.assertEqual(x._version, 0)

    def test_elements_of_lists(self):
        each = compiled(EACH)
        x, y = torch.ones(2, 3), torch.ones(2, 3)
        each([x, y])
        self.assertEqual((x.sum(), y.sum()), (-6, -6))
        self.assertEqual((x._version, y._version), (1, 1))
        with self.assertRaisesRegex(tensorssa.GradientError, r"argument 0 \('l'\), element 1"):
            each([x, torch.ones(2, 3, requires_grad=True)])
        self.assertEqual((x.sum(), x._version), (-6, 1))

    def test_version_after_an_error(self):
        """What an error left behind counts as written."""
        from programs import NEGATE_THEN_SELECT

        x = torch.ones(3, 2)
        with self.assertRaises(tensorssa.OutOfRangeError):
            compiled(NEGATE_THEN_SELECT)(x, 5)
        self.assertEqual(x._version, 1)

    def test_inference_mode(self):
        with torch.inference_mode():
            x = torch.zeros(3)
            self.increment(x)
        self.assertEqual(self.clone(x.reshape(1, 3)).shape, (1, 3))
        with self.assertRaisesRegex(tensorssa.ArgumentError, "inference mode"):
            self.increment(x)
        self.assertEqual(x.sum(), 3)

    def test_forward_mode(self):
        import torch.autograd.forward_ad as forward

        x = torch.zeros(2, 3)
        with forward.dual_level():
            with self.assertRaisesRegex(tensorssa.GradientError, "tangent"):
                self.clone(forward.make_dual(x, torch.ones(2, 3)))
            self.assertEqual(self.clone(x).shape, (2, 3))

    def test_transforms(self):
        with self.assertRaises(tensorssa.ArgumentError) as caught:
            torch.vmap(self.increment)(torch.zeros(2, 3))
        self.assertIsInstance(caught.exception.__cause__, NotImplementedError)
        with self.assertRaises(tensorssa.GradientError):
            torch.func.grad(lambda x: self.clone(x).sum())(torch.zeros(2, 3))
        with self.assertRaises(tensorssa.ArgumentError):
            torch.func.functionalize(self.clone)(torch.zeros(2, 3))


class Kinds(unittest.TestCase):
    def test_refused(self):
        """Each says what came, which argument it is, and what to do."""
        warnings.simplefilter("ignore")
        clone = compiled(CLONE)
        with FakeTensorMode():
            fake = torch.empty(2, 3)
        for tensor, message, advice in [
            (torch.randn(2, 3, dtype=torch.complex64).conj().imag, "negative bit", "resolve_neg"),
            (torch.eye(3).to_sparse(), "sparse_coo", "to_dense"),
            (torch.eye(3).to_sparse_csr(), "sparse_csr", "to_dense"),
            (torch.empty(2, 3, device="meta"), "on meta", ""),
            (torch.randn(2, 3).to_mkldnn(), "mkldnn", "to_dense"),
            (fake, "FakeTensor", ""),
            (torch.zeros(2, 3, dtype=torch.uint16), "known dtype", "to("),
            (torch.zeros(2, 3, dtype=torch.float64), "f32 but got f64", ""),
            (torch.zeros(3), "rank to be 2 but got 1", ""),
        ]:
            with self.subTest(message):
                with self.assertRaisesRegex(tensorssa.Error, message) as caught:
                    clone(tensor)
                self.assertIn("argument 0 ('x')", str(caught.exception))
                self.assertIn(advice, caught.exception.advice or "")

    def test_conjugate(self):
        """A conjugate view is refused before its memory is read as it is."""
        clone = compiled(CLONE.replace("f32", "complex<f32>"))
        t = torch.randn(2, 3, dtype=torch.complex64)
        self.assertTrue(torch.equal(clone(t), t))
        with self.assertRaisesRegex(tensorssa.UnsupportedError, "conjugate bit"):
            clone(t.conj())
        self.assertTrue(torch.equal(clone(t.conj().resolve_conj()), t.conj()))

    def test_copy_on_write(self):
        x = torch.zeros(3)
        y = torch._lazy_clone(x)
        compiled(INCREMENT)(y)
        self.assertEqual((x.sum(), y.sum()), (0, 3))

    def test_subclass(self):
        """One that keeps PyTorch's operations is a tensor like others."""

        class Named(torch.Tensor):
            pass

        x = torch.ones(3).as_subclass(Named)
        self.assertIs(compiled(INCREMENT)(x), x)
        self.assertEqual(x.sum(), 6)


if __name__ == "__main__":
    unittest.main()
