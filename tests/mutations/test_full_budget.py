"""Five rules, each disabled in turn, under all refusal checks with their default budget.

The other tests give a lenient driver only the mutants of the disabled rule; here it gets the
mutants that every driver gets. A check may report only the missing rule, and every check of an
operation to which the rule applies must report it. Without ``NN_CONFORMANCE_FULL`` only the checks
of some operations run.
"""

from __future__ import annotations

import os

import pytest

from conformance.checks.areas import invalid_models
from conformance.harness.judge import Judge, JudgeOptions
from conformance.verdicts import VerdictKind
from tests.mutations.test_disabled_rules import Lenient

FULL = bool(os.environ.get("NN_CONFORMANCE_FULL"))
SLICE = ("CONV_2D", "TRANSPOSE", "ADD")

RULES = {
    "operand.scale": "",
    "order.written_twice": "",
    "subgraph.output_unlisted": "",
    "CONV_2D.bias_length": "CONV_2D",
    "TRANSPOSE.permutation": "TRANSPOSE",
}
"""By rule, the operation whose check must report it; empty if every check must."""


@pytest.mark.parametrize("rule", RULES)
def test_only_the_missing_rule_is_named(rule: str) -> None:
    judge = Judge(Lenient(rule), JudgeOptions())
    checks = [check for check in invalid_models.CHECKS if FULL or check.name in SLICE]
    reported = set()
    for check in checks:
        for verdict in check.run(judge):
            if verdict.kind is VerdictKind.FAILED:
                assert verdict.rule == rule, (check.name, verdict.reason)
                assert f"[{rule}]" in verdict.reason
                reported.add(check.name)
    operation = RULES[rule]
    assert reported >= ({operation} if operation else {check.name for check in checks})
