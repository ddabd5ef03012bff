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

START = re.compile(r"    ((?:tssa|tssa-opt|tssa-fuzz|mlir-opt-22) .*)")
# What stands for a user's files in commands.
PROGRAM = """func.func @{0}(%x: !tssa.ref<4xf32>) {{
  %y = view.of #view.slice<0, 0 : 2 : 1> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %0 = tssa.read %y : !tssa.ref<2xf32>
  %1 = tssa.neg %0 : tensor<2xf32> -> tensor<2xf32>
  tssa.write %1, %y : !tssa.ref<2xf32>
  return
}}
"""
OWN = ["FILE", "OTHER", "test", "test.mlir"]
os.makedirs(f"{folder}/test")
for name in ("FILE", "OTHER", "test/f.mlir"):
    with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
        file.write(PROGRAM.format("f") + PROGRAM.format("g"))
# These show what fails, and the user's file does not.
FAILS = re.compile("--reduce=FILE|test-tssa-wrong-stage")

commands = []
for page in pages:
    with open(f"{sources}/{page}", encoding="utf-8") as file:
        lines = file.read().split("\n")
    fenced = False
    while lines:
        line = lines.pop(0)
        if line.startswith("```"):
            fenced = not fenced
        match = START.match("    " + line if fenced else line)
        if not match:
            continue
        command = match.group(1)
        while command.endswith("\\"):
            command = command[:-1] + lines.pop(0).strip()
        # As written but for how long.
        commands.append(re.sub(r"--(count|minutes)=\d+", "--count=20", command))
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
    if bool(run.returncode) != bool(FAILS.search(command)):
        failed += 1
        print(f"ended with {run.returncode}: {run.stdout}")
with open(f"{sources}/.gitignore", encoding="utf-8") as file:
    ignored = [line.strip().strip("/") for line in file]
for name in sorted(os.listdir(folder)):
    if name not in ["examples", *OWN] and not any(fnmatch.fnmatch(name, pattern) for pattern in ignored):
        failed += 1
        print(f"expected .gitignore to name '{name}' but it does not")
print(f"{len(commands)} commands ran, {failed} failed")
sys.exit(1 if failed else 0)
