"""STRIDED_SLICE: every stride-th element from begin to end in each dimension; values are copied."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.model.call import Call, Unknown
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
    scalar,
    tensor,
    up_to,
)
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling


def _slices(call: Call) -> tuple[slice, ...]:
    """Return one slice for each dimension.

    Python treats negative and out-of-range indexes as the contract requires.
    """
    begin, end = call.value("begin").tolist(), call.value("end").tolist()
    strides = call.value("strides").tolist()
    no_begin, no_end = call.scalar("begin_mask"), call.scalar("end_mask")
    return tuple(
        slice(
            None if no_begin >> axis & 1 else start,
            None if no_end >> axis & 1 else stop,
            stride,
        )
        for axis, (start, stop, stride) in enumerate(zip(begin, end, strides, strict=False))
    )


def _shrunk(call: Call, rank: int) -> tuple[int, ...]:
    """Return the dimensions that ``shrink_axis_mask`` removes."""
    mask = call.scalar("shrink_axis_mask")
    return tuple(axis for axis in range(rank) if mask >> axis & 1)


def _one_entry_per_dimension(name: str) -> Condition:
    def check(call: Call) -> str | None:
        dims = call.view(name).dims
        rank = call.rank("input")
        if dims is None or dims[0] is None:
            raise Unknown
        return (
            None
            if dims[0] == rank
            else f"{name} has {dims[0]} elements, but input has rank {rank}: they must be equal"
        )

    return Condition(f"{name}_length", check, f"{name} has one element for each dimension of input")


def _strides_not_zero(call: Call) -> str | None:
    strides = call.value("strides").tolist()
    return None if all(strides) else f"strides is {strides}, but no stride may be 0"


def _shrunk_stride(call: Call) -> str | None:
    strides = call.value("strides").tolist()
    for axis in _shrunk(call, len(strides)):
        if strides[axis] < 0:
            return (
                f"strides[{axis}] is {strides[axis]}, but shrink_axis_mask selects dimension "
                f"{axis}: its stride must be positive"
            )
    return None


def _shrunk_size(call: Call) -> str | None:
    dims = call.view("input").dims
    if dims is None:
        raise Unknown
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
        raise Unknown
    return None


def _shapes(call: Call) -> tuple[Shape]:
    shape = call.shape("input")
    shrunk = _shrunk(call, len(shape))
    sizes = [len(range(*s.indices(n))) for n, s in zip(shape, _slices(call), strict=True)]
    kept = tuple(count for axis, count in enumerate(sizes) if axis not in shrunk)
    return (kept or (1,),)


def _compile(call: Call) -> Kernel:
    slices = _slices(call)
    shrunk = _shrunk(call, len(slices))
    all_shrunk = len(shrunk) == len(slices)

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        source = inputs[0]
        assert source is not None
        selected = source[slices]
        if shrunk:
            selected = selected.reshape(1) if all_shrunk else selected.squeeze(shrunk)
        return (selected,)

    return kernel


_INDEXES = only(OperandType.TENSOR_INT32)

DEFINITIONS = (
    OperationDefinition(
        type=OperationType.STRIDED_SLICE,
        properties=Properties(COPIES, Sampling("movement.strided_slice"), Cost.ABOVE_AVERAGE),
        since=Version.V1_1,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_1,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_1,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=up_to(4)),
                    tensor("begin", _INDEXES, ranks=ranks(1)),
                    tensor("end", _INDEXES, ranks=ranks(1)),
                    tensor("strides", _INDEXES, ranks=ranks(1)),
                    scalar("begin_mask", OperandType.INT32),
                    scalar("end_mask", OperandType.INT32),
                    scalar("shrink_axis_mask", OperandType.INT32),
                ),
                (7,),
            ),
        ),
        outputs=(tensor("output", ranks=up_to(4)),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            _one_entry_per_dimension("begin"),
            _one_entry_per_dimension("end"),
            _one_entry_per_dimension("strides"),
            Condition("strides_not_zero", _strides_not_zero, "no element of strides is 0"),
            Condition(
                "shrunk_stride",
                _shrunk_stride,
                "dimensions selected by shrink_axis_mask have a positive stride",
            ),
            Condition(
                "shrunk_size",
                _shrunk_size,
                "the slice of each dimension selected by shrink_axis_mask has exactly one element",
            ),
            same_quantization("input"),
        ),
        doc=(
            "output = input[begin:end:strides]; mask bits ignore begin or end, or remove the "
            "dimension; if all are removed, the shape is [1]"
        ),
    ),
)
