"""The base class of the passes that simplify IF or WHILE operations."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from conformance.failures.shrink.control_flow_editing import find_control_flow
from conformance.failures.shrink.model_editing import EditableCase
from conformance.failures.shrink.shrinking_pass import ShrinkingPass
from conformance.hal import OperationType


class ControlFlowPass(ShrinkingPass):
    """Simplifies the operations of one type, IF or WHILE, in all subgraphs."""

    operation: ClassVar[OperationType]

    @abstractmethod
    def variants(self, number: int, place: int) -> Iterator[EditableCase]:
        """Yield simpler variants of the case: of operation ``place`` of subgraph ``number``."""

    def run(self) -> None:
        while self.attempt_any(
            candidate
            for number, place in find_control_flow(self.case, self.operation)
            for candidate in self.variants(number, place)
        ):
            pass
