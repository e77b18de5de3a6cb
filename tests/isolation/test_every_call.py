"""Drivers that hang or crash in one call: checks and cases that make this call still end.

Every call of the interface is tested with a check that makes it. A hang ends at the limit of the
call's stage.
"""

from __future__ import annotations

import pytest

from conformance.checks import checks_by_area
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.verdicts import VerdictKind
from tests.isolation.helpers import MISBEHAVING_DRIVERS, OPTIONS, PATIENT, SHORT, held_resources
from tests.sample_drivers.adder_driver import add_example
from tests.sample_drivers.processes.blocking_drivers import ACTING_CALLS

DRIVERS = MISBEHAVING_DRIVERS.with_name("blocking_drivers.py")
CHECKS = {check.rule: check for group in checks_by_area().values() for check in group}
BY_CHECK = {
    "get_version_string": "queries.version_string",
    "get_type": "queries.device_type",
    "get_status": "queries.device_status",
    "get_capabilities": "queries.capabilities",
    "get_supported_extensions": "queries.extensions",
    "get_number_of_cache_files_needed": "queries.cache_file_counts",
    "get_supported_operations": "asynchronous.single_preparation_notification",
    "prepare_model": "asynchronous.single_preparation_notification",
    "execute": "asynchronous.single_notification",
    "execute_synchronously": "concurrency.threads_on_one_model",
    "execute_fenced": "fences.no_dependencies",
    "configure_execution_burst": "bursts.configuration",
    "prepare_model_with_config": "configured_calls.refused_preparations",
    "execute_synchronously_with_config": "configured_calls.unknown_execution_hints",
    "execute_fenced_with_config": "configured_calls.fences",
    "create_reusable_execution": "reusable_executions.changing_inputs",
    "reusable": "reusable_executions.changing_inputs",
    "reusable_fenced": "combinations.fenced_reusable",
    "info": "fences.no_dependencies",
    "free_memory": "burst_memories.several_memories",
    "burst": "bursts.configuration",
}
BY_PATH = {
    "execute": "async-fast",
    "execute_synchronously": "sync-fast",
    "execute_fenced": "fenced-fast",
    "configure_execution_burst": "burst-fast",
    "create_reusable_execution": "sync_reusable-fast",
    "reusable": "sync_reusable-fast",
    "reusable_fenced": "fenced_reusable-fast",
    "info": "fenced-fast",
    "burst": "burst-fast",
}
SAID = {
    "info": "get_execution_info",
    "burst": "burst",
    "reusable": "Execution.execute_synchronously",
    "reusable_fenced": "Execution.execute_fenced",
}


def test_every_place_has_a_check():
    assert BY_CHECK.keys() == set(ACTING_CALLS)


@pytest.mark.slow
@pytest.mark.parametrize("act", ["sleep", "segfault"])
@pytest.mark.parametrize("place", ACTING_CALLS)
def test_the_check_that_makes_the_call_ends(place, act):
    before = held_resources()
    device = IsolatedDevice(f"{DRIVERS}:{act}_in_{place}", SHORT if act == "sleep" else PATIENT)
    try:
        judge = Judge(device, OPTIONS)
        (verdict,) = CHECKS[BY_CHECK[place]].run(judge)
        expected(verdict, place, act)
        if place in BY_PATH:
            path = ExecutionPath.parse(BY_PATH[place])
            (verdict,) = judge.judge(add_example(), "add", [path])
            expected(verdict, place, act)
        assert judge.close() == []
    finally:
        device.close()
    *others, threads = held_resources()
    assert (others, threads <= before[-1] + 1) == (list(before[:-1]), True)  # + the spawner thread


def expected(verdict, place, act):
    kind = VerdictKind.HANG if act == "sleep" else VerdictKind.CRASH
    assert verdict.kind == kind, verdict
    if act == "segfault":
        assert verdict.rule == "process.alive"
        assert verdict.details["signal"] == "SIGSEGV"
    elif place == "burst":
        assert verdict.rule == "burst.timeout"
        assert any("in sleep" in line for line in verdict.details["trace"])
        assert "read the request packet, but wrote no result packet" in verdict.reason
        assert "the driver's threads wait or run in sleep" in verdict.reason
    else:
        assert verdict.rule == "process.limit"
        assert f"{SAID.get(place, place)} did not return within" in verdict.reason
