"""Crashes of the driver process leak no descriptors, processes or threads in the harness."""

import os

from conformance.harness.judge import Judge
from conformance.verdicts import VerdictKind
from tests.isolation.helpers import OPTIONS, SYNC, held_resources, isolated, marked_example

DEATHS = 1000 if os.environ.get("NN_CONFORMANCE_FULL") else 3


def test_many_crashes_leak_no_resources():
    with isolated("MarkedDriver") as device:
        judge = Judge(device, OPTIONS)
        for number in (1, 1001):  # first-time imports are not leaks
            judge.judge(marked_example(number), "first", [SYNC])
        before = held_resources()
        for death in range(DEATHS):
            (verdict,) = judge.judge(marked_example(1001 + death % 6), str(death), [SYNC])
            assert verdict.kind == VerdictKind.CRASH
            (verdict,) = judge.judge(marked_example(1), f"after {death}", [SYNC])
            assert verdict.kind == VerdictKind.PASSED
        assert held_resources() == before
        assert device.restarts == DEATHS + 1
        judge.close()
    assert held_resources()[1:] == (before[1] - 1, before[2] - 1)
