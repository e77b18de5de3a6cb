"""LSH_PROJECTION: an input projected to bits by locality-sensitive hashing.

Each bit is the sign of a weighted sum over the input's rows. The summand of a row is a fingerprint,
read as a signed 64-bit integer, of the bit's seed (as float32) followed by the row's bytes.
Summands are added without intermediate rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import repeat
from math import fsum

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.kernels import farmhash


class ProjectionType(IntEnum):
    """The meaning of an output element."""

    SPARSE_DEPRECATED = 1
    """All bits of one hash function, as one integer."""
    DENSE = 2
    """One bit of one hash function."""
    SPARSE = 3
    """All bits of one hash function, plus an offset that makes the functions' ranges disjoint."""


@op.condition("before HAL 1.2, type is not 3 (SPARSE)", op.Version.V1_2)
def _sparse_is_new(call: op.Call) -> str | None:
    return (
        "type is 3 (SPARSE), which HAL 1.2 introduced"
        if call.scalar("type") == ProjectionType.SPARSE
        else None
    )


@op.condition("hash[1] + ceil(log2(hash[0])) is at most 32 if type is SPARSE or SPARSE_DEPRECATED")
def _signature_fits(call: op.Call) -> str | None:
    if call.scalar("type") == ProjectionType.DENSE:
        return None
    functions, bits = call.shape("hash")
    needed = bits + (functions - 1).bit_length()
    if needed <= 32:
        return None
    return (
        f"hash has {functions} functions of {bits} bits, which need signatures of {needed} bits, "
        "but 32 is the maximum"
    )


def _shapes(call: op.Call) -> tuple[op.Shape]:
    functions, bits = call.shape("hash")
    dense = call.scalar("type") == ProjectionType.DENSE
    return ((functions * bits if dense else functions,),)


def _bit(seed: bytes, rows: Sequence[bytes], weights: Sequence[float] | None) -> int:
    fingerprints = (farmhash.fingerprint64(seed + row) for row in rows)
    signed = (float(n - (1 << 64) if n >> 63 else n) for n in fingerprints)
    factors = repeat(1.0) if weights is None else weights
    return int(fsum(n * factor for n, factor in zip(signed, factors, strict=False)) > 0)


def _compile(call: op.Call) -> op.Kernel:
    kind = call.scalar("type")

    def projected(
        hashes: op.Array, source: op.Array, weight: op.Array | None, _type: op.Array
    ) -> op.Array:
        rows = [row.tobytes() for row in source]
        weights = None if weight is None else weight.tolist()
        seeds = hashes.astype("<f4")
        bits = np.array(
            [[_bit(seed.tobytes(), rows, weights) for seed in function] for function in seeds],
            np.int64,
        )
        if kind == ProjectionType.DENSE:
            return bits.reshape(-1).astype(np.int32)
        functions, count = bits.shape
        signatures = bits @ (1 << np.arange(count - 1, -1, -1, dtype=np.int64))
        if kind == ProjectionType.SPARSE:
            signatures += np.arange(functions, dtype=np.int64) << count
        return np.asarray(signatures.astype(np.int32))

    return op.from_inputs(projected)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.LSH_PROJECTION,
    properties=op.properties(
        op.DISCONTINUOUS, "recurrent.lsh_projection", op.Cost.HIGHEST, op.Trait.CODES_ARE_INTEGERS
    ).with_examples("lsh_projection_forms_old_sparse_float16_hash_all_tensors_as_inputs"),
    primary="hash",
    types=op.FLOAT_TYPES_1_0,
    forms=op.one_form(
        op.matrix("hash"),
        op.tensor(
            "input",
            op.TypeRule(
                always=(
                    (op.OperandType.TENSOR_FLOAT32, op.Version.V1_0),
                    (op.OperandType.TENSOR_INT32, op.Version.V1_0),
                    (op.OperandType.TENSOR_QUANT8_ASYMM, op.Version.V1_0),
                    (op.OperandType.TENSOR_FLOAT16, op.Version.V1_2),
                )
            ),
        ),
        op.vector("weight", presence=op.Presence.OMITTABLE),
        op.int32("type"),
    ),
    outputs=(op.int32_vector("output"),),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        op.code_of("type", {code: code.name for code in ProjectionType}),
        _sparse_is_new,
        _signature_fits,
        op.sizes_agree(
            {"input": ("rows",), "weight": ("rows",)},
            "weight has one element for each row of input",
        ),
    ),
    doc="bit [i, j] = (sum over rows of weight * fingerprint(hash[i, j], row)) > 0",
)
