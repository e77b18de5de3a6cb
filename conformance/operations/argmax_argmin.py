"""ARGMAX, ARGMIN: the index of the largest or smallest element along one axis.

Among equal elements the first index is returned; the contract leaves this open. No rounding occurs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.kernels.fast_paths import to_float32
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import axis_in_range
from conformance.operations.model.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    only,
    scalar,
    tensor,
)
from conformance.operations.model.properties import (
    Cost,
    IntervalBehavior,
    IntervalRule,
    Precision,
    Properties,
    Sampling,
)


def _without(shape: Shape, axis: int) -> Shape:
    position = axis % len(shape)
    return (*shape[:position], *shape[position + 1 :]) or (1,)


def _shapes(call: Call) -> Sequence[Shape]:
    return (_without(call.shape("input"), call.scalar("axis")),)


def _compile(find_index: Callable[..., Array]) -> Callable[[Call], Kernel]:
    def compile_(call: Call) -> Kernel:
        axis = call.scalar("axis")

        def function(values: Array) -> Array:
            where = np.asarray(find_index(to_float32(values), axis=axis))
            return where.astype(np.int32).reshape(_without(values.shape, axis))

        return unary(function)

    return compile_


def _definition(
    type_: OperationType, properties: Properties, find_index: Callable[..., Array], adjective: str
) -> OperationDefinition:
    return OperationDefinition(
        type=type_,
        properties=properties,
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
        outputs=(tensor("output", only(OperandType.TENSOR_INT32)),),
        conditions=(axis_in_range("axis", "input"),),
        shapes=_shapes,
        compile=_compile(find_index),
        doc=(
            f"output = index of the {adjective} element along axis; the first index if several "
            "are equal"
        ),
    )


DEFINITIONS = (
    _definition(
        OperationType.ARGMAX,
        Properties(
            IntervalBehavior(IntervalRule.LARGEST_INDEX, Precision.COPIED),
            Sampling("movement.arg_extremum"),
            Cost.AVERAGE,
        ),
        np.argmax,
        "largest",
    ),
    _definition(
        OperationType.ARGMIN,
        Properties(
            IntervalBehavior(IntervalRule.SMALLEST_INDEX, Precision.COPIED),
            Sampling("movement.arg_extremum"),
            Cost.AVERAGE,
        ),
        np.argmin,
        "smallest",
    ),
)
