"""A rule missing from the validator is noticed, because the official suite expects a refusal.

The expectations in ``mutations.official_suite`` come from that suite's choice of mutations and do
not use our rules. Here one rule at a time is disabled. A mutant that then counts as valid must be
reported as an error of the suite, never as the driver's failure, and must not be skipped.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.checks.check_context import CheckContext
from conformance.checks.mutants import mutant_selection
from conformance.checks.mutants.model_mutants import MutantRunner
from conformance.checks.mutants.mutation_sources import select_examples
from conformance.files import CACHE_VARIABLE
from conformance.hal import OperationType, Subgraph, Version
from conformance.harness.judge import JudgeOptions
from conformance.reference import ReferenceDevice
from conformance.validation import validate_model
from conformance.validation.mutations import demands_refusal
from conformance.verdicts import VerdictKind
from tests.tiers import every_fast

VERSION = Version.V1_3
PLANTED = {
    "operand.type": OperationType.ADD,
    "operand.scalar_dimensions": OperationType.ADD,
    "operand.scale": OperationType.ADD,
    "operand.zero_point": OperationType.ADD,
    "operand.consumers": OperationType.ADD,
    "subgraph.operations": OperationType.ADD,
    "operation.known": OperationType.ADD,
    "operation.input_index": OperationType.ADD,
    "operation.output_index": OperationType.ADD,
    "operation.input_count": OperationType.ADD,
    "operation.output_count": OperationType.ADD,
    "operation.input_type": OperationType.ADD,
    "operation.output_type": OperationType.ADD,
    "order.written_twice": OperationType.ADD,
    "order.never_written": OperationType.CONV_2D,
    "order.read_before_write": OperationType.SOFTMAX,
}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    """Neither use the stored selections of real rules nor store those of changed rules."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))


def loosened(rule: str):
    """Return ``first_violation`` as it would behave without the rule."""

    def first(model, version, tolerated=()):
        broken = validate_model(model, version)
        skipped = {rule, *tolerated}
        return next((violation for violation in broken if violation.rule.name not in skipped), None)

    return first


@pytest.mark.parametrize("rule", every_fast(3, sorted(PLANTED)))
def test_a_missing_rule_is_reported_as_an_error_of_the_suite(rule, monkeypatch):
    monkeypatch.setattr(mutant_selection, "first_violation", loosened(rule))
    examiner = MutantRunner(CheckContext(ReferenceDevice(VERSION), JudgeOptions()))
    examples = select_examples(PLANTED[rule], VERSION, 2)
    for choice in mutant_selection.select_mutants(examples, VERSION, 0):
        if choice.violation is None and demands_refusal(choice.example.model, choice.mutation):
            finding = examiner.run_mutant(choice)
            assert finding is not None
            assert finding.kind is VerdictKind.INTERNAL_ERROR
            assert "the official suite expects this mutation to be refused" in finding.reason
            return
    pytest.fail(f"no mutant revealed that {rule} is missing")


def test_a_driver_that_lacks_the_same_rule_as_the_suite_does_not_pass(monkeypatch):
    rule = "operand.scale"
    monkeypatch.setattr(mutant_selection, "first_violation", loosened(rule))
    device = ReferenceDevice(VERSION)
    device.tolerated_rules = device.tolerated_rules | {rule}
    examiner = MutantRunner(CheckContext(device, JudgeOptions()))
    examiner.run(select_examples(OperationType.ADD, VERSION, 1), 4000)
    assert {culprit.finding.kind for culprit in examiner.mishandled} == {VerdictKind.INTERNAL_ERROR}


def test_a_rule_that_is_too_strict_is_revealed_by_conforming_drivers(monkeypatch):
    """A conforming driver prepares a valid mutant that we reject: the verdict names the rule."""
    real = mutant_selection.first_violation

    def strict(model, version, tolerated=()):
        violation = real(model, version, tolerated)
        if violation is None and any(0 in operand.dimensions for operand in model.main.operands):
            return real(replace(model, main=Subgraph((), (), (), ())), version)
        return violation

    monkeypatch.setattr(mutant_selection, "first_violation", strict)
    examiner = MutantRunner(CheckContext(ReferenceDevice(VERSION), JudgeOptions()))
    examiner.run(select_examples(OperationType.ADD, VERSION, 1), 4000)
    assert any(culprit.finding.rule == "subgraph.operands" for culprit in examiner.mishandled)
