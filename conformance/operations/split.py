"""SPLIT: a tensor divided into equal parts along one axis; values are copied."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.numerics import is_quantized
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import axis_in_range
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
from conformance.operations.model.named_sizes import axis_size
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling


def _one_output_for_each_part(call: Call) -> str | None:
    parts, outputs = call.scalar("num_splits"), len(call.outputs)
    return (
        None
        if parts == outputs
        else f"num_splits is {parts}, but the operation has {outputs} outputs"
    )


def _parts_are_equal(call: Call) -> str | None:
    parts = len(call.outputs)
    length = axis_size(call, "axis", "input")
    if length is not None and length % parts:
        return f"input has size {length} along axis, which is not divisible by num_splits {parts}"
    return None


def _quantization_stays(call: Call) -> str | None:
    source = call.view("input")
    if not is_quantized(source):
        return None
    for index, output in enumerate(call.outputs):
        if not source.same_quantization(output):
            return (
                f"output {index} has scale {output.scale!r} and zero point {output.zero_point}, "
                f"but input has {source.scale!r} and {source.zero_point}: they must be equal"
            )
    return None


def _shapes(call: Call) -> Sequence[Shape]:
    shape, parts = list(call.shape("input")), len(call.outputs)
    shape[call.scalar("axis")] //= parts
    return [tuple(shape)] * parts


def _compile(call: Call) -> Kernel:
    axis, parts = call.scalar("axis"), len(call.outputs)

    def kernel(inputs: Sequence[Array | None]) -> list[Array]:
        source = inputs[0]
        assert source is not None
        position = axis % source.ndim
        step = source.shape[position] // parts
        before = (slice(None),) * position
        return [source[(*before, slice(i * step, (i + 1) * step))] for i in range(parts)]

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.SPLIT,
        properties=Properties(COPIES, Sampling("movement.split"), Cost.AVERAGE),
        since=Version.V1_2,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_INT32: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input"),
                    scalar("axis", OperandType.INT32),
                    scalar("num_splits", OperandType.INT32),
                ),
                (3,),
            ),
        ),
        outputs=(tensor("output_i", repeated=True),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            axis_in_range("axis", "input"),
            Condition(
                "num_splits_is_output_count",
                _one_output_for_each_part,
                "the number of outputs equals num_splits",
            ),
            Condition(
                "axis_divisible",
                _parts_are_equal,
                "the size of input along axis is divisible by num_splits",
            ),
            Condition(
                "output_quantization",
                _quantization_stays,
                "each output has the same scale and zero point as input",
            ),
        ),
        doc="output i = part i of num_splits equal parts of input along axis",
    ),
)
