# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# newer.py INPUT OUTPUT: makes bytecode of our version 1 claim version 2. A version
# is a section of kind 7, one byte long, which holds the number (numbers of one
# byte are doubled, plus one).

import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
section = bytes([7, 2 * 1 + 1])
count = data.count(section + bytes([2 * 1 + 1]))
if count != 2:
    sys.exit(f"expected versions of 2 dialects but got {count}")
with open(sys.argv[2], "wb") as file:
    file.write(
        data.replace(section + bytes([2 * 1 + 1]), section + bytes([2 * 2 + 1]))
    )
