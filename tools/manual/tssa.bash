# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Completion of tssa, tssa-fuzz and tssa-opt for bash. Commands, options and their values are
# what the tools say of themselves, so nothing here has to follow them.

# The options that a help has, a word each: `--errors=fast|precise`, `-o`.
_tssa_options() {
  sed -n 's/^  *\(-[^ ]*[^ ,]\),\{0,1\}\( .*\)\{0,1\}$/\1/p' <<<"$1"
  # A second name, after a comma: `-o FILE, --output=FILE`.
  sed -n 's/^  *-[^,]*, \(--[^ ]*\).*/\1/p' <<<"$1"
}

# Files whose name ends as given, and folders.
_tssa_files() {
  local current=$1 pattern=$2 file
  while IFS= read -r file; do
    if [[ -d $file ]]; then
      COMPREPLY+=("$file/")
      compopt -o nospace 2>/dev/null
    elif [[ $file =~ $pattern ]]; then
      COMPREPLY+=("$file")
    fi
  done < <(compgen -f -- "$current")
}

# The values that an option of a help takes, as in `--errors=fast|precise`. Of CPUs
# there may be several, with commas between them; the help names them in its text.
_tssa_values() {
  local current=$1 options=$2 name=$3 help=$4 line values before
  line=$(grep -m1 -- "^$name=" <<<"$options") || return
  values=${line#*=}
  case $values in
  *FILE* | *DIR* | PATH | VALUE) _tssa_files "$current" '.' ;;
  CPU,*'|'*)
    before=${current%"${current##*,}"}
    [[ -n $before ]] && values= || values=${values#*|}
    values+=" $(grep -o 'x86-64[-v0-9]*' <<<"$help" | sort -u)"
    COMPREPLY=($(compgen -W "$values" -- "${current##*,}"))
    COMPREPLY=("${COMPREPLY[@]/#/$before}")
    ;;
  *'|'*)
    COMPREPLY=($(compgen -W "$(tr '|' ' ' <<<"$values")" -- "$current"))
    ;;
  esac
}

_tssa() {
  local line word current name help= options tool=$1 command
  COMPREPLY=()
  # One word of the line, whatever readline takes for the end of a word.
  line=${COMP_LINE:0:COMP_POINT}
  word=${line##* }
  if [[ ${tool##*/} == tssa ]]; then
    command=${COMP_WORDS[1]}
    if ((COMP_CWORD <= 1)) || [[ $command == help ]]; then
      options=$("$tool" help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
      options=${options//tssa/}
      case $COMP_CWORD in
      0 | 1) options+=" help --help --version" ;;
      2) ;;
      *) return ;;
      esac
      COMPREPLY=($(compgen -W "$options" -- "$word"))
      return
    fi
    # Nothing follows what is no command.
    help=$("$tool" help "$command" 2>/dev/null) || return
  elif [[ $word == -* ]]; then
    help=$("$tool" --help 2>/dev/null)
  fi
  options=$(_tssa_options "$help")
  case $word in
  --*=*)
    name=${word%%=*} current=${word#*=}
    _tssa_values "$current" "$options" "$name" "$help"
    # Where `=` ends a word, readline replaces only what comes after it.
    if [[ $COMP_WORDBREAKS != *=* ]]; then
      COMPREPLY=("${COMPREPLY[@]/#/$name=}")
    fi
    ;;
  -*)
    options=$(sed 's/=.*/=/' <<<"$options")
    COMPREPLY=($(compgen -W "$options" -- "$word"))
    if [[ ${COMPREPLY[0]} == *= ]]; then
      compopt -o nospace 2>/dev/null
    fi
    ;;
  *)
    if [[ ${COMP_WORDS[COMP_CWORD - 1]} == -o ]]; then
      _tssa_files "$word" '.'
    elif [[ ${tool##*/} != tssa-fuzz ]]; then
      _tssa_files "$word" '\.(mlir|mlirbc)$'
    fi
    ;;
  esac
}

complete -F _tssa tssa tssa-fuzz tssa-opt
