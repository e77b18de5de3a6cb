"""Constructors of operations that move, select and reduce elements."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from math import prod
from typing import Final

from conformance.hal import INFO, OperandType, OperationType, Version
from conformance.operations.definition.properties import ValueRange
from generators.construction import tensor_values
from generators.construction.graph_builder import GraphBuilder
from generators.construction.operand_builder import (
    Dims,
    GeneratedOperand,
    OutputSpec,
    output_for_range,
    output_like,
)
from generators.construction.profiles import WINDOWS
from generators.constructors.blocks import padding_is_defined
from generators.constructors.normalizations import random_axis

_T: Final = OperandType
_TENSOR_INT32: Final = _T.TENSOR_INT32
_INFINITY: Final = float("inf")


# ----------------------------------------------------------------------------- shapes


def reshape(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add RESHAPE, sometimes with one size to be inferred."""
    source = g.get_tensor(type_)
    dims = random_factorization(g, prod(source.shape), g.result_ranks)
    if g.random.chance(5):
        dims[g.random.below(len(dims))] = -1
    g.add_operation(op, [source, g.int32_tensor(dims)], [output_like(source)])


def random_factorization(
    g: GraphBuilder, count: int, ranks: Collection[int] = (1, 2, 3, 4)
) -> list[int]:
    """Return sizes whose product is ``count``; ``ranks`` are the possible numbers of sizes."""
    sizes = []
    for _ in range(g.random.choice(sorted(ranks or (1, 2, 3, 4))) - 1):
        size = g.random.choice([d for d in range(1, min(count, 16) + 1) if count % d == 0])
        sizes.append(size)
        count //= size
    sizes.insert(g.random.below(len(sizes) + 1), count)
    return sizes


def transpose(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add TRANSPOSE, sometimes without a permutation."""
    source = g.get_tensor(type_)
    rank = len(source.shape)
    if rank == 2 and g.version >= Version.V1_2 and g.random.chance(4):
        order = g.omitted_operand(_TENSOR_INT32)
    else:
        axes = g.random.shuffled(range(rank))
        if rank > 1 and g.random.chance(6):
            axes = [*range(rank - 2), rank - 1, rank - 2]
        moved = [axis for axis in axes if source.shape[axis] != 1]
        if moved == sorted(moved):
            axes.reverse()  # this order moves elements
        order = g.int32_tensor(axes)
        # Drivers may take the second of two equal permutations for the inverse of the first.
        for last in g.operations[-1:]:
            if last.type is op and source in last.outputs and g.random.chance(8):
                order = last.inputs[1]
    g.add_operation(op, [source, order], [output_like(source)])


def expand_dims(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add EXPAND_DIMS."""
    source = g.get_tensor(type_)
    g.add_operation(op, [source, random_axis(g, (*source.shape, 1))], [output_like(source)])


def squeeze(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add SQUEEZE of some or all dimensions of size 1."""
    source = g.get_tensor(
        type_, accept=lambda v: v.dims is not None and any(d != 1 for d in v.dims)
    )
    if all(size == 1 for size in source.shape):
        source = g.new_tensor(type_, (1, 2, 1))
    ones = [axis for axis, size in enumerate(source.shape) if size == 1]
    chosen = [axis for axis in ones if g.random.chance(10)]
    if ones and g.random.chance(4):
        g.add_operation(op, [source, g.omitted_operand(_TENSOR_INT32)], [output_like(source)])
        return
    if not chosen:
        chosen = ones[:1]
    if not chosen:
        shape = list(source.shape)[:3]
        shape.insert(g.random.below(len(shape) + 1), 1)
        source, chosen = g.new_tensor(type_, tuple(shape)), [shape.index(1)]
    g.add_operation(op, [source, g.int32_tensor(chosen)], [output_like(source)])


# -------------------------------------------------------------------- padding, tiling


def pad(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add PAD."""
    source, amounts, _ = _paddings(g, type_)
    g.add_operation(op, [source, amounts], [_padded_output(source)])


def pad_v2(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add PAD_V2."""
    source, amounts, _ = _paddings(g, type_)
    number = g.random.between(-32, 32) / 8
    if g.special_values and g.random.chance(g.special_values):
        number = g.random.choice((_INFINITY, -_INFINITY, 65504.0))
    if INFO[type_].quantized:
        least, most = INFO[type_].code_range
        number = g.random.choice((least, most, g.random.between(least, most)))
    g.add_operation(op, [source, amounts, number], [_padded_output(source)])


def mirror_pad(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add MIRROR_PAD."""
    source, amounts, mode = _paddings(g, type_, mirrored=True)
    g.add_operation(op, [source, amounts, mode], [output_like(source)])


def _paddings(
    g: GraphBuilder, type_: OperandType, *, mirrored: bool = False
) -> tuple[GeneratedOperand, GeneratedOperand, int]:
    """Return a tensor, paddings and a mirror mode; ``mirrored`` paddings fit the mode."""
    source = g.get_tensor(type_)
    if not padding_is_defined(g, source):
        source = g.new_tensor(type_, source.shape, quantization=(source.scale, 0))
    mode = g.random.below(2)
    paddings = []
    for size in source.shape:
        usual = range(min(3, size - 1 if mode == 0 else size) + 1 if mirrored else 4)
        number = g.random.choice if mirrored else g.usual_or_large
        paddings += [number(usual) if g.random.chance(7) else 0 for _ in range(2)]
    if not any(paddings):
        paddings[-1] = min(usual[-1], 1)
    return source, g.int32_tensor(paddings, (len(source.shape), 2)), mode


def _padded_output(source: GeneratedOperand) -> OutputSpec:
    return output_like(source, min(source.low, 0.0), max(source.high, 0.0))


def tile(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add TILE."""
    source = g.get_tensor(type_)
    max_factor = max(3, g.profile.max_elements // prod(source.shape))
    multiples = []
    for _ in source.shape:
        times = g.usual_or_large(range(1, min(max(max_factor, 1), 3) + 1))
        max_factor //= times
        multiples.append(times)
    g.add_operation(op, [source, g.int32_tensor(multiples)], [output_like(source)])


# ---------------------------------------------------------------- joining and splitting


def joined_range(members: list[GeneratedOperand]) -> tuple[float, float]:
    """Return the range that covers the ranges of all members."""
    return min(v.low for v in members), max(v.high for v in members)


_MOST_MEMBERS: Final = 129


def _member_count(g: GraphBuilder, usual: tuple[int, ...]) -> int:
    """Return how many tensors to join with the first one, at times four to eight."""
    if g.random.chance(1):
        return g.random.between(4, 8)
    return g.usual_or_large(usual, _MOST_MEMBERS)


def concatenation(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add CONCATENATION."""
    first = g.get_tensor(type_)
    axis, members = g.random.below(len(first.shape)), [first]
    if 0 in first.shape:
        axis = first.shape.index(0)
    same_quantization = INFO[type_].quantized and g.version < Version.V1_2

    def joins(value: GeneratedOperand) -> bool:
        return (
            value.dims is not None
            and len(value.dims) == len(first.shape)
            and all(
                a == b or n == axis
                for n, (a, b) in enumerate(zip(value.dims, first.shape, strict=True))
            )
            and (
                not same_quantization
                or (value.scale, value.zero_point) == (first.scale, first.zero_point)
            )
        )

    for last in g.operations[-1:]:
        if last.type is OperationType.SPLIT and first in last.outputs:
            axis = int(last.inputs[1].low) % len(first.shape)
    while (preferred := g.take_preferred(type_, joins)) is not None:
        members.append(preferred)
    for _ in range(
        0 if len(members) > 1 else _member_count(g, (0, 1, 1, 1, 2, 2, 3)[g.pair_graph :])
    ):
        if g.random.chance(2):
            members.append(first)
            continue
        shape = (*first.shape[:axis], g.random_size(), *first.shape[axis + 1 :])
        if same_quantization:
            quantization = first.scale, first.zero_point
            members.append(g.new_tensor(type_, shape, quantization=quantization))
        else:
            members.append(g.get_tensor_of_shape(type_, shape))
    if g.random.chance(8):
        members = g.random.shuffled(members)
    out = (
        output_like(first) if same_quantization else output_for_range(type_, *joined_range(members))
    )
    if not same_quantization and INFO[type_].quantized and g.random.chance(6):
        out = output_like(first)
    g.add_operation(op, [*members, axis], [out])


def pack(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add PACK of tensors with the same shape and quantization."""
    first = g.get_tensor(type_)
    members = [first]
    for _ in range(_member_count(g, (0, 1, 1, 2)[g.pair_graph :])):
        other = g.find_tensor(
            type_,
            lambda v: (
                v.dims == first.dims and (v.scale, v.zero_point) == (first.scale, first.zero_point)
            ),
        )
        if other is None or g.random.chance(4):
            other = g.new_tensor(type_, first.shape, quantization=(first.scale, first.zero_point))
        members.append(other)
    low, high = joined_range(members)
    axis = g.random.below(len(first.shape) + 1)
    g.add_operation(op, [axis, *members], [output_like(first, low, high)])


def split(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add SPLIT into equal parts."""
    source = g.get_tensor(type_)
    axis = g.random_axis(source.shape)
    size = source.shape[axis]
    if g.profile.large_form == WINDOWS:
        parts = max(d for d in range(1, min(size, _MOST_MEMBERS) + 1) if size % d == 0)
    else:
        divisors = [d for d in range(1, min(size, 9) + 1) if size % d == 0]
        parts = g.random.choice(divisors[1:] or divisors)
    named = random_axis(g, source.shape, axis, 5)
    g.add_operation(op, [source, named, parts], [output_like(source)] * parts)


# --------------------------------------------------------------------------- picking


def slice_(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add SLICE."""
    source = g.get_tensor(type_)
    begins, sizes = [], []
    for size in source.shape:
        begins.append(g.random.below(size))
        rest = size - begins[-1]
        sizes.append(-1 if g.random.chance(4) else g.random.between(min(1, size), rest))
    arguments = [source, g.int32_tensor(begins), g.int32_tensor(sizes)]
    g.add_operation(op, arguments, [output_like(source)])


SLICING: Final = OperationType.SLICE
"""The operation that produces zero-size tensors."""


def empty_slice(g: GraphBuilder, source: GeneratedOperand) -> GeneratedOperand:
    """Add a SLICE of ``source`` with no rows; return its zero-size output.

    The output is not offered to other operations, because most do not accept zero-size tensors.
    """
    begins, sizes = [0] * len(source.shape), [0, *source.shape[1:]]
    arguments = [source, g.int32_tensor(begins), g.int32_tensor(sizes)]
    g.cells.append((SLICING, source.type))
    return g.add_operation(SLICING, arguments, [output_like(source)])[0]


def strided_slice(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add STRIDED_SLICE with masks, negative strides and shrunk axes."""
    source, random = g.get_tensor(type_), g.random
    begins, ends, strides = [], [], []
    begin_mask = end_mask = shrink_mask = 0
    kept = 0
    rank = len(source.shape)
    for axis, size in enumerate(source.shape):
        begin, stride = random.below(size), random.choice((1, 1, 1, 2, 3, -1, -2))
        end = random.between(begin + 1, size)
        if stride < 0:
            end = random.between(-1, begin - 1)
        last = axis == rank - 1
        if random.chance(3) and not (last and not kept):
            shrink_mask |= 1 << axis
            stride = 1
            end = begin + 1
        else:
            kept += 1
            if end == -1 or (stride > 0 and random.chance(2)):
                end_mask |= 1 << axis
            if random.chance(2):
                begin_mask |= 1 << axis
                if not end_mask >> axis & 1 and (end if stride > 0 else size - 1 - end) <= 0:
                    end_mask |= 1 << axis
            elif random.chance(3):
                begin -= size
        begins.append(begin)
        ends.append(end)
        strides.append(stride)
    arguments = [source, *map(g.int32_tensor, (begins, ends, strides))]
    g.add_operation(op, [*arguments, begin_mask, end_mask, shrink_mask], [output_like(source)])


def gather(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add GATHER."""
    source = g.get_tensor(type_)
    axis = g.random_axis(source.shape)
    indices = index_tensor(g, source.shape[axis], (1, 1, 2) if len(source.shape) < 4 else (1,))
    named = random_axis(g, source.shape, axis, 5)
    g.add_operation(op, [source, named, indices], [output_like(source)])


def index_tensor(g: GraphBuilder, limit: int, ranks: tuple[int, ...]) -> GeneratedOperand:
    """Return a tensor of integers from 0 to ``limit - 1``, if possible an existing one."""
    if g.random.chance(g.profile.reuse):
        found = g.find_tensor(
            _TENSOR_INT32,
            lambda v: v.dims is not None and len(v.dims) in ranks and v.low >= 0 and v.high < limit,
        )
        if found is not None:
            return found
    dims = g.random_dims(g.random.choice(ranks))
    if g.profile.large_form:  # the result has a row, which is large, for each index
        dims = (g.usual_or_large(range(9, 18)),)
    numbers = [g.random.below(limit) for _ in range(prod(dims))]
    value = g.tensor_with_values(_TENSOR_INT32, numbers, dims=dims, dynamic=8)
    g.tensors[_TENSOR_INT32].append(value)
    return value


def embedding_lookup(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add EMBEDDING_LOOKUP."""
    source = g.get_tensor(type_, (2, 3, 4))
    g.add_operation(op, [index_tensor(g, source.shape[0], (1,)), source], [output_like(source)])


def hashtable_lookup(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add HASHTABLE_LOOKUP, including keys that are not found."""
    source = g.get_tensor(type_, (2, 3, 4))
    keys, key = [], g.random.below(3)
    for _ in range(source.shape[0]):
        keys.append(key)
        key += g.random.between(1, 2)
    lookups = [g.random.below(key + 1) for _ in range(g.random_count(1, 6))]
    hits = OutputSpec(_T.TENSOR_QUANT8_ASYMM, 1.0, 0, 0, 1)
    lookups_operand = g.tensor_with_values(_TENSOR_INT32, lookups, dynamic=8)
    out = output_like(source, min(source.low, 0.0), max(source.high, 0.0))
    g.add_operation(op, [lookups_operand, g.int32_tensor(keys), source], [out, hits])


def reverse(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add REVERSE along one axis, up to rank 8."""
    source = g.get_tensor(type_, (5, 6, 7, 8) if g.random.chance(2) else (1, 2, 3, 4))
    axis = g.int32_tensor([g.random.below(len(source.shape))])
    g.add_operation(op, [source, axis], [output_like(source)])


def fill(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add FILL."""
    number = g.random.between(-24, 24) / 8
    if type_ is _T.INT32:
        number = g.random.between(-9, 9)
        if g.random.chance(8):
            number = g.random.choice(tensor_values.SPECIAL_INTEGERS)
    target = g.legal_output_types(op, type_)[0]
    dims = g.random_dims(g.random.between(1, 4))
    out = OutputSpec(target, 0.0, 0, number, number)
    g.add_operation(op, [g.int32_tensor(dims), g.scalar(type_, number)], [out])


# ------------------------------------------------------------------------- reductions


def random_reduced_axes(g: GraphBuilder, dims: Dims) -> tuple[list[int], bool]:
    """Return random axes to reduce, and whether to keep the dimensions.

    An axis may be negative or repeated. ``g.keeps_axes`` requires the dimensions.
    """
    rank, certain = len(dims), g.random_axis(dims)
    axes = [axis for axis in range(rank) if axis == certain or g.random.chance(5)]
    keep = g.random.chance(8) or len(axes) == rank or g.keeps_axes
    if g.random.chance(2):
        axes.append(axes[0])
    return [axis - rank if g.random.chance(4) else axis for axis in axes], keep


def _add_reduction(
    range_of: Callable[[GeneratedOperand, int], ValueRange],
    within: ValueRange | None,
    g: GraphBuilder,
    op: OperationType,
    type_: OperandType,
) -> None:
    """Add a reduction; ``range_of`` depends on the number of elements of each result."""
    source = g.get_tensor(type_, within=within)
    axes, keep = random_reduced_axes(g, source.shape)
    count = prod(source.shape[axis] for axis in {a % len(source.shape) for a in axes})
    out = output_like(source, *range_of(source, count))
    g.add_operation(op, [source, g.int32_tensor(axes), keep], [out])


reduction = partial(_add_reduction, lambda source, _: (source.low, source.high), None)
sum_reduction = partial(_add_reduction, lambda source, n: (source.low * n, source.high * n), None)
product_reduction = partial(
    _add_reduction, lambda _, n: (-(2.5 ** min(n, 40)), 2.5 ** min(n, 40)), (-2.5, 2.5)
)


def arg_extremum(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add ARGMAX or ARGMIN."""
    kind = tensor_values.TIES if g.random.chance(4) else tensor_values.ANY
    source = g.get_tensor(type_, (2, 3, 4), kind=kind)
    axis = random_axis(g, source.shape)
    g.add_operation(
        op, [source, axis], [OutputSpec(_TENSOR_INT32, 0.0, 0, 0, source.shape[axis] - 1)]
    )


def topk(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add TOPK_V2."""
    kind = tensor_values.TIES if g.random.chance(4) else tensor_values.ANY
    source = g.get_tensor(type_, kind=kind)
    last = source.shape[-1]
    indices = OutputSpec(_TENSOR_INT32, 0.0, 0, 0, last - 1)
    least = last * 3 // 4 if g.profile.large_form == WINDOWS else 0
    g.add_operation(
        op, [source, g.random.between(max(least, 1), last)], [output_like(source), indices]
    )
