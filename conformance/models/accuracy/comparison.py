"""Comparison of the accuracy of two drivers on the same model and data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import scipy  # type: ignore[import-untyped] # it imports scipy.stats at its first use

from conformance.models.accuracy.evaluators import Evaluation

SIGNIFICANCE: Final = 0.01
"""Probability of calling an equally accurate driver less accurate, per comparison."""

RELATIVE_MARGIN: Final = 0.05
"""Share of the other driver's mean error that is accepted even if it is significant."""

MIN_SEQUENCES: Final = 10
"""Smallest number of sequences from which a bootstrap is made."""

_RESAMPLES: Final = 2000


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of a driver with the baseline driver.

    ``difference`` is the mean loss of the driver minus that of the baseline. ``probability`` is the
    probability that two equally accurate drivers differ at least as much: by the exact McNemar test
    for classes, by a bootstrap for other losses.
    """

    worse: bool
    difference: float
    margin: float
    probability: float
    test: str


def compare_accuracy(driver: Evaluation, baseline: Evaluation) -> Comparison:
    """Return the comparison of the driver's losses with those of ``baseline``.

    The driver is worse if the difference is significant and exceeds the margin. Errors of fewer
    than ``MIN_SEQUENCES`` sequences are never significant.
    """
    first, second = driver.losses, baseline.losses
    if first.shape != second.shape:
        raise ValueError(f"{first.size} and {second.size} sequences cannot be compared")
    difference = float(np.mean(first) - np.mean(second))
    if baseline.classes:
        only_driver = int(np.count_nonzero(first > second))
        only_other = int(np.count_nonzero(second > first))
        probability = 1.0
        if only_driver + only_other:
            test = scipy.stats.binomtest(
                only_driver, only_driver + only_other, alternative="greater"
            )
            probability = float(test.pvalue)
        margin, name = baseline.margin, "exact McNemar test"
    else:
        probability = _bootstrap(first - second) if first.size >= MIN_SEQUENCES else 1.0
        margin = max(baseline.margin, RELATIVE_MARGIN * float(np.mean(second)))
        name = "paired bootstrap"
    worse = bool(not difference <= margin and not probability >= SIGNIFICANCE)
    return Comparison(worse, difference, margin, probability, name)


def _bootstrap(differences: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """Return the share of resampled means that are not positive; NaN counts as positive."""
    if not differences.any():
        return 1.0
    random = np.random.default_rng(0)
    chosen = random.integers(0, len(differences), (_RESAMPLES, len(differences)))
    means = differences[chosen].mean(axis=1)
    return float((np.count_nonzero(means <= 0) + 1) / (_RESAMPLES + 1))
