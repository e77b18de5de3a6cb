"""EXPAND_DIMS: insert a dimension of size 1 into the shape; values are copied."""

from __future__ import annotations

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.kernels.numerics import normalize_axis
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    scalar,
    tensor,
)
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling


def _axis_in_range(call: Call) -> str | None:
    axis, rank = call.scalar("axis"), call.rank("input") + 1
    if normalize_axis(axis, rank) is None:
        return f"axis is {axis}, but must be in [-{rank}, {rank})"
    return None


def _shapes(call: Call) -> tuple[Shape]:
    shape = call.shape("input")
    axis = call.scalar("axis") % (len(shape) + 1)
    return ((*shape[:axis], 1, *shape[axis:]),)


def _compile(call: Call) -> Kernel:
    axis = call.scalar("axis")
    whole = slice(None)
    index = (..., None, *[whole] * (-1 - axis)) if axis < 0 else (*[whole] * axis, None)
    return unary(lambda values: values[index])


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.EXPAND_DIMS,
        properties=Properties(COPIES, Sampling("movement.expand_dims"), Cost.AVERAGE),
        since=Version.V1_2,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_INT32: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(Form("default", (tensor("input"), scalar("axis", OperandType.INT32)), (2,)),),
        outputs=(tensor("output"),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            Condition(
                "axis_in_range",
                _axis_in_range,
                "axis is in [-(n + 1), n + 1), where n is the rank of input",
            ),
            same_quantization("input"),
        ),
        doc="output = input with a dimension of size 1 inserted before dimension axis",
    ),
)
