"""The page of rules: each rule is broken by a mutation, or the page states why it is not."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from conformance.checks import checks_by_area
from conformance.checks.mutants.mutation_sources import (
    UNMUTATED_RULES,
    select_examples_to_mutate,
    unmutated_reason,
)
from conformance.hal import Version
from conformance.operations import definitions
from conformance.validation import all_rules

PAGE = (Path(__file__).parents[2] / "docs" / "generated" / "rules.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `([^`]+)` \|.*\| ((?:[^|\\]|\\\|)+) \|$", PAGE, re.MULTILINE))


def test_the_page_lists_every_rule_with_the_mutations_that_break_it():
    assert set(ROWS) == set(all_rules()), "run python -m tests.docs.generated_pages rules"
    nothing = [rule for rule, text in ROWS.items() if text == "-"]
    assert not nothing, (
        f"state the reason in conformance/checks/mutants/mutation_sources.py: {nothing}"
    )


@pytest.mark.parametrize("pattern", UNMUTATED_RULES)
def test_each_reason_is_needed(pattern):
    rules = [rule for rule in all_rules() if fnmatchcase(rule, pattern)]
    text = [rule for rule in rules if ROWS[rule] == unmutated_reason(rule)]
    assert text, f"a mutation breaks each of {rules}"


def test_the_named_checks_exist():
    names = {check.case_id for group in checks_by_area().values() for check in group}
    for text in UNMUTATED_RULES.values():
        for name in re.findall(r"`(suite/[^`]+)`", text):
            wanted = name.replace("...", "*")
            assert any(fnmatchcase(case_id, wanted) for case_id in names), name


_WITH_RARE_RULES = [d.type for d in definitions().values() if d.properties.mutation_examples]


@pytest.mark.parametrize("operation", _WITH_RARE_RULES, ids=lambda code: code.name)
def test_the_examples_for_rare_rules_exist(operation):
    examples = select_examples_to_mutate(operation, Version.AIDL_V3, 8)
    assert set(definitions()[operation].properties.mutation_examples) <= {
        example.name for example in examples
    }
