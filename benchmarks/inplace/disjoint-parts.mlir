// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One part is read after another was written.
//     x[:300] += y; x[300:] += x[:300]

func.func @disjoint_parts(%x: !tssa.ref<600xf32>, %y: tensor<300xf32>) {
  %a = view.of #view.slice<0, 0 : 300 : 1> %x : !tssa.ref<600xf32> -> !tssa.ref<300xf32>
  %b = view.of #view.slice<0, 300 : 600 : 1> %x : !tssa.ref<600xf32> -> !tssa.ref<300xf32>
  %0 = tssa.read %a : !tssa.ref<300xf32>
  %1 = tssa.add %0, %y : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
  tssa.write %1, %a : !tssa.ref<300xf32>
  %2 = tssa.read %b : !tssa.ref<300xf32>
  %3 = tssa.read %a : !tssa.ref<300xf32>
  %4 = tssa.add %2, %3 : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
  tssa.write %4, %b : !tssa.ref<300xf32>
  return
}
