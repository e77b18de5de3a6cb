"""Operations that only move elements: each output element names the input element it shows.

The values are numbered, so that every wrong move shows. Quantized CONCATENATION requantizes: the
exact real value in the output's scale, rounded half away from zero and clamped.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, prod

import numpy as np

from specs.scripts import _engines
from specs.scripts._emit import (
    DEFAULT,
    F32,
    FLOAT16,
    I32,
    Q8,
    Q8S,
    RELAXED,
    Argument,
    Case,
    SpecFile,
    Variation,
    all_types,
    bool_scalar,
    collect,
    dequantize,
    int32_vector,
    output,
    parameter,
    quantize,
    tensor_input,
)

SOURCE = "specs/scripts/rearrange.py (index arithmetic)."

Index = tuple[int, ...]
Source = Callable[[Index], Index | None]


def numbered(count: int, first: float = 0.5) -> list[float]:
    """first, first + 0.5, ...; exact in every type used here."""
    return [first + 0.5 * i for i in range(count)]


def moved(
    x: Sequence[float], dims: Sequence[int], out: Sequence[int], source: Source, fill: float = 0.0
) -> list[float]:
    """Row-major output; where ``source`` says ``None`` the fill value."""
    y = []
    for index in itertools.product(*map(range, out)):
        where = source(index)
        flat = 0
        for size, i in zip(dims, where or (), strict=where is not None):
            flat = flat * size + i
        y.append(fill if where is None else x[flat])
    return y


def typed(since: str, zero_point: int = 0, quant8_since: str = "") -> dict[str, list[Variation]]:
    """All types with one scale and zero point for x and y."""
    pair = [tensor_input("x", F32, ()), output("y", F32, ())]
    return all_types(pair, 0.5, zero_point, since, quant8_since=quant8_since)


def later(zero_point: int) -> dict[str, list[Variation]]:
    """All types of operands that need 1.2."""
    return typed("V1_2", zero_point)


def case(
    operation: str, name: str, dims: Sequence[int], out: Sequence[int], source: Source,
    arguments: Sequence[Argument], versions: Mapping[str, Sequence[Variation]],
    about: str = "", groups: Sequence[str] = (),
) -> Case:
    """One input, one output."""
    x = numbered(prod(dims))
    y = moved(x, dims, out, source)
    step = (operation, [tensor_input("x", F32, dims), *arguments], [output("y", F32, out)])
    return Case(name, [step], [{"x": x, "y": y}], versions, about, groups)


# ------------------------------------------------------------------ depth, space and batch


def depth_to_space(dims: Sequence[int], block: int) -> tuple[Index, Source]:
    """The depth index is (row in block, column in block, output channel)."""
    n, h, w, c = dims
    depth = c // (block * block)

    def source(index: Index) -> Index:
        b, row, column, d = index
        return b, row // block, column // block, (row % block * block + column % block) * depth + d

    return (n, h * block, w * block, depth), source


def space_to_depth(dims: Sequence[int], block: int) -> tuple[Index, Source]:
    """The inverse."""
    n, h, w, c = dims

    def source(index: Index) -> Index:
        b, row, column, d = index
        place, channel = divmod(d, c)
        return b, row * block + place // block, column * block + place % block, channel

    return (n, h // block, w // block, c * block * block), source


def batch_to_space(dims: Sequence[int], block: Sequence[int]) -> tuple[Index, Source]:
    """The batch index is (row in block, column in block, output batch)."""
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
    """Pads are top, bottom, left, right."""
    n, h, w, c = dims
    rows, columns = h + pads[0] + pads[1], w + pads[2] + pads[3]

    def source(index: Index) -> Index | None:
        b, row, column, d = index
        place, batch = divmod(b, n)
        row = row * block[0] + place // block[1] - pads[0]
        column = column * block[1] + place % block[1] - pads[2]
        return (batch, row, column, d) if 0 <= row < h and 0 <= column < w else None

    return (n * block[0] * block[1], rows // block[0], columns // block[1], c), source


NCHW = "AddNchw(x, y, layout)"


def layout() -> Argument:
    """The flag that AddNchw sets."""
    return bool_scalar("layout", False)


def depth_to_space_cases() -> Iterator[Case]:
    """Blocks 1 to 3."""
    shapes = (((1, 1, 1, 4), 2), ((1, 2, 2, 4), 2), ((2, 1, 3, 8), 2), ((1, 2, 1, 9), 3),
              ((2, 2, 1, 3), 1))
    for number, (dims, block) in enumerate(shapes):
        out, source = depth_to_space(dims, block)
        yield case("DEPTH_TO_SPACE", f"block_{block}_{number}", dims, out, source, [block],
                   typed("V1_0", 100))
    dims = (2, 1, 2, 8)
    out, source = depth_to_space(dims, 2)
    yield case("DEPTH_TO_SPACE", "layout", dims, out, source, [2, layout()], later(9),
               groups=[NCHW])


def space_to_depth_cases() -> Iterator[Case]:
    """Blocks 1 to 3."""
    shapes = (((1, 2, 2, 1), 2), ((1, 4, 2, 2), 2), ((2, 2, 4, 3), 2), ((1, 3, 6, 1), 3),
              ((2, 1, 3, 2), 1))
    for number, (dims, block) in enumerate(shapes):
        out, source = space_to_depth(dims, block)
        yield case("SPACE_TO_DEPTH", f"block_{block}_{number}", dims, out, source, [block],
                   typed("V1_0", 100))
    dims = (2, 2, 4, 2)
    out, source = space_to_depth(dims, 2)
    yield case("SPACE_TO_DEPTH", "layout", dims, out, source, [2, layout()], later(9),
               groups=[NCHW])


def batch_to_space_cases() -> Iterator[Case]:
    """Square, flat and tall blocks."""
    shapes = (((4, 1, 1, 1), (2, 2)), ((8, 1, 2, 3), (2, 2)), ((6, 2, 1, 2), (3, 2)),
              ((3, 2, 2, 1), (1, 3)), ((4, 1, 3, 1), (2, 1)), ((2, 2, 1, 2), (1, 1)))
    for number, (dims, block) in enumerate(shapes):
        out, source = batch_to_space(dims, block)
        yield case("BATCH_TO_SPACE_ND", f"block_{block[0]}x{block[1]}_{number}", dims, out, source,
                   [list(block)], typed("V1_1", 100))
    dims = (8, 1, 2, 2)
    out, source = batch_to_space(dims, (2, 2))
    yield case("BATCH_TO_SPACE_ND", "layout", dims, out, source, [[2, 2], layout()], later(9),
               groups=[NCHW])


def space_to_batch_cases() -> Iterator[Case]:
    """Square, flat and tall blocks; padding on each side."""
    shapes = (((1, 2, 2, 1), (2, 2), (0, 0, 0, 0)), ((2, 2, 4, 3), (2, 2), (0, 0, 0, 0)),
              ((1, 2, 4, 2), (1, 4), (0, 0, 0, 0)), ((1, 4, 1, 1), (4, 1), (0, 0, 0, 0)),
              ((1, 5, 2, 1), (3, 2), (1, 0, 2, 0)), ((2, 1, 1, 2), (2, 3), (0, 3, 1, 1)),
              ((1, 3, 3, 1), (1, 1), (1, 2, 0, 1)))
    for number, (dims, block, pads) in enumerate(shapes):
        out, source = space_to_batch(dims, block, pads)
        arguments = [list(block), parameter("paddings", I32, (2, 2), pads)]
        name = f"block_{block[0]}x{block[1]}_{number}"
        yield case("SPACE_TO_BATCH_ND", name, dims, out, source, arguments, typed("V1_1"))
    dims, block, pads = (1, 3, 5, 2), (2, 3), (1, 0, 0, 1)
    out, source = space_to_batch(dims, block, pads)
    arguments = [list(block), parameter("paddings", I32, (2, 2), pads)]
    yield case("SPACE_TO_BATCH_ND", "zero_point", dims, out, source, arguments,
               quantized_only(77),
               "Padding is logical zero: the zero point, from 1.2 on.")
    yield case("SPACE_TO_BATCH_ND", "layout", dims, out, source, [*arguments, layout()], later(9),
               groups=[NCHW])


def quantized_only(zero_point: int) -> dict[str, list[Variation]]:
    """The quantized variations, for operands that need 1.2."""
    versions = later(zero_point)
    return {"V1_2": [versions["V1_2"][-1]], "V1_3": versions["V1_3"]}


# ------------------------------------------------------------------ pad, slice, transpose


def pad_cases() -> Iterator[Case]:
    """Ranks 1 to 4, padding on either or no side."""
    shapes = (((3,), (2, 1)), ((2, 3), (0, 0, 1, 2)), ((2, 1, 2), (1, 0, 0, 1, 2, 0)),
              ((1, 2, 3, 1), (0, 0, 2, 2, 1, 1, 0, 0)), ((1, 1, 2, 2), (1, 0, 0, 1, 0, 1, 1, 0)),
              ((2, 2), (0, 0, 0, 0)), ((1, 1, 1, 1), (0, 1, 1, 0, 0, 1, 1, 0)))

    def padded(dims: Sequence[int], pads: Sequence[int]) -> tuple[Index, Source]:
        before, after = pads[::2], pads[1::2]

        def source(index: Index) -> Index | None:
            at = tuple(i - b for i, b in zip(index, before, strict=True))
            inside = all(0 <= i < size for i, size in zip(at, dims, strict=True))
            return at if inside else None

        sizes = zip(before, dims, after, strict=True)
        return tuple(map(sum, sizes)), source

    for number, (dims, pads) in enumerate(shapes):
        out, source = padded(dims, pads)
        arguments = [parameter("paddings", I32, (len(dims), 2), pads)]
        name = f"rank_{len(dims)}_{number}"
        yield case("PAD", name, dims, out, source, arguments, typed("V1_1"))
        if number in (0, 3):
            yield case("PAD", f"{name}_zero_point", dims, out, source, arguments,
                       quantized_only(77), "Padding is logical zero: the zero point, from 1.2 on.")


def transpose_cases() -> Iterator[Case]:
    """All permutations of 3, some of 4, rank 1, and the omitted permutation of a matrix."""
    shapes: list[tuple[Index, Index]] = [((4,), (0,)), ((2, 3), (0, 1)), ((2, 3), (1, 0))]
    shapes += [((2, 3, 4), perm) for perm in itertools.permutations(range(3))]
    shapes += [((2, 1, 3, 2), perm) for perm in
               ((0, 3, 1, 2), (0, 2, 3, 1), (3, 2, 1, 0), (1, 0, 3, 2), (2, 3, 0, 1))]

    def permuted(dims: Index, perm: Index) -> tuple[Index, Source]:
        out = tuple(dims[axis] for axis in perm)
        return out, lambda index: tuple(index[perm.index(axis)] for axis in range(len(dims)))

    for dims, perm in shapes:
        out, source = permuted(dims, perm)
        yield case("TRANSPOSE", "perm_" + "".join(map(str, perm)), dims, out, source,
                   [int32_vector("perm", perm)], typed("V1_1", 100))
    out, source = permuted((3, 4), (1, 0))
    yield case("TRANSPOSE", "omitted_perm", (3, 4), out, source,
               [parameter("perm", I32, (0,), None)], typed("V1_1", 100),
               "Without a permutation the dimensions are reversed.")


Slicing = tuple[Index, Index, Index, Index, int, int, int]
SLICES: dict[str, Slicing] = {
    # dims, begin, end, strides, begin mask, end mask, shrink mask
    "plain": ((6,), (1,), (4,), (1,), 0, 0, 0),
    "negative_ends": ((6,), (-5,), (-2,), (1,), 0, 0, 0),
    "end_beyond": ((4,), (2,), (9,), (1,), 0, 0, 0),
    "begin_before": ((4,), (-9,), (2,), (1,), 0, 0, 0),
    "begin_mask": ((5,), (3,), (4,), (1,), 1, 0, 0),
    "end_mask": ((5,), (2,), (3,), (1,), 0, 1, 0),
    "step_2": ((7,), (1,), (7,), (2,), 0, 0, 0),
    "step_2_odd": ((6,), (0,), (5,), (2,), 0, 0, 0),
    "step_beyond": ((4,), (1,), (4,), (10,), 0, 0, 0),
    "backwards": ((5,), (3,), (0,), (-1,), 0, 0, 0),
    "backwards_whole": ((5,), (0,), (0,), (-1,), 1, 1, 0),
    "backwards_to_start": ((5,), (-1,), (-6,), (-1,), 0, 0, 0),
    "backwards_step_2": ((6,), (5,), (0,), (-2,), 0, 0, 0),
    "shrink_to_one": ((4,), (2,), (3,), (1,), 0, 0, 1),
    "shrink_negative": ((4,), (-1,), (4,), (1,), 0, 0, 1),
    "matrix": ((3, 4), (1, 0), (3, 4), (1, 3), 0, 0, 0),
    "matrix_masks": ((3, 4), (1, 2), (2, 3), (1, 1), 0b10, 0b01, 0),
    "matrix_turned": ((3, 4), (0, 0), (0, 0), (-1, -1), 0b11, 0b11, 0),
    "matrix_shrink_rows": ((3, 4), (1, 1), (2, 4), (1, 1), 0, 0, 0b01),
    "matrix_shrink_columns": ((3, 4), (0, 2), (3, 3), (2, 1), 0, 0, 0b10),
    "matrix_shrink_both": ((3, 4), (2, 3), (3, 4), (1, 1), 0, 0, 0b11),
    "rank_3": ((2, 3, 2), (0, 1, 1), (2, 3, 2), (1, 1, 1), 0, 0, 0),
    "rank_3_mixed": ((2, 3, 4), (1, -1, 0), (2, -4, 4), (1, -1, 2), 0, 0, 0b001),
    "rank_4": ((2, 2, 3, 3), (1, 0, 0, 2), (2, 2, 3, 0), (1, 1, 2, -1), 0, 0, 0),
    "rank_4_masks": ((2, 2, 3, 3), (1, 1, 1, 1), (2, 2, 2, 2), (1, 1, 1, 2), 0b1010, 0b0101, 0),
    "rank_4_shrink": ((1, 2, 3, 2), (0, 1, 0, 0), (1, 2, 3, 2), (1, 1, 2, 1), 0, 0, 0b0011),
}


def sliced(slicing: Slicing) -> tuple[Index, Source]:
    """Positions taken on each dimension; a shrunk one takes its first."""
    dims, begin, end, strides, begin_mask, end_mask, shrink = slicing
    taken: list[list[int]] = []
    for axis, (size, step) in enumerate(zip(dims, strides, strict=True)):
        bit = 1 << axis
        low, high = (0, size) if step > 0 else (-1, size - 1)
        first, last = (b + size if b < 0 else b for b in (begin[axis], end[axis]))
        first = (low if step > 0 else high) if begin_mask & bit else max(low, min(high, first))
        last = (high if step > 0 else low) if end_mask & bit else max(low, min(high, last))
        count = 1 if shrink & bit else max(0, ceil((last - first) / step))
        taken.append([first + step * i for i in range(count)])
    kept = [axis for axis in range(len(dims)) if not shrink >> axis & 1]
    out = tuple(len(taken[axis]) for axis in kept) or (1,)

    def source(index: Index) -> Index:
        at = dict(zip(kept, index, strict=bool(kept)))
        return tuple(positions[at.get(axis, 0)] for axis, positions in enumerate(taken))

    return out, source


def strided_slice_cases() -> Iterator[Case]:
    """All of SLICES."""
    for name, slicing in SLICES.items():
        out, source = sliced(slicing)
        begin, end, strides = (
            int32_vector(text, values)
            for text, values in zip(("begin", "end", "strides"), slicing[1:4], strict=True)
        )
        yield case("STRIDED_SLICE", name, slicing[0], out, source,
                   [begin, end, strides, *slicing[4:]], typed("V1_1", 100))


# ------------------------------------------------------------------ concatenation


def concatenation_cases() -> Iterator[Case]:
    """Every axis of every rank, one to four inputs, mixed quantization."""

    def joined(shapes: Sequence[Index], axis: int, data: Sequence[Sequence[float]]) -> list[float]:
        outer = prod(shapes[0][:axis])
        out: list[float] = []
        for row in range(outer):
            for dims, values in zip(shapes, data, strict=True):
                size = prod(dims[axis:])
                out += values[row * size : (row + 1) * size]
        return out

    settings: dict[str, tuple[tuple[Index, ...], int]] = {
        "rank_1": (((2,), (3,)), 0),
        "one_input": (((2, 2),), 1),
        "rank_2_axis_0": (((1, 3), (2, 3), (1, 3)), 0),
        "rank_2_axis_1": (((2, 1), (2, 3)), 1),
        "rank_3_axis_1": (((2, 1, 2), (2, 2, 2)), 1),
        "rank_3_axis_2": (((2, 2, 1), (2, 2, 1), (2, 2, 2), (2, 2, 1)), 2),
        "rank_4_axis_0": (((1, 1, 2, 2), (2, 1, 2, 2)), 0),
        "rank_4_axis_1": (((1, 2, 1, 3), (1, 1, 1, 3)), 1),
        "rank_4_axis_2": (((2, 1, 1, 2), (2, 1, 2, 2)), 2),
        "rank_4_axis_3": (((1, 2, 2, 1), (1, 2, 2, 2)), 3),
    }
    for name, (shapes, axis) in settings.items():
        data = [numbered(prod(dims), -3.0 + 10 * i) for i, dims in enumerate(shapes)]
        inputs = [tensor_input(f"x{i}", F32, dims) for i, dims in enumerate(shapes)]
        out = list(shapes[0])
        out[axis] = sum(dims[axis] for dims in shapes)
        y = output("y", F32, out)
        feed: dict[str, Sequence[float]] = {f"x{i}": x for i, x in enumerate(data)}
        feed["y"] = joined(shapes, axis, data)
        yield Case(name, [("CONCATENATION", [*inputs, axis], [y])], [feed],
                   all_types([*inputs, y], 0.5, 100, "V1_0"))

    for type_, shift in ((Q8, 0), (Q8S, 128)):
        quants = [(0.5, 128 - shift), (0.25, 3 - shift), (1.7, 200 - shift)]
        to = (0.5, 128 - shift)
        codes = [[0, 1, 127, 128, 200, 255], [0, 3, 7, 100, 253, 255], [0, 150, 199, 201, 230, 255]]
        data = [[code - shift for code in row] for row in codes]
        real = [
            [quantize(dequantize(code, *quant), type_, *to, allow_tie=True) for code in row]
            for row, quant in zip(data, quants, strict=True)
        ]
        inputs = [tensor_input(f"x{i}", type_, (2, 3), *quants[i]) for i in range(3)]
        feed = {f"x{i}": row for i, row in enumerate(data)}
        feed["y"] = joined([(2, 3)] * 3, 1, real)
        signed = "_signed" if shift else ""
        step = ("CONCATENATION", [*inputs, 1], [output("y", type_, (2, 9), *to)])
        yield Case(f"mixed_quantization{signed}", [step], [feed],
                   {"V1_3" if shift else "V1_2": [DEFAULT]},
                   "Each input has its own scale; the first has the output's. Includes exact ties "
                   "and values beyond the output's range.")


# ------------------------------------------------------------------ files

FAMILY: dict[str, tuple[str, Callable[[], Iterator[Case]], str]] = {
    "CONCATENATION": ("V1_0", concatenation_cases, "every axis of every rank, one to four inputs, "
                      "all types, inputs with their own quantization (1.2)."),
    "DEPTH_TO_SPACE": ("V1_0", depth_to_space_cases, "blocks 1 to 3, all types, both layouts "
                       "(1.2)."),
    "SPACE_TO_DEPTH": ("V1_0", space_to_depth_cases, "blocks 1 to 3, all types, both layouts "
                       "(1.2)."),
    "BATCH_TO_SPACE_ND": ("V1_1", batch_to_space_cases, "square, flat and tall blocks, all types, "
                          "both layouts (1.2)."),
    "SPACE_TO_BATCH_ND": ("V1_1", space_to_batch_cases, "square, flat and tall blocks, padding on "
                          "each side, all types, both layouts (1.2)."),
    "PAD": ("V1_1", pad_cases, "ranks 1 to 4, padding on either or no side, all types, zero points "
            "(1.2)."),
    "STRIDED_SLICE": ("V1_1", strided_slice_cases, "negative positions, positions beyond the ends, "
                      "negative and large steps, the three masks, ranks 1 to 4, all types."),
    "TRANSPOSE": ("V1_1", transpose_cases, "all permutations of three dimensions, some of four, "
                  "the omitted permutation, all types."),
}


def files() -> dict[str, str]:
    """The spec files by path."""
    specs = []
    for operation, (since, cases, about) in FAMILY.items():
        path = f"{since}/{operation.lower()}.mod.py"
        spec = SpecFile(path, f"{operation}: {about}", SOURCE)
        spec.add(*cases())
        specs.append(spec)
    return collect(*specs)


def cross_check() -> str:
    """Compare with LiteRT."""
    tally = _engines.Tally()
    for made in concatenation_cases():
        if made.name == "mixed_quantization_signed":
            continue  # LiteRT joins int8 tensors of one scale only
        table = ("ConcatenationOptions", {"axis": made.steps[0][1][-1]})
        _engines.check_case(tally, made, "CONCATENATION", *table)
    for operation, cases in (("DEPTH_TO_SPACE", depth_to_space_cases),
                             ("SPACE_TO_DEPTH", space_to_depth_cases)):
        option = "DepthToSpaceOptions" if operation == "DEPTH_TO_SPACE" else "SpaceToDepthOptions"
        for made in cases():
            values = {"blockSize": made.steps[0][1][1]}
            _engines.check_case(tally, made, operation, option, values, tensors=["x"])
    for made in batch_to_space_cases():
        block = np.array(made.steps[0][1][1])
        tensors = ["x", block, np.zeros((2, 2), np.int32)]
        _engines.check_case(tally, made, "BATCH_TO_SPACE_ND", tensors=tensors)
    for made in space_to_batch_cases():
        tensors = ["x", np.array(made.steps[0][1][1]), "paddings"]
        _engines.check_case(tally, made, "SPACE_TO_BATCH_ND", tensors=tensors)
    for made in pad_cases():
        _engines.check_case(tally, made, "PAD", version=2)
    for made in transpose_cases():
        tensors = ["x", np.array([1, 0])] if made.name == "omitted_perm" else ["x", "perm"]
        _engines.check_case(tally, made, "TRANSPOSE", tensors=tensors, version=2)
    for made in strided_slice_cases():
        masks = dict(
            zip(("beginMask", "endMask", "shrinkAxisMask"), made.steps[0][1][4:], strict=True)
        )
        _engines.check_case(tally, made, "STRIDED_SLICE", "StridedSliceOptions", masks, version=2)
    return str(tally)
