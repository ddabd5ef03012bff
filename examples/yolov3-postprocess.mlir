// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What follows a YOLOv3 network: boxes decoded and scores filtered, written as a
// PyTorch program does it, through views and in place. The maps hold, for each of
// s x s cells and three anchors, 85 numbers: centre, size, confidence, 80 class
// scores. yolov3-postprocess.c is the same by hand.

!map0 = !tssa.ref<1x255x10x10xf32>
!grid0 = !tssa.ref<10x10x3x85xf32>
!map1 = !tssa.ref<1x255x20x20xf32>
!grid1 = !tssa.ref<20x20x3x85xf32>
!map2 = !tssa.ref<1x255x40x40xf32>
!grid2 = !tssa.ref<40x40x3x85xf32>
!all = !tssa.ref<6300x85xf32>

func.func @yolov3(%map0: !map0, %map1: !map1, %map2: !map2)
    -> (!tssa.ref<?x4xf32>, !tssa.ref<?xf32>, !tssa.ref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %0 = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64

  // pred = torch.empty(6300, 85): all levels, one row a box
  %empty = tssa.full %0 : f64 -> tensor<6300x85xf32>
  %pred = tssa.alloc %empty : tensor<6300x85xf32> -> !all

  // level 0: rows 0 to 300 as a grid of cells and anchors
  %rows0 = view.of #view.slice<0, 0 : 300 : 1> %pred : !all -> !tssa.ref<300x85xf32>
  %grid0 = view.of #view.reshape<[10, 10, 3, 85]> %rows0 : !tssa.ref<300x85xf32> -> !grid0
  // grid.copy_(map.view(3, 85, 10, 10).permute(2, 3, 0, 1))
  %in0 = tssa.read %map0 : !map0
  %split0 = view.access #view.reshape<[3, 85, 10, 10]> %in0 : tensor<1x255x10x10xf32> -> tensor<3x85x10x10xf32>
  %cells0 = view.access #view.permute<[2, 3, 0, 1]> %split0 : tensor<3x85x10x10xf32> -> tensor<10x10x3x85xf32>
  tssa.write %cells0, %grid0 : !grid0

  // level 1: rows 300 to 1500 as a grid of cells and anchors
  %rows1 = view.of #view.slice<0, 300 : 1500 : 1> %pred : !all -> !tssa.ref<1200x85xf32>
  %grid1 = view.of #view.reshape<[20, 20, 3, 85]> %rows1 : !tssa.ref<1200x85xf32> -> !grid1
  // grid.copy_(map.view(3, 85, 20, 20).permute(2, 3, 0, 1))
  %in1 = tssa.read %map1 : !map1
  %split1 = view.access #view.reshape<[3, 85, 20, 20]> %in1 : tensor<1x255x20x20xf32> -> tensor<3x85x20x20xf32>
  %cells1 = view.access #view.permute<[2, 3, 0, 1]> %split1 : tensor<3x85x20x20xf32> -> tensor<20x20x3x85xf32>
  tssa.write %cells1, %grid1 : !grid1

  // level 2: rows 1500 to 6300 as a grid of cells and anchors
  %rows2 = view.of #view.slice<0, 1500 : 6300 : 1> %pred : !all -> !tssa.ref<4800x85xf32>
  %grid2 = view.of #view.reshape<[40, 40, 3, 85]> %rows2 : !tssa.ref<4800x85xf32> -> !grid2
  // grid.copy_(map.view(3, 85, 40, 40).permute(2, 3, 0, 1))
  %in2 = tssa.read %map2 : !map2
  %split2 = view.access #view.reshape<[3, 85, 40, 40]> %in2 : tensor<1x255x40x40xf32> -> tensor<3x85x40x40xf32>
  %cells2 = view.access #view.permute<[2, 3, 0, 1]> %split2 : tensor<3x85x40x40xf32> -> tensor<40x40x3x85xf32>
  tssa.write %cells2, %grid2 : !grid2

  // pred[:, :2].sigmoid_(); pred[:, 4:].sigmoid_()
  %centre = view.of #view.slice<1, 0 : 2 : 1> %pred : !all -> !tssa.ref<6300x2xf32>
  %1 = tssa.read %centre : !tssa.ref<6300x2xf32>
  %2 = tssa.sigmoid %1 : tensor<6300x2xf32> -> tensor<6300x2xf32>
  tssa.write %2, %centre : !tssa.ref<6300x2xf32>
  %raw = view.of #view.slice<1, 4 : 85 : 1> %pred : !all -> !tssa.ref<6300x81xf32>
  %3 = tssa.read %raw : !tssa.ref<6300x81xf32>
  %4 = tssa.sigmoid %3 : tensor<6300x81xf32> -> tensor<6300x81xf32>
  tssa.write %4, %raw : !tssa.ref<6300x81xf32>

  // level 0: grid[..., 0] = (grid[..., 0] + column) * 32; grid[..., 1] likewise
  %stride0 = arith.constant 32.0 : f64
  %cell0 = tssa.arange %zero, %one : i64 -> tensor<10xi64>
  %column0 = view.access #view.reshape<[1, 10, 1]> %cell0 : tensor<10xi64> -> tensor<1x10x1xi64>
  %row0 = view.access #view.reshape<[10, 1, 1]> %cell0 : tensor<10xi64> -> tensor<10x1x1xi64>
  %x0 = view.of #view.select<3, 0> %grid0 : !grid0 -> !tssa.ref<10x10x3xf32>
  %x0a = tssa.read %x0 : !tssa.ref<10x10x3xf32>
  %x0b = tssa.add %x0a, %column0 : (tensor<10x10x3xf32>, tensor<1x10x1xi64>) -> tensor<10x10x3xf32>
  %x0c = tssa.mul %x0b, %stride0 : (tensor<10x10x3xf32>, f64) -> tensor<10x10x3xf32>
  tssa.write %x0c, %x0 : !tssa.ref<10x10x3xf32>
  %y0 = view.of #view.select<3, 1> %grid0 : !grid0 -> !tssa.ref<10x10x3xf32>
  %y0a = tssa.read %y0 : !tssa.ref<10x10x3xf32>
  %y0b = tssa.add %y0a, %row0 : (tensor<10x10x3xf32>, tensor<10x1x1xi64>) -> tensor<10x10x3xf32>
  %y0c = tssa.mul %y0b, %stride0 : (tensor<10x10x3xf32>, f64) -> tensor<10x10x3xf32>
  tssa.write %y0c, %y0 : !tssa.ref<10x10x3xf32>
  // for a in range(3): grid[:, :, a, 2:4] = exp(grid[:, :, a, 2:4]) * anchor[a]
  %anchors0 = arith.constant dense<[[116.0, 90.0], [156.0, 198.0], [373.0, 326.0]]> : tensor<3x2xf32>
  scf.for %a = %c0 to %c3 step %c1 {
    %i = tssa.check_index %a, %c3
    %anchor = view.access #view.select<0, ?> %anchors0[%i] : tensor<3x2xf32> -> tensor<2xf32>
    %boxes = view.of #view.select<2, ?> %grid0[%i] : !grid0 -> !tssa.ref<10x10x85xf32>
    %size = view.of #view.slice<2, 2 : 4 : 1> %boxes : !tssa.ref<10x10x85xf32> -> !tssa.ref<10x10x2xf32>
    %5 = tssa.read %size : !tssa.ref<10x10x2xf32>
    %6 = tssa.exp %5 : tensor<10x10x2xf32> -> tensor<10x10x2xf32>
    %7 = tssa.mul %6, %anchor : (tensor<10x10x2xf32>, tensor<2xf32>) -> tensor<10x10x2xf32>
    tssa.write %7, %size : !tssa.ref<10x10x2xf32>
  }

  // level 1: grid[..., 0] = (grid[..., 0] + column) * 16; grid[..., 1] likewise
  %stride1 = arith.constant 16.0 : f64
  %cell1 = tssa.arange %zero, %one : i64 -> tensor<20xi64>
  %column1 = view.access #view.reshape<[1, 20, 1]> %cell1 : tensor<20xi64> -> tensor<1x20x1xi64>
  %row1 = view.access #view.reshape<[20, 1, 1]> %cell1 : tensor<20xi64> -> tensor<20x1x1xi64>
  %x1 = view.of #view.select<3, 0> %grid1 : !grid1 -> !tssa.ref<20x20x3xf32>
  %x1a = tssa.read %x1 : !tssa.ref<20x20x3xf32>
  %x1b = tssa.add %x1a, %column1 : (tensor<20x20x3xf32>, tensor<1x20x1xi64>) -> tensor<20x20x3xf32>
  %x1c = tssa.mul %x1b, %stride1 : (tensor<20x20x3xf32>, f64) -> tensor<20x20x3xf32>
  tssa.write %x1c, %x1 : !tssa.ref<20x20x3xf32>
  %y1 = view.of #view.select<3, 1> %grid1 : !grid1 -> !tssa.ref<20x20x3xf32>
  %y1a = tssa.read %y1 : !tssa.ref<20x20x3xf32>
  %y1b = tssa.add %y1a, %row1 : (tensor<20x20x3xf32>, tensor<20x1x1xi64>) -> tensor<20x20x3xf32>
  %y1c = tssa.mul %y1b, %stride1 : (tensor<20x20x3xf32>, f64) -> tensor<20x20x3xf32>
  tssa.write %y1c, %y1 : !tssa.ref<20x20x3xf32>
  // for a in range(3): grid[:, :, a, 2:4] = exp(grid[:, :, a, 2:4]) * anchor[a]
  %anchors1 = arith.constant dense<[[30.0, 61.0], [62.0, 45.0], [59.0, 119.0]]> : tensor<3x2xf32>
  scf.for %a = %c0 to %c3 step %c1 {
    %i = tssa.check_index %a, %c3
    %anchor = view.access #view.select<0, ?> %anchors1[%i] : tensor<3x2xf32> -> tensor<2xf32>
    %boxes = view.of #view.select<2, ?> %grid1[%i] : !grid1 -> !tssa.ref<20x20x85xf32>
    %size = view.of #view.slice<2, 2 : 4 : 1> %boxes : !tssa.ref<20x20x85xf32> -> !tssa.ref<20x20x2xf32>
    %5 = tssa.read %size : !tssa.ref<20x20x2xf32>
    %6 = tssa.exp %5 : tensor<20x20x2xf32> -> tensor<20x20x2xf32>
    %7 = tssa.mul %6, %anchor : (tensor<20x20x2xf32>, tensor<2xf32>) -> tensor<20x20x2xf32>
    tssa.write %7, %size : !tssa.ref<20x20x2xf32>
  }

  // level 2: grid[..., 0] = (grid[..., 0] + column) * 8; grid[..., 1] likewise
  %stride2 = arith.constant 8.0 : f64
  %cell2 = tssa.arange %zero, %one : i64 -> tensor<40xi64>
  %column2 = view.access #view.reshape<[1, 40, 1]> %cell2 : tensor<40xi64> -> tensor<1x40x1xi64>
  %row2 = view.access #view.reshape<[40, 1, 1]> %cell2 : tensor<40xi64> -> tensor<40x1x1xi64>
  %x2 = view.of #view.select<3, 0> %grid2 : !grid2 -> !tssa.ref<40x40x3xf32>
  %x2a = tssa.read %x2 : !tssa.ref<40x40x3xf32>
  %x2b = tssa.add %x2a, %column2 : (tensor<40x40x3xf32>, tensor<1x40x1xi64>) -> tensor<40x40x3xf32>
  %x2c = tssa.mul %x2b, %stride2 : (tensor<40x40x3xf32>, f64) -> tensor<40x40x3xf32>
  tssa.write %x2c, %x2 : !tssa.ref<40x40x3xf32>
  %y2 = view.of #view.select<3, 1> %grid2 : !grid2 -> !tssa.ref<40x40x3xf32>
  %y2a = tssa.read %y2 : !tssa.ref<40x40x3xf32>
  %y2b = tssa.add %y2a, %row2 : (tensor<40x40x3xf32>, tensor<40x1x1xi64>) -> tensor<40x40x3xf32>
  %y2c = tssa.mul %y2b, %stride2 : (tensor<40x40x3xf32>, f64) -> tensor<40x40x3xf32>
  tssa.write %y2c, %y2 : !tssa.ref<40x40x3xf32>
  // for a in range(3): grid[:, :, a, 2:4] = exp(grid[:, :, a, 2:4]) * anchor[a]
  %anchors2 = arith.constant dense<[[10.0, 13.0], [16.0, 30.0], [33.0, 23.0]]> : tensor<3x2xf32>
  scf.for %a = %c0 to %c3 step %c1 {
    %i = tssa.check_index %a, %c3
    %anchor = view.access #view.select<0, ?> %anchors2[%i] : tensor<3x2xf32> -> tensor<2xf32>
    %boxes = view.of #view.select<2, ?> %grid2[%i] : !grid2 -> !tssa.ref<40x40x85xf32>
    %size = view.of #view.slice<2, 2 : 4 : 1> %boxes : !tssa.ref<40x40x85xf32> -> !tssa.ref<40x40x2xf32>
    %5 = tssa.read %size : !tssa.ref<40x40x2xf32>
    %6 = tssa.exp %5 : tensor<40x40x2xf32> -> tensor<40x40x2xf32>
    %7 = tssa.mul %6, %anchor : (tensor<40x40x2xf32>, tensor<2xf32>) -> tensor<40x40x2xf32>
    tssa.write %7, %size : !tssa.ref<40x40x2xf32>
  }

  // pred[:, :2], pred[:, 2:4] = centre - size / 2, centre + size / 2
  %extent = view.of #view.slice<1, 2 : 4 : 1> %pred : !all -> !tssa.ref<6300x2xf32>
  %8 = tssa.read %extent : !tssa.ref<6300x2xf32>
  %9 = tssa.mul %8, %half : (tensor<6300x2xf32>, f64) -> tensor<6300x2xf32>
  %10 = tssa.read %centre : !tssa.ref<6300x2xf32>
  %low = tssa.sub %10, %9 : (tensor<6300x2xf32>, tensor<6300x2xf32>) -> tensor<6300x2xf32>
  %high = tssa.add %10, %9 : (tensor<6300x2xf32>, tensor<6300x2xf32>) -> tensor<6300x2xf32>
  tssa.write %low, %centre : !tssa.ref<6300x2xf32>
  tssa.write %high, %extent : !tssa.ref<6300x2xf32>

  // pred[:, 5:] *= pred[:, 4:5]
  %confidence = view.of #view.slice<1, 4 : 5 : 1> %pred : !all -> !tssa.ref<6300x1xf32>
  %class = view.of #view.slice<1, 5 : 85 : 1> %pred : !all -> !tssa.ref<6300x80xf32>
  %11 = tssa.read %confidence : !tssa.ref<6300x1xf32>
  %12 = tssa.read %class : !tssa.ref<6300x80xf32>
  %13 = tssa.mul %12, %11 : (tensor<6300x80xf32>, tensor<6300x1xf32>) -> tensor<6300x80xf32>
  tssa.write %13, %class : !tssa.ref<6300x80xf32>

  // keep = (pred[:, 4:5] >= 0.005) & (pred[:, 5:] > 0.05); index = keep.nonzero()
  %threshold = arith.constant 0.005 : f64
  %least = arith.constant 0.05 : f64
  %sure = tssa.ge %11, %threshold : (tensor<6300x1xf32>, f64) -> tensor<6300x1xi1>
  %scores = tssa.read %class : !tssa.ref<6300x80xf32>
  %likely = tssa.gt %scores, %least : (tensor<6300x80xf32>, f64) -> tensor<6300x80xi1>
  %keep = tssa.logical_and %sure, %likely : (tensor<6300x1xi1>, tensor<6300x80xi1>) -> tensor<6300x80xi1>
  %index, %count, %bound = tssa.nonzero %keep : tensor<6300x80xi1> -> tensor<504000x2xi64>
  %kept = view.access #view.slice<0, 0 : ? : 1> %index[%count] : tensor<504000x2xi64> -> tensor<?x2xi64>

  // return pred[:, :4][index[:, 0]], pred[:, 5:][keep], index[:, 1]
  %who = view.access #view.select<1, 0> %kept : tensor<?x2xi64> -> tensor<?xi64>
  %what = view.access #view.select<1, 1> %kept : tensor<?x2xi64> -> tensor<?xi64>
  %corners = view.of #view.slice<1, 0 : 4 : 1> %pred : !all -> !tssa.ref<6300x4xf32>
  %14 = tssa.read %corners : !tssa.ref<6300x4xf32>
  %15 = tssa.index_select %14, %who dim 0 : (tensor<6300x4xf32>, tensor<?xi64>) -> tensor<?x4xf32>
  %score, %score_count, %score_bound = tssa.masked_select %scores, %keep : (tensor<6300x80xf32>, tensor<6300x80xi1>) -> tensor<504000xf32>
  %16 = view.access #view.slice<0, 0 : ? : 1> %score[%score_count] : tensor<504000xf32> -> tensor<?xf32>
  %box_result = tssa.alloc %15 : tensor<?x4xf32> -> !tssa.ref<?x4xf32>
  %score_result = tssa.alloc %16 : tensor<?xf32> -> !tssa.ref<?xf32>
  %label_result = tssa.alloc %what : tensor<?xi64> -> !tssa.ref<?xi64>
  return %box_result, %score_result, %label_result : !tssa.ref<?x4xf32>, !tssa.ref<?xf32>, !tssa.ref<?xi64>
}
