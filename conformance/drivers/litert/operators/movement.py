"""Operations that move, select, repeat or average values: shapes, slices, blocks, borders."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import starmap
from typing import Final

from conformance.drivers.litert.operators.windows import image, image_result
from conformance.drivers.litert.site import DeclinedError, Site
from conformance.hal import OperandType, OperationType
from conformance.operations.definition import Shape


def _output_shape(site: Site) -> Shape:
    shape = site.call.output().dims
    if shape is None or None in shape:
        return tuple(site.call.definition.shapes(site.call)[0])
    return shape  # type: ignore[return-value]


def not_rank_0(site: Site, rank: int) -> int:
    """The tensor to write; where TFLite's own result has rank 0, HAL's has one dimension of 1."""
    target = site.result()
    return site.reshaped_into(target, ()) if rank == 0 else target


def concatenation(site: Site) -> None:
    """CONCATENATION; TFLite joins int8 tensors of one quantization only."""
    sources = [site.input(position) for position in site.call.repeated("input_i")]
    target = site.result()
    wanted = site.graph.tensors[target]
    if wanted.type == "INT8":
        sources = [
            tensor
            if site.graph.tensors[tensor].quantization == wanted.quantization
            else site.requantized(tensor, wanted.quantization)
            for tensor in sources
        ]
    site.run("CONCATENATION", sources, [target], "ConcatenationOptions", axis=site.scalar("axis"))


def reshape(site: Site) -> None:
    """RESHAPE."""
    inputs = [site.tensor("input"), site.tensor("shape")]
    site.run("RESHAPE", inputs, [site.result()], "ReshapeOptions")


def squeeze(site: Site) -> None:
    """SQUEEZE; the axes are an attribute."""
    if site.call.position("axes") is not None:
        given = site.view("axes")
        if given.value is None and given.omitted is False:
            raise DeclinedError("attributes are fixed in TFLite, another operation computes one")
    axes = site.call.value("axes").tolist() if site.call.present("axes") else []
    shape = site.call.shape("input")
    if axes:
        dropped = {axis % len(shape) for axis in axes}
    else:
        if site.call.present("axes"):
            raise DeclinedError("SqueezeOptions.squeeze_dims: an empty list means every dimension")
        dropped = {axis for axis, size in enumerate(shape) if size == 1}
    target = not_rank_0(site, len(shape) - len(dropped))
    site.run("SQUEEZE", [site.tensor("input")], [target], "SqueezeOptions", squeezeDims=axes)


def transpose(site: Site) -> None:
    """TRANSPOSE."""
    source = site.tensor("input")
    if site.call.present("perm"):
        order = site.tensor("perm")
    else:
        order = site.constant(range(site.call.rank("input") - 1, -1, -1))
    site.run("TRANSPOSE", [source, order], [site.result()], "TransposeOptions")


def strided_slice(site: Site) -> None:
    """STRIDED_SLICE."""
    shrunk = site.scalar("shrink_axis_mask")
    rank = site.call.rank("input")
    kept = sum(not shrunk >> axis & 1 for axis in range(rank))
    inputs = [site.tensor(name) for name in ("input", "begin", "end", "strides")]
    site.run(
        "STRIDED_SLICE",
        inputs,
        [not_rank_0(site, kept)],
        "StridedSliceOptions",
        beginMask=site.scalar("begin_mask"),
        endMask=site.scalar("end_mask"),
        shrinkAxisMask=shrunk,
    )


def reduction(builtin: str) -> Callable[[Site], None]:
    """A builtin that reduces some dimensions."""

    def convert(site: Site) -> None:
        keep = site.scalar("keep_dims") > 0
        inputs = [site.tensor("input"), site.tensor("axes")]
        if keep:
            target = site.result()
        elif site.view("axes").value is None:
            # computed by another operation: whether all are reduced does not matter this way
            target, keep = site.reshaped_into(site.result(), None), True
        else:
            rank = site.call.rank("input")
            reduced = {axis % rank for axis in site.call.value("axes").ravel().tolist()}
            target = not_rank_0(site, rank - len(reduced))
        site.run(builtin, inputs, [target], "ReducerOptions", keepDims=keep)

    return convert


def pad(site: Site) -> None:
    """PAD."""
    inputs = [site.tensor("input"), site.tensor("paddings")]
    site.run("PAD", inputs, [site.result()], "PadOptions")


def pad_v2(site: Site) -> None:
    """PAD_V2; the value is a scalar there and a tensor here."""
    value = site.scalar("pad_value")
    source = site.tensor("input")
    if site.graph.tensors[source].quantization is not None:
        value &= 255
        if site.graph.tensors[source].type == "INT8" and value > 127:
            value -= 256
    inputs = [source, site.tensor("paddings"), site.constant([value], like=source)]
    site.run("PADV2", inputs, [site.result()], "PadV2Options")


def _blocks(builtin: str, options: str) -> Callable[[Site], None]:
    def convert(site: Site) -> None:
        size = site.scalar("block_size")
        site.run(builtin, [image(site)], [image_result(site)], options, blockSize=size)

    return convert


def batch_to_space_nd(site: Site) -> None:
    """BATCH_TO_SPACE_ND; HAL crops nothing."""
    inputs = [image(site), site.tensor("block_shape"), site.constant([[0, 0], [0, 0]])]
    site.run("BATCH_TO_SPACE_ND", inputs, [image_result(site)], "BatchToSpaceNDOptions")


def space_to_batch_nd(site: Site) -> None:
    """SPACE_TO_BATCH_ND."""
    inputs = [image(site), site.tensor("block_shape"), site.tensor("paddings")]
    site.run("SPACE_TO_BATCH_ND", inputs, [image_result(site)], "SpaceToBatchNDOptions")


def resized_to(site: Site) -> Shape:
    """The new height and width; a factor is worked out before."""
    shape = _output_shape(site)
    return shape[2:] if site.scalar("layout") else shape[1:3]


_PARTS: Final = 1 << 10
"""Positions in images of signed codes are counted in parts of a pixel."""


def _reads_behind(site: Site, old: int, new: int) -> bool:
    """Whether a step that is rounded up to whole parts leads behind the last pixel."""
    corners = bool(site.scalar("align_corners")) and new > 1
    pixels, steps = (old - 1, new - 1) if corners else (old, new)
    step = (pixels * _PARTS + steps // 2) // steps
    start = step // 2 - _PARTS // 2 if site.scalar("half_pixel_centers") else 0
    return start + (new - 1) * step >= old * _PARTS


def resize_bilinear(site: Site) -> None:
    """RESIZE_BILINEAR."""
    if site.view("input").type == OperandType.TENSOR_QUANT8_ASYMM_SIGNED:
        shape = site.call.shape("input")
        sizes = shape[2:] if site.scalar("layout") else shape[1:3]
        if any(starmap(partial(_reads_behind, site), zip(sizes, resized_to(site), strict=True))):
            raise DeclinedError("RESIZE_BILINEAR reads signed codes from behind the image")
    site.run(
        "RESIZE_BILINEAR",
        [image(site), site.constant(resized_to(site))],
        [image_result(site)],
        "ResizeBilinearOptions",
        alignCorners=bool(site.scalar("align_corners")),
        halfPixelCenters=bool(site.scalar("half_pixel_centers")),
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
