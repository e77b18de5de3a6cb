"""Generate a table of all verdicts of a run as CSV, for spreadsheets and scripts."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import lru_cache
from io import StringIO
from typing import Final

from conformance.results.run_difference import RunDifference
from conformance.results.run_results import RunResults
from conformance.results.run_statistics import worst_by_path
from conformance.text import one_line

COLUMNS: Final = (
    "case_id",
    "path",
    "kind",
    "previous_kind",
    "rule",
    "reason",
    "operations",
    "seconds",
)

_MAX_TEXT_LENGTH: Final = 10_000
_PART_LENGTH: Final = 1 << 20
_MAX_KNOWN: Final = 10_000
"""Number of distinct cases whose earlier kinds are kept."""
_FORMULA_STARTS: Final = ("=", "+", "-", "@")


def csv_parts(record: RunResults, change: RunDifference | None = None) -> Iterator[bytes]:
    """Yield one row for each verdict, in the order of the run, encoded as UTF-8; many in one part.

    ``previous_kind`` is the kind of the worst verdict on the same case and path in the earlier run;
    it is empty if there is none. ``seconds`` is the sum of the verdict's durations.
    """
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    table = record.table
    case_number, case_cell, previous = -1, "", dict[str, str]()
    earlier = _EarlierKinds(change) if change is not None else None
    known: dict[int, tuple[str, tuple[str, str], tuple[str, ...]]] = {}
    seconds = table.total_seconds()
    for position, number in enumerate(table.case_numbers):
        if number != case_number:
            case_number = number
            case_cell = _text_cell.__wrapped__(table.case_ids[number])
            if earlier is not None:
                previous = earlier.by_path(number)
        form = table.form_number(position)
        if form is None or (row := known.get(form)) is None:
            verdict = table[position]
            rest = (verdict.rule, verdict.reason, " ".join(verdict.operations))
            start = _text_cell(verdict.path), _text_cell(verdict.kind)
            row = verdict.path, start, tuple(map(_text_cell, rest))
            if form is not None:
                known[form] = row
        path, start, end = row
        before = previous.get(path, "")
        writer.writerow((case_cell, *start, before, *end, f"{seconds[position]:.6f}"))
        if text.tell() > _PART_LENGTH:
            yield text.getvalue().encode("utf-8", "replace")
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode("utf-8", "replace")


class _EarlierKinds:
    """The kinds of the verdicts of the earlier run; equal forms are evaluated once."""

    def __init__(self, change: RunDifference) -> None:
        self._change = change
        self._known: dict[tuple[int, ...], dict[str, str]] = {}

    def by_path(self, number: int) -> dict[str, str]:
        """Return the cells of the earlier kinds of a case, by path."""
        earlier = self._change.earlier_numbers[number]
        if earlier < 0:
            return {}
        forms = self._change.old.table.forms_of_case(earlier)
        if forms is not None and (known := self._known.get(forms)) is not None:
            return known
        worst = worst_by_path(self._change.earlier_verdicts(number))
        kinds = {path: _text_cell(verdict.kind) for path, verdict in worst.items()}
        if forms is not None and len(self._known) < _MAX_KNOWN:
            self._known[forms] = kinds
        return kinds


@lru_cache(maxsize=1 << 9)
def _text_cell(text: str) -> str:
    """Return the text on one line; a spreadsheet does not evaluate it as a formula.

    The text may be the driver's own, so a start that spreadsheets read as a formula gets an
    apostrophe in front.
    """
    flat = one_line(text, _MAX_TEXT_LENGTH)
    return f"'{flat}" if flat.startswith(_FORMULA_STARTS) else flat
