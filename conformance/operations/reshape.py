"""RESHAPE: the same elements in another shape; values are copied."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    only,
    ranks,
    tensor,
    up_to,
)
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling


def _requested_shape(call: Call) -> list[int]:
    sizes: list[int] = call.value("shape").tolist()
    return sizes


def _shape_values(call: Call) -> str | None:
    sizes = _requested_shape(call)
    if sizes.count(-1) > 1:
        return f"shape is {sizes}, but may contain -1 only once"
    if any(size < -1 for size in sizes):
        return f"shape is {sizes}, but no size may be below -1"
    return None


def _element_count(call: Call) -> str | None:
    sizes = _requested_shape(call)
    count = prod(call.shape("input"))
    fixed = prod(size for size in sizes if size != -1)
    fits = fixed != 0 and count % fixed == 0 if -1 in sizes else count == fixed
    return None if fits else f"shape is {sizes}, which does not fit the {count} elements of input"


def _shapes(call: Call) -> tuple[Shape]:
    sizes = _requested_shape(call)
    if -1 in sizes:
        fixed = prod(size for size in sizes if size != -1)
        rest = prod(call.shape("input")) // fixed
        sizes = [rest if size == -1 else size for size in sizes]
    return (tuple(sizes),)


def _compile(call: Call) -> Kernel:
    shape = tuple(_requested_shape(call))

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        source = inputs[0]
        assert source is not None
        return (source.reshape(shape),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.RESHAPE,
        properties=Properties(
            COPIES,
            Sampling("movement.reshape", mobile_weight=48),
            Cost.AVERAGE,
            simplest_inputs={"shape": (-1,)},
        ),
        since=Version.V1_0,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
            OperandType.TENSOR_INT32: Version.AIDL_V2,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=up_to(4)),
                    tensor("shape", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
                ),
                (2,),
            ),
        ),
        outputs=(tensor("output"),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            Condition(
                "shape_values",
                _shape_values,
                "no entry of shape is below -1, and at most one is -1",
            ),
            Condition("element_count", _element_count, "shape has as many elements as input"),
            same_quantization("input"),
        ),
        doc="output = input with dimensions shape; the element count determines a size of -1",
    ),
)
