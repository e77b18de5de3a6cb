"""RANDOM_MULTINOMIAL: random class indices with the probabilities that logits define.

The contract prescribes only the distribution of the samples and that equal seeds give equal
samples, so the output's contents are not compared; this implementation uses numpy's Philox. A logit
that is not finite has probability 0. If a row has no finite logit, the last class is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call, Unknown
from conformance.operations.conditions import at_least
from conformance.operations.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    only,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.named_sizes import size
from conformance.operations.properties import DISCONTINUOUS, Cost, Properties, Sampling, Trait


def _two_seeds(call: Call) -> str | None:
    dims = call.view("seeds").dims
    if dims is None or dims[0] is None:
        raise Unknown
    return None if dims == (2,) else f"seeds has shape {list(dims)}, but must have [2]"


def _shapes(call: Call) -> tuple[Shape]:
    count = call.scalar("sample_count")
    return ((size(call, "logits", 0), count),)


def _generator(seeds: Array) -> np.random.Generator:
    """Return a generator that the seeds determine, unless both are 0."""
    if not seeds.any():
        return np.random.default_rng()
    return np.random.Generator(np.random.Philox(key=seeds.astype(np.uint32)))


def _compile(call: Call) -> Kernel:
    count = call.scalar("sample_count")

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        logits, _, seeds = inputs
        assert logits is not None
        assert seeds is not None
        batches, classes = logits.shape
        wide = np.where(np.isfinite(logits), logits, -np.inf).astype(np.float64)
        largest = wide.max(axis=1, keepdims=True)
        largest[np.isinf(largest)] = 0.0
        sums = np.exp(wide - largest).cumsum(axis=1)
        targets = _generator(seeds).random((batches, count)) * sums[:, -1:]
        draws = np.empty((batches, count), np.int32)
        for row, (steps, target) in enumerate(zip(sums, targets, strict=True)):
            draws[row] = steps.searchsorted(target, "right")
        return (np.minimum(draws, classes - 1, out=draws),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.RANDOM_MULTINOMIAL,
        properties=Properties(
            DISCONTINUOUS,
            Sampling("recurrent.random_multinomial"),
            Cost.HIGHEST,
            traits=(Trait.RANDOM,),
        ),
        since=Version.V1_2,
        primary="logits",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("logits", ranks=ranks(2)),
                    scalar("sample_count", OperandType.INT32),
                    tensor("seeds", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
                ),
                (3,),
            ),
        ),
        outputs=(tensor("output", only(OperandType.TENSOR_INT32), ranks=ranks(2)),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            at_least("sample_count", 0),
            Condition("two_seeds", _two_seeds, "seeds has shape [2]"),
        ),
        unspecified_outputs=frozenset({"output"}),
        doc="output[b, i] = class drawn with probability proportional to exp(logits[b, class])",
    ),
)
