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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from benchmarks.detection.device import DEVICE, Observer
from benchmarks.detection.fault import CallFault
from conformance.plugin.items import CaseFailed, CaseItem
from conformance.plugin.run_context import run_context_of

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


@dataclass
class PlainRunResult:
    """The result of a measured session.

    ``found`` has the first detection of a fault in a part, ``seen`` the number of cases of a part
    in which a fault changed the output of an operation, and ``seconds`` the CPU time of each part.
    """

    found: dict[str, dict[str, Detection]] = field(default_factory=dict)
    seen: dict[str, dict[str, int]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    cases: dict[str, int] = field(default_factory=dict)
    exit_status: int = 0


def part_of(case_id: str) -> str:
    """Return the part of the plain run that a case belongs to."""
    first = case_id.partition("/")[0]
    return {"suite": "suite", "random": "graphs"}.get(first, "specs")


class DetectionPlugin:
    """The pytest plugin that runs each case again with every fault that it may find."""

    def __init__(self, faults: Sequence[CallFault], longest: float) -> None:
        self.faults = {fault.id: fault for fault in faults}
        self.result = PlainRunResult()
        for part in PARTS:
            self.result.found[part], self.result.seen[part] = {}, {}
            self.result.seconds[part], self.result.cases[part] = 0.0, 0
        self.observer = Observer()
        self._longest = longest

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        """Run the case on the reference with the observer, then with the faults that differ."""
        if not isinstance(item, CaseItem):
            yield
            return
        part = part_of(item.case_id)
        found = self.result.found[part]
        self.observer.start(fault for id_, fault in self.faults.items() if id_ not in found)
        DEVICE.observer, start = self.observer, time.process_time()
        try:
            yield
        finally:
            DEVICE.observer = None
            taken = time.process_time() - start - self.observer.seconds
            self.result.seconds[part] += max(taken, 0.0)
            self.result.cases[part] += 1
        self._judge(item, part)

    def _judge(self, item: CaseItem, part: str) -> None:
        kept = item.verdicts, item.dump
        seen = self.result.seen[part]
        for id_, fault in self.observer.differing.items():
            seen[id_] = seen.get(id_, 0) + 1
            rule = self._failing_rule(item, fault)
            if rule is not None:
                self.result.found[part][id_] = Detection(
                    item.case_id, self._clock(), self.result.seconds[part], rule
                )
        item.verdicts, item.dump = kept

    def _failing_rule(self, item: CaseItem, fault: CallFault) -> str | None:
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
            run_context_of(item.config).judge.take_late_verdicts()
        return None

    def _clock(self) -> float:
        return sum(self.result.seconds.values())


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
    faults: Sequence[CallFault], arguments: Sequence[str] = (), longest: float = 30.0
) -> PlainRunResult:
    """Run the session and return its result; ``arguments`` are further arguments of pytest."""
    plugin = DetectionPlugin(faults, longest)
    with _empty_folder():
        status = pytest.main(
            [
                *("-q", "--no-header", "--no-summary", "-p", "no:cacheprovider", "--no-dump"),
                *("--driver", "benchmarks.detection.device:create_device", "--driver-time", "0"),
                *arguments,
            ],
            plugins=[plugin],
        )
    plugin.result.exit_status = int(status)
    return plugin.result
