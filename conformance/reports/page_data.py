"""Encode the verdicts of a run as compact columns; the HTML page renders visible rows from them."""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import msgspec
import numpy as np

from conformance.harness.results.verdict import Verdict, VerdictKind
from conformance.reports.lazy_sequence import select
from conformance.reports.run_results import RunResults
from conformance.reports.run_statistics import is_failure

MAX_DETAILS_BYTES: Final = 16 * 2**20
"""Maximum size in bytes of the details in a page. The page states how many were omitted."""

MAX_VERDICTS: Final = 200_000
"""Maximum number of verdicts in the list of a page. The page states how many were omitted."""

MAX_REASONS_BYTES: Final = 16 * 2**20
MAX_SHORT_REASON: Final = 100
"""Maximum number of characters of a reason after ``MAX_REASONS_BYTES`` of other reasons."""

_PART: Final = 10_000
_LESS_THAN: Final = b"\\u003c"

MAX_REASON_LENGTH: Final = 2_000
"""Maximum number of characters of one reason in a page."""

_Key = TypeVar("_Key", bound=Hashable)


class _NumberedValues(Generic[_Key]):
    """A table of distinct values; each gets a number when it is first used."""

    def __init__(self) -> None:
        self.numbers: dict[_Key, int] = {}

    def number(self, value: _Key) -> int:
        return self.numbers.setdefault(value, len(self.numbers))

    def take(self) -> list[_Key]:
        """Return the values and remove them from this table."""
        values = list(self.numbers)
        self.numbers.clear()
        return values


@dataclass(frozen=True, slots=True)
class PageData:
    """The data of a page: JSON for a ``script`` element, and what the page omits.

    ``parts`` are the parts of one JSON document, none of which contains ``<``: no text in it can
    end the ``script`` element. ``omitted_details`` and ``omitted_verdicts`` are numbers of
    verdicts.
    """

    parts: Sequence[bytes | bytearray]
    omitted_details: int
    omitted_verdicts: int


def encode_page_data(record: RunResults) -> PageData:
    """Return the data of a page.

    ``columns`` holds one entry per verdict in each list: the numbers of its case, path, kind, rule,
    operations and reason in the tables of the same name, and its duration in milliseconds.
    ``details`` maps the number of a verdict to its details, if it has any.
    """
    cases, paths, rules = _NumberedValues[str](), _NumberedValues[str](), _NumberedValues[str]()
    reasons, operations = _NumberedValues[str](), _NumberedValues[tuple[str, ...]]()
    kinds = {kind: number for number, kind in enumerate(VerdictKind)}
    columns: tuple[array[int] | array[float], ...]
    columns = (*(array("I") for _ in range(6)), array("d"))
    details = bytearray(b"{")
    details_bytes_left, reason_bytes_left = MAX_DETAILS_BYTES, MAX_REASONS_BYTES
    omitted_details = 0
    encode = msgspec.json.Encoder().encode
    verdicts = _shown_verdicts(record)
    for number, verdict in enumerate(verdicts):
        reason = verdict.reason[: MAX_REASON_LENGTH if reason_bytes_left > 0 else MAX_SHORT_REASON]
        if reason not in reasons.numbers:
            reason_bytes_left -= len(reason)
        row = (
            cases.number(verdict.case_id),
            paths.number(verdict.path),
            kinds[verdict.kind],
            rules.number(verdict.rule),
            operations.number(verdict.operations),
            reasons.number(reason),
            round(1000 * sum(verdict.durations.values()), 3),
        )
        for column, value in zip(columns, row, strict=True):
            column.append(value)  # type: ignore[arg-type]
        if verdict.details:
            encoded = encode(verdict.details)
            if len(encoded) > details_bytes_left:
                omitted_details += 1
            else:
                details_bytes_left -= len(encoded)
                comma = b"," if len(details) > 1 else b""
                details += b'%b"%d":%b' % (comma, number, encoded.replace(b"<", _LESS_THAN))
    details += b"}"
    data = {
        "cases": cases.take(),
        "paths": paths.take(),
        "kinds": list(VerdictKind),
        "failing": [number for number, kind in enumerate(VerdictKind) if is_failure(kind)],
        "rules": rules.take(),
        "operations": operations.take(),
        "reasons": reasons.take(),
        "columns": [msgspec.Raw(_encode_numbers(column)) for column in columns],
        "details": details,
        "command": record.reproduce_command("").removesuffix("''"),
    }
    omitted = len(record.table) - len(verdicts)
    return PageData(list(_encode_parts(data)), omitted_details, omitted)


def _encode_parts(data: dict[str, Any]) -> Iterator[bytes | bytearray]:
    """Yield the parts of a JSON object without ``<``, each value on its own; ``data`` is emptied.

    A ``bytearray`` is a value that is already encoded.
    """
    separator = b"{"
    for name in tuple(data):
        yield separator + msgspec.json.encode(name) + b":"
        value = data.pop(name)
        yield value if isinstance(value, bytearray) else _encode_script_safe(value)
        separator = b","
    yield b"}"


def _shown_verdicts(record: RunResults) -> Sequence[Verdict]:
    """Return the verdicts of a page, in the order of the run; failures have precedence."""
    table = record.table
    if len(table) <= MAX_VERDICTS:
        return table
    failing = table.positions_of(frozenset(filter(is_failure, VerdictKind)))[:MAX_VERDICTS]
    chosen = np.zeros(len(table), bool)
    chosen[failing] = True
    further = np.flatnonzero(~chosen)[: MAX_VERDICTS - len(failing)]
    chosen[further] = True
    return select(table, array("I", np.flatnonzero(chosen).astype("I").tobytes()))


def _encode_numbers(column: array[int] | array[float]) -> bytes:
    """Return a JSON list, written in parts, because Python's numbers need much memory."""
    parts = (
        msgspec.json.encode(column[start : start + _PART].tolist())[1:-1]
        for start in range(0, len(column), _PART)
    )
    return b"[" + b",".join(parts) + b"]"


def _encode_script_safe(data: Any) -> bytes:
    """Return JSON without any ``<``, so that no text in it can end the ``script`` element."""
    return msgspec.json.encode(data).replace(b"<", _LESS_THAN)


def slowest_cases(record: RunResults, amount: int) -> Iterable[tuple[str, float, dict[str, float]]]:
    """Return the slowest cases: id, total seconds, and the seconds of each step.

    Paths that share a compilation all report its duration; it is counted once.
    """
    return heapq.nlargest(amount, _durations_by_case(record), key=lambda entry: entry[1])


def _durations_by_case(record: RunResults) -> Iterator[tuple[str, float, dict[str, float]]]:
    table = record.table
    for number, case_id in enumerate(table.case_ids):
        steps: dict[str, float] = {}
        for position in table.positions_of_case(number):
            for step, seconds in table.durations(position).items():
                is_shared = step != "execute"
                earlier = steps.get(step, 0.0)
                steps[step] = max(earlier, seconds) if is_shared else earlier + seconds
        if steps:
            yield case_id, sum(steps.values()), steps
