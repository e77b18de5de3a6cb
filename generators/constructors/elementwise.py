"""Constructors of element-wise operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import exp, prod
from typing import Final

from conformance.hal import INFO, OperandType, OperationType, SymmPerChannelQuantParams
from conformance.operations import Presence, definition_of
from conformance.operations.definition.properties import Undefined, ValueRange, Values
from conformance.operations.kernels.numerics import activated_range
from generators.construction import tensor_values
from generators.construction.graph_builder import GraphBuilder, primary_ranks
from generators.construction.operand_builder import (
    Dims,
    GeneratedOperand,
    OutputSpec,
    grid_scale,
    output_for_range,
    output_like,
)
from generators.construction.tensor_values import ValueDistribution

_T: Final = OperandType
_BOOL: Final = _T.TENSOR_BOOL8
ALL_RANKS: Final = (1, 2, 3, 4)
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


def largest_magnitude(value: GeneratedOperand) -> float:
    """Return the largest magnitude that a value of the operand can have."""
    return max(abs(value.low), abs(value.high))


# ----------------------------------------------------------------------- of one tensor

_DISTRIBUTIONS: Final = {
    Values.ANY: tensor_values.ANY,
    Values.POSITIVE: tensor_values.POSITIVE,
    Values.WIDE: tensor_values.WIDE,
}
_NEGATABLE: Final = (1.0 - 2**31, 2.0**31 - 1)
"""The int32 values whose negative is an int32 too; the contract does not define overflow."""


def same_shape(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add an operation on one or more tensors of one shape, whose output has this shape too.

    The definition offers the values of scalars. Its first form must have no other operands, except
    trailing ones, which are omitted.
    """
    definition = definition_of(op)
    sampling = definition.properties.sampling
    kind, within = _DISTRIBUTIONS[sampling.values], sampling.within
    negates = definition.properties.intervals.undefined is Undefined.SMALLEST_INT32
    if negates and type_ is _T.TENSOR_INT32:
        within = _NEGATABLE
    source = g.get_tensor(type_, allowed_ranks(op, g), kind=kind, within=within)
    arguments: list[GeneratedOperand | float] = []
    for spec in definition.forms[0].inputs:
        if spec.name == definition.primary:
            arguments.append(source)
        elif spec.name in sampling.scalars:
            arguments.append(g.random.choice(sampling.scalars[spec.name]))
        elif spec.presence is Presence.REQUIRED:
            other = spec.types.legal(type_)[0][0]
            arguments.append(g.get_tensor_of_shape(other, source.shape, kind=kind, within=within))
    tensors = [value for value in arguments if isinstance(value, GeneratedOperand)]
    low, high = min(v.low for v in tensors), max(v.high for v in tensors)
    assert sampling.output_range is not None
    low, high = sampling.output_range(low, high)
    target = g.legal_output_types(op, type_)[0]
    keeps = target is type_ and (sampling.keeps_quantization or not INFO[type_].quantized)
    out = output_like(source, low, high) if keeps else output_for_range(target, low, high)
    g.add_operation(op, arguments, [out])


def allowed_ranks(op: OperationType, g: GraphBuilder) -> tuple[int, ...]:
    """Return the ranks to choose from, which may exceed four if the operation limits none."""
    if ranks := primary_ranks(op):
        return tuple(sorted(ranks))
    return (*ALL_RANKS, 5) if g.random.chance(2) else ALL_RANKS


def logistic(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add LOGISTIC, whose output quantization is prescribed."""
    source = g.get_tensor(type_)
    least = 1 / (1 + exp(min(-source.low, 64.0)))
    g.add_operation(op, [source], [output_of_prescribed_quantization(type_, UNIT_OUTPUT, least)])


def tanh(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add TANH, whose output quantization is prescribed."""
    out = output_of_prescribed_quantization(type_, SIGNED_UNIT_OUTPUT, -1.0)
    g.add_operation(op, [g.get_tensor(type_)], [out])


def elu(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add ELU."""
    source = g.get_tensor(type_, allowed_ranks(op, g))
    alpha = g.random.choice((0.25, 0.5, 1.0, 2.0, 0.0))
    out = output_for_range(type_, min(0.0, -alpha), max(source.high, 0.0))
    g.add_operation(op, [source, alpha], [out])


_HALF_RANGE: Final = ValueDistribution("range of float16", -65504.0, 65504.0)
_BEYOND_HALF: Final = ValueDistribution("beyond float16", -(2.0**17), 2.0**17)
"""Numbers half of which become infinite in float16."""
_BYTE_RANGE: Final = ValueDistribution("range of bytes", 0.0, 255.0)
_INT32_RANGE: Final = ValueDistribution("range of int32", -(2.0**31), 2.0**31 - 128)
_WIDEST: Final = {
    (_T.TENSOR_FLOAT32, _T.TENSOR_FLOAT16): _BEYOND_HALF,
    (_T.TENSOR_FLOAT32, _T.TENSOR_INT32): _INT32_RANGE,
    (_T.TENSOR_FLOAT32, _T.TENSOR_QUANT8_ASYMM): _BYTE_RANGE,
    (_T.TENSOR_FLOAT16, _T.TENSOR_FLOAT32): _HALF_RANGE,
    (_T.TENSOR_FLOAT16, _T.TENSOR_INT32): _HALF_RANGE,
    (_T.TENSOR_FLOAT16, _T.TENSOR_QUANT8_ASYMM): _BYTE_RANGE,
    (_T.TENSOR_INT32, _T.TENSOR_FLOAT16): _BEYOND_HALF,
    (_T.TENSOR_INT32, _T.TENSOR_QUANT8_ASYMM): _BYTE_RANGE,
}
"""All values that the target type can represent, by the types of a conversion; more for float16."""


def cast(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add CAST between any two supported types."""
    target = g.choose_output_type(op, type_)
    if target is type_ and not g.preferred_types:
        target = g.choose_output_type(op, type_)  # a conversion to the same type is rarer
    for last in g.operations[-1:]:
        # Drivers may remove a conversion and its inverse, whatever type is between them.
        if last.type is op and last.outputs[0] in g.preferred_inputs and g.random.chance(12):
            target = last.inputs[0].type
    kind, within = tensor_values.WIDE, None if INFO[type_].quantized else (-120.0, 120.0)
    if within and not g.value_range and g.random.chance(8) and (type_, target) in _WIDEST:
        kind = _WIDEST[type_, target]
        within = kind.low, kind.high
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
    elif target is _T.TENSOR_INT32 and g.special_values:  # an infinity becomes an end of the type
        out = OutputSpec(target, 0.0, 0, *INFO[target].code_range)
    else:
        out = OutputSpec(target, 0.0, 0, int(source.low) - 1, int(source.high) + 1)
    g.add_operation(op, [source], [out])


def quantize(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add QUANTIZE."""
    source = g.get_tensor(type_, allowed_ranks(op, g), within=(-1e6, 1e6))
    target = g.choose_output_type(op, type_)
    g.add_operation(op, [source], [saturating_output(g, target, source.low, source.high)])


def saturating_output(
    g: GraphBuilder, type_: OperandType, low: float, high: float, above: float = 0.0
) -> OutputSpec:
    """Return an output for the range, or of a quantized type at times for half of it."""
    if INFO[type_].quantized and g.random.chance(7 if g.pair_graph else 2):
        low, high = low / 2, high / 2
    return output_for_range(type_, low, high, above)


def dequantize(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add DEQUANTIZE, also of per-channel quantized tensors."""
    if type_ is _T.TENSOR_QUANT8_SYMM_PER_CHANNEL:
        source = per_channel_tensor(g, g.random_dims(g.random.between(1, 4)))
    else:
        source = g.get_tensor(type_)
    target = g.choose_output_type(op, type_)
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
    if g.random.chance(7):
        return dims
    max_factor = max(1, g.profile.max_elements // max(1, prod(dims)))
    out = []
    for size in dims:
        if size == 1:
            factor = g.random_size() if g.random.chance(4) else 1
            size = factor if factor <= max_factor else 1
            max_factor //= size
        elif g.random.chance(6):
            size = 1
        out.append(size)
    return tuple(out[g.random.below(len(out)) if g.random.chance(5) else 0 :])


def _is_within(value: GeneratedOperand, span: ValueRange | None) -> bool:
    return span is None or span[0] <= value.low <= value.high <= span[1]


def _broadcasts(
    value: GeneratedOperand,
    other: GeneratedOperand,
    ranks: tuple[int, ...],
    within: ValueRange | None,
) -> bool:
    """Return whether a tensor has one of the ranks, broadcasts with another and is in range."""
    if value.dims is None or other.dims is None or len(value.dims) not in ranks:
        return False
    if not _is_within(value, within):
        return False
    pairs = zip(reversed(value.dims), reversed(other.dims), strict=False)
    return all(size == wanted or 1 in (size, wanted) for size, wanted in pairs)


def broadcast_pair(
    g: GraphBuilder,
    type_: OperandType,
    ranks: tuple[int, ...] = ALL_RANKS,
    *,
    kinds: tuple[ValueDistribution, ValueDistribution] = (tensor_values.ANY, tensor_values.ANY),
    spans: tuple[ValueRange | None, ValueRange | None] = (None, None),
    swap: bool = True,
) -> tuple[GeneratedOperand, GeneratedOperand]:
    """Return two tensors whose shapes broadcast; both may be the same operand.

    ``kinds`` are the distributions of their values, and ``spans`` limits of their expected values.
    With ``swap`` they are returned in random order. Either may have the shape that is broadcast.
    """
    reverse = not swap and not g.preferred_inputs and g.random.chance(6)
    if reverse:
        kinds, spans = kinds[::-1], spans[::-1]
    first = g.get_tensor(type_, ranks, kind=kinds[0], within=spans[0])
    if g.preferred_inputs:
        partner = g.take_preferred(type_, lambda value: _broadcasts(value, first, ranks, spans[1]))
        if partner is not None:
            return (partner, first) if swap and _is_swapped(g) else (first, partner)
    if g.random.chance(1) and _is_within(first, spans[1]):
        return first, first
    dims = broadcast_partner_dims(g, first.shape)
    if INFO[type_].quantized and not g.pair_graph and g.random.chance(7):
        ratio = 2.0 ** (g.random.between(5, 9) * g.random.choice((1, -1)))
        zero_point = g.random.between(*INFO[type_].zero_points)
        second = g.new_tensor(
            type_, dims, kind=kinds[1], quantization=(first.scale * ratio, zero_point)
        )
    else:
        second = g.get_tensor_of_shape(type_, dims, kind=kinds[1], within=spans[1])
    return (second, first) if reverse or (swap and _is_swapped(g)) else (first, second)


def _is_swapped(g: GraphBuilder) -> bool:
    return g.random.chance(8) if g.swapped is None else g.swapped


def random_activation(g: GraphBuilder) -> int:
    """Return the graph's fused activation, or a random one: NONE with probability 1/2."""
    if g.fused_activation is not None:
        return g.fused_activation
    return g.random.choice((0, 0, 0, 0, 1, 1, 2, 3))


def _product_range(first: GeneratedOperand, second: GeneratedOperand) -> ValueRange:
    ends = [a * b for a in (first.low, first.high) for b in (second.low, second.high)]
    if first is second:
        return 0.0 if first.low <= 0 <= first.high else min(ends[0], ends[3]), max(ends)
    return min(ends), max(ends)


_INT_LIMIT: Final = 2.0**31 - 2
"""Bound on the magnitude of integer results, which never overflow."""


def _add_arithmetic(
    g: GraphBuilder,
    op: OperationType,
    pair: tuple[GeneratedOperand, GeneratedOperand],
    range_of: Callable[[GeneratedOperand, GeneratedOperand], ValueRange],
    scale_of: Callable[[GeneratedOperand, GeneratedOperand], float] = lambda _first, _second: 0.0,
) -> None:
    """Add an operation of two tensors with a fused activation.

    ``range_of`` computes the range of the results and ``scale_of`` the scale that the output's
    scale must exceed.
    """
    type_ = pair[0].type
    code = 0 if type_ is _T.TENSOR_INT32 else random_activation(g)
    low, high = range_of(*pair)
    finer, coarser = sorted(pair, key=lambda value: value.scale)
    if 0 < 32 * finer.scale <= coarser.scale and g.random.chance(12):
        # The results show the finer operand where the other one is near 0.
        low, high = 4 * finer.low, 4 * finer.high
    low, high = activated_range(code, low, high)
    g.add_operation(op, [*pair, code], [saturating_output(g, type_, low, high, scale_of(*pair))])


def _integers_within(
    type_: OperandType, limit: float
) -> tuple[ValueRange | None, ValueRange | None]:
    within = (-limit, limit) if type_ is _T.TENSOR_INT32 else None
    return within, within


def _up_to(limit: int) -> ValueDistribution:
    choices = (-1, 0, 1) if limit == 1 else ()
    return ValueDistribution(f"factors to {limit}", -limit, limit, choices=choices)


_FACTORS: Final = (
    (_up_to(2**30), _up_to(1)),
    (_up_to(2**24), _up_to(2**6)),
    (_up_to(2**17), _up_to(2**13)),
)
"""Factors of different sizes, whose products are integers of 32 bits."""


def _add_sum(
    range_of: Callable[[GeneratedOperand, GeneratedOperand], ValueRange],
    g: GraphBuilder,
    op: OperationType,
    type_: OperandType,
) -> None:
    """Add ADD or SUB."""
    pair = broadcast_pair(g, type_, spans=_integers_within(type_, _INT_LIMIT / 2))
    _add_arithmetic(g, op, pair, range_of)


addition = partial(_add_sum, lambda a, b: (a.low + b.low, a.high + b.high))
subtraction = partial(_add_sum, lambda a, b: (a.low - b.high, a.high - b.low))


def multiplication(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add MUL."""
    kinds, spans = (tensor_values.ANY, tensor_values.ANY), _integers_within(type_, 2.0**14)
    if type_ is _T.TENSOR_INT32 and g.random.chance(8):
        kinds = g.random.choice(_FACTORS)
        spans = (kinds[0].low, kinds[0].high), (kinds[1].low, kinds[1].high)
    pair = broadcast_pair(g, type_, kinds=kinds, spans=spans)
    _add_arithmetic(g, op, pair, _product_range, lambda a, b: a.scale * b.scale)


_LEAST_DIVISOR: Final = 2.0**-6


def division(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add DIV with divisors of one sign."""
    integer = type_ is _T.TENSOR_INT32
    numerators = (-_INT_LIMIT, _INT_LIMIT) if integer else None
    divisors = (1.0, 2.0**14) if integer else (_LEAST_DIVISOR, 1e6)
    kind = tensor_values.DIVISOR
    negative = g.preferred_inputs[-1].high < 0 if g.preferred_inputs else g.random.chance(7)
    if negative:
        kind, divisors = tensor_values.NEGATIVE, (-divisors[1], -divisors[0])
    kinds, spans = (tensor_values.ANY, kind), (numerators, divisors)
    pair = broadcast_pair(g, type_, kinds=kinds, spans=spans, swap=False)

    def quotients(first: GeneratedOperand, second: GeneratedOperand) -> ValueRange:
        divisor = max(min(abs(second.low), abs(second.high)), _LEAST_DIVISOR)
        ends = [first.low / divisor, first.low, first.high / divisor, first.high]
        if second.high < 0:
            ends = [-end for end in ends]
        low, high = min(ends), max(ends)
        return (min(low, 0.0), max(high, 0.0)) if integer else (low, high)

    _add_arithmetic(g, op, pair, quotients)


def comparison(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add a comparison, LOGICAL_AND or LOGICAL_OR."""
    kind = tensor_values.TIES if g.random.chance(6) else tensor_values.ANY
    first, second = broadcast_pair(g, type_, allowed_ranks(op, g), kinds=(kind, kind))
    if first.data and second.data and first.dims == second.dims and not second.consumer_count:
        second.replace_data(first.data[: len(first.data) // 2], first)
    g.add_operation(op, [first, second], [OutputSpec(_BOOL, 0.0, 0, 0, 1)])


def _add_extremum(
    choose: Callable[[float, float], float],
    g: GraphBuilder,
    op: OperationType,
    type_: OperandType,
) -> None:
    """Add MAXIMUM or MINIMUM."""
    first, second = broadcast_pair(g, type_, allowed_ranks(op, g))
    low, high = choose(first.low, second.low), choose(first.high, second.high)
    out = output_for_range(type_, low, high)
    if INFO[type_].quantized and g.random.chance(8):
        out = output_like(g.random.choice((first, second)))
    g.add_operation(op, [first, second], [out])


maximum, minimum = partial(_add_extremum, max), partial(_add_extremum, min)


def power(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add POW with positive bases."""
    spans = (0.0625, 8.0), (-3.0, 4.0)
    kinds = tensor_values.POSITIVE, tensor_values.ANY
    base, exponent = broadcast_pair(
        g, type_, allowed_ranks(op, g), kinds=kinds, spans=spans, swap=False
    )
    g.add_operation(op, [base, exponent], [output_for_range(type_, 0.0, 512.0)])


def prelu(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add PRELU."""
    source, alpha = broadcast_pair(g, type_, allowed_ranks(op, g), swap=False)
    low, high = _product_range(source, alpha)
    out = output_for_range(type_, min(low, 0.0), max(source.high, high, 0.0))
    g.add_operation(op, [source, alpha], [out])


def select(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add SELECT of three tensors of one shape."""
    condition = g.take_preferred(_BOOL, lambda value: value.dims is not None)
    if condition is None:
        first = g.get_tensor(type_, allowed_ranks(op, g))
        condition = g.get_tensor_of_shape(_BOOL, first.shape)
    else:
        first = g.get_tensor_of_shape(type_, condition.shape)
    second = g.take_preferred(type_, lambda value: value.dims == first.shape)
    if second is None:
        # With the same tensor twice, the condition has no effect.
        second = g.get_tensor_of_shape(type_, first.shape, accept=lambda value: value is not first)
    low, high = min(first.low, second.low), max(first.high, second.high)
    g.add_operation(op, [condition, first, second], [output_for_range(type_, low, high)])
