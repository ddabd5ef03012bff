// A loop without end.
func.func @forever() {
  cf.br ^again
^again:
  cf.br ^again
}
// CALL: forever
