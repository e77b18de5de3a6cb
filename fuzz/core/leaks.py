"""Finds inputs after which a process keeps descriptors, threads or memory."""

from __future__ import annotations

import gc
import time
from collections import deque
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from conformance.drivers.driver import Driver
from conformance.processes import ResourceUsage
from conformance.verdicts import VerdictKind
from fuzz.core.finding import FuzzFinding, make_finding

CHECK_EVERY: Final = 256
"""Number of inputs between two measurements."""

_NAMES: Final = {0: "descriptors", 2: "threads", 1: "memory"}
"""The names of the fields of ``ResourceUsage``, in the order in which a leak is reported."""
_SUSPICIOUS: Final = ResourceUsage(48, 64 << 20, 48)
"""Growth since the first measurement from which the inputs since the last one are repeated."""

_CERTAIN_MEMORY: Final = 1 << 30
"""Growth of the memory in bytes that counts as a leak even if no single input leaks."""

_REPEATS: Final = 16
_LEAK_EACH: Final = (1, 8 << 10, 1)
"""Growth for each repetition of an input that counts as a leak."""

_MAX_CONFIRMED: Final = 4
_MAX_SECONDS: Final = 8.0
"""Limit for the search for the input that leaks."""

Run = Callable[[bytes], object]


class LeakCheck:
    """Measures the process of a driver while inputs run.

    ``leaking_input`` is the input that shows the finding that was returned last.
    """

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._recent: deque[bytes] = deque(maxlen=CHECK_EVERY)
        self._count = 0
        self._process = -1
        self._first: ResourceUsage | None = None
        self.leaking_input = b""

    def after_input(self, data: bytes, run: Run) -> FuzzFinding | None:
        """Return a finding if resources have grown while inputs ran; ``run`` runs an input again.

        The resources are measured after every 256 inputs, and compared with those after the first
        512, because caches fill at the beginning.
        """
        self._recent.append(data)
        self._count += 1
        if self._count % CHECK_EVERY:
            return None
        usage = self._measure()
        if self._first is None:
            if self._count >= 2 * CHECK_EVERY:
                self._first = usage
            return None
        for position, name in _NAMES.items():
            old, new = self._first[position], usage[position]
            if new - old < _SUSPICIOUS[position]:
                continue
            self.leaking_input = data
            finding = self._find_input(position, run)
            self._first = self._measure()
            if finding is not None:
                return finding
            if name != "memory" or new - old >= _CERTAIN_MEMORY:
                return _finding(name, f"grew from {_text(old, name)} to {_text(new, name)}")
        return None

    def repeated(self, data: bytes, run: Run) -> FuzzFinding | None:
        """Return a finding if repetitions of an input leak; the input runs 48 times or fewer."""
        counts: list[ResourceUsage] = []
        for _ in range(4):
            counts.append(self._measure())
            if len(counts) > 1 and not any(_leaks(counts, position) for position in range(3)):
                return None
            for _ in range(_REPEATS if len(counts) < 4 else 0):
                run(data)
        for position, name in _NAMES.items():
            if _leaks(counts, position):
                grown = counts[-1][position] - counts[0][position]
                many = f"{3 * _REPEATS} repetitions of the input"
                return _finding(name, f"grew by {_text(grown, name)} in {many}")
        return None

    def _find_input(self, position: int, run: Run) -> FuzzFinding | None:
        """Return the finding on the first of the recent inputs whose repetition leaks."""
        grown = []
        end = time.monotonic() + _MAX_SECONDS
        for data in dict.fromkeys(self._recent):
            if time.monotonic() > end:
                break
            before = self._measure(collect=False)[position]
            run(data)
            if (growth := self._measure(collect=False)[position] - before) <= 0:
                continue
            grown.append((growth, data))
            if _NAMES[position] != "memory" and len(grown) >= _MAX_CONFIRMED:
                break  # memory also grows without a leak, so all inputs are measured for memory
        grown.sort(key=lambda entry: -entry[0])
        for _, data in grown[:_MAX_CONFIRMED]:
            if (finding := self.repeated(data, run)) is not None:
                self.leaking_input = data
                return finding
        return None

    def _measure(self, *, collect: bool = True) -> ResourceUsage:
        """Return the resources of the driver's process, which is this one if it is not isolated."""
        driver = self._driver
        if collect:
            gc.collect()
        process = driver.process
        if process is not None and process.process_number != self._process:  # restarted
            self._process, self._first = process.process_number, None
        if collect and driver.pid:
            driver.collect_garbage()
        return driver.usage()


def _leaks(counts: list[ResourceUsage], position: int) -> bool:
    """Return whether each round of repetitions leaked; the first one may fill caches."""
    steps = [new[position] - old[position] for old, new in pairwise(counts)]
    return all(step >= _REPEATS * _LEAK_EACH[position] for step in steps)


def _finding(name: str, how: str) -> FuzzFinding:
    return make_finding(VerdictKind.LEAK, "process.leak", f"{name} {how}", name)


def _text(value: int, name: str) -> str:
    return f"{value >> 10} KiB" if name == "memory" else str(value)
