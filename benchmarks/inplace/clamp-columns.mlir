// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every other column, through a view.
//     boxes[:, 0::2].clamp_(0, w); boxes[:, 1::2].clamp_(0, h)

func.func @clamp_columns(%boxes: !tssa.ref<?x4xf32>, %w: f64, %h: f64) {
  %zero = arith.constant 0.0 : f64
  %xs = view.of #view.slice<1, 0 : 4 : 2> %boxes : !tssa.ref<?x4xf32> -> !tssa.ref<?x2xf32>
  %ys = view.of #view.slice<1, 1 : 4 : 2> %boxes : !tssa.ref<?x4xf32> -> !tssa.ref<?x2xf32>
  %0 = tssa.read %xs : !tssa.ref<?x2xf32>
  %1 = tssa.clamp %0 min %zero max %w : (tensor<?x2xf32>, f64, f64) -> tensor<?x2xf32>
  tssa.write %1, %xs : !tssa.ref<?x2xf32>
  %2 = tssa.read %ys : !tssa.ref<?x2xf32>
  %3 = tssa.clamp %2 min %zero max %h : (tensor<?x2xf32>, f64, f64) -> tensor<?x2xf32>
  tssa.write %3, %ys : !tssa.ref<?x2xf32>
  return
}
