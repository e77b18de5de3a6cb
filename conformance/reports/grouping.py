"""Failures grouped by what went wrong: one fault is read once and not in a thousand cases."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from conformance.harness import Kind, Verdict

_NUMBER: Final = re.compile(r"(?<![\w.])[-+±]?\d[\d.,]*(?:e[-+]?\d+)?")
_LIST: Final = re.compile(r"\[[^\[\]]*\]")
_FLAKY: Final = re.compile(r"^flaky: passed when judged again \(\d+\); at first: ")
_NAMED_OPERAND: Final = re.compile(r"\b(output|input) (\d+) '[^']*'")

# What a diagnosis says of this one case only; the rest of its text names the fault.
_PARTICULARS: Final = (
    (re.compile(r"\d+ of \d+ elements"), "some elements"),
    (re.compile(r" \(\d+ of \d+ exact\)"), ""),
    (re.compile(r"^every element is [-+\d.einfan]+$"), "every element is the same"),
    (
        re.compile(r"(limit is missing|where they should not be|of the expected values) \([^)]*\)"),
        r"\1",
    ),
    (re.compile(r"error is at most [-+\d.e]+"), "error is small"),
    (re.compile(r"more than \d+ (codes|units) off"), r"more than a few \1 off"),
    (re.compile(r"have index \d+ on axis"), "have one index on axis"),
    (re.compile(r"everything from element \d+ on"), "everything from some element on"),
)
_FACTOR: Final = re.compile(r"[-+]?\d+\.\d+(?:e[-+]?\d+)?")


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """Failures of one kind, rule and cause."""

    kind: Kind
    rule: str
    cause: str
    verdicts: tuple[Verdict, ...]

    @property
    def cases(self) -> tuple[str, ...]:
        """Ids of the cases, each once, in the order of the run."""
        return tuple(dict.fromkeys(verdict.case_id for verdict in self.verdicts))

    @property
    def operations(self) -> list[str]:
        """Operations that were at work, the most frequent first."""
        counts: Counter[str] = Counter()
        for verdict in self.verdicts:
            producer = _producer(verdict)
            counts.update([producer] if producer else verdict.operations)
        return [name for name, _ in counts.most_common()]


def failure_groups(failures: Iterable[Verdict]) -> list[FailureGroup]:
    """Group failures by kind, rule and cause; the group with most cases first."""
    gathered: dict[tuple[Kind, str, str], list[Verdict]] = {}
    for verdict in failures:
        gathered.setdefault((verdict.kind, verdict.rule, cause_of(verdict)), []).append(verdict)
    groups = [FailureGroup(*key, tuple(verdicts)) for key, verdicts in gathered.items()]
    return sorted(groups, key=lambda group: (-len(group.cases), group.rule, group.cause))


def cause_of(verdict: Verdict) -> str:
    """What went wrong, without what differs from case to case.

    A failure that did not come back when judged again stands apart from one that stays. A
    diagnosed pattern is the cause wherever it shows; wrong values without one are told apart by
    the operation that made them, anything else by its reason.
    """
    if "flaky" in verdict.details:
        return f"flaky: {_cause(verdict)}"
    return _cause(verdict)


def _cause(verdict: Verdict) -> str:
    patterns = verdict.details.get("patterns")
    if isinstance(patterns, list):
        if patterns and isinstance(patterns[0], str):
            return _general(patterns[0])
        if _producer(verdict):
            return f"wrong values from {_producer(verdict)}, no known pattern"
    reason = _NAMED_OPERAND.sub(r"\1 \2", _FLAKY.sub("", verdict.reason))
    return _NUMBER.sub("N", _LIST.sub("[…]", reason))


def _general(pattern: str) -> str:
    for particular, instead in _PARTICULARS:
        pattern = particular.sub(instead, pattern)
    return _FACTOR.sub(lambda match: f"{float(match[0]):.3g}", pattern)


def _producer(verdict: Verdict) -> str:
    producer = verdict.details.get("operation")
    return producer.partition(" ")[0] if isinstance(producer, str) else ""
