"""Memory that a process uses while a driver prepares and executes a model, from ``/proc``."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from conformance.drivers.own_process import IsolatedDevice
from conformance.hal import Device
from conformance.models.accuracy.evaluators import AccuracyTask
from conformance.models.inference import InferenceSession, modes_of, prepare
from conformance.processes import release_free_memory

_KIB: Final = 1024


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


class MemoryMeter:
    """Measures the resident memory of one process in steps.

    ``release`` returns the free memory of the process's heap to the system, so that using it again
    counts as growth. A driver with an allocator of its own may keep free memory nevertheless.
    Therefore the figures of the first model in a process are the most exact.
    """

    def __init__(self, process: str, pid: int, release: Callable[[], object]) -> None:
        self.process = process
        self._release = release
        self._home = Path(f"/proc/{pid}")
        self._resettable = True
        self._before = 0
        self.begin_step()

    def begin_step(self) -> None:
        """Use the present memory as the origin of the next step."""
        self._release()
        try:
            # 5 resets the peak of the resident memory (proc(5), clear_refs).
            (self._home / "clear_refs").write_text("5")
        except OSError:
            self._resettable = False
        self._before, _ = self._read()

    def end_step(self) -> MemoryGrowth:
        """Return the growth since ``begin_step``."""
        resident, peak = self._read()
        largest = max(peak - self._before, 0) if self._resettable and peak else None
        return MemoryGrowth(resident - self._before, largest)

    @property
    def resident(self) -> int:
        """The resident memory in bytes; 0 if the process has ended."""
        return self._read()[0]

    def _read(self) -> tuple[int, int]:
        """Return the resident memory and its peak in bytes; zeros if the process has ended."""
        try:
            lines = (self._home / "status").read_text().splitlines()
        except OSError:
            return 0, 0
        fields = dict(line.split(":", 1) for line in lines if ":" in line)
        resident, peak = (
            int(fields.get(name, "0").split()[0]) * _KIB for name in ("VmRSS", "VmHWM")
        )
        return resident, peak


def memory_meters(device: Device) -> list[MemoryMeter]:
    """Return a meter for each process that takes part: the suite's, and an isolated driver's."""
    meters = [MemoryMeter("suite", os.getpid(), release_free_memory)]
    if isinstance(device, IsolatedDevice) and device.process is not None and device.process.pid:
        meters.insert(0, MemoryMeter("driver", device.process.pid, device.collect_garbage))
    return meters


_EXECUTIONS: Final = 5


def measure_memory(task: AccuracyTask, device: Device, timeout: float) -> tuple[ProcessMemory, ...]:
    """Return the memory of each process that takes part.

    The first step is a preparation, the second one opens a session and executes some times. Raise
    the errors of ``prepare`` and of the executions.
    """
    meters = memory_meters(device)
    prepared = prepare(device, task.model, timeout)
    preparations = [meter.end_step() for meter in meters]
    for meter in meters:
        meter.begin_step()
    mode = modes_of(device.version)[0]
    with InferenceSession(prepared, task.model, task.states, mode=mode, timeout=timeout) as session:
        session.load(task.data.sequences[0].inputs[0])
        for _ in range(_EXECUTIONS):
            session.execute()
        executions = [meter.end_step() for meter in meters]
    return tuple(
        ProcessMemory(meter.process, preparation, execution, meter.resident)
        for meter, preparation, execution in zip(meters, preparations, executions, strict=True)
    )
