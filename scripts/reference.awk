# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Turns a header in C into Markdown: what the file is for, then each declaration
# with its comment, if it has one.
#   awk -v name=tensorssa-c/Compiler.h -f reference.awk HEADER

function flush_code() {
  if (code != "") {
    sub(/\n+$/, "", code)
    print "```c\n" code "\n```\n"
    # Of several declarations that share a comment it stands once.
    if (doc != "")
      print doc "\n"
  }
  code = doc = ""
  depth = 0
}

NR == 1 {
  print "\n## " name "\n"
  in_intro = 1
  next
}
in_intro {
  if ($0 !~ /^\/\//) {
    in_intro = 0
    print ""
  } else {
    line = substr($0, 3)
    sub(/^ /, "", line)
    # An example in a comment is code.
    if (line ~ /^  [^ *]/)
      line = "  " line
    print line
    next
  }
}
# Between declarations only a comment begins something.
code == "" && /^\/\/\/ ?/ {
  line = $0
  sub(/^\/\/\/ ?/, "", line)
  doc = doc == "" ? line : doc "\n" line
  next
}
code == "" && /^$/ {
  # A comment that stands alone says something of what follows as a whole.
  if (doc != "")
    print doc "\n"
  doc = ""
  next
}
code == "" && (/^\/\// || /^}/ || /^extern "C"/ || /^TSSA_EXTERN_C_/ || /^struct [a-z_]*;$/) {
  next
}
# What guards a header, marks a language or an export declares nothing.
depth == 0 && /^#define ([A-Z_]*_H_?|TSSA_RT_API.*|TSSA_EXTERN_C_.*|TSSA_DEFINES_DLPACK)$/ {
  next
}
depth == 0 && /^$/ {
  flush_code()
  next
}
depth == 0 && /^\/\/\/ ?/ {
  flush_code()
  doc = $0
  sub(/^\/\/\/ ?/, "", doc)
  next
}
/^(TSSA_EXTERN_C_END|#ifdef __cplusplus)/ {
  flush_code()
  next
}
depth == 0 && /^#(include|ifndef|ifdef|if|else|elif|endif|undef)/ {
  next
}
{
  line = $0
  gsub(/MLIR_CAPI_EXPORTED |TSSA_RT_API |MLIR_CAPI_EXPORTED$|TSSA_RT_API$/, "", line)
  if (line == "" && $0 != "")
    next
  opened = gsub(/{/, "{", line)
  closed = gsub(/}/, "}", line)
  depth += opened - closed
  code = code line "\n"
}
END { flush_code() }
