"""TRANSPOSE: permute the dimensions; values are copied."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Presence,
    Shape,
    ZeroSize,
    only,
    ranks,
    tensor,
    up_to,
)
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling


def _permutation(call: Call) -> list[int] | None:
    """Return the permutation as given; ``None`` (reversed dimensions) if it is omitted."""
    return call.value("perm").tolist() if call.present("perm") else None


def _is_permutation(call: Call) -> str | None:
    perm = _permutation(call)
    rank = call.rank("input")
    if perm is None or sorted(perm) == list(range(rank)):
        return None
    return f"perm is {perm}, but must be a permutation of 0 to {rank - 1}"


def _shapes(call: Call) -> tuple[Shape]:
    perm, shape = _permutation(call), call.shape("input")
    return (shape[::-1] if perm is None else tuple(shape[axis] for axis in perm),)


def _compile(call: Call) -> Kernel:
    perm = _permutation(call)

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        source = inputs[0]
        assert source is not None
        return (source.transpose(perm),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.TRANSPOSE,
        properties=Properties(COPIES, Sampling("movement.transpose"), Cost.AVERAGE),
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
                        "perm",
                        only(OperandType.TENSOR_INT32),
                        ranks=ranks(1),
                        presence=Presence.OMITTABLE,
                    ),
                ),
                (2,),
            ),
        ),
        outputs=(tensor("output", ranks=up_to(4)),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            Condition(
                "permutation",
                _is_permutation,
                "perm, if it has a value, contains each dimension of input exactly once",
            ),
            same_quantization("input"),
        ),
        zero_size=ZeroSize(Version.V1_2, "input"),
        doc="output dimension i = input dimension perm[i]; without perm the order is reversed",
    ),
)
