"""The coverage table: examples for each cell, reasons for empty cells, small sample examples.

The suite uses these examples to query a driver's supported operations and to run short checks.
"""

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
from conformance.hal import CONTROL_FLOW, OperationType, Version

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


_MIN_REVEALING_BYTES: Final = 24
"""The number of data bytes from which on an example is likely to reveal a wrong result."""

_FIRST_TYPE: Final = "TENSOR_FLOAT32"
_SAMPLED: Final = frozenset({"form", "carried type"})
"""The facets to sample: the form of an operation's inputs, and the types in IF and WHILE."""


@dataclass(frozen=True, slots=True)
class Sample:
    """An example whose main subgraph has ``operation`` with ``type`` and ``form`` at ``position``.

    ``version`` is the oldest version whose drivers can run the example.
    """

    operation: str
    type: str
    form: str
    case_id: str
    example: Example
    position: int
    version: Version

    @property
    def weight(self) -> tuple[int, int, bool, int]:
        """The sort key for the selection; the sample with the lowest weight is preferred.

        Older versions, fewer operations and less data give a lower weight, but an example with so
        little data that it would hide most wrong results has a higher weight than a large one.
        """
        model = self.example.model
        data = sum(len(data) for data in self.example.inputs if data)
        data += len(model.operand_values) + sum(pool.size for pool in model.pools)
        operations = sum(len(graph.operations) for graph in (model.main, *model.referenced))
        return int(self.version), operations, data < _MIN_REVEALING_BYTES, data


def choose_samples(examples: Iterable[tuple[str, Example]]) -> tuple[Sample, ...]:
    """Return the sample of lowest weight for each operation, type and form, by operation code.

    ``examples`` are pairs of case id and example. Examples that a driver must refuse, and examples
    with empty outputs, are not used.
    """
    best: dict[tuple[str, str, str], tuple[tuple[int, int, bool, int], Sample]] = {}
    for case_id, example in examples:
        main = example.model.main
        if example.expect_failure or any(0 in output.dimensions for output in example.outputs):
            continue
        positions = {
            OperationType(operation.type).name: number
            for number, operation in reversed(list(enumerate(main.operations)))
            if operation.type in OperationType.__members__.values()
        }
        seen = observe(example)
        for operation, type_, facet, value in seen.keys:
            if facet not in _SAMPLED or operation not in positions:
                continue
            form = "default" if facet == "carried type" else value
            sample = Sample(
                operation, type_, form, case_id, example, positions[operation], seen.version
            )
            key, weight = (operation, type_, form), sample.weight
            if key not in best or (weight, case_id) < (best[key][0], best[key][1].case_id):
                best[key] = weight, sample
    samples = [sample for _, sample in best.values()]
    return tuple(sorted(samples, key=_sample_order))


def samples_by_operation(samples: Iterable[Sample]) -> tuple[tuple[Sample, ...], ...]:
    """Return one group for each operation, with one sample for each type.

    In a group, float32 is first. Groups whose samples use few operations precede others, and IF and
    WHILE are last because their subgraphs need other operations.
    """
    best: dict[tuple[str, str], Sample] = {}
    for sample in samples:
        key = sample.operation, sample.type
        if key not in best or sample.weight < best[key].weight:
            best[key] = sample
    groups: dict[str, list[Sample]] = {}
    for sample in sorted(best.values(), key=lambda s: (s.type != _FIRST_TYPE, s.weight)):
        groups.setdefault(sample.operation, []).append(sample)
    return tuple(sorted((tuple(group) for group in groups.values()), key=_group_order))


def _sample_order(sample: Sample) -> tuple[int, str, str]:
    return OperationType[sample.operation], sample.type, sample.form


def _group_order(group: tuple[Sample, ...]) -> tuple[bool, int, int]:
    """Return the sort key of a group: samples with few operations first.

    If a single operation fails, its failure then precedes those of samples that contain it.
    """
    first = group[0]
    control = OperationType[first.operation] in CONTROL_FLOW
    return control, first.weight[1], OperationType[first.operation]
