"""Latency: alternating measurements of several drivers, statistics, and comparisons.

Durations of one session are not independent: the machine's load changes slowly, and the addresses
of the buffers make a session faster or slower as a whole. Therefore the unit of every interval is a
block of rounds with its own sessions, not a single duration.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np

from conformance.hal import Device, ErrorStatus, Model
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.harness.execution.model_preparation import CacheFilesInMemory
from conformance.models.inference import InferenceError, compile_model
from conformance.operations.definition.operands import Array
from conformance.tracing import TraceLayer, TracePhase, span

_T_QUANTILES: Final = (
    *(63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169),
    *(3.106, 3.055, 3.012, 2.977, 2.947, 2.921, 2.898, 2.878, 2.861, 2.845),
)
"""The 99.5 % quantiles of the t distribution with 1 to 20 degrees of freedom.

The intervals have the confidence level 99 %: equally fast drivers differ in at most 1 % of
comparisons.
"""

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
    quantile = _T_QUANTILES[min(count - 2, len(_T_QUANTILES) - 1)]
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


# ------------------------------------------------------------------ measurements

_MAX_ROUNDS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class MeasurementLimits:
    """The length of a measurement.

    Attributes:
        warm_up: seconds of executions before the measurement, for each driver.
        seconds: seconds of measured executions, for each driver.
        rounds: largest number of measured rounds.
        blocks: number of blocks into which the rounds are divided; each has its own sessions.

    """

    warm_up: float = 0.3
    seconds: float = 2.0
    rounds: int = _MAX_ROUNDS
    blocks: int = 20

    def of_block(self) -> MeasurementLimits:
        """Return the limits of one block."""
        count = max(self.blocks, 1)
        rounds = -(-self.rounds // count)
        return replace(
            self, warm_up=self.warm_up / count, seconds=self.seconds / count, rounds=rounds
        )


def measure_in_turns(
    candidates: Mapping[str, Callable[[], object]],
    limits: MeasurementLimits,
    seed: int | None = None,
) -> dict[str, Array]:
    """Return the seconds of each call of each candidate, one call in each round.

    A candidate that returns a float has measured its duration itself.
    The order within a round is random, and that of every second round is reversed, so that no
    candidate always runs after the same other one.
    The rounds end after ``limits.rounds``, or when a candidate had ``limits.seconds`` on average.
    At least one round is measured.
    """
    clock = time.perf_counter
    for name, call in candidates.items():
        with span(TraceLayer.APPLICATION, TracePhase.WARM_UP, name):
            end = clock() + limits.warm_up
            call()
            while clock() < end:
                call()
    order = list(candidates)
    chosen = random.Random(seed)
    durations: dict[str, list[float]] = {name: [] for name in order}
    budget, spent = limits.seconds * len(order), 0.0
    for number in range(max(limits.rounds, 1)):
        if number % 2:
            order.reverse()
        else:
            chosen.shuffle(order)
        for name in order:
            call = candidates[name]
            with span(TraceLayer.APPLICATION, TracePhase.BENCHMARK, name):
                start = clock()
                measured = call()
                duration = clock() - start
            durations[name].append(measured if isinstance(measured, float) else duration)
            spent += duration
        if spent >= budget:
            break
    return {name: np.array(values) for name, values in durations.items()}


_SAVING_SECONDS: Final = 0.5
"""Seconds that a driver has to save a model after its preparation."""


@dataclass(frozen=True, slots=True)
class CompilationStatistics:
    """The durations of compilations; ``saving`` and ``from_cache`` are ``None`` without a cache.

    ``from_cache`` is also ``None`` if the driver chose not to save the model. ``cache_bytes`` is
    the size of all cache files.
    """

    without_cache: LatencyStatistics
    saving: LatencyStatistics | None = None
    from_cache: LatencyStatistics | None = None
    cache_bytes: int = 0


def measure_compilation(
    device: Device, model: Model, limits: MeasurementLimits, timeout: float
) -> CompilationStatistics:
    """Return the durations of compilations of a model that the driver supports.

    The cache files are in memory, so that the times do not depend on a disk. Raise
    ``InferenceError`` if a compilation fails, and ``DriverCallError`` if a call violates the
    interface.
    """

    def measured(name: str, call: Callable[[], object]) -> LatencyStatistics:
        return latency_statistics(measure_in_turns({name: call}, limits)[name])

    plain = measured("plain", lambda: compile_model(device, model, timeout))
    status, *counts = driver_calls.get_number_of_cache_files_needed(device)
    if status != ErrorStatus.NONE or not any(counts):
        return CompilationStatistics(plain)
    with ExitStack() as opened:
        latest: list[CacheFilesInMemory] = []

        def save() -> float:
            opened.close()  # the files of the compilation before: a process has few descriptors
            latest[:] = [opened.enter_context(CacheFilesInMemory((counts[0], counts[1])))]
            start = time.perf_counter()
            compile_model(device, model, timeout, latest[0].arguments)
            return time.perf_counter() - start

        saving = measured("save", save)
        (files,) = latest

        def load() -> None:
            if not _load(device, files, timeout):
                raise InferenceError("prepare_model_from_cache failed after it had succeeded")

        try:
            saved = _was_saved(device, files, timeout)
            loading = measured("load", load) if saved else None
            return CompilationStatistics(plain, saving, loading, _size(files))
        except OSError as error:
            reason = f"a descriptor of a cache file cannot be used any more ({error.strerror})"
            raise InferenceError(f"{reason}; only the client may close it") from None


def _was_saved(device: Device, files: CacheFilesInMemory, timeout: float) -> bool:
    """Return whether the driver prepares the model from the cache files.

    A driver may save after the preparation has ended, so that the first attempts can fail.
    """
    end = time.monotonic() + _SAVING_SECONDS
    while not (_size(files) and _load(device, files, timeout)):
        if time.monotonic() > end:
            return False
        time.sleep(_SAVING_SECONDS / 10)
    return True


def _size(files: CacheFilesInMemory) -> int:
    cache = files.arguments
    return sum(os.fstat(descriptor).st_size for (descriptor,) in (*cache.model, *cache.data))


def _load(device: Device, files: CacheFilesInMemory, timeout: float) -> bool:
    files.reopen()
    cache = files.arguments
    outcome = driver_calls.prepare_model_from_cache(
        device, cache.model, cache.data, cache.token, timeout, RecordingPreparedModelCallback()
    )
    return outcome.model is not None and outcome.status == ErrorStatus.NONE
