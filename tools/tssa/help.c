// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The help texts of `tssa`. `usage_unknown` looks options up in them.

#include "help.h"

// clang-format off
const char help_all[] =
    "usage: tssa COMMAND FILE|- [OPTION …]\n"
    "\n"
    "  run       call a function; print what it returns and what it changes\n"
    "  validate  run functions three ways and compare every byte, and over symbols\n"
    "  explain   say what became of each mutation, and why\n"
    "  compile   make a shared library and a C header, or print a stage\n"
    "\n"
    "  tssa COMMAND --help   the options of a command\n"
    "  tssa help COMMAND     the same\n"
    "  tssa --version\n"
    "\n"
    "exit codes: 0 done, 1 input rejected or results differ, 2 wrong usage,\n"
    "            3 not decided (validate)\n"
    "\n"
    "example: tssa run examples/loop-over-rows.mlir --random=1\n";

#define OPTION_ERRORS                                                         \
    "  --errors=fast|precise  after an error, what arguments hold is open\n"   \
    "                         (fast), or is what was written up to it\n"

#define OPTION_PLUGIN                                                          \
    "  --load-dialect-plugin=FILE.so\n"                                        \
    "                         another dialect; may be given several times\n"

#define OPTIONS_COMPILER                                                       \
    OPTION_ERRORS                                                             \
    "  --fallback=remark|error\n"                                              \
    "                         what it is that a function stays imperative\n"   \
    OPTION_PLUGIN                                                              \
    "  --lower-with=PASSES    a pass pipeline that brings ops of other\n"      \
    "                         dialects to those that are lowered here\n"
const char help_run[] =
    "usage: tssa run FILE|- [OPTION …]\n"
    "\n"
    "Calls a function; prints its results and the arguments that it changed.\n"
    "\n"
    "  --entry=NAME           which function; needed if several are public\n"
    "  --input=VALUE          the next argument: 3, 1.5, true, [[1,2],[3,4]],\n"
    "                         FILE.npy, or FILE.npy:SIZES:STRIDES:OFFSET, a part of\n"
    "                         what the file holds (2,3:3,1:4)\n"
    "  --random=SEED          draw the arguments that have no --input=\n"
    "  --dims=N,…             their dynamic sizes in the order of the arguments, the\n"
    "                         last one for all others; without it all are 4\n"
    "  --imperative           compile the program as it stands, not functionalized\n"
    "  --interpret            run it by the interpreter, compile nothing\n"
    "  --print-inputs         print the arguments before the call\n"
    "  --quiet                print types, no elements\n"
    "  --output-dir=DIR       write results and changed arguments as .npy files\n"
    "  --repeat=N             call it N times more and print the time\n"
    "  --numerics=strict|default|fast\n"
    "                         how freely sums and products may be rounded\n"
    OPTIONS_COMPILER
    "\n"
    "exit codes: 0 done, 1 program or input rejected or a run-time error,\n"
    "            2 wrong usage\n"
    "\n"
    "example: tssa run examples/loop-over-rows.mlir --random=1 --print-inputs\n";

const char help_validate[] =
    "usage: tssa validate FILE|- [OPTION …]\n"
    "\n"
    "Runs each public function three ways on equal inputs: by the interpreter, as\n"
    "imperative and as functionalized code. Compares errors, results and every byte\n"
    "of the arguments' storages, then does it again over symbols. The argument\n"
    "attribute tssa.test says which inputs a function takes.\n"
    "\n"
    "  --entry=NAME           only this function\n"
    "  --random=SEED          other inputs (default 0)\n"
    "  --rounds=N             how many (default 20)\n"
    "  --expect-functional    it is a failure that a function stays imperative\n"
    "  --print-inputs         print the inputs of every round\n"
    "  --artifact             also as a shared library that is compiled ahead of\n"
    "                         time and loaded\n"
    "  --skip-interpreter     only the two compiled forms, for ops that the\n"
    "                         interpreter does not have; no symbols either\n"
    "  --skip-symbolic        no symbols\n"
    "  --symbolic             only over symbols; nothing is compiled to code\n"
    "  --paths=N              paths over symbols for each shape (default 256)\n"
    "  --integers=N           values for an integer that decides (default 6)\n"
    "  --against=FILE         compare with the functions of another file\n"
    "  --against-entry=NAME   the name of the function there\n"
    "  --output-dir=DIR       where a counterexample over symbols goes\n"
    "  --input=VALUE          only on these inputs, interpreted, as for tssa run\n"
    "  --dims=N,…             as for tssa run, with --input=\n"
    "  --numerics=strict|default|fast\n"
    "                         strict is the default: all ways round alike\n"
    OPTIONS_COMPILER
    "\n"
    "exit codes: 0 equal, 1 different or rejected, 2 wrong usage, 3 not decided:\n"
    "            no difference, but somewhere nobody could judge\n"
    "\n"
    "example: tssa validate examples/loop-over-rows.mlir --rounds=40\n";

const char help_explain[] =
    "usage: tssa explain FILE|- [OPTION …]\n"
    "\n"
    "Says of each write whether it became functional, and if not, why.\n"
    "\n"
    "  --format=text|json|svg|html\n"
    "                         as text (the default), as data, as a picture of the\n"
    "                         storages with the views of them, as a page with both\n"
    OPTION_ERRORS
    OPTION_PLUGIN
    "\n"
    "exit codes: 0 done, 1 program rejected, 2 wrong usage\n"
    "\n"
    "example: tssa explain examples/branch.mlir\n";

const char help_compile[] =
    "usage: tssa compile FILE|- [OPTION …]\n"
    "\n"
    "Compiles a program to a shared library with a C header, or prints it after a\n"
    "stage of the compilation.\n"
    "\n"
    "  --emit=tensorssa|linalg|memref|llvm|llvm-ir|object|shared\n"
    "                         in functional form (the default), in linalg on\n"
    "                         tensors, in memory, as LLVM dialect; as LLVM IR, an\n"
    "                         object, a shared library. Without it the output's\n"
    "                         name decides: .mlir is functional form, .ll LLVM IR,\n"
    "                         .o an object, .so a shared library\n"
    "  --header=FILE.h        the C header of an object, shared library or LLVM IR\n"
    "  --name=NAME            how names in the header begin (default: the output's)\n"
    "  --cpu=CPU,…|native     the CPUs that code is made for, of which the best one\n"
    "                         that runs is used: x86-64, x86-64-v2, x86-64-v3,\n"
    "                         x86-64-v4 (default: all but the first)\n"
    "  --linker=PROGRAM       what links as cc does (default: cc, clang or gcc)\n"
    "  --imperative           lower the program as it stands, not functionalized\n"
    "  -o FILE, --output=FILE instead of standard output\n"
    "  --numerics=strict|default|fast\n"
    "                         how freely sums and products may be rounded\n"
    OPTIONS_COMPILER
    "\n"
    "exit codes: 0 done, 1 program rejected, 2 wrong usage\n"
    "\n"
    "example: tssa compile examples/branch.mlir -o branch.so --header=branch.h\n";
// clang-format on
