# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""View kinds against a second implementation.

Chains of views are drawn at random and worked out here on lists of storage
offsets, by the definitions of PyTorch's documentation and without strides
(whether a reshape can be a view is decided by looking for strides that fit).
tssa-opt's `test-view` pass works out the same chains from what the kinds
build. Both must agree, on existence, sizes and every element.

usage: maps.py maps SEED COUNT | maps.py relations SEED COUNT
"""

import itertools
import random
import re
import subprocess
import sys

OPEN = 2**63 - 1


class NoView(Exception):
    pass


class Tensor:
    """Sizes, and the storage offset behind each element in row-major order."""

    def __init__(self, sizes, offsets):
        self.sizes, self.offsets = list(sizes), list(offsets)

    def at(self, index):
        flat = 0
        for i, size in zip(index, self.sizes):
            flat = flat * size + i
        return self.offsets[flat]

    def pick(self, sizes, where):
        """The tensor whose element at an index is this one's at where(index)."""
        indices = itertools.product(*(range(size) for size in sizes))
        return Tensor(sizes, [self.at(where(index)) for index in indices])


def strided(sizes, strides, offset):
    indices = itertools.product(*(range(size) for size in sizes))
    return Tensor(sizes, [offset + sum(i * s for i, s in zip(index, strides)) for index in indices])


def row_major(sizes):
    strides, stride = [], 1
    for size in reversed(sizes):
        strides.insert(0, stride)
        stride *= size
    return strides


def find_strides(tensor):
    """Whether some strides give these offsets."""
    if not tensor.offsets:
        return True
    strides = []
    for dim, size in enumerate(tensor.sizes):
        one = [int(d == dim) for d in range(len(tensor.sizes))]
        strides.append(tensor.at(one) - tensor.offsets[0] if size > 1 else 0)
    return strided(tensor.sizes, strides, tensor.offsets[0]).offsets == tensor.offsets


def bound(value, size):
    return max(value + size, 0) if value < 0 else min(value, size)


def select(t, dim, index):
    if not 0 <= index < t.sizes[dim]:
        raise NoView
    return t.pick(t.sizes[:dim] + t.sizes[dim + 1 :], lambda i: i[:dim] + (index,) + i[dim:])


def slice_(t, dim, start, end, step):
    picked = list(range(t.sizes[dim]))[bound(start, t.sizes[dim]) : bound(end, t.sizes[dim]) : step]
    sizes = t.sizes[:dim] + [len(picked)] + t.sizes[dim + 1 :]
    return t.pick(sizes, lambda i: i[:dim] + (picked[i[dim]],) + i[dim + 1 :])


def permute(t, order):
    def where(index):
        source = [0] * len(order)
        for i, dim in zip(index, order):
            source[dim] = i
        return source

    return t.pick([t.sizes[dim] for dim in order], where)


def expand(t, sizes):
    added = len(sizes) - len(t.sizes)
    sizes = [t.sizes[i - added] if size == -1 else size for i, size in enumerate(sizes)]
    for size, old in zip(sizes[added:], t.sizes):
        if size < 0 or old not in (1, size):
            raise NoView
    if any(size < 0 for size in sizes):
        raise NoView
    return t.pick(sizes, lambda i: [0 if old == 1 else k for k, old in zip(i[added:], t.sizes)])


def squeeze(t, dim):
    if t.sizes[dim] != 1:
        raise NoView
    return t.pick(t.sizes[:dim] + t.sizes[dim + 1 :], lambda i: i[:dim] + (0,) + i[dim:])


def unsqueeze(t, dim):
    return t.pick(t.sizes[:dim] + [1] + t.sizes[dim:], lambda i: i[:dim] + i[dim + 1 :])


def reshape(t, sizes):
    count = 1
    for size in sizes:
        if size < 0:
            raise NoView
        count *= size
    result = Tensor(sizes, t.offsets)
    if count != len(t.offsets) or not find_strides(result):
        raise NoView
    return result


def diagonal(t, offset, dim1, dim2):
    pairs = [(i, i + offset) for i in range(t.sizes[dim1]) if 0 <= i + offset < t.sizes[dim2]]
    kept = [d for d in range(len(t.sizes)) if d not in (dim1, dim2)]

    def where(index):
        source = [0] * len(t.sizes)
        for i, dim in zip(index, kept):
            source[dim] = i
        source[dim1], source[dim2] = pairs[index[-1]]
        return source

    return t.pick([t.sizes[d] for d in kept] + [len(pairs)], where)


def unfold(t, dim, size, step):
    if step < 1 or not 0 <= size <= t.sizes[dim]:
        raise NoView
    windows = (t.sizes[dim] - size) // step + 1
    sizes = t.sizes[:dim] + [windows] + t.sizes[dim + 1 :] + [size]
    return t.pick(sizes, lambda i: i[:dim] + (i[dim] * step + i[-1],) + i[dim + 1 : -1])


class Case:
    """A random chain over a random source."""

    def __init__(self, rng):
        self.rng = rng
        rank = rng.randint(0, 4)
        small = [0, 1, 1, 2, 2, 3, 3, 4, 6, 8] if rng.random() < 0.3 else [1, 2, 2, 3, 4, 6, 8]
        self.sizes = [rng.choice(small) for _ in range(rank)]
        # What the compiler knows of sizes; None is unknown.
        self.types = [size if rng.random() < 0.6 else None for size in self.sizes]
        self.strides, self.offset = row_major(self.sizes), 0
        if rng.random() < 0.5:
            self.choose_strides()
        self.tensor = strided(self.sizes, self.strides, self.offset)
        self.has_as_strided = False
        self.kinds, self.operands = [], []
        for _ in range(rng.choice([1, 1, 2, 2, 3, 4])):
            try:
                self.add()
            except NoView:
                self.tensor = None
                break

    def choose_strides(self):
        rng = self.rng
        order = list(range(len(self.sizes)))
        if rng.random() < 0.7:
            rng.shuffle(order)
        stride = rng.choice([1, 1, 2])
        for dim in order:
            self.strides[dim] = stride
            if rng.random() < 0.1:
                self.strides[dim] = 0
            gap = rng.choice([0, 0, 0, 1, 3])
            stride *= self.sizes[dim] + gap if self.sizes[dim] else 1
        self.strides = [s if n != 1 or rng.random() < 0.5 else rng.randint(0, 9) for s, n in zip(self.strides, self.sizes)]
        self.offset = rng.choice([0, 1, 5])

    def num(self, value):
        """`value` as text, or as an operand."""
        if self.rng.random() < 0.5:
            self.operands.append(value)
            return "?"
        return str(value)

    def nums(self, values):
        return "[" + ", ".join(self.num(value) for value in values) + "]"

    def raw_bound(self, size):
        rng = self.rng
        return rng.choice([0, 0, size, OPEN, -OPEN, rng.randint(-size - 2, size + 2), rng.randint(0, size)])

    def factor(self, count):
        """Random sizes with this product."""
        sizes = []
        while count > 1:
            divisors = [d for d in range(2, count + 1) if count % d == 0]
            sizes.append(self.rng.choice(divisors))
            count //= sizes[-1]
        for _ in range(self.rng.choice([0, 0, 1, 2])):
            sizes.insert(self.rng.randint(0, len(sizes)), 1)
        if count == 0:
            sizes.insert(self.rng.randint(0, len(sizes)), 0)
            sizes.append(self.rng.randint(1, 3))
        return sizes

    def wrong(self, chance=0.08):
        return self.rng.random() < chance

    def add(self):
        rng, t = self.rng, self.tensor
        rank = len(t.sizes)
        names = ["alias", "expand", "unsqueeze", "reshape", "reshape", "reshape", "permute", "bitcast"]
        if rank:
            names += ["select", "slice", "slice", "unfold", "squeeze"]
        if rank > 1:
            names += ["diagonal"]
        names += ["as_strided"]
        name = rng.choice(names)
        dim = rng.randrange(rank) if rank else 0
        size = t.sizes[dim] if rank else 0
        if name == "alias":
            self.kinds.append("alias")
        elif name == "bitcast":
            self.kinds.append("bitcast<i32>")
        elif name == "select":
            # Constants out of a static range do not parse; operands may be.
            index = rng.randint(0, size - 1) if size and not self.wrong() else rng.choice([-1, size])
            if 0 <= index < size:
                text = self.num(index)
            else:
                self.operands.append(index)
                text = "?"
            self.kinds.append(f"select<{dim}, {text}>")
            self.tensor = select(t, dim, index)
        elif name == "slice":
            start, end, step = self.raw_bound(size), self.raw_bound(size), rng.choice([1, 1, 2, 3, OPEN])
            self.kinds.append(f"slice<{dim}, {self.num(start)} : {self.num(end)} : {step}>")
            self.tensor = slice_(t, dim, start, end, step)
        elif name == "permute":
            order = list(range(rank))
            rng.shuffle(order)
            self.kinds.append(f"permute<{order}>")
            self.tensor = permute(t, order)
        elif name == "squeeze":
            ones = [d for d, s in enumerate(t.sizes) if s == 1]
            if not ones:
                return
            dim = rng.choice(ones)
            self.kinds.append(f"squeeze<{dim}>")
            self.tensor = squeeze(t, dim)
        elif name == "unsqueeze":
            dim = rng.randint(0, rank)
            self.kinds.append(f"unsqueeze<{dim}>")
            self.tensor = unsqueeze(t, dim)
        elif name == "expand":
            sizes = [rng.choice([0, 1, 2, 3]) for _ in range(rng.choice([0, 0, 1]))]
            texts = [self.num(s) for s in sizes]
            for s in t.sizes:
                new = s if s != 1 else rng.choice([1, 2, 3])
                if rng.random() < 0.4:
                    sizes.append(-1)
                    texts.append("-1")
                elif self.wrong(0.04):
                    sizes.append(new + 1)
                    self.operands.append(new + 1)
                    texts.append("?")
                else:
                    sizes.append(new)
                    texts.append(self.num(new))
            self.kinds.append(f"expand<[{', '.join(texts)}]>")
            self.tensor = expand(t, sizes)
        elif name == "reshape":
            count = len(t.offsets)
            if count > 200:
                return
            sizes = self.factor(count)
            if self.wrong(0.05) and sizes:
                sizes[-1] += 1
                self.operands += sizes
                text = "[" + ", ".join("?" for _ in sizes) + "]"
            else:
                text = self.nums(sizes)
            self.kinds.append(f"reshape<{text}>")
            self.tensor = reshape(t, sizes)
        elif name == "diagonal":
            dim2 = rng.choice([d for d in range(rank) if d != dim])
            offset = rng.choice([0, 0, 1, -1, 2, -2, OPEN, -OPEN, 9, -9])
            self.kinds.append(f"diagonal<{self.num(offset)}, {dim}, {dim2}>")
            self.tensor = diagonal(t, offset, dim, dim2)
        elif name == "unfold":
            window, step = rng.randint(0, size), rng.choice([1, 1, 2, 3, 9])
            if self.wrong():
                window += size + 1
                self.operands.append(window)
                text = "?"
            else:
                text = self.num(window)
            self.kinds.append(f"unfold<{dim}, {text}, {self.num(step)}>")
            self.tensor = unfold(t, dim, window, step)
        elif name == "as_strided":
            source = strided(self.sizes, self.strides, self.offset)
            limit = max(source.offsets) if source.offsets else -1
            sizes = [rng.randint(0 if self.wrong() else 1, 3) for _ in range(rng.randint(0, 3))]
            strides = [rng.randint(0, 4) for _ in sizes]
            offset = rng.randint(0, 3)
            self.has_as_strided = True
            self.kinds.append(f"as_strided<{self.nums(sizes)}, {self.nums(strides)}, {self.num(offset)}>")
            self.tensor = strided(sizes, strides, offset)
            if self.tensor.offsets and max(self.tensor.offsets) > limit:
                raise NoView

    def text(self):
        """One op of the test pass."""
        dims = "".join(f"{'?' if size is None else size}x" for size in self.types)
        attributes = [f"kind = {chain(self.kinds)}", f"source = tensor<{dims}i32>"]
        attributes += [array("sizes", self.sizes), array("operands", self.operands)]
        is_plain = self.offset == 0 and self.strides == row_major(self.sizes)
        if not is_plain:
            attributes += [array("strides", self.strides), f"offset = {self.offset} : i64"]
            if self.has_as_strided:
                attributes.append("storage_only")
        return f'"test.view"() {{{", ".join(attributes)}}} : () -> ()'

    def expected(self):
        if self.tensor is None:
            return "no view"
        sizes, offsets = (", ".join(map(str, n)) for n in (self.tensor.sizes, self.tensor.offsets))
        return f"sizes [{sizes}] offsets [{offsets}]"


def chain(kinds):
    if not kinds:
        return "#view.alias"
    if len(kinds) == 1:
        return "#view." + kinds[0]
    return "#view.path<[" + ", ".join("#view." + kind for kind in kinds) + "]>"


def array(name, numbers):
    return f"{name} = array<i64: {', '.join(map(str, numbers))}>" if numbers else f"{name} = array<i64>"


def run(lines):
    """The remark of each line; the lines before are one function's header."""
    command = ["tssa-opt", "-test-view", "-allow-unregistered-dialect", "-o", "/dev/null"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True)
    found = {}
    for number, kind, text in re.findall(r"^[^\n]*?:(\d+):\d+: (remark|error): ([^\n]*)", done.stderr, re.M):
        found.setdefault(int(number) - 1, kind + ": " + text)
    return found, done.returncode


def check_maps(rng, count):
    cases = [Case(rng) for _ in range(count)]
    lines = [case.text() for case in cases]
    found, _ = run(lines)
    wrong = 0
    for line, case, i in zip(lines, cases, range(count)):
        if found.get(i) != "remark: " + case.expected():
            wrong += 1
            if wrong < 10:
                print(line, "expected", case.expected(), "got", found.get(i), sep="\n  ")
    views = sum(case.tensor is not None for case in cases)
    print(f"{count} chains, {views} views, {wrong} wrong")


class Path:
    """A random chain whose operands may be `i + c` or `j + c`."""

    def __init__(self, rng, sizes):
        self.members, self.operands = [], []
        sizes = list(sizes)
        for _ in range(rng.choice([0, 1, 1, 2, 2, 3])):
            if not sizes:
                break
            dim = rng.randrange(len(sizes))
            name = rng.choice(["select", "select", "slice", "slice", "slice", "permute", "unsqueeze", "expand", "reshape", "diagonal", "unfold"])
            size = sizes[dim]
            if name == "select":
                self.members.append((name, dim, self.index(rng, range(0, max(size, 1)))))
                del sizes[dim]
            elif name == "slice":
                bounds = [self.index(rng, [0, 1, 2, size, OPEN, -1, -2, size - 1]) for _ in range(2)]
                self.members.append((name, dim, *bounds, rng.choice([1, 1, 1, 2, 3])))
            elif name == "permute":
                order = list(range(len(sizes)))
                rng.shuffle(order)
                sizes = [sizes[d] for d in order]
                self.members.append((name, order))
            elif name == "unsqueeze":
                sizes.insert(dim, 1)
                self.members.append((name, dim))
            elif name == "expand":
                self.members.append((name, [2] + [-1] * len(sizes)))
                sizes.insert(0, 2)
            elif name == "unfold" and size > 1:
                self.members.append((name, dim, 2, 1))
                sizes[dim] -= 1
                sizes.append(2)
            elif name == "diagonal" and len(sizes) > 1:
                self.members.append((name, 0, 0, 1))
                sizes = sizes[2:] + [min(sizes[:2])]
            elif name == "reshape":
                self.members.append((name, None))
                break

    def index(self, rng, constants):
        """A constant or (variable, addend, which way it is written)."""
        if rng.random() < 0.5:
            return rng.choice(list(constants))
        return (rng.choice("iij"), rng.choice([0, 0, 1, 2, -1]))

    def text(self, flat):
        operands, kinds = [], []

        def number(value):
            if isinstance(value, tuple):
                operands.append(f"%{value[0]}{'m1' if value[1] < 0 else value[1]}")
                return "?"
            return str(value)

        for name, *rest in self.members:
            if name == "slice":
                kinds.append(f"slice<{rest[0]}, {number(rest[1])} : {number(rest[2])} : {rest[3]}>")
            elif name in ("permute", "expand"):
                kinds.append(f"{name}<{rest[0]}>")
            elif name == "reshape":
                operands.append("%" + flat)
                kinds.append("reshape<[?]>")
            elif name == "diagonal":
                kinds.append("diagonal<0, 0, 1>")
            else:
                kinds.append(f"{name}<{', '.join(number(n) for n in rest)}>")
        return chain(kinds), operands

    def apply(self, tensor, env):
        def number(value):
            return env[value[0]] + value[1] if isinstance(value, tuple) else value

        functions = {"select": select, "slice": slice_, "permute": permute, "unsqueeze": unsqueeze}
        functions |= {"expand": expand, "diagonal": diagonal, "unfold": unfold}
        for name, *rest in self.members:
            if name == "reshape":
                tensor = Tensor([len(tensor.offsets)], tensor.offsets)
            else:
                tensor = functions[name](tensor, *(number(n) for n in rest))
        return tensor


def holds(claim, a, b):
    if claim == "same":
        return a.sizes == b.sizes and a.offsets == b.offsets
    a, b = set(a.offsets), set(b.offsets)
    return {"covers": b <= a, "covered by": a <= b, "disjoint": not a & b, "unknown": True}[claim]


def check_relations(rng, count):
    sizes = [4, 6]
    lines = ["func.func @f(%flat0: index) {", "%c0 = arith.constant 0 : index"]
    lines += [f"%c{n} = arith.constant {n} : index" for n in (1, 2, 3, 5)]
    lines += ["scf.for %i0 = %c0 to %c5 step %c1 {"]
    lines += ["%i1 = arith.addi %i0, %c1 : index", "%i2 = arith.addi %c2, %i0 : index", "%im1 = arith.subi %i0, %c1 : index"]
    lines += ["scf.for %j0 = %i1 to %c5 step %c1 {"]
    lines += ["%j1 = arith.addi %j0, %c1 : index", "%j2 = arith.addi %j0, %c2 : index", "%jm1 = arith.subi %j0, %c1 : index"]
    pairs = []
    for _ in range(count):
        first, second = Path(rng, sizes), Path(rng, sizes)
        (kind1, operands1), (kind2, operands2) = first.text("flat0"), second.text("flat0")
        is_dynamic = rng.random() < 0.4
        source = "tensor<?x?xi32>" if is_dynamic else "tensor<4x6xi32>"
        operands = operands1 + operands2
        types = ", ".join("index" for _ in operands)
        pairs.append((len(lines), first, second, is_dynamic))
        lines.append(
            f'"test.compare"({", ".join(operands)}) {{first = {kind1}, second = {kind2}, source = {source}}} : ({types}) -> ()'
        )
    lines += ["}", "}", "return", "}"]
    found, status = run(lines)
    if status:
        print(next(iter(found.values()), "tssa-opt failed"))
    counts, wrong = {}, 0
    for line, first, second, is_dynamic in pairs:
        claim = found.get(line, "remark: nothing").removeprefix("remark: ")
        counts[claim] = counts.get(claim, 0) + 1
        if claim == "no view":
            continue
        for actual in [[4, 6], [1, 3], [3, 2], [0, 5], [5, 7]] if is_dynamic else [[4, 6]]:
            root = strided(actual, row_major(actual), 0)
            for i, j in ((i, j) for i in range(5) for j in range(i + 1, 5)):
                try:
                    a, b = (path.apply(root, {"i": i, "j": j}) for path in (first, second))
                except NoView:
                    continue
                if claim in ("nothing",) or not holds(claim, a, b):
                    wrong += 1
                    if wrong < 10:
                        print(lines[line], f"  claimed {claim}, sizes {actual}, i = {i}, j = {j}", sep="\n")
                    break
    print(", ".join(f"{n} {claim}" for claim, n in sorted(counts.items())))
    print(f"{count} pairs, {wrong} wrong")


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("maps", "relations"):
        sys.exit("usage: maps.py maps|relations SEED COUNT, as in: maps.py maps 1 1000")
    check = check_maps if sys.argv[1] == "maps" else check_relations
    check(random.Random(int(sys.argv[2])), int(sys.argv[3]))


main()
