# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the extension module asks PyTorch for where that is not on the path of every call.

Imported once the process has PyTorch.
"""

from __future__ import annotations

import math
from typing import Optional

import torch

_NAMES = {
    torch.bool: "bool",
    torch.int8: "i8",
    torch.uint8: "u8",
    torch.int16: "i16",
    torch.int32: "i32",
    torch.int64: "i64",
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.float32: "f32",
    torch.float64: "f64",
    torch.complex64: "c64",
    torch.complex128: "c128",
}
_DTYPES = {name: dtype for dtype, name in _NAMES.items()}
_PLAIN_DISPATCH = torch.Tensor.__torch_dispatch__


def describe(
    tensor: torch.Tensor,
) -> tuple[Optional[str], int, tuple[int, ...], tuple[int, ...]]:
    """Name of the dtype, address, sizes and strides, for a PyTorch without the DLPack C exchange
    interface."""
    if tensor.device.type != "cpu":
        raise RuntimeError("not on the CPU")
    name = _NAMES.get(tensor.dtype)
    return name, tensor.data_ptr(), tuple(tensor.shape), tensor.stride()


def reason_against(tensor: torch.Tensor) -> Optional[tuple[str, Optional[str]]]:
    """Why the elements of a tensor cannot be had by its address, and advice; None if they can."""
    kind = type(tensor)
    if kind.__torch_dispatch__ is not _PLAIN_DISPATCH:
        return (
            f"expected a plain tensor but got {kind.__name__}, which decides itself what its "
            "operations do",
            None,
        )
    if tensor.device.type != "cpu":
        return (
            f"expected a tensor on the CPU but got one on {tensor.device}",
            None if tensor.is_meta else "pass tensor.cpu()",
        )
    if tensor.layout != torch.strided:
        return (
            f"expected a strided tensor but got layout {tensor.layout}",
            "pass tensor.to_dense()",
        )
    if tensor.is_quantized:
        return "expected a plain tensor but got a quantized one", "pass tensor.dequantize()"
    return None


def has_tangent(tensor: torch.Tensor) -> bool:
    """Whether a tensor is a dual number of the current level of forward-mode differentiation."""
    primal, tangent = torch.autograd.forward_ad.unpack_dual(tensor)  # type: ignore[no-untyped-call]
    return tangent is not None


def reinterpret(
    base: torch.Tensor, dtype: str, sizes: tuple[int, ...], strides: tuple[int, ...], offset: int
) -> torch.Tensor:
    """A view of the storage of `base` with elements of another dtype; strides and offset are in
    these."""
    target = _DTYPES[dtype]
    # All of the storage, as far as both dtypes divide it.
    step = math.lcm(base.element_size(), target.itemsize)
    count = base.untyped_storage().nbytes() // step * step // base.element_size()
    flat = base.as_strided((count,), (1,), 0)
    if target.is_complex and flat.dtype == target.to_real():
        return torch.view_as_complex(flat.view(-1, 2)).as_strided(sizes, strides, offset)
    return flat.view(target).as_strided(sizes, strides, offset)


def from_capsule(capsule: object) -> torch.Tensor:
    """A tensor over memory of the runtime, for a PyTorch without the DLPack C exchange
    interface."""
    return torch.utils.dlpack.from_dlpack(capsule)
