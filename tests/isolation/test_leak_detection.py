"""Leak detection reports a process that keeps growing, but not one that fills a cache."""

import pytest

from conformance.drivers.own_process import ProcessLimits
from conformance.harness.judge import Judge
from conformance.harness.supervision.process_supervision import LeakDetector
from conformance.verdicts import VerdictKind
from tests.isolation.helpers import OPTIONS, SYNC, isolated, marked_example

MIB = 1 << 20


def first_leak(measurements):
    growth = LeakDetector()
    for number, (process_number, descriptors, private) in enumerate(measurements):
        reason = growth.observe(process_number, descriptors, private)
        if reason:
            return number, reason
    return None


def test_one_descriptor_per_case_is_a_leak():
    number, reason = first_leak((1, 10 + case, MIB) for case in range(0, 1000, 4))
    assert number == 32
    assert "128 more open descriptors than 128 cases before" in reason


def test_one_thread_per_case_is_a_leak():
    growth = LeakDetector()
    reasons = [growth.observe(1, 10, MIB, 5 + case) for case in range(0, 400, 4)]
    assert reasons.index(next(filter(None, reasons))) == 32
    assert "128 more threads than 128 cases before" in reasons[32]


def test_a_bounded_number_of_threads_is_no_leak():
    growth = LeakDetector()
    assert not any(growth.observe(1, 10, MIB, 5 + min(case, 63)) for case in range(0, 4000, 4))


@pytest.mark.parametrize(
    "descriptors",
    [
        lambda case: 10,
        lambda case: 10 + min(case, 63),  # a cache of bounded size
        lambda case: 10 + 2 * (case % 2),  # a cache of the last model
        lambda case: 10 + 500 * (case % 100 > 50),  # a big case now and then
        lambda case: 10 + 40 * (case // 100),  # something opened once a hundred cases
    ],
)
def test_bounded_descriptors_are_no_leak(descriptors):
    assert first_leak((1, descriptors(case), MIB) for case in range(0, 4000, 4)) is None


@pytest.mark.parametrize("in_between", [0, 40])
def test_memory_that_is_never_released_is_a_leak(in_between):
    """Also if every third measurement has a larger case in it."""
    number, reason = first_leak(
        (1, 10, (100 + case + in_between * (case % 3 == 1)) * MIB) for case in range(0, 1000, 4)
    )
    assert number == 9 * 4 - 1
    assert "holds 128 MiB more than 128 cases before" in reason


@pytest.mark.parametrize(
    "mebibytes",
    [
        lambda case: 100 + min(case, 100),  # a cache that fills
        lambda case: 100 + 400 * (case % 5 == 0),  # big cases in between
        lambda case: 100 + case // 40,  # slower than a mebibyte each sixteen cases
        lambda case: 100 + 2000 * (case > 200),  # one large step
    ],
)
def test_bounded_memory_is_no_leak(mebibytes):
    assert first_leak((1, 10, mebibytes(case) * MIB) for case in range(0, 4000, 4)) is None


def test_new_process_resets_the_measurements():
    measurements = ((case // 100, 10 + case, (100 + case) * MIB) for case in range(0, 4000, 4))
    assert first_leak(measurements) is None


@pytest.mark.parametrize(
    ("name", "cases", "word"),
    [
        ("LeaksDescriptors", 150, "descriptors"),
        pytest.param("LeaksThreads", 150, "threads", marks=pytest.mark.slow),
        ("LeaksMemory", 170, "MiB"),
    ],
)
def test_leak_is_reported_once_and_restarts_the_process(name, cases, word):
    with isolated(name, ProcessLimits()) as device:
        judge = Judge(device, OPTIONS)
        leaks = []
        for number in range(2 * cases):
            (verdict,) = judge.judge(marked_example(1), str(number), [SYNC])
            assert verdict.kind == VerdictKind.PASSED
            leaks += judge.take_late_verdicts()
        (leak,) = leaks + judge.close()
        assert (leak.kind, leak.rule) == (VerdictKind.LEAK, "process.leak")
        assert word in leak.reason
        assert int(leak.case_id) < cases
        assert device.restarts == 2


def test_a_driver_that_fills_a_cache_passes():
    with isolated("Warm", ProcessLimits()) as device:
        judge = Judge(device, OPTIONS)
        for number in range(200):
            (verdict,) = judge.judge(marked_example(1), str(number), [SYNC])
            assert verdict.kind == VerdictKind.PASSED
        assert device.restarts == 0
