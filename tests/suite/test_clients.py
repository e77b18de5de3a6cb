"""Several clients of an isolated driver: checks, crashes, and the release of resources."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from conformance.checks import checks_by_area
from conformance.checks.check_context import CheckContext
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import AdditionRequest, execution_problem
from conformance.checks.secondary_client import start_secondary_client
from conformance.drivers.driver import Driver
from conformance.drivers.own_process import ProcessLimits, UnavailableError
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.harness.judge import Judge, JudgeOptions
from conformance.verdicts import VerdictKind
from tests.faults.calls import asynchronous
from tests.isolation.helpers import held_resources
from tests.tiers import every_fast

FAULTS = Path(asynchronous.__file__)
CHECKS = {check.name: check for check in checks_by_area()["clients"]}
PATIENT = JudgeOptions(callback_timeout=30)


def run_check(
    driver: str, name: str, limits: ProcessLimits | None = None, options: JudgeOptions = PATIENT
):
    device = IsolatedDevice(driver, limits)
    try:
        judge = Judge(device, options)
        (verdict,) = CHECKS[name].run(judge)
        return verdict, judge.close(), device.restarts
    finally:
        device.close()


@pytest.mark.parametrize("name", every_fast(3, CHECKS))
def test_the_reference_serves_two_processes(name):
    verdict, late, restarts = run_check("reference", name)
    expected = (
        VerdictKind.NOT_APPLICABLE if name == "interleaved_launches" else VerdictKind.PASSED
    )  # AIDL has no launches
    assert (verdict.kind, late, restarts) == (expected, [], 0), verdict.reason


def test_a_driver_that_confuses_its_clients_fails_the_check():
    verdict, late, _ = run_check(f"{FAULTS}:Forgetful", "interleaved_requests")
    assert (verdict.kind, verdict.rule, late) == (
        VerdictKind.FAILED,
        "clients.interleaved_requests",
        [],
    )


def test_a_driver_that_aborts_when_a_client_is_killed_is_reported_as_crash():
    verdict, _, restarts = run_check(f"{FAULTS}:Frail", "client_death")
    assert (verdict.kind, verdict.rule) == (VerdictKind.CRASH, "process.alive")
    assert "SIGABRT" in verdict.reason
    assert restarts == 1


def test_a_call_of_a_second_client_that_never_returns_is_reported_as_hang():
    limits = ProcessLimits(execute=1.0)
    verdict, _, restarts = run_check(f"{FAULTS}:Blocking", "interleaved_requests", limits)
    assert (verdict.kind, verdict.rule) == (VerdictKind.HANG, "process.limit")
    assert verdict.reason.startswith("in another client: ")
    assert "execute_synchronously did not return within 1 s" in verdict.reason
    assert restarts == 1


def additions_are_correct(device, elements: int) -> bool:
    context = CheckContext(device, PATIENT)
    try:
        prepared = context.prepare(addition_model(elements))
        return all(
            not execution_problem(context, prepared, AdditionRequest(context, n, elements))
            for n in range(4)
        )
    finally:
        context.close()


def stable_counts(pid: int) -> tuple[int, int]:
    """Return the counts of descriptors and threads of a process once they no longer change."""
    seen: list[tuple[int, int]] = []
    end = time.monotonic() + 60
    while time.monotonic() < end and (len(seen) < 5 or len(set(seen[-5:])) > 1):
        counts = (f"/proc/{pid}/fd", f"/proc/{pid}/task")
        seen.append(tuple(len(os.listdir(folder)) for folder in counts))  # noqa: PTH208
        time.sleep(0.05)
    return seen[-1]


def test_a_closed_client_leaves_no_descriptors_and_threads():
    device = IsolatedDevice("reference")
    try:
        before_here, before = held_resources(), None
        for number in range(4):
            client = Driver.connected(*device.connect(), ProcessLimits()).device
            assert client.name == "reference"
            assert additions_are_correct(client, 4 + number)
            client.close()
            with pytest.raises(UnavailableError, match="has ended"):
                client.get_status()
            assert additions_are_correct(device, 8)
            device.end_case()
            after = stable_counts(device.pid)
            before = before or after
            assert after == before
        assert held_resources() == before_here
    finally:
        device.close()


def test_killed_client_processes_leave_no_descriptors_and_threads():
    device = IsolatedDevice("reference")
    try:
        counts = []
        for number in range(4):
            context = CheckContext(device, PATIENT)
            client = start_secondary_client(context)
            assert client.run_command("prepare", model="m", elements=16, steps=2) == ""
            if number % 2:
                client.send_command("execute", model="m", seeds=list(range(100)))
            context.close()  # kills it
            assert additions_are_correct(device, 8)
            device.end_case()
            counts.append(stable_counts(device.pid))
        assert len(set(counts)) == 1
        assert device.restarts == 0
    finally:
        device.close()


def test_calls_of_a_client_raise_after_the_driver_was_killed():
    device = IsolatedDevice("reference")
    client = Driver.connected(*device.connect(), ProcessLimits()).device
    try:
        assert client.name == "reference"
        device.client.kill()
        client.client.await_end(5)
        with pytest.raises(Exception, match=r"the process closed its connection|has ended"):
            client.get_status()
        with pytest.raises(UnavailableError, match="has ended"):
            client.get_status()
        device.take_late_error()
        assert device.name == "reference"  # in a new process
    finally:
        client.close()
        device.close()


def test_random_bytes_from_one_client_end_only_its_connection():
    device = IsolatedDevice("reference")
    try:
        calls, notifications = device.connect()
        os.write(
            notifications, b"the driver does not read this end"
        )  # must be first: the next write closes both
        os.write(calls, b"\xc1\xff\x00 no message")
        assert additions_are_correct(device, 8)
        os.close(calls)
        os.close(notifications)
        client = Driver.connected(*device.connect(), ProcessLimits()).device
        assert additions_are_correct(client, 8)
        client.close()
        assert device.restarts == 0
    finally:
        device.close()
