"""LSH_PROJECTION: an input projected to bits by locality sensitive hashing.

Each bit is the sign of a weighted sum over the input's rows; a row counts with the fingerprint of
the bit's seed (as a float32) followed by the row's bytes, read as a signed number.
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


class ProjectionType(IntEnum):
    """What an output element stands for."""

    SPARSE_DEPRECATED = 1
    """All bits of one hash function."""
    DENSE = 2
    """One bit."""
    SPARSE = 3
    """All bits of one hash function, in a range of numbers of its own."""


def _type_code(call: Call) -> str | None:
    code = call.scalar("type")
    return None if code in ProjectionType.__members__.values() else f"type is {code}, not 1, 2 or 3"


def _sparse_is_new(call: Call) -> str | None:
    return "type is SPARSE" if call.scalar("type") == ProjectionType.SPARSE else None


def _signature_fits(call: Call) -> str | None:
    if call.scalar("type") == ProjectionType.DENSE:
        return None
    functions, bits = call.shape("hash")
    needed = bits + (functions - 1).bit_length()
    return None if needed <= 32 else f"a signature of hash needs {needed} bits, it has 32"


def _shapes(call: Call) -> tuple[Shape]:
    functions, bits = call.shape("hash")
    dense = call.scalar("type") == ProjectionType.DENSE
    return ((functions * bits if dense else functions,),)


def _bit(seed: bytes, rows: Sequence[bytes], weights: Sequence[float] | None) -> int:
    numbers = (fingerprint64(seed + row) for row in rows)
    signed = (float(n - (1 << 64) if n >> 63 else n) for n in numbers)
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
            Condition("type_code", _type_code, "type: SPARSE, SPARSE_DEPRECATED or DENSE"),
            Condition(
                "sparse_is_new",
                _sparse_is_new,
                "type: LSHProjectionType_SPARSE (=3) since HAL version 1.2",
                Version.V1_2,
            ),
            Condition(
                "signature_fits",
                _signature_fits,
                "hash: Dim[1] + ceil(log2(Dim[0])) <= 32 if the type is sparse",
            ),
            sizes_agree(
                {"input": ("rows",), "weight": ("rows",)}, "weight: one number per row of the input"
            ),
        ),
        doc="bit [i, j] = sum over rows of weight x fingerprint(hash[i, j], row) > 0",
    ),
)
