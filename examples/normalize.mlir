// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image made ready for a network: channels swapped, mean subtracted, scaled.
//
//   def normalize(image, mean, scale):     # image: [height, width, 3]
//       red = image[..., 0].clone()
//       image[..., 0] = image[..., 2]
//       image[..., 2] = red
//       image.sub_(mean).mul_(scale)

!image = !tssa.ref<?x?x3xf32>
!channel = !tssa.ref<?x?xf32>

func.func @normalize(%image: !image, %mean: tensor<3xf32>, %scale: tensor<3xf32>) {
  %first = view.of #view.select<2, 0> %image : !image -> !channel
  %last = view.of #view.select<2, 2> %image : !image -> !channel
  %red = tssa.read %first : !channel
  %blue = tssa.read %last : !channel
  tssa.write %blue, %first : !channel
  tssa.write %red, %last : !channel
  %0 = tssa.read %image : !image
  %1 = tssa.sub %0, %mean : (tensor<?x?x3xf32>, tensor<3xf32>) -> tensor<?x?x3xf32>
  tssa.write %1, %image : !image
  %2 = tssa.read %image : !image
  %3 = tssa.mul %2, %scale : (tensor<?x?x3xf32>, tensor<3xf32>) -> tensor<?x?x3xf32>
  tssa.write %3, %image : !image
  return
}
