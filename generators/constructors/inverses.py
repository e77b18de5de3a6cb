"""Calls that undo the previous operation, such as the second of two transposes.

Drivers remove such pairs. A pair that is only nearly an inverse must not be removed; the general
constructors generate those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from conformance.hal import INFO, OperandType, OperationType, Version
from generators.construction.graph_builder import GeneratedOperation, GraphBuilder, primary_ranks
from generators.construction.operand_builder import GeneratedOperand, output_like

_O: Final = OperationType


class Inverse(NamedTuple):
    """The operation that undoes another one, and a function that adds its call.

    The function receives the graph and the operation to undo, whose shapes are known.
    """

    operation: OperationType
    add: Callable[[GraphBuilder, GeneratedOperation], None]


Arguments = Callable[[GraphBuilder, GeneratedOperation], Sequence[GeneratedOperand]]


def _call(operation: OperationType, arguments: Arguments) -> Inverse:
    """Return the inverse that reads the result and the operands that ``arguments`` returns."""

    def add(g: GraphBuilder, previous: GeneratedOperation) -> None:
        result = previous.outputs[0]
        g.add_operation(operation, [result, *arguments(g, previous)], [output_like(result)])

    return Inverse(operation, add)


def _order(g: GraphBuilder, previous: GeneratedOperation) -> Sequence[GeneratedOperand]:
    order = previous.inputs[1]
    if order.value is None:
        return [g.omitted_operand(order.type)]
    return [g.int32_tensor(np.argsort(order.value).tolist())]


def _part(g: GraphBuilder, previous: GeneratedOperation) -> Sequence[GeneratedOperand]:
    source, amounts = previous.inputs
    begins = [] if amounts.value is None else amounts.value[:, 0].tolist()
    return [g.int32_tensor(begins), g.int32_tensor(source.shape)]


def _concatenation(g: GraphBuilder, previous: GeneratedOperation) -> None:
    parts, axis = previous.outputs, int(previous.inputs[1].low)
    axis %= len(parts[0].shape)
    g.add_operation(_O.CONCATENATION, [*parts, axis], [output_like(parts[0])])


def _split(g: GraphBuilder, previous: GeneratedOperation) -> None:
    result, (*parts, axis) = previous.outputs[0], previous.inputs
    if result.shape[int(axis.low)] % len(parts) == 0:
        outs = [output_like(result)] * len(parts)
        g.add_operation(_O.SPLIT, [result, axis.low, len(parts)], outs)


def _convert_back(g: GraphBuilder, previous: GeneratedOperation) -> None:
    result, source = previous.outputs[0], previous.inputs[0]
    operation = INVERSES[previous.type].operation
    # A larger float32 may be no int32.
    defined = source.type is not OperandType.TENSOR_INT32 or result.high < 2.0**30
    if defined and source.type in g.legal_output_types(operation, result.type):
        g.add_operation(operation, [result], [output_like(source)])


INVERSES: Final[Mapping[OperationType, Inverse]] = MappingProxyType(
    {
        _O.TRANSPOSE: _call(_O.TRANSPOSE, _order),
        _O.RESHAPE: _call(
            _O.RESHAPE, lambda g, previous: [g.int32_tensor(previous.inputs[0].shape)]
        ),
        _O.EXPAND_DIMS: _call(
            _O.SQUEEZE,
            lambda g, previous: [
                g.int32_tensor([int(previous.inputs[1].low) % len(previous.outputs[0].shape)])
            ],
        ),
        _O.SPACE_TO_DEPTH: _call(_O.DEPTH_TO_SPACE, lambda _, previous: previous.inputs[1:]),
        _O.DEPTH_TO_SPACE: _call(_O.SPACE_TO_DEPTH, lambda _, previous: previous.inputs[1:]),
        _O.SPACE_TO_BATCH_ND: _call(
            _O.BATCH_TO_SPACE_ND,
            lambda _, previous: [previous.inputs[1], *previous.inputs[3:]],
        ),
        _O.REVERSE: _call(_O.REVERSE, lambda _, previous: previous.inputs[1:]),
        _O.PAD: _call(_O.SLICE, _part),
        _O.SPLIT: Inverse(_O.CONCATENATION, _concatenation),
        _O.CONCATENATION: Inverse(_O.SPLIT, _split),
        _O.DEQUANTIZE: Inverse(_O.QUANTIZE, _convert_back),
        # Two casts may lose digits, so they are an inverse only for some values.
        _O.CAST: Inverse(_O.CAST, _convert_back),
    }
)
"""The inverse of each operation that has one, by the operation to undo."""


def find_inverse(previous: GeneratedOperation, version: Version) -> Inverse | None:
    """Return the inverse of an operation; ``None`` if it has none or its shapes are unknown."""
    inverse = INVERSES.get(previous.type)
    tensors = [
        *previous.outputs,
        *(v for v in previous.inputs if v.info is not None and v.info.tensor and not v.omitted),
    ]
    if inverse is None or any(v.dims is None or 0 in v.dims for v in tensors):
        return None
    ranks = primary_ranks(inverse.operation)
    if ranks and len(previous.outputs[0].shape) not in ranks:
        return None
    quantized = INFO[previous.outputs[0].type].quantized
    if inverse.operation is _O.CONCATENATION and quantized and version < Version.V1_2:
        return inverse if len({(v.scale, v.zero_point) for v in previous.outputs}) == 1 else None
    return inverse
