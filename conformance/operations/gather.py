"""GATHER: elements selected along one axis by index; values are copied."""

from __future__ import annotations

from conformance.operations import toolkit as op


@op.condition("each entry of indices is an index along axis of input")
def _indices_in_range(call: op.Call) -> str | None:
    indices = call.value("indices")
    length = op.axis_size(call, "axis", "input")
    if length is None:
        return None  # condition axis_in_range reports this
    outside = op.first_outside(indices, length)
    return None if outside is None else f"indices contains {outside}, but must be in [0, {length})"


def _shapes(call: op.Call) -> tuple[op.Shape]:
    shape = call.shape("input")
    axis = call.scalar("axis") % len(shape)
    return ((*shape[:axis], *call.shape("indices"), *shape[axis + 1 :]),)


def _compile(call: op.Call) -> op.Kernel:
    axis = call.scalar("axis")
    return op.from_inputs(lambda source, _axis, indices: source.take(indices, axis))


DEFINITION = op.OperationDefinition(
    type=op.OperationType.GATHER,
    properties=op.properties(op.COPIES, "movement.gather", op.Cost.AVERAGE),
    types=op.TYPES_1_2_AND_INT32,
    forms=op.one_form(op.tensor("input"), op.int32("axis"), op.int32_tensor("indices")),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        op.axis_in_range("axis", "input"),
        _indices_in_range,
        op.same_quantization("input"),
    ),
    doc="output[a.., i.., b..] = input[a.., indices[i..], b..], where indices replace axis",
)
