"""Drivers whose reusable executions differ from the reference's as the contract permits."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import pytest

from conformance.checks import Check, checks_by_area
from conformance.driver_sdk.prepared_models import ReusableExecution
from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.hal import (
    ErrorStatus,
    FencedExecutionCallback,
    SyncFence,
    Timing,
    Version,
)
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.path_selection import select_paths
from conformance.verdicts import VerdictKind
from tests.faults.calls.reusable import NoToken
from tests.faults.drivers import NewestDevice, newest_device
from tests.faults.legal_calls import REUSABLE_DRIVERS
from tests.isolation.helpers import DRIVERS
from tests.sample_drivers.adder_driver import add_example
from tests.tiers import every_fast

CHECKS = checks_by_area()["reusable_executions"]
WORDS = ("sync_reusable", "fenced_reusable")
PASSED, DECLINED = VerdictKind.PASSED, VerdictKind.DECLINED


class NoTime(ReusableExecution):
    """Measures nothing and ignores deadlines, which a driver may do."""

    def execute_synchronously(self, deadline: int | None) -> Any:
        status, shapes, _ = super().execute_synchronously(None)
        return status, shapes, Timing()

    def execute_fenced(self, wait_for: Any, deadline: int | None, duration: int | None) -> Any:
        return super().execute_fenced(wait_for, None, None)


class Info(FencedExecutionCallback):
    """The end of an execution in another thread."""

    answer: Any = (ErrorStatus.GENERAL_FAILURE, Timing(), Timing())

    def get_execution_info(self) -> Any:
        return self.answer


class AlwaysThreaded(ReusableExecution):
    """Returns a fence of its own also if there is nothing to wait for."""

    def execute_fenced(self, *arguments: Any) -> Any:
        status, fence, info = super().execute_fenced(*arguments)
        if info is None or fence is not None:
            return status, fence, info
        end, own = Info(), SyncFence()

        def finish() -> None:
            end.answer = info.get_execution_info()
            own.signal()

        threading.Thread(target=finish).start()
        return status, own, end


VARIANTS = {
    "neither times nor deadlines": newest_device(NoTime),
    "own fences": newest_device(AlwaysThreaded),
}


def verdicts_of(device: Any, checks: Sequence[Check] = CHECKS) -> dict[str, VerdictKind]:
    judge = Judge(device, JudgeOptions(callback_timeout=20))
    found = {c.name: v.kind for c in checks for v in c.run(judge)}
    assert judge.close() == []
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_permitted_variants_pass(variant):
    assert verdicts_of(VARIANTS[variant]()) == {check.name: PASSED for check in CHECKS}
    paths = select_paths(
        Version.AIDL_V4, "case", add_example(), ("sync_reusable", "fenced_reusable")
    )
    judge = Judge(VARIANTS[variant]())
    assert {v.kind for v in judge.judge(add_example(), "case", paths)} == {PASSED}


def test_outputs_of_unspecified_dimensions_may_be_declined():
    driver = REUSABLE_DRIVERS["DeclinesOpenReusables"]
    found = verdicts_of(driver())
    declined = {name for name, kind in found.items() if kind is DECLINED}
    assert declined == {"unspecified_outputs"}
    assert set(found.values()) == {PASSED, DECLINED}
    paths = select_paths(
        Version.AIDL_V4, "case", add_example(), ("sync_reusable", "fenced_reusable")
    )
    verdicts = Judge(driver()).judge(add_example(), "case", paths)
    assert {v.kind for v in verdicts} == {PASSED, VerdictKind.NOT_APPLICABLE}
    assert {v.rule for v in verdicts} == {"", "path.declined"}


@pytest.mark.parametrize("name", every_fast(2, REUSABLE_DRIVERS))
def test_drivers_that_bind_requests_are_not_blamed(name):
    areas = ("reusable_executions", "burst_memories", "memory_pools", "resource_usage", "cleanup")
    kinds = {}
    for area in areas:
        found = verdicts_of(REUSABLE_DRIVERS[name](), checks_by_area()[area])
        kinds |= {f"{area}/{check}": kind for check, kind in found.items()}
    assert {check: kind for check, kind in kinds.items() if kind.blames_driver} == {}
    assert sum(kind is PASSED for kind in kinds.values()) >= 30


def test_a_driver_that_saves_only_without_configuration_gets_a_quality_warning():
    (check,) = [c for c in checks_by_area()["configured_calls"] if c.name == "cache_files"]
    assert verdicts_of(NoToken(), [check]) == {"cache_files": VerdictKind.QUALITY_WARNING}
    assert verdicts_of(NewestDevice(), [check]) == {"cache_files": PASSED}


def test_the_checks_pass_on_a_driver_in_its_own_process():
    device = IsolatedDevice(f"{DRIVERS / 'reusable_drivers.py'}:Newest", ProcessLimits())
    for area in ("reusable_executions", "configured_calls"):
        checks = checks_by_area()[area]
        assert verdicts_of(device, checks) == {check.name: PASSED for check in checks}
    device.close()
