"""The first operand of a graph whose value in the driver differs from the expected one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from conformance.cases.example import Example
from conformance.failures.shrink.model_editing import (
    ComputeOutputs,
    build_example,
    expose_intermediates,
    to_editable,
)
from conformance.hal import OperationType, name_of
from conformance.harness.failure import CaseFailure
from conformance.verdicts import Verdict

DIVERGENCE_KEY: Final = "divergence"
"""Key of a verdict's details under which the located divergence is stored."""

FindWrongOutputs = Callable[[Example], Sequence[int] | None]
"""Returns the positions of the outputs with incorrect values; ``None`` if they are not known."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first operand with an incorrect value.

    ``operation`` is the number of the operation of main that writes it, ``output`` the position
    among the outputs of this operation, ``name`` the operation's type, ``operand`` the operand's
    name or index.

    ``operation`` is ``None`` if every value is correct when all operands are outputs: then only
    the combination of operations fails, or deviations within the tolerance add up.
    """

    operation: int | None
    output: int = 0
    name: str = ""
    operand: str = ""

    def describe(self) -> str:
        """Return the divergence as a clause for a verdict's reason."""
        if self.operation is None:
            return (
                "no operand differs when all operands are outputs: only the combination of the"
                " operations fails"
            )
        place = f"output {self.output} of {self.name} (operation {self.operation})"
        return f"the first operand that differs is {self.operand!r}, {place}"


def find_divergence(
    example: Example, wrong_outputs: FindWrongOutputs, compute: ComputeOutputs
) -> Divergence | None:
    """Make every operand that main's operations write an output and return the first wrong one.

    The result is ``None`` if main has only one operation, if the expected values cannot be
    computed, or if the changed model fails in another way.
    """
    main = example.model.main
    if len(main.operations) < 2:
        return None
    exposed = build_example(expose_intermediates(to_editable(example)), example, compute)
    wrong = None if exposed is None else wrong_outputs(exposed)
    if wrong is None:
        return None
    position = 0
    for number, operation in enumerate(main.operations):
        for output, index in enumerate(operation.outputs):
            if position in wrong:
                names = example.operand_names
                operand = names[index] if index < len(names) and names[index] else str(index)
                return Divergence(number, output, name_of(OperationType, operation.type), operand)
            position += 1
    return Divergence(None)


def verdict_with_divergence(verdict: Verdict, divergence: Divergence) -> Verdict:
    """Return the verdict with the divergence added to its reason and its details."""
    operand_details = {
        "operation": divergence.operation,
        "output": divergence.output,
        "name": divergence.name,
        "operand": divergence.operand,
    }
    return replace(
        verdict,
        reason=f"{verdict.reason}; {divergence.describe()}",
        details={**verdict.details, DIVERGENCE_KEY: operand_details},
    )


def failure_with_divergence(failure: CaseFailure, verdicts: Sequence[Verdict]) -> CaseFailure:
    """Return the failure, with verdicts that name the first operand that differs.

    The judge recorded ``failure`` before the operand was located, so the location is copied from
    ``verdicts``.
    """
    known = {v.path: v for v in verdicts if DIVERGENCE_KEY in v.details}
    attempts = []
    for attempt in failure.attempts:
        verdict = known.get(attempt.verdict.path)
        if verdict is not None and attempt.verdict.kind.blames_driver:
            details = {**attempt.verdict.details, DIVERGENCE_KEY: verdict.details[DIVERGENCE_KEY]}
            changed = replace(attempt.verdict, reason=verdict.reason, details=details)
            attempt = replace(attempt, verdict=changed)
        attempts.append(attempt)
    return replace(failure, attempts=tuple(attempts))
