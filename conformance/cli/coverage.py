"""``nn-conformance coverage``: what the specs exercise of what the contract allows."""

from __future__ import annotations

import argparse
import fnmatch
import json
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from conformance.coverage import Reason, ReasonError, Row, Table, read_reasons, survey
from conformance.coverage.table import REASONS_FILE
from conformance.specfile import Example, SpecError, SpecIndex, bundled_specs

UNEXPLAINED: Final = 1
UNUSABLE: Final = 2

_EPILOG = f"""\
A cell is one thing to exercise: operation/type/version/facet=value. It counts the examples that
drivers of that version see. A line of the table sums up the cells of an operation with one type
from one version on: how many have examples, and how many examples the poorest has.

SPECS are spec files or folders that are searched for them (default: the bundled specs). Why cells
may be empty stands in {REASONS_FILE} of a folder named here (docs/reference/coverage.md).

exit status: 0 every cell is filled or has a reason; 1 some are empty without one, or a reason is
about a cell that is filled or does not exist; 2 nothing could be read
"""


def add_to(verbs: Any) -> None:
    """Register the verb."""
    parser = verbs.add_parser(
        "coverage",
        help="which operations, types and forms the specs exercise",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("specs", nargs="*", metavar="SPECS", help="spec files and folders")
    parser.add_argument("--json", action="store_true", help="all cells as JSON")
    parser.add_argument(
        "--cells",
        metavar="PATTERN",
        help="show single cells instead of sums: CONV_2D/*, '*/zero size=*'",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the table; the status says whether a cell is empty without a reason."""
    roots = [Path(text) for text in arguments.specs] or [bundled_specs()]
    try:
        files = _files(roots)
        reasons = _reasons(roots)
    except (ReasonError, FileNotFoundError) as error:
        print(f"nn-conformance: {error}", file=sys.stderr)
        return UNUSABLE
    problems: list[str] = []
    table = survey(_examples(files, problems), reasons)
    for problem in problems:
        print(f"left out: {problem}", file=sys.stderr)
    if arguments.json:
        print(json.dumps(_as_json(table), indent=1))
    elif arguments.cells:
        print(_cells(table, arguments.cells), end="")
    else:
        print(_sums(table), end="")
    return UNEXPLAINED if table.unexplained or table.idle_reasons else 0


def _files(roots: Sequence[Path]) -> list[Path]:
    """Spec files under each root, in order."""
    out: list[Path] = []
    for root in roots:
        found = sorted(root.rglob("*.mod.py")) if root.is_dir() else [root]
        if not found or not found[0].is_file():
            what = "has no .mod.py file in it" if root.is_dir() else "is no file or folder"
            raise FileNotFoundError(f"{root} {what}")
        out += found
    return out


def _reasons(roots: Sequence[Path]) -> tuple[Reason, ...]:
    files = [root / REASONS_FILE for root in roots if root.is_dir()]
    return tuple(reason for file in files if file.is_file() for reason in read_reasons(file))


def _examples(files: Sequence[Path], problems: list[str]) -> Iterator[Example]:
    """Every example that can be read; what cannot is told in ``problems``."""
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


def _as_json(table: Table) -> dict[str, Any]:
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
        "idle_reasons": list(table.idle_reasons),
    }


def _cells(table: Table, pattern: str) -> str:
    """One line for each cell that matches."""
    lines = []
    for row in table.rows:
        if fnmatch.fnmatchcase(str(row.cell), pattern):
            why = "" if row.examples else f"  {row.reason or 'EMPTY, no reason'}"
            lines.append(f"{row.examples:7,}  {row.cell}{why}\n")
    return "".join(lines) or f"no cell matches {pattern!r}\n"


def _sums(table: Table) -> str:
    """One line for each operation, type and version, then what is empty."""
    lines = [f"{'operation':30} {'type':31} {'from':8} {'filled':>9} {'poorest':>8}"]
    for (operation, type_, version), rows in groupby(table.rows, _group):
        held = list(rows)
        filled = [row.examples for row in held if row.examples]
        share = f"{len(filled)}/{len(held)}"
        fewest = f"{min(filled):,}" if filled else "-"
        lines.append(f"{operation:30} {type_:31} {version:8} {share:>9} {fewest:>8}")
    explained = [row for row in table.rows if not row.examples and row.reason]
    lines.append("")
    for reason, rows in groupby(sorted(explained, key=_reason), _reason):
        lines.append(f"empty: {reason}")
        lines += [f"    {row.cell}" for row in rows]
    lines += [f"EMPTY, NO REASON: {cell}" for cell in table.unexplained]
    lines += [f"REASON WITHOUT EMPTY CELL: {text}" for text in table.idle_reasons]
    filled_cells = sum(bool(row.examples) for row in table.rows)
    lines.append(
        f"{len(table.rows):,} cells: {filled_cells:,} filled, {len(explained):,} empty with a "
        f"reason, {len(table.unexplained):,} empty without; {table.examples:,} examples"
    )
    return "\n".join(lines) + "\n"


def _group(row: Row) -> tuple[str, str, str]:
    return row.cell.operation, row.cell.type, str(row.cell.version)


def _reason(row: Row) -> str:
    return row.reason
