"""The page of rules: each rule is broken by a mutation, or the page states why it is not."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from conformance.hal import Version
from conformance.suite import areas
from conformance.suite.elsewhere import ELSEWHERE, unbroken
from conformance.suite.sources import RARE, to_be_mutated
from conformance.validation import all_rules

PAGE = (Path(__file__).parents[2] / "docs" / "generated" / "rules.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `([^`]+)` \|.*\| ((?:[^|\\]|\\\|)+) \|$", PAGE, re.MULTILINE))


def test_the_page_lists_every_rule_with_the_mutations_that_break_it():
    assert set(ROWS) == set(all_rules()), "run nn-conformance rules --page docs/generated/rules.md"
    nothing = [rule for rule, text in ROWS.items() if text == "-"]
    assert not nothing, f"state the reason in conformance/suite/elsewhere.py: {nothing}"


@pytest.mark.parametrize("pattern", ELSEWHERE)
def test_each_reason_is_needed(pattern):
    rules = [rule for rule in all_rules() if fnmatchcase(rule, pattern)]
    text = [rule for rule in rules if ROWS[rule] == unbroken(rule)]
    assert text, f"a mutation breaks each of {rules}"


def test_the_named_checks_exist():
    names = {check.case_id for group in areas().values() for check in group}
    for text in ELSEWHERE.values():
        for name in re.findall(r"`(suite/[^`]+)`", text):
            wanted = name.replace("...", "*")
            assert any(fnmatchcase(case_id, wanted) for case_id in names), name


@pytest.mark.parametrize("operation", RARE, ids=lambda code: code.name)
def test_the_examples_for_rare_rules_exist(operation):
    examples = to_be_mutated(operation, Version.AIDL_V3, 8)
    assert set(RARE[operation]) <= {example.name for example in examples}
