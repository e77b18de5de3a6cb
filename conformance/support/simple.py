"""The base class for a first driver: it runs operations on NumPy arrays, one at a time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from conformance.hal import Model, Operand, Operation, OperationType
from conformance.support.base import BaseDevice, Program
from conformance.support.binding import Array, constant_copies, proper_booleans


@dataclass(frozen=True, slots=True)
class BoundOperation:
    """An operation with its operands instead of their indexes."""

    type: OperationType
    inputs: tuple[Operand, ...]
    outputs: tuple[Operand, ...]


class SimpleDriver(BaseDevice):
    """A complete driver that needs only two methods.

    ``supports`` returns whether an operation is supported. ``run`` computes one operation: it
    receives arrays in the operands' own types (the codes of quantized operands, ``None`` for an
    omitted input) and returns one array per output.
    """

    @abstractmethod
    def supports(self, operation: BoundOperation) -> bool:
        """Return whether the driver can execute this operation."""

    @abstractmethod
    def run(
        self, operation: BoundOperation, inputs: Sequence[Array | None]
    ) -> Sequence[Array] | Array:
        """Execute one operation and return its output arrays."""

    def supported_operations(self, model: Model) -> Sequence[bool]:
        defined_codes = OperationType.__members__.values()
        return [
            operation.type in defined_codes and self.supports(_bind(model, operation))
            for operation in model.main.operations
        ]

    def compile(self, model: Model) -> Program:
        main = model.main
        constants = constant_copies(model)
        steps = [(_bind(model, operation), operation) for operation in main.operations]

        def program(inputs: Sequence[Array | None]) -> Sequence[Array]:
            values = list(constants)
            for index, array in zip(main.input_indexes, proper_booleans(inputs), strict=True):
                values[index] = array
            for bound, operation in steps:
                results = self.run(bound, [values[index] for index in operation.inputs])
                arrays = (results,) if isinstance(results, np.ndarray) else results
                for index, array in zip(operation.outputs, arrays, strict=True):
                    values[index] = array
            return [values[index] for index in main.output_indexes]  # type: ignore[misc]

        return program


def _bind(model: Model, operation: Operation) -> BoundOperation:
    operands = model.main.operands
    return BoundOperation(
        OperationType(operation.type),
        tuple(operands[index] for index in operation.inputs),
        tuple(operands[index] for index in operation.outputs),
    )
