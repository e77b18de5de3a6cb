"""Constructors of normalizations, such as softmax, along one axis or over an image."""

from __future__ import annotations

from functools import partial
from math import exp, log
from typing import Final

from conformance.hal import OperandType, OperationType, Version
from generators.construction import tensor_values
from generators.construction.graph_builder import GraphBuilder
from generators.construction.operand_builder import (
    Dims,
    GeneratedOperand,
    output_for_range,
)
from generators.constructors.elementwise import (
    ALL_RANKS,
    SIGNED_UNIT_OUTPUT,
    UNIT_OUTPUT,
    largest_magnitude,
    output_of_prescribed_quantization,
)


def random_axis(g: GraphBuilder, dims: Dims, axis: int | None = None, negative: int = 6) -> int:
    """Return the number of an axis, at random counted from the start or, negative, from the end."""
    chosen = g.random_axis(dims) if axis is None else axis
    return chosen - len(dims) if g.random.chance(negative) else chosen


def _optional_axis(g: GraphBuilder, dims: Dims) -> list[float]:
    """Return the argument of an axis, or none at random and before HAL 1.2."""
    return [random_axis(g, dims)] if g.version >= Version.V1_2 and g.random.chance(8) else []


_LOGITS: Final = (tensor_values.LOGITS, tensor_values.LOW_LOGITS, tensor_values.HIGH_LOGITS)


def _add_softmax(logarithms: bool, g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add SOFTMAX or LOG_SOFTMAX."""
    newer = g.version >= Version.V1_2
    kind = tensor_values.ANY
    if g.random.chance(12 if g.value_range == "large" else 2):
        kind = g.random.choice(_LOGITS)
    source = g.get_tensor(type_, ALL_RANKS if newer else (2, 4), kind=kind, within=(-128.0, 128.0))
    beta = g.random.choice((1.0, 1.0, 0.5, 2.0, 0.25, 1.5))
    arguments: list[GeneratedOperand | float] = [source, beta]
    arguments += [random_axis(g, source.shape)] if logarithms else _optional_axis(g, source.shape)
    axis = int(arguments[2]) if len(arguments) > 2 else -1  # type: ignore[arg-type]
    spread, length = beta * (source.high - source.low), max(source.shape[axis], 1)
    if logarithms:
        out = output_for_range(type_, max(-spread - log(length), -64.0), 0.0)
    else:  # the usual least value, half of the spread below the largest one
        least = exp(-min(spread, 64.0) / 2) / length
        out = output_of_prescribed_quantization(type_, UNIT_OUTPUT, least)
    g.add_operation(op, arguments, [out])


softmax, log_softmax = partial(_add_softmax, False), partial(_add_softmax, True)


def l2_normalization(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add L2_NORMALIZATION."""
    source = g.get_tensor(type_, ALL_RANKS if g.version >= Version.V1_2 else (4,))
    out = output_of_prescribed_quantization(type_, SIGNED_UNIT_OUTPUT, -1.0)
    g.add_operation(op, [source, *_optional_axis(g, source.shape)], [out])


def local_response_normalization(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add LOCAL_RESPONSE_NORMALIZATION."""
    ranks = ALL_RANKS if g.version >= Version.V1_2 else (4,)
    source, pick = g.get_tensor(type_, ranks, within=(-64.0, 64.0)), g.random.choice
    arguments: list[GeneratedOperand | float] = [source, pick((0, 1, 2, 3, 5))]
    arguments += [pick((0.5, 1.0, 1.5, 2.0)), pick((0.25, 1.0, 3.0, 4.0))]
    arguments += [pick((0.5, 0.625, 0.75, 1.0)), *_optional_axis(g, source.shape)]
    widest = 4 * largest_magnitude(source)
    g.add_operation(op, arguments, [output_for_range(type_, -widest, widest)])


def instance_normalization(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add INSTANCE_NORMALIZATION."""
    source = g.get_tensor(type_, (4,), within=(-128.0, 128.0))
    pick = g.random.choice
    gamma, beta = pick((0.5, 1.0, 1.75, 2.0)), pick((0.0, 1.0, -0.75, -2.0))
    numbers = gamma, beta, pick((0.0625, 0.25, 0.5)), g.random.chance(8)
    g.add_operation(op, [source, *numbers], [output_for_range(type_, -6.0, 6.0)])
