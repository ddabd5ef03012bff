# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %venv/python %s
"""Threads, forks and interrupts."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy
import torch

import tensorssa
from programs import ADD, CLONE, INCREMENT, SELECT, VEC, compiled

# x += 1, n times: as long as wanted.
SPIN = f"""
func.func @spin(%x: {VEC}, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  scf.for %i = %c0 to %n step %c1 {{
    %0 = tssa.read %x : {VEC}
    %1 = tssa.add %0, %one : (tensor<?xf32>, f64) -> tensor<?xf32>
    tssa.write %1, %x : {VEC}
  }}
  return
}}
"""


class Threads(unittest.TestCase):
    def run_all(self, body, count: int = 8):
        errors = []

        def guarded(i):
            try:
                body(i)
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=guarded, args=(i,)) for i in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(errors, [])

    def test_eight_at_once(self):
        """One function, many threads, each with arguments and errors of its own."""
        add, clone, select = compiled(ADD), compiled(CLONE), compiled(SELECT)

        def body(i):
            make = torch.full if i % 2 else lambda s, v: numpy.full(s, v, numpy.float32)
            x, y = make((3, 4), 0.0), make((3, 4), float(i))
            for k in range(500):
                add(x, y)
                self.assertEqual(clone(x)[2, 3], i * (k + 1))
                if k % 50 == 0:
                    with self.assertRaisesRegex(tensorssa.OutOfRangeError, f"got {100 + i}"):
                        select(x, 100 + i)

        self.run_all(body)

    def test_compile_at_once(self):
        def body(i):
            f = compiled(INCREMENT.replace("1.0", f"{i + 1}.0"))
            self.assertEqual(f(torch.zeros(2)).tolist(), [i + 1, i + 1])

        self.run_all(body, 4)

    def test_lock_is_let_go(self):
        """Another thread runs while a program does."""
        spin = compiled(SPIN)
        x = numpy.zeros(1000, numpy.float32)
        trips = 1000
        while True:
            start = time.perf_counter()
            spin(x, trips)
            if time.perf_counter() - start > 0.3:
                break
            trips *= 4
        done = threading.Event()
        ticks = 0

        def work():
            spin(x, trips)
            done.set()

        thread = threading.Thread(target=work)
        thread.start()
        while not done.wait(0.01):
            ticks += 1
        thread.join()
        self.assertGreater(ticks, 5)


class Processes(unittest.TestCase):
    def wait(self, child: int) -> int:
        """Exit status of a child, which is ended after a minute."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            pid, status = os.waitpid(child, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        os.kill(child, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    def in_child(self, body):
        child = os.fork()
        if child == 0:
            try:
                body()
                os._exit(0)
            except BaseException as error:
                print(repr(error), file=sys.stderr)
                os._exit(1)
        self.assertEqual(self.wait(child), 0)

    def test_use_fork_use(self):
        increment = compiled(INCREMENT)
        x = torch.zeros(3)
        increment(x)

        def body():
            increment(x)
            assert x.tolist() == [2, 2, 2]
            # Compiling works there too.
            assert compiled(CLONE)(torch.ones(1, 2)).tolist() == [[1, 1]]
            self.in_child(lambda: increment(x))

        self.in_child(body)
        increment(x)
        self.assertEqual(x.tolist(), [2, 2, 2])

    def test_fork_while_another_thread_calls(self):
        spin, increment = compiled(SPIN), compiled(INCREMENT)
        x, y = numpy.zeros(10, numpy.float32), numpy.zeros(3, numpy.float32)
        stop = threading.Event()

        def work():
            while not stop.is_set():
                spin(x, 100)

        thread = threading.Thread(target=work)
        thread.start()

        def body():
            spin(y, 3)
            assert increment(y).tolist() == [4, 4, 4]

        try:
            for _ in range(10):
                self.in_child(body)
        finally:
            stop.set()
            thread.join()

    def test_interrupt(self):
        """Ctrl-C is raised once the call is done, and leaves nothing half made."""
        code = (
            "import os, signal, threading, numpy, processes\n"
            "spin = processes.compiled(processes.SPIN)\n"
            # Who runs the tests may have them ignore it.
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "x = numpy.zeros(1000, numpy.float32)\n"
            "threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
            "calls = 0\n"
            "try:\n"
            "    while True:\n"
            "        spin(x, 100000)\n"
            "        calls += 1\n"
            "except KeyboardInterrupt:\n"
            "    print((x == x[0]).all(), x[0] % 100000 == 0 or x[0] >= 2**24)\n"
        )
        environment = dict(os.environ)
        environment["PYTHONPATH"] += os.pathsep + os.path.dirname(os.path.abspath(__file__))
        run = subprocess.run(
            [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True,
            timeout=60,
        )
        self.assertEqual(run.stdout, "True True\n")
        self.assertEqual(run.returncode, 0)


if __name__ == "__main__":
    unittest.main()
