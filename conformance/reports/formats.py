"""The formats of ``nn-conformance report``; each entry of ``REPORT_FORMATS`` is one option."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from conformance.reports.html.html_report import html_parts
from conformance.reports.text.csv_report import csv_parts
from conformance.reports.text.markdown_report import render_markdown
from conformance.results.run_difference import RunDifference
from conformance.results.run_results import RunResults


@dataclass(frozen=True, slots=True)
class ReportFormat:
    """A kind of report.

    Attributes:
        name: the option's name without the hyphens.
        description: the option's help text: what is written.
        render: returns the report of a run, whole or in parts. Its second argument is the
            difference to an earlier run, ``None`` without ``--previous``.

    """

    name: str
    description: str
    render: Callable[[RunResults, RunDifference | None], bytes | Iterable[bytes | bytearray]]


def _render_markdown(record: RunResults, change: RunDifference | None) -> bytes:
    return render_markdown(record, change).encode("utf-8", "replace")


REPORT_FORMATS: Final = (
    ReportFormat("markdown", "a Markdown summary", _render_markdown),
    ReportFormat("html", "an HTML report", html_parts),
    ReportFormat("csv", "a table of all verdicts as CSV", csv_parts),
)
"""All formats; the first one is written to standard output if no format is requested."""
