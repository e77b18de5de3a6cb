"""Check a run against a vendor's policy, the table ``tool.nn-conformance`` as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from conformance.results.refused_classes import MAX_REFUSED_SHARE, RefusedClass
from conformance.results.run_statistics import RunStatistics
from conformance.text import list_first
from conformance.verdicts import VerdictKind

_SHOWN: Final = 20


def unmet_requirements(policy: Mapping[str, Any], tally: RunStatistics) -> list[str]:
    """Return a message for each requirement of the policy that the run does not meet.

    ``forbid_nothing_executed`` adds no message to a run without cases: pytest itself reports that
    no case was collected.
    """
    required = policy.get("require", {})
    lines = []
    for subject, names, seen in (
        ("operation", required.get("operations", ()), tally.executed_operations),
        ("operand type", required.get("types", ()), tally.executed_types),
        ("feature", required.get("features", ()), tally.executed_features),
    ):
        lines += [
            f"required {subject} {name} was never executed" for name in names if name not in seen
        ]
    declined = tally.cases[VerdictKind.DECLINED]
    if policy.get("forbid_declined") and (declined or tally.declined_for):
        names = ", ".join(sorted(tally.declined_for)) or f"{declined} cases"
        lines.append(f"the policy forbids declined cases (forbid_declined), declined: {names}")
    if policy.get("forbid_nothing_executed"):
        lines += _nothing_executed(tally)
    if policy.get("forbid_nothing_passed") and tally.nothing_passed:
        lines.append("no case passed: every case that ran failed or is waived")
    if policy.get("forbid_refused"):
        allowed = policy.get("allow_refused", ())
        share = policy.get("max_refused_share", MAX_REFUSED_SHARE)
        if text := refused_text(tally.refused.classes(allowed, share)):
            lines.append(f"{text}; to permit a class, add it to allow_refused in the policy")
    return lines


def _nothing_executed(tally: RunStatistics) -> list[str]:
    if tally.nothing_executed:
        return ["no case was executed"]
    aside = [kind for counts in tally.areas.values() for kind in counts if kind != "ran"]
    by_choice = {VerdictKind.NOT_APPLICABLE, VerdictKind.DISABLED}
    if aside and not tally.ran["checks"] and not by_choice.issuperset(aside):
        return [f"none of the {tally.checks} checks of the suite ran"]
    return []


def refused_text(classes: list[RefusedClass]) -> str:
    """Return a message about classes whose models were all or mostly refused; empty without any."""
    complete = [_refused_cases(one, f"{one.cases}") for one in classes if not one.executed]
    partial = [
        _refused_cases(one, f"{one.refused} of {one.refused + one.executed}")
        for one in classes
        if one.executed
    ]
    texts = []
    if complete:
        listed = list_first(complete, _SHOWN)
        texts.append(f"the driver refused every model of these classes: {listed}")
    if partial:
        listed = list_first(partial, _SHOWN)
        texts.append(f"the driver refused most models of these classes: {listed}")
    return "; ".join(texts)


def _refused_cases(one: RefusedClass, count: str) -> str:
    plural = "" if count == "1" else "s"
    return f"{one.label} ({count} case{plural}, {', '.join(one.kinds)})"


def policy_requirements(policy: Mapping[str, Any]) -> list[str]:
    """Return the requirements of a policy as short texts."""
    lines = [f"HAL {policy['hal']} declared"] if policy.get("hal") else []
    lines += [
        f"{what} executed: {', '.join(names)}"
        for what, names in policy.get("require", {}).items()
        if names
    ]
    return lines + [text for name, text in _FORBIDDEN.items() if policy.get(name)]


_FORBIDDEN: Final = {
    "forbid_declined": "no case declined",
    "forbid_nothing_executed": "at least one case executed",
    "forbid_nothing_passed": "at least one case passed",
    "forbid_refused": "no class of models completely or mostly refused",
    "forbid_newly_declined": "no case declined or refused that ran in the baseline",
    "forbid_vanished": "every case of the baseline present",
}
