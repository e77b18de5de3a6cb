"""Measure the private memory that the reference driver needs for a large pool of constants.

A driver that maps the pool needs no private memory for it (``RssAnon`` of ``/proc/PID/status``);
the pages of the pool count as shared memory. The driver runs in its own process. The model looks up
rows of a table, so that its output is small. The figures are the largest growth of RssAnon since
before the preparation, divided by the size of the pool; at most 0.1 is permitted. The same figures
of a driver that copies its pools show that the measurement finds a copy.
``python -m benchmarks.memory_pools`` exits with 1 if a figure is wrong.
"""

from __future__ import annotations

import re
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.hal import (
    PROT_READ,
    ClientMemory,
    DataLocation,
    ErrorStatus,
    ExecutionPreference,
    MeasureTiming,
    Memory,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
    Subgraph,
    hardware_buffer_blob,
    mmap_fd_memory,
)
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.reference import ReferenceDevice

POOL_BYTES = 256 << 20
ROW = 1024
PERMITTED = 0.1
_LIMITS = ProcessLimits(start=60, query=60, prepare=60, execute=60, free=60)
_ROWS = (0, 1, 40_000, POOL_BYTES // (4 * ROW) - 1)


def pools() -> Iterator[tuple[str, Memory]]:
    """Yield a pool of each kind that may hold constants."""
    yield "ashmem", SharedMemory(POOL_BYTES)
    yield "mmap_fd, read-only", mmap_fd_memory(POOL_BYTES, protection=PROT_READ, offset=1 << 16)
    yield "hardware_buffer_blob", hardware_buffer_blob(POOL_BYTES)


def fill(memory: Memory) -> None:
    """Write to each row its number, in every element."""
    view = memory.client_view() if isinstance(memory, ClientMemory) else memory.view()
    with view:
        table = np.frombuffer(view, "<f4").reshape(-1, ROW)
        table[:] = np.arange(len(table), dtype="<f4")[:, None]
        del table


def lookup_model(memory: Memory) -> Model:
    """Return a model that looks up rows of the table that fills the pool."""
    indexes = Operand(OperandType.TENSOR_INT32, (len(_ROWS),), 1, lifetime=OperandLifeTime(1))
    table = Operand(
        OperandType.TENSOR_FLOAT32,
        (POOL_BYTES // (4 * ROW), ROW),
        1,
        lifetime=OperandLifeTime.CONSTANT_REFERENCE,
        location=DataLocation(0, 0, POOL_BYTES),
    )
    out = Operand(OperandType.TENSOR_FLOAT32, (len(_ROWS), ROW), 0, lifetime=OperandLifeTime(2))
    operation = Operation(OperationType.EMBEDDING_LOOKUP, (0, 1), (2,))
    return Model(Subgraph((indexes, table, out), (operation,), (0,), (2,)), pools=(memory,))


def private_bytes(pid: int) -> int:
    """Return the private memory of a process in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"RssAnon:\s*(\d+) kB", status)
    assert found is not None
    return int(found.group(1)) << 10


class PeakSampler:
    """Samples the private memory of a process every millisecond; ``peak`` is the maximum."""

    def __init__(self, pid: int) -> None:
        self.peak = private_bytes(pid)
        self._pid = pid
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._sample)
        self._thread.start()

    def _sample(self) -> None:
        while not self._ended.wait(0.001):
            self.peak = max(self.peak, private_bytes(self._pid))

    def close(self) -> None:
        """Stop sampling."""
        self._ended.set()
        self._thread.join()
        self.peak = max(self.peak, private_bytes(self._pid))


class CopyingDevice(ReferenceDevice):
    """The reference driver with a private copy of each pool, which it keeps."""

    def prepare_model(self, model: Model, *arguments: Any) -> ErrorStatus:
        self._copies = [bytes(pool.view()) for pool in model.pools]
        return super().prepare_model(model, *arguments)


def growth(name: str, memory: Memory, driver: str = "reference") -> tuple[float, float]:
    """Return the growth of RssAnon at the end of the preparation and of executions.

    Both are maxima, relative to the size of the pool.
    """
    fill(memory)
    device = IsolatedDevice(driver, _LIMITS)
    try:
        device.get_status()
        pid = device.pid
        before, sampler = private_bytes(pid), PeakSampler(pid)
        try:
            model = lookup_model(memory)
            end = driver_calls.prepare_model(
                device, model, ExecutionPreference(1), 60, RecordingPreparedModelCallback()
            )
            assert end.model is not None, f"{name}: prepare_model answered {end.status.name}"
            prepared = sampler.peak
            _execute(end.model, name)
        finally:
            sampler.close()
        return (prepared - before) / POOL_BYTES, (sampler.peak - before) / POOL_BYTES
    finally:
        device.close()
        memory.close()


def _execute(prepared: PreparedModel, name: str) -> None:
    """Execute three times and check the rows that were looked up."""
    size = 4 * ROW * len(_ROWS)
    data = SharedMemory(16, initial=struct.pack("<4i", *_ROWS))
    target = SharedMemory(size)
    places = (
        RequestArgument(location=DataLocation(0, 0, 16)),
        RequestArgument(location=DataLocation(1, 0, size)),
    )
    request = Request(places[:1], places[1:], (data, target))
    for _ in range(3):
        outcome = driver_calls.execute_synchronously(prepared, request, MeasureTiming.NO)
        assert outcome.status == ErrorStatus.NONE, f"{name}: {outcome.status.name}"
        with target.view() as view:
            found = np.frombuffer(view, "<f4").reshape(-1, ROW)[:, 0].tolist()
        assert found == list(_ROWS), f"{name}: {found}"


def main() -> int:
    print(f"Growth of RssAnon by a pool of {POOL_BYTES >> 20} MB with constants, relative to it:")
    failed = False
    for name, memory in pools():
        prepared, executed = growth(name, memory)
        failed = failed or executed > PERMITTED
        print(f"  {name:28s} preparation {prepared:6.3f}, executions {executed:6.3f}")
    copying = "benchmarks.memory_pools:CopyingDevice"
    prepared, executed = growth("copying", SharedMemory(POOL_BYTES), copying)
    name = "ashmem, a driver that copies"
    print(f"  {name:28s} preparation {prepared:6.3f}, executions {executed:6.3f}")
    print(f"  permitted: {PERMITTED}")
    return int(failed or executed < 0.9)


if __name__ == "__main__":
    raise SystemExit(main())
