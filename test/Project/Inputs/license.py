# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Reads names of source files from standard input, relative to the folder given,
# and fails for those whose first two lines lack the license's identifier.

import os
import sys

IDENTIFIER = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"

missing = 0
for name in sys.stdin.read().split("\n"):
    if not name:
        continue
    with open(os.path.join(sys.argv[1], name), encoding="utf-8", errors="replace") as file:
        head = file.readline() + file.readline()
    if IDENTIFIER not in head:
        print("%s: expected the first line to be '// %s'" % (name, IDENTIFIER))
        missing += 1
sys.exit(1 if missing else 0)
