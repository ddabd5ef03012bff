#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# pages.sh TSSA FOLDER: every option of the help of a command, or of tssa-fuzz, is
# in its page; prints how many there are. Where groff is there, it has to accept all pages.
tool=$1 folder=$2
for command in compile explain fuzz run validate; do
  page=$folder/tssa-$command.1
  count=0
  case $command in
  fuzz) help=$("$tool-fuzz" --help) ;;
  *) help=$("$tool" help $command) ;;
  esac
  for option in $(echo "$help" | grep -o '^  --[a-z-]*'); do
    escaped=$(echo "$option" | sed 's/-/\\\\-/g')
    grep -q -- "^\\\\fB$escaped[=\\\\]" "$page" || {
      echo "expected $option in $page but got none"
      exit 1
    }
    count=$((count + 1))
  done
  echo "$command: $count options"
done
command -v groff > /dev/null || exit 0
for page in "$folder"/*.1; do
  said=$(groff -man -Tutf8 -ww -z "$page" 2>&1)
  if [ -n "$said" ]; then
    echo "$page: $said"
    exit 1
  fi
done
