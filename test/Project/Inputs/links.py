# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# links.py SOURCES: whether each relative link of each page, and each name of a file in
# `…` that begins with a folder of the sources, exists.

import glob
import os
import re
import sys

sources = sys.argv[1]
FOLDERS = "docs|examples|include|lib|scripts|test|tools|benchmarks|cmake"
pages = [f"{sources}/README.md"]
for pattern in ("docs/**/*.md", "examples/**/*.md"):
    pages += glob.glob(f"{sources}/{pattern}", recursive=True)
missing, count = [], 0
for page in sorted(pages):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    # Blocks of code hold no links.
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    names = re.findall(rf"`((?:{FOLDERS})/[\w./+-]+)`", text)
    for target, base in [(t, os.path.dirname(page)) for t in links] + [
        (n, sources) for n in names
    ]:
        count += 1
        if not os.path.exists(os.path.join(base, target)):
            missing.append(f"{os.path.relpath(page, sources)}: {target}")
for name in missing:
    print(f"expected what a page names to exist but got none: {name}")
print(f"{count} links and names")
sys.exit(1 if missing else 0)
