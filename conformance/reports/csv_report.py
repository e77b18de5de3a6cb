"""Generate a table of all verdicts of a run as CSV, for spreadsheets and scripts."""

from __future__ import annotations

import csv
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
_FORMULA_STARTS: Final = ("=", "+", "-", "@")


def render_csv(record: RunResults, change: RunDifference | None = None) -> bytes:
    """Return one row for each verdict, in the order of the run, encoded as UTF-8.

    ``previous_kind`` is the kind of the worst verdict on the same case and path in the earlier run;
    it is empty if there is none. ``seconds`` is the sum of the verdict's durations.
    """
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    earlier = change.old.cases if change else {}
    previous = {case_id: worst_by_path(verdicts) for case_id, verdicts in earlier.items()}
    for verdict in record.stream.verdicts:
        before = previous.get(verdict.case_id, {}).get(verdict.path)
        cells = (
            verdict.case_id,
            verdict.path,
            verdict.kind,
            before.kind if before else "",
            verdict.rule,
            verdict.reason,
            " ".join(verdict.operations),
        )
        writer.writerow([*map(_text_cell, cells), f"{sum(verdict.durations.values()):.6f}"])
    return text.getvalue().encode("utf-8", "replace")


def _text_cell(text: str) -> str:
    """Return the text on one line; a spreadsheet does not evaluate it as a formula.

    The text may be the driver's own, so a start that spreadsheets read as a formula gets an
    apostrophe in front.
    """
    flat = one_line(text, _MAX_TEXT_LENGTH)
    return f"'{flat}" if flat.startswith(_FORMULA_STARTS) else flat
