"""The requirements on a run that follow from the driver's declarations and from the policy.

The expected counts were derived by hand from ``RUN``.
"""

import pytest

from conformance.harness.results.verdict import Verdict, VerdictKind
from conformance.reports.analysis.requirements import Requirement, requirements
from conformance.reports.html.html_report import render_html
from conformance.reports.run.policy_check import policy_requirements, unmet_requirements
from conformance.reports.run.run_results import load_run
from conformance.reports.text.markdown_report import render_markdown
from tests.reports.event_streams import EXECUTED_DURATIONS, declined, failed, passed, write_run

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


def test_each_declaration_lists_the_cases_it_makes_mandatory(record):
    found = requirements(record(declared={"device_type": "CPU", "extensions": ["com.a", "com.b"]}))
    supported = "every case whose operations were all reported supported"
    assert found == (
        Requirement("HAL 1.3", "every case that this HAL version can express", 4, 3),
        Requirement("3 operations reported supported", supported, 3, 3),
        Requirement("extensions com.a, com.b", "cases with operations of extensions", 1, 1),
        Requirement("HAL 1.2 or later", "sync paths", 2, 2),
        Requirement("HAL 1.2 or later", "timed paths", 1, 1),
        Requirement("HAL 1.3 or later", "coupled paths", 1, 1),
    )


def test_both_reports_state_it(record):
    record = record()
    row = "| `HAL 1.3` | every case that this HAL version can express | 4 | 3 |"
    assert row in render_markdown(record).splitlines()
    page = render_html(record).decode()
    assert '<a href="#requirements">' in page
    assert "<tr><th>HAL 1.3</th><td>every case that this HAL version can express</td>" in page
    assert "The policy requires" not in page


POLICY = {
    "hal": "1.3",
    "require": {
        "operations": ["ADD", "MUL"],
        "types": ["TENSOR_FLOAT32", "BOOL"],
        "features": ["timed", "burst"],
    },
    "forbid_declined": True,
    "forbid_nothing_executed": True,
}


def test_requirements_of_the_policy_and_the_missing_ones(record):
    typed = Verdict(
        "c",
        "sync-low",
        VerdictKind.PASSED,
        "",
        "",
        ("ADD",),
        {"types": ["TENSOR_FLOAT32"]},
        EXECUTED_DURATIONS,
    )
    record = record([*RUN, typed], policy=POLICY)
    missing = [
        "required operation MUL was never executed",
        "required operand type BOOL was never executed",
        "required feature burst was never executed",
        "the policy forbids declined cases (forbid_declined), declined: MUL",
    ]
    assert unmet_requirements(POLICY, record.statistics) == missing
    assert unmet_requirements({}, record.statistics) == []
    assert policy_requirements(POLICY) == [
        "HAL 1.3 declared",
        "operations executed: ADD, MUL",
        "types executed: TENSOR_FLOAT32, BOOL",
        "features executed: timed, burst",
        "no case declined",
        "at least one case executed",
    ]
    assert record.warnings()[0] == f"The policy is not met: {'; '.join(missing)}."
    assert render_markdown(record).startswith(
        "## Conformance of `gizmo (gizmo.nn:Device)`: POLICY NOT MET, 1 of 6 cases failed"
    )


def test_a_policy_that_is_met_is_reported(record):
    policy = {"require": {"operations": ["ADD"]}}
    text = render_markdown(record(policy=policy))
    assert "The policy requires: `operations executed: ADD`: met." in text
    assert "NOT MET" not in text


def test_a_run_that_executed_nothing_is_reported_by_policy(record):
    assert unmet_requirements(
        {"forbid_nothing_executed": True}, record([declined("c")]).statistics
    ) == ["no case was executed"]
