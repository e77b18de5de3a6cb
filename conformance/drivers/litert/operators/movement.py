"""Operations that move, select, repeat or average values: shapes, slices, blocks, padding."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import starmap
from typing import Final

from conformance.drivers.litert.operators.windows import image, image_result
from conformance.drivers.litert.site import COMPUTED_ATTRIBUTE, DeclinedError, Site
from conformance.hal import OperandType, OperationType
from conformance.operations.definition import Shape


def _output_shape(lowering: Site) -> Shape:
    shape = lowering.call.output().dims
    if shape is None or None in shape:
        return tuple(lowering.call.definition.shapes(lowering.call)[0])
    return shape  # type: ignore[return-value]


def not_rank_0(lowering: Site, rank: int) -> int:
    """Return the tensor to write if TFLite's result has this rank.

    HAL has (1,) instead of rank 0.
    """
    target = lowering.result()
    return lowering.reshaped_into(target, ()) if rank == 0 else target


def concatenation(lowering: Site) -> None:
    """Lower CONCATENATION; TFLite requires the same quantization of all int8 tensors."""
    sources = [lowering.input(position) for position in lowering.call.repeated("input_i")]
    target = lowering.result()
    output_tensor = lowering.graph.tensors[target]
    if output_tensor.type == "INT8":
        sources = [
            tensor
            if lowering.graph.tensors[tensor].quantization == output_tensor.quantization
            else lowering.requantized(tensor, output_tensor.quantization)
            for tensor in sources
        ]
    lowering.run(
        "CONCATENATION", sources, [target], "ConcatenationOptions", axis=lowering.scalar("axis")
    )


def reshape(lowering: Site) -> None:
    """Lower RESHAPE."""
    inputs = [lowering.tensor("input"), lowering.tensor("shape")]
    lowering.run("RESHAPE", inputs, [lowering.result()], "ReshapeOptions")


def squeeze(lowering: Site) -> None:
    """Lower SQUEEZE; TFLite has the axes as an attribute."""
    if lowering.call.position("axes") is not None:
        axes_view = lowering.view("axes")
        if axes_view.value is None and axes_view.omitted is False:
            raise DeclinedError(COMPUTED_ATTRIBUTE)
    axes = lowering.call.value("axes").tolist() if lowering.call.present("axes") else []
    shape = lowering.call.shape("input")
    if axes:
        dropped = {axis % len(shape) for axis in axes}
    else:
        if lowering.call.present("axes"):
            raise DeclinedError(
                "SqueezeOptions.squeeze_dims: an empty list selects every dimension"
            )
        dropped = {axis for axis, size in enumerate(shape) if size == 1}
    target = not_rank_0(lowering, len(shape) - len(dropped))
    lowering.run(
        "SQUEEZE", [lowering.tensor("input")], [target], "SqueezeOptions", squeezeDims=axes
    )


def transpose(lowering: Site) -> None:
    """Lower TRANSPOSE."""
    source = lowering.tensor("input")
    if lowering.call.present("perm"):
        order = lowering.tensor("perm")
    else:
        order = lowering.constant(range(lowering.call.rank("input") - 1, -1, -1))
    lowering.run("TRANSPOSE", [source, order], [lowering.result()], "TransposeOptions")


def strided_slice(lowering: Site) -> None:
    """Lower STRIDED_SLICE."""
    shrunk = lowering.scalar("shrink_axis_mask")
    rank = lowering.call.rank("input")
    kept = sum(not shrunk >> axis & 1 for axis in range(rank))
    inputs = [lowering.tensor(name) for name in ("input", "begin", "end", "strides")]
    lowering.run(
        "STRIDED_SLICE",
        inputs,
        [not_rank_0(lowering, kept)],
        "StridedSliceOptions",
        beginMask=lowering.scalar("begin_mask"),
        endMask=lowering.scalar("end_mask"),
        shrinkAxisMask=shrunk,
    )


def reduction(builtin: str) -> Callable[[Site], None]:
    """Return a lowering for a builtin that reduces some dimensions."""

    def convert(lowering: Site) -> None:
        keep = lowering.scalar("keep_dims") > 0
        inputs = [lowering.tensor("input"), lowering.tensor("axes")]
        if keep:
            target = lowering.result()
        elif lowering.view("axes").value is None:
            # The axes are computed by another operation. With keepDims, it does not matter here
            # whether all dimensions are reduced.
            target, keep = lowering.reshaped_into(lowering.result(), None), True
        else:
            rank = lowering.call.rank("input")
            reduced = {axis % rank for axis in lowering.call.value("axes").ravel().tolist()}
            target = not_rank_0(lowering, rank - len(reduced))
        lowering.run(builtin, inputs, [target], "ReducerOptions", keepDims=keep)

    return convert


def pad(lowering: Site) -> None:
    """Lower PAD."""
    inputs = [lowering.tensor("input"), lowering.tensor("paddings")]
    lowering.run("PAD", inputs, [lowering.result()], "PadOptions")


def pad_v2(lowering: Site) -> None:
    """Lower PAD_V2; the padding value is a scalar in HAL and a tensor in TFLite."""
    value = lowering.scalar("pad_value")
    source = lowering.tensor("input")
    if lowering.graph.tensors[source].quantization is not None:
        value &= 255
        if lowering.graph.tensors[source].type == "INT8" and value > 127:
            value -= 256
    inputs = [source, lowering.tensor("paddings"), lowering.constant([value], like=source)]
    lowering.run("PADV2", inputs, [lowering.result()], "PadV2Options")


def _blocks(builtin: str, options: str) -> Callable[[Site], None]:
    def convert(lowering: Site) -> None:
        size = lowering.scalar("block_size")
        lowering.run(builtin, [image(lowering)], [image_result(lowering)], options, blockSize=size)

    return convert


def batch_to_space_nd(lowering: Site) -> None:
    """Lower BATCH_TO_SPACE_ND without crops, which HAL does not have."""
    inputs = [image(lowering), lowering.tensor("block_shape"), lowering.constant([[0, 0], [0, 0]])]
    lowering.run("BATCH_TO_SPACE_ND", inputs, [image_result(lowering)], "BatchToSpaceNDOptions")


def space_to_batch_nd(lowering: Site) -> None:
    """Lower SPACE_TO_BATCH_ND."""
    inputs = [image(lowering), lowering.tensor("block_shape"), lowering.tensor("paddings")]
    lowering.run("SPACE_TO_BATCH_ND", inputs, [image_result(lowering)], "SpaceToBatchNDOptions")


def resized_to(lowering: Site) -> Shape:
    """Return the new height and width, which may be given as scale factors."""
    shape = _output_shape(lowering)
    return shape[2:] if lowering.scalar("layout") else shape[1:3]


_PARTS: Final = 1 << 10
"""Number of units per pixel in which TFLite measures positions in images of signed codes."""


def _reads_behind(lowering: Site, old_size: int, new_size: int) -> bool:
    """Return whether rounding the step to whole units moves a position past the last pixel."""
    align_corners = bool(lowering.scalar("align_corners")) and new_size > 1
    pixels, steps = (old_size - 1, new_size - 1) if align_corners else (old_size, new_size)
    step = (pixels * _PARTS + steps // 2) // steps
    start = step // 2 - _PARTS // 2 if lowering.scalar("half_pixel_centers") else 0
    return start + (new_size - 1) * step >= old_size * _PARTS


def resize_bilinear(lowering: Site) -> None:
    """Lower RESIZE_BILINEAR."""
    if lowering.view("input").type == OperandType.TENSOR_QUANT8_ASYMM_SIGNED:
        shape = lowering.call.shape("input")
        sizes = shape[2:] if lowering.scalar("layout") else shape[1:3]
        if any(
            starmap(partial(_reads_behind, lowering), zip(sizes, resized_to(lowering), strict=True))
        ):
            raise DeclinedError("RESIZE_BILINEAR reads signed codes past the end of the image")
    lowering.run(
        "RESIZE_BILINEAR",
        [image(lowering), lowering.constant(resized_to(lowering))],
        [image_result(lowering)],
        "ResizeBilinearOptions",
        alignCorners=bool(lowering.scalar("align_corners")),
        halfPixelCenters=bool(lowering.scalar("half_pixel_centers")),
    )


CONVERTERS: Final = {
    OperationType.CONCATENATION: concatenation,
    OperationType.RESHAPE: reshape,
    OperationType.SQUEEZE: squeeze,
    OperationType.TRANSPOSE: transpose,
    OperationType.STRIDED_SLICE: strided_slice,
    OperationType.MEAN: reduction("MEAN"),
    OperationType.PAD: pad,
    OperationType.PAD_V2: pad_v2,
    OperationType.DEPTH_TO_SPACE: _blocks("DEPTH_TO_SPACE", "DepthToSpaceOptions"),
    OperationType.SPACE_TO_DEPTH: _blocks("SPACE_TO_DEPTH", "SpaceToDepthOptions"),
    OperationType.BATCH_TO_SPACE_ND: batch_to_space_nd,
    OperationType.SPACE_TO_BATCH_ND: space_to_batch_nd,
    OperationType.RESIZE_BILINEAR: resize_bilinear,
}
