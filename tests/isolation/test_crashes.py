"""Every kind of crash, exit and hang of the driver process leads to the expected verdict."""

import threading
import time
from dataclasses import replace

import pytest

from conformance.drivers import DriverLoadError
from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.child import DriverProcess
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.harness.judge import Judge
from conformance.verdicts import VerdictKind
from tests.isolation.helpers import (
    ASYNC,
    MISBEHAVING_DRIVERS,
    OPTIONS,
    PATIENT,
    SHORT,
    SYNC,
    isolated,
    judge_isolated,
    marked_example,
)
from tests.sample_drivers.processes.misbehaving_drivers import HOSTILE
from tests.tiers import every_fast, fast_if

CALLS = {
    "query": ("query", "get_supported_operations"),
    "reasons": ("query", "decline_reasons"),
    "prepare": ("prepare", "prepare_model"),
    "execute": ("execute", "execute_synchronously"),
    "free": ("free", "free"),
}
"""The stage and the call for each place where a driver of ``misbehaving_drivers.py`` can act."""


@pytest.mark.parametrize("place", every_fast(2, CALLS))
def test_segfault_names_signal_call_and_trace(place):
    stage, call = CALLS[place]
    (verdict,), late = judge_isolated(f"segfault_in_{place}")
    assert (verdict.kind, verdict.rule) == (VerdictKind.CRASH, "process.alive")
    assert verdict.reason == f"the driver's process died of SIGSEGV during {call}"
    details = verdict.details
    assert (details["signal"], details["stage"], details["call"]) == ("SIGSEGV", stage, call)
    assert details["trace"][0] == "Fatal Python error: Segmentation fault"
    assert any(
        "misbehaving_drivers.py" in line and "in segfault" in line for line in details["trace"]
    )
    assert late == []


@pytest.mark.parametrize(
    ("act", "end"),
    [
        pytest.param("abort", "died of SIGABRT", marks=pytest.mark.slow),
        pytest.param("exit3", "ended with exit status 3", marks=pytest.mark.slow),
        ("exit0", "ended with exit status 0"),
        pytest.param("kill", "died of SIGKILL", marks=pytest.mark.slow),
        pytest.param("fpe", "died of SIGFPE", marks=pytest.mark.slow),
        ("fork_and_die", "died of SIGKILL"),
    ],
)
def test_reason_names_signal_or_exit_status(act, end):
    (verdict,), late = judge_isolated(f"{act}_in_execute")
    assert (verdict.kind, verdict.rule) == (VerdictKind.CRASH, "process.alive")
    assert verdict.reason.startswith(f"the driver's process {end} during execute_synchronously")
    assert late == []


def test_system_exit_is_an_exception_of_the_call():
    (verdict,), _ = judge_isolated("sysexit_in_execute")
    assert (verdict.kind, verdict.rule) == (VerdictKind.INVALID_ANSWER, "answer.exception")
    assert verdict.reason == "execute_synchronously raised SystemExit: 5"
    assert verdict.details["traceback"][-1] == "SystemExit: 5"
    assert any("misbehaving_drivers.py" in line for line in verdict.details["traceback"])


FAST_HANGS = {("loop", "execute"), ("sleep", "free")}


@pytest.mark.parametrize(
    "hang",
    fast_if(
        FAST_HANGS.__contains__, [(act, place) for act in ("loop", "sleep") for place in CALLS]
    ),
    ids="_in_".join,
)
def test_hang_names_stage_and_innermost_frame(hang):
    act, place = hang
    stage, call = CALLS[place]
    (verdict,), late = judge_isolated(f"{act}_in_{place}", limits=SHORT)
    assert (verdict.kind, verdict.rule) == (VerdictKind.HANG, "process.limit")
    assert f"{call} did not return within 2 s (stage {stage})" in verdict.reason
    assert f"; at this time it was in {act} (misbehaving_drivers.py:" in verdict.reason
    assert any(f"in {act}" in line for line in verdict.details["trace"])
    assert late == []


def test_a_case_that_hangs_is_not_executed_on_its_other_paths():
    verdicts, _ = judge_isolated("sleep_in_execute", (ASYNC, SYNC), limits=SHORT)
    assert [v.kind for v in verdicts] == [VerdictKind.HANG, VerdictKind.HANG]
    assert "not executed, because the execution along async-fast of the same" in verdicts[1].reason


@pytest.mark.parametrize("act", ["segfault", "exit3", "sysexit", "sleep", "use_all_descriptors"])
def test_failed_start_is_a_load_error(act):
    limits = replace(PATIENT, start=2.0 if act == "sleep" else PATIENT.start, files=80)
    with pytest.raises(DriverLoadError) as raised:
        IsolatedDevice(f"{MISBEHAVING_DRIVERS}:{act}_in_start", limits)
    expected = {
        "segfault": "died of SIGSEGV during start",
        "exit3": "ended with exit status 3 during start",
        "sysexit": "SystemExit: 5",
        "sleep": "did not start within 2 s (--limit start=SECONDS)",
        "use_all_descriptors": "conformance/operations cannot be listed",
    }
    assert expected[act] in str(raised.value)


def test_missing_attribute_is_a_load_error():
    with pytest.raises(DriverLoadError, match="has no attribute 'segfualt_in_query'; did you"):
        IsolatedDevice(f"{MISBEHAVING_DRIVERS}:segfualt_in_query", PATIENT)


def test_last_lines_of_the_output_are_kept():
    (verdict,), _ = judge_isolated("spam_in_execute")
    assert verdict.details["signal"] == "SIGABRT"
    assert verdict.details["printed"][-1] == "the last words"
    assert sum(map(len, verdict.details["printed"])) < 5000


@pytest.mark.parametrize("late", [False, True])
def test_output_of_the_driver_is_passed_on(capsys, monkeypatch, late):
    take_output = DriverProcess.take_output
    if late:  # as if the thread that reads the output had no processor before the process ends
        monkeypatch.setattr(
            DriverProcess, "take_output", lambda self: take_output(self) if self.has_ended() else ""
        )
    verdicts, _ = judge_isolated("Chatty", limits=ProcessLimits())
    assert [verdict.kind for verdict in verdicts] == [VerdictKind.PASSED]
    assert "hello from the driver" in capsys.readouterr().err


def test_crash_on_another_thread_before_the_notification():
    verdicts, _ = judge_isolated("Async", (ASYNC, SYNC))
    assert (verdicts[0].kind, verdicts[0].details["signal"]) == (VerdictKind.CRASH, "SIGSEGV")
    assert "after execute had returned and before its callback was" in verdicts[0].reason
    assert verdicts[1].kind == VerdictKind.PASSED


def test_missing_notification_is_a_hang_and_restarts_the_process():
    with isolated("Mute") as device:
        judge = Judge(device, OPTIONS)
        (verdict,) = judge.judge(marked_example(1), "mute", [ASYNC])
        assert (verdict.kind, verdict.rule) == (VerdictKind.HANG, "callback.missing")
        assert any("Thread" in line for line in verdict.details["trace"])
        assert device.restarts == 1
        (verdict,) = judge.judge(marked_example(1), "fine", [SYNC])
        assert verdict.kind == VerdictKind.PASSED


def test_crash_between_cases_is_reported_for_the_previous_case():
    with isolated("Late") as device:
        judge = Judge(device, OPTIONS)
        (verdict,) = judge.judge(marked_example(1001), "deadly", [SYNC])
        assert verdict.kind == VerdictKind.PASSED
        device.client.await_end(60)
        (verdict,) = judge.judge(marked_example(1), "innocent", [SYNC])
        assert verdict.kind == VerdictKind.PASSED
        (late,) = judge.take_late_verdicts()
        assert (late.case_id, late.kind, late.rule) == (
            "deadly",
            VerdictKind.CRASH,
            "process.alive",
        )
        assert late.path == "sync-fast"
        assert late.details["late"] is True
        assert "while no call was running" in late.reason
        assert judge.close() == []


def test_crash_after_the_last_case_is_reported_at_the_end():
    with isolated("Late") as device:
        judge = Judge(device, OPTIONS)
        judge.judge(marked_example(1001), "deadly", [SYNC])
        device.client.await_end(60)
        (late,) = judge.close()
        assert (late.case_id, late.kind) == ("deadly", VerdictKind.CRASH)


@pytest.mark.parametrize(
    ("name", "rule"), [("LateNotification", "callback.once"), ("LateWrite", "late.write")]
)
def test_late_notifications_and_writes_are_reported_for_their_case(name, rule):
    with isolated(name, ProcessLimits()) as device:
        judge = Judge(device, OPTIONS)
        (verdict,) = judge.judge(marked_example(1), "late", [ASYNC])
        assert verdict.kind == VerdictKind.PASSED
        time.sleep(1.5)  # the driver acts 0.3 s after the case
        judge.judge(marked_example(1), "next", [SYNC])
        late = judge.close()
        assert ("late", rule) in [(verdict.case_id, verdict.rule) for verdict in late]
        assert all(verdict.details["late"] for verdict in late)
        assert device.restarts == 0


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param((1, 1001, 2, 1002, 3), id="two"),
        pytest.param(
            (1, 1001, 2, 1002, 1003, 3, 1004, 4, 1005, 1006, 5), marks=pytest.mark.slow, id="six"
        ),
    ],
)
def test_each_crash_is_reported_for_its_own_case(numbers):
    signals = ["SIGSEGV", "SIGABRT", None, "SIGKILL", "SIGFPE", None]
    with isolated("MarkedDriver") as device:
        judge = Judge(device, OPTIONS)
        for number in numbers:
            verdicts = judge.judge(marked_example(number), str(number), [ASYNC, SYNC])
            kinds = [verdict.kind for verdict in verdicts]
            if number < 1000:
                assert kinds == [VerdictKind.PASSED] * 2
                continue
            assert kinds == [VerdictKind.CRASH] * 2
            assert verdicts[1].details.get("signal") == signals[number - 1001]
        assert judge.close() == []
        # Each crashing case has 2 crashes; the runs of a case alone are not counted.
        assert device.restarts == 2 * sum(number > 1000 for number in numbers)


@pytest.mark.parametrize("name", every_fast(10, HOSTILE))
def test_protocol_violation_is_reported_for_its_case(name):
    with isolated(name, ProcessLimits()) as device:
        judge = Judge(device, OPTIONS)
        found = judge.judge(marked_example(1), "case", [SYNC])
        deadline = time.monotonic() + 60
        while not any(verdict.rule == "process.protocol" for verdict in found):
            if time.monotonic() > deadline:
                break
            time.sleep(0.02)  # the reader thread may see the violation after the answer
            found += judge.take_late_verdicts()
        judge.judge(marked_example(1), "next", [SYNC])
        found += judge.take_late_verdicts()
        assert {verdict.case_id for verdict in found} == {"case"}
        assert "process.protocol" in [verdict.rule for verdict in found]
        assert device.restarts >= 1
        judge.close()
        assert device.name == "adder"


def test_a_process_without_free_descriptors_says_so():
    with isolated("AllDescriptors", replace(PATIENT, files=80)) as device:
        judge = Judge(device, OPTIONS)
        found = [judge.judge(marked_example(1), str(number), [SYNC])[0] for number in range(3)]
        crash = next(verdict for verdict in found if verdict.kind is not VerdictKind.PASSED)
        assert (crash.kind, crash.rule) == (VerdictKind.CRASH, "process.alive")
        (line,) = crash.details["printed"]
        assert line.startswith("the process cannot use its connection to the suite: not all desc")


def test_process_survives_the_end_of_the_thread_that_started_it():
    with isolated("MarkedDriver") as device:
        device.client.kill()
        device.take_late_error()
        thread = threading.Thread(target=device.ensure_process)
        thread.start()
        thread.join()
        device.client.await_end(0.3)
        assert device.take_late_error() is None
        assert device.name == "adder"
        assert device.restarts == 1


def test_driver_cannot_truncate_a_memory_of_the_harness():
    (verdict,), _ = judge_isolated("Shrinker")
    assert (verdict.kind, verdict.rule) == (VerdictKind.INVALID_ANSWER, "answer.exception")
    assert "PermissionError" in verdict.reason


def test_number_of_restarts_is_limited():
    with isolated("segfault_in_query", replace(PATIENT, restarts=2)) as device:
        judge = Judge(device, OPTIONS)
        for number in range(3):
            assert not device.give_up_reason
            (verdict,) = judge.judge(marked_example(1), str(number), [SYNC])
            assert verdict.rule == "process.alive"
        assert "2 times, which is the limit (--limit restarts)" in device.give_up_reason
        (verdict,) = judge.judge(marked_example(1), "later", [SYNC])
        assert (verdict.kind, verdict.rule) == (VerdictKind.CRASH, "process.start")


def test_driver_that_cannot_restart_ends_the_run(tmp_path, monkeypatch):
    monkeypatch.setenv("NN_TEST_MARKER", str(tmp_path / "marker"))
    with isolated("DiesOnce") as device:
        judge = Judge(device, OPTIONS)
        (verdict,) = judge.judge(marked_example(1), "case", [SYNC])
        assert (verdict.rule, verdict.details["signal"]) == ("process.alive", "SIGABRT")
        assert "could not be started again in 3 attempts" in device.give_up_reason
        assert "SIGSEGV" in device.give_up_reason


def test_hook_runs_before_each_restart():
    seen = []
    device = IsolatedDevice(
        f"{MISBEHAVING_DRIVERS}:exit3_in_execute", PATIENT, before_restart=lambda: seen.append(1)
    )
    judge = Judge(device, OPTIONS)
    judge.judge(marked_example(1), "case", [SYNC])
    judge.close()
    device.close()
    assert seen == [1]
