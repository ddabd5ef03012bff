# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# comments.py SOURCES: whether a comment in C or C++ has a line of a single word
# after a full line, where the sentence goes on in the next one: what clang-format
# leaves of a line that was too long.

import re
import subprocess
import sys

sources = sys.argv[1]
paths = subprocess.run(
    ["scripts/sources", "c", "h", "cpp"], cwd=sources, stdout=subprocess.PIPE, text=True, check=True
).stdout.split()
COMMENT = re.compile(r"\s*///? *")
failed = 0
for path in paths:
    with open(f"{sources}/{path}", encoding="utf-8") as file:
        lines = file.read().split("\n")
    for number, (before, line, after) in enumerate(zip(lines, lines[1:], lines[2:]), 2):
        if not all(COMMENT.match(text) for text in (before, line, after)):
            continue
        word, following = (COMMENT.sub("", text, count=1) for text in (line, after))
        full = len(before) + 1 + len(word) > 80
        if full and re.fullmatch(r"[\w',]+", word) and following and re.match(r"\w|}}", following):
            failed += 1
            print(f"{path}:{number}: expected the comment to be filled but '{word}' stands alone")
print(f"{len(paths)} files read")
sys.exit(1 if failed or not paths else 0)
