"""CONCATENATION: tensors joined along one axis, each requantized to the output's quantization.

Codes are copied where the quantizations are equal. Otherwise they are rounded to the nearest code,
ties away from zero, and clamped.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.numerics import is_quantized, real, store
from conformance.operations.model.call import Call, OperandView, Unknown
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    ZeroSize,
    scalar,
    tensor,
    up_to,
)
from conformance.operations.model.properties import MONOTONE, Cost, Properties, Sampling


def _members(call: Call) -> list[OperandView]:
    return [call.inputs[index] for index in call.repeated("input_i")]


def _known_rank(call: Call) -> int:
    for view in _members(call):
        if view.dims is not None:
            return len(view.dims)
    raise Unknown


def _axis_in_range(call: Call) -> str | None:
    axis, rank = call.scalar("axis"), _known_rank(call)
    return None if 0 <= axis < rank else f"axis is {axis}, but must be in [0, {rank})"


def _sizes_agree(call: Call) -> str | None:
    members = _members(call)
    known = [view.dims for view in members if view.dims is not None]
    if len({len(dims) for dims in known}) > 1:
        return f"inputs have different ranks: {', '.join(str(list(dims)) for dims in known)}"
    axis = call.scalar("axis")
    complete = len(known) == len(members)
    for position in range(_known_rank(call)):
        sizes = {dims[position] for dims in known} if position != axis else set()
        if len(sizes - {None}) > 1:
            return (
                f"inputs differ in dimension {position}; only dimension {axis}, the axis, may "
                "differ"
            )
        complete = complete and None not in sizes
    if not complete:
        raise Unknown
    return None


def _one_quantization(call: Call) -> str | None:
    output = call.output()
    if not is_quantized(output):
        return None
    for index, view in enumerate(_members(call)):
        if not view.same_quantization(output):
            return (
                f"input {index} and the output differ in scale or zero point; before 1.2 they "
                "must be equal"
            )
    return None


def _shapes(call: Call) -> tuple[Shape]:
    shapes = [view.shape for view in _members(call)]
    axis = call.scalar("axis")
    joined = list(shapes[0])
    joined[axis] = sum(shape[axis] for shape in shapes)
    return (tuple(joined),)


def _requantization(view: OperandView, output: OperandView) -> Array | None:
    """Return the output code of each input code by its byte; ``None`` if codes are copied."""
    if not is_quantized(output) or view.same_quantization(output):
        return None
    assert view.info is not None
    codes = np.arange(256, dtype=np.uint8).view(view.info.dtype)
    return store(real(codes, view), output)


def _compile(call: Call) -> Kernel:
    axis = call.scalar("axis")
    output = call.output()
    tables = [_requantization(view, output) for view in _members(call)]

    def joined(inputs: list[Array]) -> tuple[Array]:
        return (np.concatenate(inputs, axis),)

    if all(table is None for table in tables):
        return lambda inputs: joined(cast("list[Array]", inputs[:-1]))
    return lambda inputs: joined(
        [
            member if table is None else table[member.view(np.uint8)]
            for table, member in zip(tables, cast("list[Array]", inputs[:-1]), strict=True)
        ]
    )


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.CONCATENATION,
        properties=Properties(
            MONOTONE, Sampling("movement.concatenation", mobile_weight=64), Cost.ABOVE_AVERAGE
        ),
        since=Version.V1_0,
        primary="input_i",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input_i", ranks=up_to(4), repeated=True),
                    scalar("axis", OperandType.INT32),
                ),
                (),
            ),
        ),
        outputs=(tensor("output", ranks=up_to(4)),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            Condition(
                "axis_in_range",
                _axis_in_range,
                "axis is in [0, rank) of the inputs; negative values are not allowed",
            ),
            Condition(
                "sizes_agree", _sizes_agree, "the inputs have equal dimensions except along axis"
            ),
            Condition(
                "one_quantization",
                _one_quantization,
                "before HAL 1.2, all inputs and the output have the same scale and zero point",
                Version.V1_2,
            ),
        ),
        zero_size=ZeroSize(Version.V1_2, "any input"),
        doc="output = inputs joined along axis; from 1.2 on, inputs are requantized to the output",
    ),
)
