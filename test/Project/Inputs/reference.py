# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# reference.py FOLDER LIBRARIES INCLUDE HEADERS: whether the reference in FOLDER has
# every op that the generated headers in INCLUDE name, every pass of ours, every
# function that the libraries export, and every macro, type, enumerator and inline
# function that the headers in C in HEADERS declare.

import glob
import re
import subprocess
import sys

folder, libraries, include, headers = sys.argv[1:]


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

# Guards, marks of the language and of exports declare nothing.
MARK = re.compile(r"\w+_H_?|TSSA_RT_API|TSSA_EXTERN_C_\w+|TSSA_DEFINES_DLPACK")
code = "\n".join(re.findall(r"```c\n(.*?)```", text, re.DOTALL))
declarations = set()
for path in glob.glob(headers + "/tensorssa-c/*.h") + glob.glob(headers + "/tensorssa-runtime/*.h"):
    with open(path, encoding="utf-8") as file:
        header = file.read()
    declarations |= {m for m in re.findall(r"^#define (\w+)", header, re.MULTILINE) if not MARK.fullmatch(m)}
    declarations |= set(re.findall(r"^\} (\w+);", header, re.MULTILINE))
    declarations |= set(re.findall(r"^static inline [^(]*?(\w+)\(", header, re.MULTILINE))
    for body in re.findall(r"^typedef enum[^{]*\{(.*?)^\}", header, re.MULTILINE | re.DOTALL):
        declarations |= set(re.findall(r"^  (\w+)\b", body, re.MULTILINE))
missing += [d for d in declarations if not re.search(rf"\b{d}\b", code)]

for name in sorted(missing):
    print(f"expected {name} in the reference but got none")
print(f"{len(ops)} ops, {len(passes)} passes, {len(functions)} functions and {len(declarations)} declarations")
sys.exit(1 if missing or not ops or not passes or not functions or not declarations else 0)
