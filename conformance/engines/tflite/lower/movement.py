"""Operations that move, select, repeat or average values: shapes, slices, blocks, padding."""

from __future__ import annotations

from functools import partial
from itertools import starmap
from typing import Final

from conformance.engines.protocol import Declined
from conformance.engines.tflite.lower.direct import Converter, direct_operator, flag
from conformance.engines.tflite.lower.windows import image_input, image_output
from conformance.engines.tflite.lowering import COMPUTED_ATTRIBUTE, Lowering
from conformance.hal import OperandType, OperationType
from conformance.operations.definition.operands import Shape


def _output_shape(lowering: Lowering) -> Shape:
    shape = lowering.call.output().dims
    if shape is None or None in shape:
        return tuple(lowering.call.definition.shapes(lowering.call)[0])
    return shape  # type: ignore[return-value]


def output_of_rank(lowering: Lowering, rank: int) -> int:
    """Return the tensor to write if TFLite's result has this rank.

    HAL has (1,) instead of rank 0.
    """
    target = lowering.output_tensor()
    return lowering.reshape_into(target, ()) if rank == 0 else target


def concatenation(lowering: Lowering) -> None:
    """Lower CONCATENATION; TFLite requires the same quantization of all int8 tensors."""
    sources = [lowering.input_at(position) for position in lowering.call.repeated("input_i")]
    target = lowering.output_tensor()
    output_tensor = lowering.graph.tensors[target]
    if output_tensor.type == "INT8":
        sources = [
            tensor
            if lowering.graph.tensors[tensor].quantization == output_tensor.quantization
            else lowering.requantize(tensor, output_tensor.quantization)
            for tensor in sources
        ]
    lowering.add_operator(
        "CONCATENATION", sources, [target], "ConcatenationOptions", axis=lowering.scalar("axis")
    )


def squeeze(lowering: Lowering) -> None:
    """Lower SQUEEZE; TFLite has the axes as an attribute."""
    if lowering.call.position("axes") is not None:
        axes_view = lowering.view("axes")
        if axes_view.value is None and axes_view.omitted is False:
            raise Declined(COMPUTED_ATTRIBUTE)
    axes = lowering.call.value("axes").tolist() if lowering.call.present("axes") else []
    shape = lowering.call.shape("input")
    if axes:
        dropped = {axis % len(shape) for axis in axes}
    else:
        if lowering.call.present("axes"):
            raise Declined("SqueezeOptions.squeeze_dims: an empty list selects every dimension")
        dropped = {axis for axis, size in enumerate(shape) if size == 1}
    target = output_of_rank(lowering, len(shape) - len(dropped))
    lowering.add_operator(
        "SQUEEZE", [lowering.input_named("input")], [target], "SqueezeOptions", squeezeDims=axes
    )


def transpose(lowering: Lowering) -> None:
    """Lower TRANSPOSE."""
    source = lowering.input_named("input")
    if lowering.call.present("perm"):
        order = lowering.input_named("perm")
    else:
        order = lowering.constant_tensor(range(lowering.call.rank("input") - 1, -1, -1))
    lowering.add_operator(
        "TRANSPOSE", [source, order], [lowering.output_tensor()], "TransposeOptions"
    )


def strided_slice(lowering: Lowering) -> None:
    """Lower STRIDED_SLICE."""
    shrunk = lowering.scalar("shrink_axis_mask")
    rank = lowering.call.rank("input")
    kept = sum(not shrunk >> axis & 1 for axis in range(rank))
    inputs = [lowering.input_named(name) for name in ("input", "begin", "end", "strides")]
    lowering.add_operator(
        "STRIDED_SLICE",
        inputs,
        [output_of_rank(lowering, kept)],
        "StridedSliceOptions",
        beginMask=lowering.scalar("begin_mask"),
        endMask=lowering.scalar("end_mask"),
        shrinkAxisMask=shrunk,
    )


def reduction(builtin: str) -> Converter:
    """Return a lowering for a builtin that reduces some dimensions."""

    def convert(lowering: Lowering) -> None:
        keep = lowering.scalar("keep_dims") > 0
        inputs = [lowering.input_named("input"), lowering.input_named("axes")]
        if keep:
            target = lowering.output_tensor()
        elif lowering.view("axes").value is None:
            # The axes are computed by another operation. With keepDims, it does not matter here
            # whether all dimensions are reduced.
            target, keep = lowering.reshape_into(lowering.output_tensor(), None), True
        else:
            rank = lowering.call.rank("input")
            reduced = {axis % rank for axis in lowering.call.value("axes").ravel().tolist()}
            target = output_of_rank(lowering, rank - len(reduced))
        lowering.add_operator(builtin, inputs, [target], "ReducerOptions", keepDims=keep)

    return convert


def pad_v2(lowering: Lowering) -> None:
    """Lower PAD_V2; the padding value is a scalar in HAL and a tensor in TFLite."""
    value = lowering.scalar("pad_value")
    source = lowering.input_named("input")
    if lowering.graph.tensors[source].quantization is not None:
        value &= 255
        if lowering.graph.tensors[source].type == "INT8" and value > 127:
            value -= 256
    inputs = [
        source,
        lowering.input_named("paddings"),
        lowering.constant_tensor([value], like=source),
    ]
    lowering.add_operator("PADV2", inputs, [lowering.output_tensor()], "PadV2Options")


def resized_to(lowering: Lowering) -> Shape:
    """Return the new height and width, which may be given as scale factors."""
    shape = _output_shape(lowering)
    return shape[2:] if lowering.scalar("layout") else shape[1:3]


_UNITS_PER_PIXEL: Final = 1 << 10
"""Number of units per pixel in which TFLite measures positions in images of signed codes."""


def _reads_past_end(lowering: Lowering, old_size: int, new_size: int) -> bool:
    """Return whether rounding the step to whole units moves a position past the last pixel."""
    align_corners = bool(lowering.scalar("align_corners")) and new_size > 1
    pixels, steps = (old_size - 1, new_size - 1) if align_corners else (old_size, new_size)
    step = (pixels * _UNITS_PER_PIXEL + steps // 2) // steps
    start = step // 2 - _UNITS_PER_PIXEL // 2 if lowering.scalar("half_pixel_centers") else 0
    return start + (new_size - 1) * step >= old_size * _UNITS_PER_PIXEL


def resize_operator(builtin: str, options: str) -> Converter:
    """Return a lowering for a builtin that resizes images."""
    return direct_operator(
        builtin,
        image_input,
        lambda lowering: lowering.constant_tensor(resized_to(lowering)),
        options=options,
        output=image_output,
        alignCorners=flag("align_corners"),
        halfPixelCenters=flag("half_pixel_centers"),
    )


def resize_bilinear(lowering: Lowering) -> None:
    """Lower RESIZE_BILINEAR."""
    if lowering.view("input").type == OperandType.TENSOR_QUANT8_ASYMM_SIGNED:
        shape = lowering.call.shape("input")
        sizes = shape[2:] if lowering.scalar("layout") else shape[1:3]
        if any(
            starmap(
                partial(_reads_past_end, lowering), zip(sizes, resized_to(lowering), strict=True)
            )
        ):
            raise Declined("RESIZE_BILINEAR reads signed codes past the end of the image")
    resize_operator("RESIZE_BILINEAR", "ResizeBilinearOptions")(lowering)


CONVERTERS: Final = {
    OperationType.CONCATENATION: concatenation,
    OperationType.RESHAPE: direct_operator("RESHAPE", "input", "shape", options="ReshapeOptions"),
    OperationType.SQUEEZE: squeeze,
    OperationType.TRANSPOSE: transpose,
    OperationType.STRIDED_SLICE: strided_slice,
    OperationType.MEAN: reduction("MEAN"),
    OperationType.PAD: direct_operator("PAD", "input", "paddings", options="PadOptions"),
    OperationType.PAD_V2: pad_v2,
    OperationType.DEPTH_TO_SPACE: direct_operator(
        "DEPTH_TO_SPACE",
        image_input,
        options="DepthToSpaceOptions",
        output=image_output,
        blockSize="block_size",
    ),
    OperationType.SPACE_TO_DEPTH: direct_operator(
        "SPACE_TO_DEPTH",
        image_input,
        options="SpaceToDepthOptions",
        output=image_output,
        blockSize="block_size",
    ),
    OperationType.BATCH_TO_SPACE_ND: direct_operator(
        "BATCH_TO_SPACE_ND",
        image_input,
        "block_shape",
        lambda lowering: lowering.constant_tensor([[0, 0], [0, 0]]),  # HAL has no crops
        options="BatchToSpaceNDOptions",
        output=image_output,
    ),
    OperationType.SPACE_TO_BATCH_ND: direct_operator(
        "SPACE_TO_BATCH_ND",
        image_input,
        "block_shape",
        "paddings",
        options="SpaceToBatchNDOptions",
        output=image_output,
    ),
    OperationType.RESIZE_BILINEAR: resize_bilinear,
}
