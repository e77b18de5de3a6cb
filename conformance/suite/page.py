"""The page of the documentation that lists every rule with an example that breaks it."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.hal import Version
from conformance.harness import Options
from conformance.reference import create_device
from conformance.suite.bench import Bench
from conformance.suite.elsewhere import unbroken
from conformance.suite.mutants import Examiner
from conformance.suite.requests import request_violations
from conformance.suite.sources import operations_of, to_be_mutated
from conformance.validation import Rule, all_rules

_EXAMPLES = 9
_VERSIONS = (Version.AIDL_V3, Version.V1_3, Version.V1_1, Version.V1_0)

_HEAD = """# Rules

*This page is for driver engineers whose driver accepted an invalid model, or refused a valid one.
It lists every named rule with its source and the required status.*

Every named reason to refuse a model, a preparation, a request or a burst message. A driver answers
the status; the validator, the checks of the suite and the messages carry the name. The last column
is a mutation of a bundled example that breaks the rule and was found to: the first that the checks
`suite/refusals/...` and `suite/requests/...` come upon, or the other checks that break the rule.
Where there is none, the column says why.

This page is made by `nn-conformance rules --page docs/generated/rules.md`.
"""


def examples_that_break() -> dict[str, str]:
    """For each rule that the suite's mutants break: a mutation, and what it is one of."""
    found: dict[str, str] = {}
    for version in _VERSIONS:
        for operation in operations_of(version):
            examples = to_be_mutated(operation, version, _EXAMPLES)
            bench = Bench(create_device(), version, Options())
            for choice in Examiner(bench).choices(examples, 0):
                if choice.violation is not None:
                    told = f"{choice.mutation} of `{choice.example.name}`"
                    found.setdefault(choice.violation.rule.name, told)
            for example in examples[:2]:
                for mutation, violation in request_violations(bench, example):
                    told = f"{mutation} of `{example.name}`"
                    found.setdefault(violation.rule.name, told)
            bench.close()
    return found


def _row(rule: Rule, example: str) -> str:
    until = f", before {rule.until}" if rule.until is not None else ""
    cells = (
        f"`{rule.name}`",
        rule.summary,
        rule.source if rule.source != rule.summary else "",
        f"{rule.status.name}, {rule.stage.value}",
        f"{rule.since}{until}",
        example,
    )
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def page() -> Iterator[str]:
    """The page, line by line."""
    examples = examples_that_break()
    yield _HEAD
    group = ""
    for name, rule in all_rules().items():
        family = name.partition(".")[0]
        if family != group:
            group = family
            yield f"\n## {family}\n"
            yield "| rule | what must hold | source | status, at the latest | since | broken by |"
            yield "|---|---|---|---|---|---|"
        yield _row(rule, examples.get(name) or unbroken(name))
