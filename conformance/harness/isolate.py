"""Isolation: the first operand of a graph at which the driver and what is right part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from conformance.hal import OperationType, name_of
from conformance.harness.surgery import Compute, draft_of, example_from, internals_out
from conformance.harness.verdict import Verdict
from conformance.specfile.example import Example

ISOLATED: Final = "isolated"
"""Key of a verdict's details that holds a ``Parting``."""

WrongOutputs = Callable[[Example], Sequence[int] | None]
"""Positions of the outputs that a driver gets wrong; ``None`` where that cannot be told."""


@dataclass(frozen=True, slots=True)
class Parting:
    """Where it begins: operation of main and which of its outputs.

    ``operation`` is ``None`` when all operands are right as soon as all are outputs: then the
    operations are wrong only together, or by what adds up.
    """

    operation: int | None
    output: int = 0
    name: str = ""
    operand: str = ""

    def describe(self) -> str:
        """A part of a sentence."""
        if self.operation is None:
            return "every operand is right when all are outputs: operations are wrong only together"
        place = f"output {self.output} of {self.name} (operation {self.operation})"
        return f"the first operand that differs is {self.operand!r}, {place}"


def first_parting(
    example: Example, wrong_outputs: WrongOutputs, compute: Compute
) -> Parting | None:
    """Make every operand that main's operations write an output, and see which is wrong first.

    ``None`` where that tells nothing: a model of one operation, one for which nothing can be
    computed, one that fails otherwise then.
    """
    main = example.model.main
    if len(main.operations) < 2:
        return None
    open_ = example_from(internals_out(draft_of(example)), example, compute)
    wrong = None if open_ is None else wrong_outputs(open_)
    if wrong is None:
        return None
    position = 0
    for number, operation in enumerate(main.operations):
        for output, index in enumerate(operation.outputs):
            if position in wrong:
                names = example.operand_names
                operand = names[index] if index < len(names) and names[index] else str(index)
                return Parting(number, output, name_of(OperationType, operation.type), operand)
            position += 1
    return Parting(None)


def told(verdict: Verdict, parting: Parting) -> Verdict:
    """The verdict with the place in its reason and its details."""
    found = {
        "operation": parting.operation,
        "output": parting.output,
        "name": parting.name,
        "operand": parting.operand,
    }
    return replace(
        verdict,
        reason=f"{verdict.reason}; {parting.describe()}",
        details={**verdict.details, ISOLATED: found},
    )
