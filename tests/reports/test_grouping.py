"""Failures with the same cause form one group; different causes form different groups."""

from conformance.failures.failure_grouping import cause_of, failure_groups
from conformance.verdicts import Verdict, VerdictKind
from tests.reports.event_streams import crash, failed


def test_wrong_values_without_pattern_are_distinguished_by_operation():
    mean = failed("c", details={"operation": "MEAN (operation 2)", "patterns": []})
    other = failed("d", details={"operation": "MEAN (operation 0)", "patterns": []})
    conv = failed("e", details={"operation": "CONV_2D (operation 2)", "patterns": []})
    assert cause_of(mean) == cause_of(other)
    assert cause_of(conv) != cause_of(mean)


def test_causes_omit_names_and_numbers_and_flaky_failures_have_their_own():
    def cause(reason, **details):
        return cause_of(failed("c", details=details, reason=reason))

    shapes = "output 0 '{}': reported dimensions [{}], expected [{}]"
    assert cause(shapes.format("y1", "2, 3", 3)) == cause(shapes.format("out", 9, 1))
    assert cause("CONV_2D refused QUANT8 after 3 s") == cause("CONV_2D refused QUANT8 after 9 s")
    assert cause("CONV_2D refused QUANT8") != cause("ADD refused QUANT8")
    texts = (
        "flaky: passed when run again (attempt 2); first result: died",
        "flaky: passed when judged again (2); at first: died",  # older event streams
    )
    assert {cause(text, flaky=2) for text in texts} == {cause(texts[0], flaky=2)} - {cause("died")}


def test_biggest_group_first_counted_in_cases():
    nan = {
        "operation": "SUB (operation 0)",
        "patterns": ["every element is NaN"],
        "diagnosis": "returns NaN",
    }
    failures = [
        *(failed("a", path=f"p{n}") for n in range(9)),
        failed("b", details=nan),
        failed("c", details=nan),
        crash("d"),
    ]
    groups = failure_groups(failures)
    assert [(group.cases, len(group.verdicts)) for group in groups] == [
        (("b", "c"), 2),
        (("d",), 1),
        (("a",), 9),
    ]
    assert groups[0].operations == ["SUB"]
    assert groups[1].operations == ["ADD"]


def test_kinds_are_kept_apart():
    same = [
        Verdict(c, "", kind, "x", "y")
        for c, kind in (("a", VerdictKind.HANG), ("b", VerdictKind.CRASH))
    ]
    assert len(failure_groups(same)) == 2
