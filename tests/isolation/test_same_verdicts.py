"""A driver gets the same verdicts in a child process and in this process."""

import re
import time
from pathlib import Path as FilePath

import pytest

from conformance.drivers.own_process import ProcessLimits
from conformance.harness.judge import Judge
from conformance.verdicts import VerdictKind
from tests.isolation.helpers import (
    ASYNC,
    OPTIONS,
    SYNC,
    comparable_verdicts,
    isolated,
    judge_here,
    judge_isolated,
    marked_example,
)
from tests.sample_drivers.processes import wrong_answer_drivers
from tests.tiers import every_fast

WRONG = FilePath(wrong_answer_drivers.__file__)
LATE = ("LateNotification", "LateWrite")


def plain(verdicts):
    """Return the verdicts' comparable parts without addresses, which differ between processes."""
    return [
        tuple(re.sub(r"0x[0-9a-f]+", "0x", str(part)) for part in verdict)
        for verdict in comparable_verdicts(verdicts)
    ]


@pytest.mark.parametrize(
    "name", every_fast(4, [name for name in wrong_answer_drivers.NAMES if name not in LATE])
)
def test_invalid_answers_get_the_same_verdicts(name):
    in_process, late_in_process = judge_here(name, (ASYNC, SYNC), file=WRONG)
    isolated, late_isolated = judge_isolated(
        name, (ASYNC, SYNC), limits=ProcessLimits(), file=WRONG
    )
    assert plain(isolated) == plain(in_process)
    assert plain(late_isolated) == plain(late_in_process)
    reasons = [verdict.details.get("reasons") for verdict in in_process]
    assert [verdict.details.get("reasons") for verdict in isolated] == reasons
    assert (reasons[0] is not None) == (name == "declines_told")
    fine = {
        "Threaded",
        "supported_numpy",
        "supported_generator",
        "shape_quack",
        "shape_numpy",
    }
    assert all(verdict.kind == VerdictKind.PASSED for verdict in in_process) == (name in fine)
    declined = all(verdict.kind == VerdictKind.DECLINED for verdict in in_process)
    assert declined == (name in wrong_answer_drivers.DECLINING)


def test_traceback_has_only_frames_of_the_driver():
    (verdict,), _ = judge_isolated("execute_raises", limits=ProcessLimits(), file=WRONG)
    assert verdict.details["traceback"][-1] == "RuntimeError: boom"
    assert any("wrong_answer_drivers.py" in line for line in verdict.details["traceback"])


@pytest.mark.parametrize(
    ("name", "rule"), [("LateNotification", "callback.once"), ("LateWrite", "late.write")]
)
def test_late_notifications_get_the_same_verdicts(name, rule):
    with isolated(name, ProcessLimits(), WRONG) as device:
        judge = Judge(device, OPTIONS)
        (verdict,) = judge.judge(marked_example(1), "late", [ASYNC])
        assert verdict.kind == VerdictKind.PASSED
        time.sleep(1.5)  # the driver acts 0.3 s after the case
        judge.judge(marked_example(1), "next", [SYNC])
        late = judge.close()
        assert ("late", rule) in [(verdict.case_id, verdict.rule) for verdict in late]
        assert all(verdict.details["late"] for verdict in late)
        assert device.restarts == 0
