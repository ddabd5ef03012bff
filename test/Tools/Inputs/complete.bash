# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# complete.bash COMPLETION LINE...: what bash would offer at the end of each line,
# sorted, in one line each.
source "$1"
shift
for line in "$@"; do
  COMP_LINE=$line COMP_POINT=${#line}
  # As readline cuts: blanks end words, and so does `=`, which is one itself.
  read -ra COMP_WORDS <<<"${line//=/ = }"
  if [[ $line == *" " || $line == *= ]]; then COMP_WORDS+=(""); fi
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _tssa "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  echo "$line:" $(printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort)
done
