"""Samples of a driver's process, and the detection of resources that it does not release."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from conformance.drivers.own_process import IsolatedDevice
from conformance.drivers.own_process.driver_process import resource_usage
from conformance.drivers.own_process.private_memory import release_free_memory
from conformance.hal import Device
from conformance.harness.calls import driver_calls
from conformance.models.stress.events import DriverStarted, EventSender, Sampled
from conformance.models.stress.report import GrowthSample
from conformance.models.stress.tally import Tally

_SAMPLES: Final = 50
"""Number of samples in a mode, about."""

_MIN_INTERVAL: Final = 0.05
_SETTLE_SECONDS: Final = 1.0
"""Seconds for which threads and descriptors of ended calls may still be released."""

_STABLE_SECONDS: Final = 0.2
"""Seconds without a change after which the numbers are regarded as final."""

MIN_OPERATIONS: Final = 4
"""Smallest number of operations in a round for which growth is examined."""


class Usage(NamedTuple):
    """Resources of the driver's process, without those of the suite in it; memory in bytes."""

    descriptors: int
    threads: int
    mappings: int
    memory: int


@dataclass(frozen=True, slots=True)
class _Leak:
    """The growth of a resource in one round from which it counts as a leak.

    It must be at least ``minimum`` units, and ``per_operation`` for each operation or
    ``per_compilation`` for each compilation.
    """

    name: str
    unit: int
    minimum: int
    per_operation: float
    per_compilation: float


_LEAKS: Final = (
    _Leak("descriptors", 1, 1, 0.05, 0.5),
    _Leak("threads", 1, 1, 0.05, 0.5),
    _Leak("memory", 4096, 256, 0.5, 16),
)


def usage_of(device: Device) -> tuple[int, Usage]:
    """Return the number of the driver's process and its resources; zeros if it does not run."""
    number, shares, pid = 1, (0, 0, 0), os.getpid()
    if isinstance(device, IsolatedDevice):
        process, number = device.process, device.process_number
        if process is None:
            return number, Usage(0, 0, 0, 0)
        pid, shares = process.pid, device.resources_of_harness()
    resources = resource_usage(pid)
    try:
        mappings = Path(f"/proc/{pid}/maps").read_bytes().count(b"\n")
    except OSError:
        mappings = 0
    descriptors, harness_mappings, threads = shares
    return number, Usage(
        max(0, resources.descriptors - descriptors),
        max(0, resources.threads - threads),
        max(0, mappings - harness_mappings),
        resources.private,
    )


class Sampler:
    """Samples the driver's process on a thread, and reports the ids of new driver processes."""

    def __init__(self, device: Device, tally: Tally, events: EventSender, seconds: float) -> None:
        self._device, self._tally, self._events = device, tally, events
        self._start = time.monotonic()
        self._interval = max(_MIN_INTERVAL, seconds / _SAMPLES)
        self._pid = 0
        self._end = threading.Event()
        self.report_process()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while not self._end.wait(self._interval):
            self.report_process()
            self.sample()

    def report_process(self) -> None:
        """Report the id of the driver's process if it is new."""
        process = getattr(self._device, "process", None)
        pid = getattr(process, "pid", 0)
        if pid and pid != self._pid:
            self._pid = pid
            self._events.send(DriverStarted(pid))

    def sample(self) -> None:
        """Send one sample; none while the driver's process does not run."""
        number, usage = usage_of(self._device)
        if usage.memory:
            seconds = time.monotonic() - self._start
            sample = GrowthSample(seconds, number, self._tally.operations, *usage)
            self._events.send(Sampled(sample))

    def close(self) -> None:
        """End the thread."""
        self._end.set()


@dataclass(frozen=True, slots=True)
class _Round:
    """The resources after a round, and all operations and compilations until then."""

    operations: int
    compilations: int
    usage: Usage


class LeakDetector:
    """Compares the resources of an idle driver after each round of a load."""

    def __init__(self, device: Device, tally: Tally) -> None:
        self._device, self._tally = device, tally
        self._rounds: list[_Round] = []

    def measure(self) -> None:
        """Measure the idle driver after it has released the objects that its clients dropped."""
        compilations = self._tally.counts.get("compilations", 0)
        usage = settled_usage(self._device, self._rounds[-1].usage if self._rounds else None)
        self._rounds.append(_Round(self._tally.operations, compilations, usage))

    def leaks(self) -> list[str]:
        """Return a reason for each resource that grew in each round except the first.

        The first round fills caches. Rounds with few operations show nothing.
        """
        steps = list(pairwise(self._rounds))[1:]
        if len(steps) < 2 or any(
            after.operations - before.operations < MIN_OPERATIONS for before, after in steps
        ):
            return []
        return [
            self._reason(leak, steps)
            for leak in _LEAKS
            if all(_is_leak(leak, before, after) for before, after in steps)
        ]

    def _reason(self, leak: _Leak, steps: Sequence[tuple[_Round, _Round]]) -> str:
        first, last = steps[0][0], steps[-1][1]
        grown = getattr(last.usage, leak.name) - getattr(first.usage, leak.name)
        amount = f"{grown >> 10} KiB of memory" if leak.unit > 1 else f"{grown} {leak.name}"
        return (
            f"after {last.operations - first.operations} executions and compilations the idle "
            f"driver's process has {amount} more than before, and grew in each of {len(steps)} "
            "rounds; everything that an operation uses must be released after it"
        )


def _is_leak(leak: _Leak, before: _Round, after: _Round) -> bool:
    grown = (getattr(after.usage, leak.name) - getattr(before.usage, leak.name)) / leak.unit
    operations = after.operations - before.operations
    compilations = after.compilations - before.compilations
    enough = grown >= leak.per_operation * operations or (
        compilations > 0 and grown >= leak.per_compilation * compilations
    )
    return grown >= leak.minimum and enough


def settled_usage(device: Device, before: Usage | None) -> Usage:
    """Return the resources after waiting for those above ``before`` to be released."""
    _collect(device)
    usage = usage_of(device)[1]
    deadline = time.monotonic() + _SETTLE_SECONDS
    changed = time.monotonic()
    while before is not None and time.monotonic() < deadline:
        if usage.descriptors <= before.descriptors and usage.threads <= before.threads:
            break
        if time.monotonic() - changed > _STABLE_SECONDS:
            break
        time.sleep(_STABLE_SECONDS / 4)
        _collect(device)
        latest = usage_of(device)[1]
        if latest[:2] != usage[:2]:
            changed = time.monotonic()
        usage = latest
    return usage


def _collect(device: Device) -> None:
    """Make the driver release the objects that its client no longer uses, and free memory.

    Raise the error of a process that has ended.
    """
    release_free_memory()
    if isinstance(device, IsolatedDevice):
        error = device.end_case()
        if error is not None:
            raise error
        driver_calls.call_driver("free", device.collect_garbage)
