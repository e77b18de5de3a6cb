"""Every kind of crash, exit and hang of the driver process leads to the expected verdict."""

import threading
import time

import pytest

from conformance.drivers import DriverLoadError
from conformance.drivers.process import IsolatedDevice, ProcessLimits
from conformance.harness import Judge, VerdictKind
from tests.isolation.helpers import (
    ASYNC,
    MISBEHAVING_DRIVERS,
    OPTIONS,
    SHORT,
    SYNC,
    isolated,
    judge_isolated,
    marked_example,
)
from tests.sample_drivers.processes.misbehaving_drivers import HOSTILE

CALLS = {
    "query": ("query", "get_supported_operations"),
    "reasons": ("query", "decline_reasons"),
    "prepare": ("prepare", "prepare_model"),
    "execute": ("execute", "execute_synchronously"),
    "free": ("free", "free"),
}
"""Maps each place where a driver of ``misbehaving_drivers.py`` can act to the stage and the
call.
"""


@pytest.mark.parametrize("place", CALLS)
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
    ("act", "how"),
    [
        ("abort", "died of SIGABRT"),
        ("exit3", "ended with exit status 3"),
        ("exit0", "ended with exit status 0"),
        ("kill", "died of SIGKILL"),
        ("fpe", "died of SIGFPE"),
        ("fork_and_die", "died of SIGKILL"),
    ],
)
def test_other_deaths(act, how):
    (verdict,), late = judge_isolated(f"{act}_in_execute")
    assert (verdict.kind, verdict.rule) == (VerdictKind.CRASH, "process.alive")
    assert verdict.reason.startswith(f"the driver's process {how} during execute_synchronously")
    assert late == []


def test_exit_by_exception_is_what_it_is_in_process():
    (verdict,), _ = judge_isolated("sysexit_in_execute")
    assert (verdict.kind, verdict.rule) == (VerdictKind.INVALID_ANSWER, "answer.exception")
    assert verdict.reason == "execute_synchronously raised SystemExit: 5"


@pytest.mark.parametrize("place", CALLS)
@pytest.mark.parametrize("act", ["loop", "sleep"])
def test_hang_names_stage_and_place(act, place):
    stage, call = CALLS[place]
    (verdict,), late = judge_isolated(f"{act}_in_{place}")
    assert (verdict.kind, verdict.rule) == (VerdictKind.HANG, "process.limit")
    assert f"{call} did not return within 0.4 s (stage {stage})" in verdict.reason
    assert f"it stood in {act} (misbehaving_drivers.py:" in verdict.reason
    assert any(f"in {act}" in line for line in verdict.details["trace"])
    assert late == []


def test_a_case_that_hangs_is_not_tried_on_its_other_paths():
    verdicts, _ = judge_isolated("sleep_in_execute", (ASYNC, SYNC))
    assert [v.kind for v in verdicts] == [VerdictKind.HANG, VerdictKind.HANG]
    assert "not executed: async-fast did not return before" in verdicts[1].reason


@pytest.mark.parametrize("act", ["segfault", "exit3", "sysexit", "sleep"])
def test_a_driver_that_does_not_start(act):
    limits = SHORT.with_changes(start=2.0 if act == "sleep" else 30.0)
    with pytest.raises(DriverLoadError) as raised:
        IsolatedDevice(f"{MISBEHAVING_DRIVERS}:{act}_in_start", limits)
    expected = {
        "segfault": "died of SIGSEGV during start",
        "exit3": "ended with exit status 3 during start",
        "sysexit": "SystemExit: 5",
        "sleep": "did not start within 2 s (--limit start=SECONDS)",
    }
    assert expected[act] in str(raised.value)


def test_a_driver_that_is_not_there():
    with pytest.raises(DriverLoadError, match="has no attribute 'segfualt_in_query'; did you"):
        IsolatedDevice(f"{MISBEHAVING_DRIVERS}:segfualt_in_query", SHORT)


def test_the_end_of_what_was_printed_is_kept():
    (verdict,), _ = judge_isolated("spam_in_execute", limits=SHORT.with_changes(execute=10.0))
    assert verdict.details["signal"] == "SIGABRT"
    assert verdict.details["printed"][-1] == "the last words"
    assert sum(map(len, verdict.details["printed"])) < 5000


def test_output_of_the_driver_is_passed_on(capsys):
    (verdict,), _ = judge_isolated("Chatty")
    assert verdict.kind == VerdictKind.PASSED
    printed, until = "", time.monotonic() + 10
    while "hello from the driver" not in printed and time.monotonic() < until:
        printed += capsys.readouterr().err
        time.sleep(0.01)
    assert "hello from the driver" in printed


def test_death_on_another_thread_instead_of_a_notification():
    verdicts, _ = judge_isolated("Async", (ASYNC, SYNC))
    assert (verdicts[0].kind, verdicts[0].details["signal"]) == (VerdictKind.CRASH, "SIGSEGV")
    assert "after execute had returned and before its callback was" in verdicts[0].reason
    assert verdicts[1].kind == VerdictKind.PASSED


def test_a_missing_callback_has_its_trace_and_a_new_process_afterwards():
    with isolated("Mute") as device:
        judge = Judge(device, OPTIONS)
        (verdict,) = judge.judge(marked_example(1), "mute", [ASYNC])
        assert (verdict.kind, verdict.rule) == (VerdictKind.HANG, "callback.missing")
        assert any("Thread" in line for line in verdict.details["trace"])
        assert device.restarts == 1
        (verdict,) = judge.judge(marked_example(1), "fine", [SYNC])
        assert verdict.kind == VerdictKind.PASSED


def test_a_death_between_cases_is_told_of_the_case_before():
    with isolated("Late") as device:
        judge = Judge(device, OPTIONS)
        (verdict,) = judge.judge(marked_example(1001), "deadly", [SYNC])
        assert verdict.kind == VerdictKind.PASSED
        device.process.await_end(5.0)
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
        assert "with no call under way" in late.reason
        assert judge.close() == []


def test_a_death_after_the_last_case_is_told_at_the_end():
    with isolated("Late") as device:
        judge = Judge(device, OPTIONS)
        judge.judge(marked_example(1001), "deadly", [SYNC])
        device.process.await_end(5.0)
        (late,) = judge.close()
        assert (late.case_id, late.kind) == ("deadly", VerdictKind.CRASH)


def test_deaths_blame_their_own_case_and_no_other():
    numbers = [1, 1001, 2, 1002, 1003, 3, 1004, 4, 1005, 1006, 5]
    signals = ["SIGSEGV", "SIGABRT", None, "SIGKILL", "SIGFPE", None]
    with isolated("MarkedDriver", SHORT.with_changes(execute=10.0)) as device:
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
        assert device.restarts == 12


@pytest.mark.parametrize("name", HOSTILE)
def test_meddling_with_the_connection(name):
    with isolated(name, ProcessLimits()) as device:
        judge = Judge(device, OPTIONS)
        found = judge.judge(marked_example(1), "case", [SYNC])
        patience = time.monotonic() + 2
        while not any(verdict.rule == "process.protocol" for verdict in found):
            if time.monotonic() > patience:
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


def test_a_process_outlives_the_thread_that_started_it():
    with isolated("MarkedDriver") as device:
        device.process.kill()
        device.take_late_error()
        thread = threading.Thread(target=device.ensure_process)
        thread.start()
        thread.join()
        device.process.await_end(0.3)
        assert device.take_late_error() is None
        assert device.name == "adder"
        assert device.restarts == 1


def test_a_memory_cannot_be_cut_short_under_the_judge():
    (verdict,), _ = judge_isolated("Shrinker")
    assert (verdict.kind, verdict.rule) == (VerdictKind.INVALID_ANSWER, "answer.exception")
    assert "PermissionError" in verdict.reason


def test_restarts_are_bounded():
    with isolated("segfault_in_query", SHORT.with_changes(restarts=2)) as device:
        judge = Judge(device, OPTIONS)
        for number in range(3):
            assert not device.give_up_reason
            (verdict,) = judge.judge(marked_example(1), str(number), [SYNC])
            assert verdict.rule == "process.alive"
        assert "2 times, which is the limit (--max-restarts)" in device.give_up_reason
        (verdict,) = judge.judge(marked_example(1), "later", [SYNC])
        assert (verdict.kind, verdict.rule) == (VerdictKind.CRASH, "process.start")


def test_a_driver_that_starts_only_once(tmp_path, monkeypatch):
    monkeypatch.setenv("NN_TEST_MARKER", str(tmp_path / "marker"))
    with isolated("DiesOnce") as device:
        judge = Judge(device, OPTIONS)
        (verdict,) = judge.judge(marked_example(1), "case", [SYNC])
        assert (verdict.rule, verdict.details["signal"]) == ("process.alive", "SIGABRT")
        assert "could not be started again in 3 attempts" in device.give_up_reason
        assert "SIGSEGV" in device.give_up_reason


def test_the_hook_before_a_restart():
    seen = []
    device = IsolatedDevice(
        f"{MISBEHAVING_DRIVERS}:exit3_in_execute", SHORT, before_restart=lambda: seen.append(1)
    )
    judge = Judge(device, OPTIONS)
    judge.judge(marked_example(1), "case", [SYNC])
    judge.close()
    device.close()
    assert seen == [1]
