#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# chroot.sh ROOT PROGRAM LIBRARY...: makes a folder in which PROGRAM, as /main,
# finds the libraries, the C library and libm of this system, and nothing else.
root=$1 program=$2
shift 2
mkdir -p "$root/lib" || exit 1
cp "$program" "$root/main" || exit 1
cp "$@" "$root/lib" || exit 1
# What the C library is: it and libm, by the names that they are asked for, and the
# program that loads them, where the program says that it is.
for library in libc.so.6 libm.so.6; do
  cp "$("${CC:-cc}" -print-file-name=$library)" "$root/lib/$library" || exit 1
done
loader=$(llvm-readelf -l "$program" | sed -n 's/.*interpreter: \(.*\)\]/\1/p')
mkdir -p "$root/$(dirname "$loader")" && cp "$loader" "$root/$loader"
