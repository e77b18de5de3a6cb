"""The coverage table: the number of examples for each cell, and the reasons for empty cells."""

from __future__ import annotations

import fnmatch
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from conformance.cases import Example
from conformance.coverage.cells import CoverageCell, legal_cells
from conformance.coverage.observations import observe
from conformance.hal import OperationType, Version

REASONS_FILE: Final = "empty_cells.toml"
"""Name of the file at the root of a spec tree that states why cells are empty."""


class EmptyCellReasonError(Exception):
    """A file of reasons is unreadable or malformed; the message names the file and the reason."""


@dataclass(frozen=True, slots=True)
class EmptyCellReason:
    """The reason why cells that match a pattern are empty.

    In the pattern, ``*`` matches any text and ``?`` any single character.
    """

    pattern: str
    text: str

    def covers(self, cell: CoverageCell) -> bool:
        """Return whether the pattern matches the cell."""
        # fnmatch would interpret "[" as the start of a character class.
        return fnmatch.fnmatchcase(str(cell), self.pattern.replace("[", "[[]"))


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """One cell with its number of examples and, if it is empty, the stated reason (or ``""``)."""

    cell: CoverageCell
    examples: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CoverageTable:
    """All cells, the number of examples, and the reasons that no empty cell needs."""

    rows: tuple[CoverageRow, ...]
    examples: int
    unused_reasons: tuple[str, ...] = ()
    """Patterns that match no cell or a filled cell, each with an explanation."""

    @property
    def unexplained(self) -> tuple[CoverageCell, ...]:
        """The empty cells for which no reason is stated."""
        return tuple(row.cell for row in self.rows if not row.examples and not row.reason)


def read_reasons(path: Path) -> tuple[EmptyCellReason, ...]:
    """Read a TOML file of reasons: tables ``[[empty]]`` with ``cells`` and ``reason``.

    Raises:
        EmptyCellReasonError: The file cannot be read or does not have this structure.

    """
    try:
        content: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise EmptyCellReasonError(f"{path}: {error}") from error
    reasons: list[EmptyCellReason] = []
    entries = content.get("empty", [])
    if set(content) - {"empty"} or not isinstance(entries, list):
        raise EmptyCellReasonError(f"{path}: must contain only [[empty]] tables")
    for number, entry in enumerate(entries, 1):
        cells = entry.get("cells")
        patterns = [cells] if isinstance(cells, str) else cells
        text = entry.get("reason")
        if (
            set(entry) != {"cells", "reason"}
            or not isinstance(patterns, list)
            or not all(isinstance(pattern, str) for pattern in patterns)
            or not isinstance(text, str)
            or not text.strip()
        ):
            raise EmptyCellReasonError(
                f"{path}: entry {number} of [[empty]] must have exactly the keys cells (a pattern "
                "or a list of patterns) and reason (a non-empty text)"
            )
        reasons += [EmptyCellReason(pattern, text.strip()) for pattern in patterns]
    return tuple(reasons)


def count_examples(
    examples: Iterable[Example], reasons: Sequence[EmptyCellReason] = ()
) -> CoverageTable:
    """Count the examples that exercise each cell.

    An example that requires a newer version than the cell's does not count for that cell.
    """
    counts: Counter[tuple[Version, tuple[str, str, str, str]]] = Counter()
    total = 0
    for example in examples:
        total += 1
        seen = observe(example)
        counts.update((seen.version, key) for key in seen.keys)
    rows = []
    idle = {reason.pattern: "matches no cell" for reason in reasons}
    for cell in legal_cells():
        count = sum(counts[version, cell.key] for version in Version if version <= cell.version)
        if (
            reason_for_cell := next((reason for reason in reasons if reason.covers(cell)), None)
        ) is not None:
            if count:
                idle[reason_for_cell.pattern] = f"matches {cell}, which has {count} examples"
            elif idle.get(reason_for_cell.pattern) == "matches no cell":
                del idle[reason_for_cell.pattern]
        rows.append(
            CoverageRow(
                cell, count, "" if count or reason_for_cell is None else reason_for_cell.text
            )
        )
    rows.sort(key=_row_order)
    return CoverageTable(tuple(rows), total, tuple(f"{p}: {why}" for p, why in idle.items()))


def _row_order(row: CoverageRow) -> tuple[int, str, Version]:
    """Return the sort key of a row: operation code, type and version.

    Facets are not part of the key: the sort is stable and keeps their order.
    """
    code = OperationType.__members__.get(row.cell.operation, len(OperationType) * 1000)
    return int(code), row.cell.type, row.cell.version
