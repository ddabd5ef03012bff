# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fails if a shared library needs a newer glibc than given, or other libraries
# than libc and the compiler's own.
#   glibc.py VERSION READELF LIBRARY

import re
import subprocess
import sys

limit, readelf, library = sys.argv[1:]


def number(version):
    return tuple(int(part) for part in version.split("."))


def output(option):
    return subprocess.check_output([readelf, option, library], text=True)


failed = False
for version in sorted(set(re.findall(r"GLIBC_([0-9.]+)", output("--version-info")))):
    if number(version) > number(limit):
        print("expected glibc to be at most %s but got %s" % (limit, version))
        failed = True
for name in re.findall(r"\(NEEDED\).*\[(.*)\]", output("--dynamic-table")):
    if not re.match(r"(libc|libgcc_s|ld-linux-x86-64)\.so", name):
        print("expected no library besides libc but got %s" % name)
        failed = True
sys.exit(failed)
