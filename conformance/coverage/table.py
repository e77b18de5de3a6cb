"""The table: cells with the number of examples in each, and the reasons for empty ones."""

from __future__ import annotations

import fnmatch
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from conformance.coverage.cells import Cell, legal_cells
from conformance.coverage.sightings import sightings
from conformance.hal import OperationType, Version
from conformance.specfile import Example

REASONS_FILE: Final = "empty_cells.toml"
"""Beside the folders of a tree of specs: why cells are empty."""


class ReasonError(Exception):
    """A file of reasons cannot be read; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why cells that match a pattern are empty; ``*`` and ``?`` as in file names."""

    pattern: str
    text: str

    def covers(self, cell: Cell) -> bool:
        """Whether the reason is about this cell."""
        # "[" has no meaning of its own.
        return fnmatch.fnmatchcase(str(cell), self.pattern.replace("[", "[[]"))


@dataclass(frozen=True, slots=True)
class Row:
    """One cell with its number of examples and, when it is empty, the reason if there is one."""

    cell: Cell
    examples: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """All cells, how many examples were looked at, and reasons that are about no empty cell."""

    rows: tuple[Row, ...]
    examples: int
    idle_reasons: tuple[str, ...] = ()
    """Patterns that match no cell, or one that is filled, and what is wrong with them."""

    @property
    def unexplained(self) -> tuple[Cell, ...]:
        """Empty cells without a reason."""
        return tuple(row.cell for row in self.rows if not row.examples and not row.reason)


def read_reasons(path: Path) -> tuple[Reason, ...]:
    """The reasons that a file states: tables ``[[empty]]`` with ``cells`` and ``reason``."""
    try:
        content: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ReasonError(f"{path}: {error}") from error
    out = []
    entries = content.get("empty", [])
    if set(content) - {"empty"} or not isinstance(entries, list):
        raise ReasonError(f"{path}: only tables [[empty]] may stand in it")
    for number, entry in enumerate(entries, 1):
        cells = entry.get("cells")
        patterns = [cells] if isinstance(cells, str) else cells
        text = entry.get("reason")
        if (
            set(entry) != {"cells", "reason"}
            or not isinstance(patterns, list)
            or not all(isinstance(one, str) for one in patterns)
            or not isinstance(text, str)
            or not text.strip()
        ):
            raise ReasonError(
                f"{path}: entry {number} of [[empty]] must have cells (a pattern or a list of "
                "them) and a reason"
            )
        out += [Reason(pattern, text.strip()) for pattern in patterns]
    return tuple(out)


def survey(examples: Iterable[Example], reasons: Sequence[Reason] = ()) -> Table:
    """Count the examples in each cell; those of newer versions than a cell's do not count."""
    counts: Counter[tuple[Version, tuple[str, str, str, str]]] = Counter()
    total = 0
    for example in examples:
        total += 1
        seen = sightings(example)
        counts.update((seen.version, key) for key in seen.keys)
    rows = []
    idle = {reason.pattern: "matches no cell" for reason in reasons}
    for cell in legal_cells():
        held = sum(counts[version, cell.key] for version in Version if version <= cell.version)
        found = next((reason for reason in reasons if reason.covers(cell)), None)
        if found is not None:
            if held:
                idle[found.pattern] = f"matches {cell}, which has {held} examples"
            elif idle.get(found.pattern) == "matches no cell":
                del idle[found.pattern]
        rows.append(Row(cell, held, "" if held or found is None else found.text))
    rows.sort(key=_place)
    return Table(tuple(rows), total, tuple(f"{p}: {why}" for p, why in idle.items()))


def _place(row: Row) -> tuple[int, str, Version]:
    """By operation code, type and version; the sort keeps the order of facets."""
    code = OperationType.__members__.get(row.cell.operation, len(OperationType) * 1000)
    return int(code), row.cell.type, row.cell.version
