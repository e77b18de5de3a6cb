"""SPLIT: a tensor divided into equal parts along one axis; values are copied."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.operations import toolkit as op


@op.condition("the number of outputs equals num_splits")
def _num_splits_is_output_count(call: op.Call) -> str | None:
    parts, outputs = call.scalar("num_splits"), len(call.outputs)
    return (
        None
        if parts == outputs
        else f"num_splits is {parts}, but the operation has {outputs} outputs"
    )


@op.condition("the size of input along axis is divisible by num_splits")
def _axis_divisible(call: op.Call) -> str | None:
    parts = len(call.outputs)
    length = op.axis_size(call, "axis", "input")
    if length is not None and length % parts:
        return f"input has size {length} along axis, which is not divisible by num_splits {parts}"
    return None


@op.condition("each output has the same scale and zero point as input")
def _output_quantization(call: op.Call) -> str | None:
    source = call.view("input")
    if not op.is_quantized(source):
        return None
    outputs = enumerate(call.outputs)
    unequal = (op.unequal_quantization(f"output {i}", view, "input", source) for i, view in outputs)
    return next(filter(None, unequal), None)


def _shapes(call: op.Call) -> Sequence[op.Shape]:
    shape, parts = list(call.shape("input")), len(call.outputs)
    shape[call.scalar("axis")] //= parts
    return [tuple(shape)] * parts


def _compile(call: op.Call) -> op.Kernel:
    axis, parts = call.scalar("axis"), len(call.outputs)

    def divided(source: op.Array, *_scalars: op.Array) -> list[op.Array]:
        position = axis % source.ndim
        step = source.shape[position] // parts
        before = (slice(None),) * position
        return [source[(*before, slice(i * step, (i + 1) * step))] for i in range(parts)]

    return op.with_outputs(divided)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.SPLIT,
    properties=op.properties(op.COPIES, "movement.split", op.Cost.AVERAGE),
    types=op.TYPES_1_2_AND_INT32,
    forms=op.one_form(op.tensor("input"), op.int32("axis"), op.int32("num_splits")),
    outputs=(op.tensor("output_i", repeated=True),),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        op.axis_in_range("axis", "input"),
        _num_splits_is_output_count,
        _axis_divisible,
        _output_quantization,
    ),
    doc="output i = part i of num_splits equal parts of input along axis",
)
