"""Operators that move, select or reduce elements."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import numpy as np

from conformance.engines.tflite.lift.broadcasting import broadcast, reshape_booleans
from conformance.engines.tflite.lift.context import (
    Converter,
    NotExpressibleError,
    OperatorContext,
    direct,
    hal_dimensions,
    is_static,
    known_rank,
    operand_of,
)
from conformance.engines.tflite.lift.model_builder import OperandDraft
from conformance.hal import INFO, OperandType, OperationType

_T: Final = OperationType


def _axis(axis: int, rank: int) -> int:
    """Return a non-negative axis."""
    if not -rank <= axis < rank:
        raise NotExpressibleError(f"axis {axis} of a tensor of rank {rank}")
    return axis % rank


def _same_elements(op: OperatorContext) -> bool:
    """Use the input as the output if both have the same dimensions; return whether they do."""
    source, target = op.operand(op.input(0)), operand_of(op.output_tensor())
    if not is_static(target.dimensions) or source.dimensions != target.dimensions:
        return False
    if (source.type, source.scale, source.zero_point) != (
        target.type,
        target.scale,
        target.zero_point,
    ):
        return False
    op.alias_output(op.input(0))
    return True


def _reshape(op: OperatorContext) -> None:
    if _same_elements(op):
        return
    if op.operand(op.input(0)).type == OperandType.TENSOR_BOOL8:
        reshape_booleans(op, op.input(0), op.output())
        return
    sizes = list(op.option("NewShape", ()))
    if op.has_input(1):
        value = op.constant_or_none(1)
        if value is None:
            op.emit(_T.RESHAPE, [op.input(0), op.input(1)], op.output())
            return
        sizes = op.integers(1)
    shape = op.int32_tensor(sizes or [1])
    op.emit(_T.RESHAPE, [op.input(0), shape], op.output())


def _reshape_to_output(op: OperatorContext) -> None:
    if not _same_elements(op):
        op.emit_reshape(op.input(0), op.output())


def _range(op: OperatorContext) -> None:
    """Convert RANGE of constants: its result is known now."""
    start, limit, delta = (op.constant(position).reshape(-1) for position in range(3))
    if not start.size == limit.size == delta.size == 1 or not delta[0]:
        raise NotExpressibleError("start, limit and step are not single numbers")
    if abs((float(limit[0]) - float(start[0])) / float(delta[0])) > 1 << 20:
        raise NotExpressibleError("a range of more than 2^20 numbers")
    op.fold_output(np.arange(start[0], limit[0], delta[0], dtype=start.dtype))


def _expand_dims(op: OperatorContext) -> None:
    if _same_elements(op):
        return
    axes = op.integers(1)
    if len(axes) != 1:
        raise NotExpressibleError("more than one axis")
    op.emit(_T.EXPAND_DIMS, [op.input(0), op.int32(axes[0])], op.output())


def _squeeze(op: OperatorContext) -> None:
    if _same_elements(op):
        return
    axes = list(op.option("SqueezeDims", ()))
    inputs = [op.input(0), *([op.int32_tensor(axes)] if axes else [])]
    op.emit(_T.SQUEEZE, inputs, op.output())


def _concatenation(op: OperatorContext) -> None:
    rank = len(known_rank(operand_of(op.output_tensor()).dimensions))
    position = _axis(op.option("Axis"), rank)
    activation = op.activation()
    if len(op.operator.inputs) == 1 and not activation and _same_elements(op):
        return
    if operand_of(op.output_tensor()).type == OperandType.TENSOR_INT32:
        _join_integers(op, position)
        return
    axis = op.int32(position)
    if not activation:
        op.emit(_T.CONCATENATION, [*op.inputs(), axis], op.output())
        return
    description = operand_of(op.output_tensor())
    joined = op.temporary(description, description.dimensions)
    op.emit(_T.CONCATENATION, [*op.inputs(), axis], joined)
    relu = {1: _T.RELU, 2: _T.RELU1, 3: _T.RELU6}[activation]
    op.emit(relu, [joined], op.output())


def _join_integers(op: OperatorContext, axis: int) -> None:
    """Convert a CONCATENATION of integers, which the contract's lacks, to SPLIT, PACK, RESHAPE."""
    parts: list[int] = []
    for operand in op.inputs():
        source = op.operand(operand)
        count = source.dimensions[axis] if axis < len(source.dimensions) else 0
        if not is_static(source.dimensions) or not 0 < count <= _MAX_JOINED:
            raise NotExpressibleError("a concatenation of many integers, or of an unknown number")
        if count == 1:
            parts.append(operand)
            continue
        part = (*source.dimensions[:axis], 1, *source.dimensions[axis + 1 :])
        pieces = [op.temporary(source, part) for _ in range(count)]
        op.emit(_T.SPLIT, [operand, op.int32(axis), op.int32(count)], pieces)
        parts += pieces
    result = operand_of(op.output_tensor())
    shape = (*result.dimensions[:axis], len(parts), 1, *result.dimensions[axis + 1 :])
    packed = op.temporary(result, shape)
    op.emit(_T.PACK, [op.int32(axis), *parts], packed)
    op.emit_reshape(packed, op.output())


_MAX_JOINED: Final = 64


def _pack(op: OperatorContext) -> None:
    """Convert PACK to RESHAPE and CONCATENATION, which all versions have; integers to PACK."""
    shape = known_rank(operand_of(op.output_tensor()).dimensions)
    axis = _axis(op.option("Axis"), len(shape))
    if operand_of(op.output_tensor()).type == OperandType.TENSOR_INT32:
        _pack_integers(op, axis, shape)
        return
    parts = []
    for operand in op.inputs():
        source = op.operand(operand)
        dimensions = (*shape[:axis], 1, *shape[axis + 1 :])
        if source.dimensions == dimensions:
            parts.append(operand)
            continue
        parts.append(op.temporary(source, dimensions))
        op.emit_reshape(operand, parts[-1])
    op.emit(_T.CONCATENATION, [*parts, op.int32(axis)], op.output())


def _pack_integers(op: OperatorContext, axis: int, shape: tuple[int, ...]) -> None:
    """Append PACK; a tensor of rank 0 is one of shape [1] here, so its result gets a RESHAPE."""
    inputs = [op.int32(axis), *op.inputs()]
    part = known_rank(op.operand(inputs[1]).dimensions)
    packed = (*part[:axis], len(inputs) - 1, *part[axis:])
    if len(packed) == len(shape):
        op.emit(_T.PACK, inputs, op.output())
        return
    result = op.temporary(op.operand(inputs[1]), packed)
    op.emit(_T.PACK, inputs, result)
    op.emit_reshape(result, op.output())


def _unpack(op: OperatorContext) -> None:
    """Convert UNPACK to SPLIT and RESHAPE."""
    source = op.operand(op.input(0))
    axis = _axis(op.option("Axis"), len(known_rank(source.dimensions)))
    count = len(op.operator.outputs)
    part = (*source.dimensions[:axis], 1, *source.dimensions[axis + 1 :])
    parts = [op.temporary(source, part) for _ in range(count)]
    op.emit(_T.SPLIT, [op.input(0), op.int32(axis), op.int32(count)], parts)
    for position, operand in enumerate(parts):
        if operand_of(op.output_tensor(position)).dimensions == part:
            op.alias_output(operand, position)
        else:
            op.emit_reshape(operand, op.output(position))


def _split(op: OperatorContext) -> None:
    axes = op.integers(0)
    if len(axes) != 1:
        raise NotExpressibleError("more than one axis")
    count = len(op.operator.outputs)
    outputs = [op.output(position) for position in range(count)]
    axis = _axis(axes[0], len(known_rank(op.operand(op.input(1)).dimensions)))
    op.emit(_T.SPLIT, [op.input(1), op.int32(axis), op.int32(count)], outputs)


def _split_v(op: OperatorContext) -> None:
    """Convert SPLIT_V, whose parts may have different sizes, to one SLICE for each part."""
    source = op.operand(op.input(0))
    shape = source.dimensions
    sizes, axes = op.integers(1), op.integers(2)
    if not is_static(shape) or len(axes) != 1 or len(sizes) != len(op.operator.outputs):
        raise NotExpressibleError("sizes that are not known")
    axis = _axis(axes[0], len(shape))
    remaining = shape[axis] - sum(size for size in sizes if size >= 0)
    start = 0
    for position, size in enumerate(sizes):
        length = remaining if size < 0 else size
        begin = [start if dimension == axis else 0 for dimension in range(len(shape))]
        extent = [length if dimension == axis else n for dimension, n in enumerate(shape)]
        inputs = [op.input(0), op.int32_tensor(begin), op.int32_tensor(extent)]
        op.emit(_T.SLICE, inputs, op.output(position))
        start += length


def _pad_v2(op: OperatorContext) -> None:
    value = op.constant(2).reshape(-1)
    if value.size != 1:
        raise NotExpressibleError("the padding is not a single value")
    type_ = op.operand(op.input(0)).type
    if INFO[type_].quantized or type_ == OperandType.TENSOR_INT32:
        pad = op.int32(int(value[0]))
    else:
        pad = op.float32(float(value[0]))
    op.emit(_T.PAD_V2, [op.input(0), op.input(1), pad], op.output())


def _mirror_pad(op: OperatorContext) -> None:
    inputs = [op.input(0), op.input(1), op.int32(op.option("Mode"))]
    op.emit(_T.MIRROR_PAD, inputs, op.output())


def _strided_slice(op: OperatorContext) -> None:
    for name in ("EllipsisMask", "NewAxisMask", "Offset"):
        if op.option(name):
            raise NotExpressibleError(f"attribute {name}")
    masks = [op.int32(op.option(name)) for name in ("BeginMask", "EndMask", "ShrinkAxisMask")]
    op.emit(_T.STRIDED_SLICE, [*op.inputs(), *masks], op.output())


def _gather(op: OperatorContext) -> None:
    if op.option("BatchDims"):
        raise NotExpressibleError("batch dimensions")
    shape, indexes = (
        known_rank(operand_of(op.input_tensor(position)).dimensions) for position in (0, 1)
    )
    axis = _axis(op.option("Axis"), len(shape))
    inputs = [op.input(0), op.int32(axis), op.input(1)]
    dimensions = (*shape[:axis], *indexes, *shape[axis + 1 :])
    op.output_in_shape(dimensions, lambda result: op.emit(_T.GATHER, inputs, result))


def _reverse(op: OperatorContext) -> None:
    if op.operand(op.input(1)).dimensions != (1,):
        raise NotExpressibleError("more than one axis")
    op.emit(_T.REVERSE, [op.input(0), op.input(1)], op.output())


def _broadcast_to(op: OperatorContext) -> None:
    """Convert BROADCAST_TO to RESHAPE and TILE."""
    target = hal_dimensions(op.static_shape(op.output_tensor()))
    op.alias_output(broadcast(op, op.input(0), target))


def _topk(op: OperatorContext) -> None:
    count = op.integers(1)
    if len(count) != 1:
        raise NotExpressibleError("k is not a single number")
    outputs = [op.output(0), op.output(1)]
    op.emit(_T.TOPK_V2, [op.input(0), op.int32(count[0])], outputs)


def _index_of_extreme(type_: OperationType) -> Converter:
    def convert(op: OperatorContext) -> None:
        axes = op.integers(1)
        if len(axes) != 1:
            raise NotExpressibleError("more than one axis")
        op.emit(type_, [op.input(0), op.int32(axes[0])], op.output())

    return convert


def _mean(op: OperatorContext) -> None:
    """Convert MEAN; if the output has another quantization, compute it on real numbers."""
    keep = op.int32(int(bool(op.option("KeepDims"))))
    source, target = op.operand(op.input(0)), operand_of(op.output_tensor())
    if (source.scale, source.zero_point) == (target.scale, target.zero_point):
        op.emit(_T.MEAN, [op.input(0), op.input(1), keep], op.output())
        return
    real = op.as_float(0)
    op.output_from_float(lambda result: op.emit(_T.MEAN, [real, op.input(1), keep], result))


def _sum(op: OperatorContext) -> None:
    """Convert SUM; the contract has it for floating-point data, so others are converted."""
    keep = op.boolean(op.option("KeepDims"))
    real = op.as_float(0)
    op.output_from_float(lambda result: op.emit(_T.REDUCE_SUM, [real, op.input(1), keep], result))


def _reduce(type_: OperationType) -> Converter:
    def convert(op: OperatorContext) -> None:
        inputs = [op.input(0), op.input(1), op.boolean(op.option("KeepDims"))]
        op.emit(type_, inputs, op.output())

    return convert


def _shape(op: OperatorContext) -> None:
    shape = op.static_shape(op.input_tensor(0))
    op.fold_output(np.array(shape, "<i8" if op.output_tensor().type == "INT64" else "<i4"))


def _rank(op: OperatorContext) -> None:
    if not op.input_tensor(0).has_rank:
        raise NotExpressibleError("a tensor whose rank is known only during the run")
    op.fold_output(np.array(len(op.input_tensor(0).shape), "<i4"))


def _zeros_like(op: OperatorContext) -> None:
    shape = op.static_shape(op.output_tensor())
    description = operand_of(op.output_tensor())
    if INFO[description.type].quantized or math.prod(shape) > 1 << 20:
        raise NotExpressibleError("a quantized or large result")
    op.fold_output(np.zeros(shape, INFO[description.type].dtype))


def _fill(op: OperatorContext) -> None:
    value = op.constant(1).reshape(-1)
    if value.size != 1 or value.dtype.kind not in "fi":
        raise NotExpressibleError("the value is not a single number")
    scalar = op.float32(value[0]) if value.dtype == np.float32 else op.int32(int(value[0]))
    op.emit(_T.FILL, [op.input(0), scalar], op.output())


def _lsh_projection(op: OperatorContext) -> None:
    """Convert LSH_PROJECTION: SPARSE is 1 in the file and 3 in the contract, DENSE is 2 in both."""
    type_ = {1: 3, 2: 2}.get(op.option("Type"))
    if type_ is None:
        raise NotExpressibleError(f"projection type {op.option('Type')}")
    inputs = [op.input(0), op.input(1), op.input_or_omitted(2), op.int32(type_)]
    op.emit(_T.LSH_PROJECTION, inputs, op.output())


_NAMES: Final = ("TRANSPOSE", "PAD", "SLICE", "TILE", "SPACE_TO_BATCH_ND", "EMBEDDING_LOOKUP")
_REDUCTIONS: Final = {
    **{name: _T[name] for name in ("REDUCE_MAX", "REDUCE_MIN", "REDUCE_PROD")},
    **{name: _T[name] for name in ("REDUCE_ANY", "REDUCE_ALL")},
}


def _hashtable_lookup(op: OperatorContext) -> None:
    """Convert HASHTABLE_LOOKUP; in the contract, hits are quantized with scale 1."""
    hits = op.builder.add_operand(
        OperandDraft(
            OperandType.TENSOR_QUANT8_ASYMM, op.static_shape(op.output_tensor(1)), scale=1.0
        )
    )
    output = op.output()
    op.alias_output(hits, 1)
    op.emit(_T.HASHTABLE_LOOKUP, [op.input(position) for position in range(3)], [output, hits])


CONVERTERS: Final[Mapping[str, Converter]] = {
    "HASHTABLE_LOOKUP": _hashtable_lookup,
    **{name: direct(_T[name]) for name in _NAMES},
    **{name: _reduce(type_) for name, type_ in _REDUCTIONS.items()},
    "RESHAPE": _reshape,
    "STABLEHLO_RESHAPE": _reshape_to_output,
    "RANGE": _range,
    "EXPAND_DIMS": _expand_dims,
    "SQUEEZE": _squeeze,
    "CONCATENATION": _concatenation,
    "PACK": _pack,
    "UNPACK": _unpack,
    "SPLIT": _split,
    "SPLIT_V": _split_v,
    "PADV2": _pad_v2,
    "MIRROR_PAD": _mirror_pad,
    "STRIDED_SLICE": _strided_slice,
    "GATHER": _gather,
    "REVERSE_V2": _reverse,
    "BROADCAST_TO": _broadcast_to,
    "TOPK_V2": _topk,
    "ARG_MAX": _index_of_extreme(_T.ARGMAX),
    "ARG_MIN": _index_of_extreme(_T.ARGMIN),
    "MEAN": _mean,
    "SUM": _sum,
    "FILL": _fill,
    "LSH_PROJECTION": _lsh_projection,
    "SHAPE": _shape,
    "RANK": _rank,
    "ZEROS_LIKE": _zeros_like,
}
"""The converters of operators that move, select or reduce elements, by builtin."""
