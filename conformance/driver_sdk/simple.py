"""The base class for a first driver: it runs operations on NumPy arrays, one at a time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from conformance.driver_sdk.base import BaseDevice
from conformance.driver_sdk.binding import Array, DriverError, constant_copies, proper_booleans
from conformance.driver_sdk.program_model import Program
from conformance.hal import INFO, ErrorStatus, Model, Operand, OperandType, Operation, OperationType


@dataclass(frozen=True, slots=True)
class BoundOperation:
    """An operation with its operands instead of their indexes."""

    type: OperationType
    inputs: tuple[Operand, ...]
    outputs: tuple[Operand, ...]


class SimpleDriver(BaseDevice):
    """A complete driver that needs only two methods.

    ``supports`` returns whether an operation is supported. ``run`` computes one operation: it
    receives arrays in the operands' own types (the codes of quantized operands, an array without
    dimensions for a scalar, ``None`` for an omitted input) and returns one array per output.
    A result with another type or shape than its operand, and an exception of ``run``, fail the
    execution with GENERAL_FAILURE; the verdict states the reason.
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
                arguments = [values[index] for index in operation.inputs]
                results = self._run_checked(bound, arguments, operation.outputs)
                for index, array in zip(operation.outputs, results, strict=True):
                    values[index] = array
            return [values[index] for index in main.output_indexes]  # type: ignore[misc]

        return program

    def _run_checked(
        self, operation: BoundOperation, inputs: Sequence[Array | None], indexes: Sequence[int]
    ) -> Sequence[Array]:
        """Return the results of ``run`` if they have the form that the model requires.

        Raise ``DriverError`` with GENERAL_FAILURE otherwise; ``indexes`` are those of the outputs.
        """
        call = f"run({operation.type.name})"
        try:
            results = self.run(operation, inputs)
        except (DriverError, MemoryError):
            raise
        except Exception as error:
            self.last_error.set_exception(error, call)
            raise DriverError(ErrorStatus.GENERAL_FAILURE, self.last_error.take()) from error
        problem = _problem(results, operation.outputs, indexes)
        if problem:
            raise DriverError(ErrorStatus.GENERAL_FAILURE, f"{call} returned {problem}")
        return (results,) if isinstance(results, np.ndarray) else results


def _problem(results: object, operands: Sequence[Operand], indexes: Sequence[int]) -> str:
    """Return what is wrong with the results of an operation; empty if they are valid."""
    if isinstance(results, np.ndarray):
        results = (results,)
    if not isinstance(results, (tuple, list)):
        return (
            f"{_kind(results)}; expected: one NumPy array for each output"
            f" ({_list_operands(operands, indexes)})"
        )
    if len(results) != len(operands):
        return (
            f"{len(results)} arrays; the operation has {len(operands)} outputs"
            f" ({_list_operands(operands, indexes)})"
        )
    for result, operand, index in zip(results, operands, indexes, strict=True):
        if not isinstance(result, np.ndarray):
            return f"{_kind(result)}; {_describe(operand, index)}"
        dims = operand.dimensions
        has_shape = not dims or (
            len(dims) == result.ndim
            and all(stated in (0, size) for stated, size in zip(dims, result.shape, strict=True))
        )
        if not has_shape or not _has_type(result, operand):
            return f"{result.dtype} {list(result.shape)}; {_describe(operand, index)}"
    return ""


def _has_type(result: Array, operand: Operand) -> bool:
    expected = INFO[operand.type].dtype
    return result.dtype == expected or (
        operand.type in _BOOLEAN_TYPES and result.dtype in (np.bool_, np.uint8)
    )


_BOOLEAN_TYPES = (OperandType.BOOL, OperandType.TENSOR_BOOL8)


def _describe(operand: Operand, index: int) -> str:
    dims = list(operand.dimensions) if operand.dimensions else "of any shape"
    return f"operand {index} is {OperandType(operand.type).name} {dims}, {INFO[operand.type].dtype}"


def _list_operands(operands: Sequence[Operand], indexes: Sequence[int]) -> str:
    pairs = zip(operands, indexes, strict=True)
    return ", ".join(_describe(operand, index) for operand, index in pairs)


def _kind(value: object) -> str:
    """Return the kind of a result that is not an array."""
    if value is None:
        return "None"
    name = type(value).__name__
    return (
        f"a NumPy {name} scalar" if isinstance(value, np.generic) else f"an object of type {name}"
    )


def _bind(model: Model, operation: Operation) -> BoundOperation:
    operands = model.main.operands
    return BoundOperation(
        OperationType(operation.type),
        tuple(operands[index] for index in operation.inputs),
        tuple(operands[index] for index in operation.outputs),
    )
