"""EXPAND_DIMS, GATHER, SLICE, SPLIT, TILE, CHANNEL_SHUFFLE, PACK, MIRROR_PAD and REVERSE.

Index arithmetic: each output element names the input element that it copies. The values are whole
numbers in sequence, so that every type represents them and every incorrect move changes the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod

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
    WrittenOperand,
    GeneratedSpecFile,
    DataTypeVariation,
    Variation,
    collect_files,
    output,
    parameter,
)
from specs.scripts._data_movement import Index, Source, apply_source

SOURCE = "specs/scripts/indexing.py (index arithmetic)."

# BOX_WITH_NMS_LIMIT drops every box, so that its outputs have no elements.
EMPTY_SLICE = """
# Nothing to take from: a tensor whose first size is 0 comes from BOX_WITH_NMS_LIMIT, which drops
# every box because no score reaches the threshold.
scores = Input("scores", ("TENSOR_FLOAT32", [2, 2]))
boxes = Parameter("boxes", ("TENSOR_FLOAT32", [2, 8]), [
    0.0, 0.0, 4.0, 4.0,  1.0, 1.0, 5.0, 5.0,
    0.0, 2.0, 3.0, 6.0,  1.0, 0.0, 2.0, 5.0,
])
image_of_box = Parameter("image_of_box", ("TENSOR_INT32", [2]), [0, 0])
kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [0]))
kept_boxes = Internal("kept_boxes", ("TENSOR_FLOAT32", [0, 4]))
kept_classes = Output("kept_classes", ("TENSOR_INT32", [0]))
kept_images = Output("kept_images", ("TENSOR_INT32", [0]))
y = Output("y", ("TENSOR_FLOAT32", [0, 2]))
model = Model("empty").IntroducedIn("V1_2")
model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, image_of_box, 0.5, -1, 0, 0.4, 1.0, 0.3).To(
    kept_scores, kept_boxes, kept_classes, kept_images)
model.Operation("SLICE", kept_boxes, [0, 1], [-1, 2]).To(y)
Example({
    scores: [0.1, 0.2, 0.3, 0.25],
    kept_scores: [],
    kept_classes: [],
    kept_images: [],
    y: [],
}, model=model).AddVariations("relaxed", "float16")
"""


def whole(count: int, first: int = 1) -> list[float]:
    """Return first, first + 1, ...; exact in every type used here."""
    return [float(first + i) for i in range(count)]


def versions_of(
    names: Sequence[str], since: str, *, int32: bool = True
) -> Mapping[str, Sequence[Variation]]:
    """Return all types, with one scale and zero point for all the named operands."""

    def all_of(name: str, *target: object) -> DataTypeVariation:
        return DataTypeVariation(name, dict.fromkeys(names, target))

    usual: list[Variation] = [DEFAULT, RELAXED, FLOAT16, all_of("quant8", Q8, 0.5, 41)]
    if int32:
        usual.append(all_of("int32", I32))
    signed = all_of("quant8_signed", Q8S, 0.5, -87)
    if since.startswith("AIDL"):
        return {since: [*usual, signed]}
    return {since: usual, "V1_3": [signed]}


def x_operand(dims: Sequence[int], name: str = "x") -> WrittenOperand:
    """Return an input; at most four dimensions may become internal, as ADD takes no more."""
    return WrittenOperand("Input", name, F32, tuple(dims), never_internal=len(dims) > 4)


def movement_case(
    operation: str,
    name: str,
    dims: Sequence[int],
    out: Sequence[int],
    source: Source,
    arguments: Sequence[object],
    since: str = "V1_2",
    description: str = "",
    *,
    int32: bool = True,
) -> SpecCase:
    """Return a case of one input and one output."""
    x = whole(prod(dims))
    step = (operation, [x_operand(dims), *arguments], [output("y", F32, out)])
    feed = {"x": x, "y": apply_source(x, dims, out, source)}
    return SpecCase(name, [step], [feed], versions_of(("x", "y"), since, int32=int32), description)


# ------------------------------------------------------------------------------- since 1.2


def expand_dims_cases() -> Iterator[SpecCase]:
    """Return cases with every axis of some shapes, counted from both ends."""
    for dims in ((3,), (2, 3), (2, 1, 2), (1, 2, 3, 2), (2, 1, 1, 2, 2)):
        rank = len(dims)
        for axis in range(-rank - 1, rank + 1):
            at = axis % (rank + 1)
            if rank > 2 and axis not in (-rank - 1, -2, 1, rank):
                continue

            def source(index: Index, at: int = at) -> Index:
                return index[:at] + index[at + 1 :]

            name = f"rank_{rank}_axis_{'minus_' if axis < 0 else ''}{abs(axis)}"
            out = (*dims[:at], 1, *dims[at:])
            yield movement_case("EXPAND_DIMS", name, dims, out, source, [axis])


Gathering = tuple[Index, int, Index, Sequence[int]]
GATHERS: dict[str, Gathering] = {
    # dims, axis, shape of the indices, indices
    "vector": ((4,), 0, (2,), (3, 1)),
    "single": ((5,), 0, (1,), (4,)),
    "repeated": ((3,), -1, (6,), (2, 2, 0, 1, 0, 2)),
    "rows": ((3, 2), 0, (2,), (2, 0)),
    "columns": ((2, 3), 1, (4,), (0, 2, 2, 1)),
    "columns_from_the_end": ((2, 4), -1, (2,), (3, 0)),
    "rows_from_the_end": ((4, 2), -2, (3,), (1, 3, 1)),
    "matrix_of_indices": ((4,), 0, (2, 3), (3, 0, 1, 1, 2, 3)),
    "matrix_of_indices_rows": ((3, 2), 0, (2, 2), (1, 0, 2, 1)),
    "matrix_of_indices_columns": ((2, 3), -1, (2, 2), (1, 0, 2, 1)),
    "middle": ((2, 3, 2), 1, (2,), (2, 0)),
    "middle_matrix": ((2, 3, 2), 1, (1, 2), (2, 2)),
    "rank_4": ((1, 2, 3, 2), 2, (2,), (2, 1)),
    "rank_4_first": ((3, 1, 2, 2), -4, (4,), (2, 0, 1, 2)),
    "rank_3_indices": ((3,), 0, (2, 1, 2), (0, 2, 1, 0)),
    "to_rank_5": ((2, 2, 3), 2, (1, 3, 1), (2, 0, 1)),
    "rank_5": ((1, 2, 1, 3, 2), 3, (2,), (0, 2)),
}  # fmt: skip


def gather_cases() -> Iterator[SpecCase]:
    """Return the cases of GATHERS."""
    for name, (dims, axis, shape, indices) in GATHERS.items():
        at, rank = axis % len(dims), len(shape)

        def source(
            index: Index,
            at: int = at,
            rank: int = rank,
            shape: Index = shape,
            indices: Sequence[int] = indices,
        ) -> Index:
            flat = 0
            for size, i in zip(shape, index[at : at + rank], strict=True):
                flat = flat * size + i
            return (*index[:at], indices[flat], *index[at + rank :])

        out = (*dims[:at], *shape, *dims[at + 1 :])
        arguments = [axis, parameter("indices", I32, shape, indices)]
        yield movement_case("GATHER", name, dims, out, source, arguments)


SLICES: dict[str, tuple[Index, Index, Index]] = {
    # dims, begin, size
    "vector": ((5,), (1,), (3,)),
    "vector_rest": ((5,), (2,), (-1,)),
    "vector_whole": ((4,), (0,), (4,)),
    "vector_last": ((4,), (3,), (1,)),
    "matrix": ((3, 4), (1, 2), (2, 1)),
    "matrix_rest_of_rows": ((3, 4), (1, 1), (-1, 2)),
    "matrix_rest_of_both": ((3, 4), (0, 3), (-1, -1)),
    "rank_3": ((2, 3, 2), (1, 0, 1), (1, 3, 1)),
    "rank_3_mixed": ((3, 2, 4), (0, 1, 1), (2, -1, 2)),
    "rank_4": ((1, 3, 2, 3), (0, 1, 0, 1), (1, 2, 1, 2)),
    "rank_4_rest": ((2, 2, 3, 2), (1, 0, 2, 0), (-1, -1, -1, -1)),
    "rank_5": ((1, 2, 1, 3, 2), (0, 1, 0, 0, 1), (1, 1, 1, 2, -1)),
}


def slice_cases() -> Iterator[SpecCase]:
    """Return the cases of SLICES."""
    for name, (dims, begin, size) in SLICES.items():
        out = tuple(n - b if s == -1 else s for n, b, s in zip(dims, begin, size, strict=True))

        def source(index: Index, begin: Index = begin) -> Index:
            return tuple(i + b for i, b in zip(index, begin, strict=True))

        arguments = [
            parameter("begin", I32, (len(dims),), begin),
            parameter("size", I32, (len(dims),), size),
        ]
        yield movement_case("SLICE", name, dims, out, source, arguments)


SPLITS: dict[str, tuple[Index, int, int]] = {
    # dims, axis, parts
    "vector": ((6,), 0, 3),
    "vector_of_one_each": ((4,), -1, 4),
    "one_part": ((2, 3), 0, 1),
    "rows": ((4, 3), 0, 2),
    "columns": ((2, 6), 1, 3),
    "columns_from_the_end": ((2, 4), -1, 2),
    "rows_from_the_end": ((3, 2), -2, 3),
    "rank_3_middle": ((2, 4, 3), 1, 2),
    "rank_3_first": ((2, 2, 3), -3, 2),
    "rank_4_channels": ((1, 2, 3, 4), 3, 4),
    "rank_4_middle": ((2, 1, 4, 2), -2, 2),
    "rank_5": ((1, 2, 1, 4, 2), 3, 2),
}


def split_cases() -> Iterator[SpecCase]:
    """Return the cases of SPLITS."""
    for name, (dims, axis, parts) in SPLITS.items():
        at = axis % len(dims)
        step = dims[at] // parts
        out = (*dims[:at], step, *dims[at + 1 :])
        x = whole(prod(dims))
        feed: dict[str, Sequence[object]] = {"x": x}
        results = [output(f"part{part}", F32, out) for part in range(parts)]
        for part, result in enumerate(results):
            first = part * step

            def source(index: Index, at: int = at, first: int = first) -> Index:
                return (*index[:at], index[at] + first, *index[at + 1 :])

            feed[result.name] = apply_source(x, dims, out, source)
        names = ["x", *(result.name for result in results)]
        step_ = ("SPLIT", [x_operand(dims), axis, parts], results)
        yield SpecCase(name, [step_], [feed], versions_of(names, "V1_2"))


TILES: tuple[tuple[Index, Index], ...] = (
    ((3,), (1,)),
    ((2,), (4,)),
    ((2, 3), (1, 2)),
    ((2, 3), (3, 1)),
    ((2, 2), (2, 3)),
    ((1, 2, 3), (2, 1, 2)),
    ((2, 1, 2, 2), (1, 3, 2, 1)),
    ((1, 2, 1, 1, 3), (2, 1, 2, 1, 2)),
)


def tile_cases() -> Iterator[SpecCase]:
    """Return the cases of TILES."""
    for number, (dims, multiples) in enumerate(TILES):

        def source(index: Index, dims: Index = dims) -> Index:
            return tuple(i % size for i, size in zip(index, dims, strict=True))

        out = tuple(n * m for n, m in zip(dims, multiples, strict=True))
        arguments = [parameter("multiples", I32, (len(dims),), multiples)]
        yield movement_case("TILE", f"rank_{len(dims)}_{number}", dims, out, source, arguments)


SHUFFLES: tuple[tuple[Index, int, int], ...] = (
    # dims, groups, axis
    ((6,), 2, 0),
    ((6,), 3, -1),
    ((4,), 4, 0),
    ((4,), 1, 0),
    ((2, 6), 3, 1),
    ((4, 2), 2, -2),
    ((2, 4, 3), 2, 1),
    ((1, 2, 2, 8), 4, 3),
    ((1, 2, 2, 8), 2, -1),
    ((1, 6, 2, 2), 3, 1),
    ((1, 2, 6, 2), 2, -2),
    ((4, 1, 2, 2), 2, -4),
)


def channel_shuffle_cases() -> Iterator[SpecCase]:
    """Return the cases of SHUFFLES."""
    for number, (dims, groups, axis) in enumerate(SHUFFLES):
        at = axis % len(dims)
        group = dims[at] // groups

        def source(index: Index, at: int = at, groups: int = groups, group: int = group) -> Index:
            place, which = divmod(index[at], groups)
            return (*index[:at], which * group + place, *index[at + 1 :])

        name = f"rank_{len(dims)}_groups_{groups}_{number}"
        yield movement_case(
            "CHANNEL_SHUFFLE", name, dims, dims, source, [groups, axis], int32=False
        )  # fmt: skip


# ------------------------------------------------------------------------------- since AIDL


PACKS: tuple[tuple[Index, int, int], ...] = (
    # dims, axis, tensors
    ((3,), 0, 1),
    ((3,), 1, 2),
    ((2,), 0, 4),
    ((2, 3), 0, 2),
    ((2, 3), 1, 3),
    ((2, 3), 2, 2),
    ((2, 1, 3), 1, 2),
    ((1, 2, 2, 2), 4, 2),
    ((1, 2, 2, 2), 2, 2),
)


def pack_cases() -> Iterator[SpecCase]:
    """Return the cases of PACKS."""
    for dims, axis, count in PACKS:
        size = prod(dims)
        names = [f"x{i}" for i in range(count)]
        feed: dict[str, Sequence[object]] = {
            name: whole(size, 1 + i * size) for i, name in enumerate(names)
        }

        def source(index: Index, axis: int = axis) -> Index:
            return (index[axis], *index[:axis], *index[axis + 1 :])

        out = (*dims[:axis], count, *dims[axis:])
        feed["y"] = apply_source(whole(size * count), (count, *dims), out, source)
        step = ("PACK", [axis, *(x_operand(dims, name) for name in names)], [output("y", F32, out)])
        name = f"rank_{len(dims)}_axis_{axis}_of_{count}"
        yield SpecCase(name, [step], [feed], versions_of([*names, "y"], "AIDL_V2"))


MIRRORS: tuple[tuple[Index, Index, int], ...] = (
    # dims, before and after each dimension, mode (0: REFLECT, 1: SYMMETRIC)
    ((3,), (0, 2), 0),
    ((3,), (0, 2), 1),
    ((4,), (3, 3), 0),
    ((4,), (4, 4), 1),
    ((3,), (0, 0), 0),
    ((1,), (1, 1), 1),
    ((2, 3), (1, 0, 0, 2), 0),
    ((2, 3), (2, 1, 3, 0), 1),
    ((2, 1, 3), (1, 1, 0, 0, 2, 1), 0),
    ((2, 1, 3), (0, 2, 1, 1, 1, 3), 1),
    ((1, 3, 2, 2), (0, 0, 2, 1, 1, 1, 0, 1), 0),
    ((1, 3, 2, 2), (1, 0, 0, 3, 2, 1, 0, 1), 1),
    ((1, 2, 1, 2, 2), (0, 0, 1, 0, 0, 0, 1, 1, 0, 1), 0),
)


def mirror_pad_cases() -> Iterator[SpecCase]:
    """Return the cases of MIRRORS."""
    for number, (dims, pads, mode) in enumerate(MIRRORS):
        before, after = pads[::2], pads[1::2]

        def source(index: Index, dims: Index = dims, before: Index = before, mode: int = mode
                   ) -> Index:  # fmt: skip
            at = []
            for i, first, size in zip(index, before, dims, strict=True):
                place = i - first
                if place < 0:
                    place = -place - mode
                elif place >= size:
                    place = 2 * (size - 1) - place + mode
                at.append(place)
            return tuple(at)

        out = tuple(b + n + a for b, n, a in zip(before, dims, after, strict=True))
        arguments = [parameter("paddings", I32, (len(dims), 2), pads), mode]
        name = f"{'symmetric' if mode else 'reflect'}_rank_{len(dims)}_{number}"
        yield movement_case("MIRROR_PAD", name, dims, out, source, arguments, "AIDL_V3")


def reverse_cases() -> Iterator[SpecCase]:
    """Return cases with every axis of some shapes."""
    for dims in ((4,), (1,), (2, 3), (2, 1, 3), (2, 2, 1, 3), (1, 2, 1, 2, 1, 1, 3, 2)):
        for axis in range(len(dims)):
            if len(dims) == 8 and axis not in (0, 3, 6, 7):
                continue

            def source(index: Index, axis: int = axis, dims: Index = dims) -> Index:
                return (*index[:axis], dims[axis] - 1 - index[axis], *index[axis + 1 :])

            name = f"rank_{len(dims)}_size_{dims[axis]}_axis_{axis}"
            arguments = [parameter("axis", I32, (1,), (axis,))]
            yield movement_case("REVERSE", name, dims, dims, source, arguments, "AIDL_V3")


FAMILY: dict[str, tuple[str, Callable[[], Iterator[SpecCase]], str]] = {
    "EXPAND_DIMS": ("V1_2", expand_dims_cases, "axes from both ends, ranks 1 to 5, all types."),
    "GATHER": (
        "V1_2",
        gather_cases,
        "axes from both ends, repeated and single indices, indices of rank 1 to 3, all types.",
    ),
    "SLICE": (
        "V1_2",
        slice_cases,
        "blocks, size -1 and whole tensors of ranks 1 to 5, an empty slice of an empty tensor, "
        "all types.",
    ),
    "SPLIT": ("V1_2", split_cases, "1 to 4 parts, axes from both ends, ranks 1 to 5, all types."),
    "TILE": ("V1_2", tile_cases, "ranks 1 to 5, one and several dimensions repeated, all types."),
    "CHANNEL_SHUFFLE": (
        "V1_2",
        channel_shuffle_cases,
        "one to as many groups as channels, axes from both ends, ranks 1 to 4, all types.",
    ),
    "PACK": ("AIDL_V2", pack_cases, "1 to 4 tensors, every axis, ranks 1 to 4, all types."),
    "MIRROR_PAD": (
        "AIDL_V3",
        mirror_pad_cases,
        "both modes up to the largest paddings, ranks 1 to 5, all types.",
    ),
    "REVERSE": ("AIDL_V3", reverse_cases, "every axis, ranks 1 to 4 and 8, all types."),
}


def files() -> dict[str, str]:
    """Return the spec files by path."""
    specs = []
    for operation, (since, cases, description) in FAMILY.items():
        spec = GeneratedSpecFile(f"{since}/{operation.lower()}.mod.py", f"{operation}: {description}", SOURCE)
        spec.add(*cases())
        if operation == "SLICE":
            spec.add_code(EMPTY_SLICE)
        specs.append(spec)
    return collect_files(*specs)


def cross_check() -> str:
    """Compare with LiteRT, and CHANNEL_SHUFFLE with PyTorch."""
    tally = _litert_runner.ComparisonTally()

    def check(
        made: SpecCase,
        operation: str,
        options: str = "",
        values: Mapping[str, object] | None = None,
        tensors: Sequence[str | _litert_runner.Array] | None = None,
        version: int = 1,
    ) -> None:
        only = {
            version: [v for v in variations if not (isinstance(v, DataTypeVariation) and v.name == "int32")]
            for version, variations in made.versions.items()
        }
        _litert_runner.check_case(
            tally, replace(made, versions=only), operation, options, values, tensors=tensors,
            version=version,
        )  # fmt: skip

    for made in expand_dims_cases():
        check(made, "EXPAND_DIMS", "ExpandDimsOptions", {}, ["x", int32s(made.steps[0][1][1])])
    for made in gather_cases():
        axis = made.steps[0][1][1]
        check(made, "GATHER", "GatherOptions", {"axis": axis}, ["x", "indices"], 2)
    for made in slice_cases():
        if len(made.operands()[0].dims) <= 5:
            check(made, "SLICE", "SliceOptions", {}, ["x", "begin", "size"], 2)
    for made in split_cases():
        _, axis, parts = made.steps[0][1]
        check(made, "SPLIT", "SplitOptions", {"numSplits": parts}, [int32s(axis), "x"], 2)
    for made in tile_cases():
        check(made, "TILE", "TileOptions", {}, ["x", "multiples"])
    for made in pack_cases():
        count = len(made.steps[0][1]) - 1
        values = {"valuesCount": count, "axis": made.steps[0][1][0]}
        check(made, "PACK", "PackOptions", values, None, 2)
    for made in mirror_pad_cases():
        mode = made.steps[0][1][2]
        check(made, "MIRROR_PAD", "MirrorPadOptions", {"mode": mode}, ["x", "paddings"], 2)
    for made in reverse_cases():
        check(made, "REVERSE_V2", "ReverseV2Options", {}, ["x", "axis"])
    return f"{tally}; {_check_shuffles(tally)}"


def int32s(value: object) -> _litert_runner.Array:
    """Return a constant tensor with one dimension."""
    return np.array(value, np.int32)


def _check_shuffles(tally: _litert_runner.ComparisonTally) -> str:
    import torch  # noqa: PLC0415 - optional

    before = tally.compared
    for made in channel_shuffle_cases():
        x, groups, axis = made.steps[0][1]
        assert isinstance(x, WrittenOperand)
        values = torch.tensor(made.feeds[0]["x"]).reshape(x.dims)
        moved_ = values.movedim(axis, 0)[None, ..., None, None]  # type: ignore[call-overload]
        shuffled = torch.nn.functional.channel_shuffle(moved_, int(str(groups)))[0, ..., 0, 0]
        back = shuffled.movedim(0, axis)  # type: ignore[call-overload]
        tally.floats(made.name, made.feeds[0]["y"], back.numpy())
    return f"{tally.compared - before} values shuffled by PyTorch"
