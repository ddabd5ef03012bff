# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that several tests of the Python package call, and what they share."""

import tensorssa

VEC = "!tssa.ref<?xf32>"
MAT = "!tssa.ref<?x?xf32>"

# x += y, of any strides.
ADD = f"""
func.func @add_(%x: {MAT}, %y: {MAT}) {{
  %0 = tssa.read %x : {MAT}
  %1 = tssa.read %y : {MAT}
  %2 = tssa.add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  tssa.write %2, %x : {MAT}
  return
}}
"""

# x += 1, and x.
INCREMENT = f"""
func.func @increment(%x: {VEC}) -> {VEC} {{
  %one = arith.constant 1.0 : f64
  %0 = tssa.read %x : {VEC}
  %1 = tssa.add %0, %one : (tensor<?xf32>, f64) -> tensor<?xf32>
  tssa.write %1, %x : {VEC}
  return %x : {VEC}
}}
"""

# x.clone()
CLONE = f"""
func.func @clone(%x: {MAT}) -> {MAT} {{
  %0 = tssa.read %x : {MAT}
  %1 = tssa.alloc %0 : tensor<?x?xf32> -> {MAT}
  return %1 : {MAT}
}}
"""

# x[i], of which the program checks i.
SELECT = f"""
func.func @select(%x: {MAT}, %i: index) -> {VEC} {{
  %n = tssa.dim %x, 0 : {MAT}
  %j = tssa.check_index %i, %n
  %row = view.of #view.select<0, ?> %x[%j] : {MAT} -> {VEC}
  return %row : {VEC}
}}
"""

# Two views of one fresh storage, which is not itself returned.
SHARED = f"""
func.func @shared(%x: {MAT}) -> ({VEC}, {MAT}) {{
  %0 = tssa.read %x : {MAT}
  %1 = tssa.alloc %0 : tensor<?x?xf32> -> {MAT}
  %2 = view.of #view.select<0, 0> %1 : {MAT} -> {VEC}
  %3 = view.of #view.permute<[1, 0]> %1 : {MAT} -> {MAT}
  return %2, %3 : {VEC}, {MAT}
}}
"""

# Negates the first row, then fails at row i.
NEGATE_THEN_SELECT = f"""
func.func @negate(%x: {MAT}, %i: index) {{
  %n = tssa.dim %x, 0 : {MAT}
  %first = view.of #view.select<0, 0> %x : {MAT} -> {VEC}
  %0 = tssa.read %first : {VEC}
  %1 = tssa.neg %0 : tensor<?xf32> -> tensor<?xf32>
  tssa.write %1, %first : {VEC}
  %j = tssa.check_index %i, %n
  %row = view.of #view.select<0, ?> %x[%j] : {MAT} -> {VEC}
  %2 = tssa.read %row : {VEC}
  %3 = tssa.neg %2 : tensor<?xf32> -> tensor<?xf32>
  tssa.write %3, %row : {VEC}
  return
}}
"""


def compiled(text: str, **options) -> tensorssa.Function:
    """The one function of a program."""
    return tensorssa.compile(text, name="program.mlir", **options)
