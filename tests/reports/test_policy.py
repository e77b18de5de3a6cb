"""The requirements of a policy on a run; the expected counts were derived by hand from ``RUN``."""

import pytest

from conformance.results.policy_check import policy_requirements, unmet_requirements
from conformance.results.run_results import load_run
from conformance.verdicts import Verdict, VerdictKind
from tests.reports.event_streams import declined, failed, passed, write_run

RUN = [
    passed("a/b/one", path="sync-low"),
    passed("a/b/one", path="sync-low-timed"),
    failed("a/b/two", ("ADD", "RELU"), path="async-low"),
    passed("a/b/two", ("ADD", "RELU"), path="coupled-sync-low"),
    declined("a/b/three", ("ADD", "MUL")),
    Verdict("a/b/four", "", VerdictKind.NOT_APPLICABLE, "version.declared", "too new", ("SIN",)),
    passed("a/b/five", ("65537",), path="async-low"),
]


@pytest.fixture
def record(tmp_path):
    """Return a function that writes the stream of a run and loads its results."""

    def of(verdicts=RUN, **header):
        return load_run(write_run(tmp_path / "run.jsonl", verdicts, hal_version="1.3", **header))

    return of


@pytest.mark.parametrize(
    ("policy", "unmet"),
    [
        ({}, 0),
        ({"require": {"operations": ["ADD", "RELU"]}}, 0),
        ({"require": {"operations": ["MUL", "SIN"]}}, 2),
        ({"require": {"types": ["TENSOR_FLOAT32"], "features": ["timed", "coupled"]}}, 0),
        ({"require": {"types": ["BOOL"], "features": ["burst"]}}, 2),
        ({"forbid_declined": True}, 1),
        ({"forbid_declined": ["ADD"]}, 1),
        ({"forbid_nothing_executed": True, "forbid_nothing_passed": True}, 0),
    ],
)
def test_requirements_of_a_policy(record, policy, unmet):
    typed = passed("c", path="sync-low")
    typed = type(typed)("c", "sync-low", VerdictKind.PASSED, "", "", ("ADD",),
                        {"types": ["TENSOR_FLOAT32"]}, typed.durations)  # fmt: skip
    statistics = record([*RUN, typed]).statistics
    assert len(unmet_requirements(policy, statistics)) == unmet
    assert bool(policy_requirements(policy)) == bool(policy)


def test_a_run_that_executed_nothing_is_reported_by_policy(record):
    statistics = record([declined("c")]).statistics
    assert len(unmet_requirements({"forbid_nothing_executed": True}, statistics)) == 1
