"""Mutations of requests, the rules that they break, and drivers that lack one of these rules."""

from __future__ import annotations

import pytest

from conformance.checks import Check
from conformance.checks.areas import invalid_requests
from conformance.checks.areas.invalid_requests import PreparedExample
from conformance.checks.check_context import CheckContext
from conformance.checks.mutants.mutation_sources import select_examples
from conformance.driver_sdk import ProgramModel
from conformance.hal import ErrorStatus, MeasureTiming, OperationType, Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.reference import ReferenceDevice
from conformance.validation import all_rules, first_request_violation
from conformance.validation.mutations.requests import UnmappableMemory, request_mutations
from conformance.verdicts import VerdictKind
from tests.tiers import fast_if

CHECK: dict[str, Check] = {check.name: check for check in invalid_requests.CHECKS}
RULES = sorted(rule for rule in all_rules() if rule.startswith("request."))
ELSEWHERE = {
    # Only models with unspecified shapes can break these; the checks of dynamic outputs do that.
    "request.input_unspecified",
    "request.output_unspecified",
    # Even without the rule the execution fails, because the memory cannot be mapped.
    "request.pool",
    "request.token",
    # No mutation; the checks of memory pools have faulty drivers.
    "request.pool_protection",
}


def lenient(rule: str, version: Version) -> ReferenceDevice:
    """Return the reference without one rule for requests."""
    device = ReferenceDevice(version)

    def ready(model):
        prepared = ReferenceDevice.build_prepared_model(device, model)

        def refusal(request, measure, *, unspecified_outputs=True):
            violation = first_request_violation(
                request, model, allow_unspecified_outputs=unspecified_outputs, version=version
            )
            if violation is not None and violation.rule.name == rule:
                return None
            return ProgramModel.refusal(
                prepared, request, measure, unspecified_outputs=unspecified_outputs
            )

        prepared.refusal = refusal
        return prepared

    device.build_prepared_model = ready
    return device


@pytest.mark.parametrize("first_only", [True, pytest.param(False, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "version",
    fast_if(Version.V1_3.__eq__, [Version.V1_1, Version.V1_3, Version.AIDL_V3]),
)
@pytest.mark.parametrize("rule", sorted(set(RULES) - ELSEWHERE))
def test_a_driver_that_lacks_a_rule_fails_with_that_rule(rule, version, first_only):
    """The check of one operation reports the rule; the others report no other rule."""
    if not all_rules()[rule].holds_in(version):
        pytest.skip("no rule of this version")
    reported = set()
    for operation in ("RESHAPE", "CONV_2D", "LSTM"):
        judge = Judge(lenient(rule, version), JudgeOptions(mutants_per_operation=1500))
        (verdict,) = CHECK[operation].run(judge)
        judge.close()
        if verdict.kind is VerdictKind.FAILED:
            reported.add(verdict.rule)
            assert f"[{rule}]" in verdict.reason
            if first_only:
                break
    assert reported == {rule}


def mutations(version: Version):
    (example,) = select_examples(OperationType.ADD, version, 1)
    device = ReferenceDevice(version)
    context = CheckContext(device, JudgeOptions())
    prepared_example = PreparedExample(context, example, context.prepare(example.model))
    return prepared_example, list(
        request_mutations(prepared_example.request, example.model, version)
    )


@pytest.mark.parametrize("version", [Version.V1_0, Version.V1_2, Version.V1_3, Version.AIDL_V3])
def test_the_official_mutations_break_a_rule_and_so_do_nearly_all(version):
    prepared_example, found = mutations(version)
    broken = [
        first_request_violation(
            mutation.build(),
            prepared_example.example.model,
            allow_unspecified_outputs=False,
            version=version,
        )
        for mutation in found
    ]
    official = [v for m, v in zip(found, broken, strict=True) if m.official]
    assert len(official) == len(prepared_example.request.inputs) + len(
        prepared_example.request.outputs
    )
    assert all(official)
    valid = [m.description for m, v in zip(found, broken, strict=True) if v is None]
    assert set(valid) <= {
        "the last pool added again",
        "pool 0: memory that cannot be mapped",
        "pool 1: memory that cannot be mapped",
    }
    prepared_example.context.close()


def test_memory_that_cannot_be_mapped_fails_only_that_execution():
    prepared_example, _ = mutations(Version.V1_3)
    device = ReferenceDevice(Version.V1_3)
    prepared = CheckContext(device, JudgeOptions()).prepare(prepared_example.example.model)
    good = prepared.execute_synchronously(prepared_example.request, MeasureTiming.NO, None, None)
    assert good[0] is ErrorStatus.NONE
    for position in (0, 1):
        pools = list(prepared_example.request.pools)
        pools[position] = UnmappableMemory(1 << 16)
        broken = type(prepared_example.request)(
            prepared_example.request.inputs, prepared_example.request.outputs, tuple(pools)
        )
        status, shapes, _ = prepared.execute_synchronously(broken, MeasureTiming.NO, None, None)
        assert status is not ErrorStatus.NONE
        assert not shapes
    again = prepared.execute_synchronously(prepared_example.request, MeasureTiming.NO, None, None)
    assert again[0] is ErrorStatus.NONE
    prepared_example.context.close()
