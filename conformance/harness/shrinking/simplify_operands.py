"""Simplifies scalar arguments, and copies constants into the model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from conformance.hal import INFO, OperandLifeTime, OperationType
from conformance.harness.shrinking.model_editing import (
    GIVEN_LIFETIMES,
    EditableSubgraph,
    reachable_subgraphs,
)
from conformance.harness.shrinking.shrinking_pass import ShrinkingPass

_L: Final = OperandLifeTime
_INFERRED_EXTENT: Final = np.array([-1], "<i4").tobytes()


class SimplifyOperands(ShrinkingPass):
    """Simplifies scalars and copies constants into the model.

    The shape argument of RESHAPE becomes [-1], so that it does not prevent smaller inputs.
    """

    def run(self) -> None:
        for operation in self.case.main.operations:
            if operation.type == OperationType.RESHAPE:
                self._simplify_reshape(operation.inputs[1])
        for number in (0, *reachable_subgraphs(self.case)):
            for index in sorted(self.case.subgraphs[number].read_operands):
                parts = simplify_operand(self.case.subgraphs[number], index)
                self.attempt_any(self.case.with_subgraph(number, part) for part in parts)

    def _simplify_reshape(self, shape: int) -> None:
        """Set the shape argument of a RESHAPE to [-1], which is valid for an input of any size."""
        main = self.case.main.copy()
        if main.data.get(shape) in (None, _INFERRED_EXTENT):
            return
        main.data[shape] = _INFERRED_EXTENT
        main.operands[shape] = replace(main.operands[shape], dimensions=(1,))
        self.attempt_with_shapes(self.case.with_main(main))


def simplify_operand(part: EditableSubgraph, index: int) -> Iterator[EditableSubgraph]:
    """Yield variants of the subgraph with a simpler operand.

    A CONSTANT_REFERENCE becomes a CONSTANT_COPY, a scalar input becomes a constant, and a scalar
    becomes 0 or 1.
    """
    operand = part.operands[index]
    info = INFO.get(operand.type)
    if info is None or (index not in part.data and operand.lifetime in GIVEN_LIFETIMES):
        return
    if operand.lifetime == _L.CONSTANT_REFERENCE:
        other = part.copy()
        other.operands[index] = replace(operand, lifetime=_L.CONSTANT_COPY)
        yield other
    if info.tensor or index not in part.data:
        return
    if operand.lifetime == _L.SUBGRAPH_INPUT:
        other = part.copy()
        other.operands[index] = replace(operand, lifetime=_L.CONSTANT_COPY)
        other.inputs.remove(index)
        yield other
    now = part.data[index]
    for number in (0, 1):
        data = np.array(number, info.dtype).tobytes()
        if data == now:
            return
        other = part.copy()
        other.data[index] = data
        yield other
