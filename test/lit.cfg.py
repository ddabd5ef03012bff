# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What all tests share: tools on the path, and these substitutions:
#   %tensorssa_libs    the folder of our shared libraries
#   %tensorssa_plugin  TensorSSAPlugin.so
#   %test_plugin       TensorSSATestPlugin.so
#   %mlir_libs         the folder of MLIR's shared libraries
#   %tensorssa_src     the top of the sources
#   %tensorssa_obj     the top of the build
#   %mlir_include      the folder of MLIR's headers
#   %test_bin          the folder of the C test programs
#   %host_cc %host_cxx the compilers of this build
#   %compiler_launcher what they are started by (ccache), or nothing
#   %python            the Python that runs lit

import os
import platform
import sys

import lit.formats
import lit.util
from lit.llvm import llvm_config

config.name = "TensorSSA"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "support"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tensorssa_obj_root, "test")

bin_dir = os.path.join(config.tensorssa_obj_root, "bin")
lib_dir = os.path.join(config.tensorssa_obj_root, "lib")

llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", bin_dir, append_path=True)
# What a user's environment says about the tool must not decide tests.
for variable in list(config.environment):
    if variable.startswith("TENSORSSA_"):
        del config.environment[variable]

config.substitutions += [
    ("%tensorssa_libs", lib_dir),
    ("%tensorssa_plugin", os.path.join(lib_dir, "TensorSSAPlugin.so")),
    ("%test_plugin", os.path.join(lib_dir, "TensorSSATestPlugin.so")),
    ("%mlir_libs", os.path.join(os.path.dirname(config.llvm_tools_dir), "lib")),
    ("%tensorssa_src", config.tensorssa_src_root),
    ("%tensorssa_obj", config.tensorssa_obj_root),
    ("%mlir_include", config.mlir_include),
    ("%python", sys.executable),
    ("%test_bin", os.path.join(config.test_exec_root, "bin")),
    ("%host_cc", config.host_cc),
    ("%host_cxx", config.host_cxx),
    ("%compiler_launcher", config.compiler_launcher),
]

if lit.util.which("valgrind", config.environment["PATH"]):
    config.available_features.add("valgrind")
if os.geteuid() == 0:
    config.available_features.add("root")
if platform.machine() == "x86_64":
    config.available_features.add("x86_64")

if config.tensorssa_asan:
    config.available_features.add("asan")
    # Allocations that are too large shall return NULL, as they do elsewhere.
    # LLVM's allocators mark memory as unusable by code that is inlined into ours,
    # and as usable again by code in libLLVM, which has no sanitizer.
    config.environment["ASAN_OPTIONS"] = (
        "allocator_may_return_null=1:allow_user_poisoning=0"
    )
    # The sanitizer must come first into a tool that is not built with it and
    # loads the plugin.
    config.substitutions.append(
        ("mlir-opt-22", "env LD_PRELOAD=%s mlir-opt-22" % config.asan_runtime)
    )

# A test that hangs fails. lit needs psutil to stop it and all its children.
supported, _ = lit.util.killProcessAndChildrenIsSupported()
if supported:
    lit_config.maxIndividualTestTime = 600
