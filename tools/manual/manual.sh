#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# manual.sh TSSA VERSION FOLDER: writes the pages of `tssa` and of its commands,
# from what they say of themselves, into FOLDER.
tool=$1 version=$2 folder=$3
script=$(dirname "$0")/manual.awk
set -e
mkdir -p "$folder"
help=$("$tool" help)
commands=$(echo "$help" | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | grep -v '^tssa$' |
  tr '\n' ' ')
cpu='TENSORSSA_CPU: the level (x86-64, x86-64-v2, x86-64-v3, x86-64-v4) above which artifacts use nothing of the CPU'
steps='TENSORSSA_INTERP_STEPS: how many ops the interpreter may run in a call; without it or 0 there is no limit'
for command in '' $commands; do
  case $command in
  '') summary='compile, run and judge imperative tensor programs' environment= ;;
  *) summary=$(echo "$help" | sed -n "s/^  $command  *//p") environment= ;;
  esac
  case $command in
  run) environment=$steps ;;
  validate) environment="$steps; $cpu" ;;
  esac
  "$tool" help $command | awk -v command="$command" -v summary="$summary" \
    -v version="$version" -v commands="$commands" \
    -v environment="$environment" -f "$script" \
    > "$folder/tssa${command:+-}$command.1"
done
