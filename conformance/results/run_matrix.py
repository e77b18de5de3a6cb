"""Count the cases of a run by operation, type and facet, and find combinations never executed.

The cells come from the details ``uses`` of the verdicts and from the coverage table: every
combination that the contract permits for the HAL version of the run is a cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from conformance.coverage import ANY_TYPE, legal_cells
from conformance.coverage.cells import NO_OPERATION
from conformance.hal import Version
from conformance.harness import quantization_coupling as coupling
from conformance.results.refused_classes import CHECK_ID_PREFIX
from conformance.results.run_statistics import STRESS, column_of, worst_verdict
from conformance.verdicts import DIVERGENCE_KEY, Verdict, VerdictKind

CHECKS: Final = "check"
"""Type of the cells of the suite's checks and stress modes, whose cases have no primary type."""

NOT_STATED: Final = "?"
"""Type of the cells of cases whose verdicts state no uses."""

PATH: Final = "path"
"""Facet of the paths of a case; its values are the words of path ids."""

_COLUMN_OF_OTHER: Final = {
    VerdictKind.WAIVED: "failed",
    VerdictKind.UNEXPECTEDLY_PASSED: "passed",
}
"""Columns of kinds that ``column_of`` does not count as passed, failed or declined."""


@dataclass(slots=True)
class CellCount:
    """Numbers of cases in one cell.

    ``passed`` includes quality warnings, ``failed`` includes waived failures. ``not_run`` are the
    cases without an answer of the driver: refused for lack of resources, not applicable, disabled,
    or ended by an error of the suite.
    """

    passed: int = 0
    failed: int = 0
    declined: int = 0
    not_run: int = 0

    @property
    def executed(self) -> int:
        """Return the number of cases that ran."""
        return self.passed + self.failed

    @property
    def state(self) -> str:
        """Return ``failed``, ``passed``, ``declined`` or ``never executed``."""
        if self.failed:
            return "failed"
        if self.passed:
            return "passed"
        return "declined" if self.declined else "never executed"

    def parts(self) -> list[tuple[int, str]]:
        """Return the numbers that are not 0 with their names in words."""
        names = ("failed", "passed", "declined", "not_run")
        counts = [(getattr(self, name), name.replace("_", " ")) for name in names]
        return [(number, name) for number, name in counts if number]

    def add(self, column: str) -> None:
        """Count a case in one of the columns, which are the names of the attributes."""
        setattr(self, column, getattr(self, column) + 1)


@dataclass(slots=True)
class MatrixCell:
    """The cases of an operation with one type of the primary operand, and their facets."""

    count: CellCount = field(default_factory=CellCount)
    facets: dict[tuple[str, str], CellCount] = field(default_factory=dict)

    @property
    def failing(self) -> list[tuple[str, str]]:
        """Return the facets, with their values, all of whose executed cases failed."""
        return [key for key, one in self.facets.items() if one.failed and not one.passed]

    def ordered_facets(self) -> list[tuple[str, CellCount]]:
        """Return the facets in the form ``facet=value``, those with most failures first."""
        ordered = sorted(self.facets.items(), key=lambda item: (-item[1].failed, item[0]))
        return [(f"{facet}={value}", count) for (facet, value), count in ordered]


@dataclass(frozen=True, slots=True)
class RunMatrix:
    """The cells of a run by operation and type.

    A cell that the contract permits for the declared HAL version is present even if no case
    exercises it.
    """

    cells: Mapping[tuple[str, str], MatrixCell]

    @property
    def operations(self) -> list[str]:
        """Return the names of all operations, sorted."""
        return sorted({operation for operation, _ in self.cells})

    @property
    def types(self) -> list[str]:
        """Return the types of all cells: operand types in alphabetical order, then the others."""
        special = (ANY_TYPE, CHECKS, NOT_STATED)
        found = {type_ for _, type_ in self.cells}
        return sorted(found - set(special)) + [type_ for type_ in special if type_ in found]

    def states(self) -> Counter[str]:
        """Return the number of cells of operation and type in each state."""
        return Counter(cell.count.state for cell in self.cells.values())


def run_matrix(cases: Mapping[str, Sequence[Verdict]], version: Version) -> RunMatrix:
    """Return the matrix of a run; ``version`` is the HAL version that the driver declares."""
    cells = _permitted_cells(version)
    for case_id, verdicts in cases.items():
        check = case_id.startswith((CHECK_ID_PREFIX, STRESS))
        uses: Mapping[str, Sequence[str]] = next(
            (v.details["uses"] for v in verdicts if "uses" in v.details), {}
        )
        for coupled in (False, True):
            if form := [one for one in verdicts if coupling.is_coupled_path(one.path) is coupled]:
                for cell, facets in _cells_of(cells, form, uses, check, coupled):
                    _count_form(cell, facets, form)
    return RunMatrix(cells)


def _permitted_cells(version: Version) -> dict[tuple[str, str], MatrixCell]:
    cells: dict[tuple[str, str], MatrixCell] = {}
    for legal in legal_cells():
        if legal.version <= version and legal.operation != NO_OPERATION:
            cell = cells.setdefault((legal.operation, legal.type), MatrixCell())
            cell.facets[legal.facet, legal.value] = CellCount()
    return cells


def _cells_of(
    cells: dict[tuple[str, str], MatrixCell],
    verdicts: Sequence[Verdict],
    uses: Mapping[str, Sequence[str]],
    check: bool,
    coupled: bool,
) -> Iterator[tuple[tuple[str, MatrixCell], Sequence[str]]]:
    """Yield each cell of a case with the name of its operation, and the facets exercised.

    Operations that a variation of a spec inserts are in the uses, and not in the operations.
    """
    operations = worst_verdict(verdicts).operations
    stated = set[str]()
    for name, facets in uses.items():
        operation, _, type_ = name.partition("/")
        if operations and operation not in operations:
            continue
        stated.add(operation)
        if coupled and type_ == coupling.UNSIGNED:
            type_ = coupling.SIGNED
        yield (operation, cells.setdefault((operation, type_), MatrixCell())), facets
    for operation in operations:
        if operation not in stated:
            type_ = CHECKS if check else NOT_STATED
            yield (operation, cells.setdefault((operation, type_), MatrixCell())), ()


def _count_form(
    place: tuple[str, MatrixCell],
    facets: Sequence[str],
    verdicts: Sequence[Verdict],
) -> None:
    operation, cell = place
    if not (column := _column(worst_verdict(verdicts), operation)):
        return
    cell.count.add(column)
    for text in facets:
        facet, _, value = text.partition("=")
        cell.facets.setdefault((facet, value), CellCount()).add(column)
    by_word: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        for word in filter(
            None, verdict.path.removeprefix(coupling.COUPLED_PATH_PREFIX).split("-")
        ):
            by_word.setdefault(word, []).append(verdict)
    for word, along in by_word.items():
        if column := _column(worst_verdict(along), operation):
            cell.facets.setdefault((PATH, word), CellCount()).add(column)


def _column(verdict: Verdict, operation: str) -> str:
    """Return the column in which a verdict counts for one operation; empty if it does not count.

    A failure counts only for the operation that diverged first, if the details state it.
    """
    column = column_of(verdict.kind)
    column = _COLUMN_OF_OTHER.get(verdict.kind, "not_run") if column == "other" else column
    name = verdict.details.get(DIVERGENCE_KEY, {}).get("name")
    blames_other = name in verdict.operations and name != operation
    return "" if column == "failed" and blames_other else column
