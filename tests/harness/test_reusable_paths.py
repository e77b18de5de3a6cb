"""Paths of reusable executions find data that a driver keeps from one execution to another.

The example adds two vectors; the sums of both data sets are computed by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from conformance.cases.example import ExpectedOutput
from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.hal import Version
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.harness.planning.path_selection import select_paths
from conformance.oracle.other_data import OtherData
from conformance.reference import ReferenceDevice
from conformance.verdicts import Verdict, VerdictKind
from tests.faults.calls.reusable import CountingExecution, contents, overwrite
from tests.faults.drivers import NewestDevice, newest_device
from tests.isolation.helpers import DRIVERS
from tests.sample_drivers.adder_driver import add_example

EXAMPLE = add_example()
PATHS = ("sync_reusable-fast", "fenced_reusable-fast-timed", "sync_reusable-fast-mmap_fd")


def vector(*values: float) -> bytes:
    return np.asarray(values, "<f4").tobytes()


def other_data() -> OtherData:
    sums = ExpectedOutput((2, 2), vector(5, 5, 5, 5))
    return OtherData((vector(1, 2, 3, 4), vector(4, 3, 2, 1)), (sums,), None)


def along(device: Any, path: str, *, other: bool = True) -> list[Verdict]:
    judge = Judge(device)
    source = other_data if other else None
    verdicts = judge.judge(EXAMPLE, "case", [ExecutionPath.parse(path)], other_data=source)
    return [*verdicts, *judge.close()]


class KeepsFirstInputs(CountingExecution):
    """Computes every result from the inputs of the first execution."""

    kept = b""

    def run(self, deadline: int | None) -> Any:
        return self.with_kept(super().run, deadline)

    def launch(self, *arguments: Any) -> Any:
        return self.with_kept(super().launch, *arguments)

    def with_kept(self, call: Callable[..., Any], *arguments: Any) -> Any:
        current = contents(self._request, 0)
        self.kept = self.kept or current
        if self.number >= self.uses_kept_from:
            overwrite(self._request, 0, self.kept)
        answer = call(*arguments)
        overwrite(self._request, 0, current)
        return answer

    uses_kept_from = 1


class KeepsSecondInputs(KeepsFirstInputs):
    """Computes the third result from the inputs of the second execution."""

    uses_kept_from = 2

    def with_kept(self, call: Callable[..., Any], *arguments: Any) -> Any:
        if self.number == 1:
            self.kept = contents(self._request, 0)
        return super().with_kept(call, *arguments)


def test_the_number_of_executions_and_of_creations():
    created: list[CountingExecution] = []

    class Counting(CountingExecution):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            created.append(self)

    for path in PATHS:
        for other, executions in ((False, 2), (True, 3)):
            created.clear()
            (verdict,) = along(newest_device(Counting)(), path, other=other)
            assert verdict.kind is VerdictKind.PASSED, verdict
            assert [execution.number + 1 for execution in created] == [executions]


@pytest.mark.parametrize("path", PATHS[:2])
def test_kept_inputs_are_found(path):
    # Writing to the inputs' memory is harmless here only because it is restored before the end.
    (verdict,) = along(newest_device(KeepsFirstInputs)(), path)
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "values.other_data")
    (verdict,) = along(newest_device(KeepsSecondInputs)(), path)
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "values")
    plain = path.replace("_reusable", "")
    (verdict,) = along(newest_device(KeepsFirstInputs)(), plain)
    assert verdict.kind is VerdictKind.PASSED


def test_every_path_passes_on_conforming_drivers_in_both_kinds_of_process():
    words = ("sync_reusable", "fenced_reusable")
    paths = select_paths(Version.AIDL_V4, "case", EXAMPLE, words)
    assert len(paths) > 100
    isolated = IsolatedDevice(f"{DRIVERS / 'reusable_drivers.py'}:Newest", ProcessLimits())
    for device in (ReferenceDevice(Version.AIDL_V4), NewestDevice(), isolated):
        judge = Judge(device)
        verdicts = judge.judge(EXAMPLE, "case", paths, other_data=other_data)
        failures = [v for v in verdicts if v.kind is not VerdictKind.PASSED]
        assert [*failures, *judge.close()] == []
    isolated.close()


def test_an_older_version_has_no_such_path():
    (verdict,) = along(ReferenceDevice(Version.AIDL_V3), "sync_reusable-fast")
    assert (verdict.kind, verdict.rule) == (VerdictKind.NOT_APPLICABLE, "path.applicable")
