"""EXPAND_DIMS: insert a dimension of size 1 into the shape; values are copied."""

from __future__ import annotations

from conformance.operations import toolkit as op


@op.condition("axis is in [-(n + 1), n + 1), where n is the rank of input")
def _axis_in_range(call: op.Call) -> str | None:
    axis, rank = call.scalar("axis"), call.rank("input") + 1
    if op.normalize_axis(axis, rank) is None:
        return f"axis is {axis}, but must be in [-{rank}, {rank})"
    return None


def _shapes(call: op.Call) -> tuple[op.Shape]:
    shape = call.shape("input")
    axis = call.scalar("axis") % (len(shape) + 1)
    return ((*shape[:axis], 1, *shape[axis:]),)


def _compile(call: op.Call) -> op.Kernel:
    axis = call.scalar("axis")
    whole = slice(None)
    index = (..., None, *[whole] * (-1 - axis)) if axis < 0 else (*[whole] * axis, None)
    return op.unary(lambda values: values[index])


DEFINITION = op.OperationDefinition(
    type=op.OperationType.EXPAND_DIMS,
    properties=op.properties(op.COPIES, "movement.expand_dims", op.Cost.AVERAGE),
    types=op.TYPES_1_2_AND_INT32,
    forms=op.one_form(op.tensor("input"), op.int32("axis")),
    shapes=_shapes,
    compile=_compile,
    conditions=(_axis_in_range, op.same_quantization("input")),
    doc="output = input with a dimension of size 1 inserted before dimension axis",
)
