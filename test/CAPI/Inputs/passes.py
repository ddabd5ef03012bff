# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# passes.py PROGRAM OURS THEIRS LIBRARY
#
# Walks the registry of passes and pipelines that OURS (tssa-opt) has and THEIRS
# (mlir-opt) has not, as both print it, and asks PROGRAM, a client of the C
# interface in LIBRARY, for each of them with each option. What only tests use
# (`test-…`) is left out.
#
#  * Every pass is made by one exported creation function, and every creation
#    function makes one of these passes; its registration function registers it.
#  * Every pass and pipeline can be named in text.
#  * Every option takes the values that the registry lists or, where it lists
#    none, one of its type; a pass shows it in the text that it prints, and refuses
#    a value that is none.

import re
import shlex
import subprocess
import sys

program, ours, theirs, library = sys.argv[1:]
failures = []


def run(*command):
    return subprocess.run(
        command, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def require(holds, message):
    if not holds:
        failures.append(message)


def read_registry(tool):
    """{name: {option: (type, [value, …])}} of passes, and of pipelines."""
    passes, pipelines = {}, {}
    current, entry, option = None, None, None
    for line in run(*shlex.split(tool), "--help").splitlines():
        heading = {"    Passes:": passes, "    Pass Pipelines:": pipelines}.get(line)
        if heading is not None:
            current = heading
        match = re.match(r"( +)(--?|=)([^ =]+)(?: ?=?<(\w+)>)? +-", line)
        if current is None or not match:
            continue
        indent, mark, name, kind = match.groups()
        if mark == "=":
            entry[option][1].append(name)
        elif len(indent) == 6:
            entry = current.setdefault(name, {})
        elif len(indent) == 8:
            option = name
            entry[option] = (kind or "flag", [])
        else:
            current = None  # the tool's own options
    return passes, pipelines


our_passes, our_pipelines = read_registry(ours)
for registry, upstream in zip((our_passes, our_pipelines), read_registry(theirs)):
    for name in list(registry):
        if name in upstream or name.startswith("test-"):
            del registry[name]
require(len(our_passes) > 20, f"expected passes of ours but got {list(our_passes)}")
require(len(our_pipelines) > 4, f"expected pipelines but got {list(our_pipelines)}")

symbols = run(
    "llvm-nm", "-D", "--defined-only", "--format=just-symbols", library
).split()
creations = [s for s in symbols if re.match("mlirCreateTensorSSA.*Pass$", s)]
made = run(program, "functions", *creations).split()
require(
    sorted(made) == sorted(our_passes),
    f"expected creation functions for {sorted(our_passes)} but got {sorted(made)}",
)

values = {
    "flag": ["true", "false"],
    "bool": ["true", "false"],
    "int": ["-3", "7"],
    "long": ["-3", "7"],
    "uint": ["0", "7"],
    "ulong": ["0", "7"],
    "string": ["some-text"],
}
# What is asked: text, whether it is to be accepted, what the answer must hold.
questions = []
for name in (*our_passes, *our_pipelines):
    is_pass = name in our_passes
    options = (our_passes if is_pass else our_pipelines)[name]
    count = f"{len(options)} option{'' if len(options) == 1 else 's'}"
    print(f"{name}: {count}")
    questions.append((name, True, name if is_pass else "any("))
    questions.append((name + "{no-such-option=1}", False, "no-such-option"))
    for option, (kind, listed) in options.items():
        known = listed or values.get(kind, [])
        require(known, f"{name}: expected values for option {option} <{kind}>")
        for value in known:
            text = f"{name}{{{option}={value}}}"
            questions.append((text, True, f"{option}={value}" if is_pass else ""))
        if kind != "string":
            questions.append((f"{name}{{{option}=no-such-value}}", False, ""))

answers = run(program, "parse", *(q[0] for q in questions)).splitlines()
require(
    len(answers) == len(questions),
    f"expected {len(questions)} answers but got {len(answers)}",
)
for (text, accepted, part), answer in zip(questions, answers):
    verdict, _, rest = answer.partition(" ")
    require(
        (verdict == "yes") == accepted and part in rest,
        f"{text}: expected {'it' if accepted else 'a refusal'} with '{part}' "
        f"but got '{answer}'",
    )

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
