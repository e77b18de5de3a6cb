"""Constructors of operations that move, select and reduce elements."""

from __future__ import annotations

from math import prod
from typing import Final

from conformance.hal import INFO, OperandType, OperationType, Version
from generators import values
from generators.constructors.elementwise import axis_of
from generators.constructors.windows import pads_defined
from generators.graph import Graph
from generators.operand import Dims, Out, Value, fit, same

_O: Final = OperationType
_T: Final = OperandType
_INTS: Final = _T.TENSOR_INT32


# ----------------------------------------------------------------------------- shapes


def reshape(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add RESHAPE, sometimes with one size to be inferred."""
    source = g.tensor(type_)
    wanted = refactored(g, prod(source.shape))
    if g.draws.chance(5):
        wanted[g.draws.below(len(wanted))] = -1
    g.emit(op, [source, g.ints(wanted)], [same(source)])


def refactored(g: Graph, count: int) -> list[int]:
    """Return one to four sizes whose product is ``count``."""
    sizes = []
    for _ in range(g.draws.below(4)):
        size = g.draws.pick([d for d in range(1, min(count, 16) + 1) if count % d == 0])
        sizes.append(size)
        count //= size
    sizes.insert(g.draws.below(len(sizes) + 1), count)
    return sizes


def transpose(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add TRANSPOSE, sometimes without a permutation."""
    source = g.tensor(type_)
    rank = len(source.shape)
    if rank == 2 and g.version >= Version.V1_2 and g.draws.chance(4):
        order = g.omitted(_INTS)
    else:
        order = g.ints(g.draws.shuffled(range(rank)))
    g.emit(op, [source, order], [same(source)])


def expand_dims(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add EXPAND_DIMS."""
    source = g.tensor(type_)
    g.emit(op, [source, axis_of(g, len(source.shape) + 1)], [same(source)])


def squeeze(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add SQUEEZE of some or all dimensions of size 1."""
    source = g.tensor(type_, accept=lambda v: v.dims is not None and any(d != 1 for d in v.dims))
    if all(size == 1 for size in source.shape):
        source = g.fresh(type_, (1, 2, 1))
    ones = [axis for axis, size in enumerate(source.shape) if size == 1]
    chosen = [axis for axis in ones if g.draws.chance(10)]
    if ones and g.draws.chance(4):
        g.emit(op, [source, g.omitted(_INTS)], [same(source)])
        return
    if not chosen:
        chosen = ones[:1]
    if not chosen:
        shape = list(source.shape)[:3]
        shape.insert(g.draws.below(len(shape) + 1), 1)
        source, chosen = g.fresh(type_, tuple(shape)), [shape.index(1)]
    g.emit(op, [source, g.ints(chosen)], [same(source)])


# -------------------------------------------------------------------- padding, tiling


def pad(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add PAD, PAD_V2 or MIRROR_PAD."""
    source = g.tensor(type_)
    if not pads_defined(g, source):
        source = g.fresh(type_, source.shape, quantization=(source.scale, 0))
    mirrored = op is _O.MIRROR_PAD
    mode = g.draws.below(2)
    paddings = []
    for size in source.shape:
        maximum = min(3, size - 1 if mode == 0 else size) if mirrored else 3
        paddings += [g.draws.below(maximum + 1) if g.draws.chance(7) else 0 for _ in range(2)]
    amounts = g.ints(paddings, (len(source.shape), 2))
    out = same(source, min(source.low, 0.0), max(source.high, 0.0))
    if mirrored:
        g.emit(op, [source, amounts, mode], [same(source)])
    elif op is _O.PAD_V2:
        number: float = g.draws.pick((0.5, -1.0, 2.0, 0.0))
        if INFO[type_].quantized:
            number = g.draws.between(*INFO[type_].code_range)
        g.emit(op, [source, amounts, number], [out])
    else:
        g.emit(op, [source, amounts], [out])


def tile(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add TILE."""
    source = g.tensor(type_)
    room = max(1, g.profile.most_elements // prod(source.shape))
    multiples = []
    for _ in source.shape:
        times = g.draws.between(1, min(room, 3))
        room //= times
        multiples.append(times)
    g.emit(op, [source, g.ints(multiples)], [same(source)])


# ---------------------------------------------------------------- joining and splitting


def join_span(members: list[Value]) -> tuple[float, float]:
    """Return the range that covers the ranges of all members."""
    return min(v.low for v in members), max(v.high for v in members)


def concatenation(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add CONCATENATION."""
    first = g.tensor(type_)
    axis, members = g.draws.below(len(first.shape)), [first]
    if 0 in first.shape:
        axis = first.shape.index(0)
    same_quantization = INFO[type_].quantized and g.version < Version.V1_2
    for _ in range(g.draws.pick((0, 1, 1, 1, 2, 2, 3))):
        if g.draws.chance(2):
            members.append(first)
            continue
        shape = list(first.shape)
        shape[axis] = g.draws.pick(g.profile.sizes)
        if same_quantization:
            member = g.fresh(
                type_, tuple(shape), quantization=(first.scale, first.zero_point), constant=None
            )
        else:
            member = g.shaped(type_, tuple(shape))
        members.append(member)
    members = g.draws.shuffled(members)
    out = same(first) if same_quantization else fit(type_, *join_span(members))
    if not same_quantization and INFO[type_].quantized and g.draws.chance(6):
        out = same(first)
    g.emit(op, [*members, axis], [out])


def pack(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add PACK of tensors with the same shape and quantization."""
    first = g.tensor(type_)
    members = [first]
    for _ in range(g.draws.pick((0, 1, 1, 2))):
        other = g.find(
            type_,
            lambda v: (
                v.dims == first.dims and (v.scale, v.zero_point) == (first.scale, first.zero_point)
            ),
        )
        if other is None or g.draws.chance(4):
            other = g.fresh(type_, first.shape, quantization=(first.scale, first.zero_point))
        members.append(other)
    low, high = join_span(members)
    axis = g.draws.below(len(first.shape) + 1)
    g.emit(op, [axis, *members], [same(first, low, high)])


def split(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add SPLIT into equal parts."""
    source = g.tensor(type_)
    axis = g.draws.below(len(source.shape))
    size = source.shape[axis]
    parts = g.draws.pick([d for d in range(1, min(size, 6) + 1) if size % d == 0])
    named = axis - len(source.shape) if g.draws.chance(5) else axis
    g.emit(op, [source, named, parts], [same(source)] * parts)


# --------------------------------------------------------------------------- picking


def slice_(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add SLICE."""
    source = g.tensor(type_)
    begins, sizes = [], []
    for size in source.shape:
        begin = g.draws.below(size)
        begins.append(begin)
        minimum = min(1, size)
        sizes.append(-1 if g.draws.chance(4) else g.draws.between(minimum, size - begin))
    g.emit(op, [source, g.ints(begins), g.ints(sizes)], [same(source)])


def emptied(g: Graph, source: Value) -> Value:
    """Add a SLICE of ``source`` with no rows; return its zero-size output.

    The output is not offered to other operations, because most do not accept zero-size tensors.
    """
    none = [0] * len(source.shape)
    g.emit(_O.SLICE, [source, g.ints(none), g.ints([0, *source.shape[1:]])], [same(source)])
    return g.operations[-1].outputs[0]


def strided_slice(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add STRIDED_SLICE with masks, negative strides and shrunk axes."""
    source, draws = g.tensor(type_), g.draws
    begins, ends, strides = [], [], []
    begin_mask = end_mask = shrink_mask = 0
    kept = 0
    rank = len(source.shape)
    for axis, size in enumerate(source.shape):
        begin, stride = draws.below(size), draws.pick((1, 1, 1, 2, 3, -1, -2))
        end = draws.between(begin + 1, size)
        if stride < 0:
            end = draws.between(-1, begin - 1)
        last = axis == rank - 1
        if draws.chance(3) and not (last and not kept):
            shrink_mask |= 1 << axis
            stride = 1
            end = begin + 1
        else:
            kept += 1
            if end == -1 or (stride > 0 and draws.chance(2)):
                end_mask |= 1 << axis
            if draws.chance(2):
                begin_mask |= 1 << axis
                if not end_mask >> axis & 1 and (end if stride > 0 else size - 1 - end) <= 0:
                    end_mask |= 1 << axis
            elif draws.chance(3):
                begin -= size
        begins.append(begin)
        ends.append(end)
        strides.append(stride)
    arguments: list[Value | float] = [source, g.ints(begins), g.ints(ends), g.ints(strides)]
    g.emit(op, [*arguments, begin_mask, end_mask, shrink_mask], [same(source)])


def gather(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add GATHER."""
    source = g.tensor(type_)
    rank = len(source.shape)
    axis = g.draws.below(rank)
    indices = positions(g, source.shape[axis], (1, 1, 2) if rank < 4 else (1,))
    g.emit(op, [source, axis - rank if g.draws.chance(5) else axis, indices], [same(source)])


def positions(g: Graph, limit: int, ranks: tuple[int, ...]) -> Value:
    """Return a tensor of integers from 0 to ``limit - 1``, if possible an existing one."""
    if g.draws.chance(g.profile.connect):
        found = g.find(
            _INTS,
            lambda v: v.dims is not None and len(v.dims) in ranks and v.low >= 0 and v.high < limit,
        )
        if found is not None:
            return found
    dims = g.dims(g.draws.pick(ranks))
    numbers = [g.draws.below(limit) for _ in range(prod(dims))]
    value = g.given(_INTS, numbers, dims=dims, dynamic=8)
    g.tensors[_INTS].append(value)
    return value


def embedding_lookup(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add EMBEDDING_LOOKUP."""
    source = g.tensor(type_, (2, 3, 4))
    g.emit(op, [positions(g, source.shape[0], (1,)), source], [same(source)])


def hashtable_lookup(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add HASHTABLE_LOOKUP, including keys that are not found."""
    source = g.tensor(type_, (2, 3, 4))
    keys, key = [], g.draws.below(3)
    for _ in range(source.shape[0]):
        keys.append(key)
        key += g.draws.between(1, 2)
    lookups = [g.draws.below(key + 1) for _ in range(g.draws.between(1, 6))]
    hits = Out(_T.TENSOR_QUANT8_ASYMM, 1.0, 0, 0, 1)
    wanted = g.given(_INTS, lookups, dynamic=8)
    out = same(source, min(source.low, 0.0), max(source.high, 0.0))
    g.emit(op, [wanted, g.ints(keys), source], [out, hits])


def reverse(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add REVERSE along one axis, up to rank 8."""
    source = g.tensor(type_, (5, 6, 7, 8) if g.draws.chance(2) else (1, 2, 3, 4))
    g.emit(op, [source, g.ints([g.draws.below(len(source.shape))])], [same(source)])


def fill(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add FILL."""
    number = g.draws.pick((0.5, -1.5, 3.0))
    if type_ is _T.INT32:
        number = g.draws.between(-9, 9)
        if g.profile.special and g.draws.chance(g.profile.special):
            number = g.draws.pick(values.SPECIAL_INTEGERS)
    target = g.legal_outputs(op, type_)[0]
    dims = g.dims(g.draws.between(1, 4))
    out = Out(target, 0.0, 0, number, number)
    g.emit(op, [g.ints(dims), g.scalar(type_, number)], [out])


# ------------------------------------------------------------------------- reductions


def reduced_axes(g: Graph, dims: Dims) -> tuple[list[int], bool]:
    """Return random axes to reduce, and whether to keep the dimensions.

    An axis may be negative or repeated.
    """
    rank = len(dims)
    axes = [axis for axis in range(rank) if g.draws.chance(7)] or [g.draws.below(rank)]
    keep = g.draws.chance(8) or len(axes) == rank
    if g.draws.chance(2):
        axes.append(axes[0])
    return [axis - rank if g.draws.chance(4) else axis for axis in axes], keep


def reduction(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add MEAN or a REDUCE operation."""
    within = (-2.5, 2.5) if op is _O.REDUCE_PROD else None
    source = g.tensor(type_, within=within)
    axes, keep = reduced_axes(g, source.shape)
    count = prod(source.shape[axis] for axis in {a % len(source.shape) for a in axes})
    low, high = source.low, source.high
    if op is _O.REDUCE_SUM:
        low, high = low * count, high * count
    elif op is _O.REDUCE_PROD:
        high = 2.5 ** min(count, 40)
        low = -high
    g.emit(op, [source, g.ints(axes), keep], [same(source, low, high)])


def arg_extremum(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add ARGMAX or ARGMIN."""
    kind = values.TIES if g.draws.chance(4) else values.ANY
    source = g.tensor(type_, (2, 3, 4), kind=kind)
    rank = len(source.shape)
    axis = g.draws.below(rank)
    named = axis - rank if g.draws.chance(6) else axis
    g.emit(op, [source, named], [Out(_INTS, 0.0, 0, 0, source.shape[axis] - 1)])


def topk(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add TOPK_V2."""
    source = g.tensor(type_)
    last = source.shape[-1]
    indices = Out(_INTS, 0.0, 0, 0, last - 1)
    g.emit(op, [source, g.draws.between(1, last)], [same(source), indices])
