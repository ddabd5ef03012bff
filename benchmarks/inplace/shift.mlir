// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part is written from one that overlaps it. The old elements have to be
// kept somewhere.
//     x[1:] = x[:-1].clone()

func.func @shift(%x: !tssa.ref<300xf32>) {
  %from = view.of #view.slice<0, 0 : 299 : 1> %x : !tssa.ref<300xf32> -> !tssa.ref<299xf32>
  %to = view.of #view.slice<0, 1 : 300 : 1> %x : !tssa.ref<300xf32> -> !tssa.ref<299xf32>
  %0 = tssa.read %from : !tssa.ref<299xf32>
  tssa.write %0, %to : !tssa.ref<299xf32>
  return
}
