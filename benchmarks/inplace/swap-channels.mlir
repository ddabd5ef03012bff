// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of the innermost dimension change places, then all is scaled.
//     red = x[..., 0].clone(); x[..., 0] = x[..., 2]; x[..., 2] = red
//     x.sub_(mean).mul_(scale)

!image = !tssa.ref<?x?x3xf32>
!channel = !tssa.ref<?x?xf32>
func.func @swap_channels(%x: !image, %mean: tensor<3xf32>, %scale: tensor<3xf32>) {
  %first = view.of #view.select<2, 0> %x : !image -> !channel
  %last = view.of #view.select<2, 2> %x : !image -> !channel
  %red = tssa.read %first : !channel
  %blue = tssa.read %last : !channel
  tssa.write %blue, %first : !channel
  tssa.write %red, %last : !channel
  %0 = tssa.read %x : !image
  %1 = tssa.sub %0, %mean : (tensor<?x?x3xf32>, tensor<3xf32>) -> tensor<?x?x3xf32>
  tssa.write %1, %x : !image
  %2 = tssa.read %x : !image
  %3 = tssa.mul %2, %scale : (tensor<?x?x3xf32>, tensor<3xf32>) -> tensor<?x?x3xf32>
  tssa.write %3, %x : !image
  return
}
