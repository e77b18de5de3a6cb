"""Calls that undo the previous operation, such as the second of two transposes.

Drivers remove such pairs. A pair that is only nearly an inverse must not be removed; the general
constructors generate those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from conformance.hal import INFO, OperationType, Version
from generators.construction.graph_builder import GeneratedOperation, GraphBuilder, primary_ranks
from generators.construction.operand_builder import output_like

_O: Final = OperationType


class Inverse(NamedTuple):
    """The operation that undoes another one, and a function that adds its call.

    The function receives the graph and the operation to undo, whose shapes are known.
    """

    operation: OperationType
    add: Callable[[GraphBuilder, GeneratedOperation], None]


def _transpose(g: GraphBuilder, previous: GeneratedOperation) -> None:
    result, order = previous.outputs[0], previous.inputs[1]
    if order.value is None:
        arguments = [result, g.omitted_operand(order.type)]
    else:
        arguments = [result, g.int32_tensor(np.argsort(order.value).tolist())]
    g.add_operation(_O.TRANSPOSE, arguments, [output_like(result)])


def _reshape(g: GraphBuilder, previous: GeneratedOperation) -> None:
    result = previous.outputs[0]
    dims = g.int32_tensor(previous.inputs[0].shape)
    g.add_operation(_O.RESHAPE, [result, dims], [output_like(result)])


def _squeeze(g: GraphBuilder, previous: GeneratedOperation) -> None:
    result, axis = previous.outputs[0], int(previous.inputs[1].low)
    axes = g.int32_tensor([axis % len(result.shape)])
    g.add_operation(_O.SQUEEZE, [result, axes], [output_like(result)])


def _depth_to_space(g: GraphBuilder, previous: GeneratedOperation) -> None:
    result = previous.outputs[0]
    g.add_operation(_O.DEPTH_TO_SPACE, [result, *previous.inputs[1:]], [output_like(result)])


def _space_to_depth(g: GraphBuilder, previous: GeneratedOperation) -> None:
    result = previous.outputs[0]
    g.add_operation(_O.SPACE_TO_DEPTH, [result, *previous.inputs[1:]], [output_like(result)])


def _batch_to_space(g: GraphBuilder, previous: GeneratedOperation) -> None:
    result, (_, blocks, _, *layout) = previous.outputs[0], previous.inputs
    g.add_operation(_O.BATCH_TO_SPACE_ND, [result, blocks, *layout], [output_like(result)])


def _reverse(g: GraphBuilder, previous: GeneratedOperation) -> None:
    result = previous.outputs[0]
    g.add_operation(_O.REVERSE, [result, previous.inputs[1]], [output_like(result)])


def _slice(g: GraphBuilder, previous: GeneratedOperation) -> None:
    result, (source, amounts) = previous.outputs[0], previous.inputs
    begins = [] if amounts.value is None else amounts.value[:, 0].tolist()
    arguments = [result, g.int32_tensor(begins), g.int32_tensor(source.shape)]
    g.add_operation(_O.SLICE, arguments, [output_like(result)])


def _concatenation(g: GraphBuilder, previous: GeneratedOperation) -> None:
    parts, axis = previous.outputs, int(previous.inputs[1].low)
    axis %= len(parts[0].shape)
    g.add_operation(_O.CONCATENATION, [*parts, axis], [output_like(parts[0])])


def _split(g: GraphBuilder, previous: GeneratedOperation) -> None:
    result, (*parts, axis) = previous.outputs[0], previous.inputs
    if result.shape[int(axis.low)] % len(parts) == 0:
        outs = [output_like(result)] * len(parts)
        g.add_operation(_O.SPLIT, [result, axis.low, len(parts)], outs)


def _quantize(g: GraphBuilder, previous: GeneratedOperation) -> None:
    result, source = previous.outputs[0], previous.inputs[0]
    if source.type in g.legal_output_types(_O.QUANTIZE, result.type):
        g.add_operation(_O.QUANTIZE, [result], [output_like(source)])


INVERSES: Final[Mapping[OperationType, Inverse]] = MappingProxyType(
    {
        _O.TRANSPOSE: Inverse(_O.TRANSPOSE, _transpose),
        _O.RESHAPE: Inverse(_O.RESHAPE, _reshape),
        _O.EXPAND_DIMS: Inverse(_O.SQUEEZE, _squeeze),
        _O.SPACE_TO_DEPTH: Inverse(_O.DEPTH_TO_SPACE, _depth_to_space),
        _O.DEPTH_TO_SPACE: Inverse(_O.SPACE_TO_DEPTH, _space_to_depth),
        _O.SPACE_TO_BATCH_ND: Inverse(_O.BATCH_TO_SPACE_ND, _batch_to_space),
        _O.REVERSE: Inverse(_O.REVERSE, _reverse),
        _O.PAD: Inverse(_O.SLICE, _slice),
        _O.SPLIT: Inverse(_O.CONCATENATION, _concatenation),
        _O.CONCATENATION: Inverse(_O.SPLIT, _split),
        _O.DEQUANTIZE: Inverse(_O.QUANTIZE, _quantize),
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
