"""Models that copy their inputs to their outputs, for checks of driver-managed buffers.

Each of the independent operations of a model computes exactly its input, so that any mode of
execution and any precision returns the same bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from conformance import hal
from conformance.checks.framework.check_context import (
    CheckContext,
    SkipCheck,
    skip_if_lacking_resources,
)
from conformance.harness.calls import driver_calls
from conformance.verdicts import VerdictKind

DIMENSIONS: Final = (1, 6, 6, 4)
"""Dimensions of every input and output, unless a check states others."""

TYPES: Final = (
    hal.OperandType.TENSOR_FLOAT32,
    hal.OperandType.TENSOR_FLOAT16,
    hal.OperandType.TENSOR_QUANT8_ASYMM,
    hal.OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
)
"""The operand types of the official tests of memory domains."""

_OPERATIONS: Final = (hal.OperationType.CONV_2D, hal.OperationType.RELU, hal.OperationType.ADD)
_COPY, _INPUT, _OUTPUT = (
    hal.OperandLifeTime.CONSTANT_COPY,
    hal.OperandLifeTime.SUBGRAPH_INPUT,
    hal.OperandLifeTime.SUBGRAPH_OUTPUT,
)


@dataclass(frozen=True, slots=True)
class CopyModel:
    """A model of ``copies`` operations, each of which copies one input to one output.

    Attributes:
        operation: CONV_2D with a 3x3 filter that selects the center, RELU, or ADD of zero.
        quantization: scale and zero point, for quantized types.

    """

    type: hal.OperandType
    operation: hal.OperationType = hal.OperationType.CONV_2D
    dimensions: tuple[int, ...] = DIMENSIONS
    copies: int = 1
    quantization: tuple[float, int] = (0.5, 0)

    @property
    def operand(self) -> hal.Operand:
        """The operand of each input, without its lifetime."""
        scale, zero_point = self.quantization if hal.INFO[self.type].quantized else (0.0, 0)
        return hal.Operand(self.type, self.dimensions, 1, scale, zero_point)

    @property
    def size(self) -> int:
        """Size of one input in bytes; 0 if a dimension is unknown."""
        return hal.byte_size(self.type, self.dimensions) or 0

    def build(self) -> hal.Model:
        """Return the model."""
        data = bytearray()
        constants: list[hal.Operand] = []

        def add_constant(operand: hal.Operand, value: bytes) -> None:
            location = hal.DataLocation(0, len(data), len(value))
            data.extend(value + bytes(-len(value) % 4))
            constants.append(
                replace(operand, lifetime=_COPY, location=location, number_of_consumers=self.copies)
            )

        if self.operation == hal.OperationType.CONV_2D:
            self._add_convolution_constants(add_constant)
        elif self.operation == hal.OperationType.ADD:
            dtype = hal.INFO[self.type].dtype
            add_constant(
                replace(self.operand, dimensions=(1,)),
                np.full(1, self.operand.zero_point, dtype).tobytes(),
            )
            add_constant(hal.Operand(hal.OperandType.INT32, ()), bytes(4))
        inputs = [replace(self.operand, lifetime=_INPUT)] * self.copies
        outputs = [replace(self.operand, lifetime=_OUTPUT, number_of_consumers=0)] * self.copies
        shared = tuple(range(2 * self.copies, 2 * self.copies + len(constants)))
        operations = tuple(
            hal.Operation(self.operation, (number, *shared), (self.copies + number,))
            for number in range(self.copies)
        )
        main = hal.Subgraph(
            (*inputs, *outputs, *constants),
            operations,
            tuple(range(self.copies)),
            tuple(range(self.copies, 2 * self.copies)),
        )
        return hal.Model(main, operand_values=bytes(data))

    def _add_convolution_constants(self, add_constant: object) -> None:
        depth, info = self.dimensions[-1], hal.INFO[self.type]
        identity = np.zeros((depth, 3, 3, depth), info.dtype)
        identity[:, 1, 1, :] = np.eye(depth)
        scale = 1.0 if info.quantized else 0.0
        filter_ = hal.Operand(self.type, identity.shape, scale=scale)
        bias = hal.Operand(self.type, (depth,))
        zeros = np.zeros(depth, info.dtype)
        if info.quantized:
            bias = hal.Operand(hal.OperandType.TENSOR_INT32, (depth,), scale=self.quantization[0])
            zeros = np.zeros(depth, "<i4")
        add_constant(filter_, identity.tobytes())  # type: ignore[operator]
        add_constant(bias, zeros.tobytes())  # type: ignore[operator]
        for value in (1, 1, 1, 1, 1, 1, 0):  # padding, strides, no activation
            add_constant(hal.Operand(hal.OperandType.INT32, ()), struct.pack("<i", value))  # type: ignore[operator]

    def data(self, seed: int, dimensions: tuple[int, ...] = ()) -> bytes:
        """Return values that the model copies exactly; they depend on ``seed``."""
        shape = dimensions or self.dimensions
        count = int(np.prod(shape))
        codes = (np.arange(count) * 7 + 13 * seed + 1) % 101
        zero_point = self.operand.zero_point
        return (codes + zero_point).astype(hal.INFO[self.type].dtype).tobytes()


def addition_with_scalar_input(type_: hal.OperandType, rank: int = 4) -> hal.Model:
    """Return an ADD whose inputs are two tensors of a rank and the scalar activation."""
    tensor = replace(CopyModel(type_).operand, dimensions=DIMENSIONS[-rank:])
    operands = (
        replace(tensor, lifetime=_INPUT),
        replace(tensor, lifetime=_INPUT),
        hal.Operand(hal.OperandType.INT32, (), 1, lifetime=_INPUT),
        replace(tensor, lifetime=_OUTPUT, number_of_consumers=0),
    )
    return hal.Model(
        hal.Subgraph(
            operands, (hal.Operation(hal.OperationType.ADD, (0, 1, 2), (3,)),), (0, 1, 2), (3,)
        )
    )


def supported_copy_models(context: CheckContext) -> Iterator[CopyModel]:
    """Yield a copy model for each operand type, with the first operation that is supported.

    ``SkipCheck`` ends the check as declined if no type has a supported operation.
    """
    is_any_supported = False
    for type_ in TYPES:
        for operation in _OPERATIONS:
            model = CopyModel(type_, operation)
            if is_supported(context, model.build()):
                is_any_supported = True
                yield model
                break
    if not is_any_supported:
        names = ", ".join(operation.name for operation in _OPERATIONS)
        reason = (
            f"get_supported_operations reports {names} as unsupported for every operand type of "
            "the check"
        )
        raise SkipCheck(VerdictKind.DECLINED, reason, "prepare.declined")


def is_supported(context: CheckContext, model: hal.Model) -> bool:
    """Return whether the driver reports all operations of a valid model as supported."""
    status, flags = driver_calls.get_supported_operations(context.device, model)
    skip_if_lacking_resources(status, "get_supported_operations")
    if status.name != "NONE":
        reason = (
            f"get_supported_operations answered {status.name} for a valid model; NONE was expected"
        )
        raise SkipCheck(VerdictKind.FAILED, reason, "supported.status")
    return all(flags)
