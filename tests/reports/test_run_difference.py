"""Differences between two runs: the lists of changes, and the status of ``report --previous``."""

import pytest

from conformance.results.run_difference import compare_runs
from conformance.results.run_results import load_run
from conformance.verdicts import Verdict, VerdictKind
from tests.reports.event_streams import ASKED_DURATIONS, crash, declined, failed, passed, write_run


@pytest.fixture
def change(tmp_path):
    """Return a function that compares two runs, given as lists of verdicts."""

    def between(old, new, **header):
        old = write_run(tmp_path / "old.jsonl", old)
        new = write_run(tmp_path / "new.jsonl", new, **header)
        return compare_runs(load_run(old), load_run(new))

    return between


def ids(changes):
    """Return the case ids of the changes."""
    return [one.case_id for one in changes]


def test_each_change_is_in_its_list(change):
    found = change(
        [
            passed("same"),
            failed("still"),
            passed("breaks"),
            failed("fixed"),
            passed("declined"),
            passed("gone"),
            passed("off"),
            failed("otherwise"),
            declined("came"),
        ],
        [
            passed("same"),
            failed("still"),
            failed("breaks"),
            passed("fixed"),
            declined("declined"),
            Verdict("off", "", VerdictKind.DISABLED),
            crash("otherwise"),
            passed("new"),
            failed("newbad"),
            passed("came"),
        ],
    )
    assert ids(found.new_failures) == ["breaks", "newbad"]
    assert ids(found.failing_differently) == ["otherwise"]
    assert ids(found.fixed) == ["fixed"]
    assert ids(found.newly_declined) == ["declined"]
    assert ids(found.no_longer_executed) == ["off", "gone"]
    assert ids(found.new_cases) == ["new", "newbad"]
    assert ("passed", "failed", 1) in found.transitions
    assert ("failed", "crash", 1) in found.transitions


def test_a_declined_case_that_fails_now_is_a_new_failure(change):
    found = change([declined("a")], [failed("a")])
    assert ids(found.new_failures) == ["a"]
    assert found.new_failures[0].kind_before == "declined"


def test_a_case_that_failed_along_one_path_may_fail_anew_along_another(change):
    old = [failed("a", path="sync-low"), passed("a", path="async-low")]
    new = [failed("a", path="sync-low"), failed("a", path="async-low")]
    (one,) = change(old, new).new_failures
    assert one.paths == ("async-low",)
    assert one.kind_before == "passed"


def test_a_crash_before_any_path_covers_all_paths(change):
    """A verdict without a path applies to every path of the case."""
    old = [crash("a")]
    new = [failed("a", path="sync-low")]
    assert change(old, new).new_failures == ()
    assert ids(change(old, new).failing_differently) == ["a"]
    assert ids(change([passed("a"), passed("a", path="x")], [crash("a")]).new_failures) == ["a"]


def test_a_case_that_is_fixed_along_one_path_only_is_not_fixed(change):
    old = [failed("a", path="sync-low"), failed("a", path="async-low")]
    new = [failed("a", path="sync-low"), passed("a", path="async-low")]
    found = change(old, new)
    assert (found.fixed, found.new_failures, found.failing_differently) == ((), (), ())


def test_late_findings_count(change):
    late = failed("a", rule="late.write", details={"late": True})
    assert ids(change([passed("a")], [passed("a"), late]).new_failures) == ["a"]


def test_a_path_that_is_no_longer_run_is_reported(change):
    old = [passed("a", path=path) for path in ("sync-low", "async-low")]
    found = change(old, [passed("a", path="sync-low")])
    assert found.paths_no_longer_run == (("async-low", 1),)


def test_waiving_a_failure_does_not_fix_it(change):
    waived = Verdict("a", "async-low", VerdictKind.WAIVED, "values", "waived", ("ADD",))
    found = change([failed("a")], [waived])
    assert found.fixed == ()
    assert found.transitions == (("failed", "waived", 1),)
    assert ids(change([waived], [failed("a")]).new_failures) == ["a"]


def test_headers_that_differ_are_reported(change):
    found = change([], [], driver_version="8", options={"workers": 4, "retry": 1})
    assert found.header_changes == (
        ("driver_version", "7", "8"),
        ("option retry", "not set", "1"),
        ("option workers", "2", "4"),
    )


def unavailable(case_id, kind=VerdictKind.UNAVAILABLE, path="async-low", **more):
    """Return the verdict of a case that the driver refused without executing it."""
    return Verdict(
        case_id, path, kind, "device.available", "", ("ADD",), {}, ASKED_DURATIONS, **more
    )


NOT_APPLICABLE = Verdict("b", "", VerdictKind.NOT_APPLICABLE, "version.declared")
CHECK = "suite/fences/no_dependencies"


@pytest.mark.parametrize("before", [passed("b"), failed("b"), Verdict("b", "", VerdictKind.WAIVED)])
@pytest.mark.parametrize(
    "after",
    [declined("b"), unavailable("b"), unavailable("b", VerdictKind.TOO_LARGE), NOT_APPLICABLE],
)
def test_the_report_ends_with_1_if_a_case_ran_and_does_not_run_now(nn, tmp_path, before, after):
    old = write_run(tmp_path / "old.jsonl", [before])
    new = write_run(tmp_path / "new.jsonl", [after])
    result = nn("report", new, "--previous", old)
    assert result.status == 1
    assert "REGRESSION: " in result.err
    assert nn("report", new, "--previous", old, "--allow", "newly-declined").status == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (unavailable("b"), declined("b")),
        (declined("b"), unavailable("b")),
        (NOT_APPLICABLE, declined("b")),
        (passed("b"), Verdict("b", "", VerdictKind.DISABLED)),
        (passed("b"), Verdict("b", "", VerdictKind.WAIVED, "values")),
    ],
)
def test_a_case_that_did_not_run_before_or_was_left_out_is_no_regression(
    nn, tmp_path, before, after
):
    """Only a case that was executed before can be newly declined.

    A case that is disabled or waived now was left out deliberately.
    """
    old = write_run(tmp_path / "old.jsonl", [before])
    new = write_run(tmp_path / "new.jsonl", [after])
    assert nn("report", new, "--previous", old).status == 0


def test_a_check_of_the_suite_that_ran_and_is_declined_now_is_a_regression(change):
    found = change(
        [Verdict(CHECK, "", VerdictKind.PASSED)], [Verdict(CHECK, "", VerdictKind.DECLINED)]
    )
    assert ids(found.not_run) == [CHECK]


def test_a_case_that_is_declined_along_one_path_only_is_newly_declined_there(change):
    old = [passed("a", path="sync-low"), passed("a", path="async-low")]
    new = [passed("a", path="sync-low"), declined("a", path="async-low")]
    (one,) = change(old, new).newly_declined
    assert one.paths == ("async-low",)
    other = [passed("a", path="sync-low"), declined("a", path="burst-low")]
    assert change(old[:1], other).newly_declined == ()


def test_a_vanished_case_is_a_regression_where_both_runs_select_the_same(nn, tmp_path):
    """A missing case is a regression only if both runs select the same cases of one suite version.

    The folder of the bundled checks may differ between the two installations.
    """
    options = {"specs": ["/one/place/conformance/checks", "mine"], "case": []}
    elsewhere = {"specs": ["/other/conformance/checks", "mine"], "case": []}
    old = write_run(tmp_path / "old.jsonl", [passed("a"), passed("b")], options=options)
    both = [passed("a")]
    new = write_run(tmp_path / "new.jsonl", both, options=elsewhere)
    result = nn("report", new, "--previous", old)
    assert result.status == 1
    assert nn("report", new, "--previous", old, "--allow", "vanished").status == 0
    for changed in ({"case": ["a"]}, {"specs": ["mine"]}, {"shard": "1/2"}):
        fewer = write_run(tmp_path / "new.jsonl", both, options={**options, **changed})
        assert nn("report", fewer, "--previous", old).status == 0
    other = write_run(tmp_path / "new.jsonl", both, options=options, suite_version="0.2")
    assert nn("report", other, "--previous", old).status == 0


def test_random_graphs_that_are_gone_are_no_regression(nn, tmp_path):
    """The ids of random graphs depend on the profile, so a missing one is not reported."""
    old = write_run(tmp_path / "old.jsonl", [passed("a"), passed("random/default/1")])
    new = write_run(tmp_path / "new.jsonl", [passed("a"), passed("random/default,count=1/1")])
    assert nn("report", new, "--previous", old).status == 0


def test_a_driver_that_declares_an_older_version_is_a_regression(nn, tmp_path):
    old = write_run(tmp_path / "old.jsonl", [passed("a")], hal_version="1.3")
    new = write_run(tmp_path / "new.jsonl", [passed("a")], hal_version="1.2")
    result = nn("report", new, "--previous", old)
    assert result.status == 1
    assert nn("report", old, "--previous", new).status == 0
