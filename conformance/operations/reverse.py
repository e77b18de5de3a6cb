"""REVERSE: the order of the elements along one axis reversed; values are copied."""

from __future__ import annotations

from conformance.operations import toolkit as op


@op.condition("axis is in [0, rank) of input; negative values are not allowed")
def _axis_in_range(call: op.Call) -> str | None:
    axes, rank = call.value("axis").ravel().tolist(), call.rank("input")
    invalid = [axis for axis in axes if not 0 <= axis < rank]
    return f"axis is {invalid[0]}, but must be in [0, {rank})" if invalid else None


def _compile(call: op.Call) -> op.Kernel:
    axis = call.value("axis").item()
    reverse = (slice(None),) * axis + (slice(None, None, -1),)

    return op.unary(lambda values: values[reverse])


DEFINITION = op.OperationDefinition(
    type=op.OperationType.REVERSE,
    properties=op.properties(op.COPIES, "movement.reverse", op.Cost.AVERAGE),
    types=op.types_and_int32_since(op.Version.AIDL_V3),
    forms=op.one_form(op.tensor("input", ranks=op.up_to(8)), op.int32_vector("axis")),
    outputs=(op.tensor("output", ranks=op.up_to(8)),),
    compile=_compile,
    conditions=(
        op.vector_length("axis", lambda _call: 1, "one_axis", "axis has shape [1]"),
        _axis_in_range,
        op.same_quantization("input"),
    ),
    doc="output = input with the order along axis reversed",
)
