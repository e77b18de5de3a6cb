"""DEPTH_TO_SPACE, SPACE_TO_DEPTH, BATCH_TO_SPACE_ND and SPACE_TO_BATCH_ND: index arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    I32,
    SpecCase,
    parameter,
)
from specs.scripts._data_movement import (
    NCHW,
    Family,
    Index,
    Source,
    case,
    typed_since_1_2,
    layout,
    quantized_only,
    typed,
    write,
)

SOURCE = "specs/scripts/blocks.py (index arithmetic)."


def depth_to_space(dims: Sequence[int], block: int) -> tuple[Index, Source]:
    """Return the output, where the depth index is (row in block, column in block, output channel).
    """
    n, h, w, c = dims
    depth = c // (block * block)

    def source(index: Index) -> Index:
        b, row, column, d = index
        return b, row // block, column // block, (row % block * block + column % block) * depth + d

    return (n, h * block, w * block, depth), source


def space_to_depth(dims: Sequence[int], block: int) -> tuple[Index, Source]:
    """Return the output of the inverse of ``depth_to_space``."""
    n, h, w, c = dims

    def source(index: Index) -> Index:
        b, row, column, d = index
        place, channel = divmod(d, c)
        return b, row * block + place // block, column * block + place % block, channel

    return (n, h // block, w // block, c * block * block), source


def batch_to_space(dims: Sequence[int], block: Sequence[int]) -> tuple[Index, Source]:
    """Return the output, where the batch index is (row in block, column in block, output batch)."""
    n, h, w, c = dims
    batches = n // (block[0] * block[1])

    def source(index: Index) -> Index:
        b, row, column, d = index
        place = row % block[0] * block[1] + column % block[1]
        return place * batches + b, row // block[0], column // block[1], d

    return (batches, h * block[0], w * block[1], c), source


def space_to_batch(
    dims: Sequence[int], block: Sequence[int], pads: Sequence[int]
) -> tuple[Index, Source]:
    """Return the output of the inverse of ``batch_to_space``; pads are top, bottom, left, right."""
    n, h, w, c = dims
    rows, columns = h + pads[0] + pads[1], w + pads[2] + pads[3]

    def source(index: Index) -> Index | None:
        b, row, column, d = index
        place, batch = divmod(b, n)
        row = row * block[0] + place // block[1] - pads[0]
        column = column * block[1] + place % block[1] - pads[2]
        return (batch, row, column, d) if 0 <= row < h and 0 <= column < w else None

    return (n * block[0] * block[1], rows // block[0], columns // block[1], c), source


def depth_to_space_cases() -> Iterator[SpecCase]:
    """Return cases with block sizes 1 to 3."""
    shapes = (
        ((1, 1, 1, 4), 2),
        ((1, 2, 2, 4), 2),
        ((2, 1, 3, 8), 2),
        ((1, 2, 1, 9), 3),
        ((2, 2, 1, 3), 1),
    )
    for number, (dims, block) in enumerate(shapes):
        out, source = depth_to_space(dims, block)
        yield case(
            "DEPTH_TO_SPACE",
            f"block_{block}_{number}",
            dims,
            out,
            source,
            [block],
            typed("V1_0", 100),
        )
    dims = (2, 1, 2, 8)
    out, source = depth_to_space(dims, 2)
    yield case(
        "DEPTH_TO_SPACE", "layout", dims, out, source, [2, layout()], typed_since_1_2(9), groups=[NCHW]
    )


def space_to_depth_cases() -> Iterator[SpecCase]:
    """Return cases with block sizes 1 to 3."""
    shapes = (
        ((1, 2, 2, 1), 2),
        ((1, 4, 2, 2), 2),
        ((2, 2, 4, 3), 2),
        ((1, 3, 6, 1), 3),
        ((2, 1, 3, 2), 1),
    )
    for number, (dims, block) in enumerate(shapes):
        out, source = space_to_depth(dims, block)
        yield case(
            "SPACE_TO_DEPTH",
            f"block_{block}_{number}",
            dims,
            out,
            source,
            [block],
            typed("V1_0", 100),
        )
    dims = (2, 2, 4, 2)
    out, source = space_to_depth(dims, 2)
    yield case(
        "SPACE_TO_DEPTH", "layout", dims, out, source, [2, layout()], typed_since_1_2(9), groups=[NCHW]
    )


def batch_to_space_cases() -> Iterator[SpecCase]:
    """Return cases with square, flat and tall blocks."""
    shapes = (
        ((4, 1, 1, 1), (2, 2)),
        ((8, 1, 2, 3), (2, 2)),
        ((6, 2, 1, 2), (3, 2)),
        ((3, 2, 2, 1), (1, 3)),
        ((4, 1, 3, 1), (2, 1)),
        ((2, 2, 1, 2), (1, 1)),
    )
    for number, (dims, block) in enumerate(shapes):
        out, source = batch_to_space(dims, block)
        yield case(
            "BATCH_TO_SPACE_ND",
            f"block_{block[0]}x{block[1]}_{number}",
            dims,
            out,
            source,
            [list(block)],
            typed("V1_1", 100),
        )
    dims = (8, 1, 2, 2)
    out, source = batch_to_space(dims, (2, 2))
    yield case(
        "BATCH_TO_SPACE_ND",
        "layout",
        dims,
        out,
        source,
        [[2, 2], layout()],
        typed_since_1_2(9),
        groups=[NCHW],
    )


def space_to_batch_cases() -> Iterator[SpecCase]:
    """Return cases with square, flat and tall blocks, and padding on each side."""
    shapes = (
        ((1, 2, 2, 1), (2, 2), (0, 0, 0, 0)),
        ((2, 2, 4, 3), (2, 2), (0, 0, 0, 0)),
        ((1, 2, 4, 2), (1, 4), (0, 0, 0, 0)),
        ((1, 4, 1, 1), (4, 1), (0, 0, 0, 0)),
        ((1, 5, 2, 1), (3, 2), (1, 0, 2, 0)),
        ((2, 1, 1, 2), (2, 3), (0, 3, 1, 1)),
        ((1, 3, 3, 1), (1, 1), (1, 2, 0, 1)),
    )
    for number, (dims, block, pads) in enumerate(shapes):
        out, source = space_to_batch(dims, block, pads)
        arguments = [list(block), parameter("paddings", I32, (2, 2), pads)]
        name = f"block_{block[0]}x{block[1]}_{number}"
        yield case("SPACE_TO_BATCH_ND", name, dims, out, source, arguments, typed("V1_1"))
    dims, block, pads = (1, 3, 5, 2), (2, 3), (1, 0, 0, 1)
    out, source = space_to_batch(dims, block, pads)
    arguments = [list(block), parameter("paddings", I32, (2, 2), pads)]
    yield case(
        "SPACE_TO_BATCH_ND",
        "zero_point",
        dims,
        out,
        source,
        arguments,
        quantized_only(77),
        "Padding has the real value 0, which since 1.2 is the zero point.",
    )
    yield case(
        "SPACE_TO_BATCH_ND",
        "layout",
        dims,
        out,
        source,
        [*arguments, layout()],
        typed_since_1_2(9),
        groups=[NCHW],
    )


FAMILY: Family = {
    "DEPTH_TO_SPACE": (
        "V1_0",
        depth_to_space_cases,
        ("block sizes 1 to 3, all types, both layouts (1.2)."),
    ),
    "SPACE_TO_DEPTH": (
        "V1_0",
        space_to_depth_cases,
        ("block sizes 1 to 3, all types, both layouts (1.2)."),
    ),
    "BATCH_TO_SPACE_ND": (
        "V1_1",
        batch_to_space_cases,
        ("square, flat and tall blocks, all types, both layouts (1.2)."),
    ),
    "SPACE_TO_BATCH_ND": (
        "V1_1",
        space_to_batch_cases,
        ("square, flat and tall blocks, padding on each side, all types, both layouts (1.2)."),
    ),
}


def files() -> dict[str, str]:
    """Return the spec files by path."""
    return write(FAMILY, SOURCE)


def cross_check() -> str:
    """Compare the expected values with LiteRT."""
    tally = _litert_runner.ComparisonTally()
    for operation, cases in (
        ("DEPTH_TO_SPACE", depth_to_space_cases),
        ("SPACE_TO_DEPTH", space_to_depth_cases),
    ):
        option = "DepthToSpaceOptions" if operation == "DEPTH_TO_SPACE" else "SpaceToDepthOptions"
        for made in cases():
            values = {"blockSize": made.steps[0][1][1]}
            _litert_runner.check_case(tally, made, operation, option, values, tensors=["x"])
    for made in batch_to_space_cases():
        block = np.array(made.steps[0][1][1], np.int32)
        tensors: list[str | _litert_runner.Array] = ["x", block, np.zeros((2, 2), np.int32)]
        _litert_runner.check_case(tally, made, "BATCH_TO_SPACE_ND", tensors=tensors)
    for made in space_to_batch_cases():
        more: list[str | _litert_runner.Array] = [
            "x",
            np.array(made.steps[0][1][1], np.int32),
            "paddings",
        ]
        _litert_runner.check_case(tally, made, "SPACE_TO_BATCH_ND", tensors=more)
    return str(tally)
