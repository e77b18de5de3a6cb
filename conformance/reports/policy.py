"""What a vendor's policy requires of a run: ``tool.nn-conformance`` as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.reports.tally import Tally


def unmet(policy: Mapping[str, Any], tally: Tally) -> list[str]:
    """What a policy demands and a run lacks, one sentence each."""
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
    if policy.get("forbid_declined") and tally.declined_for:
        lines.append("declining is forbidden, declined: " + ", ".join(sorted(tally.declined_for)))
    if policy.get("forbid_nothing_executed") and not tally.executed:
        lines.append("nothing was executed")
    return lines


def requirements(policy: Mapping[str, Any]) -> list[str]:
    """What a policy demands, one entry each."""
    lines = [f"HAL {policy['hal']} declared"] if policy.get("hal") else []
    lines += [
        f"{what} executed: {', '.join(names)}"
        for what, names in (policy.get("require") or {}).items()
        if names
    ]
    lines += ["nothing declined"] if policy.get("forbid_declined") else []
    return lines + (["something executed"] if policy.get("forbid_nothing_executed") else [])
