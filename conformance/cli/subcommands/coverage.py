"""``nn-conformance coverage``: report which combinations of the contract the specs exercise."""

from __future__ import annotations

import argparse
import fnmatch
import json
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from conformance import coverage
from conformance.cases import Example, SpecError, SpecIndex, bundled_specs
from conformance.cli.command import add_command
from conformance.coverage.table import REASONS_FILE
from conformance.hal import OperationType
from conformance.text import did_you_mean, similar_names, suggest

EXIT_UNEXPLAINED: Final = 1
EXIT_UNUSABLE: Final = 2

_EPILOG = f"""\
A cell is one combination to exercise: operation/type/version/facet=value. Its number is the number
of examples that exercise it and that drivers of that version can run. A line of the table
summarizes the cells of one operation with one operand type from one version on: how many of them
have examples, and the smallest number of examples of a filled cell.

SPECS are spec files, or folders that are searched for spec files (default: the bundled specs). The
file {REASONS_FILE} in such a folder gives the reasons why cells may be empty
(docs/reference/coverage.md).

exit status: 0 every cell has an example or a reason; 1 a cell has neither, or a reason refers to a
cell that has examples or does not exist; 2 the specs or the reasons could not be read
"""


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "list which operations, types and forms the specs exercise"
    parser = add_command(verbs, "coverage", run, summary, _EPILOG)
    parser.add_argument("specs", nargs="*", metavar="SPECS", help="spec files and folders")
    parser.add_argument("--json", action="store_true", help="print all cells as JSON")
    parser.add_argument(
        "--cells",
        metavar="PATTERN",
        help="list the cells that match instead of the summary, for example 'CONV_2D/*' or "
        "'*/zero size=*'",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the table and return the exit status; 1 if a cell is empty without a reason."""
    roots = [Path(text) for text in arguments.specs] or [bundled_specs()]
    try:
        files = _spec_files(roots)
        reasons = _read_all_reasons(roots)
    except (coverage.EmptyCellReasonError, FileNotFoundError) as error:
        print(f"nn-conformance: {error}", file=sys.stderr)
        return EXIT_UNUSABLE
    problems: list[str] = []
    table = coverage.count_examples(_load_examples(files, problems), reasons)
    for problem in problems:
        print(f"skipped: {problem}", file=sys.stderr)
    if arguments.json:
        print(json.dumps(_as_json(table), indent=1))
    elif arguments.cells:
        print(_format_cells(table, arguments.cells), end="")
    else:
        print(_format_summary(table), end="")
    return EXIT_UNEXPLAINED if table.unexplained or table.unused_reasons else 0


def _spec_files(roots: Sequence[Path]) -> list[Path]:
    """Return the spec files under each root, sorted by path.

    Raises ``FileNotFoundError`` if a root does not exist or is a folder without spec files.
    """
    out: list[Path] = []
    for root in roots:
        files = sorted(root.rglob("*.mod.py")) if root.is_dir() else [root]
        if not files or not files[0].is_file():
            problem = "contains no .mod.py file" if root.is_dir() else "no such file or folder"
            near = "" if root.is_dir() else _suggest_operation(root.name)
            raise FileNotFoundError(f"{root}: {problem}{near}")
        out += files
    return out


def _suggest_operation(text: str) -> str:
    """Return the end of a sentence that suggests ``--cells`` for the name of an operation."""
    names = similar_names(text, (operation.name for operation in OperationType))
    return suggest(f"--cells '{name}/*'" for name in names)


def _read_all_reasons(roots: Sequence[Path]) -> tuple[coverage.EmptyCellReason, ...]:
    files = [root / REASONS_FILE for root in roots if root.is_dir()]
    return tuple(
        reason for file in files if file.is_file() for reason in coverage.read_reasons(file)
    )


def _load_examples(files: Sequence[Path], problems: list[str]) -> Iterator[Example]:
    """Yield every example that can be read; append a message to ``problems`` for each other."""
    index = SpecIndex()
    for file in files:
        try:
            infos = index.names(file)
        except SpecError as error:
            problems.append(str(error))
            continue
        for info in infos:
            try:
                yield index.load(file, info.name)
            except SpecError as error:
                problems.append(str(error))


def _as_json(table: coverage.CoverageTable) -> dict[str, Any]:
    return {
        "examples": table.examples,
        "cells": [
            {
                "operation": row.cell.operation,
                "type": row.cell.type,
                "version": str(row.cell.version),
                "facet": row.cell.facet,
                "value": row.cell.value,
                "examples": row.examples,
                "reason": row.reason,
            }
            for row in table.rows
        ],
        "idle_reasons": list(table.unused_reasons),
    }


def _format_cells(table: coverage.CoverageTable, pattern: str) -> str:
    """Return one line for each cell whose name matches the pattern."""
    lines = []
    for row in table.rows:
        if fnmatch.fnmatchcase(str(row.cell), pattern):
            why = "" if row.examples else f"  {row.reason or 'EMPTY, no reason'}"
            lines.append(f"{row.examples:7,}  {row.cell}{why}\n")
    if lines:
        return "".join(lines)
    operations = dict.fromkeys(row.cell.operation for row in table.rows)
    wanted = pattern.partition("/")[0]
    names = [] if wanted in operations else similar_names(wanted, operations)
    near = suggest(f"{name}/*" for name in names)
    facets = dict.fromkeys(f"*/{row.cell.facet}=*" for row in table.rows)
    return f"no cell matches {pattern!r}{near or did_you_mean(pattern, facets)}\n"


def _format_summary(table: coverage.CoverageTable) -> str:
    """Return one line for each operation, type and version, then the empty cells."""
    lines = [f"{'operation':30} {'type':31} {'from':8} {'filled':>9} {'fewest':>8}"]
    for (operation, type_, version), rows in groupby(table.rows, _group_key):
        cells = list(rows)
        filled = [row.examples for row in cells if row.examples]
        share = f"{len(filled)}/{len(cells)}"
        fewest = f"{min(filled):,}" if filled else "-"
        lines.append(f"{operation:30} {type_:31} {version:8} {share:>9} {fewest:>8}")
    explained = [row for row in table.rows if not row.examples and row.reason]
    lines.append("")
    for reason, rows in groupby(sorted(explained, key=_reason_key), _reason_key):
        lines.append(f"empty: {reason}")
        lines += [f"    {row.cell}" for row in rows]
    lines += [f"EMPTY, NO REASON: {cell}" for cell in table.unexplained]
    lines += [f"REASON WITHOUT EMPTY CELL: {text}" for text in table.unused_reasons]
    filled_cells = sum(bool(row.examples) for row in table.rows)
    lines.append(
        f"{len(table.rows):,} cells: {filled_cells:,} filled, {len(explained):,} empty with a "
        f"reason, {len(table.unexplained):,} empty without; {table.examples:,} examples"
    )
    return "\n".join(lines) + "\n"


def _group_key(row: coverage.CoverageRow) -> tuple[str, str, str]:
    return row.cell.operation, row.cell.type, str(row.cell.version)


def _reason_key(row: coverage.CoverageRow) -> str:
    return row.reason
