"""RANDOM_MULTINOMIAL: random class indices with the probabilities that logits define.

The contract prescribes only the distribution of the samples and that equal seeds give equal
samples, so the output's contents are not compared; this implementation uses numpy's Philox. A logit
that is not finite has probability 0. If a row has no finite logit, the last class is drawn.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


def _shapes(call: op.Call) -> tuple[op.Shape]:
    count = call.scalar("sample_count")
    return ((op.size(call, "logits", 0), count),)


def _generator(seeds: op.Array) -> np.random.Generator:
    """Return a generator that the seeds determine, unless both are 0."""
    if not seeds.any():
        return np.random.default_rng()
    return np.random.Generator(np.random.Philox(key=seeds.astype(np.uint32)))


def _compile(call: op.Call) -> op.Kernel:
    count = call.scalar("sample_count")

    def drawn(logits: op.Array, _count: op.Array, seeds: op.Array) -> op.Array:
        batches, classes = logits.shape
        wide = np.where(np.isfinite(logits), logits, -np.inf).astype(np.float64)
        largest = wide.max(axis=1, keepdims=True)
        largest[np.isinf(largest)] = 0.0
        sums = np.exp(wide - largest).cumsum(axis=1)
        targets = _generator(seeds).random((batches, count)) * sums[:, -1:]
        draws = np.empty((batches, count), np.int32)
        for row, (steps, target) in enumerate(zip(sums, targets, strict=True)):
            draws[row] = steps.searchsorted(target, "right")
        np.minimum(draws, classes - 1, out=draws)
        return draws

    return op.from_inputs(drawn)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.RANDOM_MULTINOMIAL,
    properties=op.properties(
        op.DISCONTINUOUS, "recurrent.random_multinomial", op.Cost.HIGHEST, op.Trait.RANDOM
    ),
    primary="logits",
    types=op.FLOAT_TYPES_1_2,
    forms=op.one_form(op.matrix("logits"), op.int32("sample_count"), op.int32_vector("seeds")),
    outputs=(op.tensor("output", op.INT32_TENSOR, ranks=op.ranks(2)),),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        op.at_least("sample_count", 0),
        op.vector_length("seeds", lambda _call: 2, "two_seeds", "seeds has shape [2]"),
    ),
    unspecified_outputs=frozenset({"output"}),
    doc="output[b, i] = class drawn with probability proportional to exp(logits[b, class])",
)
