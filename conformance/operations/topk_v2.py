"""TOPK_V2: the largest elements of each row and where they stand.

Of equal elements the one with the larger index comes first; -0.0 and 0.0 are equal. Where NaN
stands among the others the contract does not say.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.conditions import same_quantization
from conformance.operations.definition import (
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
from conformance.operations.large import ordered
from conformance.operations.named_sizes import size


def _k_in_range(call: Call) -> str | None:
    k = call.scalar("k")
    if k < 1:
        return f"k is {k}, must be at least 1"
    length = size(call, "input", -1)
    return None if k <= length else f"k is {k}, the last dimension has only {length} elements"


def _shapes(call: Call) -> Sequence[Shape]:
    shape = (*call.shape("input")[:-1], call.scalar("k"))
    return shape, shape


def _compile(call: Call) -> Kernel:
    k = call.scalar("k")

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, Array]:
        values = inputs[0]
        assert values is not None
        length = values.shape[-1]
        # One key for value and index: all differ, and a larger index wins among equal values.
        places = ordered(values)
        half = 16 if max(places.itemsize * 8, length.bit_length()) <= 16 else 32
        keys = places.astype(f"i{half // 4}")
        keys <<= half
        keys |= np.arange(length, dtype=keys.dtype)
        if k < length:
            keys.partition(length - k, axis=-1)
            keys = keys[..., length - k :]
        keys.sort(axis=-1)
        indices = (keys[..., ::-1] & ((1 << half) - 1)).astype(np.int32)
        return np.take_along_axis(values, indices, -1), indices

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.TOPK_V2,
        since=Version.V1_2,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_INT32: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(Form("default", (tensor("input"), scalar("k", OperandType.INT32)), (2,)),),
        outputs=(tensor("values"), tensor("indices", only(OperandType.TENSOR_INT32))),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            Condition("k_in_range", _k_in_range, "k: elements to look for on the last dimension"),
            same_quantization("input"),
        ),
        doc="values = the k largest elements of each row, descending; indices = their positions",
    ),
)
