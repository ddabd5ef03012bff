# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# blocks.py PAGE…: parses and verifies each block of MLIR in the pages. Values that a
# block uses and does not define are put in front of it: the parser says of which type
# they have to be. Blocks with dots in place of code, or with ops of the dialect that is
# an example of others' (grid), are left out, and counted.

import re
import subprocess
import sys

SCHEMATIC = re.compile(r"…|\.\.\.|grid\.")
BLOCK = re.compile(r"^```mlir\n(.*?)^```", re.MULTILINE | re.DOTALL)
ERROR = re.compile(r"^<stdin>:(\d+):(\d+): error: (.*)", re.MULTILINE)
CALL = re.compile(r"call @([\w.]+)\([^)]*\) : (.*)")
NAME = re.compile(r"%[\w$.-]+")
OTHER_TYPE = re.compile(
    r"use of value '(%[\w$.-]+)' expects different type than prior uses: '(.*)' vs '.*'"
)


class Block:
    def __init__(self, page, text):
        self.page, self.text, self.types, self.error = page, text, {}, None
        lines = text.strip().split("\n")
        if all(re.match(r"\s*[#!]", line) for line in lines):
            # Attributes and types, one a line.
            self.text = "".join(
                f'"test.op"() : () -> ({line})\n'
                if line.strip()[0] == "!"
                else f'"test.op"() {{a = {line}}} : () -> ()\n'
                for line in lines
            )

    def chunk(self):
        """The block as a program of its own, in a function unless it has some."""
        stubs = "".join(
            f"func.func private @{name} {kind}\n"
            for name, kind in dict(CALL.findall(self.text)).items()
            if f"@{name}(" not in self.text.replace(f"call @{name}(", "")
        )
        if "func.func" in self.text:
            return stubs + self.text
        given = "".join(f'{n} = "test.op"() : () -> ({t})\n' for n, t in self.types.items())
        last = self.text.strip().rsplit("\n", 1)[-1].strip()
        end = "" if last == "return" else "return\n"
        return f"{stubs}func.func @test() {{\n{given}{self.text}{end}}}\n"

    def learn(self, line, column, message):
        """Whether an error in that line told something that helps."""
        other = OTHER_TYPE.match(message)
        if other and self.types.get(other[1]) == "none":
            self.types[other[1]] = other[2]
            return True
        if message.startswith("use of undeclared SSA value name"):
            name = NAME.match(line[column - 1 :])
            if name:
                self.types.setdefault(name[0], "none")
                return True
        self.error = message
        return False


blocks, left_out = [], 0
for page in sys.argv[1:]:
    with open(page, encoding="utf-8") as file:
        for match in BLOCK.finditer(file.read()):
            if SCHEMATIC.search(match[1]):
                left_out += 1
            else:
                blocks.append(Block(page, match[1]))

open_blocks = list(blocks)
while open_blocks:
    owners, text = [], ""
    for block in open_blocks:
        chunk = block.chunk() + "// -----\n"
        owners += [(block, line) for line in range(1, chunk.count("\n") + 1)]
        text += chunk
    run = subprocess.run(
        ["tssa-opt", "--split-input-file", "--allow-unregistered-dialect", "-o", "/dev/null"],
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    errors = ERROR.findall(run.stdout)
    if run.returncode and not errors:
        sys.exit(run.stdout)
    # All errors are those of one text, which changes with what is learned.
    chunks = {id(block): block.chunk() for block in open_blocks}
    open_blocks = []
    for at, column, message in errors:
        block, line = owners[int(at) - 1]
        if block.learn(chunks[id(block)].split("\n")[line - 1], int(column), message):
            open_blocks.append(block)
    open_blocks = [b for b in dict.fromkeys(open_blocks) if not b.error]

failed = [b for b in blocks if b.error]
for block in failed:
    print(f"{block.page}: {block.error}\n{block.chunk()}")
print(f"{len(blocks)} blocks parsed, {len(failed)} failed, {left_out} left out")
sys.exit(1 if failed else 0)
