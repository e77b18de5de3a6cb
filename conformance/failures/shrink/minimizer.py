"""Reduces a failing case to a small one that still fails with the same signature.

The passes remove operations (including those of referenced subgraphs), outputs and states of loops.
They simplify types and scalar arguments, reduce tensor sizes, and finally simplify tensor data.
Each derives candidates from the smallest case so far. Every candidate is a valid case whose
expected outputs are computed anew. It is kept only if it fails in the same way as the original.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import prod
from typing import Final

from conformance.cases.example import Example
from conformance.failures.shrink import control_flow, passes
from conformance.failures.shrink.model_editing import (
    BudgetExhausted,
    ComputeOutputs,
    Search,
    StillFails,
    given_tensors,
    to_editable,
)
from conformance.hal import OperationType, name_of

Pass = Callable[[Search], None]
"""Attempts the candidates of one way to make the case of a search smaller."""
_REPEATED_PASSES: Final[tuple[Pass, ...]] = (
    passes.remove_outputs,
    control_flow.inline_control_flow,
    passes.remove_operations,
    passes.bypass_operations,
    control_flow.simplify_control_flow,
    passes.simplify_types,
    passes.simplify_operands,
    passes.shrink_sizes,
    passes.simplify_values,
)


@dataclass(frozen=True, slots=True)
class MinimizationResult:
    """The smallest failing case that was found.

    ``tries`` is the number of candidates that were run on the driver, ``seconds`` the duration of
    the search.
    """

    example: Example
    tries: int
    seconds: float

    @property
    def operations(self) -> tuple[str, ...]:
        """The names of the operations that remain in the main subgraph, in order."""
        main = self.example.model.main
        return tuple(name_of(OperationType, operation.type) for operation in main.operations)


def minimize(
    example: Example, still_fails: StillFails, compute: ComputeOutputs, budget: float = 20.0
) -> MinimizationResult:
    """Return the smallest failing variant of ``example`` found within ``budget`` seconds.

    ``still_fails`` runs a candidate and returns whether it fails with the same signature.
    ``compute`` returns the expected outputs of a model. If nothing can be removed, the result holds
    ``example`` itself.
    """
    started = time.monotonic()
    search = Search(example, still_fails, compute, started + budget)
    with suppress(BudgetExhausted):
        passes.remove_operations(search)
        while _reduces(search, passes.replace_by_subgraph):
            passes.remove_operations(search)
        while _reduces(search, *_REPEATED_PASSES):
            pass
    return MinimizationResult(search.best, search.tries, time.monotonic() - started)


def _reduces(search: Search, *shrinking: Pass) -> bool:
    """Run passes one after another; return whether one of them made the case smaller."""
    before = search.best
    for shrink in shrinking:
        shrink(search)
    return search.best is not before


def count_input_elements(example: Example) -> int:
    """Return the size of a case: the number of elements in main's input and constant tensors."""
    draft = to_editable(example)
    return sum(prod(draft.main.operands[index].dimensions) for index in given_tensors(draft.main))
