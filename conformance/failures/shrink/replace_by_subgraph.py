"""Replaces the main subgraph with a subgraph that it references."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.failures.shrink.model_editing import (
    EditableCase,
    referenced_subgraphs,
    subgraph_as_main,
)
from conformance.failures.shrink.shrinking_pass import ShrinkingPass


class ReplaceBySubgraph(ShrinkingPass):
    """Replaces main with a subgraph of one of its IF or WHILE operations.

    Its inputs keep the values that main passes to it, which must be inputs or constants of main;
    for a WHILE these are the initial values.
    """

    def run(self) -> None:
        self.attempt_any(self._candidates())

    def _candidates(self) -> Iterator[EditableCase]:
        case = self.case
        for operation in case.main.operations:
            for number, passed in referenced_subgraphs(case.main, operation):
                main = subgraph_as_main(case.subgraphs[number], case.main, passed, {})
                if main is not None:
                    yield case.with_main(main)
