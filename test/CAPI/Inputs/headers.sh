#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# headers.sh FOLDER TEMPORARY CC CXX FLAG...: each header of the folder compiles by
# itself, as strict C11 and as C++17.
folder=$1 temporary=$2 cc=$3 cxx=$4
shift 4
for header in "$folder"/*.h; do
  echo "#include \"$header\"" > "$temporary.c"
  "$cc" -std=c11 -Wall -Wextra -Werror -pedantic -Wstrict-prototypes "$@" \
    -fsyntax-only "$temporary.c" || exit 1
  "$cxx" -x c++ -std=c++17 -Wall -Wextra -Werror -pedantic "$@" \
    -fsyntax-only "$temporary.c" || exit 1
done
