"""Alternating measurements of inferences and compilations of several drivers."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import numpy as np

from conformance.hal import Device, ErrorStatus, Model
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.harness.execution.model_preparation import CacheFilesInMemory
from conformance.models.inference import (
    InferenceError,
    compile_model,
)
from conformance.models.latency.statistics import LatencyStatistics, latency_statistics
from conformance.operations.definition.operands import Array
from conformance.tracing import TraceLayer, TracePhase, span

_T = TypeVar("_T")

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
