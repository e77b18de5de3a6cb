"""Calls of several threads of one isolated client run at the same time."""

import os
import resource
import threading
import time
from pathlib import Path as FilePath

import pytest

from conformance.checks import checks_by_area
from conformance.checks.check_context import CheckContext
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import AdditionRequest
from conformance.drivers.own_process import (
    CrashError,
    HangError,
    ProcessLimits,
    child,
)
from conformance.hal import ErrorStatus, ExecutionCallback
from conformance.harness.calls.driver_calls import NO_TOKEN
from conformance.harness.calls.recording_callbacks import (
    RecordingExecutionCallback,
    RecordingPreparedModelCallback,
)
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.verdicts import VerdictKind
from tests.isolation.helpers import isolated
from tests.sample_drivers.adder_driver import add_example
from tests.sample_drivers.processes import concurrent_drivers

DRIVERS = FilePath(concurrent_drivers.__file__)
CHECKS = {check.name: check for check in checks_by_area()["concurrency"]}
PATIENT = JudgeOptions(callback_timeout=30)
NONE = ErrorStatus.NONE


@pytest.fixture(scope="module")
def reference():
    with isolated("reference", ProcessLimits(), None) as device:
        yield device


def opened(name, limits=None):
    return isolated(name, limits or ProcessLimits(), DRIVERS)


def run_check(device, name):
    (verdict,) = CHECKS[name].run(Judge(device, PATIENT))
    return verdict


def prepared(device, elements=4):
    record = RecordingPreparedModelCallback()
    model = addition_model(elements)
    assert device.prepare_model(model, 1, 1, None, (), (), NO_TOKEN, record) == NONE
    return record.wait(60).arguments[1]


def together(*functions):
    """Call the functions on simultaneous threads; return their answers or exceptions, in order."""
    ends = [None] * len(functions)

    def run(number, function):
        try:
            ends[number] = function()
        except Exception as error:
            ends[number] = error

    threads = [threading.Thread(target=run, args=item) for item in enumerate(functions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return ends


def execution(device, elements=4, seed=1):
    """Return a function that executes a request once."""
    context = CheckContext(device, PATIENT)
    addition = AdditionRequest(context, seed, elements)
    model = prepared(device, elements)
    return lambda: model.execute_synchronously(addition.request, 0, None, None)[0]


def test_the_driver_receives_calls_of_two_threads_at_the_same_time():
    with opened("Meeting") as device:
        execute = execution(device)
        assert together(execute, execute) == [NONE, NONE]
        assert together(execute, device.get_type)[0] == NONE
        assert device.restarts == 0


@pytest.mark.parametrize(
    ("driver", "check"),
    [
        pytest.param("ScratchModel", "threads_on_one_model", marks=pytest.mark.slow),
        pytest.param("OneAtATimeDevice", "mixed_execution_modes", marks=pytest.mark.slow),
        ("Unlocked", "threads_on_one_model"),
    ],
)
def test_a_driver_that_is_not_reentrant_fails_in_every_run(driver, check):
    with opened(driver) as device:
        for _ in range(3):
            verdict = run_check(device, check)
            assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, f"concurrency.{check}")


def test_the_concurrent_path_executes_twice_at_the_same_time():
    with opened("Counting") as device:
        path = ExecutionPath.parse("sync-fast-concurrent")
        (verdict,) = Judge(device, PATIENT).judge(add_example(), "case", [path])
        assert verdict.kind == VerdictKind.PASSED, verdict.reason
        assert device.get_version_string() == (NONE, "2")


@pytest.mark.parametrize("check", CHECKS)
def test_the_reference_passes(reference, check):
    assert run_check(reference, check).kind == VerdictKind.PASSED


def test_a_driver_that_executes_one_by_one_does_not_exceed_the_limit():
    with opened("Serial", ProcessLimits(execute=2)) as device:
        execute = execution(device)
        assert together(*[execute] * 4) == [NONE] * 4
        assert device.restarts == 0


def test_every_waiting_call_reports_the_crash_of_the_call_that_caused_it():
    with opened("Segfaults") as device:
        first, second = together(execution(device), device.get_type)
        assert isinstance(first, CrashError)
        assert first is second
        assert "died of SIGSEGV during execute_synchronously" in first.reason
        assert "get_type" not in first.reason
        assert first.details["call"] == "execute_synchronously"
        first.reported = True
        assert device.name == "faulty"


def test_a_crash_without_a_trace_names_all_running_calls():
    with opened("Killed") as device:
        first, second = together(execution(device), device.get_type)
        assert first is second
        assert "died of SIGKILL during" in first.reason
        assert "execute_synchronously" in first.reason
        assert "get_type" in first.reason


@pytest.mark.parametrize("main_thread", [True, False])
def test_a_hang_names_its_call_and_its_frame(main_thread):
    with opened("Hangs", ProcessLimits(execute=0.5)) as device:
        execute = execution(device)
        assert device.open_connections(2)
        taken = None if main_thread else device.client.take_connection(10)
        ended = threading.Event()

        def query():
            answers = 0
            while not ended.is_set():
                try:
                    device.get_type()
                except HangError:
                    break
                answers += 1
            return answers

        def hang():
            try:
                return execute()
            finally:
                ended.set()

        error, answers = together(hang, query)
        if taken is not None:
            taken.lock.release()
        assert isinstance(error, HangError)
        assert "execute_synchronously did not return within" in error.reason
        assert "it was in wait_without_end (concurrent_drivers.py:" in error.reason
        assert any("wait_without_end" in line for line in error.details["trace"])
        assert answers > 0


def test_a_process_that_cannot_open_connections_makes_the_checks_not_applicable():
    with opened("ScratchModel") as device:
        pid = device.pid
        used = {int(fd) for fd in os.listdir(f"/proc/{pid}/fd")}  # noqa: PTH208
        free = next(number for number in range(4096) if number not in used)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (free, 4096))
        assert not device.open_connections(2)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (4096, 4096))
        (verdict,) = CHECKS["threads_on_one_model"].run(Judge(device, PATIENT))
        assert verdict.kind == VerdictKind.NOT_APPLICABLE, verdict.reason
        assert "cannot answer 4 calls at the same time" in verdict.reason


def test_notifications_reach_their_callbacks_from_all_connections(reference):
    context = CheckContext(reference, PATIENT)
    model = prepared(reference, 64)

    def launch(number):
        addition = AdditionRequest(context, number, 64)
        for _ in range(50):
            record = RecordingExecutionCallback()
            status = model.execute(addition.request, 0, None, None, record)
            notified = record.wait(60)
            if (status, notified.arguments[0]) != (NONE, NONE):
                return "failed"
        return not addition.first_difference()

    assert together(*[lambda n=n: launch(n) for n in range(4)]) == [True] * 4


def test_a_callback_that_makes_calls_does_not_wait_for_itself(reference, monkeypatch):
    """Each call would otherwise wait for the end of the notification that makes it."""
    monkeypatch.setattr(child, "GRACE_SECONDS", 120.0)
    addition, notified = AdditionRequest(CheckContext(reference, PATIENT), 1, 64), threading.Event()

    class Asks(ExecutionCallback):
        def notify(self, *_):
            reference.get_capabilities()
            reference.get_supported_extensions()
            notified.set()

    model = prepared(reference, 64)
    assert model.execute(addition.request, 0, None, None, Asks()) == NONE
    assert notified.wait(60)


def test_memories_of_all_connections_are_released_at_the_end_of_a_case():
    with isolated("reference", ProcessLimits(), None) as device:
        device.open_connections(4)
        assert device.end_case() is None
        pid = device.pid
        before = len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208
        execute = [execution(device, 4 + n) for n in range(4)]
        for _ in range(5):
            assert together(*execute) == [NONE] * 4
        assert len(os.listdir(f"/proc/{pid}/fd")) > before  # noqa: PTH208
        del execute
        assert device.end_case() is None
        deadline = time.monotonic() + 60
        while len(os.listdir(f"/proc/{pid}/fd")) != before:  # noqa: PTH208
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_an_error_of_the_suite_in_a_thread_is_an_internal_error(reference, monkeypatch):
    def broken(*arguments):
        raise LookupError("an error of the suite")

    monkeypatch.setattr(AdditionRequest, "problem", broken)
    for check in ("threads_on_one_model", "concurrent_preparations"):
        verdict = run_check(reference, check)
        assert verdict.kind == VerdictKind.INTERNAL_ERROR
        assert "an error of the suite" in verdict.reason
