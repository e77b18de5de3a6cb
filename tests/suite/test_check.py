"""Checks as data: their rules, and what becomes of what they find."""

import pytest

from conformance.hal import Version
from conformance.harness import Judge, Kind
from conformance.reference import ReferenceDevice
from conformance.suite import Check, areas, check
from conformance.suite.bench import SetAsideError


def test_every_check_has_a_rule_of_its_own_a_statement_and_a_section():
    checks = [one for group in areas().values() for one in group]
    assert checks
    assert len({one.rule for one in checks}) == len(checks)
    assert all(one.statement and one.section for one in checks)


def verdict_of(scenario, **options) -> tuple[Kind, str, str]:
    made = check("IDevice", **options)(scenario)
    (verdict,) = made.judge(Judge(ReferenceDevice()), ReferenceDevice().version)
    assert verdict.case_id == f"suite/test_check/{scenario.__name__}"
    return verdict.kind, verdict.rule, verdict.reason


def silent(bench):
    """The driver is silent."""
    return ()


def breach(bench):
    """The driver is kind."""
    yield "it was not"


def aside(bench):
    """The driver has bursts."""
    raise SetAsideError(Kind.DECLINED, "it has none")


def raises(bench):
    """The suite works."""
    raise KeyError("slip")


@pytest.mark.parametrize(
    ("scenario", "expected"),
    [
        (silent, (Kind.PASSED, "", "")),
        (breach, (Kind.FAILED, "test_check.breach", "it was not")),
        (aside, (Kind.DECLINED, "test_check.aside", "it has none")),
        (raises, (Kind.INTERNAL_ERROR, "internal", "the suite itself failed: KeyError: 'slip'")),
    ],
)
def test_what_a_scenario_finds_is_the_verdict(scenario, expected):
    assert verdict_of(scenario) == expected


def test_drivers_that_do_not_know_the_matter_are_not_asked():
    kind, rule, reason = verdict_of(breach, until=Version.V1_3)
    assert (kind, rule) == (Kind.NOT_APPLICABLE, "version.declared")
    assert "1.3 and older" in reason


def test_a_check_without_a_statement_is_refused():
    def nameless(bench):
        return ()

    with pytest.raises(ValueError, match="no docstring"):
        check("IDevice")(nameless)


def test_checks_are_values():
    assert isinstance(check("IDevice")(silent), Check)
