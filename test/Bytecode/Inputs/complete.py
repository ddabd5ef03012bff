# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# complete.py TEXT INCLUDE: whether a text has every op, view kind and type of the
# dialects, as their generated headers in the folder INCLUDE name them.

import glob
import re
import sys

text_path, include = sys.argv[1:]
# What came after the first version; it goes into the file of the version in which
# it came.
LATER = set()

declared = ""
for path in glob.glob(include + "/Dialect/**/*.h.inc", recursive=True):
    with open(path, encoding="utf-8") as file:
        declared += file.read()
with open(text_path, encoding="utf-8") as file:
    text = file.read()

found = [0, 0, 0]
missing = []
names = re.findall(r'StringLiteral\s*\(?"((?:tssa|view)\.\w+)"', declared)
names += re.findall(r'StringLiteral name = "((?:tssa|view)\.\w+)"', declared)
mnemonics = set(re.findall(r'getMnemonic\(\) \{\s*return \{"(\w+)"\}', declared))
types = {"ref", "list", "any_ref"}
for name in sorted(set(names)):
    dialect, _, word = name.partition(".")
    if word in mnemonics:
        continue
    found[0] += 1
    if not re.search(rf"(?<![#!.\w]){re.escape(name)}\b", text):
        missing.append(name)
for word in sorted(mnemonics):
    is_type = word in types
    found[2 if is_type else 1] += 1
    name = f"!tssa.{word}" if is_type else f"#view.{word}"
    if not re.search(re.escape(name) + r"\b", text):
        missing.append(name)

missing = [name for name in missing if name not in LATER]
for name in missing:
    print(f"expected {name} in {text_path} but got none")
print(f"{found[0]} ops, {found[1]} kinds and {found[2]} types")
sys.exit(1 if missing else 0)
