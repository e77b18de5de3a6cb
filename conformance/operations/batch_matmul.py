"""BATCH_MATMUL: matrix products of corresponding slices of two tensors.

Quantized results are exact sums of products, rounded once. Floating-point sums are accumulated in
double precision and rounded once. TENSOR_INT32 sums wrap around modulo 2^32.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.kernels import matmul

_MATRICES = op.ranks(2, 3, 4)


@op.condition("lhs and rhs have the same rank")
def _ranks_agree(call: op.Call) -> str | None:
    left, right = call.rank("lhs"), call.rank("rhs")
    return (
        None if left == right else f"lhs has rank {left}, but rhs has {right}: they must be equal"
    )


@op.condition("lhs and rhs have the same batch dimensions")
def _batches_agree(call: op.Call) -> str | None:
    left, right = call.view("lhs").dims, call.view("rhs").dims
    if left is None or right is None:
        raise op.Unknown
    if len(left) != len(right):
        return None  # condition ranks_agree reports this
    batches = list(zip(left[:-2], right[:-2], strict=True))
    if any(None not in pair and pair[0] != pair[1] for pair in batches):
        return f"lhs has batch sizes {list(left[:-2])}, but rhs has {list(right[:-2])}"
    if any(None in pair for pair in batches):
        raise op.Unknown
    return None


@op.condition(
    "after adj_x and adj_y, slices of lhs have as many columns as slices of rhs have rows"
)
def _inner_sizes_agree(call: op.Call) -> str | None:
    columns = op.size(call, "lhs", -2 if call.scalar("adj_x") else -1)
    rows = op.size(call, "rhs", -1 if call.scalar("adj_y") else -2)
    if columns != rows:
        return f"after adj_x and adj_y, lhs has {columns} columns, but rhs has {rows} rows"
    return None


def _shapes(call: op.Call) -> tuple[op.Shape]:
    left, right = call.shape("lhs"), call.shape("rhs")
    rows = left[-1] if call.scalar("adj_x") else left[-2]
    columns = right[-2] if call.scalar("adj_y") else right[-1]
    return ((*left[:-2], rows, columns),)


def _finisher(call: op.Call) -> Callable[[op.Array], op.Array]:
    lhs, rhs, output = call.view("lhs"), call.view("rhs"), call.output()
    shape = _shapes(call)[0]
    depth = call.shape("lhs")[-2 if call.scalar("adj_x") else -1]
    ratio = Fraction(lhs.scale) * Fraction(rhs.scale) / Fraction(output.scale)
    finish = matmul.QuantFinish([0], [ratio] * shape[-1], 255 * 255 * depth, output, 0)
    dtype = output.dtype

    def finished(sums: op.Array) -> op.Array:
        codes = np.empty(shape, dtype)
        finish(sums.reshape(-1, shape[-1]), codes.reshape(-1, shape[-1]))
        return codes

    return finished


def _compile(call: op.Call) -> op.Kernel:
    adjoint_left, adjoint_right = call.scalar("adj_x"), call.scalar("adj_y")
    lhs, rhs, output = call.view("lhs"), call.view("rhs"), call.output()
    dtype = output.dtype
    wide = np.int64 if op.primary_is_int(call) else np.float64
    finished = _finisher(call) if op.is_quantized(output) else None

    @op.without_fp_warnings
    def product(left: op.Array, right: op.Array) -> op.Array:
        left, right = left.astype(wide), right.astype(wide)
        if finished is not None:
            left -= lhs.zero_point
            right -= rhs.zero_point
        if adjoint_left:
            left = left.swapaxes(-1, -2)
        if adjoint_right:
            right = right.swapaxes(-1, -2)
        sums: op.Array = np.matmul(left, right)
        return sums.astype(dtype) if finished is None else finished(sums)

    return op.binary(product)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.BATCH_MATMUL,
    properties=op.properties(op.LINEAR_SUM, "images.batch_matmul", op.Cost.AVERAGE).with_examples(
        "batch_matmul_sources_codes_constant_y"
    ),
    primary="lhs",
    types=op.types_since(
        op.Version.AIDL_V2,
        op.OperandType.TENSOR_FLOAT32,
        op.OperandType.TENSOR_FLOAT16,
        op.OperandType.TENSOR_INT32,
        op.OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
    ),
    forms=op.one_form(
        op.tensor("lhs", ranks=_MATRICES),
        op.tensor("rhs", ranks=_MATRICES),
        op.boolean("adj_x", "true: transpose slices of lhs"),
        op.boolean("adj_y", "true: transpose slices of rhs"),
    ),
    outputs=(op.tensor("output", ranks=_MATRICES),),
    shapes=_shapes,
    compile=_compile,
    conditions=(_ranks_agree, _batches_agree, _inner_sizes_agree),
    doc=("output[b] = lhs[b] x rhs[b]; adj_x and adj_y transpose the slices of lhs and rhs first"),
)
