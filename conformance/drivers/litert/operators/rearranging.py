"""Operations of HAL 1.2 and later that take tensors apart, put them together and pick from them."""

from __future__ import annotations

from typing import Final

from conformance.drivers.litert.operators.movement import resized_to
from conformance.drivers.litert.operators.windows import image, image_result
from conformance.drivers.litert.site import DeclinedError, Site
from conformance.hal import OperandType, OperationType


def expand_dims(site: Site) -> None:
    """EXPAND_DIMS."""
    inputs = [site.tensor("input"), site.constant(site.scalar("axis"))]
    site.run("EXPAND_DIMS", inputs, [site.result()], "ExpandDimsOptions")


def gather(site: Site) -> None:
    """GATHER."""
    inputs = [site.tensor("input"), site.tensor("indices")]
    axis = site.scalar("axis")
    site.run("GATHER", inputs, [site.result()], "GatherOptions", axis=axis)


def slice_(site: Site) -> None:
    """SLICE."""
    inputs = [site.tensor(name) for name in ("input", "begin", "size")]
    site.run("SLICE", inputs, [site.result()], "SliceOptions")


def split(site: Site) -> None:
    """SPLIT."""
    inputs = [site.constant(site.scalar("axis")), site.tensor("input")]
    parts = [site.result(position) for position in range(len(site.call.outputs))]
    site.run("SPLIT", inputs, parts, "SplitOptions", numSplits=site.scalar("num_splits"))


def pack(site: Site) -> None:
    """PACK."""
    sources = [site.input(position) for position in site.call.repeated("input_i")]
    site.run(
        "PACK",
        sources,
        [site.result()],
        "PackOptions",
        valuesCount=len(sources),
        axis=site.scalar("axis"),
    )


def tile(site: Site) -> None:
    """TILE."""
    inputs = [site.tensor("input"), site.tensor("multiples")]
    site.run("TILE", inputs, [site.result()], "TileOptions")


def reverse(site: Site) -> None:
    """REVERSE."""
    inputs = [site.tensor("input"), site.tensor("axis")]
    site.run("REVERSE_V2", inputs, [site.result()], "ReverseV2Options")


def mirror_pad(site: Site) -> None:
    """MIRROR_PAD; both enumerations number the modes alike."""
    inputs = [site.tensor("input"), site.tensor("paddings")]
    site.run("MIRROR_PAD", inputs, [site.result()], "MirrorPadOptions", mode=site.scalar("mode"))


def topk_v2(site: Site) -> None:
    """TOPK_V2."""
    inputs = [site.tensor("input"), site.constant(site.scalar("k"))]
    site.run("TOPK_V2", inputs, [site.result(0), site.result(1)], "TopKV2Options")


def resize_nearest_neighbor(site: Site) -> None:
    """RESIZE_NEAREST_NEIGHBOR."""
    site.run(
        "RESIZE_NEAREST_NEIGHBOR",
        [image(site), site.constant(resized_to(site))],
        [image_result(site)],
        "ResizeNearestNeighborOptions",
        alignCorners=bool(site.scalar("align_corners")),
        halfPixelCenters=bool(site.scalar("half_pixel_centers")),
    )


def channel_shuffle(site: Site) -> None:
    """CHANNEL_SHUFFLE: groups and their channels change places."""
    shape, groups = site.call.shape("input"), site.scalar("num_groups")
    axis = site.scalar("axis") % len(shape)
    apart = (*shape[:axis], groups, shape[axis] // groups, *shape[axis + 1 :])
    order = list(range(len(apart)))
    order[axis], order[axis + 1] = axis + 1, axis
    swapped = tuple(apart[place] for place in order)
    target = site.reshaped_into(site.result(), swapped)
    source = site.reshaped(site.tensor("input"), apart)
    site.run("TRANSPOSE", [source, site.constant(order)], [target], "TransposeOptions")


def batch_matmul(site: Site) -> None:
    """BATCH_MATMUL."""
    if site.view("lhs").type == OperandType.TENSOR_INT32:
        raise DeclinedError("BATCH_MATMUL has no int32")
    inputs = [site.tensor("lhs"), site.tensor("rhs")]
    site.run(
        "BATCH_MATMUL",
        inputs,
        [site.result()],
        "BatchMatMulOptions",
        adjX=bool(site.scalar("adj_x")),
        adjY=bool(site.scalar("adj_y")),
    )


CONVERTERS: Final = {
    OperationType.BATCH_MATMUL: batch_matmul,
    OperationType.CHANNEL_SHUFFLE: channel_shuffle,
    OperationType.EXPAND_DIMS: expand_dims,
    OperationType.GATHER: gather,
    OperationType.MIRROR_PAD: mirror_pad,
    OperationType.PACK: pack,
    OperationType.RESIZE_NEAREST_NEIGHBOR: resize_nearest_neighbor,
    OperationType.REVERSE: reverse,
    OperationType.SLICE: slice_,
    OperationType.SPLIT: split,
    OperationType.TILE: tile,
    OperationType.TOPK_V2: topk_v2,
}
