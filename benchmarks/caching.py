"""Measure preparation with the model, while saving, and from cache files.

    python -m benchmarks.caching [--runs N]

MobileNetV2 runs on the reference driver, whose compilation takes a few milliseconds, so that the
cache saves no time. Before the measurement, the outputs of a model from the cache
are compared with those of the prepared model.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.ratio_table import RatioRow, print_ratios
from conformance.hal import (
    CacheArguments,
    DataLocation,
    ErrorStatus,
    MeasureTiming,
    Model,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
    cache_handles,
)
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.models.image_network import mobilenet_v2, to_model
from conformance.reference import ReferenceDevice

TOKEN = bytes(range(32))


def timed(call: Callable[[], PreparedModel]) -> tuple[float, PreparedModel]:
    """Return the duration of a preparation in milliseconds, and the prepared model."""
    start = time.perf_counter()
    prepared = call()
    return (time.perf_counter() - start) * 1e3, prepared


def prepare(device: ReferenceDevice, model: Model, cache: CacheArguments) -> PreparedModel:
    """Prepare with the model; save if ``cache`` has files."""
    record = RecordingPreparedModelCallback()
    device.prepare_model(model, 1, 1, None, cache.model, cache.data, cache.token, record)
    return delivered(record)


def load(device: ReferenceDevice, cache: CacheArguments) -> PreparedModel:
    """Prepare from the cache files."""
    record = RecordingPreparedModelCallback()
    device.prepare_model_from_cache(None, cache.model, cache.data, cache.token, record)
    return delivered(record)


def delivered(record: RecordingPreparedModelCallback) -> PreparedModel:
    """Return the prepared model that the callback received."""
    notification = record.wait(10.0)
    assert notification is not None
    status, prepared = notification.arguments
    assert status == ErrorStatus.NONE, status
    assert isinstance(prepared, PreparedModel)
    return prepared


def outputs(prepared: PreparedModel, image: bytes, size: int) -> bytes:
    """Execute the network and return its output."""
    pools = SharedMemory(initial=image), SharedMemory(size)
    request = Request(
        (RequestArgument(location=DataLocation(0, 0, len(image))),),
        (RequestArgument(location=DataLocation(1, 0, size)),),
        pools,
    )
    status, _, _ = prepared.execute_synchronously(request, MeasureTiming.NO, None, None)
    assert status == ErrorStatus.NONE, status
    return bytes(pools[1].view())


def open_files(folder: Path) -> CacheArguments:
    """Return the cache files of the reference driver in ``folder``."""
    flags = os.O_RDWR | os.O_CREAT
    fds = [os.open(folder / f"cache{number}", flags, 0o600) for number in range(3)]
    return CacheArguments(cache_handles(fds[:2]), cache_handles(fds[2:]), TOKEN)


def measure_mobilenet(runs: int, folder: Path) -> list[RatioRow]:
    """Return the rows of MobileNetV2: preparations with the model, while saving, from the cache."""
    network = mobilenet_v2(1.0, 224)
    model = to_model(network)
    device, cache = ReferenceDevice(cache_folder=folder / "map"), open_files(folder)
    image = np.random.default_rng(2).random((1, 224, 224, 3), np.float32).tobytes()
    size = 4 * int(np.prod(network.tensors[network.current].shape))
    expected = outputs(prepare(device, model, cache), image, size)
    assert outputs(load(device, cache), image, size) == expected
    times: dict[str, list[float]] = {"model": [], "saving": [], "cache": []}
    for _ in range(runs):
        times["model"].append(timed(lambda: prepare(device, model, CacheArguments()))[0])
        times["saving"].append(timed(lambda: prepare(device, model, cache))[0])
        times["cache"].append(timed(lambda: load(device, cache))[0])
    peer = statistics.median(times["model"])
    return [
        RatioRow("MobileNetV2 while saving, ms", statistics.median(times["saving"]), peer),
        RatioRow("MobileNetV2 from the cache, ms", statistics.median(times["cache"]), peer),
    ]


def main(arguments: list[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args(arguments).runs
    with tempfile.TemporaryDirectory() as name:
        rows = measure_mobilenet(runs, Path(name))
    print_ratios("compilation caching (peer: preparation with the model)", rows)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
