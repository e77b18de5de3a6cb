"""BATCH_MATMUL: products of matrices, slice by slice.

Sums of codes are exact and rounded once; TENSOR_INT32 sums beyond 32 bits keep their low bits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call, Unknown
from conformance.operations.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.matmul import QuantFinish
from conformance.operations.named_sizes import size
from conformance.operations.numerics import is_quantized, primary_is_int
from conformance.operations.quiet import quiet

_MATRICES = ranks(2, 3, 4)


def _ranks_agree(call: Call) -> str | None:
    left, right = call.rank("lhs"), call.rank("rhs")
    return None if left == right else f"lhs has rank {left}, rhs has {right}: they must be equal"


def _batches_agree(call: Call) -> str | None:
    left, right = call.view("lhs").dims, call.view("rhs").dims
    if left is None or right is None:
        raise Unknown
    if len(left) != len(right):
        return None  # another condition's matter
    batches = list(zip(left[:-2], right[:-2], strict=True))
    if any(None not in pair and pair[0] != pair[1] for pair in batches):
        return f"lhs has batches {list(left[:-2])}, rhs has {list(right[:-2])}"
    if any(None in pair for pair in batches):
        raise Unknown
    return None


def _inner_sizes_agree(call: Call) -> str | None:
    columns = size(call, "lhs", -2 if call.scalar("adj_x") else -1)
    rows = size(call, "rhs", -1 if call.scalar("adj_y") else -2)
    if columns != rows:
        return f"lhs has {columns} columns, rhs has {rows} rows (as multiplied)"
    return None


def _shapes(call: Call) -> tuple[Shape]:
    left, right = call.shape("lhs"), call.shape("rhs")
    rows = left[-1] if call.scalar("adj_x") else left[-2]
    columns = right[-2] if call.scalar("adj_y") else right[-1]
    return ((*left[:-2], rows, columns),)


def _finisher(call: Call) -> Callable[[Array], Array]:
    """From exact sums of products of codes to codes."""
    lhs, rhs, output = call.view("lhs"), call.view("rhs"), call.output()
    shape = _shapes(call)[0]
    depth = call.shape("lhs")[-2 if call.scalar("adj_x") else -1]
    ratio = Fraction(lhs.scale) * Fraction(rhs.scale) / Fraction(output.scale)
    finish = QuantFinish([0], [ratio] * shape[-1], 255 * 255 * depth, output, 0)
    assert output.info is not None
    dtype = output.info.dtype

    def finished(sums: Array) -> Array:
        codes = np.empty(shape, dtype)
        finish(sums.reshape(-1, shape[-1]), codes.reshape(-1, shape[-1]))
        return codes

    return finished


def _compile(call: Call) -> Kernel:
    adjoint_left, adjoint_right = call.scalar("adj_x"), call.scalar("adj_y")
    lhs, rhs, output = call.view("lhs"), call.view("rhs"), call.output()
    assert output.info is not None
    dtype = output.info.dtype
    wide = np.int64 if primary_is_int(call) else np.float64
    finished = _finisher(call) if is_quantized(output) else None

    @quiet
    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        left, right = inputs[:2]
        assert left is not None
        assert right is not None
        left, right = left.astype(wide), right.astype(wide)
        if finished is not None:
            left -= lhs.zero_point
            right -= rhs.zero_point
        if adjoint_left:
            left = left.swapaxes(-1, -2)
        if adjoint_right:
            right = right.swapaxes(-1, -2)
        product = np.matmul(left, right)
        return (product.astype(dtype) if finished is None else finished(product),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.BATCH_MATMUL,
        since=Version.AIDL_V2,
        primary="lhs",
        types=dict.fromkeys(
            (
                OperandType.TENSOR_FLOAT32,
                OperandType.TENSOR_FLOAT16,
                OperandType.TENSOR_INT32,
                OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
            ),
            Version.AIDL_V2,
        ),
        forms=(
            Form(
                "default",
                (
                    tensor("lhs", ranks=_MATRICES),
                    tensor("rhs", ranks=_MATRICES),
                    scalar("adj_x", OperandType.BOOL, doc="true: slices of lhs are transposed"),
                    scalar("adj_y", OperandType.BOOL, doc="true: slices of rhs are transposed"),
                ),
                (4,),
            ),
        ),
        outputs=(tensor("output", ranks=_MATRICES),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            Condition("ranks_agree", _ranks_agree, "input1: the same batch size as input0"),
            Condition("batches_agree", _batches_agree, "input1: the same batch size as input0"),
            Condition(
                "inner_sizes_agree",
                _inner_sizes_agree,
                "inputs: columns of the left slices, rows of the right ones, after adjoint",
            ),
        ),
        doc="output[b] = lhs[b] x rhs[b], each slice transposed first where its flag says so",
    ),
)
