"""The passes that remove operations and outputs, reduce sizes, and simplify types and values.

A simpler type keeps the real values. The caller checks whether the operations allow the new types.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from conformance.failures.shrink.control_flow import (
    is_interchangeable,
    remove_output,
    replace_input,
)
from conformance.failures.shrink.model_editing import (
    GIVEN_LIFETIMES,
    Array,
    EditableCase,
    EditableSubgraph,
    Search,
    compute_intermediates,
    given_tensors,
    keep_operations,
    reachable_subgraphs,
    referenced_subgraphs,
    subgraph_as_main,
    to_array,
)
from conformance.hal import INFO, Operand, OperandLifeTime, OperandType, SymmPerChannelQuantParams
from conformance.operations import OperandView, find_definition
from conformance.operations.kernels.numerics import real


def remove_operations(search: Search) -> None:
    """Keep as few of main's operations as possible.

    Models with a single operation are tried first; then chunks of decreasing size are removed
    (delta debugging). The values that removed operations computed become model inputs.
    """
    whole = search.case
    count = len(whole.main.operations)
    values = compute_intermediates(whole, search.compute)
    if values is None or count == 1:
        return
    if search.attempt_any(keep_operations(whole, [n], values) for n in reversed(range(count))):
        return
    kept = list(range(count))
    size = max(1, count // 2)
    while True:
        for start in range(0, len(kept), size):
            rest = kept[:start] + kept[start + size :]
            if rest and search.attempt(keep_operations(whole, rest, values)):
                kept = rest
                size = min(size, max(1, len(kept) // 2))
                break
        else:
            if size == 1:
                return
            size //= 2


def bypass_operations(search: Search) -> None:
    """Remove operations of main, then those of referenced subgraphs."""
    for place in reversed(range(1, len(search.case.main.operations))):
        for main in bypass_operation(search.case.main, place, main=True):
            if search.attempt_with_shapes(search.case.with_main(main)):
                break
    for number in reachable_subgraphs(search.case):
        for place in reversed(range(len(search.case.subgraphs[number].operations))):
            parts = bypass_operation(search.case.subgraphs[number], place)
            search.attempt_any(search.case.with_subgraph(number, part) for part in parts)


def bypass_operation(
    part: EditableSubgraph, number: int, *, main: bool = False
) -> Iterator[EditableSubgraph]:
    """Yield variants of a subgraph without one operation, whose output an input of it replaces.

    With ``main`` the input may have another shape, because the caller recomputes the shapes of
    main; and the operation may have several outputs if only one of them is read.
    """
    operation = part.operations[number]
    used_outputs: Sequence[int] = operation.outputs
    if main and len(used_outputs) > 1:
        read = part.read_operands
        used_outputs = [index for index in used_outputs if index in read]
    if len(used_outputs) != 1:
        return
    (written,) = used_outputs
    removed = set(operation.outputs) - {written}
    computed = part.written_operands
    for source in dict.fromkeys(operation.inputs):
        if not is_interchangeable(part.operands[source], part.operands[written], any_shape=main):
            continue
        is_output = written in part.outputs
        if is_output and (source not in computed or source in part.outputs):
            continue
        variant = part.copy()
        del variant.operations[number]
        variant.operations = [replace_input(o, written, source) for o in variant.operations]
        kept = (index for index in variant.outputs if index not in removed)
        variant.outputs = [source if index == written else index for index in kept]
        if is_output:
            variant.operands[source] = replace(
                part.operands[source], lifetime=OperandLifeTime.SUBGRAPH_OUTPUT
            )
        yield variant


def remove_outputs(search: Search) -> None:
    """Remove outputs of main one by one, and the operations that only they need."""
    for position in reversed(range(len(search.case.main.outputs))):
        if len(search.case.main.outputs) > max(position, 1):
            main = search.case.main.copy()
            remove_output(main, position)
            search.attempt(search.case.with_main(main))


def replace_by_subgraph(search: Search) -> None:
    """Replace main with a subgraph of one of its IF or WHILE operations.

    Its inputs keep the values that main passes to it, which must be inputs or constants of main;
    for a WHILE these are the initial values.
    """
    case = search.case
    for operation in case.main.operations:
        for number, passed in referenced_subgraphs(case.main, operation):
            main = subgraph_as_main(case.subgraphs[number], case.main, passed, {})
            if main is not None and search.attempt(case.with_main(main)):
                return


_Place = tuple[int, int, int]
"""The place of a size that may be reduced: number of the subgraph, operand index, and axis.

A negative axis ``-1 - element`` refers to an integer in the operand's data instead.
"""
_MAX_SIZE_ELEMENTS: Final = 8
"""Tensors with more elements hold data, not sizes."""


def shrink_sizes(search: Search) -> None:
    """Reduce sizes: equal sizes together, each alone, and pairs.

    An integer argument may be a size too: if it is equal to the size of an axis, both are reduced
    together. In a pair, one axis becomes 1 and a multiple of it is divided by its size.
    """
    for size in sorted({size for _, size in _axes(search.case)}, reverse=True):
        for target in _smaller_sizes(size):
            if any(_try_sizes(search, sizes) for sizes in _equal_sizes(search, size, target)):
                break
    for place, _ in (*_axes(search.case), *_numbers(search.case)):
        size = _current_size(search.case, place)
        targets = _smaller_sizes(size)
        if place[2] < 0 < size:  # an integer argument may be 0, the size of an axis may not
            targets = [0, *targets]
        any(_try_sizes(search, {place: target}) for target in targets)
    places = _axes(search.case)
    for place, size in places:
        for other, other_size in places:
            if other_size % size == 0 and place[:2] != other[:2]:
                _try_sizes(search, {place: 1, other: other_size // size})


def _smaller_sizes(size: int) -> list[int]:
    """Return the smaller sizes to try, ascending: 1, half, and one less."""
    return [target for target in sorted({1, size // 2, size - 1}) if 0 < target < size]


def _equal_sizes(search: Search, size: int, target: int) -> Iterator[dict[_Place, int]]:
    """Yield sets of sizes to reduce together, each as a mapping from place to new size.

    The first set contains all axes of this ``size``, the second also those whose sizes are
    multiples of it, and the third integer arguments of this value with the axes of this size.
    """
    places, numbers = _axes(search.case), _numbers(search.case)
    equal = {place: target for place, s in places if s == size}
    yield equal
    multiples = {place: s // size * target for place, s in places if s % size == 0}
    if multiples != equal:
        yield multiples
    number_targets = {place: target for place, value in numbers if value == size}
    if number_targets:
        sized_operands = {place[:2] for place, _ in numbers}
        yield number_targets | {p: t for p, t in equal.items() if p[:2] not in sized_operands}


def _axes(case: EditableCase) -> list[tuple[_Place, int]]:
    """Return the places and sizes of all axes of given tensors that are longer than 1."""
    return [
        ((number, index, axis), size)
        for number in (0, *reachable_subgraphs(case))
        for index in given_tensors(case.subgraphs[number])
        for axis, size in enumerate(case.subgraphs[number].operands[index].dimensions)
        if size > 1
    ]


def _numbers(case: EditableCase) -> list[tuple[_Place, int]]:
    """Return the places and values of all positive integers in data that may be sizes."""
    found = []
    for number in (0, *reachable_subgraphs(case)):
        part = case.subgraphs[number]
        read = part.read_operands
        for index, operand in part.operands.items():
            if index in part.data and index in read and _may_hold_sizes(operand):
                values = np.frombuffer(part.data[index], "<i4").tolist()
                found += [((number, index, -1 - n), v) for n, v in enumerate(values) if v > 0]
    return found


def _may_hold_sizes(operand: Operand) -> bool:
    if operand.type == OperandType.INT32:
        return True
    shape = operand.dimensions
    return (
        operand.type == OperandType.TENSOR_INT32
        and len(shape) == 1
        and shape[0] <= _MAX_SIZE_ELEMENTS
    )


def _current_size(case: EditableCase, place: _Place) -> int:
    """Return the size at a place; 1 or 0 if the axis or the integer no longer exists."""
    number, index, axis = place
    part = case.subgraphs[number]
    if axis < 0:
        integers = np.frombuffer(part.data[index], "<i4")
        return int(integers[-1 - axis]) if -1 - axis < integers.size else 0
    dimensions = part.operands[index].dimensions
    return dimensions[axis] if axis < len(dimensions) else 1


def _try_sizes(search: Search, sizes: Mapping[_Place, int]) -> bool:
    """Reduce axes and integers to their new sizes; return whether a candidate was kept.

    Two candidates are tried: one keeps the first elements of each axis, the other the last.
    """
    ends = (True, False) if any(axis >= 0 for _, _, axis in sizes) else (True,)
    for first in ends:
        parts = [part.copy() for part in search.case.subgraphs]
        for (number, index, axis), target in sizes.items():
            part = parts[number]
            dimensions = part.operands[index].dimensions
            if axis < 0:
                integers = np.frombuffer(part.data[index], "<i4").copy()
                integers[-1 - axis] = target
                part.data[index] = integers.tobytes()
            elif axis < len(dimensions) and target < dimensions[axis]:
                _shorten_axis(part, index, axis, target, first=first)
        if search.attempt_with_shapes(search.case.with_subgraphs(parts)):
            return True
    return False


def _shorten_axis(
    part: EditableSubgraph, index: int, axis: int, target: int, *, first: bool
) -> None:
    """Shorten an operand's axis to ``target`` elements, the first or the last; modifies ``part``.

    Per-channel scales along this axis are shortened with it.
    """
    operand = part.operands[index]
    array = to_array(operand, part.data[index])
    kept = slice(0, target) if first else slice(array.shape[axis] - target, None)
    shorter = array[(slice(None),) * axis + (kept,)]
    extra = operand.extra_params
    if isinstance(extra, SymmPerChannelQuantParams) and extra.channel_dim == axis:
        extra = SymmPerChannelQuantParams(extra.scales[kept], extra.channel_dim)
    part.operands[index] = replace(operand, dimensions=shorter.shape, extra_params=extra)
    part.data[index] = np.ascontiguousarray(shorter).tobytes()


_L: Final = OperandLifeTime


def simplify_operands(search: Search) -> None:
    """Simplify scalars and copy constants into the model.

    Inputs such as the shape of RESHAPE become constants that fit inputs of any size.
    """
    for operation in search.case.main.operations:
        if (definition := find_definition(operation.type)) is None:
            continue
        for name, numbers in definition.properties.simplest_inputs.items():
            index = operation.inputs[definition.forms[0].positions[name]]
            main, data = search.case.main.copy(), np.array(numbers, np.int32).tobytes()
            if main.data.get(index) not in (None, data):
                main.data[index] = data
                main.operands[index] = replace(main.operands[index], dimensions=(len(numbers),))
                search.attempt_with_shapes(search.case.with_main(main))
    for number in (0, *reachable_subgraphs(search.case)):
        for index in sorted(search.case.subgraphs[number].read_operands):
            parts = _simpler_operands(search.case.subgraphs[number], index)
            search.attempt_any(search.case.with_subgraph(number, part) for part in parts)


def _simpler_operands(part: EditableSubgraph, index: int) -> Iterator[EditableSubgraph]:
    """Yield variants of the subgraph with a simpler operand.

    A CONSTANT_REFERENCE becomes a CONSTANT_COPY, a scalar input becomes a constant, and a scalar
    becomes 0 or 1.
    """
    operand = part.operands[index]
    info = INFO.get(operand.type)
    if info is None or (index not in part.data and operand.lifetime in GIVEN_LIFETIMES):
        return
    if operand.lifetime == _L.CONSTANT_REFERENCE:
        variant = part.copy()
        variant.operands[index] = replace(operand, lifetime=_L.CONSTANT_COPY)
        yield variant
    if info.tensor or index not in part.data:
        return
    if operand.lifetime == _L.SUBGRAPH_INPUT:
        variant = part.copy()
        variant.operands[index] = replace(operand, lifetime=_L.CONSTANT_COPY)
        variant.inputs.remove(index)
        yield variant
    now = part.data[index]
    for number in (0, 1):
        data = np.array(number, info.dtype).tobytes()
        if data == now:
            return
        variant = part.copy()
        variant.data[index] = data
        yield variant


_T: Final = OperandType
_FLOAT32_BY_FLOAT16: Final = {_T.FLOAT16: _T.FLOAT32, _T.TENSOR_FLOAT16: _T.TENSOR_FLOAT32}


def simplify_types(search: Search) -> None:
    """Disable relaxed computation, then replace quantized types and float16 by float32."""
    case = search.case
    if case.relaxed:
        search.attempt(EditableCase(case.subgraphs, False, case.ignored_outputs))
    search.attempt_any(simpler_types(search.case))


def simpler_types(draft: EditableCase) -> Iterator[EditableCase]:
    """Yield the case without quantized types and float16, then without each of the two."""
    without_codes = _without_quantization(draft)
    if without_codes is not None:
        both = _without_float16(without_codes)
        if both is not None:
            yield both
        yield without_codes
    without_halves = _without_float16(draft)
    if without_halves is not None:
        yield without_halves


def _without_float16(draft: EditableCase) -> EditableCase | None:
    parts = [part.copy() for part in draft.subgraphs]
    changed = False
    for part in parts:
        for index, operand in part.operands.items():
            wider = _FLOAT32_BY_FLOAT16.get(operand.type)  # type: ignore[call-overload]
            if wider is None:
                continue
            changed = True
            part.operands[index] = replace(operand, type=wider)
            if index in part.data:
                values = np.frombuffer(part.data[index], "<f2")
                part.data[index] = values.astype("<f4").tobytes()
    return draft.with_subgraphs(parts) if changed else None


def _without_quantization(draft: EditableCase) -> EditableCase | None:
    parts = [_dequantize_subgraph(part) for part in draft.subgraphs]
    changed = any(
        new.operands != old.operands for new, old in zip(parts, draft.subgraphs, strict=True)
    )
    return draft.with_subgraphs(parts) if changed else None


def _dequantize_subgraph(part: EditableSubgraph) -> EditableSubgraph:
    """Return the subgraph with all quantized operands as float32.

    Biases are included: TENSOR_INT32 with a scale, or with the per-channel scales of the filter.
    """
    out = part.copy()
    per_channel = _per_channel_bias_scales(part)
    for index, operand in part.operands.items():
        info = INFO.get(operand.type)
        bias = operand.type == _T.TENSOR_INT32 and (operand.scale or index in per_channel)
        if info is None or not (info.quantized or bias):
            continue
        out.operands[index] = replace(
            operand, type=_T.TENSOR_FLOAT32, scale=0.0, zero_point=0, extra_params=None
        )
        if index in part.data:
            codes = to_array(operand, part.data[index])
            values = _real_values(codes, operand, per_channel.get(index))
            out.data[index] = values.astype("<f4").tobytes()
    return out


def _real_values(codes: Array, operand: Operand, scales: Array | None) -> Array:
    if operand.type == _T.TENSOR_INT32:
        return codes * (np.float64(operand.scale) if scales is None else scales)
    return real(codes, OperandView.of(operand))


def _per_channel_bias_scales(part: EditableSubgraph) -> dict[int, Array]:
    """Return the biases of filters with per-channel quantization, with their scales per channel.

    A bias has the scale of the input times the filter's scale of the channel.
    """
    scales = {}
    for operation in part.operations:
        for source, weights, bias in zip(
            operation.inputs, operation.inputs[1:], operation.inputs[2:], strict=False
        ):
            extra = part.operands[weights].extra_params
            if isinstance(extra, SymmPerChannelQuantParams):
                scales[bias] = np.array(extra.scales, np.float64) * part.operands[source].scale
    return scales


def simplify_values(search: Search) -> None:
    """Set the data of tensors to zero, to equal values, or one half of the elements to zero."""
    for number in (0, *reachable_subgraphs(search.case)):
        for index in given_tensors(search.case.subgraphs[number]):
            part = search.case.subgraphs[number]
            for data in _simpler_values(part.operands[index], part.data[index]):
                simpler = part.copy()
                simpler.data[index] = data
                if search.attempt(search.case.with_subgraph(number, simpler)):
                    break


def _simpler_values(operand: Operand, data: bytes) -> Iterator[bytes]:
    """Yield simpler data for a tensor: all zero, all equal, or one half of the elements zero."""
    array = to_array(operand, data)
    flat = array.reshape(-1)
    zero = np.full_like(flat, operand.zero_point if INFO[operand.type].quantized else 0)
    is_changed = flat != zero
    if is_changed.any():
        yield zero.tobytes()
    if flat.size > 1 and (flat != flat[0]).any():
        yield np.full_like(flat, flat[0]).tobytes()
        half = flat.size // 2
        for some in (slice(0, half), slice(half, None)):
            if is_changed[some].any():
                other = flat.copy()
                other[some] = zero[some]
                yield other.tobytes()
