"""STRIDED_SLICE: every stride-th element from begin to end in each dimension; values are copied."""

from __future__ import annotations

from conformance.operations import toolkit as op


def _slices(call: op.Call) -> tuple[slice, ...]:
    """Return one slice for each dimension.

    Python treats negative and out-of-range indexes as the contract requires.
    """
    begin, end = call.value("begin").tolist(), call.value("end").tolist()
    strides = call.value("strides").tolist()
    no_begin, no_end = call.scalar("begin_mask"), call.scalar("end_mask")
    return tuple(
        slice(None if no_begin >> axis & 1 else start, None if no_end >> axis & 1 else stop, stride)
        for axis, (start, stop, stride) in enumerate(zip(begin, end, strides, strict=False))
    )


def _shrunk(call: op.Call, rank: int) -> tuple[int, ...]:
    mask = call.scalar("shrink_axis_mask")
    return tuple(axis for axis in range(rank) if mask >> axis & 1)


@op.condition("no element of strides is 0")
def _strides_not_zero(call: op.Call) -> str | None:
    strides = call.value("strides").tolist()
    return None if all(strides) else f"strides is {strides}, but no stride may be 0"


@op.condition("dimensions selected by shrink_axis_mask have a positive stride")
def _shrunk_stride(call: op.Call) -> str | None:
    strides = call.value("strides").tolist()
    for axis in _shrunk(call, len(strides)):
        if strides[axis] < 0:
            return (
                f"strides[{axis}] is {strides[axis]}, but shrink_axis_mask selects dimension "
                f"{axis}: its stride must be positive"
            )
    return None


@op.condition("the slice of each dimension selected by shrink_axis_mask has exactly one element")
def _shrunk_size(call: op.Call) -> str | None:
    dims = call.view("input").dims
    if dims is None:
        raise op.Unknown
    if not all(call.value("strides").tolist()):
        return None
    complete = True
    for axis, (known, slice_) in enumerate(zip(dims, _slices(call), strict=False)):
        if not call.scalar("shrink_axis_mask") >> axis & 1:
            continue
        if known is None:
            complete = False
        elif (count := len(range(*slice_.indices(known)))) != 1:
            return (
                f"shrink_axis_mask selects dimension {axis}, whose slice has {count} elements, "
                "but must have 1"
            )
    if not complete:
        raise op.Unknown
    return None


def _shapes(call: op.Call) -> tuple[op.Shape]:
    shape = call.shape("input")
    shrunk = _shrunk(call, len(shape))
    sizes = [len(range(*s.indices(n))) for n, s in zip(shape, _slices(call), strict=True)]
    kept = tuple(count for axis, count in enumerate(sizes) if axis not in shrunk)
    return (kept or (1,),)


def _compile(call: op.Call) -> op.Kernel:
    slices = _slices(call)
    shrunk = _shrunk(call, len(slices))
    all_shrunk = len(shrunk) == len(slices)

    def selected(source: op.Array) -> op.Array:
        part = source[slices]
        if not shrunk:
            return part
        return part.reshape(1) if all_shrunk else part.squeeze(shrunk)

    return op.unary(selected)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.STRIDED_SLICE,
    properties=op.properties(op.COPIES, "movement.strided_slice", op.Cost.ABOVE_AVERAGE),
    types=op.TYPES_1_1,
    forms=op.one_form(
        op.tensor("input", ranks=op.up_to(4)),
        op.int32_vector("begin"),
        op.int32_vector("end"),
        op.int32_vector("strides"),
        op.int32("begin_mask"),
        op.int32("end_mask"),
        op.int32("shrink_axis_mask"),
    ),
    outputs=(op.tensor("output", ranks=op.up_to(4)),),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        op.one_for_each_dimension("begin"),
        op.one_for_each_dimension("end"),
        op.one_for_each_dimension("strides"),
        _strides_not_zero,
        _shrunk_stride,
        _shrunk_size,
        op.same_quantization("input"),
    ),
    doc=(
        "output = input[begin:end:strides]; mask bits ignore begin or end, or remove the "
        "dimension; if all are removed, the shape is [1]"
    ),
)
