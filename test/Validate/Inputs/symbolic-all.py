# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Validates each program of folders over symbols, and says which functions are
not decided: symbolic-all.py TSSA FOLDER…"""

import pathlib
import subprocess
import sys

tssa, *folders = sys.argv[1:]
counts = {"ok": 0, "undecided": 0, "differs": 0, "refused": 0}
failed = False
for folder in folders:
    for path in sorted(pathlib.Path(folder).glob("*.mlir")):
        run = subprocess.run(
            [tssa, "validate", str(path), "--symbolic", "--paths=32"],
            stdout=subprocess.PIPE,
            text=True,
        )
        failed |= run.returncode not in (0, 3)
        for line in run.stdout.splitlines():
            verdict = line.split(" ", 1)[0]
            if verdict in counts:
                counts[verdict] += 1
                if verdict != "ok":
                    print("%s: %s" % (path.name, line))
print(", ".join("%d %s" % (n, verdict) for verdict, n in counts.items()))
sys.exit(1 if failed else 0)
