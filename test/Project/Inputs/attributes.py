# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the names of discardable `tssa.…` attributes in sources, which are
all constants `k…Attr` of the C++ code, with docs/attributes.md."""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
defined = set()
for folder in ("include", "lib"):
    for path in (root / folder).rglob("*"):
        if path.suffix in (".h", ".cpp", ".td"):
            defined |= set(
                re.findall(
                    r'k\w+Attr\s*(?:=|\(|\{)\s*"(tssa\.\w+)"', path.read_text()
                )
            )
page = (root / "docs" / "attributes.md").read_text()
known = {
    name
    for line in page.splitlines()
    if line.startswith(("#", "|"))
    for name in re.findall(r"`(tssa\.\w+)[ =`]", line)
}
# Ops that the tables speak of.
known -= {"tssa.read", "tssa.list_create"}
if len(defined) < 20:
    sys.exit("expected at least 20 attributes in the sources but got %d" % len(defined))
for name in sorted(defined - known):
    print("docs/attributes.md: expected '%s', which the sources define" % name)
for name in sorted(known - defined):
    print("docs/attributes.md: '%s' is no attribute of the sources" % name)
sys.exit(1 if defined ^ known else 0)
