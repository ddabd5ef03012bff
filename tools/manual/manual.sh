#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# manual.sh TSSA TSSA-FUZZ VERSION FOLDER: writes the pages of `tssa`, of its
# commands and of `tssa-fuzz`, from what they say of themselves, into FOLDER.
tool=$1 fuzz=$2 version=$3 folder=$4
script=$(dirname "$0")/manual.awk
set -e
mkdir -p "$folder"
help=$("$tool" help)
commands=$(echo "$help" | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | grep -v '^tssa$' |
  tr '\n' ' ')
cpu='TENSORSSA_CPU: the level (x86-64, x86-64-v2, x86-64-v3, x86-64-v4) above which artifacts use nothing of the CPU'
steps='TENSORSSA_INTERP_STEPS: how many ops the interpreter may run in a call; without it or 0 there is no limit'
for command in '' $commands fuzz; do
  case $command in
  '') summary='compile, run and judge imperative tensor programs' environment= ;;
  fuzz) summary='random programs, run three ways and compared' environment=$steps ;;
  *) summary=$(echo "$help" | sed -n "s/^  $command  *//p") environment= ;;
  esac
  case $command in
  run) environment=$steps ;;
  validate) environment="$steps|$cpu" ;;
  esac
  case $command in
  fuzz) "$fuzz" --help ;;
  *) "$tool" help $command ;;
  esac | awk -v command="$command" -v summary="$summary" \
    -v version="$version" -v commands="$commands" \
    -v environment="$environment" -f "$script" \
    > "$folder/tssa${command:+-}$command.1"
done
