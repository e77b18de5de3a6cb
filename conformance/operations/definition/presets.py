"""Operand definitions, type tables and layouts that many operations have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from conformance.hal import OperandType, Version
from conformance.operations.definition.operands import (
    FLOAT_SCALAR,
    FLOATS,
    Form,
    OperandSpec,
    Presence,
    only,
    ranks,
    scalar,
    tensor,
)

_FLOAT32: Final = OperandType.TENSOR_FLOAT32
_FLOAT16: Final = OperandType.TENSOR_FLOAT16
_QUANT8: Final = OperandType.TENSOR_QUANT8_ASYMM
_SIGNED: Final = OperandType.TENSOR_QUANT8_ASYMM_SIGNED
_INT32: Final = OperandType.TENSOR_INT32

INT32_TENSOR: Final = only(_INT32)

FLOAT_TYPES_1_0: Final = {_FLOAT32: Version.V1_0, _FLOAT16: Version.V1_2}
FLOAT_TYPES_1_2: Final = dict.fromkeys(FLOATS, Version.V1_2)
TYPES_1_0: Final = {
    _FLOAT32: Version.V1_0,
    _QUANT8: Version.V1_0,
    _FLOAT16: Version.V1_2,
    _SIGNED: Version.V1_3,
}
"""Primary types of most operations that have existed since 1.0, each with its first version."""
TYPES_1_1: Final = {**TYPES_1_0, _FLOAT32: Version.V1_1, _QUANT8: Version.V1_1}
QUANT8_SINCE_1_2: Final = {
    **FLOAT_TYPES_1_0,
    _QUANT8: Version.V1_2,
    _SIGNED: Version.V1_3,
}
TYPES_1_2: Final = {**FLOAT_TYPES_1_2, _QUANT8: Version.V1_2, _SIGNED: Version.V1_3}
TYPES_1_2_AND_INT32: Final = {
    **FLOAT_TYPES_1_2,
    _INT32: Version.V1_2,
    _QUANT8: Version.V1_2,
    _SIGNED: Version.V1_3,
}
"""``TYPES_1_2`` and TENSOR_INT32."""
FLOAT16_FIRST_AND_INT32: Final = {
    _FLOAT16: Version.V1_2,
    _FLOAT32: Version.V1_2,
    _INT32: Version.V1_2,
    _QUANT8: Version.V1_2,
    _SIGNED: Version.V1_3,
}
"""The same types in another order, which determines the choices of the random generators."""
BOOL8_1_2: Final = {OperandType.TENSOR_BOOL8: Version.V1_2}


def not_before(
    version: Version, types: Mapping[OperandType, Version]
) -> dict[OperandType, Version]:
    """Return the types, each with its version in ``types``, but at least ``version``."""
    return {type_: max(since, version) for type_, since in types.items()}


def types_since(version: Version, *types: OperandType) -> dict[OperandType, Version]:
    """Return a table in which all types exist since the same version."""
    return dict.fromkeys(types, version)


def types_and_int32_since(version: Version) -> dict[OperandType, Version]:
    """Return a table of the float, INT32 and 8-bit types, which all exist since one version."""
    return dict.fromkeys(TYPES_1_2_AND_INT32, version)


def int32(name: str, doc: str = "") -> OperandSpec:
    """Return the definition of an INT32 scalar."""
    return scalar(name, OperandType.INT32, doc=doc)


def boolean(name: str, doc: str = "") -> OperandSpec:
    """Return the definition of a BOOL scalar."""
    return scalar(name, OperandType.BOOL, doc=doc)


def float_scalar(name: str, doc: str = "") -> OperandSpec:
    """Return the definition of a scalar that has the width of the primary tensor."""
    return scalar(name, FLOAT_SCALAR, doc=doc)


def int32_tensor(name: str, **more: Any) -> OperandSpec:
    """Return the definition of a TENSOR_INT32."""
    return tensor(name, INT32_TENSOR, **more)


def int32_vector(name: str, **more: Any) -> OperandSpec:
    """Return the definition of a TENSOR_INT32 of rank 1."""
    return tensor(name, INT32_TENSOR, ranks=ranks(1), **more)


def optional_int32_vector(name: str) -> OperandSpec:
    """Return the definition of a TENSOR_INT32 of rank 1 that may be omitted."""
    return int32_vector(name, presence=Presence.OMITTABLE)


def vector(name: str, **more: Any) -> OperandSpec:
    """Return the definition of a tensor of rank 1."""
    return tensor(name, ranks=ranks(1), **more)


def matrix(name: str, **more: Any) -> OperandSpec:
    """Return the definition of a tensor of rank 2."""
    return tensor(name, ranks=ranks(2), **more)


def image(name: str, doc: str = "") -> OperandSpec:
    """Return the definition of a tensor of rank 4 that holds images."""
    return tensor(name, ranks=ranks(4), doc=doc)


IMAGE_INPUT: Final = image("input", "[batch, height, width, channels] or NCHW")
IMAGE_OUTPUT: Final = (image("output"),)


def form(name: str, *inputs: OperandSpec, since: Version = Version.V1_0) -> Form:
    """Return a layout of the input list whose trailing operands may be left out one by one."""
    required = sum(spec.presence is not Presence.TRAILING for spec in inputs)
    repeats = any(spec.repeated for spec in inputs)
    counts = () if repeats else tuple(range(required, len(inputs) + 1))
    return Form(name, inputs, counts, since)


def one_form(*inputs: OperandSpec) -> tuple[Form]:
    """Return the forms of an operation with a single layout of its input list."""
    return (form("default", *inputs),)
