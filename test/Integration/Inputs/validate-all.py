# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Validates each program of a folder: validate-all.py TSSA FOLDER OPTION…"""

import pathlib
import subprocess
import sys

tssa, folder, *options = sys.argv[1:]
paths = sorted(pathlib.Path(folder).glob("*.mlir"))
failed = [
    path
    for path in paths
    if subprocess.run([tssa, "validate", str(path), *options]).returncode
]
for path in failed:
    print("failed: %s" % path)
sys.exit(1 if failed or not paths else 0)
