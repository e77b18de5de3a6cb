"""Failures with the same cause form one group; different causes form different groups."""

import pytest

from conformance.failures.failure_grouping import cause_of, failure_groups
from conformance.verdicts import Verdict, VerdictKind
from tests.reports.event_streams import crash, failed


def with_pattern(text, operation="ADD (operation 0)"):
    """Return a verdict of wrong values with this sentence as diagnosis."""
    return failed("c", details={"operation": operation, "patterns": [text]})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("4 of 27 elements are NaN", "1 of 3 elements are NaN"),
        ("every element is 3.5", "every element is -7"),
        (
            "all values are 1.0100001 times what they should be",
            "all values are 1.01002 times what they should be",
        ),
        (
            "only the limit is missing (below 0): the activation looks ignored",
            "only the limit is missing (below 128 and above 6): the activation looks ignored",
        ),
        (
            "no element is more than 1 codes off (3 of 4 exact): looks like rounding",
            "no element is more than 2 codes off (1 of 9 exact): looks like rounding",
        ),
        (
            "the relative error is at most 0.0031: looks computed in lower precision",
            "the relative error is at most 1.2e-04: looks computed in lower precision",
        ),
    ],
)
def test_one_diagnosis_of_two_cases_is_one_cause(one, other):
    """Two sentences that differ only in counts and magnitudes have the same cause."""
    assert cause_of(with_pattern(one)) == cause_of(with_pattern(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("axis 0 is reversed", "axis 1 is reversed"),
        ("every code is +1 off", "every code is +128 off: signed and unsigned codes look mixed up"),
        ("every element is zero", "every element is NaN"),
        (
            "all values are 0.5 times what they should be",
            "all values are 2 times what they should be",
        ),
    ],
)
def test_different_diagnoses_are_different_causes(one, other):
    """Axes, offsets and exact factors are part of the cause."""
    assert cause_of(with_pattern(one)) != cause_of(with_pattern(other))


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
    nan = {"operation": "SUB (operation 0)", "patterns": ["every element is NaN"]}
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
