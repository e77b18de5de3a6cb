"""The rules that a campaign reached: those that some input broke without breaking another one."""

from __future__ import annotations

from typing import Any, Final

from conformance.checks.mutants.mutation_sources import unmutated_reason
from conformance.hal import Version
from conformance.validation import RefusalStage, all_rules

_PREFIXES: Final = {
    "request": ("request.",),
    "burst": ("burst_request.",),
    "cache": ("cache.",),
    "validation": ("model.", "prepare.", "request."),
}
_COMPLETE: Final = Version.AIDL_V3
_TYPED: Final = (
    "the binary form has typed fields, as the HAL; only inputs of the target validation have "
    "values of a wrong type"
)
_OTHERS: Final = {"model.field": _TYPED, "request.field": _TYPED}


def rule_reach(target: str, version: Version, reached: set[str]) -> dict[str, Any] | None:
    """Return the rules of a target as JSON values; ``None`` if the target has no rules.

    ``unreached`` maps each rule that was not reached to the reason, or to an empty text.
    """
    if target != "model" and target not in _PREFIXES:
        return None
    prefixes = _PREFIXES.get(target, ())
    names = [
        name
        for name, rule in all_rules().items()
        if rule.holds_in(version)
        and (name.startswith(prefixes) if prefixes else rule.stage is RefusalStage.PREPARE)
    ]
    missing = {name: reason_not_reached(name, version) for name in names if name not in reached}
    reached_names = sorted(set(names) & reached)
    return {"reached": reached_names, "of": len(names), "unreached": dict(sorted(missing.items()))}


def reason_not_reached(name: str, version: Version) -> str:
    """Return why no input of a target breaks a rule alone; empty if that is not known."""
    if name.startswith("version.") and version >= _COMPLETE:
        return "no operation, type or form of a model is newer than the driver's version"
    if name in _OTHERS:
        return _OTHERS[name]
    reason = unmutated_reason(name)
    return "" if reason == "-" else reason
