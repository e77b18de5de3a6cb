"""Drivers that hang or crash in one call: checks and cases that make this call still end.

Every call of the interface is tested with a check that makes it. A hang ends at the limit of the
call's stage.
"""

from __future__ import annotations

import pytest

from conformance.drivers.process import IsolatedDevice
from conformance.harness import Judge, Kind
from conformance.harness.path import Path
from conformance.suite import areas
from tests.harness.fakes import add_example
from tests.isolation.blocking import PLACES
from tests.isolation.helpers import OPTIONS, SHORT, VICES, held

DRIVERS = VICES.with_name("blocking.py")
CHECKS = {check.rule: check for group in areas().values() for check in group}
BY_CHECK = {
    "get_version_string": "queries.version_string",
    "get_type": "queries.device_type",
    "get_status": "queries.status",
    "get_capabilities": "queries.capabilities",
    "get_supported_extensions": "queries.extensions",
    "get_number_of_cache_files_needed": "queries.cache_files",
    "get_supported_operations": "asynchronous.prepared_once",
    "prepare_model": "asynchronous.prepared_once",
    "execute": "asynchronous.once",
    "execute_synchronously": "concurrency.one_model",
    "execute_fenced": "fences.plain",
    "configure_execution_burst": "bursts.configured",
    "info": "fences.plain",
    "free_memory": "bursts.freed_slot",
    "burst": "bursts.configured",
}
BY_PATH = {
    "execute": "async-fast",
    "execute_synchronously": "sync-fast",
    "execute_fenced": "fenced-fast",
    "configure_execution_burst": "burst-fast",
    "info": "fenced-fast",
    "burst": "burst-fast",
}
SAID = {"info": "get_execution_info", "burst": "burst"}


def test_every_place_has_a_check():
    assert BY_CHECK.keys() == set(PLACES)


@pytest.mark.parametrize("act", ["sleep", "segfault"])
@pytest.mark.parametrize("place", PLACES)
def test_the_check_that_makes_the_call_ends(place, act):
    before = held()
    device = IsolatedDevice(f"{DRIVERS}:{act}_in_{place}", SHORT)
    try:
        judge = Judge(device, OPTIONS)
        (verdict,) = CHECKS[BY_CHECK[place]].judge(judge, device.version)
        expected(verdict, place, act)
        if place in BY_PATH:
            path = Path.parse(BY_PATH[place])
            (verdict,) = judge.judge(add_example(), "add", [path])
            expected(verdict, place, act)
        assert judge.close() == []
    finally:
        device.close()
    *others, threads = held()
    assert (others, threads <= before[-1] + 1) == (list(before[:-1]), True)  # + the spawner thread


def expected(verdict, place, act):
    kind = Kind.HANG if act == "sleep" else Kind.CRASH
    assert verdict.kind == kind, verdict
    if act == "segfault":
        assert verdict.rule == "process.alive"
        assert verdict.details["signal"] == "SIGSEGV"
    elif place == "burst":
        assert verdict.rule == "burst.timeout"
        assert any("in sleep" in line for line in verdict.details["trace"])
    else:
        assert verdict.rule == "process.limit"
        assert f"{SAID.get(place, place)} did not return within" in verdict.reason
