"""Statistics of durations, and the comparison of two drivers that were measured alternately.

Durations of one session are not independent: the machine's load changes slowly, and the addresses
of the buffers make a session faster or slower as a whole. Therefore the unit of every interval is a
block of rounds with its own sessions, not a single duration.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import scipy  # type: ignore[import-untyped] # it imports scipy.stats at its first use

from conformance.operations.definition.operands import Array

CONFIDENCE: Final = 0.99
"""Confidence level of the intervals: equally fast drivers differ in at most 1 % of comparisons."""

HISTOGRAM_BINS: Final = 32
"""Number of intervals of a histogram, as in MLTS."""

MIN_ROUNDS: Final = 10
"""Smallest number of rounds from which two drivers can be compared."""

BLOCKS: Final = 20
"""Number of blocks into which durations without sessions are divided."""

MARGIN: Final = 0.01
"""Drivers whose times differ by less than 1 % are not called different, as in MLTS."""

_MANY_TIMES: Final = 2.0
"""Ratio from which the text states a factor instead of a percentage."""


@dataclass(frozen=True, slots=True)
class LatencyStatistics:
    """Durations of one driver, in seconds; ``histogram`` counts durations from the minimum to the
    maximum in intervals of equal width.
    """

    count: int
    total: float
    minimum: float
    maximum: float
    mean: float
    standard_deviation: float
    median: float
    p90: float
    p99: float
    median_interval: tuple[float, float]
    histogram: tuple[int, ...]


def latency_statistics(seconds: Array, blocks: Sequence[int] = ()) -> LatencyStatistics:
    """Return the statistics of at least one duration.

    ``blocks`` are the numbers of consecutive durations that were measured in one session; without
    them, the durations are divided into ``BLOCKS`` parts.
    """
    if not len(seconds):
        raise ValueError("there is no duration")
    return LatencyStatistics(
        len(seconds),
        float(seconds.sum()),
        float(seconds.min()),
        float(seconds.max()),
        float(seconds.mean()),
        float(seconds.std()),
        float(np.median(seconds)),
        float(np.quantile(seconds, 0.9)),
        float(np.quantile(seconds, 0.99)),
        _median_interval(seconds, blocks),
        tuple(np.histogram(seconds, HISTOGRAM_BINS)[0].tolist()),
    )


@dataclass(frozen=True, slots=True)
class LatencyComparison:
    """The comparison of a driver's latency with that of another one in the same rounds.

    ``ratio`` is the typical ratio of both durations in a round, ``interval`` its confidence
    interval. ``different`` is whether the interval excludes 1 and the ratio is not within 1 % of 1.
    """

    ratio: float
    interval: tuple[float, float]
    different: bool

    @property
    def text(self) -> str:
        """Return the comparison in words."""
        if not self.different:
            return "no difference shown"
        if self.ratio >= _MANY_TIMES:
            return f"{self.ratio:.3g} times the time"
        if self.ratio > 1:
            return f"{(self.ratio - 1) * 100:.1f} % slower"
        return f"{(1 - self.ratio) * 100:.1f} % faster"


def compare_latency(
    driver: Array, baseline: Array, blocks: Sequence[int] = ()
) -> LatencyComparison:
    """Return the comparison of two drivers' durations, in the order of the rounds.

    Both were measured once in each round, in random order, so that a disturbance that lasts longer
    than a round affects both. ``blocks`` are as for ``latency_statistics``. ``ValueError`` if there
    are fewer than ``MIN_ROUNDS`` rounds.

    Each block has the median of the logarithm of the ratio, whatever the correlation within the
    block. The interval is that of the mean of these medians by the t distribution.
    """
    if len(driver) != len(baseline) or len(driver) < MIN_ROUNDS:
        raise ValueError(
            f"{len(driver)} and {len(baseline)} durations: a comparison needs at least "
            f"{MIN_ROUNDS} rounds of both drivers"
        )
    medians = _block_medians(np.log(driver / baseline), blocks)
    ratio, low, high = (float(np.exp(value)) for value in _mean_interval(medians))
    different = not low <= 1 <= high and not 1 / (1 + MARGIN) < ratio < 1 + MARGIN
    return LatencyComparison(ratio, (low, high), different)


def _block_medians(values: Array, blocks: Sequence[int]) -> Array:
    """Return the median of each block of consecutive values."""
    count = len(values)
    if len(blocks) < 2:
        ends = np.unique(np.linspace(0, count, min(BLOCKS, count) + 1).astype(int))
    else:
        ends = np.concatenate([[0], np.cumsum(blocks)])
    return np.array([np.median(values[low:high]) for low, high in pairwise(ends) if high > low])


def _mean_interval(values: Array) -> tuple[float, float, float]:
    """Return the mean and its confidence interval, which is unbounded for a single value."""
    mean, count = float(values.mean()), len(values)
    if count < 2:
        return mean, -np.inf, np.inf
    quantile = float(scipy.stats.t.ppf((1 + CONFIDENCE) / 2, count - 1))
    half = quantile * float(values.std(ddof=1)) / count**0.5
    return mean, mean - half, mean + half


def _median_interval(values: Array, blocks: Sequence[int]) -> tuple[float, float]:
    """Return the confidence interval of the median of all durations, by the medians of blocks."""
    medians = _block_medians(values, blocks)
    if len(medians) < 2:
        return float(values.min()), float(values.max())
    _, low, high = (float(np.exp(value)) for value in _mean_interval(np.log(medians)))
    centre = float(np.median(values))
    return min(low, centre), max(high, centre)
