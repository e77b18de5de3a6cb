"""Statistics of durations, and the comparison of two drivers that were measured in turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import stats  # type: ignore[import-untyped]

from conformance.operations.model.definition import Array

CONFIDENCE: Final = 0.98
"""Confidence level of the intervals: equally fast drivers differ in at most 2 % of comparisons."""

HISTOGRAM_BINS: Final = 32
"""Number of intervals of a histogram, as in MLTS."""

QUANTILES: Final = tuple(number / 40 for number in range(41))
"""The quantiles of a distribution that plots show."""

MIN_ROUNDS: Final = 10
"""Smallest number of rounds from which two drivers can be compared."""

_MANY_TIMES: Final = 2.0
"""Ratio from which the text states a factor instead of a percentage."""

_RESAMPLES: Final = 2000


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
    quantiles: tuple[float, ...]
    """The quantiles 0, 0.025, 0.05 ... 1, for plots."""


def latency_statistics(seconds: Array) -> LatencyStatistics:
    """Return the statistics of at least one duration."""
    if not len(seconds):
        raise ValueError("there is no duration")
    low, high = float(seconds.min()), float(seconds.max())
    counts, _ = np.histogram(seconds, HISTOGRAM_BINS, (low, high) if high > low else (low, low + 1))
    return LatencyStatistics(
        len(seconds),
        float(seconds.sum()),
        low,
        high,
        float(seconds.mean()),
        float(seconds.std()),
        float(np.median(seconds)),
        float(np.quantile(seconds, 0.9)),
        float(np.quantile(seconds, 0.99)),
        _median_interval(seconds),
        tuple(int(count) for count in counts),
        tuple(float(value) for value in np.quantile(seconds, QUANTILES)),
    )


@dataclass(frozen=True, slots=True)
class LatencyComparison:
    """How much slower a driver is than another one in the same rounds.

    ``ratio`` is the median of the ratios of both durations in a round, ``interval`` its confidence
    interval. ``different`` is whether the interval excludes 1.
    """

    ratio: float
    interval: tuple[float, float]
    different: bool

    @property
    def text(self) -> str:
        """The comparison in words."""
        if not self.different:
            return "no difference shown"
        if self.ratio >= _MANY_TIMES:
            return f"{self.ratio:.3g} times the time"
        if self.ratio > 1:
            return f"{(self.ratio - 1) * 100:.1f} % slower"
        return f"{(1 - self.ratio) * 100:.1f} % faster"


def compare_latency(driver: Array, other: Array) -> LatencyComparison:
    """Return the comparison of two drivers' durations, in the order of the rounds.

    Both were measured once in each round, in random order, so that a disturbance that lasts longer
    than a round affects both. ``ValueError`` if there are fewer than ``MIN_ROUNDS`` rounds.
    """
    if len(driver) != len(other) or len(driver) < MIN_ROUNDS:
        raise ValueError(
            f"{len(driver)} and {len(other)} durations: a comparison needs at least {MIN_ROUNDS} "
            "rounds of both drivers"
        )
    logarithms = np.log(driver / other)
    low, high = _median_interval(logarithms)
    ratio = float(np.exp(np.median(logarithms)))
    return LatencyComparison(ratio, (float(np.exp(low)), float(np.exp(high))), not low <= 0 <= high)


def _median_interval(values: Array) -> tuple[float, float]:
    """Return the confidence interval of the median by bootstrap."""
    if len(values) < 2 or values.min() == values.max():
        return float(values.min()), float(values.max())
    result = stats.bootstrap(
        (values,),
        np.median,
        n_resamples=_RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        vectorized=True,
        batch=250,
        random_state=np.random.default_rng(0),
    )
    interval = result.confidence_interval
    return float(interval.low), float(interval.high)
