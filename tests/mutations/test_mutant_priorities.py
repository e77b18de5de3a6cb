"""The default mutants break each rule alone, for each argument of an operation."""

from __future__ import annotations

import re

import pytest

from conformance.checks import checks_by_area
from conformance.checks.mutants.mutant_selection import select_mutants
from conformance.checks.mutants.mutation_sources import select_examples_to_mutate
from conformance.hal import OperationType, Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.validation import validate_model
from conformance.verdicts import VerdictKind
from tests.mutations.test_operand_checks import Accepting

NEWEST = Version.AIDL_V3
BUDGET = JudgeOptions().mutants_per_operation
CHECKS = {check.name: check for check in checks_by_area()["invalid_models"]}


def broken_alone(operation: OperationType) -> set[str]:
    """Return the rules that mutants of the default budget break without another one."""
    examples = select_examples_to_mutate(operation, NEWEST, 8)
    choices = select_mutants(examples, NEWEST, 0)[:BUDGET]
    broken = ({v.rule.name for v in validate_model(c.mutation.build(), NEWEST)} for c in choices)
    return {name for rules in broken if len(rules) == 1 for name in rules}


@pytest.mark.parametrize(
    ("operation", "rules"),
    [  # rules that only few mutations of few examples break
        pytest.param("ROI_ALIGN", {"rois_shape", "batch_index_shape"}, marks=pytest.mark.slow),
        ("MUL", {"product_scale"}),
        ("LSH_PROJECTION", {"signature_fits"}),
        ("AXIS_ALIGNED_BBOX_TRANSFORM", {"rois_corners"}),
        pytest.param("GROUPED_CONV_2D", {"group_units"}, marks=pytest.mark.slow),
    ],
)
def test_rare_rules_are_broken_alone(operation, rules):
    found = broken_alone(OperationType[operation])
    assert {f"{operation}.{rule}" for rule in rules} <= found


class LenientForArgument(Accepting):
    """The reference driver, which does not check the type of one input of one operation."""

    def __init__(self, operation: str, position: int) -> None:
        super().__init__(NEWEST)
        self._place = re.compile(rf"\({operation}\), input {position}\b")

    def accepts(self, model, violation):
        wrong_type = violation.rule.name == "operation.input_type"
        return wrong_type and self._place.search(violation.where) is not None


@pytest.mark.parametrize(
    ("operation", "position"), [("CHANNEL_SHUFFLE", 2), ("HASHTABLE_LOOKUP", 1)]
)
def test_a_type_that_is_not_checked_for_one_argument_is_found(operation, position):
    device = LenientForArgument(operation, position)
    judge = Judge(device, JudgeOptions())
    (verdict,) = [*CHECKS[operation].run(judge), *judge.close()]
    assert verdict.kind is VerdictKind.FAILED
    assert verdict.rule == "operation.input_type"
