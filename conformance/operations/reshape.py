"""RESHAPE: the same elements in another shape."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.conditions import same_quantization
from conformance.operations.definition import (
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


def _wanted(call: Call) -> list[int]:
    sizes: list[int] = call.value("shape").tolist()
    return sizes


def _shape_values(call: Call) -> str | None:
    wanted = _wanted(call)
    if wanted.count(-1) > 1:
        return f"shape {wanted} has more than one -1"
    if any(size < -1 for size in wanted):
        return f"shape {wanted} has a size below -1"
    return None


def _element_count(call: Call) -> str | None:
    wanted = _wanted(call)
    count = prod(call.shape("input"))
    fixed = prod(size for size in wanted if size != -1)
    fits = fixed != 0 and count % fixed == 0 if -1 in wanted else count == fixed
    return None if fits else f"{count} elements do not fit shape {wanted}"


def _shapes(call: Call) -> tuple[Shape]:
    wanted = _wanted(call)
    if -1 in wanted:
        fixed = prod(size for size in wanted if size != -1)
        rest = prod(call.shape("input")) // fixed
        wanted = [rest if size == -1 else size for size in wanted]
    return (tuple(wanted),)


def _compile(call: Call) -> Kernel:
    shape = tuple(_wanted(call))

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        source = inputs[0]
        assert source is not None
        return (source.reshape(shape),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.RESHAPE,
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
            Condition("shape_values", _shape_values, "shape: sizes, at most one of them -1"),
            Condition("element_count", _element_count, "shape: as many elements as the input has"),
            same_quantization("input"),
        ),
        doc="output = input with the dimensions that shape names; -1 stands for what remains",
    ),
)
