"""Constructors of element-wise operations, and of normalizations along one axis."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Final

from conformance.hal import INFO, OperandType, OperationType, SymmPerChannelQuantParams, Version
from generators import values
from generators.graph import Graph
from generators.operand import Dims, Out, Value, fit, same
from generators.quantization import grid_scale
from generators.values import Kind

_O: Final = OperationType
_T: Final = OperandType
_BOOL: Final = _T.TENSOR_BOOL8
_FROM_ONE: Final = (1, 2, 3, 4)
Span = tuple[float, float]
UNIT_OUTPUT: Final[Mapping[OperandType, Span]] = {
    _T.TENSOR_QUANT8_ASYMM: (1 / 256, 0),
    _T.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 256, -128),
}
SIGNED_UNIT_OUTPUT: Final[Mapping[OperandType, Span]] = {
    _T.TENSOR_QUANT8_ASYMM: (1 / 128, 128),
    _T.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 128, 0),
}


def prescribed(type_: OperandType, table: Mapping[OperandType, Span], low: float) -> Out:
    """Return an output with the quantization that the contract prescribes for the operation.

    ``table`` holds scale and zero point by type; the values are between ``low`` and 1.
    """
    scale, zero_point = table.get(type_, (0.0, 0))
    return Out(type_, scale, int(zero_point), low, 1.0)


def _widest(value: Value) -> float:
    return max(abs(value.low), abs(value.high))


# ----------------------------------------------------------------------- of one tensor

_SPANS: Final[Mapping[OperationType, Callable[[float, float], Span]]] = {
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
_DOMAINS: Final[Mapping[OperationType, tuple[Kind, Span]]] = {
    _O.EXP: (values.ANY, (-16.0, 8.0)),
    _O.LOG: (values.POSITIVE, (1e-3, 1e9)),
    _O.SQRT: (values.POSITIVE, (0.0, 1e9)),
    _O.RSQRT: (values.POSITIVE, (1e-3, 1e9)),
    _O.SIN: (values.ANY, (-64.0, 64.0)),
    _O.FLOOR: (values.WIDE, (-1e9, 1e9)),
}
_KEEPS_QUANTIZATION: Final = frozenset({_O.RELU, _O.RELU1, _O.RELU6})
_NEGATABLE: Final = (1.0 - 2**31, 2.0**31 - 1)
"""The int32 values whose negative is an int32 too; the contract does not define overflow."""


def unary(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add an operation with one tensor as input and an output of the same shape."""
    kind, within = _DOMAINS.get(op, (values.ANY, None))
    if type_ is _T.TENSOR_INT32:
        within = _NEGATABLE
    source = g.tensor(type_, ranks_of(op, g), kind=kind, within=within)
    low, high = _SPANS[op](source.low, source.high)
    keeps = op in _KEEPS_QUANTIZATION or not INFO[type_].quantized
    g.emit(op, [source], [same(source, low, high) if keeps else fit(type_, low, high)])


def ranks_of(op: OperationType, g: Graph) -> tuple[int, ...]:
    """Return the ranks to choose from, which exceed four for some operations."""
    return (*_FROM_ONE, 5) if op in _HIGH_RANKS and g.draws.chance(2) else _FROM_ONE


_HIGH_RANKS: Final = frozenset(
    {
        *(_O.ABS, _O.NEG, _O.EXP, _O.LOG, _O.SIN, _O.SQRT, _O.RSQRT, _O.LOGICAL_NOT),
        *(_O.CAST, _O.QUANTIZE, _O.HARD_SWISH, _O.ELU, _O.POW, _O.PRELU, _O.MAXIMUM, _O.MINIMUM),
        *(_O.EQUAL, _O.NOT_EQUAL, _O.LESS, _O.LESS_EQUAL, _O.GREATER, _O.GREATER_EQUAL),
        *(_O.LOGICAL_AND, _O.LOGICAL_OR, _O.SELECT),
    }
)


def squashing(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add LOGISTIC or TANH, whose output quantization is prescribed."""
    source = g.tensor(type_)
    signed = op is _O.TANH
    table = SIGNED_UNIT_OUTPUT if signed else UNIT_OUTPUT
    g.emit(op, [source], [prescribed(type_, table, -1.0 if signed else 0.0)])


def elu(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add ELU."""
    source, alpha = g.tensor(type_, ranks_of(op, g)), g.draws.pick((0.5, 1.0, 2.0, 0.0))
    g.emit(op, [source, alpha], [fit(type_, min(0.0, -alpha), max(source.high, 0.0))])


def cast(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add CAST between any two supported types."""
    rules = g.legal_outputs(op, type_)
    target = g.draws.pick(rules)
    kind, within = values.WIDE, None if INFO[type_].quantized else (-120.0, 120.0)
    if type_ is _T.TENSOR_INT32 and target in (_T.TENSOR_INT32, _T.TENSOR_FLOAT32):
        kind, within = values.ANY, None  # these types can represent every int32, if rounded
    source = g.tensor(type_, ranks_of(op, g), kind=kind, within=within)
    if target is type_:
        out = same(source)
    elif INFO[target].quantized:
        scale = grid_scale(0, g.draws.between(-6, -3))
        out = Out(target, scale, 0, 0.0, scale * 255)
    elif INFO[type_].quantized:
        minimum, maximum = INFO[type_].code_range
        out = Out(target, 0.0, 0, minimum, maximum)
    else:
        out = Out(target, 0.0, 0, int(source.low) - 1, int(source.high) + 1)
    g.emit(op, [source], [out])


def quantize(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add QUANTIZE."""
    source = g.tensor(type_, ranks_of(op, g), within=(-1e6, 1e6))
    g.emit(op, [source], [fit(g.draws.pick(g.legal_outputs(op, type_)), source.low, source.high)])


def dequantize(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add DEQUANTIZE, also of per-channel quantized tensors."""
    if type_ is _T.TENSOR_QUANT8_SYMM_PER_CHANNEL:
        source = per_channel(g, g.dims(g.draws.between(1, 4)))
    else:
        source = g.tensor(type_)
    target = g.draws.pick(g.legal_outputs(op, type_))
    g.emit(op, [source], [Out(target, 0.0, 0, source.low, source.high)])


def per_channel(g: Graph, dims: Dims, channel: int | None = None) -> Value:
    """Return a new per-channel quantized tensor, with one scale for each index of ``channel``.

    If ``channel`` is ``None``, a random dimension is chosen.
    """
    axis = g.draws.below(len(dims)) if channel is None else channel
    scales = tuple(grid_scale(g.draws.below(4), g.draws.between(-8, -5)) for _ in range(dims[axis]))
    value = g.fresh(
        _T.TENSOR_QUANT8_SYMM_PER_CHANNEL,
        dims,
        extra=SymmPerChannelQuantParams(scales, axis),
        join=False,
        constant=True,
    )
    largest = max(scales, default=0.0)
    value.low, value.high = -127 * largest, 127 * largest
    return value


def rank(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add RANK, whose output is a scalar."""
    if type_ is _T.TENSOR_QUANT8_SYMM_PER_CHANNEL:
        source = per_channel(g, g.dims(g.draws.between(1, 4)))
    else:
        source = g.tensor(type_)
    g.emit(op, [source], [Out(_T.INT32, 0.0, 0, 0, 8)])


# ---------------------------------------------------------------------- of two tensors


def partner_dims(g: Graph, dims: Dims) -> Dims:
    """Return a random shape that broadcasts with ``dims`` within the limit on elements.

    For a shape with a size of 0, the result is the shape in which the 0 is replaced by 1.
    """
    if 0 in dims:
        return tuple([size or 1 for size in dims])
    if g.draws.chance(9):
        return dims
    room = max(1, g.profile.most_elements // max(1, prod(dims)))
    out = []
    for size in dims:
        if size == 1:
            wanted = g.draws.pick(g.profile.sizes) if g.draws.chance(4) else 1
            size = wanted if wanted <= room else 1
            room //= size
        elif g.draws.chance(4):
            size = 1
        out.append(size)
    return tuple(out[g.draws.below(len(out)) if g.draws.chance(5) else 0 :])


def pair(
    g: Graph,
    type_: OperandType,
    ranks: tuple[int, ...] = _FROM_ONE,
    *,
    kinds: tuple[Kind, Kind] = (values.ANY, values.ANY),
    spans: tuple[Span | None, Span | None] = (None, None),
    swap: bool = True,
) -> tuple[Value, Value]:
    """Return two tensors whose shapes broadcast; both may be the same operand.

    ``kinds`` are the distributions of their values, and ``spans`` limits of their expected values.
    With ``swap`` they are returned in random order.
    """
    first = g.tensor(type_, ranks, kind=kinds[0], within=spans[0])
    if kinds[0] is kinds[1] and spans == (None, None) and g.draws.chance(1):
        return first, first
    second = g.shaped(type_, partner_dims(g, first.shape), kind=kinds[1], within=spans[1])
    return (second, first) if swap and g.draws.chance(8) else (first, second)


def activation(g: Graph) -> int:
    """Return the code of a random fused activation, which is NONE with probability 1/2."""
    return g.draws.pick((0, 0, 0, 0, 1, 1, 2, 3))


def activated(code: int, low: float, high: float) -> Span:
    """Return the range of values from ``low`` to ``high`` after the fused activation ``code``."""
    if code == 0:
        return low, high
    return _SPANS[(_O.RELU, _O.RELU1, _O.RELU6)[code - 1]](low, high)


def _products(first: Value, second: Value) -> Span:
    ends = [a * b for a in (first.low, first.high) for b in (second.low, second.high)]
    return min(ends), max(ends)


_INT_LIMIT: Final = 2.0**30


def arithmetic(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add ADD, SUB, MUL or DIV with a fused activation."""
    integer = type_ is _T.TENSOR_INT32
    bound = (-(2.0**14), 2.0**14) if op is _O.MUL else (-_INT_LIMIT / 2, _INT_LIMIT / 2)
    span = bound if integer else None
    spans: tuple[Span | None, Span | None] = span, span
    kinds = values.ANY, values.ANY
    if op is _O.DIV:
        spans, kinds = (span, (0.0625, 1e6)), (values.ANY, values.POSITIVE)
        if integer:
            spans = span, (1.0, 2.0**14)
    first, second = pair(g, type_, kinds=kinds, spans=spans, swap=op is not _O.DIV)
    code = 0 if integer else activation(g)
    above = 0.0
    if op is _O.MUL:
        low, high = _products(first, second)
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
    g.emit(op, [first, second, code], [fit(type_, *activated(code, low, high), above)])


def comparison(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER or GREATER_EQUAL."""
    kind = values.TIES if g.draws.chance(6) else values.ANY
    g.emit(op, [*pair(g, type_, ranks_of(op, g), kinds=(kind, kind))], [Out(_BOOL, 0.0, 0, 0, 1)])


def logical(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add LOGICAL_AND or LOGICAL_OR."""
    g.emit(op, [*pair(g, type_, ranks_of(op, g))], [Out(_BOOL, 0.0, 0, 0, 1)])


def extremum(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add MAXIMUM or MINIMUM."""
    first, second = pair(g, type_, ranks_of(op, g))
    choose = max if op is _O.MAXIMUM else min
    low, high = choose(first.low, second.low), choose(first.high, second.high)
    same_quantization = INFO[type_].quantized and g.draws.chance(8)
    g.emit(op, [first, second], [same(first) if same_quantization else fit(type_, low, high)])


def power(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add POW with positive bases."""
    spans = (0.0625, 8.0), (-3.0, 3.0)
    kinds = values.POSITIVE, values.ANY
    base, exponent = pair(g, type_, ranks_of(op, g), kinds=kinds, spans=spans, swap=False)
    g.emit(op, [base, exponent], [fit(type_, 0.0, 512.0)])


def prelu(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add PRELU."""
    source, alpha = pair(g, type_, ranks_of(op, g), swap=False)
    low, high = _products(source, alpha)
    g.emit(op, [source, alpha], [fit(type_, min(low, 0.0), max(source.high, high, 0.0))])


def select(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add SELECT of three tensors of one shape."""
    first = g.tensor(type_, ranks_of(op, g))
    second = g.shaped(type_, first.shape)
    condition = g.shaped(_BOOL, first.shape)
    low, high = min(first.low, second.low), max(first.high, second.high)
    g.emit(op, [condition, first, second], [fit(type_, low, high)])


# ------------------------------------------------------------------------ along an axis


def axis_of(g: Graph, rank: int, axis: int | None = None) -> int:
    """Return the number of an axis, at random counted from the start or, negative, from the end."""
    chosen = g.draws.below(rank) if axis is None else axis
    return chosen - rank if g.draws.chance(6) else chosen


def softmax(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add SOFTMAX or LOG_SOFTMAX."""
    newer = g.version >= Version.V1_2
    log = op is _O.LOG_SOFTMAX
    source = g.tensor(type_, _FROM_ONE if newer else (2, 4), within=(-32.0, 32.0))
    arguments: list[Value | float] = [source, g.draws.pick((1.0, 1.0, 0.5, 2.0, 0.25))]
    if log or (newer and g.draws.chance(8)):
        arguments.append(axis_of(g, len(source.shape)))
    out = fit(type_, -64.0, 0.0) if log else prescribed(type_, UNIT_OUTPUT, 0.0)
    g.emit(op, arguments, [out])


def l2_normalization(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add L2_NORMALIZATION."""
    newer = g.version >= Version.V1_2
    source = g.tensor(type_, _FROM_ONE if newer else (4,))
    arguments: list[Value | float] = [source]
    if newer and g.draws.chance(8):
        arguments.append(axis_of(g, len(source.shape)))
    g.emit(op, arguments, [prescribed(type_, SIGNED_UNIT_OUTPUT, -1.0)])


def local_response_normalization(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add LOCAL_RESPONSE_NORMALIZATION."""
    newer = g.version >= Version.V1_2
    source = g.tensor(type_, _FROM_ONE if newer else (4,), within=(-64.0, 64.0))
    pick = g.draws.pick
    arguments: list[Value | float] = [source, pick((0, 1, 2, 5))]
    arguments += [pick((0.5, 1.0, 2.0)), pick((0.25, 1.0, 4.0)), pick((0.5, 1.0, 0.75))]
    if newer and g.draws.chance(8):
        arguments.append(axis_of(g, len(source.shape)))
    widest = 4 * _widest(source)
    g.emit(op, arguments, [fit(type_, -widest, widest)])


def instance_normalization(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add INSTANCE_NORMALIZATION."""
    source = g.tensor(type_, (4,), within=(-64.0, 64.0))
    pick = g.draws.pick
    arguments: list[Value | float] = [source, pick((0.5, 1.0, 2.0)), pick((0.0, 1.0, -2.0))]
    arguments.append(pick((0.0625, 0.5)))
    g.emit(op, [*arguments, g.draws.chance(8)], [fit(type_, -6.0, 6.0)])
