"""The results of a fuzz campaign: totals, findings that are known, and the rules it reached."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from conformance.checks.mutants.mutation_sources import unmutated_reason
from conformance.gate.policy import read_waivers
from conformance.hal import Version
from conformance.validation import RefusalStage, all_rules
from fuzz.core.finding import FuzzFinding, KnownFinding


@dataclass(slots=True)
class FoundInput:
    """The findings of one signature: the first one, its smallest input, and their number."""

    finding: FuzzFinding
    data: bytes
    count: int = 1


@dataclass(slots=True)
class FuzzTally:
    """The totals. ``last_new_edge`` is the time of fuzzing in seconds before the last new edge."""

    executions: int = 0
    seconds: float = 0.0
    edges: int = 0
    corpus: int = 0
    corpus_bytes: int = 0
    last_new_edge: float = 0.0
    restarts: int = 0
    killed: int = 0
    rules: set[str] = field(default_factory=set)
    found: dict[str, FoundInput] = field(default_factory=dict)

    def add(self, chunk: dict[str, Any]) -> None:
        """Add a chunk of the store."""
        self.executions += chunk["executions"]
        self.seconds += chunk["seconds"]
        self.restarts += chunk["restarts"]
        self.killed += chunk.get("killed", 0)
        if chunk["edges"] > self.edges:
            self.edges = chunk["edges"]
            self.last_new_edge = self.seconds
        self.corpus, self.corpus_bytes = chunk["corpus"], chunk["corpus_bytes"]
        self.rules.update(chunk["rules"])
        for entry in chunk["findings"]:
            data = base64.b64decode(entry["input"])
            finding = FuzzFinding(entry["kind"], entry["rule"], entry["reason"], entry["signature"])
            known = self.found.get(finding.signature)
            if known is None:
                self.found[finding.signature] = FoundInput(finding, data)
                continue
            known.count += 1
            if len(data) < len(known.data):
                known.finding, known.data = finding, data

    @property
    def seconds_since_new_edge(self) -> float:
        """Seconds of fuzzing since the last new edge."""
        return self.seconds - self.last_new_edge


def finding_entry(finding: FuzzFinding, data: bytes) -> dict[str, Any]:
    """Return a finding and its input as JSON values for a chunk."""
    return {
        "kind": finding.kind,
        "rule": finding.rule,
        "reason": finding.reason,
        "signature": finding.signature,
        "input": base64.b64encode(data).decode(),
    }


# ------------------------------------------------------------------------------ known findings

_PREFIX: Final = "fuzz/"


class KnownFileError(Exception):
    """The waiver file cannot be read or is invalid; the text names the file and the line."""


def read_known(path: Path, target: str, today: date) -> tuple[KnownFinding, ...]:
    """Return the known findings of a target.

    A waiver with the pattern ``fuzz/TARGET/SIGNATURE`` applies, in which ``*`` matches any text,
    also ``fuzz/*/...``. Expired waivers and those of other cases are left out. Raise
    ``KnownFileError`` for an invalid file.
    """
    try:
        waivers = read_waivers(path)
    except pytest.UsageError as error:
        raise KnownFileError(str(error)) from error
    findings = []
    for waiver in waivers:
        if waiver.expired(today) or not waiver.pattern.startswith(_PREFIX):
            continue
        name, _, signature = waiver.pattern.removeprefix(_PREFIX).partition("/")
        if name in (target, "*"):
            findings.append(KnownFinding(signature or "*", waiver.rule))
    return tuple(findings)


# ------------------------------------------------------------------------------ reached rules

_PREFIXES: Final = {
    "request": ("request.",),
    "burst": ("burst_request.",),
    "cache": ("cache.",),
}
_COMPLETE: Final = Version.AIDL_V3
_TYPED: Final = ("model.field", "request.field")


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
    if name in _TYPED:
        return "the binary form has typed fields, as the HAL"
    reason = unmutated_reason(name)
    return "" if reason == "-" else reason
