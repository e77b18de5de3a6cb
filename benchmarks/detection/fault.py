"""Faults of computation as records, and the reader of their tables.

A table is a text file of rows ``OPERATIONS | CONDITION | ALTERATION | SOURCE``. Several operations
separated by commas give one fault each. An empty condition holds for every call. An empty source
repeats the source of the row above. Lines that start with ``#`` are comments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Final, TypeVar

from benchmarks.detection.alteration import (
    NOT_COMPUTABLE,
    AlteredCall,
    Assignment,
    parse_alteration,
)
from benchmarks.detection.expression import CallNames, compile_expression, evaluate, needs_execution
from conformance.hal import OperationType
from conformance.operations import Call, Kernel, Unknown

FOLDER: Final = Path(__file__).parent / "faults"
_T = TypeVar("_T")


@dataclass(frozen=True)
class CallFault:
    """A fault in the computation of one operation.

    ``condition`` limits the fault to some calls; ``alteration`` states what is computed instead;
    ``source`` is a public issue, a clause of the contract, or the kind of defect.
    """

    operation: OperationType
    condition: str
    alteration: str
    source: str
    table: str
    _condition: CodeType | None = field(init=False, repr=False, compare=False)
    _assignments: tuple[Assignment, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        code = compile_expression(self.condition) if self.condition else None
        object.__setattr__(self, "_condition", code)
        object.__setattr__(self, "_assignments", parse_alteration(self.alteration))

    @property
    def id(self) -> str:
        """The fault's name: operation, condition and alteration."""
        condition = f" if {self.condition}" if self.condition else ""
        return f"{self.operation.name}{condition}: {self.alteration}"

    @property
    def has_state(self) -> bool:
        """Whether the fault shows only from the second execution of a prepared model on."""
        return "old(" in self.alteration or "execution" in self.condition

    def alter(
        self, call: Call, kernel: Kernel, constants: frozenset[int] = frozenset()
    ) -> AlteredCall | None:
        """Return the altered call, or ``None`` if the condition excludes this call.

        ``constants`` are the indexes of the inputs that are constants of the model.
        """
        if call.definition.type != self.operation:
            return None
        at_run = self._condition
        extra = {"const": lambda name: call.position(name) in constants}
        if self._condition is not None:
            try:
                if not needs_execution(self._condition):
                    if not evaluate(self._condition, CallNames(call, extra=extra)):
                        return None
                    at_run = None
            except Unknown:
                pass
            except NOT_COMPUTABLE:
                return None
        return AlteredCall(call, kernel, self._assignments, at_run, extra)


def read_rows(path: Path, parse: Callable[[list[str], str], Iterable[_T]]) -> Iterator[_T]:
    """Yield what ``parse`` returns for the cells of each row of a table, and the row's source.

    A source ``-`` is that of the row above. Raise ``ValueError`` with file and line for a malformed
    row.
    """
    source = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        *cells, stated = (cell.strip() for cell in line.split(" | "))
        source = stated.strip("- ") or source
        try:
            yield from parse(cells, source)
        except (ValueError, KeyError) as error:
            raise ValueError(f"{path}, line {number}: {error}") from error


def read_table(path: Path) -> Iterator[CallFault]:
    """Yield the faults of a table."""

    def parse(cells: list[str], source: str) -> Iterator[CallFault]:
        operations, condition, alteration = cells
        for name in operations.split(","):
            operation = OperationType[name.strip()]
            yield CallFault(operation, condition.strip("-"), alteration, source, path.stem)

    return read_rows(path, parse)


@cache
def call_faults() -> tuple[CallFault, ...]:
    """Return all faults in the computation of single operations; no two have one name."""
    faults = [fault for path in sorted(FOLDER.glob("*.txt")) for fault in read_table(path)]
    names = Counter(fault.id for fault in faults)
    if double := [name for name, count in names.items() if count > 1]:
        raise ValueError(f"faults that occur more than once: {double}")
    return tuple(faults)
