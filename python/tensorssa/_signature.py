# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a function takes and gives, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Optional, Union

# Bits of tssa_type_t.
_REF, _ANY, _WRITTEN, _ELEMENTS_WRITTEN, _NOALIAS = 1, 2, 4, 8, 16
_FRESH = -1


@dataclass(frozen=True)
class Type:
    """What a function takes or gives at one place.

    text: as the program has it, such as "!tssa.ref<?x4xf32>".
    kind: "tensor", "int", "float", "bool" or "list".
    dtype: of a tensor, such as "f32"; None for any, and for what is no tensor.
    shape: of a tensor, None where a size may be any; None for a tensor of any rank.
    strides, offset: of a tensor with a layout, in elements; None where they may be any.
    mutable: whether it is a tensor with identity, a `!tssa.ref`, or a list.
    written: of an argument, whether a call may change it or what its elements hold.
    noalias: of an argument, whether it must overlap no other.
    origin: of a result that is a tensor: the number of the argument in whose storage it lies,
        "fresh" for memory that no argument has, None for either.
    element: of a list.
    """

    text: str
    kind: str
    dtype: Optional[str] = None
    shape: Optional[tuple[Optional[int], ...]] = None
    strides: Optional[tuple[Optional[int], ...]] = None
    offset: Optional[int] = None
    mutable: bool = False
    written: bool = False
    noalias: bool = False
    origin: Union[int, Literal["fresh"], None] = None
    element: Optional["Type"] = None

    def __str__(self) -> str:
        return self.text


def _type(facts: tuple[Any, ...], is_result: bool) -> Type:
    text, kind, dtype, shape, strides, offset, flags, origin, element = facts
    where: Union[int, Literal["fresh"], None] = None
    if is_result and kind == "tensor":
        where = origin if origin >= 0 else "fresh" if origin == _FRESH else None
    return Type(
        text=text,
        kind=kind,
        dtype=dtype,
        shape=shape,
        strides=strides,
        offset=offset,
        mutable=bool(flags & _REF) or kind == "list",
        written=bool(flags & (_WRITTEN | _ELEMENTS_WRITTEN)),
        noalias=bool(flags & _NOALIAS),
        origin=where,
        element=None if element is None else _type(element, False),
    )


@dataclass(frozen=True)
class Signature:
    """A function as data.

    name: in the program.
    names: of the arguments, as the text has them; empty strings where it has none.
    inputs, outputs: types of arguments and results.
    functional: whether all of the function was functionalized.
    partly_functional: whether a part was, and another stayed imperative.
    roots: how many storages the source names, as arguments and allocations.
    imperative_roots: of these, how many stayed imperative.
    """

    name: str
    names: tuple[str, ...]
    inputs: tuple[Type, ...]
    outputs: tuple[Type, ...]
    functional: bool
    partly_functional: bool
    roots: int
    imperative_roots: int

    @staticmethod
    def _of(facts: tuple[Any, ...]) -> "Signature":
        name, names, inputs, outputs, *rest = facts
        return Signature(
            name,
            names,
            tuple(_type(facts, False) for facts in inputs),
            tuple(_type(facts, True) for facts in outputs),
            *rest,
        )

    def __str__(self) -> str:
        def argument(name: str, type: Type) -> str:
            text = f"{name}: {type}" if name else str(type)
            return f"{text} (written)" if type.written else text

        def result(type: Type) -> str:
            if isinstance(type.origin, int):
                return f"{type} (in {self.names[type.origin] or f'argument {type.origin}'})"
            return f"{type} (fresh)" if type.origin == "fresh" else str(type)

        inputs = ", ".join(map(argument, self.names, self.inputs))
        outputs = ", ".join(map(result, self.outputs))
        return f"{self.name}({inputs})" + (f" -> {outputs}" if outputs else "")
