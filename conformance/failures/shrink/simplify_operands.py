"""Simplifies scalar arguments, and copies constants into the model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from conformance.failures.shrink.model_editing import (
    GIVEN_LIFETIMES,
    EditableSubgraph,
    reachable_subgraphs,
)
from conformance.failures.shrink.shrinking_pass import ShrinkingPass
from conformance.hal import INFO, OperandLifeTime
from conformance.operations import find_definition

_L: Final = OperandLifeTime


class SimplifyOperands(ShrinkingPass):
    """Simplifies scalars and copies constants into the model.

    Inputs such as the shape of RESHAPE become constants that fit inputs of any size.
    """

    def run(self) -> None:
        for operation in self.case.main.operations:
            if (definition := find_definition(operation.type)) is None:
                continue
            for name, numbers in definition.properties.simplest_inputs.items():
                self._simplify_input(operation.inputs[definition.forms[0].positions[name]], numbers)
        for number in (0, *reachable_subgraphs(self.case)):
            for index in sorted(self.case.subgraphs[number].read_operands):
                parts = simplify_operand(self.case.subgraphs[number], index)
                self.attempt_any(self.case.with_subgraph(number, part) for part in parts)

    def _simplify_input(self, index: int, numbers: tuple[int, ...]) -> None:
        """Set an int32 input to numbers that are valid for other inputs of any size."""
        main, data = self.case.main.copy(), np.array(numbers, np.int32).tobytes()
        if main.data.get(index) in (None, data):
            return
        main.data[index] = data
        main.operands[index] = replace(main.operands[index], dimensions=(len(numbers),))
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
        variant = part.copy()
        variant.operands[index] = replace(operand, lifetime=_L.CONSTANT_COPY)
        yield variant
    if info.tensor or index not in part.data:
        return
    if operand.lifetime == _L.SUBGRAPH_INPUT:
        variant = part.copy()
        variant.operands[index] = replace(operand, lifetime=_L.CONSTANT_COPY)
        variant.inputs.remove(index)
        yield variant
    now = part.data[index]
    for number in (0, 1):
        data = np.array(number, info.dtype).tobytes()
        if data == now:
            return
        variant = part.copy()
        variant.data[index] = data
        yield variant
