"""GATHER: elements selected along one axis by index; values are copied."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.fast_paths import first_outside
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import axis_in_range, same_quantization
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    only,
    scalar,
    tensor,
)
from conformance.operations.model.named_sizes import axis_size
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling


def _indices_in_range(call: Call) -> str | None:
    indices = call.value("indices")
    length = axis_size(call, "axis", "input")
    if length is None:
        return None  # condition axis_in_range reports this
    outside = first_outside(indices, length)
    return None if outside is None else f"indices contains {outside}, but must be in [0, {length})"


def _shapes(call: Call) -> tuple[Shape]:
    shape = call.shape("input")
    axis = call.scalar("axis") % len(shape)
    return ((*shape[:axis], *call.shape("indices"), *shape[axis + 1 :]),)


def _compile(call: Call) -> Kernel:
    axis = call.scalar("axis")

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        source, _, indices = inputs
        assert source is not None
        assert indices is not None
        return (source.take(indices, axis),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.GATHER,
        properties=Properties(COPIES, Sampling("movement.gather"), Cost.AVERAGE),
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
                    tensor("indices", only(OperandType.TENSOR_INT32)),
                ),
                (3,),
            ),
        ),
        outputs=(tensor("output"),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            axis_in_range("axis", "input"),
            Condition(
                "indices_in_range",
                _indices_in_range,
                "each entry of indices is an index along axis of input",
            ),
            same_quantization("input"),
        ),
        doc="output[a.., i.., b..] = input[a.., indices[i..], b..], where indices replace axis",
    ),
)
