"""Specs of RANDOM_MULTINOMIAL: the share of each class in many samples.

No single sample is prescribed. A share deviates from the probability p by about sqrt(p * (1 - p) /
samples); every tolerance is more than five times that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    FLOAT16,
    I32,
    RELAXED,
    SpecCase,
    GeneratedSpecFile,
    collect_files,
    ignored_output,
    parameter,
    tensor_input,
)

SOURCE = (
    "specs/scripts/random_multinomial.py; none are listed, the shares of the classes are compared "
    "with the softmax of the logits."
)


def tolerance(rows: Sequence[Sequence[float]], draws: int) -> float:
    """Return six standard deviations of the share that varies most."""
    worst = 0.0
    for row in rows:
        weights = [math.exp(logit - max(row)) for logit in row]
        for weight in weights:
            share = weight / sum(weights)
            worst = max(worst, math.sqrt(share * (1 - share) / draws))
    return math.ceil(6 * worst * 1000 + 1) / 1000


def case(
    name: str, rows: Sequence[Sequence[float]], draws: int, seeds: Sequence[int], description: str
) -> SpecCase:
    """Return the spec case of one call."""
    dims = (len(rows), len(rows[0]))
    step = (
        "RANDOM_MULTINOMIAL",
        [tensor_input("logits", F32, dims), draws, parameter("seeds", I32, (2,), seeds)],
        [ignored_output("classes", I32, (len(rows), draws))],
    )
    feed: dict[str, Sequence[object]] = {
        "logits": [logit for row in rows for logit in row],
        "classes": [],
    }
    within = f"WithMultinomialDistributionTolerance({tolerance(rows, draws)})"
    return SpecCase(
        name, [step], [feed], {"V1_2": [DEFAULT, RELAXED, FLOAT16]}, description, [within]
    )  # fmt: skip


def cases() -> Iterator[SpecCase]:
    """Return all cases."""
    yield case("even", [[0.0] * 4], 2000, (1, 2), "All classes have the same probability.")
    yield case("uneven", [[0.0, 1.0, 2.0, -1.0]], 2000, (3, 4), "Every class has a different "
        "probability.")
    yield case("shifted", [[-40.0, -39.0, -41.5]], 2000, (5, 0),
               "Logits far from 0: only their differences matter.")  # fmt: skip
    yield case("large", [[300.0, 301.0, 299.0]], 2000, (0, 6), "Logits whose exponentials "
        "overflow.")
    yield case("certain", [[-90.0, 0.0, -95.0]], 500, (7, 8), "One class has nearly probability 1.")
    yield case("single_class", [[2.5]], 100, (9, 10), "There is only one class.")
    yield case("two_rows", [[0.0, 0.5, 1.0], [2.0, 0.0, -2.0]], 2000, (11, 12),
               "Each row has a different distribution.")  # fmt: skip
    yield case("negative_seeds", [[0.5, -0.5]], 2000, (-13, -14), "Seeds may be negative.")
    yield case("random_seeds", [[1.0, 0.0]], 2000, (0, 0), "With seeds of 0 the driver chooses "
        "the seeds.")


def files() -> Mapping[str, str]:
    """Return the spec file."""
    description = "RANDOM_MULTINOMIAL: distributions of one and several rows, seeds, both float types."
    spec = GeneratedSpecFile("V1_2/random_multinomial.mod.py", description, SOURCE)
    spec.add(*cases())
    return collect_files(spec)
