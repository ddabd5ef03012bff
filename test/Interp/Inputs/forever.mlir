// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop without end.
func.func @forever() {
  cf.br ^again
^again:
  cf.br ^again
}
// CALL: forever
