"""The totals of a fuzz campaign, computed from the chunks of its store."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Any

from fuzz.core.finding import FuzzFinding


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
