"""A model that adds and transposes a matrix, and its requests, for checks of unknown dimensions.

The model is ``output = TRANSPOSE(input + constant, permutation)`` on a matrix of 2x3. Model and
request each specify all, some or none of an operand's dimensions.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import Enum
from typing import Final

from conformance import hal
from conformance.checks.framework.check_context import CheckContext
from conformance.checks.samples.sample_requests import FILL_BYTE, reported_shapes
from conformance.harness.calls import driver_calls
from conformance.oracle.accuracy import describe_difference

Shape = tuple[int, ...]

MATRIX: Final = (2, 3)
RESULT: Final = (3, 2)
BYTES: Final = 24
_INPUT: Final = struct.pack("<6f", 0, 1, 2, 3, 4, 5)
ADDEND: Final = struct.pack("<6f", 10, 20, 30, 40, 50, 60)
_EXPECTED_RESULT: Final = struct.pack("<6f", 10, 43, 21, 54, 32, 65)
"""The sums 10 21 32, 43 54 65, transposed."""
_PERMUTATION: Final = struct.pack("<2i", 1, 0)


@dataclass(frozen=True, slots=True)
class TransposeModel:
    """The dimensions of each operand in the model.

    ``permutation_lifetime`` is the lifetime of the permutation: a constant, an input, or omitted.
    """

    matrix: Shape = MATRIX
    temporary: Shape = MATRIX
    permutation: Shape = (2,)
    result: Shape = RESULT
    permutation_lifetime: hal.OperandLifeTime = hal.OperandLifeTime.CONSTANT_COPY

    def build(self) -> hal.Model:
        """Return the model."""
        tensor, life = hal.OperandType.TENSOR_FLOAT32, hal.OperandLifeTime
        copy, lifetime = life.CONSTANT_COPY, self.permutation_lifetime
        values = hal.DataLocation(0, 28, 8) if lifetime == copy else hal.DataLocation()
        operands = (
            hal.Operand(tensor, self.matrix, 1, lifetime=life.SUBGRAPH_INPUT),
            hal.Operand(tensor, MATRIX, 1, lifetime=copy, location=hal.DataLocation(0, 0, 24)),
            hal.Operand(
                hal.OperandType.INT32, (), 1, lifetime=copy, location=hal.DataLocation(0, 24, 4)
            ),
            hal.Operand(tensor, self.temporary, 1, lifetime=life.TEMPORARY_VARIABLE),
            hal.Operand(
                hal.OperandType.TENSOR_INT32,
                self.permutation,
                1,
                lifetime=lifetime,
                location=values,
            ),
            hal.Operand(tensor, self.result, 0, lifetime=life.SUBGRAPH_OUTPUT),
        )
        operations = (
            hal.Operation(hal.OperationType.ADD, (0, 1, 2), (3,)),
            hal.Operation(hal.OperationType.TRANSPOSE, (3, 4), (5,)),
        )
        inputs = (0, 4) if lifetime == life.SUBGRAPH_INPUT else (0,)
        data = ADDEND + bytes(4) + _PERMUTATION
        return hal.Model(hal.Subgraph(operands, operations, inputs, (5,)), operand_values=data)


class RequiredEnd(Enum):
    """The required end of an execution."""

    VALUES = "NONE and the expected values"
    INVALID = "INVALID_ARGUMENT"
    SMALL = "OUTPUT_INSUFFICIENT_SIZE"
    ERROR = "an error"
    """Any error: a driver may detect the contradiction only while it computes."""


_OMITTED_ARGUMENT: Final = hal.RequestArgument(has_no_value=True)
_ARGUMENT_OFFSETS: Final = (64, 192, 320)
"""Offsets of the matrix, the permutation and the result in the memory."""


class TransposeRequest:
    """A request for such a model.

    ``matrix``, ``permutation`` and ``result`` are the dimensions that the request states;
    ``matrix_size`` and ``size`` are the byte lengths of the input and output buffers.
    """

    def __init__(
        self,
        context: CheckContext,
        *,
        matrix: Shape = (),
        matrix_size: int = BYTES,
        permutation: Shape | None = None,
        with_permutation: bool = False,
        result: Shape = (),
        size: int = BYTES,
    ) -> None:
        content = bytearray([FILL_BYTE]) * 448
        for offset, data in zip(_ARGUMENT_OFFSETS, (_INPUT, _PERMUTATION), strict=False):
            content[offset : offset + len(data)] = data
        self._before, self._size = bytes(content), size
        self._memory = hal.SharedMemory(initial=bytes(content))
        context.add_cleanup(self._memory.close)
        inputs = [
            hal.RequestArgument(
                False, hal.DataLocation(0, _ARGUMENT_OFFSETS[0], matrix_size), matrix
            )
        ]
        if with_permutation:
            where = hal.DataLocation(0, _ARGUMENT_OFFSETS[1], 8)
            has_value = permutation is not None
            inputs.append(
                hal.RequestArgument(False, where, permutation or ())
                if has_value
                else _OMITTED_ARGUMENT
            )
        output = hal.RequestArgument(False, hal.DataLocation(0, _ARGUMENT_OFFSETS[2], size), result)
        self.request = hal.Request(tuple(inputs), (output,), (self._memory,))

    def problem(self, outcome: driver_calls.ExecutionOutcome, end: RequiredEnd) -> str:
        """Describe how the outcome differs from the required end; empty if it does not."""
        status, reported = outcome.status, reported_shapes(outcome)
        problem = ""
        if end is RequiredEnd.VALUES:
            if status != hal.ErrorStatus.NONE:
                problem = (
                    f"the execution of a valid request answered {status.name}; NONE was expected"
                )
            elif difference := describe_difference(
                _EXPECTED_RESULT,
                self._written[: len(_EXPECTED_RESULT)],
                hal.OperandType.TENSOR_FLOAT32,
                operations=2,
            ):
                problem = f"the execution answered NONE, but in the output, {difference}"
            elif reported and reported != [(RESULT, True)]:
                problem = (
                    f"the execution reported the shapes {reported}; {[(RESULT, True)]} was expected"
                )
        elif end is RequiredEnd.SMALL:
            if status != hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE:
                problem = (
                    f"the execution with a buffer of {self._size} bytes for an output of 24 "
                    f"answered {status.name}; OUTPUT_INSUFFICIENT_SIZE was expected"
                )
            elif (
                len(reported) != 1
                or reported[0][1]
                or not _is_result_shape_or_unknown(reported[0][0])
            ):
                problem = (
                    f"the execution reported the shapes {reported} for a buffer of {self._size} "
                    f"bytes; {[(RESULT, False)]} or unknown dimensions were expected"
                )
        elif status == hal.ErrorStatus.NONE or (
            end is RequiredEnd.INVALID and status != hal.ErrorStatus.INVALID_ARGUMENT
        ):
            problem = f"the execution answered {status.name}; {end.value} was expected"
        return problem or (
            "" if self._surroundings_intact else "the driver wrote outside the output buffer"
        )

    @property
    def _written(self) -> bytes:
        with self._memory.view() as view:
            return bytes(view[_ARGUMENT_OFFSETS[2] : _ARGUMENT_OFFSETS[2] + self._size])

    @property
    def _surroundings_intact(self) -> bool:
        with self._memory.view() as view:
            after, end = bytes(view), _ARGUMENT_OFFSETS[2] + self._size
        before = self._before
        return (
            after[: _ARGUMENT_OFFSETS[2]] == before[: _ARGUMENT_OFFSETS[2]]
            and after[end:] == before[end:]
        )


def _is_result_shape_or_unknown(reported: Shape) -> bool:
    """Return whether dimensions, reported for a too small buffer, are the result's or unknown."""
    return not reported or (
        len(reported) == len(RESULT)
        and all(extent in (0, size) for extent, size in zip(reported, RESULT, strict=True))
    )
