"""Duration of compilations: without cache, when saving to a cache, and from a cache."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final

from conformance.hal import Device, ErrorStatus, Model
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.harness.execution.model_preparation import CacheFilesInMemory
from conformance.models.inference import InferenceError, compile_model
from conformance.models.latency.measurement import MeasurementLimits, measure_in_turns
from conformance.operations.definition.definition import Array

_SAVING_SECONDS: Final = 0.5
"""Seconds that a driver has to save a model after its preparation."""


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

        def save() -> float:
            opened.close()  # the files of the compilation before: a process has few descriptors
            latest[:] = [opened.enter_context(CacheFilesInMemory((counts[0], counts[1])))]
            start = time.perf_counter()
            compile_model(device, model, timeout, latest[0].arguments)
            return time.perf_counter() - start

        saving = measure_in_turns({"save": save}, limits)["save"]
        (files,) = latest
        if not _was_saved(device, files, timeout):
            return CompilationTimes(plain, saving, None, _size(files))

        def load() -> None:
            if not _load(device, files, timeout):
                raise InferenceError("prepare_model_from_cache failed after it had succeeded")

        loading = measure_in_turns({"load": load}, limits)["load"]
        return CompilationTimes(plain, saving, loading, _size(files))


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
    """Return the size of all cache files in bytes."""
    cache = files.arguments
    with _closed_descriptors_reported():
        return sum(os.fstat(descriptor).st_size for (descriptor,) in (*cache.model, *cache.data))


@contextmanager
def _closed_descriptors_reported() -> Iterator[None]:
    """Raise ``InferenceError`` if a descriptor of a cache file cannot be used."""
    try:
        yield
    except OSError as error:
        raise InferenceError(
            f"a descriptor of a cache file cannot be used any more ({error.strerror}); only the "
            "client may close it"
        ) from None


def _load(device: Device, files: CacheFilesInMemory, timeout: float) -> bool:
    """Return whether the driver prepares the model from the cache files."""
    with _closed_descriptors_reported():
        files.reopen()
    cache = files.arguments
    outcome = driver_calls.prepare_model_from_cache(
        device, cache.model, cache.data, cache.token, timeout, RecordingPreparedModelCallback()
    )
    return outcome.model is not None and outcome.status == ErrorStatus.NONE
