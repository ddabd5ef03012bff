# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The tests of the grid dialect: the stock mlir-opt with two plugins, and
# TensorSSA's own tool with one.
#   %opt      mlir-opt that knows both dialects
#   %swapped  the same, the plugins loaded in the other order
#   %tssa     TensorSSA's tool
#   %run      its options for programs of this dialect
import os

import lit.formats

config.name = "Grid"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools_dir, os.environ["PATH"]]
)

ours = "--load-dialect-plugin=" + config.grid_plugin
theirs = "--load-dialect-plugin=" + config.tensorssa_plugin
config.substitutions += [
    ("%opt", "mlir-opt %s %s" % (theirs, ours)),
    ("%swapped", "mlir-opt %s %s" % (ours, theirs)),
    ("%tssa", config.tssa),
    ("%run", ours + " --lower-with=convert-grid-to-scf"),
]
