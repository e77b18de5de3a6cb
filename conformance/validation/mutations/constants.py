"""Mutations of constants: scalars and small integer tensors with mostly illegal values."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from conformance.hal import INFO, DataLocation, Model, OperandLifeTime, OperandType, Version
from conformance.validation import constant_values
from conformance.validation.mutations.mutation import ModelMutation, SubgraphEditor

_INTEGERS: Final = (-1, 0, 1, 2, 3, 4, 5, 7, 100, -(2**31), 2**31 - 1)
_FLOATS: Final = (-1.0, 0.0, 0.5, 1.0, 2.0, float("nan"), float("inf"), -float("inf"))
_BOOLEAN_BYTES: Final = (0, 1, 2, 255)
_RELATIVE_CHANGES: Final = (-1.0, 10000.0)
"""Values for floating-point tensors of box corners, weights and counts."""

_ELEMENTS: Final = 8
"""Maximum number of elements of a tensor that are changed, one per mutation."""

_FORMATS: Final = {
    OperandType.INT32: ("<i", _INTEGERS),
    OperandType.UINT32: ("<I", tuple(abs(v) & 0xFFFFFFFF for v in _INTEGERS)),
    OperandType.FLOAT32: ("<f", _FLOATS),
    OperandType.FLOAT16: ("<e", _FLOATS),
    OperandType.BOOL: ("<B", _BOOLEAN_BYTES),
    OperandType.TENSOR_INT32: ("<i", _INTEGERS),
    OperandType.TENSOR_FLOAT32: ("<f", _RELATIVE_CHANGES),
    OperandType.TENSOR_FLOAT16: ("<e", _RELATIVE_CHANGES),
    OperandType.TENSOR_QUANT16_ASYMM: ("<H", (0, 60000)),
}


def constants(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Change one element of a constant."""
    values = None
    for index, operand in enumerate(edit.subgraph.operands):
        if operand.lifetime not in _CONSTANT or operand.type not in _FORMATS:
            continue
        if values is None:
            values = constant_values(edit.model, edit.subgraph.operands)
        if (array := values[index]) is None:
            continue
        data = array.tobytes()
        for element, new_value, changed in alternative_data(operand.type, data):
            make = partial(with_constant, edit, index, changed)
            place = f"element {element} -> " if INFO[operand.type].tensor else ""
            change = f"{place}{new_value}"
            yield edit.mutate_operand("operand.value", index, change, make, element)


def alternative_data(type_: int, data: bytes) -> Iterator[tuple[int, str, bytes]]:
    """Yield other data for a small operand: the changed element, its new value, and all bytes."""
    if type_ not in _FORMATS:
        return
    form, choices = _FORMATS[OperandType(type_)]
    size = struct.calcsize(form)
    for element in range(min(len(data) // size, _ELEMENTS)):
        at = element * size
        for choice in choices:
            encoded = struct.pack(form, choice)
            if encoded != data[at : at + size]:
                yield element, str(choice), data[:at] + encoded + data[at + size :]


def with_constant(edit: SubgraphEditor, index: int, data: bytes) -> Model:
    """Return the model with other data for a constant, appended to the constants by copy."""
    values = edit.model.operand_values
    offset = -len(values) % 4 + len(values)
    operands = edit.subgraph.operands
    changed = replace(
        operands[index],
        lifetime=OperandLifeTime.CONSTANT_COPY,
        location=DataLocation(0, offset, len(data)),
    )
    changed_subgraph = replace(
        edit.subgraph, operands=(*operands[:index], changed, *operands[index + 1 :])
    )
    return edit.with_subgraph(changed_subgraph, operand_values=values.ljust(offset, b"\0") + data)


_CONSTANT: Final = (OperandLifeTime.CONSTANT_COPY, OperandLifeTime.CONSTANT_REFERENCE)
