# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What eager PyTorch allocates and copies in the in-place idioms: makes
`eager.txt`. Needs PyTorch; nothing else here does.

An allocation is a storage that an op gives and that was not there before; a
copy is an op that only moves elements (`copy_`, `clone`). Loops run with two
and with three trips: the difference is what a trip costs.
"""

import pathlib
import sys

import torch
from torch.utils._python_dispatch import TorchDispatchMode

COPIES = {"aten.copy_.default", "aten.clone.default"}


class Count(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.allocations = self.copies = 0
        self.known = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        inputs = [a for a in args if isinstance(a, torch.Tensor)]
        result = func(*args, **(kwargs or {}))
        storages = {t.untyped_storage()._cdata for t in inputs + self.known}
        outputs = result if isinstance(result, (tuple, list)) else [result]
        for output in outputs:
            if not isinstance(output, torch.Tensor):
                continue
            if output.untyped_storage()._cdata not in storages:
                self.allocations += 1
            # Kept alive, so that no storage is taken for an older one.
            self.known.append(output)
        self.copies += str(func) in COPIES
        return result


def add_to_whole(n):
    x, y = torch.ones(20, 300), torch.ones(20, 300)
    return lambda: x.add_(y)


def add_to_rows(n):
    x, v = torch.ones(n, 300), torch.ones(300)

    def run():
        for i in range(n):
            x[i] += v

    return run


def disjoint_parts(n):
    x, y = torch.ones(600), torch.ones(300)

    def run():
        x[:300] += y
        x[300:] += x[:300]

    return run


def clamp_columns(n):
    boxes = torch.ones(5, 4)

    def run():
        boxes[:, 0::2].clamp_(0, 3)
        boxes[:, 1::2].clamp_(0, 4)

    return run


def append_to_cache(n):
    cache, k = torch.ones(80, 9), torch.ones(n, 80)

    def run():
        for i in range(n):
            cache[:, 1 + i] = k[i] * 0.5

    return run


def running_sum(n):
    x = torch.ones(n + 1, 300)

    def run():
        for i in range(1, n + 1):
            x[i] += x[i - 1]

    return run


def accumulate(n):
    x = torch.ones(n, 300)

    def run():
        acc = torch.zeros(300)
        for i in range(n):
            acc += x[i]

    return run


def count(n):
    counts, indices = torch.zeros(9, dtype=torch.int64), list(range(n))

    def run():
        for k in indices:
            counts[k] += 1

    return run


def fill_fresh(n):
    x = torch.ones(n, 300)

    def run():
        y = torch.zeros_like(x)
        for i in range(n):
            y[i] = x[i] * x[i]

    return run


def conditional_write(n):
    x, v = torch.ones(2 * n, 300), torch.ones(300)

    def run():
        for i in range(2 * n):
            if i % 2:
                x[i] = v

    return run


def shift(n):
    x = torch.ones(300)

    def run():
        x[1:] = x[:-1].clone()

    return run


def add_flipped(n):
    x = torch.ones(300)

    def run():
        x[0].fill_(1)
        x.add_(x.flip(0))

    return run


def swap_rows(n):
    x = torch.ones(4, 300)

    def run():
        t = x[1].clone()
        x[1] = x[2]
        x[2] = t

    return run


def rotate_two(n):
    first, second = torch.ones(300), torch.ones(300)

    def run():
        a, b = first, second
        for _ in range(n):
            a, b = b, a + b

    return run


def write_through_transpose(n):
    x, v = torch.ones(300, n), torch.ones(300)

    def run():
        for i in range(n):
            x.t()[i] += v

    return run


def keep_old(n):
    x = torch.ones(300)

    def run():
        old = x.clone()
        x.mul_(2)
        return old

    return run


def masked_fill(n):
    x = torch.ones(4, 300)
    return lambda: x.masked_fill_(x < 0, 0)


def eliminate(n):
    # One trip of the outer loop, n of the inner one.
    x = torch.ones(n + 1, 300)

    def run():
        for i in range(1, n + 1):
            x[i] -= x[0] * x[i, 0]

    return run


def momentum(n):
    p, buf, g = torch.ones(300), torch.ones(300), torch.ones(300)

    def run():
        buf.mul_(0.9).add_(g)
        p.sub_(buf * 0.1)

    return run


def swap_channels(n):
    x, mean, scale = torch.ones(4, 5, 3), torch.ones(3), torch.ones(3)

    def run():
        red = x[..., 0].clone()
        x[..., 0] = x[..., 2]
        x[..., 2] = red
        x.sub_(mean).mul_(scale)

    return run


def measure(name, trips):
    run = globals()[name](trips)
    with Count() as counts:
        run()
    return counts.allocations, counts.copies


def main():
    here = pathlib.Path(__file__).resolve().parent
    lines = [
        "# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception",
        "#",
        "# Allocations/copies of eager PyTorch %s, once and on each trip, by"
        % torch.__version__.split("+")[0],
        "# eager.py.",
    ]
    for path in sorted(here.glob("*.mlir")):
        name = path.stem.replace("-", "_")
        two, three = measure(name, 2), measure(name, 3)
        trip = [b - a for a, b in zip(two, three)]
        once = [a - 2 * t for a, t in zip(two, trip)]
        lines.append("%s %d/%d %d/%d" % (path.stem, *once, *trip))
    (here / "eager.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
