"""PACK: tensors of the same shape stacked along a new dimension; values are copied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.numerics import is_quantized
from conformance.operations.model.call import Call, OperandView, Unknown
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    scalar,
    tensor,
)
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling


def _members(call: Call) -> list[OperandView]:
    return [call.inputs[index] for index in call.repeated("input_i")]


def _axis_in_range(call: Call) -> str | None:
    axis = call.scalar("axis")
    rank = next((len(view.dims) for view in _members(call) if view.dims is not None), None)
    if rank is None:
        raise Unknown
    return None if 0 <= axis <= rank else f"axis is {axis}, but must be in [0, {rank + 1})"


def _shapes_agree(call: Call) -> str | None:
    members = _members(call)
    known = [view.dims for view in members if view.dims is not None]
    if len({len(dims) for dims in known}) > 1:
        return f"inputs have different ranks: {', '.join(str(list(dims)) for dims in known)}"
    for position, sizes in enumerate(zip(*known, strict=True)):
        if len(set(sizes) - {None}) > 1:
            return f"inputs have different sizes in dimension {position}: {sizes}"
    if len(known) < len(members) or any(None in dims for dims in known):
        raise Unknown
    return None


def _one_quantization(call: Call) -> str | None:
    output = call.output()
    if not is_quantized(output):
        return None
    for number, view in enumerate(_members(call)):
        if not view.same_quantization(output):
            return (
                f"input_i {number} and the output differ in scale or zero point: they must be equal"
            )
    return None


def _shapes(call: Call) -> tuple[Shape]:
    members, axis = _members(call), call.scalar("axis")
    shape = members[0].shape
    return ((*shape[:axis], len(members), *shape[axis:]),)


def _compile(call: Call) -> Kernel:
    axis = call.scalar("axis")
    expand = (slice(None),) * axis + (None,)

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        members = cast("list[Array]", inputs[1:])
        return (np.concatenate([member[expand] for member in members], axis),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.PACK,
        properties=Properties(COPIES, Sampling("movement.pack"), Cost.AVERAGE),
        since=Version.AIDL_V2,
        primary="input_i",
        types=dict.fromkeys(
            (
                OperandType.TENSOR_FLOAT32,
                OperandType.TENSOR_FLOAT16,
                OperandType.TENSOR_INT32,
                OperandType.TENSOR_QUANT8_ASYMM,
                OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
            ),
            Version.AIDL_V2,
        ),
        forms=(
            Form(
                "default",
                (scalar("axis", OperandType.INT32), tensor("input_i", repeated=True)),
                (),
            ),
        ),
        outputs=(tensor("output"),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            Condition(
                "axis_in_range",
                _axis_in_range,
                "axis is in [0, rank] of the inputs; negative values are not allowed",
            ),
            Condition("shapes_agree", _shapes_agree, "all inputs have the same dimensions"),
            Condition(
                "one_quantization",
                _one_quantization,
                "all inputs and the output have the same scale and zero point",
            ),
        ),
        doc="output[.., i, ..] = input i, where i is the index in the new dimension axis",
    ),
)
