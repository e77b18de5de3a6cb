"""PAD, PAD_V2, STRIDED_SLICE and TRANSPOSE: index arithmetic."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import ceil, prod

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    FLOAT16,
    I32,
    Q8,
    Q8S,
    RELAXED,
    SpecCase,
    Step,
    float32_scalar,
    int32_vector,
    output,
    parameter,
    tensor_input,
)
from specs.scripts._data_movement import (
    Family,
    Index,
    Source,
    case,
    apply_source,
    numbered,
    quantized_only,
    typed,
    write,
)

SOURCE = "specs/scripts/slices.py (index arithmetic)."


PADDINGS: tuple[tuple[Index, Index], ...] = (
    ((3,), (2, 1)),
    ((2, 3), (0, 0, 1, 2)),
    ((2, 1, 2), (1, 0, 0, 1, 2, 0)),
    ((1, 2, 3, 1), (0, 0, 2, 2, 1, 1, 0, 0)),
    ((1, 1, 2, 2), (1, 0, 0, 1, 0, 1, 1, 0)),
    ((2, 2), (0, 0, 0, 0)),
    ((1, 1, 1, 1), (0, 1, 1, 0, 0, 1, 1, 0)),
)


def padded(dims: Sequence[int], pads: Sequence[int]) -> tuple[Index, Source]:
    """Return the padded tensor; pads are (before, after) for each dimension."""
    before, after = pads[::2], pads[1::2]

    def source(index: Index) -> Index | None:
        at = tuple(i - b for i, b in zip(index, before, strict=True))
        inside = all(0 <= i < size for i, size in zip(at, dims, strict=True))
        return at if inside else None

    sizes = zip(before, dims, after, strict=True)
    return tuple(b + size + a for b, size, a in sizes), source


def pad_cases() -> Iterator[SpecCase]:
    """Return cases of ranks 1 to 4 with padding on one side, both sides or none."""
    for number, (dims, pads) in enumerate(PADDINGS):
        out, source = padded(dims, pads)
        arguments = [parameter("paddings", I32, (len(dims), 2), pads)]
        name = f"rank_{len(dims)}_{number}"
        yield case("PAD", name, dims, out, source, arguments, typed("V1_1"))
        if number in (0, 3):
            yield case(
                "PAD",
                f"{name}_zero_point",
                dims,
                out,
                source,
                arguments,
                quantized_only(77),
                "Padding has the real value 0, which since 1.2 is the zero point.",
            )


def pad_v2_cases() -> Iterator[SpecCase]:
    """Return cases whose pad value is a real value for floats and a code for quantized types."""
    for number, (dims, pads) in enumerate(PADDINGS):
        out, source = padded(dims, pads)
        arguments = [parameter("paddings", I32, (len(dims), 2), pads)]
        name = f"rank_{len(dims)}_{number}"
        x, value = numbered(prod(dims)), (9.5, 0.0, -3.25, 1000.0)[number % 4]
        step = (
            "PAD_V2",
            [tensor_input("x", F32, dims), *arguments, float32_scalar("value", value)],
            [output("y", F32, out)],
        )
        feed = {"x": x, "y": apply_source(x, dims, out, source, value)}
        yield SpecCase(name, [step], [feed], {"V1_2": [DEFAULT, RELAXED, FLOAT16]})
        for type_, low, version in ((Q8, 0, "V1_2"), (Q8S, -128, "V1_3")):
            codes = [low + 3 + 11 * i for i in range(prod(dims))]
            code = low + (200, 0, 255, 90)[number % 4]
            coded: Step = (
                "PAD_V2",
                [tensor_input("x", type_, dims, 0.3, low + 90), *arguments, code],
                [output("y", type_, out, 0.3, low + 90)],
            )
            made = [int(i) for i in apply_source(codes, dims, out, source, code)]
            name_of_type = "quant8_signed" if low else "quant8"
            yield SpecCase(
                f"{name}_{name_of_type}", [coded], [{"x": codes, "y": made}], {version: [DEFAULT]}
            )


def transpose_cases() -> Iterator[SpecCase]:
    """Return all permutations of 3 dimensions, some of 4, rank 1, and an omitted permutation."""
    shapes: list[tuple[Index, Index]] = [((4,), (0,)), ((2, 3), (0, 1)), ((2, 3), (1, 0))]
    shapes += [((2, 3, 4), perm) for perm in itertools.permutations(range(3))]
    shapes += [
        ((2, 1, 3, 2), perm)
        for perm in ((0, 3, 1, 2), (0, 2, 3, 1), (3, 2, 1, 0), (1, 0, 3, 2), (2, 3, 0, 1))
    ]

    def permuted(dims: Index, perm: Index) -> tuple[Index, Source]:
        out = tuple(dims[axis] for axis in perm)
        return out, lambda index: tuple(index[perm.index(axis)] for axis in range(len(dims)))

    for dims, perm in shapes:
        out, source = permuted(dims, perm)
        yield case(
            "TRANSPOSE",
            "perm_" + "".join(map(str, perm)),
            dims,
            out,
            source,
            [int32_vector("perm", perm)],
            typed("V1_1", 100),
        )
    out, source = permuted((3, 4), (1, 0))
    yield case(
        "TRANSPOSE",
        "omitted_perm",
        (3, 4),
        out,
        source,
        [parameter("perm", I32, (0,), None)],
        typed("V1_1", 100),
        "Without a permutation the dimensions are reversed.",
    )


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
    """Return the indexes taken in each dimension; a shrunk dimension takes its first."""
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


def strided_slice_cases() -> Iterator[SpecCase]:
    """Return the cases of SLICES."""
    for name, slicing in SLICES.items():
        out, source = sliced(slicing)
        begin, end, strides = (
            int32_vector(text, values)
            for text, values in zip(("begin", "end", "strides"), slicing[1:4], strict=True)
        )
        yield case(
            "STRIDED_SLICE",
            name,
            slicing[0],
            out,
            source,
            [begin, end, strides, *slicing[4:]],
            typed("V1_1", 100),
        )


FAMILY: Family = {
    "PAD": (
        "V1_1",
        pad_cases,
        ("ranks 1 to 4, padding on one side, both sides or none, all types, zero points (1.2)."),
    ),
    "PAD_V2": (
        "V1_2",
        pad_v2_cases,
        ("ranks 1 to 4, padding on one side, both sides or none, pad values of all types."),
    ),
    "STRIDED_SLICE": (
        "V1_1",
        strided_slice_cases,
        (
            "negative positions, positions beyond the ends, negative and large steps, the "
            "three masks, ranks 1 to 4, all types."
        ),
    ),
    "TRANSPOSE": (
        "V1_1",
        transpose_cases,
        ("all permutations of three dimensions, some of four, an omitted permutation, all types."),
    ),
}


def files() -> dict[str, str]:
    """Return the spec files by path."""
    return write(FAMILY, SOURCE)


def cross_check() -> str:
    """Compare the expected values with LiteRT."""
    tally = _litert_runner.ComparisonTally()
    for made in pad_cases():
        _litert_runner.check_case(tally, made, "PAD", version=2)
    for made in pad_v2_cases():
        if made.operands()[0].type_ == F32:
            (value,) = (item.value for item in made.operands() if item.name == "value")
            constant = np.array([value], np.float32)
        else:
            continue  # LiteRT takes the pad value as a quantized tensor
        _litert_runner.check_case(tally, made, "PADV2", tensors=["x", "paddings", constant], version=2)
    for made in transpose_cases():
        tensors: list[str | _litert_runner.Array] = ["x", "perm"]
        if made.name == "omitted_perm":
            tensors = ["x", np.array([1, 0], np.int32)]
        _litert_runner.check_case(tally, made, "TRANSPOSE", tensors=tensors, version=2)
    for made in strided_slice_cases():
        masks = dict(
            zip(("beginMask", "endMask", "shrinkAxisMask"), made.steps[0][1][4:], strict=True)
        )
        _litert_runner.check_case(tally, made, "STRIDED_SLICE", "StridedSliceOptions", masks, version=2)
    return str(tally)
