"""Constructors of element-wise operations, and of normalizations along one axis."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Final

from conformance.hal import INFO, OperandType, OperationType, SymmPerChannelQuantParams, Version
from generators import tensor_values
from generators.generated_operand import (
    Dims,
    GeneratedOperand,
    OutputSpec,
    output_for_range,
    output_like,
)
from generators.graph_builder import GraphBuilder
from generators.quantization import grid_scale
from generators.tensor_values import ValueDistribution

_O: Final = OperationType
_T: Final = OperandType
_BOOL: Final = _T.TENSOR_BOOL8
_ALL_RANKS: Final = (1, 2, 3, 4)
ValueRange = tuple[float, float]
UNIT_OUTPUT: Final[Mapping[OperandType, ValueRange]] = {
    _T.TENSOR_QUANT8_ASYMM: (1 / 256, 0),
    _T.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 256, -128),
}
SIGNED_UNIT_OUTPUT: Final[Mapping[OperandType, ValueRange]] = {
    _T.TENSOR_QUANT8_ASYMM: (1 / 128, 128),
    _T.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 128, 0),
}


def output_of_prescribed_quantization(
    type_: OperandType, table: Mapping[OperandType, ValueRange], low: float
) -> OutputSpec:
    """Return an output with the quantization that the contract prescribes for the operation.

    ``table`` holds scale and zero point by type; the values are between ``low`` and 1.
    """
    scale, zero_point = table.get(type_, (0.0, 0))
    return OutputSpec(type_, scale, int(zero_point), low, 1.0)


def _widest_range(value: GeneratedOperand) -> float:
    return max(abs(value.low), abs(value.high))


# ----------------------------------------------------------------------- of one tensor

_OUTPUT_RANGES: Final[Mapping[OperationType, Callable[[float, float], ValueRange]]] = {
    _O.RELU: lambda low, high: (max(low, 0.0), max(high, 0.0)),
    _O.RELU1: lambda low, high: (max(low, -1.0), min(max(high, -1.0), 1.0)),
    _O.RELU6: lambda low, high: (max(low, 0.0), min(max(high, 0.0), 6.0)),
    _O.FLOOR: lambda low, high: (low - 1, high),
    _O.ABS: lambda low, high: (max(low, -high, 0.0), max(-low, high)),
    _O.NEG: lambda low, high: (-high, -low),
    _O.EXP: lambda low, high: (0.0, 2.75 ** min(max(high, 0.0), 40)),  # noqa: ARG005
    _O.LOG: lambda low, high: (-4.0, max(high, 1.0)),  # noqa: ARG005
    _O.SIN: lambda low, high: (-1.0, 1.0),  # noqa: ARG005
    _O.SQRT: lambda low, high: (0.0, max(high, 1.0)),  # noqa: ARG005
    _O.RSQRT: lambda low, high: (0.0, 4.0 if low > 0 else 16.0),  # noqa: ARG005
    _O.HARD_SWISH: lambda low, high: (-0.5 if low < 0 else 0.0, max(high, 0.0)),
    _O.LOGICAL_NOT: lambda low, high: (low, high),
}
_DOMAINS: Final[Mapping[OperationType, tuple[ValueDistribution, ValueRange]]] = {
    _O.EXP: (tensor_values.ANY, (-16.0, 8.0)),
    _O.LOG: (tensor_values.POSITIVE, (1e-3, 1e9)),
    _O.SQRT: (tensor_values.POSITIVE, (0.0, 1e9)),
    _O.RSQRT: (tensor_values.POSITIVE, (1e-3, 1e9)),
    _O.SIN: (tensor_values.ANY, (-64.0, 64.0)),
    _O.FLOOR: (tensor_values.WIDE, (-1e9, 1e9)),
}
_KEEPS_QUANTIZATION: Final = frozenset({_O.RELU, _O.RELU1, _O.RELU6})
_NEGATABLE: Final = (1.0 - 2**31, 2.0**31 - 1)
"""The int32 values whose negative is an int32 too; the contract does not define overflow."""


def unary(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add an operation with one tensor as input and an output of the same shape."""
    kind, within = _DOMAINS.get(op, (tensor_values.ANY, None))
    if type_ is _T.TENSOR_INT32:
        within = _NEGATABLE
    source = g.get_tensor(type_, allowed_ranks(op, g), kind=kind, within=within)
    low, high = _OUTPUT_RANGES[op](source.low, source.high)
    keeps = op in _KEEPS_QUANTIZATION or not INFO[type_].quantized
    g.add_operation(
        op,
        [source],
        [output_like(source, low, high) if keeps else output_for_range(type_, low, high)],
    )


def allowed_ranks(op: OperationType, g: GraphBuilder) -> tuple[int, ...]:
    """Return the ranks to choose from, which exceed four for some operations."""
    return (*_ALL_RANKS, 5) if op in _HIGH_RANKS and g.random.chance(2) else _ALL_RANKS


_HIGH_RANKS: Final = frozenset(
    {
        *(_O.ABS, _O.NEG, _O.EXP, _O.LOG, _O.SIN, _O.SQRT, _O.RSQRT, _O.LOGICAL_NOT),
        *(_O.CAST, _O.QUANTIZE, _O.HARD_SWISH, _O.ELU, _O.POW, _O.PRELU, _O.MAXIMUM, _O.MINIMUM),
        *(_O.EQUAL, _O.NOT_EQUAL, _O.LESS, _O.LESS_EQUAL, _O.GREATER, _O.GREATER_EQUAL),
        *(_O.LOGICAL_AND, _O.LOGICAL_OR, _O.SELECT),
    }
)


def logistic_tanh(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add LOGISTIC or TANH, whose output quantization is prescribed."""
    source = g.get_tensor(type_)
    signed = op is _O.TANH
    table = SIGNED_UNIT_OUTPUT if signed else UNIT_OUTPUT
    g.add_operation(
        op, [source], [output_of_prescribed_quantization(type_, table, -1.0 if signed else 0.0)]
    )


def elu(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add ELU."""
    source, alpha = g.get_tensor(type_, allowed_ranks(op, g)), g.random.choice((0.5, 1.0, 2.0, 0.0))
    g.add_operation(
        op, [source, alpha], [output_for_range(type_, min(0.0, -alpha), max(source.high, 0.0))]
    )


def cast(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add CAST between any two supported types."""
    rules = g.legal_output_types(op, type_)
    target = g.random.choice(rules)
    kind, within = tensor_values.WIDE, None if INFO[type_].quantized else (-120.0, 120.0)
    if type_ is _T.TENSOR_INT32 and target in (_T.TENSOR_INT32, _T.TENSOR_FLOAT32):
        kind, within = tensor_values.ANY, None  # these types can represent every int32, if rounded
    source = g.get_tensor(type_, allowed_ranks(op, g), kind=kind, within=within)
    if target is type_:
        out = output_like(source)
    elif INFO[target].quantized:
        scale = grid_scale(0, g.random.between(-6, -3))
        out = OutputSpec(target, scale, 0, 0.0, scale * 255)
    elif INFO[type_].quantized:
        minimum, maximum = INFO[type_].code_range
        out = OutputSpec(target, 0.0, 0, minimum, maximum)
    else:
        out = OutputSpec(target, 0.0, 0, int(source.low) - 1, int(source.high) + 1)
    g.add_operation(op, [source], [out])


def quantize(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add QUANTIZE."""
    source = g.get_tensor(type_, allowed_ranks(op, g), within=(-1e6, 1e6))
    g.add_operation(
        op,
        [source],
        [
            output_for_range(
                g.random.choice(g.legal_output_types(op, type_)), source.low, source.high
            )
        ],
    )


def dequantize(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add DEQUANTIZE, also of per-channel quantized tensors."""
    if type_ is _T.TENSOR_QUANT8_SYMM_PER_CHANNEL:
        source = per_channel_tensor(g, g.random_dims(g.random.between(1, 4)))
    else:
        source = g.get_tensor(type_)
    target = g.random.choice(g.legal_output_types(op, type_))
    g.add_operation(op, [source], [OutputSpec(target, 0.0, 0, source.low, source.high)])


def per_channel_tensor(g: GraphBuilder, dims: Dims, channel: int | None = None) -> GeneratedOperand:
    """Return a new per-channel quantized tensor, with one scale for each index of ``channel``.

    If ``channel`` is ``None``, a random dimension is chosen.
    """
    axis = g.random.below(len(dims)) if channel is None else channel
    scales = tuple(
        grid_scale(g.random.below(4), g.random.between(-8, -5)) for _ in range(dims[axis])
    )
    value = g.new_tensor(
        _T.TENSOR_QUANT8_SYMM_PER_CHANNEL,
        dims,
        extra=SymmPerChannelQuantParams(scales, axis),
        join=False,
        constant=True,
    )
    largest = max(scales, default=0.0)
    value.low, value.high = -127 * largest, 127 * largest
    return value


def rank(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add RANK, whose output is a scalar."""
    if type_ is _T.TENSOR_QUANT8_SYMM_PER_CHANNEL:
        source = per_channel_tensor(g, g.random_dims(g.random.between(1, 4)))
    else:
        source = g.get_tensor(type_)
    g.add_operation(op, [source], [OutputSpec(_T.INT32, 0.0, 0, 0, 8)])


# ---------------------------------------------------------------------- of two tensors


def broadcast_partner_dims(g: GraphBuilder, dims: Dims) -> Dims:
    """Return a random shape that broadcasts with ``dims`` within the limit on elements.

    For a shape with a size of 0, the result is the shape in which the 0 is replaced by 1.
    """
    if 0 in dims:
        return tuple([size or 1 for size in dims])
    if g.random.chance(9):
        return dims
    room = max(1, g.profile.max_elements // max(1, prod(dims)))
    out = []
    for size in dims:
        if size == 1:
            wanted = g.random.choice(g.profile.sizes) if g.random.chance(4) else 1
            size = wanted if wanted <= room else 1
            room //= size
        elif g.random.chance(4):
            size = 1
        out.append(size)
    return tuple(out[g.random.below(len(out)) if g.random.chance(5) else 0 :])


def broadcast_pair(
    g: GraphBuilder,
    type_: OperandType,
    ranks: tuple[int, ...] = _ALL_RANKS,
    *,
    kinds: tuple[ValueDistribution, ValueDistribution] = (tensor_values.ANY, tensor_values.ANY),
    spans: tuple[ValueRange | None, ValueRange | None] = (None, None),
    swap: bool = True,
) -> tuple[GeneratedOperand, GeneratedOperand]:
    """Return two tensors whose shapes broadcast; both may be the same operand.

    ``kinds`` are the distributions of their values, and ``spans`` limits of their expected values.
    With ``swap`` they are returned in random order.
    """
    first = g.get_tensor(type_, ranks, kind=kinds[0], within=spans[0])
    if kinds[0] is kinds[1] and spans == (None, None) and g.random.chance(1):
        return first, first
    second = g.get_tensor_of_shape(
        type_, broadcast_partner_dims(g, first.shape), kind=kinds[1], within=spans[1]
    )
    return (second, first) if swap and g.random.chance(8) else (first, second)


def random_activation(g: GraphBuilder) -> int:
    """Return the code of a random fused activation, which is NONE with probability 1/2."""
    return g.random.choice((0, 0, 0, 0, 1, 1, 2, 3))


def activated_range(code: int, low: float, high: float) -> ValueRange:
    """Return the range of values from ``low`` to ``high`` after the fused activation ``code``."""
    if code == 0:
        return low, high
    return _OUTPUT_RANGES[(_O.RELU, _O.RELU1, _O.RELU6)[code - 1]](low, high)


def _product_range(first: GeneratedOperand, second: GeneratedOperand) -> ValueRange:
    ends = [a * b for a in (first.low, first.high) for b in (second.low, second.high)]
    return min(ends), max(ends)


_INT_LIMIT: Final = 2.0**30


def arithmetic(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add ADD, SUB, MUL or DIV with a fused activation."""
    integer = type_ is _T.TENSOR_INT32
    bound = (-(2.0**14), 2.0**14) if op is _O.MUL else (-_INT_LIMIT / 2, _INT_LIMIT / 2)
    span = bound if integer else None
    spans: tuple[ValueRange | None, ValueRange | None] = span, span
    kinds = tensor_values.ANY, tensor_values.ANY
    if op is _O.DIV:
        spans, kinds = (span, (0.0625, 1e6)), (tensor_values.ANY, tensor_values.POSITIVE)
        if integer:
            spans = span, (1.0, 2.0**14)
    first, second = broadcast_pair(g, type_, kinds=kinds, spans=spans, swap=op is not _O.DIV)
    code = 0 if integer else random_activation(g)
    above = 0.0
    if op is _O.MUL:
        low, high = _product_range(first, second)
        above = first.scale * second.scale
    elif op is _O.ADD:
        low, high = first.low + second.low, first.high + second.high
    elif op is _O.SUB:
        low, high = first.low - second.high, first.high - second.low
    else:
        smallest_divisor = max(second.low, 0.0625)
        low, high = (
            min(first.low / smallest_divisor, first.low),
            max(first.high / smallest_divisor, first.high),
        )
        if integer:
            low, high = min(low, 0.0), max(high, 0.0)
    g.add_operation(
        op,
        [first, second, code],
        [output_for_range(type_, *activated_range(code, low, high), above)],
    )


def comparison(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER or GREATER_EQUAL."""
    kind = tensor_values.TIES if g.random.chance(6) else tensor_values.ANY
    g.add_operation(
        op,
        [*broadcast_pair(g, type_, allowed_ranks(op, g), kinds=(kind, kind))],
        [OutputSpec(_BOOL, 0.0, 0, 0, 1)],
    )


def logical(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add LOGICAL_AND or LOGICAL_OR."""
    g.add_operation(
        op, [*broadcast_pair(g, type_, allowed_ranks(op, g))], [OutputSpec(_BOOL, 0.0, 0, 0, 1)]
    )


def maximum_minimum(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add MAXIMUM or MINIMUM."""
    first, second = broadcast_pair(g, type_, allowed_ranks(op, g))
    choose = max if op is _O.MAXIMUM else min
    low, high = choose(first.low, second.low), choose(first.high, second.high)
    same_quantization = INFO[type_].quantized and g.random.chance(8)
    g.add_operation(
        op,
        [first, second],
        [output_like(first) if same_quantization else output_for_range(type_, low, high)],
    )


def power(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add POW with positive bases."""
    spans = (0.0625, 8.0), (-3.0, 3.0)
    kinds = tensor_values.POSITIVE, tensor_values.ANY
    base, exponent = broadcast_pair(
        g, type_, allowed_ranks(op, g), kinds=kinds, spans=spans, swap=False
    )
    g.add_operation(op, [base, exponent], [output_for_range(type_, 0.0, 512.0)])


def prelu(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add PRELU."""
    source, alpha = broadcast_pair(g, type_, allowed_ranks(op, g), swap=False)
    low, high = _product_range(source, alpha)
    g.add_operation(
        op, [source, alpha], [output_for_range(type_, min(low, 0.0), max(source.high, high, 0.0))]
    )


def select(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add SELECT of three tensors of one shape."""
    first = g.get_tensor(type_, allowed_ranks(op, g))
    second = g.get_tensor_of_shape(type_, first.shape)
    condition = g.get_tensor_of_shape(_BOOL, first.shape)
    low, high = min(first.low, second.low), max(first.high, second.high)
    g.add_operation(op, [condition, first, second], [output_for_range(type_, low, high)])


# ------------------------------------------------------------------------ along an axis


def random_axis(g: GraphBuilder, rank: int, axis: int | None = None) -> int:
    """Return the number of an axis, at random counted from the start or, negative, from the end."""
    chosen = g.random.below(rank) if axis is None else axis
    return chosen - rank if g.random.chance(6) else chosen


def softmax(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add SOFTMAX or LOG_SOFTMAX."""
    newer = g.version >= Version.V1_2
    log = op is _O.LOG_SOFTMAX
    source = g.get_tensor(type_, _ALL_RANKS if newer else (2, 4), within=(-32.0, 32.0))
    arguments: list[GeneratedOperand | float] = [
        source,
        g.random.choice((1.0, 1.0, 0.5, 2.0, 0.25)),
    ]
    if log or (newer and g.random.chance(8)):
        arguments.append(random_axis(g, len(source.shape)))
    out = (
        output_for_range(type_, -64.0, 0.0)
        if log
        else output_of_prescribed_quantization(type_, UNIT_OUTPUT, 0.0)
    )
    g.add_operation(op, arguments, [out])


def l2_normalization(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add L2_NORMALIZATION."""
    newer = g.version >= Version.V1_2
    source = g.get_tensor(type_, _ALL_RANKS if newer else (4,))
    arguments: list[GeneratedOperand | float] = [source]
    if newer and g.random.chance(8):
        arguments.append(random_axis(g, len(source.shape)))
    g.add_operation(
        op, arguments, [output_of_prescribed_quantization(type_, SIGNED_UNIT_OUTPUT, -1.0)]
    )


def local_response_normalization(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add LOCAL_RESPONSE_NORMALIZATION."""
    newer = g.version >= Version.V1_2
    source = g.get_tensor(type_, _ALL_RANKS if newer else (4,), within=(-64.0, 64.0))
    pick = g.random.choice
    arguments: list[GeneratedOperand | float] = [source, pick((0, 1, 2, 5))]
    arguments += [pick((0.5, 1.0, 2.0)), pick((0.25, 1.0, 4.0)), pick((0.5, 1.0, 0.75))]
    if newer and g.random.chance(8):
        arguments.append(random_axis(g, len(source.shape)))
    widest = 4 * _widest_range(source)
    g.add_operation(op, arguments, [output_for_range(type_, -widest, widest)])


def instance_normalization(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add INSTANCE_NORMALIZATION."""
    source = g.get_tensor(type_, (4,), within=(-64.0, 64.0))
    pick = g.random.choice
    arguments: list[GeneratedOperand | float] = [
        source,
        pick((0.5, 1.0, 2.0)),
        pick((0.0, 1.0, -2.0)),
    ]
    arguments.append(pick((0.0625, 0.5)))
    g.add_operation(op, [*arguments, g.random.chance(8)], [output_for_range(type_, -6.0, 6.0)])
