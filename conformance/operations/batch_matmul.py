"""BATCH_MATMUL: matrix products of corresponding slices of two tensors.

Quantized results are exact sums of products, rounded once. Floating-point sums are accumulated in
double precision and rounded once. TENSOR_INT32 sums wrap around modulo 2^32.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.matmul import QuantFinish
from conformance.operations.kernels.numerics import is_quantized, primary_is_int
from conformance.operations.model.call import Call, Unknown
from conformance.operations.model.definition import (
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
from conformance.operations.model.named_sizes import size
from conformance.operations.model.properties import LINEAR_SUM, Cost, Properties, Sampling

_MATRICES = ranks(2, 3, 4)


def _ranks_agree(call: Call) -> str | None:
    left, right = call.rank("lhs"), call.rank("rhs")
    return (
        None if left == right else f"lhs has rank {left}, but rhs has {right}: they must be equal"
    )


def _batches_agree(call: Call) -> str | None:
    left, right = call.view("lhs").dims, call.view("rhs").dims
    if left is None or right is None:
        raise Unknown
    if len(left) != len(right):
        return None  # condition ranks_agree reports this
    batches = list(zip(left[:-2], right[:-2], strict=True))
    if any(None not in pair and pair[0] != pair[1] for pair in batches):
        return f"lhs has batch sizes {list(left[:-2])}, but rhs has {list(right[:-2])}"
    if any(None in pair for pair in batches):
        raise Unknown
    return None


def _inner_sizes_agree(call: Call) -> str | None:
    columns = size(call, "lhs", -2 if call.scalar("adj_x") else -1)
    rows = size(call, "rhs", -1 if call.scalar("adj_y") else -2)
    if columns != rows:
        return f"after adj_x and adj_y, lhs has {columns} columns, but rhs has {rows} rows"
    return None


def _shapes(call: Call) -> tuple[Shape]:
    left, right = call.shape("lhs"), call.shape("rhs")
    rows = left[-1] if call.scalar("adj_x") else left[-2]
    columns = right[-2] if call.scalar("adj_y") else right[-1]
    return ((*left[:-2], rows, columns),)


def _finisher(call: Call) -> Callable[[Array], Array]:
    """Return a function that converts exact sums of products of codes to output codes."""
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

    @without_fp_warnings
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
        properties=Properties(
            LINEAR_SUM,
            Sampling("images.batch_matmul"),
            Cost.AVERAGE,
            mutation_examples=("batch_matmul_sources_codes_constant_y",),
        ),
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
                    scalar("adj_x", OperandType.BOOL, doc="true: transpose slices of lhs"),
                    scalar("adj_y", OperandType.BOOL, doc="true: transpose slices of rhs"),
                ),
                (4,),
            ),
        ),
        outputs=(tensor("output", ranks=_MATRICES),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            Condition("ranks_agree", _ranks_agree, "lhs and rhs have the same rank"),
            Condition(
                "batches_agree", _batches_agree, "lhs and rhs have the same batch dimensions"
            ),
            Condition(
                "inner_sizes_agree",
                _inner_sizes_agree,
                "after adj_x and adj_y, slices of lhs have as many columns as slices of rhs have "
                "rows",
            ),
        ),
        doc=(
            "output[b] = lhs[b] x rhs[b]; adj_x and adj_y transpose the slices of lhs and rhs first"
        ),
    ),
)
