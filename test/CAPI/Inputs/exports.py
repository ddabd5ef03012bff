# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# exports.py LIBRARY HEADERS [--also=NAME,…] [--generated=FOLDER]
#            [--upstream=FOLDER]
#
# Compares the functions that LIBRARY exports with those that the headers in the
# folder HEADERS declare, and requires a comment of `///` before each declaration
# or before the first of several that stand together.
#   --also       exported names that no header of ours declares
#   --generated  where the declarations of passes are (Passes.capi.h.inc); what
#                they do is documented by their tables
#   --upstream   where MLIR's headers are: what those in C declare may be exported

import glob
import os
import re
import subprocess
import sys

library, folder = sys.argv[1:3]
options = dict(o.lstrip("-").split("=", 1) for o in sys.argv[3:])
problems = []

WORD = re.compile(r"\w+")
# A name before a parenthesis; not that of a pointer to a function.
DECLARATOR = re.compile(r"\b(\w+)\s*\((?!\s*\*)")
NOT_FUNCTIONS = {"__attribute__", "visibility", "defined", "sizeof"}


def declarations(path):
    """Yields (text, is documented) of each declaration outside of bodies."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().replace("\\\n", " ").split("\n")
    text, documented, depth = "", False, 0
    for line in lines:
        stripped = line.strip()
        if not text and not stripped:
            documented = False
        if stripped.startswith("///"):
            documented = True
        if stripped.startswith(("#", "//")):
            continue
        if re.match(r'extern "C" {$|TSSA_EXTERN_C_(BEGIN|END)$|}$', stripped):
            if depth == 0:
                continue
        text += " " + stripped
        depth += stripped.count("{") - stripped.count("}")
        if depth == 0 and stripped.endswith((";", "}", ")")):
            # A declaration ends here, or the call of a macro that makes one.
            if stripped.endswith(")") and not re.match(r"\s*\w+\([^()]*\)$", text):
                continue
            yield text.strip(), documented
            text = ""


def declared_in(path):
    """Yields (name, is documented) of each function that a header declares."""
    for text, documented in declarations(path):
        handle = re.match(r"MLIR_DECLARE_CAPI_DIALECT_REGISTRATION\(\w+, (\w+)\)", text)
        if handle:
            yield f"mlirGetDialectHandle__{handle.group(1)}__", documented
            continue
        if text.startswith(("typedef", "static", "struct", "enum", "union")):
            continue
        if re.match(r"[A-Z_]+\(", text):
            continue
        names = [n for n in DECLARATOR.findall(text) if n not in NOT_FUNCTIONS]
        if names:
            yield names[0], documented


declared = {}
for path in sorted(glob.glob(os.path.join(folder, "*.h"))):
    for name, documented in declared_in(path):
        declared[name] = os.path.basename(path)
        if not documented:
            problems.append(
                f"{name}: declared in {os.path.basename(path)} without a comment"
            )
if "generated" in options:
    pattern = os.path.join(options["generated"], "**", "*.capi.h.inc")
    for path in glob.glob(pattern, recursive=True):
        for name, _ in declared_in(path):
            declared[name] = os.path.basename(path)

upstream = set()
if "upstream" in options:
    for pattern in ("mlir-c/**/*.h", "mlir/**/*.capi.h.inc"):
        pattern = os.path.join(options["upstream"], pattern)
        for path in glob.glob(pattern, recursive=True):
            with open(path, encoding="utf-8") as file:
                upstream |= set(WORD.findall(file.read()))
    # The handles of dialects are declared by a macro.
    upstream |= {f"mlirGetDialectHandle__{name}__" for name in upstream}

exported = set(
    subprocess.run(
        ["llvm-nm", "-D", "--defined-only", "--format=just-symbols", library],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.split()
)
also = set(options.get("also", "").split(",")) - {""}
for name in sorted(declared.keys() - exported):
    problems.append(f"{name}: declared in {declared[name]} but not exported")
foreign = exported - declared.keys() - also
for name in sorted(foreign):
    if name not in upstream or name.startswith("tssa"):
        problems.append(f"{name}: exported but declared in no header")

for problem in problems:
    print(problem)
if not declared:
    problems.append("no declarations")
    print(f"expected declarations in {folder} but got none")
if problems:
    sys.exit(1)
print(f"{len(declared)} functions exported and documented")
if upstream:
    print(f"{len(foreign & upstream)} functions of MLIR exported")
