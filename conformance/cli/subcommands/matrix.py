"""``nn-conformance matrix RUN.jsonl``: the cases of a run by operation, type and facet."""

from __future__ import annotations

import argparse
import fnmatch
import json
from typing import Any, Final

from conformance.cli.stream_commands import (
    EXIT_STATUS_HELP,
    add_output_options,
    add_stream_command,
    report_status,
    write_outputs,
)
from conformance.reports.text.formatting import headline, run_name
from conformance.reports.text.matrix_text import (
    LEGEND,
    facet_lines,
    format_states,
    markdown_lines,
    matrix_as_json,
    matrix_lines,
)
from conformance.results.run_matrix import RunMatrix
from conformance.results.run_results import ReportError, RunResults, load_run
from conformance.text import did_you_mean

_EPILOG: Final = f"""\
A cell is an operation with a type of its primary operand. {LEGEND}. A case with several
operations counts for each of them; if the operation that diverged first is known, a failure counts
for this operation only. The column "check" has the checks of the suite.

{EXIT_STATUS_HELP}
"""


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "list what a run passed, failed, declined and never executed, by operation and type"
    parser = add_stream_command(verbs, "matrix", run, summary, _EPILOG)
    parser.add_argument("events", metavar="RUN.jsonl", help="event stream of the run")
    parser.add_argument(
        "--operation",
        metavar="PATTERN",
        help="only operations that match, for example CONV_2D or 'CONV*', with all their facets",
    )
    parser.add_argument(
        "--state",
        choices=("failed", "passed", "declined", "never-executed"),
        help="only operations that have a type in this state",
    )
    add_output_options(parser, "markdown", "json")


def run(arguments: argparse.Namespace) -> int:
    """Print or write the matrix and return the exit status."""
    record = load_run(arguments.events, durations=False)
    matrix = record.matrix
    operations = _selected(matrix, arguments)

    def text() -> str:
        lines = [f"{run_name(record)}: {headline(record)}", format_states(matrix), ""]
        lines += [*matrix_lines(matrix, operations), "", LEGEND]
        if arguments.operation:
            lines += facet_lines(matrix, operations)
        return "\n".join(lines) + "\n"

    write_outputs(
        arguments,
        [arguments.events],
        text,
        markdown=lambda: "\n".join((_title(record), "", *markdown_lines(matrix))) + "\n",
        json=lambda: json.dumps(matrix_as_json(matrix), indent=1) + "\n",
    )
    return report_status(record)


def _title(record: RunResults) -> str:
    return f"# Matrix of {run_name(record)}"


def _selected(matrix: RunMatrix, arguments: argparse.Namespace) -> list[str]:
    """Return the operations to print; raise ``ReportError`` if no operation matches."""
    names = matrix.operations
    if arguments.operation:
        chosen = [one for one in names if fnmatch.fnmatchcase(one, arguments.operation.upper())]
        if not chosen:
            near = did_you_mean(arguments.operation, names)
            raise ReportError(f"--operation {arguments.operation}: no operation matches{near}")
        names = chosen
    if arguments.state:
        state = arguments.state.replace("-", " ")
        having = {name for (name, _), cell in matrix.cells.items() if cell.count.state == state}
        names = [name for name in names if name in having]
    return names
