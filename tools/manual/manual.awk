# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Turns the help of a command of `tssa` into its page of the manual.
#   awk -v command=run -v summary=TEXT -v version=0.1.0 -v commands="run compile"
#       -v environment='NAME: TEXT|NAME: TEXT' -f manual.awk < HELP
# `command` is empty for `tssa` itself. Sections of a help are told apart by how
# their first line begins: "usage:", "exit codes:", "example:", two spaces.

function escape(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  gsub(/…/, "...", text)
  if (text ~ /^[.']/)
    text = "\\&" text
  return text
}

function heading(name) {
  if (section != name)
    print ".SH " name
  section = name
}

# The name of an option bold, what it takes as it is.
function option(text,   at) {
  at = match(text, /[= ]/)
  if (at == 0 || text ~ /^-o FILE/)
    return "\\fB" escape(text) "\\fR"
  return "\\fB" escape(substr(text, 1, at)) "\\fR" escape(substr(text, at + 1))
}

BEGIN {
  page = command == "" ? "tssa" : "tssa-" command
  printf ".TH %s 1 \"\" \"TensorSSA %s\" \"TensorSSA\"\n", toupper(page), version
  print ".SH NAME"
  print escape(page) " \\- " escape(summary)
  column = command == "" ? 0 : 25
}

/^usage: / {
  heading("SYNOPSIS")
  print ".B " escape(substr($0, 8))
  next
}
/^exit codes: / {
  heading("EXIT STATUS")
  print escape(substr($0, 13))
  next
}
/^example: / {
  heading("EXAMPLES")
  print ".nf\n" escape(substr($0, 10)) "\n.fi"
  next
}
/^$/ { next }

# An option or, of tssa itself, a command: its text begins on the same line or on
# the next one.
/^  [^ ]/ {
  heading(command == "" ? "COMMANDS" : "OPTIONS")
  line = substr($0, 3)
  text = ""
  if (command == "") {
    at = match(line, /  +/)
  } else {
    # The text begins in a column of its own.
    at = substr($0, column, 1) == " " && length($0) > column ? column - 2 : 0
  }
  if (at > 0) {
    text = substr(line, at)
    line = substr(line, 1, at - 1)
  }
  sub(/ +$/, "", line)
  sub(/^ +/, "", text)
  print ".TP"
  print option(line)
  if (text != "")
    print escape(text)
  next
}
{
  if (section == "SYNOPSIS")
    heading("DESCRIPTION")
  sub(/^ +/, "")
  print escape($0)
}

END {
  if (environment != "") {
    print ".SH ENVIRONMENT"
    n = split(environment, parts, /\|/)
    for (i = 1; i <= n; ++i) {
      at = index(parts[i], ": ")
      print ".TP\n.B " escape(substr(parts[i], 1, at - 1))
      print escape(substr(parts[i], at + 2))
    }
  }
  print ".SH SEE ALSO"
  n = split(commands, names, " ")
  others = command == "" ? "" : ".BR tssa (1)"
  for (i = 1; i <= n; ++i)
    if (names[i] != command)
      others = others (others == "" ? "" : ",\n") ".BR tssa\\-" names[i] " (1)"
  if (command != "fuzz")
    others = others ",\n.BR tssa\\-fuzz (1)"
  print others ",\n.BR tssa\\-opt (1)"
}
