# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Counts the results that lit wrote as JSON: prints two numbers, passed and
# failed. A test that was unresolved, timed out or passed against expectation
# failed. A suite that ran nothing, or that ended with an error which no test
# shows, counts as one failure.
#   count-results.py RESULTS.json EXIT-STATUS

import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
NOT_RUN = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def main():
    path, status = sys.argv[1], int(sys.argv[2])
    try:
        with open(path, encoding="utf-8") as file:
            codes = [test["code"] for test in json.load(file)["tests"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print("cannot read the results: %s" % error, file=sys.stderr)
        print("0 1")
        return
    passed = sum(code in PASSED for code in codes)
    failed = sum(code not in PASSED and code not in NOT_RUN for code in codes)
    if failed == 0 and (passed == 0 or status != 0):
        failed = 1
    print(passed, failed)


main()
