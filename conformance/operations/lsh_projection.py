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

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Presence,
    Shape,
    TypeRule,
    only,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.farmhash import fingerprint64
from conformance.operations.named_sizes import sizes_agree
from conformance.operations.properties import DISCONTINUOUS, Cost, Properties, Sampling, Trait


class ProjectionType(IntEnum):
    """The meaning of an output element."""

    SPARSE_DEPRECATED = 1
    """All bits of one hash function, as one integer."""
    DENSE = 2
    """One bit of one hash function."""
    SPARSE = 3
    """All bits of one hash function, plus an offset that makes the functions' ranges disjoint."""


def _type_code(call: Call) -> str | None:
    code = call.scalar("type")
    if code in ProjectionType.__members__.values():
        return None
    return f"type is {code}, but must be 1 (SPARSE_DEPRECATED), 2 (DENSE) or 3 (SPARSE)"


def _sparse_is_new(call: Call) -> str | None:
    return (
        "type is 3 (SPARSE), which HAL 1.2 introduced"
        if call.scalar("type") == ProjectionType.SPARSE
        else None
    )


def _signature_fits(call: Call) -> str | None:
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


def _shapes(call: Call) -> tuple[Shape]:
    functions, bits = call.shape("hash")
    dense = call.scalar("type") == ProjectionType.DENSE
    return ((functions * bits if dense else functions,),)


def _bit(seed: bytes, rows: Sequence[bytes], weights: Sequence[float] | None) -> int:
    fingerprints = (fingerprint64(seed + row) for row in rows)
    signed = (float(n - (1 << 64) if n >> 63 else n) for n in fingerprints)
    factors = repeat(1.0) if weights is None else weights
    return int(fsum(n * factor for n, factor in zip(signed, factors, strict=False)) > 0)


def _compile(call: Call) -> Kernel:
    kind = call.scalar("type")

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        hashes, source, weight, _ = inputs
        assert hashes is not None
        assert source is not None
        rows = [row.tobytes() for row in source]
        weights = None if weight is None else weight.tolist()
        seeds = hashes.astype("<f4")
        bits = np.array(
            [[_bit(seed.tobytes(), rows, weights) for seed in function] for function in seeds],
            np.int64,
        )
        if kind == ProjectionType.DENSE:
            return (bits.reshape(-1).astype(np.int32),)
        functions, count = bits.shape
        signatures = bits @ (1 << np.arange(count - 1, -1, -1, dtype=np.int64))
        if kind == ProjectionType.SPARSE:
            signatures += np.arange(functions, dtype=np.int64) << count
        return (signatures.astype(np.int32),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.LSH_PROJECTION,
        properties=Properties(
            DISCONTINUOUS,
            Sampling("recurrent.lsh_projection"),
            Cost.HIGHEST,
            traits=(Trait.CODES_ARE_INTEGERS,),
            mutation_examples=(
                "lsh_projection_forms_old_sparse_float16_hash_all_tensors_as_inputs",
            ),
        ),
        since=Version.V1_0,
        primary="hash",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("hash", ranks=ranks(2)),
                    tensor(
                        "input",
                        TypeRule(
                            always=(
                                (OperandType.TENSOR_FLOAT32, Version.V1_0),
                                (OperandType.TENSOR_INT32, Version.V1_0),
                                (OperandType.TENSOR_QUANT8_ASYMM, Version.V1_0),
                                (OperandType.TENSOR_FLOAT16, Version.V1_2),
                            )
                        ),
                    ),
                    tensor("weight", ranks=ranks(1), presence=Presence.OMITTABLE),
                    scalar("type", OperandType.INT32),
                ),
                (4,),
            ),
        ),
        outputs=(tensor("output", only(OperandType.TENSOR_INT32), ranks=ranks(1)),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            Condition(
                "type_code", _type_code, "type is 1 (SPARSE_DEPRECATED), 2 (DENSE) or 3 (SPARSE)"
            ),
            Condition(
                "sparse_is_new",
                _sparse_is_new,
                "before HAL 1.2, type is not 3 (SPARSE)",
                Version.V1_2,
            ),
            Condition(
                "signature_fits",
                _signature_fits,
                "hash[1] + ceil(log2(hash[0])) is at most 32 if type is SPARSE or "
                "SPARSE_DEPRECATED",
            ),
            sizes_agree(
                {"input": ("rows",), "weight": ("rows",)},
                "weight has one element for each row of input",
            ),
        ),
        doc="bit [i, j] = (sum over rows of weight * fingerprint(hash[i, j], row)) > 0",
    ),
)
