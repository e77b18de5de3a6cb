"""Duration of compilations: without cache, when saving to a cache, and from a cache."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass

from conformance.hal import Device, ErrorStatus, Model
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.harness.execution.cached_preparation import CacheFilesInMemory
from conformance.mlts.inference import InferenceError, compile_model
from conformance.mlts.latency.measurement import MeasurementLimits, measure_in_turns
from conformance.operations.model.definition import Array


@dataclass(frozen=True, slots=True)
class CompilationTimes:
    """Seconds of each compilation; ``saving`` and ``from_cache`` are ``None`` without a cache.

    ``from_cache`` is also ``None`` if the driver chose not to save the model. ``cache_bytes`` is
    the size of all cache files.
    """

    without_cache: Array
    saving: Array | None = None
    from_cache: Array | None = None
    cache_bytes: int = 0


def measure_compilation(
    device: Device, model: Model, limits: MeasurementLimits, timeout: float
) -> CompilationTimes:
    """Return the durations of compilations of a model that the driver supports.

    The cache files are in memory, so that the times do not depend on a disk. Raise
    ``InferenceError`` if a compilation fails, and ``DriverCallError`` if a call violates the
    interface.
    """
    compile_plain = {"plain": lambda: compile_model(device, model, timeout)}
    plain = measure_in_turns(compile_plain, limits)["plain"]
    status, *counts = driver_calls.get_number_of_cache_files_needed(device)
    if status != ErrorStatus.NONE or not any(counts):
        return CompilationTimes(plain)
    with ExitStack() as opened:
        latest: list[CacheFilesInMemory] = []

        def save() -> None:
            latest[:] = [opened.enter_context(CacheFilesInMemory((counts[0], counts[1])))]
            compile_model(device, model, timeout, latest[0].arguments)

        saving = measure_in_turns({"save": save}, limits)["save"]
        (files,) = latest
        handles = (*files.arguments.model, *files.arguments.data)
        size = sum(os.fstat(descriptor).st_size for (descriptor,) in handles)
        if not size or not _load(device, files, timeout):
            return CompilationTimes(plain, saving, None, size)

        def load() -> None:
            if not _load(device, files, timeout):
                raise InferenceError("prepare_model_from_cache failed after it had succeeded")

        loading = measure_in_turns({"load": load}, limits)["load"]
        return CompilationTimes(plain, saving, loading, size)


def _load(device: Device, files: CacheFilesInMemory, timeout: float) -> bool:
    """Return whether the driver prepares the model from the cache files."""
    files.reopen()
    cache = files.arguments
    outcome = driver_calls.prepare_model_from_cache(
        device, cache.model, cache.data, cache.token, timeout, RecordingPreparedModelCallback()
    )
    return outcome.model is not None and outcome.status == ErrorStatus.NONE
