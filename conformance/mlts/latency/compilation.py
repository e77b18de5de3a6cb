"""Duration of compilations: without cache, when saving to a cache, and from a cache."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from conformance.hal import (
    CacheArguments,
    Device,
    ErrorStatus,
    ExecutionPreference,
    Model,
    cache_handles,
)
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.mlts.inference import InferenceError
from conformance.mlts.latency.measurement import MeasurementLimits, measure_in_turns
from conformance.operations.model.definition import Array

_TOKEN = b"nn-conformance latency".ljust(32, b".")
_MOST_FILES = 32


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

    Raise ``InferenceError`` if a compilation fails, and ``DriverCallError`` if a call violates the
    interface.
    """
    compile_model = _compilation(device, model, CacheArguments(), timeout)
    plain = measure_in_turns({"plain": compile_model}, limits)["plain"]
    counts = _cache_files(device)
    if counts is None:
        return CompilationTimes(plain)
    with tempfile.TemporaryDirectory(prefix="nn-conformance-cache-") as name:
        folder = Path(name)

        def save() -> None:
            with _opened_cache(folder, counts, empty=True) as cache:
                _compilation(device, model, cache, timeout)()

        saving = measure_in_turns({"save": save}, limits)["save"]
        size = sum(path.stat().st_size for path in folder.iterdir())

        def load() -> None:
            with _opened_cache(folder, counts, empty=False) as cache:
                _load(device, cache, timeout)

        if not size or not _can_load(device, folder, counts, timeout):
            return CompilationTimes(plain, saving, None, size)
        return CompilationTimes(
            plain, saving, measure_in_turns({"load": load}, limits)["load"], size
        )


def _compilation(
    device: Device, model: Model, cache: CacheArguments, timeout: float
) -> Callable[[], None]:
    def compile_model() -> None:
        outcome = driver_calls.prepare_model(
            device,
            model,
            ExecutionPreference.SUSTAINED_SPEED,
            timeout,
            RecordingPreparedModelCallback(),
            model_cache=cache.model,
            data_cache=cache.data,
            token=cache.token,
        )
        if outcome.model is None or outcome.status != ErrorStatus.NONE:
            raise InferenceError(f"prepare_model answered {outcome.status.name}")

    return compile_model


def _load(device: Device, cache: CacheArguments, timeout: float) -> None:
    record = RecordingPreparedModelCallback()
    outcome = driver_calls.prepare_model_from_cache(
        device, cache.model, cache.data, cache.token, timeout, record
    )
    if outcome.model is None or outcome.status != ErrorStatus.NONE:
        raise InferenceError(f"prepare_model_from_cache answered {outcome.status.name}")


def _can_load(device: Device, folder: Path, counts: tuple[int, int], timeout: float) -> bool:
    """Return whether the driver loads the model that it may have saved."""
    try:
        with _opened_cache(folder, counts, empty=False) as cache:
            _load(device, cache, timeout)
    except InferenceError:
        return False
    return True


def _cache_files(device: Device) -> tuple[int, int] | None:
    """Return the numbers of model and data cache files, or ``None`` if the driver has no cache."""
    what = "get_number_of_cache_files_needed"
    answer = driver_calls.call_driver(what, device.get_number_of_cache_files_needed)
    status, model_files, data_files = driver_calls.unpack_answer(
        what, answer, 3, "a tuple (ErrorStatus, int, int)"
    )
    if driver_calls.to_status(what, status) != ErrorStatus.NONE:
        return None
    counts = model_files, data_files
    if not all(driver_calls.is_integer(count) and 0 <= count <= _MOST_FILES for count in counts):
        return None
    return (int(model_files), int(data_files)) if any(counts) else None


@contextmanager
def _opened_cache(
    folder: Path, counts: tuple[int, int], *, empty: bool
) -> Iterator[CacheArguments]:
    """Yield the cache arguments with the files of a folder, which are emptied if ``empty``."""
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | (os.O_TRUNC if empty else 0)
    opened: list[int] = []
    try:
        kinds = []
        for kind, count in zip(("model", "data"), counts, strict=True):
            paths = [folder / f"{kind}{number}" for number in range(count)]
            opened += (descriptors := [os.open(path, flags, 0o600) for path in paths])
            kinds.append(cache_handles(descriptors))
        yield CacheArguments(kinds[0], kinds[1], _TOKEN)
    finally:
        for descriptor in opened:
            os.close(descriptor)
