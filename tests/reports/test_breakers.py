"""The circuit breaker in reports: failures after shortened waits, counted by the missing answer.

After repeated timeouts the harness waits only briefly for the same kind of answer.
"""

import pytest

from conformance.harness.results.verdict import Verdict, VerdictKind
from conformance.reports.run.breakers import BreakerCounts
from conformance.reports.run.run_statistics import RunStatistics

SUBJECT = "the callback of execute"


def hang(case_id, time_outs=3, **more):
    """Return the verdict of a case whose wait for a callback was shortened."""
    breaker = {"subject": SUBJECT, "time_outs": time_outs, "limit": 10.0, "waited": 0.1, **more}
    return Verdict(
        case_id, "async", VerdictKind.HANG, "callback.missing", "", (), {"breaker": breaker}
    )


def test_verdicts_and_cases_are_counted():
    tally = RunStatistics()
    tally.add(
        "a/b/c", [hang("a/b/c"), hang("a/b/c", 5), Verdict("a/b/c", "sync", VerdictKind.PASSED)]
    )
    tally.add("a/b/d", [hang("a/b/d")])
    tally.add("a/b/e", [Verdict("a/b/e", "sync", VerdictKind.PASSED)])
    (line,) = tally.breakers.lines()
    assert line == (
        f"circuit breaker: 5 waits for {SUBJECT} had no answer within 10 s; later waits were "
        "shortened or omitted, and 3 verdicts in 2 cases failed for this reason"
    )
    assert tally.failed_cases == ["a/b/c", "a/b/d"]


def test_a_run_without_open_breakers_reports_none():
    assert list(RunStatistics().breakers.lines()) == []


@pytest.mark.parametrize(
    "breaker",
    [None, 3, "open", [], {}, {"subject": 3, "time_outs": 3}, {"subject": "x", "time_outs": "3"}],
)
def test_a_stream_may_hold_anything(breaker):
    """Details of another shape than the harness writes are ignored."""
    counts = BreakerCounts()
    details = {"breaker": breaker}
    counts.add("a/b/c", Verdict("a/b/c", "", VerdictKind.HANG, "callback.missing", "", (), details))
    assert list(counts.lines()) == []
