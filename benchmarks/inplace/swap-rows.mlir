// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two rows change places.
//     t = x[i].clone(); x[i] = x[j]; x[j] = t

func.func @swap_rows(%x: !tssa.ref<?x300xf32> {tssa.test = [[3, 4, 1], 300]}, %i: index {tssa.test = [0, 1, 2, -1]}, %j: index {tssa.test = [1, 0, 2]}) {
  %a = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x300xf32> -> !tssa.ref<300xf32>
  %b = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?x300xf32> -> !tssa.ref<300xf32>
  %0 = tssa.read %a : !tssa.ref<300xf32>
  %1 = tssa.read %b : !tssa.ref<300xf32>
  tssa.write %1, %a : !tssa.ref<300xf32>
  tssa.write %0, %b : !tssa.ref<300xf32>
  return
}
