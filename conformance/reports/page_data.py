"""Encode the verdicts of a run as compact columns; the HTML page renders visible rows from them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Final, Generic, TypeVar

import msgspec

from conformance.harness.results.verdict import VerdictKind
from conformance.reports.run_results import RunResults
from conformance.reports.run_statistics import is_failure

MAX_DETAILS_BYTES: Final = 16 * 2**20
"""Maximum size in bytes of the details in a page. The page states how many were omitted."""

MAX_REASON_LENGTH: Final = 2_000
"""Maximum number of characters of one reason in a page."""

_Key = TypeVar("_Key", bound=Hashable)


class _NumberedValues(Generic[_Key]):
    """A table of distinct values; each gets a number when it is first used."""

    def __init__(self) -> None:
        self.numbers: dict[_Key, int] = {}

    def number(self, value: _Key) -> int:
        return self.numbers.setdefault(value, len(self.numbers))

    @property
    def values(self) -> list[_Key]:
        return list(self.numbers)


def encode_page_data(record: RunResults) -> tuple[bytes, int]:
    """Return JSON for a ``script`` element and the number of verdicts whose details are omitted.

    ``columns`` holds one entry per verdict in each list: the numbers of its case, path, kind, rule,
    operations and reason in the tables of the same name, and its duration in milliseconds.
    ``details`` maps the number of a verdict to its details, if it has any.
    """
    cases, paths, rules = _NumberedValues[str](), _NumberedValues[str](), _NumberedValues[str]()
    reasons, operations = _NumberedValues[str](), _NumberedValues[tuple[str, ...]]()
    kinds = {kind: number for number, kind in enumerate(VerdictKind)}
    rows = []
    details: dict[str, msgspec.Raw] = {}
    room, left_out = MAX_DETAILS_BYTES, 0
    encode = msgspec.json.Encoder().encode
    for number, verdict in enumerate(record.stream.verdicts):
        rows.append(
            (
                cases.number(verdict.case_id),
                paths.number(verdict.path),
                kinds[verdict.kind],
                rules.number(verdict.rule),
                operations.number(verdict.operations),
                reasons.number(verdict.reason[:MAX_REASON_LENGTH]),
                round(1000 * sum(verdict.durations.values()), 3),
            )
        )
        if verdict.details:
            encoded = encode(verdict.details)
            if len(encoded) > room:
                left_out += 1
            else:
                room -= len(encoded)
                details[str(number)] = msgspec.Raw(encoded)
    columns = [list(column) for column in zip(*rows, strict=True)] if rows else [[]] * 7
    data = {
        "cases": cases.values,
        "paths": paths.values,
        "kinds": list(VerdictKind),
        "failing": [number for number, kind in enumerate(VerdictKind) if is_failure(kind)],
        "rules": rules.values,
        "operations": operations.values,
        "reasons": reasons.values,
        "columns": columns,
        "details": details,
        "command": record.reproduce_command("").removesuffix("''"),
    }
    return encode_script_safe(data), left_out


def encode_script_safe(data: Any) -> bytes:
    """Return JSON without any ``<``, so that no text in it can end the ``script`` element."""
    return msgspec.json.encode(data).replace(b"<", b"\\u003c")


def slowest_cases(record: RunResults, amount: int) -> Iterable[tuple[str, float, dict[str, float]]]:
    """Return the slowest cases: id, total seconds, and the seconds of each step.

    Paths that share a compilation all report its duration; it is counted once.
    """
    found = []
    for case_id, verdicts in record.cases.items():
        steps: dict[str, float] = {}
        for verdict in verdicts:
            for step, seconds in verdict.durations.items():
                shared = step != "execute"
                known = steps.get(step, 0.0)
                steps[step] = max(known, seconds) if shared else known + seconds
        if steps:
            found.append((case_id, sum(steps.values()), steps))
    return sorted(found, key=lambda entry: -entry[1])[:amount]
