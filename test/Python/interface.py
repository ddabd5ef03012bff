# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %venv/python %s
"""Signatures, modules, explanations, and what importing does."""

import subprocess
import sys
import unittest

import tensorssa
from programs import ADD, CLONE, INCREMENT, SELECT, SHARED, compiled


def fresh_process(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True
    ).stdout


class Interface(unittest.TestCase):
    def test_signature(self):
        signature = compiled(SELECT).signature
        self.assertEqual(signature.name, "select")
        self.assertEqual(signature.names, ("x", "i"))
        x, i = signature.inputs
        self.assertEqual((x.kind, x.dtype, x.shape), ("tensor", "f32", (None, None)))
        self.assertEqual((x.text, x.mutable, x.written), ("!tssa.ref<?x?xf32>", True, False))
        self.assertEqual((i.kind, i.text, i.shape), ("int", "index", None))
        self.assertEqual(signature.outputs[0].origin, 0)
        self.assertTrue(signature.functional)
        self.assertEqual((signature.roots, signature.imperative_roots), (1, 0))
        self.assertEqual(
            str(signature),
            "select(x: !tssa.ref<?x?xf32>, i: index) -> !tssa.ref<?xf32> (in x)",
        )
        self.assertTrue(compiled(INCREMENT).signature.inputs[0].written)
        self.assertEqual([t.origin for t in compiled(SHARED).signature.outputs], ["fresh", "fresh"])
        laid_out = compiled(
            "func.func @f(%x: !tssa.ref<3x4xf32, strided<[4, 1]>> {tssa.noalias},"
            " %l: !tssa.list<i64>, %t: tensor<2xi1>) { return }"
        ).signature
        x, l, t = laid_out.inputs
        self.assertEqual((x.shape, x.strides, x.offset, x.noalias), ((3, 4), (4, 1), 0, True))
        self.assertEqual((l.kind, l.element.kind, l.mutable), ("list", "int", True))
        self.assertEqual((t.dtype, t.mutable), ("bool", False))

    def test_module(self):
        module = tensorssa.compile_module(ADD + CLONE, name="two.mlir")
        self.assertEqual(list(module), ["add_", "clone"])
        self.assertEqual(len(module), 2)
        self.assertIn("clone", module)
        self.assertIsInstance(module["clone"], tensorssa.Function)
        self.assertIs(module["clone"].module, module)
        with self.assertRaises(KeyError):
            module["other"]
        self.assertIn("add_", repr(module))
        self.assertEqual(module.options["numerics"], "default")

    def test_explain(self):
        f = compiled(ADD)
        said = tensorssa.explain(f)
        self.assertEqual(len(said), 1)
        self.assertEqual(
            said[0][:7], ("functional", "program.mlir", 6, 3, "add_", "tssa.write", "argument 0")
        )
        self.assertTrue(said[0].note)
        self.assertRegex(str(said), r"^program.mlir:6:3: functional: tssa.write of argument 0")
        # Of a module all of it, of a function only what is its own.
        module = tensorssa.compile_module(ADD + INCREMENT)
        self.assertEqual({e.function for e in tensorssa.explain(module)}, {"add_", "increment"})
        self.assertEqual({e.function for e in tensorssa.explain(module["add_"])}, {"add_"})
        self.assertEqual(tensorssa.explain(ADD + INCREMENT, name="<mlir>"), tensorssa.explain(module))
        with self.assertRaisesRegex(tensorssa.CompileError, "p.mlir:1:1"):
            tensorssa.explain("nothing", name="p.mlir")
        with self.assertRaises(ValueError):
            tensorssa.explain(ADD, errors="none")

    def test_remarks(self):
        """What stays imperative is said, and can be made an error."""
        text = """
        func.func private @host(!tssa.ref<2xf32>)
        func.func @f(%x: !tssa.ref<2xf32>) {
          %0 = tssa.read %x : !tssa.ref<2xf32>
          %1 = tssa.neg %0 : tensor<2xf32> -> tensor<2xf32>
          tssa.write %1, %x : !tssa.ref<2xf32>
          return
        }"""
        f = tensorssa.compile(text, imperative=True)
        self.assertFalse(f.signature.functional)
        self.assertEqual(f.signature.imperative_roots, 1)

    def test_bytecode_and_buffers(self):
        f = tensorssa.compile(CLONE.encode())
        self.assertEqual(f.__name__, "clone")
        self.assertEqual(f.module.source, CLONE.encode())

    def test_import_brings_nothing(self):
        """Neither NumPy nor PyTorch, no thread, also after compiling."""
        out = fresh_process(
            "import os, sys, programs, tensorssa\n"
            "f = tensorssa.compile('func.func @f(%n: i64) -> i64 { return %n : i64 }')\n"
            "print(f(3), 'numpy' in sys.modules, 'torch' in sys.modules,"
            " len(os.listdir('/proc/self/task')))"
        )
        self.assertEqual(out, "3 False False 1\n")

    def test_without_torch(self):
        """NumPy alone is enough, and a name that stands for PyTorch is none."""
        out = fresh_process(
            "import sys\n"
            "sys.modules['torch'] = None\n"
            "import numpy, programs\n"
            "x = numpy.zeros(2, numpy.float32)\n"
            "print(programs.compiled(programs.INCREMENT)(x) is x, x.sum())"
        )
        self.assertEqual(out, "True 2.0\n")

    def test_without_either(self):
        out = fresh_process(
            "import sys\n"
            "sys.modules['torch'] = sys.modules['numpy'] = None\n"
            "import tensorssa\n"
            "f = tensorssa.compile('func.func @f() -> tensor<2xf32>"
            " { %0 = arith.constant dense<1.0> : tensor<2xf32> return %0 : tensor<2xf32> }')\n"
            "try: f()\n"
            "except tensorssa.UnsupportedError as error: print(error, error.advice)"
        )
        self.assertIn("found neither install numpy or torch", out)

    def test_torch_imported_afterwards(self):
        out = fresh_process(
            "import programs\n"
            "f = programs.compiled(programs.INCREMENT)\n"
            "import torch\n"
            "print(f(torch.zeros(2)).sum().item())"
        )
        self.assertEqual(out, "2.0\n")

    def test_old_torch(self):
        """A PyTorch whose type offers no C exchange interface."""
        out = fresh_process(
            "import torch\n"
            "class Hidden(type(torch.Tensor)): pass\n"
            "saved = torch.Tensor.__dlpack_c_exchange_api__\n"
            "del torch.Tensor.__dlpack_c_exchange_api__\n"
            "import programs\n"
            "x = torch.arange(6.).reshape(2, 3)\n"
            "r = programs.compiled(programs.CLONE)(x.t())\n"
            "print(r.tolist(), programs.compiled(programs.SELECT)(x, 1).tolist())\n"
            "try: programs.compiled(programs.CLONE)(torch.empty(2, 3, device='meta'))\n"
            "except ValueError as error: print(error)"
        )
        self.assertIn("[[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]] [3.0, 4.0, 5.0]", out)
        self.assertIn("on meta", out)


if __name__ == "__main__":
    unittest.main()
