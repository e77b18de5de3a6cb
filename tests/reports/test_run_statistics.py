"""The counts of a run: cases by kind, operation and source, and the operations never executed."""

from dataclasses import replace

from conformance.results.run_statistics import (
    RunStatistics,
    column_of,
    is_failure,
    worst_verdict,
)
from conformance.verdicts import Verdict, VerdictKind
from tests.reports.event_streams import (
    ASKED_DURATIONS,
    crash,
    declined,
    failed,
    passed,
)


def test_every_kind_has_a_rank_and_kinds_that_blame_the_driver_are_worse():
    """Every kind of verdict has a rank; kinds that blame the driver rank worse than others."""
    for kind in VerdictKind:
        if kind.blames_driver:
            assert column_of(kind) == "failed"
            assert is_failure(kind)
            for other in VerdictKind:
                if not is_failure(other):
                    pair = [Verdict("c", "", other), Verdict("c", "", kind)]
                    assert worst_verdict(pair).kind == kind


def test_a_case_counts_once_with_the_worst_of_its_verdicts():
    tally = RunStatistics()
    tally.add("a", [passed("a"), failed("a", path="sync-low"), crash("a")])
    assert tally.cases == {VerdictKind.CRASH: 1}
    assert tally.failed_cases == ["a"]
    assert tally.by_operation["ADD"] == {"failed": 1}


def test_a_case_that_passes_along_one_path_is_not_hidden_by_one_that_does_not_concern_it():
    """A case that passes on one path and is not applicable on another has passed."""
    tally = RunStatistics()
    tally.add("a", [passed("a"), Verdict("a", "sync-low", VerdictKind.NOT_APPLICABLE)])
    assert tally.cases == {VerdictKind.PASSED: 1}


def test_a_declined_case_executes_nothing_and_counts_only_supported_operations():
    tally = RunStatistics()
    tally.add("a", [declined("a", ("MUL", "ADD"))])
    assert tally.executed_operations == set()
    assert tally.never_executed == ["ADD"]
    assert dict(tally.declined_for["MUL"])


def test_operations_inside_declined_control_flow_are_not_claimed():
    verdict = declined("a", ("ADD", "WHILE", "LESS", "MUL"), unsupported=("WHILE (operation 1)",))
    tally = RunStatistics()
    tally.add("a", [replace(verdict, details={**verdict.details, "supported": ["ADD"]})])
    assert tally.never_executed == ["ADD"]
    assert set(tally.declined_for) == {"WHILE"}


def test_operations_inside_control_flow_that_is_supported_are_claimed():
    tally = RunStatistics()
    operations = ("WHILE", "LESS", "MUL")
    tally.add(
        "a",
        [
            Verdict(
                "a", "", VerdictKind.FAILED, "prepare.status", "", operations, {}, ASKED_DURATIONS
            )
        ],
    )
    assert tally.never_executed == ["LESS", "MUL", "WHILE"]
    tally.add("b", [passed("b", ("LESS",))])
    assert tally.never_executed == ["MUL", "WHILE"]


def test_operations_of_disabled_cases_are_not_counted():
    """Operations of disabled cases are not counted as never executed."""
    tally = RunStatistics()
    tally.add("a", [Verdict("a", "", VerdictKind.DISABLED, operations=("ADD",))])
    tally.add(
        "b",
        [Verdict("b", "", VerdictKind.FAILED, "prepare.status", "", ("SUB",), {}, ASKED_DURATIONS)],
    )
    assert tally.never_executed == ["SUB"]


def test_a_declined_signed_form_is_no_coupled_case():
    """A case whose form with signed 8-bit data was declined is counted as uncoupled."""
    tally = RunStatistics()
    for case, coupled in (("a", passed("a")), ("b", failed("b")), ("c", declined("c"))):
        tally.add(case, [declined(case), replace(coupled, path="coupled-async-low")])
    assert (tally.coupled, tally.uncoupled) == (2, 1)


def test_a_declined_check_of_the_suite_claims_nothing():
    tally = RunStatistics()
    tally.add(
        "suite/mutants/MUL", [Verdict("suite/mutants/MUL", "", VerdictKind.DECLINED, "", "", MUL)]
    )
    assert tally.never_executed == []


MUL = ("MUL",)


def test_only_operations_that_the_driver_reported_supported_are_counted():
    """An operation counts as claimed only if the driver reported it supported.

    In each case of this test the driver supports ADD but not MUL, or gives no valid answer.
    """
    none = {"supported": []}
    some = {"supported": ["ADD"], "unsupported": ["MUL (operation 1)"]}
    tally = RunStatistics()
    for number, (kind, rule, details) in enumerate(
        [
            (VerdictKind.PASSED, "", none),  # an invalid model, refused by get_supported_operations
            (VerdictKind.INVALID_ANSWER, "answer.exception", none),
            (VerdictKind.FAILED, "supported.status", none),
            (VerdictKind.CRASH, "process.alive", none),
            (VerdictKind.UNAVAILABLE, "device.available", some),
            (VerdictKind.FAILED, "coupling.support", some),
            (VerdictKind.NOT_APPLICABLE, "path.declined", some),
        ]
    ):
        case = f"V1_0/a/{number}"
        tally.add(
            case, [Verdict(case, "", kind, rule, "", ("ADD", "MUL"), details, ASKED_DURATIONS)]
        )
    assert tally.never_executed == ["ADD"]


def test_an_execution_that_is_refused_for_lack_of_resources_executes_nothing():
    tally = RunStatistics()
    for kind in (VerdictKind.UNAVAILABLE, VerdictKind.NO_RESOURCES, VerdictKind.TOO_LARGE):
        case = f"V1_0/a/{kind}"
        tally.add(case, [replace(passed(case), kind=kind)])
    assert tally.executed_operations == set()
    assert tally.nothing_executed
    assert tally.never_executed == ["ADD"]
