"""Constructors of operations that move blocks of positions or groups of channels."""

from __future__ import annotations

from functools import partial
from math import prod
from typing import Final

from conformance.hal import INFO, OperandType, OperationType, Version
from generators.construction.graph_builder import GraphBuilder
from generators.construction.operand_builder import Dims, GeneratedOperand, output_like
from generators.constructors.images import get_image, new_image, random_divisor
from generators.constructors.normalizations import random_axis

_MOST_BLOCKS: Final = 129


def _layout(g: GraphBuilder, nchw: bool) -> list[float]:
    return [nchw] if nchw or (g.version >= Version.V1_2 and g.random.chance(4)) else []


def _sizes_before_blocks(g: GraphBuilder) -> Dims:
    """Return the sizes of an image, one or two of which the caller multiplies by a block's."""
    batch, height, width, channels = g.random_dims(4)
    if g.profile.large_form:
        return min(batch, 4), min(height, 9), min(width, 9), channels
    return min(batch, 4), min(height, 4), min(width, 4), min(channels, 4)


def _add_blocks(to_depth: bool, g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add SPACE_TO_DEPTH or DEPTH_TO_SPACE."""
    nchw = g.version >= Version.V1_2 and g.random.chance(6)
    block = g.random.choice((2, 2, 2, 3))
    axes = (1 + nchw, 2 + nchw) if to_depth else (1 if nchw else 3,)
    factor = block if to_depth else block**2
    source = g.wants_existing() and g.find_tensor(
        type_,
        lambda v: (
            v.dims is not None
            and len(v.dims) == 4
            and all(v.dims[axis] % factor == 0 for axis in axes)
        ),
    )
    if not source:
        batch, height, width, channels = _sizes_before_blocks(g)
        if to_depth:
            height, width = height * block, width * block
        else:
            channels *= block**2
        source = new_image(g, type_, (batch, height, width, channels), nchw)
    g.add_operation(op, [source, block, *_layout(g, nchw)], [output_like(source)])


space_to_depth, depth_to_space = partial(_add_blocks, True), partial(_add_blocks, False)


def batch_to_space(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add BATCH_TO_SPACE_ND."""
    nchw = g.version >= Version.V1_2 and g.random.chance(6)
    blocks = g.usual_or_large((1, 2, 3), _MOST_BLOCKS), g.random.between(1, 2)
    if g.preferred_inputs and g.preferred_inputs[0].dims:
        batch = g.preferred_inputs[0].dims[0]
        blocks = g.random.choice([n for n in range(2, batch + 1) if batch % n == 0] or [2]), 1
    if blocks == (1, 1):
        blocks = 2, 1
    source = g.wants_existing() and g.find_tensor(
        type_, lambda v: v.dims is not None and len(v.dims) == 4 and v.dims[0] % prod(blocks) == 0
    )
    if not source:
        batch, height, width, channels = _sizes_before_blocks(g)
        source = new_image(g, type_, (batch * prod(blocks), height, width, channels), nchw)
    g.add_operation(op, [source, g.int32_tensor(blocks), *_layout(g, nchw)], [output_like(source)])


def space_to_batch(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add SPACE_TO_BATCH_ND."""
    picture, random = get_image(g, type_), g.random
    if not padding_is_defined(g, picture.value):
        centred = g.new_tensor(type_, picture.value.shape, quantization=(picture.value.scale, 0))
        picture = picture._replace(value=centred)
    blocks = g.usual_or_large((1, 2, 3), _MOST_BLOCKS), random.between(1, 3)
    paddings = []
    for size, block in zip((picture.height, picture.width), blocks, strict=True):
        head = random.below(2)
        paddings += [head, -(size + head) % block + (block if random.chance(3) else 0)]
    arguments = [picture.value, g.int32_tensor(blocks), g.int32_tensor(paddings, (2, 2))]
    # The padding may be 0 of either sign, whose RSQRT differs.
    out = output_like(picture.value, min(picture.value.low, 0.0), max(picture.value.high, 0.0))
    g.add_operation(op, [*arguments, *_layout(g, picture.nchw)], [out])


def padding_is_defined(g: GraphBuilder, value: GeneratedOperand) -> bool:
    """Return whether padding is defined: before 1.2, quantized tensors need a zero point of 0."""
    return g.version >= Version.V1_2 or not INFO[value.type].quantized or value.zero_point == 0


def channel_shuffle(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add CHANNEL_SHUFFLE."""
    source = g.get_tensor(type_)
    axis = g.random_axis(source.shape)
    size = source.shape[axis]
    inner = [divisor for divisor in range(2, size) if size % divisor == 0]
    groups = g.random.choice(inner) if inner else random_divisor(g, size)
    g.add_operation(op, [source, groups, random_axis(g, source.shape, axis)], [output_like(source)])
