"""Checks of a run against a vendor's policy, ``tool.nn-conformance`` as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from conformance.harness import Kind
from conformance.reports.refused import RefusedClass
from conformance.reports.tally import Tally

_SHOWN: Final = 20


def unmet(policy: Mapping[str, Any], tally: Tally) -> list[str]:
    """Return one sentence for each demand of a policy that a run does not meet.

    A run without any case lacks nothing: pytest reports that no case was collected.
    """
    required = policy.get("require") or {}
    lines = []
    for what, names, seen in (
        ("operation", required.get("operations"), tally.executed),
        ("operand type", required.get("types"), tally.executed_types),
        ("feature", required.get("features"), tally.executed_features),
    ):
        lines += [
            f"required {what} {name} was never executed" for name in names or () if name not in seen
        ]
    declined = tally.cases[Kind.DECLINED]
    if policy.get("forbid_declined") and (declined or tally.declined_for):
        names = ", ".join(sorted(tally.declined_for)) or f"{declined} cases"
        lines.append(f"declining is forbidden, declined: {names}")
    if policy.get("forbid_nothing_executed"):
        lines += _nothing_executed(tally)
    if policy.get("forbid_nothing_passed") and tally.nothing_passed:
        lines.append("nothing passed: every case that ran failed or is waived")
    if policy.get("forbid_refused"):
        allowed = policy.get("allow_refused") or ()
        if text := refused_text(tally.refused.classes(allowed)):
            lines.append(f"{text}; allow_refused in the policy lists the classes that may be")
    return lines


def _nothing_executed(tally: Tally) -> list[str]:
    if tally.nothing_executed:
        return ["nothing was executed"]
    aside = [kind for counts in tally.areas.values() for kind in counts if kind != "ran"]
    by_choice = {Kind.NOT_APPLICABLE, Kind.DISABLED}
    if aside and not tally.ran["checks"] and not by_choice.issuperset(aside):
        return [f"none of the {tally.checks} checks of the suite ran"]
    return []


def refused_text(classes: list[RefusedClass]) -> str:
    """One sentence on classes of models that were refused throughout; empty without any."""
    if not classes:
        return ""
    listed = [
        f"{one.label} ({one.cases} case{'s' if one.cases != 1 else ''}, {', '.join(one.kinds)})"
        for one in classes[:_SHOWN]
    ]
    more = f" and {len(classes) - _SHOWN} more" if len(classes) > _SHOWN else ""
    return f"no model of the class was executed, all were refused: {', '.join(listed)}{more}"


def requirements(policy: Mapping[str, Any]) -> list[str]:
    """What a policy demands, one entry each."""
    lines = [f"HAL {policy['hal']} declared"] if policy.get("hal") else []
    lines += [
        f"{what} executed: {', '.join(names)}"
        for what, names in (policy.get("require") or {}).items()
        if names
    ]
    return lines + [text for name, text in _FORBIDDEN.items() if policy.get(name)]


_FORBIDDEN: Final = {
    "forbid_declined": "nothing declined",
    "forbid_nothing_executed": "something executed",
    "forbid_nothing_passed": "something passed",
    "forbid_refused": "no class of models refused throughout",
    "forbid_newly_declined": "nothing declined or refused that ran in the baseline",
    "forbid_vanished": "every case of the baseline",
}
