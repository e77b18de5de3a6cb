"""The ``Check`` class and the ``check`` decorator: statements, versions and verdicts."""

import pytest

from conformance.checks import checks_by_area
from conformance.checks.check_context import SkipCheck, Violation, described, expect
from conformance.checks.registration import check
from conformance.hal import ErrorStatus, OperationType, Version
from conformance.harness.judge import Judge
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind


def test_every_check_has_a_unique_rule_a_statement_and_a_section():
    checks = [entry for group in checks_by_area().values() for entry in group]
    assert checks
    assert len({entry.rule for entry in checks}) == len(checks)
    assert all(entry.statement and entry.contract_section for entry in checks)


def verdict_of(scenario, **options) -> tuple[VerdictKind, str, str]:
    checked = check("IDevice", **options)(scenario)
    (verdict,) = checked.run(Judge(ReferenceDevice()))
    assert verdict.case_id == f"suite/test_check/{scenario.__name__}"
    return verdict.kind, verdict.rule, verdict.reason


def silent(context):
    """The driver answers nothing."""
    return ()


def breach(context):
    """The driver answers NONE."""
    yield "it answered GENERAL_FAILURE"


def aside(context):
    """The driver supports bursts."""
    raise SkipCheck(VerdictKind.DECLINED, "it supports no bursts")


def recorded(context):
    """The driver returns NONE in each case."""
    for turn in range(2):
        with context.case(f"case {turn}"):
            expect(ErrorStatus.GENERAL_FAILURE, "it")
    with described("the last case"):
        raise Violation("it hangs")


def raises(context):
    """The scenario raises an exception."""
    raise KeyError("slip")


@pytest.mark.parametrize(
    ("scenario", "expected"),
    [
        (silent, (VerdictKind.PASSED, "", "")),
        (breach, (VerdictKind.FAILED, "test_check.breach", "it answered GENERAL_FAILURE")),
        (
            recorded,
            (
                VerdictKind.FAILED,
                "test_check.recorded",
                "case 0: it returned GENERAL_FAILURE; NONE was expected",
            ),
        ),
        (aside, (VerdictKind.DECLINED, "test_check.aside", "it supports no bursts")),
        (
            raises,
            (
                VerdictKind.INTERNAL_ERROR,
                "internal",
                "the test suite itself failed: KeyError: 'slip'",
            ),
        ),
    ],
)
def test_the_finding_of_a_scenario_becomes_the_verdict(scenario, expected):
    assert verdict_of(scenario) == expected


def test_a_check_is_not_applicable_outside_its_versions():
    kind, rule, reason = verdict_of(breach, until=Version.V1_3)
    assert (kind, rule) == (VerdictKind.NOT_APPLICABLE, "version.declared")
    assert "1.3 and older" in reason


ONLY_BEFORE_AIDL = {
    "asynchronous.outputs_before_notification",
    "asynchronous.released_while_executing",
    "caching_arguments.wrong_descriptors_on_retrieval",
    "caching_arguments.wrong_descriptors_on_saving",
    "cleanup.asynchronous_executions",
    "cleanup.failed_asynchronous_executions",
    "cleanup.small_objects_of_callbacks",
    "clients.interleaved_launches",
    "combinations.asynchronous",
    "fences.null_fence",
    "many_objects.asynchronous_executions",
    "qos.asynchronous_execution_deadline",
    "timing.undefined_measure",
    "invalid_codes.later_models",
    "invalid_codes.later_operations",
    "invalid_codes.later_types",
    "unknown_shapes.internal_operand",
}
"""The checks that do not apply to AIDL drivers.

Most of them test IPreparedModel::execute, which the AIDL interface does not have. ``null_fence``
sends a null handle, which an AIDL array of file descriptors cannot contain; the checks of
``caching_arguments`` send handles with two descriptors or none.
"""


def test_no_check_is_lost_for_a_driver_of_the_newest_version():
    """If a version is added to ``Version``, the checks apply to its drivers too."""
    newest = max(Version)
    lost = {
        entry.rule
        for group in checks_by_area().values()
        for entry in group
        if not entry.since <= newest <= entry.until
    }
    assert lost == ONLY_BEFORE_AIDL


def test_every_operation_has_its_checks_of_invalid_models_and_requests():
    # OEM_OPERATION belongs to the vendor, so the contract has no rules for it.
    wanted = {code.name for code in OperationType} - {"OEM_OPERATION"}
    for area in ("invalid_models", "invalid_requests"):
        checks = checks_by_area()[area]
        assert {name for entry in checks for name in entry.operations} == wanted


@pytest.mark.parametrize("version", list(Version), ids=str)
def test_a_check_without_versions_applies_to_drivers_of_every_version(version):
    (verdict,) = check("IDevice")(silent).run(Judge(ReferenceDevice(version)))
    assert verdict.kind is VerdictKind.PASSED
