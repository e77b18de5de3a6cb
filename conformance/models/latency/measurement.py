"""Alternating measurements of inferences and compilations of several drivers."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

import numpy as np

from conformance.drivers.driver import Driver
from conformance.hal import Device, ErrorStatus, Model
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.harness.execution.model_preparation import CacheFilesInMemory
from conformance.models.accuracy.evaluators import AccuracyTask
from conformance.models.inference import (
    InferenceError,
    InferenceSession,
    compile_model,
    modes_of,
    prepare,
)
from conformance.models.latency.statistics import LatencyStatistics, latency_statistics
from conformance.operations.definition.operands import Array
from conformance.processes import release_free_memory
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


# ------------------------------------------------------------------ memory

_KIB: Final = 1024
_EXECUTIONS: Final = 5


@dataclass(frozen=True, slots=True)
class MemoryGrowth:
    """Bytes of resident memory in addition to those before a step.

    ``growth`` is what remains after the step. ``peak`` is the largest use during the step; ``None``
    if the system does not permit to reset the recorded peak of the process.
    """

    growth: int
    peak: int | None


@dataclass(frozen=True, slots=True)
class ProcessMemory:
    """Memory of one process; ``resident`` is its whole resident memory after the executions.

    ``process`` is "driver" for the process of an isolated driver, and "suite" for the process of
    the suite, in which any other driver runs too.
    """

    process: str
    preparation: MemoryGrowth
    execution: MemoryGrowth
    resident: int


def measure_memory(task: AccuracyTask, device: Device, timeout: float) -> tuple[ProcessMemory, ...]:
    """Return the memory of each process that takes part: an isolated driver's, and the suite's.

    The first step is a preparation, the second one opens a session and executes some times. Before
    each, the free memory of the heaps is returned to the system, so that using it again counts as
    growth. A driver with an allocator of its own may keep free memory nevertheless. Raise the
    errors of ``prepare`` and of the executions.
    """
    driver = Driver.of(device)
    processes = {"suite": os.getpid()}
    if driver.process is not None and driver.pid:
        processes = {"driver": driver.pid, **processes}

    def measured(step: Callable[[], _T]) -> tuple[_T, list[tuple[MemoryGrowth, int]]]:
        release_free_memory()
        driver.collect_garbage()
        before = [(_reset_peak(pid), _memory(pid)[0]) for pid in processes.values()]
        result = step()
        found = []
        for pid, (is_reset, origin) in zip(processes.values(), before, strict=True):
            resident, peak = _memory(pid)
            most = max(peak - origin, 0) if is_reset and peak else None
            found.append((MemoryGrowth(resident - origin, most), resident))
        return result, found

    prepared, preparations = measured(lambda: prepare(device, task.model, timeout))
    mode = modes_of(device.version)[0]

    def execute() -> InferenceSession:
        session = InferenceSession(prepared, task.model, task.states, mode=mode, timeout=timeout)
        opened.enter_context(session)
        session.load(task.data.sequences[0].inputs[0])
        for _ in range(_EXECUTIONS):
            session.execute()
        return session

    with ExitStack() as opened:
        _, executions = measured(execute)
    return tuple(
        ProcessMemory(process, preparation, execution, resident)
        for process, (preparation, _), (execution, resident) in zip(
            processes, preparations, executions, strict=True
        )
    )


def _reset_peak(pid: int) -> bool:
    try:
        # 5 resets the peak of the resident memory (proc(5), clear_refs).
        Path(f"/proc/{pid}/clear_refs").write_text("5")
    except OSError:
        return False
    return True


def _memory(pid: int) -> tuple[int, int]:
    """Return the resident memory and its peak in bytes; zeros if the process has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0, 0
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    resident, peak = (int(fields.get(name, "0").split()[0]) * _KIB for name in ("VmRSS", "VmHWM"))
    return resident, peak
