"""SQUEEZE: remove dimensions of size 1; values are copied."""

from __future__ import annotations

from conformance.operations import toolkit as op


def _axes(call: op.Call) -> list[int] | None:
    """Return the axes as given; ``None`` if the operand is omitted."""
    return call.value("axes").tolist() if call.present("axes") else None


@op.condition("each dimension of input listed in axes has size 1")
def _squeezed_size(call: op.Call) -> str | None:
    axes = _axes(call)
    if axes is None:
        return None
    dims = call.view("input").dims
    if dims is None:
        raise op.Unknown
    # condition axes_in_range reports an axis that does not exist
    sizes = {axis: dims[axis] for axis in axes if op.normalize_axis(axis, len(dims)) is not None}
    for axis, size in sizes.items():
        if size not in (None, 1):
            return (
                f"axes contains {axis}, a dimension of size {size}, but only size 1 can be squeezed"
            )
    if None in sizes.values():
        raise op.Unknown
    return None


def _squeezed(shape: op.Shape, axes: list[int] | None) -> op.Shape:
    if axes is None:
        kept = tuple(size for size in shape if size != 1)
    else:
        removed = {axis % len(shape) for axis in axes}
        kept = tuple(size for axis, size in enumerate(shape) if axis not in removed)
    return kept or (1,)


def _compile(call: op.Call) -> op.Kernel:
    axes = _axes(call)
    return op.unary(lambda source: source.reshape(_squeezed(source.shape, axes)))


DEFINITION = op.OperationDefinition(
    type=op.OperationType.SQUEEZE,
    properties=op.properties(op.COPIES, "movement.squeeze", op.Cost.AVERAGE),
    types=op.TYPES_1_1,
    forms=op.one_form(op.tensor("input", ranks=op.up_to(4)), op.optional_int32_vector("axes")),
    shapes=lambda call: (_squeezed(call.shape("input"), _axes(call)),),
    compile=_compile,
    conditions=(op.AXES_IN_RANGE, _squeezed_size, op.same_quantization("input")),
    doc="output = input without the listed dimensions of size 1; without axes, all of size 1",
)
