# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# reference.py FOLDER LIBRARIES INCLUDE: whether the reference in FOLDER has every op
# that the generated headers in INCLUDE name, every pass of ours and every function
# that the libraries export.

import glob
import re
import subprocess
import sys

folder, libraries, include = sys.argv[1:]


def read(name):
    with open(f"{folder}/{name}", encoding="utf-8") as file:
        return file.read()


missing = []
declared = ""
for path in glob.glob(include + "/**/*.h.inc", recursive=True):
    with open(path, encoding="utf-8") as file:
        declared += file.read()
dialects = read("TSSA.md") + read("View.md")
ops = set(re.findall(r'StringLiteral\("((?:tssa|view)\.\w+)"\)', declared))
missing += [op for op in ops if f"### `{op}`" not in dialects]

passes = set(
    re.findall(r'StringLiteral getArgumentName\(\) \{\s*return ::llvm::StringLiteral\("([\w-]+)"\)', declared)
)
text = read("Passes.md")
missing += [p for p in passes if f"### `-{p}`" not in text]

functions = set()
for library in ("libtensorssa-c.so", "libtensorssa-rt.so"):
    functions |= set(
        subprocess.run(
            ["llvm-nm", "-D", "--defined-only", "--format=just-symbols", f"{libraries}/{library}"],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout.split()
    )
functions = {f for f in functions if f.startswith("tssa")}
text = read("C-API.md") + read("Runtime.md")
missing += [f for f in functions if not re.search(rf"\b{f}\(", text)]

for name in sorted(missing):
    print(f"expected {name} in the reference but got none")
print(f"{len(ops)} ops, {len(passes)} passes and {len(functions)} functions")
sys.exit(1 if missing or not ops or not passes or not functions else 0)
