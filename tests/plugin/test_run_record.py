"""The ledger of a run accepts exit status 0 only if every selected case has finished unfailed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from conformance.run_record import CaseLedger, RunRecord, local_record


def judged(run: Callable[[RunRecord], object]) -> str:
    """Return the problem of the ledger after ``run`` in this process."""
    ledger = CaseLedger()
    run(local_record(ledger))
    return ledger.problem()


def complete(record: RunRecord) -> None:
    record.select(["a", "b\udcff"])
    record.finish("b\udcff")
    record.finish("a")
    record.end(0)


def test_a_complete_record_has_no_problem():
    assert judged(complete) == ""
    assert judged(lambda record: record.end(0)) == ""  # a run that selects no case


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ([("select", ["a"]), ("finish", "a")], "the end of the run is missing"),
        ([("select", ["a", "b"]), ("finish", "a"), ("end", 0)], "1 of 2 selected cases"),
        ([("select", ["a"]), ("finish", "b"), ("end", 0)], "selected cases have a verdict"),
        (
            [("select", ["a", "b"]), ("finish", "a"), ("finish", "a"), ("end", 0)],
            "2 of 2 selected cases",
        ),
        ([("select", ["a"]), ("finish", "a"), ("finish", "a"), ("end", 0)], "1 of 1 selected"),
        (
            [("select", ["a"]), ("fail", "a"), ("finish", "a"), ("end", 0)],
            "1 verdict is not accepted",
        ),
        ([("select", ["a"]), ("finish", "a"), ("end", 0), ("fail", "a")], "not accepted"),
    ],
)
def test_an_incomplete_record_has_a_problem(entries, problem):
    def run(record: RunRecord) -> None:
        for name, argument in entries:
            getattr(record, name)(argument)

    assert problem in judged(run)
