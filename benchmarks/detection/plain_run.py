"""Measures which faults the plain run finds, and when: one pytest session on the reference driver.

The session is the one that ``pytest --driver X`` runs: bundled specs, checks of the suite and the
default random graphs, in this order, on the default paths. After each case the faults that changed
the outputs of an operation are activated one by one, and the case is run again with each.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import pytest

from benchmarks.detection.device import DEVICE, Fault, MeasuredFault, Observer
from benchmarks.detection.hole_fault import HoleFault
from conformance.hal import Version
from conformance.plugin.items import SESSION, CaseFailed, CaseItem

PARTS: Final = ("specs", "suite", "graphs")
"""The parts of the plain run."""


@dataclass(frozen=True, slots=True)
class Detection:
    """The first case that finds a fault.

    ``seconds`` is the CPU time of the reference's run until the end of that case, and
    ``part_seconds`` that of the cases of the same part alone.
    """

    case_id: str
    seconds: float
    part_seconds: float
    rule: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """A case that finds a fault; ``number`` is its place in the order of the run."""

    number: int
    case_id: str
    rule: str


@dataclass
class PlainRunResult:
    """The result of a measured session, or of a share of its cases.

    ``found`` has the first sighting of a fault in a part, ``seen`` the number of cases of a part
    in which a fault changed the output of an operation, and ``durations`` the part and the CPU
    seconds of each case by its place in the order of the run.
    """

    found: dict[str, dict[str, Sighting]] = field(default_factory=dict)
    seen: dict[str, dict[str, int]] = field(default_factory=dict)
    durations: dict[int, tuple[str, float]] = field(default_factory=dict)

    def merge(self, other: PlainRunResult) -> None:
        """Add the result of another share of the cases."""
        self.durations.update(other.durations)
        for part, found in other.found.items():
            own = self.found.setdefault(part, {})
            for id_, sighting in found.items():
                if id_ not in own or sighting.number < own[id_].number:
                    own[id_] = sighting
        for part, seen in other.seen.items():
            counts = self.seen.setdefault(part, {})
            for id_, count in seen.items():
                counts[id_] = counts.get(id_, 0) + count

    def detections(self) -> dict[str, dict[str, Detection]]:
        """Return the detections of each part, with the times of the run in its own order."""
        clock = 0.0
        own = dict.fromkeys(PARTS, 0.0)
        times: dict[int, tuple[float, float]] = {}
        for number in sorted(self.durations):
            part, seconds = self.durations[number]
            clock += seconds
            own[part] += seconds
            times[number] = clock, own[part]
        return {
            part: {
                id_: Detection(each.case_id, *times[each.number], each.rule)
                for id_, each in found.items()
            }
            for part, found in self.found.items()
        }

    def part_seconds(self) -> dict[str, float]:
        """Return the CPU seconds of each part."""
        seconds = dict.fromkeys(PARTS, 0.0)
        for part, duration in self.durations.values():
            seconds[part] += duration
        return seconds


def part_of(case_id: str) -> str:
    """Return the part of the plain run that a case belongs to."""
    first = case_id.partition("/")[0]
    return {"suite": "suite", "random": "graphs"}.get(first, "specs")


class DetectionPlugin:
    """The pytest plugin that runs each case again with every fault that it may find.

    ``share`` limits the session to every Nth case, from a first one.
    """

    def __init__(self, faults: Sequence[MeasuredFault], share: tuple[int, int] = (0, 1)) -> None:
        self.faults = {f.id: f for f in faults if not isinstance(f, HoleFault)}
        self.holes = [fault for fault in faults if isinstance(fault, HoleFault)]
        self.result = PlainRunResult({part: {} for part in PARTS}, {part: {} for part in PARTS})
        self.observer = Observer()
        self._share = share
        self._numbers: dict[str, int] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Number the cases in the order of the run, and keep those of the share."""
        self._numbers = {item.nodeid: number for number, item in enumerate(items)}
        first, step = self._share
        items[:] = items[first::step]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        """Run the case on the reference with the observer, then with the faults that differ."""
        if not isinstance(item, CaseItem):
            yield
            return
        part, number = part_of(item.case_id), self._numbers[item.nodeid]
        found = self.result.found[part]
        self.observer.start(fault for id_, fault in self.faults.items() if id_ not in found)
        DEVICE.observer, start = self.observer, time.process_time()
        try:
            yield
        finally:
            DEVICE.observer = None
            taken = time.process_time() - start - self.observer.seconds
            self.result.durations[number] = part, max(taken, 0.0)
        self._judge(item, part, number)
        for hole in self.holes:
            if hole.id not in found and hole.shown_by(self.observer.refused):
                found[hole.id] = Sighting(number, item.case_id, "refusal")

    def _judge(self, item: CaseItem, part: str, number: int) -> None:
        kept = item.verdicts, item.dump
        seen = self.result.seen[part]
        for id_, fault in self.observer.differing.items():
            seen[id_] = seen.get(id_, 0) + 1
            rule = self._failing_rule(item, fault)
            if rule is not None:
                self.result.found[part][id_] = Sighting(number, item.case_id, rule)
        item.verdicts, item.dump = kept

    def _failing_rule(self, item: CaseItem, fault: Fault) -> str | None:
        """Return the rule of the verdict if the case fails with the fault, otherwise ``None``."""
        DEVICE.active = fault
        try:
            item.runtest()
        except CaseFailed:
            return next(v.rule for v in item.verdicts if v.kind.blames_driver)
        except pytest.skip.Exception:
            return None
        finally:
            DEVICE.active = None
            item.config.stash[SESSION].cases.take_late_verdicts()
        return None


def measure_older_driver(
    faults: Sequence[MeasuredFault], share: tuple[int, int] = (0, 1)
) -> PlainRunResult:
    """Return the result of the checks of codes on a driver of HAL 1.0, for holes ``version.*``.

    Only a driver of an older version can accept what a later one introduced. The times of the plain
    run do not contain these checks, so the first case of the run counts as their place.
    """
    holes = [
        each for each in faults if isinstance(each, HoleFault) and each.rule.startswith("version.")
    ]
    newest = DEVICE.version
    DEVICE.version = Version.V1_0
    try:
        result = measure(holes, ["--case", "suite/invalid_codes/*"], share) if holes else None
    finally:
        DEVICE.version = newest
    found = result.found["suite"] if result else {}
    return PlainRunResult({"suite": {id_: replace(each, number=0) for id_, each in found.items()}})


@contextmanager
def _empty_folder() -> Generator[None, None, None]:
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        try:
            yield
        finally:
            os.chdir(before)


def measure(
    faults: Sequence[MeasuredFault],
    arguments: Sequence[str] = (),
    share: tuple[int, int] = (0, 1),
) -> PlainRunResult:
    """Run the session and return its result; ``arguments`` are further arguments of pytest."""
    plugin = DetectionPlugin(faults, share)
    with _empty_folder():
        pytest.main(
            [
                *("-q", "--no-header", "--no-summary", "-p", "no:cacheprovider", "--dump=:0"),
                *("--driver", "benchmarks.detection.device:create_device", "--limit", "driver=0"),
                *arguments,
            ],
            plugins=[plugin],
        )
    return plugin.result
