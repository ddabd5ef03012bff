# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pages.py PAGE...: runs all blocks of Python of a page, one after the other."""

import os
import re
import sys

for page in sys.argv[1:]:
    with open(page, encoding="utf-8") as file:
        blocks = re.findall(r"^```python\n(.*?)^```", file.read(), re.DOTALL | re.MULTILINE)
    names: dict = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    print(f"{os.path.basename(page)}: {len(blocks)} blocks ran")
