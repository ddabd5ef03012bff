# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# commands.py SOURCES BUILD FOLDER MLIR-OPT PAGE…: runs each command of ours that stands in a
# block of a page, and the example of each command's help, in FOLDER, where `examples`
# and `build/release` are those of SOURCES and BUILD. Git ignores what they leave.

import fnmatch
import os
import re
import subprocess
import sys

# The stock tool, perhaps with what has to be in front of it.
sources, build, folder, stock, *pages = sys.argv[1:]
os.makedirs(f"{folder}/build")
os.symlink(f"{sources}/examples", f"{folder}/examples")
os.symlink(build, f"{folder}/build/release")

START = re.compile(r"    ((?:tssa|tssa-opt|mlir-opt-22) .*)")
commands = []
for page in pages:
    with open(f"{sources}/{page}", encoding="utf-8") as file:
        lines = file.read().split("\n")
    while lines:
        match = START.match(lines.pop(0))
        if not match:
            continue
        command = match.group(1)
        while command.endswith("\\"):
            command = command[:-1] + lines.pop(0).strip()
        commands.append(command)
for command in ("", "run", "validate", "explain", "compile"):
    text = subprocess.run(
        ["tssa", "help"] + command.split(), stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    commands.append(re.search(r"^example: (.*)", text, re.MULTILINE).group(1))

failed = 0
for command in commands:
    run = subprocess.run(
        ["bash", "-c", re.sub("^mlir-opt-22", stock, command)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    print(command)
    if run.returncode:
        failed += 1
        print(f"ended with {run.returncode}: {run.stdout}")
with open(f"{sources}/.gitignore", encoding="utf-8") as file:
    ignored = [line.strip().strip("/") for line in file]
for name in sorted(os.listdir(folder)):
    if name != "examples" and not any(fnmatch.fnmatch(name, pattern) for pattern in ignored):
        failed += 1
        print(f"expected .gitignore to name '{name}' but it does not")
print(f"{len(commands)} commands ran, {failed} failed")
sys.exit(1 if failed else 0)
