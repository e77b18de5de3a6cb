"""SQUEEZE: remove dimensions of size 1; values are copied."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.numerics import normalize_axis
from conformance.operations.model.call import Call, Unknown
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Presence,
    Shape,
    only,
    ranks,
    tensor,
    up_to,
)
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling


def _axes(call: Call) -> list[int] | None:
    """Return the axes as given; ``None`` if the operand is omitted."""
    return call.value("axes").tolist() if call.present("axes") else None


def _axes_in_range(call: Call) -> str | None:
    axes = _axes(call)
    if axes is None:
        return None
    rank = call.rank("input")
    for axis in axes:
        if normalize_axis(axis, rank) is None:
            return f"axes contains {axis}, but each axis must be in [-{rank}, {rank})"
    return None


def _squeezed_size(call: Call) -> str | None:
    axes = _axes(call)
    if axes is None:
        return None
    dims = call.view("input").dims
    if dims is None:
        raise Unknown
    # condition axes_in_range reports an axis that does not exist
    sizes = {axis: dims[axis] for axis in axes if normalize_axis(axis, len(dims)) is not None}
    for axis, size in sizes.items():
        if size not in (None, 1):
            return (
                f"axes contains {axis}, a dimension of size {size}, but only size 1 can be squeezed"
            )
    if None in sizes.values():
        raise Unknown
    return None


def _squeezed(shape: Shape, axes: list[int] | None) -> Shape:
    if axes is None:
        kept = tuple(size for size in shape if size != 1)
    else:
        removed = {axis % len(shape) for axis in axes}
        kept = tuple(size for axis, size in enumerate(shape) if axis not in removed)
    return kept or (1,)


def _compile(call: Call) -> Kernel:
    axes = _axes(call)

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        source = inputs[0]
        assert source is not None
        return (source.reshape(_squeezed(source.shape, axes)),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.SQUEEZE,
        properties=Properties(COPIES, Sampling("movement.squeeze"), Cost.AVERAGE),
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
                    tensor(
                        "axes",
                        only(OperandType.TENSOR_INT32),
                        ranks=ranks(1),
                        presence=Presence.OMITTABLE,
                    ),
                ),
                (2,),
            ),
        ),
        outputs=(tensor("output"),),
        shapes=lambda call: (_squeezed(call.shape("input"), _axes(call)),),
        compile=_compile,
        conditions=(
            Condition(
                "axes_in_range", _axes_in_range, "each axis in axes is in [-rank, rank) of input"
            ),
            Condition(
                "squeezed_size", _squeezed_size, "each dimension of input listed in axes has size 1"
            ),
            same_quantization("input"),
        ),
        doc="output = input without the listed dimensions of size 1; without axes, all of size 1",
    ),
)
