"""Selections of mutants that are stored for later runs.

A selection validates all mutations of the examples and takes less than a tenth of them. It depends
on the examples, the HAL version, the seed and the source code only, not on the driver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

import conformance.validation.mutations
from conformance import cases, checks, hal, operations, validation
from conformance.cases import Example
from conformance.cases.example_archive import pack_examples
from conformance.checks.mutants.mutant_priorities import MutantChoice, select_mutants
from conformance.checks.mutants.mutant_selection import shuffled_mutations
from conformance.hal import Version
from conformance.stored_results import StoredResult
from conformance.validation import Violation, all_rules

_SOURCES: Final = tuple(
    Path(package.__path__[0])
    for package in (hal, operations, cases, checks, validation, conformance.validation.mutations)
)
"""The packages whose code determines a selection."""


class SelectedMutant(NamedTuple):
    """A selected mutation, by the numbers of its example and of itself, and what it violates."""

    example: int
    number: int
    violation: Violation | None


class StoredSelection:
    """The selected mutants of some examples; ``kind`` is that of the mutants.

    ``options`` are further values that determine the selection.
    """

    def __init__(
        self,
        kind: str,
        examples: Sequence[Example],
        version: Version,
        seed: int,
        options: Sequence[int],
    ) -> None:
        names = [f"{example.spec}/{example.name}" for example in examples]
        name = msgspec.json.encode([kind, int(version), seed, options, names]).decode()
        content = pack_examples(examples, [])
        self._stored = StoredResult(name, ".nnmutants", _SOURCES, content)

    def read(self) -> list[SelectedMutant] | None:
        """Return the selection of an earlier run; ``None`` if there is none."""
        content = self._stored.read()
        if content is None:
            return None
        rules = all_rules()
        return [
            SelectedMutant(
                example,
                number,
                None if violation is None else Violation(rules[violation[0]], *violation[1:]),
            )
            for example, number, violation in _ROWS.decode(content)
        ]

    def write(self, mutants: Iterable[SelectedMutant]) -> None:
        """Store the selection."""
        rows: list[_Row] = []
        for example, number, found in mutants:
            violation = None if found is None else (found.rule.name, found.where, found.detail)
            rows.append((example, number, violation))
        self._stored.write(msgspec.msgpack.encode(rows))


_Row = tuple[int, int, tuple[str, str, str] | None]
_ROWS: Final = msgspec.msgpack.Decoder(list[_Row])


def stored_mutants(
    examples: Sequence[Example], version: Version, seed: int, budget: int, *, thin: bool
) -> list[MutantChoice]:
    """Return the first ``budget`` mutants of ``select_mutants``, if possible as stored before."""
    stored = StoredSelection("models", examples, version, seed, (budget, thin))
    if (rows := stored.read()) is not None:
        mutations = {
            number: dict(shuffled_mutations(examples[number], version, seed))
            for number in {row.example for row in rows}
        }
        return [
            MutantChoice(
                examples[row.example], mutations[row.example][row.number], row.violation, row.number
            )
            for row in rows
        ]
    choices = select_mutants(examples, version, seed, thin=thin)[:budget]
    numbers = {id(example): number for number, example in enumerate(examples)}
    stored.write(
        SelectedMutant(numbers[id(choice.example)], choice.number, choice.violation)
        for choice in choices
    )
    return choices
