"""Seeds from which single mutations reach the rules of operations.

A rule is reached when an input breaks it alone. For each operation, examples are kept until a few
of their mutations reach each rule of the operation. ``python -m fuzz.make_seeds`` adds them to the
seeds that libFuzzer keeps for their coverage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from conformance.cases import Example
from conformance.checks.mutants.mutation_sources import operations_of, select_examples_to_mutate
from conformance.hal import CONTROL_FLOW, OperationType, Version
from conformance.validation import all_rules, validate_model
from conformance.validation.mutations import mutations_of

_WANTED: Final = 4
"""An operation's examples are kept until this many mutations reach each of its rules."""

_EXAMPLES: Final = 120
"""At most this many examples of an operation are examined."""


_OLDER: Final = (Version.V1_1, Version.V1_2)
"""Versions with rules that do not apply to newer ones."""


def rule_examples(version: Version) -> Iterator[Example]:
    """Yield the examples whose mutations reach the rules of their operation, few for each rule.

    The rules are those of ``version``, and those of older versions that no longer apply.
    """
    for operation in operations_of(version):
        yield from examples_for_rules(operation, version)
    for older in _OLDER:
        for operation in operations_of(older):
            yield from examples_for_rules(operation, older, unless=version)


def examples_for_rules(
    operation: OperationType, version: Version, *, unless: Version | None = None
) -> Iterator[Example]:
    """Yield examples until ``_WANTED`` mutations reach each rule of the operation.

    Rules that apply in the version ``unless`` are left out.
    """
    prefix = f"{operation.name.lower() if operation in CONTROL_FLOW else operation.name}."
    missing = {
        name: _WANTED
        for name, rule in all_rules().items()
        if name.startswith(prefix)
        and rule.holds_in(version)
        and not (unless is not None and rule.holds_in(unless))
    }
    if not missing:
        return
    for example in select_examples_to_mutate(operation, version, _EXAMPLES):
        if not missing:
            return
        rules = reached_rules(example, version, control_flow=operation in CONTROL_FLOW)
        useful = rules.keys() & missing.keys()
        for name in useful:
            missing[name] -= rules[name]
            if missing[name] <= 0:
                del missing[name]
        if useful:
            yield example


def reached_rules(example: Example, version: Version, *, control_flow: bool) -> Counter[str]:
    """Return for each rule how many mutations of an example break it alone.

    The mutations that break the same rules for every operation are left out, except for
    ``control_flow``.
    """
    counts: Counter[str] = Counter()
    for family, mutation in mutations_of(example.model, version):
        if family.uniform and not control_flow:
            continue
        broken = {violation.rule.name for violation in validate_model(mutation.build(), version)}
        if len(broken) == 1:
            counts[broken.pop()] += 1
    return counts
