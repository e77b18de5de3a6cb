"""The search of the passes: the smallest failing case so far, and the candidates for a smaller."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final

from conformance.cases.example import Example
from conformance.failures.shrink.model_editing import (
    ComputeOutputs,
    EditableCase,
    build_example,
    infer_shapes,
    to_editable,
)

StillFails = Callable[[Example], bool]
_MAX_TRIES: Final = 600
"""Maximum number of candidates that are run on the driver."""


class BudgetExhausted(Exception):  # noqa: N818 - ends a search, is no error
    """Ends the search: the limit on time or on the number of candidates is reached."""


class Search:
    """The smallest failing case so far: ``best``, and ``case`` in editable form.

    ``compute`` returns the expected outputs of a model.
    """

    def __init__(
        self, example: Example, still_fails: StillFails, compute: ComputeOutputs, deadline: float
    ) -> None:
        self.best = example
        self.case = to_editable(example)
        self.tries = 0
        self.compute = compute
        self._still_fails = still_fails
        self._deadline = deadline

    def attempt(self, candidate: EditableCase) -> bool:
        """Run a candidate; keep it and return True if it fails in the same way.

        A candidate without computable expected outputs is not run. Raise ``BudgetExhausted`` if a
        limit is reached.
        """
        if self.tries >= _MAX_TRIES or time.monotonic() > self._deadline:
            raise BudgetExhausted
        example = build_example(candidate, self.best, self.compute)
        if example is None:
            return False
        self.tries += 1
        if not self._still_fails(example):
            return False
        self.case, self.best = candidate, example
        return True

    def attempt_any(self, candidates: Iterable[EditableCase]) -> bool:
        """Attempt candidates until one is kept; return whether one was."""
        return any(map(self.attempt, candidates))

    def attempt_with_shapes(self, candidate: EditableCase) -> bool:
        """Attempt a candidate with recomputed shapes of operation outputs, if it is valid."""
        shaped = infer_shapes(candidate, self.compute)
        return shaped is not None and self.attempt(shaped)
