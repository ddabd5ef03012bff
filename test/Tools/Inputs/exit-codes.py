# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints the exit code of `tssa validate` for each function of the test, and
# with some options.

import subprocess
import sys

tool, program = sys.argv[1:]
scratch = [
    "--symbolic",
    "--input=[1,2,3]",
    "--input=[[1,2,3]]",
    "--skip-interpreter",
    "--frobnicate",
]
runs = [
    (function, [])
    for function in ["scratch", "some_rounds", "endless", "calls_host", "judged"]
]
for function, options in runs + [("scratch", [option]) for option in scratch]:
    command = [tool, "validate", program, "--entry=" + function, "--rounds=4"]
    run = subprocess.run(command + options, capture_output=True)
    print(*[function] + options, run.returncode)
