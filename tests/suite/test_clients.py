"""Several clients of an isolated driver: checks, crashes, and the release of resources."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from conformance.drivers.process import IsolatedDevice, ProcessLimits, UnavailableError
from conformance.drivers.process.additional_client import ConnectedDevice, connect
from conformance.hal import Version
from conformance.harness import Judge, JudgeOptions, VerdictKind
from conformance.suite import checks_by_area
from conformance.suite.check_context import CheckContext
from conformance.suite.sample_models import addition_model
from conformance.suite.sample_requests import AdditionRequest, execution_problem
from conformance.suite.secondary_client import start_secondary_client
from tests.isolation.helpers import held_resources
from tests.sample_drivers.calls import clients_faults

FAULTS = Path(clients_faults.__file__)
CHECKS = {check.name: check for check in checks_by_area()["clients"]}
PATIENT = JudgeOptions(callback_timeout=30)


def judged(
    driver: str, name: str, limits: ProcessLimits | None = None, options: JudgeOptions = PATIENT
):
    device = IsolatedDevice(driver, limits)
    try:
        judge = Judge(device, options)
        (verdict,) = CHECKS[name].run(judge, device.version)
        return verdict, judge.close(), device.restarts
    finally:
        device.close()


@pytest.mark.parametrize("name", CHECKS)
def test_the_reference_serves_two_processes(name):
    verdict, late, restarts = judged("reference", name)
    expected = (
        VerdictKind.NOT_APPLICABLE if name == "interleaved_launches" else VerdictKind.PASSED
    )  # AIDL has no launches
    assert (verdict.kind, late, restarts) == (expected, [], 0), verdict.reason


def test_a_driver_that_confuses_its_clients_fails_the_check():
    verdict, late, _ = judged(f"{FAULTS}:Forgetful", "interleaved_requests")
    assert (verdict.kind, verdict.rule, late) == (
        VerdictKind.FAILED,
        "clients.interleaved_requests",
        [],
    )


def test_a_driver_that_aborts_when_a_client_is_killed_is_reported_as_crash():
    verdict, _, restarts = judged(f"{FAULTS}:Frail", "client_death")
    assert (verdict.kind, verdict.rule) == (VerdictKind.CRASH, "process.alive")
    assert "SIGABRT" in verdict.reason
    assert restarts == 1


def test_a_call_of_a_second_client_that_never_returns_is_reported_as_hang():
    limits = ProcessLimits(execute=1.0)
    verdict, _, restarts = judged(f"{FAULTS}:Blocking", "interleaved_requests", limits)
    assert (verdict.kind, verdict.rule) == (VerdictKind.HANG, "process.limit")
    assert "in another client: execute_synchronously did not return within 1 s" in verdict.reason
    assert restarts == 1


def sums_are_right(device, elements: int) -> bool:
    bench = CheckContext(device, Version.V1_3, PATIENT)
    try:
        prepared = bench.prepare(addition_model(elements))
        return all(
            not execution_problem(bench, prepared, AdditionRequest(bench, n, elements))
            for n in range(4)
        )
    finally:
        bench.close()


def settled(pid: int) -> tuple[int, int]:
    """Return the counts of descriptors and threads of a process once they no longer change."""
    seen: list[tuple[int, int]] = []
    end = time.monotonic() + 10
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
            client = ConnectedDevice(*connect(device))
            assert client.name == "reference"
            assert sums_are_right(client, 4 + number)
            client.close()
            with pytest.raises(UnavailableError, match="has ended"):
                client.get_status()
            assert sums_are_right(device, 8)
            device.end_case()
            after = settled(device.process.pid)
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
            bench = CheckContext(device, Version.V1_3, PATIENT)
            client = start_secondary_client(bench)
            assert client.run_command("prepare", model="m", elements=16, steps=2) == ""
            if number % 2:
                client.send_command("execute", model="m", seeds=list(range(100)))
            bench.close()  # kills it
            assert sums_are_right(device, 8)
            device.end_case()
            counts.append(settled(device.process.pid))
        assert len(set(counts)) == 1
        assert device.restarts == 0
    finally:
        device.close()


def test_calls_of_a_client_raise_after_the_driver_was_killed():
    device = IsolatedDevice("reference")
    client = ConnectedDevice(*connect(device))
    try:
        assert client.name == "reference"
        device.process.kill()
        client.process.await_end(5)
        with pytest.raises(Exception, match=r"the connection was closed|has ended"):
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
        calls, notes = connect(device)
        os.write(
            notes, b"the driver does not read this end"
        )  # must be first: the next write closes both
        os.write(calls, b"\xc1\xff\x00 no message")
        assert sums_are_right(device, 8)
        os.close(calls)
        os.close(notes)
        client = ConnectedDevice(*connect(device))
        assert sums_are_right(client, 8)
        client.close()
        assert device.restarts == 0
    finally:
        device.close()


def test_the_process_of_a_client_ends_when_its_socket_is_closed():
    bench = CheckContext(IsolatedDevice("reference"), Version.V1_3, PATIENT)
    try:
        client = start_secondary_client(bench)
        client._socket.close()
        assert client._process.wait(10) == 0
    except subprocess.TimeoutExpired:
        pytest.fail("the client process still runs 10 s after its socket was closed")
    finally:
        bench.close()
        bench.device.close()
