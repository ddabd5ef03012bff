#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# headers.sh INCLUDE TEMPORARY CC CXX FLAG...: each header of the C interface
# below the folder INCLUDE, and then all of them and the runtime's in one file,
# compile as strict C11 and as C++17.
include=$1 temporary=$2 cc=$3 cxx=$4
shift 4

# What comes in as lines of includes is compiled.
compile() {
  cat > "$temporary.c"
  "$cc" -std=c11 -Wall -Wextra -Werror -pedantic -Wstrict-prototypes "$@" \
    -fsyntax-only "$temporary.c" || exit 1
  "$cxx" -x c++ -std=c++17 -Wall -Wextra -Werror -pedantic "$@" \
    -fsyntax-only "$temporary.c" || exit 1
}

cd "$include" || exit 1
for header in tensorssa-c/*.h; do
  echo "#include \"$header\"" | compile "$@"
done
for order in sort "sort -r"; do
  ls tensorssa-c/*.h tensorssa-runtime/*.h | $order |
    sed 's/.*/#include "&"/' | compile "$@"
done
