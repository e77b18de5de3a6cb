"""Small models that most drivers support, for checks that do not test arithmetic.

Each of the independent operations of a model computes exactly its input, so that any mode of
execution and any precision returns the same bytes.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from conformance import hal
from conformance.checks.check_context import CheckContext, decline
from conformance.operations import vendor_extensions

ELEMENTS = 8
"""Number of elements of the input and of the output of a chain with constants."""
SUM_CONSTANT = 4
"""The constant that each step of a chain of sums adds: more than twice the tolerance of a step."""

_TENSOR = hal.OperandType.TENSOR_FLOAT32
_INPUT, _OUTPUT = hal.OperandLifeTime.SUBGRAPH_INPUT, hal.OperandLifeTime.SUBGRAPH_OUTPUT


_COPY = hal.OperandLifeTime.CONSTANT_COPY
_NO_ACTIVATION = hal.Operand(
    hal.OperandType.INT32, lifetime=_COPY, location=hal.DataLocation(0, 0, 4)
)
"""The constant operand for no fused activation."""


def subgraph(
    operands: Sequence[hal.Operand],
    operations: tuple[hal.Operation, ...],
    inputs: tuple[int, ...],
    outputs: tuple[int, ...],
) -> hal.Subgraph:
    """Return a subgraph; set the lifetimes of inputs and outputs and all numbers of consumers."""
    consumers = Counter(index for operation in operations for index in operation.inputs)
    lives = dict.fromkeys(inputs, _INPUT) | dict.fromkeys(outputs, _OUTPUT)
    counted = [
        replace(each, lifetime=lives.get(at, each.lifetime), number_of_consumers=consumers[at])
        for at, each in enumerate(operands)
    ]
    return hal.Subgraph(tuple(counted), operations, inputs, outputs)


def with_operands(model: hal.Model, indexes: Iterable[int], **changes: Any) -> hal.Model:
    """Return a model with these fields changed in the operands of these indexes."""
    operands = list(model.main.operands)
    for index in indexes:
        operands[index] = replace(operands[index], **changes)
    return replace(model, main=replace(model.main, operands=tuple(operands)))


def with_operation(model: hal.Model, **changes: Any) -> hal.Model:
    """Return a model of one operation with these fields of the operation changed."""
    (operation,) = model.main.operations
    operations = (replace(operation, **changes),)
    return replace(model, main=replace(model.main, operations=operations))


def addition_model(elements: int = 4) -> hal.Model:
    """Return the model ``output = input 0 + input 1`` on float32 vectors of ``elements``."""
    return addition_chain_model(elements, 1)


def sum_and_product_model(elements: int = 4, *, open_outputs: bool = False) -> hal.Model:
    """Return the model ``output 0 = a + b, output 1 = a * b`` on float32 vectors of ``elements``.

    With ``open_outputs`` the model leaves the extent of both outputs unknown.
    """
    operand = hal.Operand(_TENSOR, (elements,))
    result = hal.Operand(_TENSOR, (0,)) if open_outputs else operand
    operations = (
        hal.Operation(hal.OperationType.ADD, (0, 1, 2), (3,)),
        hal.Operation(hal.OperationType.MUL, (0, 1, 2), (4,)),
    )
    operands = operand, operand, _NO_ACTIVATION, result, result
    return hal.Model(subgraph(operands, operations, (0, 1), (3, 4)), operand_values=bytes(4))


def addition_model_with_shapes(
    shapes: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]],
) -> hal.Model:
    """Return ``addition_model()`` with other dimensions; 0: unknown extent, (): unknown rank."""
    model = addition_model()
    for index, shape in zip((0, 1, 3), shapes, strict=True):
        model = with_operands(model, (index,), dimensions=shape)
    return model


def addition_chain_model(elements: int, steps: int) -> hal.Model:
    """Return the model ``output = input 0 + steps * input 1``, computed by a chain of ADDs."""
    vector = hal.Operand(_TENSOR, (elements,))
    operands = vector, vector, _NO_ACTIVATION, *[vector] * steps
    operations = tuple(
        hal.Operation(hal.OperationType.ADD, (step + 2 if step else 0, 1, 2), (step + 3,))
        for step in range(steps)
    )
    main = subgraph(operands, operations, (0, 1), (steps + 2,))
    return hal.Model(main, operand_values=bytes(4))


def sum_chain_model(data_type: hal.OperandType, steps: int) -> hal.Model:
    """Return a chain of ``steps`` ADDs, each of ``SUM_CONSTANT``, to a vector of ``ELEMENTS``.

    ``data_type`` is TENSOR_FLOAT32 or TENSOR_QUANT8_ASYMM; the latter has scale 1.
    """
    constant = struct.pack("<f", SUM_CONSTANT) if data_type == _TENSOR else bytes([SUM_CONSTANT])
    return _constant_chain(hal.OperationType.ADD, data_type, 1.0, constant, steps)


def product_chain_model(data_type: hal.OperandType, steps: int) -> hal.Model:
    """Return a chain of ``steps`` MULs, each by the constant 1, like ``sum_chain_model``.

    The quantized constant is 2 of scale 0.5, because a product's scale must be larger than the
    product of the factors' scales.
    """
    constant = struct.pack("<f", 1) if data_type == _TENSOR else bytes([2])
    return _constant_chain(hal.OperationType.MUL, data_type, 0.5, constant, steps)


def _constant_chain(
    operation: hal.OperationType,
    data_type: hal.OperandType,
    constant_scale: float,
    constant: bytes,
    steps: int,
) -> hal.Model:
    """Return a chain of operations; each step has its own copy of the constant."""
    scale, constant_scale = (1.0, constant_scale) if data_type != _TENSOR else (0.0, 0.0)
    vector = hal.Operand(data_type, (ELEMENTS,), scale=scale)
    constants = [
        hal.Operand(
            data_type,
            (1,),
            scale=constant_scale,
            lifetime=_COPY,
            location=hal.DataLocation(0, 4 + 4 * step, len(constant)),
        )
        for step in range(steps)
    ]
    operands = vector, _NO_ACTIVATION, *constants, *[vector] * steps
    results = [0, *range(steps + 2, 2 * steps + 2)]
    operations = tuple(
        hal.Operation(operation, (results[step], step + 2, 1), (results[step + 1],))
        for step in range(steps)
    )
    main = subgraph(operands, operations, (0,), (results[-1],))
    return hal.Model(main, operand_values=bytes(4) + constant.ljust(4, b"\0") * steps)


def loop_model(turns: int | None = None) -> hal.Model:
    """Return a WHILE model that counts its int32 input up to ``turns``; ``None``: endless loop."""
    state, holds = (
        hal.Operand(hal.OperandType.TENSOR_INT32, (1,)),
        hal.Operand(hal.OperandType.TENSOR_BOOL8, (1,)),
    )
    bound, step, activation = (
        replace(operand, lifetime=_COPY, location=hal.DataLocation(0, offset, 4))
        for offset, operand in ((0, state), (4, state), (8, _NO_ACTIVATION))
    )
    comparison = hal.OperationType.LESS if turns is not None else hal.OperationType.GREATER_EQUAL
    compare = hal.Operation(comparison, (0, 1), (2,))
    add = hal.Operation(hal.OperationType.ADD, (0, 1, 2), (3,))
    referenced = (
        subgraph((state, bound, holds), (compare,), (0,), (2,)),
        subgraph((state, step, activation, state), (add,), (0,), (3,)),
    )
    life = hal.OperandLifeTime.SUBGRAPH
    references = [
        hal.Operand(hal.OperandType.SUBGRAPH, lifetime=life, location=hal.DataLocation(0, index, 0))
        for index in range(2)
    ]
    loop = hal.Operation(hal.OperationType.WHILE, (0, 1, 2), (3,))
    main = subgraph((*references, state, state), (loop,), (2,), (3,))
    # The endless loop adds 0 and continues as long as the count is at least 0.
    numbers = (turns, 1, 0) if turns is not None else (0, 0, 0)
    return hal.Model(main, referenced, struct.pack("<3i", *numbers))


def constant_addition_model(elements: int) -> tuple[hal.Model, bytes]:
    """Return ``output = input + constant`` on float32 vectors, and the bytes of the constant."""
    constant = (np.arange(elements) % 251).astype("<f4").tobytes()
    vector = hal.Operand(_TENSOR, (elements,))
    place = hal.DataLocation(0, 4, len(constant))
    addend = replace(vector, lifetime=_COPY, location=place)
    add = hal.Operation(hal.OperationType.ADD, (0, 1, 2), (3,))
    main = subgraph((vector, addend, _NO_ACTIVATION, vector), (add,), (0,), (3,))
    return hal.Model(main, operand_values=bytes(4) + constant), constant


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


@dataclass(frozen=True, slots=True)
class CopyModel:
    """A model of ``copies`` operations, each of which copies one input to one output.

    Attributes:
        operation: CONV_2D with a 3x3 filter that selects the center, RELU, CAST, or ADD of zero.
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
        data, constants = bytearray(), []
        for operand, value in self._constants():
            location = hal.DataLocation(0, len(data), len(value))
            data.extend(value + bytes(-len(value) % 4))
            constants.append(replace(operand, lifetime=_COPY, location=location))
        shared = tuple(range(2 * self.copies, 2 * self.copies + len(constants)))
        operations = tuple(
            hal.Operation(self.operation, (number, *shared), (self.copies + number,))
            for number in range(self.copies)
        )
        main = subgraph(
            (*[self.operand] * (2 * self.copies), *constants),
            operations,
            tuple(range(self.copies)),
            tuple(range(self.copies, 2 * self.copies)),
        )
        return hal.Model(main, operand_values=bytes(data))

    def _constants(self) -> list[tuple[hal.Operand, bytes]]:
        """Return the inputs of each operation after the first, which it copies."""
        depth, info = self.dimensions[-1], hal.INFO[self.type]
        number = hal.Operand(hal.OperandType.INT32)
        if self.operation in (hal.OperationType.RELU, hal.OperationType.CAST):
            return []
        if self.operation == hal.OperationType.ADD:
            zero = np.full(1, self.operand.zero_point, info.dtype).tobytes()
            return [(replace(self.operand, dimensions=(1,)), zero), (number, bytes(4))]
        identity = np.zeros((depth, 3, 3, depth), info.dtype)
        identity[:, 1, 1, :] = np.eye(depth)
        scale = 1.0 if info.quantized else 0.0
        filter_ = hal.Operand(self.type, identity.shape, scale=scale)
        bias = hal.Operand(self.type, (depth,))
        zeros = np.zeros(depth, info.dtype)
        if info.quantized:
            bias = hal.Operand(hal.OperandType.TENSOR_INT32, (depth,), scale=self.quantization[0])
            zeros = np.zeros(depth, "<i4")
        scalars = (1, 1, 1, 1, 1, 1, 0)  # padding, strides, no activation
        return [
            (filter_, identity.tobytes()),
            (bias, zeros.tobytes()),
            *((number, struct.pack("<i", value)) for value in scalars),
        ]

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
    operands = tensor, tensor, hal.Operand(hal.OperandType.INT32), tensor
    add = hal.Operation(hal.OperationType.ADD, (0, 1, 2), (3,))
    return hal.Model(subgraph(operands, (add,), (0, 1, 2), (3,)))


SAMPLE_EXTENSION: Final = "org.nn_conformance.sample"
"""The extension whose results the suite knows."""


def saturating_addition_model(prefix: int, others: Mapping[str, int]) -> hal.Model:
    """Return a SATURATING_ADD of the sample extension on vectors of 4 elements.

    The model declares ``prefix`` for the extension, and ``others`` for other extensions.
    """
    sample, largest = vendor_extensions()[SAMPLE_EXTENSION], (1 << hal.EXTENSION_TYPE_BITS) - 1
    code = prefix << hal.EXTENSION_TYPE_BITS
    type_ = code | (sample.operand_types["TENSOR_UINT16"] & largest)
    addend = hal.Operand(type_, (4,), 1, lifetime=_INPUT)
    operation = hal.Operation(code | (sample.operations["SATURATING_ADD"] & largest), (0, 1), (2,))
    operands = (addend, addend, hal.Operand(type_, (4,), lifetime=_OUTPUT))
    return hal.Model(
        hal.Subgraph(operands, (operation,), (0, 1), (2,)),
        extension_name_to_prefix={SAMPLE_EXTENSION: prefix, **others},
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
        decline(reason)


def is_supported(context: CheckContext, model: hal.Model) -> bool:
    """Return whether the driver reports all operations of a valid model as supported."""
    return all(context.supported_operations(model))
