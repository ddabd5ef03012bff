# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles each header of a folder by itself, as C11 and as C++17.
#   headers.py FOLDER OUTPUT-PREFIX CC CXX

import os
import subprocess
import sys

folder, prefix, cc, cxx = sys.argv[1:]
include = os.path.dirname(folder)
modes = [
    (cc, ".c", ["-std=c11", "-Wstrict-prototypes", "-Wmissing-prototypes"]),
    (cxx, ".cpp", ["-std=c++17"]),
]
failed = False
for header in sorted(os.listdir(folder)):
    for compiler, suffix, flags in modes:
        source = prefix + suffix
        with open(source, "w", encoding="utf-8") as file:
            name = os.path.basename(folder) + "/" + header
            file.write('#include "%s"\n#include "%s"\nint unused;\n' % (name, name))
        command = [compiler, "-Wall", "-Wextra", "-Werror", "-pedantic", "-I", include]
        failed |= subprocess.call(command + flags + ["-fsyntax-only", source]) != 0
sys.exit(failed)
