"""A builder of small hand-written models, as examples with the reference's expected outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from conformance import hal
from conformance.cases.example import Example, ExpectedOutput
from conformance.oracle.expected import reference_results

_T, _L = hal.OperandType, hal.OperandLifeTime


class ModelBuilder:
    """Adds operands and operations one by one; methods return operand indexes."""

    def __init__(self) -> None:
        self.operands: list[hal.Operand] = []
        self.operations: list[hal.Operation] = []
        self.constants = b""
        self.inputs: list[bytes] = []

    def input(self, type_: hal.OperandType, array: Sequence[object], scale: float = 0.0) -> int:
        data = np.asarray(array, hal.INFO[type_].dtype)
        self.inputs.append(data.tobytes())
        return self._add(hal.Operand(type_, data.shape, 0, scale, 0, _L.SUBGRAPH_INPUT))

    def scalar(self, number: int) -> int:
        data = np.array(number, "<i4").tobytes()
        where = hal.DataLocation(0, len(self.constants), 4)
        self.constants += data
        return self._add(hal.Operand(_T.INT32, (), 0, 0.0, 0, _L.CONSTANT_COPY, where))

    def ints(self, numbers: list[int]) -> int:
        data = np.array(numbers, "<i4").tobytes()
        where = hal.DataLocation(0, len(self.constants), len(data))
        self.constants += data
        operand = hal.Operand(_T.TENSOR_INT32, (len(numbers),), 0, 0.0, 0, _L.CONSTANT_COPY, where)
        return self._add(operand)

    def _add(self, operand: hal.Operand) -> int:
        self.operands.append(operand)
        return len(self.operands) - 1

    def call(
        self, op: hal.OperationType, inputs: list[int], type_: hal.OperandType, scale: float = 0.0
    ) -> int:
        (out,) = self.calls(op, inputs, [type_], scale)
        return out

    def calls(
        self,
        op: hal.OperationType,
        inputs: list[int],
        types: list[hal.OperandType],
        scale: float = 0.0,
    ) -> list[int]:
        """Add an operation with several outputs; ``scale`` is the scale of the first."""
        outs = [
            self._add(hal.Operand(type_, (), 0, 0.0 if n else scale, 0, _L.TEMPORARY_VARIABLE))
            for n, type_ in enumerate(types)
        ]
        self.operations.append(hal.Operation(op, tuple(inputs), tuple(outs)))
        return outs

    def example(self, *outputs: int) -> Example:
        operands = list(self.operands)
        for output in outputs:
            operands[output] = replace(operands[output], lifetime=_L.SUBGRAPH_OUTPUT)
        given = tuple(i for i, o in enumerate(operands) if o.lifetime == _L.SUBGRAPH_INPUT)
        model = hal.Model(
            hal.Subgraph(tuple(operands), tuple(self.operations), given, outputs),
            (),
            self.constants,
        )
        arrays = reference_results(model, self.inputs)
        names = tuple(f"op{i}" for i in range(len(operands)))
        expected = tuple(ExpectedOutput(array.shape, array.tobytes()) for array in arrays)
        return Example("hand", "hand", model, tuple(self.inputs), expected, names)
