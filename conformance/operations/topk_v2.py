"""TOPK_V2: the largest elements of each row and their indexes; values are copied.

Of equal elements the one with the larger index comes first; -0.0 and 0.0 are equal. The contract
does not specify the position of a NaN.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.fast_paths import sortable_integers
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import same_quantization
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
from conformance.operations.model.named_sizes import size
from conformance.operations.model.properties import (
    Cost,
    IntervalBehavior,
    IntervalRule,
    Precision,
    Properties,
    Sampling,
)


def _k_in_range(call: Call) -> str | None:
    k = call.scalar("k")
    if k < 1:
        return f"k is {k}, but must be at least 1"
    length = size(call, "input", -1)
    return (
        None
        if k <= length
        else f"k is {k}, but the last dimension of input has only {length} elements"
    )


def _shapes(call: Call) -> Sequence[Shape]:
    shape = (*call.shape("input")[:-1], call.scalar("k"))
    return shape, shape


def _compile(call: Call) -> Kernel:
    k = call.scalar("k")

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, Array]:
        values = inputs[0]
        assert values is not None
        length = values.shape[-1]
        # Value and index form one key, so that all keys differ and a larger index wins among
        # equals.
        sort_keys = sortable_integers(values)
        index_bits = 16 if max(sort_keys.itemsize * 8, length.bit_length()) <= 16 else 32
        keys = sort_keys.astype(f"i{index_bits // 4}")
        keys <<= index_bits
        keys |= np.arange(length, dtype=keys.dtype)
        if k < length:
            keys.partition(length - k, axis=-1)
            keys = keys[..., length - k :]
        keys.sort(axis=-1)
        indices = (keys[..., ::-1] & ((1 << index_bits) - 1)).astype(np.int32)
        return np.take_along_axis(values, indices, -1), indices

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.TOPK_V2,
        properties=Properties(
            IntervalBehavior(IntervalRule.LARGEST_ELEMENTS, Precision.COPIED),
            Sampling("movement.topk"),
            Cost.AVERAGE,
        ),
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
            Condition(
                "k_in_range", _k_in_range, "k is in [1, size of the last dimension of input]"
            ),
            same_quantization("input"),
        ),
        doc=(
            "values = the k largest elements of each row, in descending order; indices = their "
            "indexes"
        ),
    ),
)
