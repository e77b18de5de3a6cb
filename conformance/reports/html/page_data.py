"""Encode the verdicts of a run as compact columns; the HTML page renders visible rows from them."""

from __future__ import annotations

import bisect
from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from conformance.results.run_results import RunResults
from conformance.results.run_statistics import is_failure
from conformance.results.verdict_table import VerdictTable
from conformance.verdicts import Verdict, VerdictKind

MAX_DETAILS_BYTES: Final = 2**19
"""Maximum size in bytes of the details in a page. The page states how many were omitted."""

MAX_VERDICTS: Final = 5_000
"""Maximum number of verdicts in the list of a page. The page states how many were omitted."""

MAX_REASONS_BYTES: Final = 2**19
MAX_SHORT_REASON: Final = 100
"""Maximum number of characters of a reason after ``MAX_REASONS_BYTES`` of other reasons."""

_PART: Final = 10_000
_ROUNDING: Final = 1e-9
"""Maximum relative difference of two sums of the same durations."""
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


class _Rows:
    """The columns and the details of verdicts, as numbers of values in tables.

    The bytes of all details and of all reasons are limited.
    """

    def __init__(self, table: VerdictTable) -> None:
        self._table = table
        self.paths, self.rules = _NumberedValues[str](), _NumberedValues[str]()
        self.reasons, self.operations = _NumberedValues[str](), _NumberedValues[tuple[str, ...]]()
        self.columns = array("I")
        self.details = bytearray(b"{")
        self.omitted_details = 0
        self._kinds = {kind: number for number, kind in enumerate(VerdictKind)}
        self._details_bytes_left, self._reason_bytes_left = MAX_DETAILS_BYTES, MAX_REASONS_BYTES
        self._encode = msgspec.json.Encoder().encode
        self._known: dict[int, tuple[tuple[int, ...], bytes]] = {}

    def add(self, number: int, position: int) -> None:
        """Add the verdict at a position of the table; ``number`` is its number on the page."""
        form = self._table.form_number(position)
        if form is None or (row := self._known.get(form)) is None:
            row = self._row(self._table[position])
            if form is not None:
                self._known[form] = row
        values, encoded = row
        self.columns.extend(values)
        if len(encoded) > self._details_bytes_left:
            self.omitted_details += 1
        elif encoded:
            self._details_bytes_left -= len(encoded)
            comma = b"," if len(self.details) > 1 else b""
            self.details += b'%b"%d":%b' % (comma, number, encoded.replace(b"<", _LESS_THAN))

    def _row(self, verdict: Verdict) -> tuple[tuple[int, ...], bytes]:
        """Return the numbers of a verdict's values in the tables, and its encoded details."""
        limit = MAX_REASON_LENGTH if self._reason_bytes_left > 0 else MAX_SHORT_REASON
        reason = verdict.reason[:limit]
        if reason not in self.reasons.numbers:
            self._reason_bytes_left -= len(reason)
        values = (
            self.paths.number(verdict.path),
            self._kinds[verdict.kind],
            self.rules.number(verdict.rule),
            self.operations.number(verdict.operations),
            self.reasons.number(reason),
        )
        return values, self._encode(verdict.details) if verdict.details else b""


def encode_page_data(record: RunResults) -> PageData:
    """Return the data of a page.

    ``columns`` holds one entry per verdict in each list: the numbers of its case, path, kind, rule,
    operations and reason in the tables of the same name, and its duration in milliseconds.
    ``details`` maps the number of a verdict to its details, if it has any.
    """
    table = record.table
    positions = _shown_positions(table)
    rows = _Rows(table)
    for number, position in enumerate(positions):
        rows.add(number, position)
    rows.details += b"}"
    case_ids, case_column = _numbered_cases(table, positions)
    columns = np.frombuffer(rows.columns, np.uint32).reshape(-1, 5).T
    milliseconds = np.round(1000 * table.total_seconds()[np.asarray(positions, np.int64)], 3)
    data = {
        "cases": case_ids,
        "paths": rows.paths.take(),
        "kinds": list(VerdictKind),
        "failing": [number for number, kind in enumerate(VerdictKind) if is_failure(kind)],
        "rules": rows.rules.take(),
        "operations": rows.operations.take(),
        "reasons": rows.reasons.take(),
        "columns": [
            msgspec.Raw(_encode_numbers(column)) for column in (case_column, *columns, milliseconds)
        ],
        "details": rows.details,
        "command": record.reproduce_command("") + " --case ",
    }
    omitted = len(table) - len(positions)
    return PageData(list(_encode_parts(data)), rows.omitted_details, omitted)


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


def _numbered_cases(
    table: VerdictTable, positions: Sequence[int]
) -> tuple[list[str], NDArray[np.int64]]:
    """Return the ids of the cases of some verdicts, and the number of the id for each verdict."""
    numbers = np.asarray(table.case_numbers, np.uint32)[np.asarray(positions, np.int64)]
    distinct, first, inverse = np.unique(numbers, return_index=True, return_inverse=True)
    order = np.argsort(first)  # ids in the order of their first verdicts
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return [table.case_ids[number] for number in distinct[order].tolist()], rank[inverse]


def _shown_positions(table: VerdictTable) -> Sequence[int]:
    """Return the positions of the verdicts of a page, in the order of the run.

    Failures have precedence.
    """
    if len(table) <= MAX_VERDICTS:
        return range(len(table))
    failing = table.positions_of(frozenset(filter(is_failure, VerdictKind)))[:MAX_VERDICTS]
    chosen = np.zeros(len(table), bool)
    chosen[failing] = True
    further = np.flatnonzero(~chosen)[: MAX_VERDICTS - len(failing)]
    chosen[further] = True
    return np.flatnonzero(chosen).tolist()


def _encode_numbers(column: NDArray[Any]) -> bytes:
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
    table = record.table
    bounds = table.seconds_of_cases()  # shared durations count several times
    found: list[tuple[float, int, dict[str, float]]] = []
    for number in np.argsort(-bounds, kind="stable").tolist():
        if len(found) == amount:
            least, last = -found[-1][0] * (1 + _ROUNDING), found[-1][1]
            if bounds[number] < least and number > last:
                break  # of equal durations, those of earlier cases are listed
        if steps := _durations_of_case(table, number):
            bisect.insort(found, (-sum(steps.values()), number, steps), key=lambda entry: entry[:2])
            del found[amount:]
    return [(table.case_ids[number], -total, steps) for total, number, steps in found]


def _durations_of_case(table: VerdictTable, number: int) -> dict[str, float]:
    steps: dict[str, float] = {}
    for position in table.positions_of_case(number):
        for step, seconds in table.durations(position).items():
            is_shared = step != "execute"
            earlier = steps.get(step, 0.0)
            steps[step] = max(earlier, seconds) if is_shared else earlier + seconds
    return steps
