"""The faults that are held out, and the order of rounds that the others determine."""

from __future__ import annotations

from benchmarks.detection.fault import call_faults
from benchmarks.detection.fault_tables import graph_faults, is_held_out
from benchmarks.detection.round_order import Round, best_order

USED = [fault.id for fault in call_faults() if not is_held_out(fault.id)][:6]
HELD_OUT = [fault.id for fault in call_faults() if is_held_out(fault.id)][:2]


def _round(number: int, seconds: float, *faults: str) -> Round:
    return Round(number, "", 1, seconds, frozenset(faults))


def test_a_third_of_the_faults_is_held_out() -> None:
    faults = [*call_faults(), *graph_faults()]
    share = sum(is_held_out(fault.id) for fault in faults) / len(faults)
    assert 0.28 < share < 0.39


def test_the_round_with_most_new_faults_a_second_comes_next() -> None:
    first = _round(0, 9.0, USED[0])
    known, slow = _round(1, 1.0, *USED[:1], *HELD_OUT), _round(2, 4.0, *USED[1:5])
    fast = _round(3, 1.0, *USED[1:4])
    order = best_order([first, known, slow, fast])
    assert [each.number for each, _, _ in order] == [0, 3, 2, 1]
    assert [(used, held_out) for _, used, held_out in order] == [(1, 0), (3, 0), (1, 0), (0, 2)]
