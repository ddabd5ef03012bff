# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %venv/python %s
"""10,000 calls leave nothing behind, whether they succeed or fail: no reference, no object, no memory
of Python's or of the runtime's."""

import gc
import sys
import tracemalloc
import unittest

import numpy
import torch

import tensorssa
from programs import CLONE, INCREMENT, SELECT, SHARED, compiled
from lists import COUNTS, FIRST_OF, GROWS, ROWS_OF
from results import FLATTEN_BITS, FRESH_BITS, SEVERAL


def resident() -> int:
    """Bytes of the process that are in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


class Leaks(unittest.TestCase):
    CALLS = 10_000

    def check(self, call, *arguments):
        """Neither memory nor references to the arguments grow with the number of calls."""
        for _ in range(200):
            call()
        gc.collect()
        references = [sys.getrefcount(argument) for argument in arguments]
        tracemalloc.start()
        before, resident_before = tracemalloc.get_traced_memory()[0], resident()
        for _ in range(self.CALLS):
            call()
        gc.collect()
        after, resident_after = tracemalloc.get_traced_memory()[0], resident()
        tracemalloc.stop()
        self.assertEqual([sys.getrefcount(argument) for argument in arguments], references)
        # One object a call would be at least 160 kB; caches of the interpreter are a few.
        self.assertLess(after - before, 20_000)
        # 100 bytes a call would be 1 MB.
        self.assertLess(resident_after - resident_before, 1_000_000)

    def pairs(self, *shape):
        yield torch.zeros(*shape)
        yield numpy.zeros(shape, numpy.float32)

    def test_results(self):
        for text, shape in [
            (INCREMENT, (3,)),
            (CLONE, (16, 16)),
            (SHARED, (2, 3)),
            (FLATTEN_BITS, (4, 6)),
            (FRESH_BITS, (4, 6)),
            (ROWS_OF, (3, 2)),
        ]:
            f = compiled(text)
            for x in self.pairs(*shape):
                with self.subTest(f.__name__, of=type(x).__name__):
                    self.check(lambda: f(x), f, x, f.module._program)

    def test_views(self):
        f = compiled(SELECT)
        for x in self.pairs(3, 4):
            self.check(lambda: f(x[::2].T, 1), f, x)
        x = numpy.asfortranarray(numpy.zeros((3, 4), numpy.float32))
        self.check(lambda: f(x, 1), f, x)

    def test_several(self):
        f = compiled(SEVERAL)
        for x in self.pairs(3):
            self.check(lambda: f(x, x[:], 1, 2.0, True), f, x)
            self.check(lambda: f(x, b=True, y=x, f=1.0, n=2), f, x)

    def test_lists(self):
        grows, first, counts = compiled(GROWS), compiled(FIRST_OF), compiled(COUNTS)
        for x in self.pairs(3):
            self.check(lambda: grows(x, [x]), grows, x)
            self.check(lambda: first([x, x], 1), first, x)
        self.check(lambda: counts([1, 2, 3], 2**70 % 1000), counts)

    def test_errors(self):
        def failing(f, *arguments):
            def call():
                try:
                    f(*arguments)
                except tensorssa.Error:
                    return
                self.fail("expected an error")

            return call

        select, clone, first = compiled(SELECT), compiled(CLONE), compiled(FIRST_OF)
        x = torch.zeros(3, 4)
        self.check(failing(select, x, 9), select, x)
        self.check(failing(select, x, 1.5), select, x)
        self.check(failing(clone, x.double()), clone)
        self.check(failing(clone, x.to_sparse()), clone)
        self.check(failing(first, [x[0], 1], 0), first, x)
        y = torch.zeros(3, 4, requires_grad=True)
        self.check(failing(clone, y), clone, y)
        self.check(failing(clone, numpy.zeros((2, 2), ">f4")), clone)

    def test_programs(self):
        """What was compiled goes with its last function."""

        def call():
            f = compiled(INCREMENT, optimization_level=0)
            f(numpy.zeros(1, numpy.float32))

        for _ in range(10):
            call()
        gc.collect()
        before = resident()
        for _ in range(40):
            call()
        gc.collect()
        # A program is some hundred kB while it is compiled.
        self.assertLess(resident() - before, 12_000_000)


if __name__ == "__main__":
    unittest.main()
