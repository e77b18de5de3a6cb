"""Operations on tensors whose rank and sizes are not known before the request.

A RESHAPE whose shape is a model input gives a tensor of unknown rank, so operations that read it
can compute nothing at preparation. INT32 operands (axes, paddings, shapes) come from such a tensor
through CAST. The cases are those of the other scripts, and their expected values remain valid:
RESHAPE to the same shape changes nothing, and CAST of small whole numbers is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

from specs.scripts import (
    arithmetic,
    batch_matmul,
    binary_elementwise,
    blocks,
    boxes,
    concatenation,
    conv,
    conv_groups_transpose,
    conversions,
    detections,
    elementwise,
    fully_connected,
    mean,
    normalization,
    indexing,
    pool,
    reductions,
    regions,
    resize_bilinear,
    resize_nearest_neighbor,
    rnn_svdf,
    sequence_lstm,
    sequence_rnn,
    slices,
    topk_v2,
    unary_math,
)
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    I32,
    SpecCase,
    WrittenOperand,
    GeneratedSpecFile,
    Step,
    collect_files,
    int32_vector,
    internal,
    output,
    tensor_input,
)

ORDER = ("V1_0", "V1_1", "V1_2", "V1_3", "AIDL_V1", "AIDL_V2", "AIDL_V3")
LARGEST_RANK = 4
"""The largest rank that RESHAPE can produce."""


@dataclass(frozen=True)
class UnknownShapes:
    """The unknown parts of shapes: rank and sizes of every tensor operand by default.

    With ``ranked``, only the sizes are unknown; with ``first``, only the first operand is affected.
    """

    name: str
    description: str
    ranked: bool = False
    first: bool = False


ALL = UnknownShapes("", "of unknown rank")
RANKED = UnknownShapes("_ranked", "of known rank and unknown sizes", ranked=True)
FIRST = UnknownShapes("_first", "with an unknown rank in the first operand", first=True)


FIRST_RANKED = UnknownShapes(
    "_first_ranked", "with unknown sizes in the first operand", ranked=True, first=True
)


def with_unknown_shapes(case: SpecCase, openness: UnknownShapes = ALL) -> SpecCase | None:
    """Return the float32 case with tensor operands behind a RESHAPE; ``None`` if not possible.

    Other types, and operands that RESHAPE or CAST cannot produce, are unchanged.
    """
    (name, items, outputs), *rest = case.steps
    feed = dict(case.feeds[0])
    steps: list[Step] = []
    arguments: list[object] = []
    for position, item in enumerate(items):
        skipped = openness.first and bool(steps)
        made = None if skipped else _behind_reshape(item, position, feed, openness.ranked)
        if made is None:
            arguments.append(item)
            continue
        before, value = made
        steps += before
        arguments.append(value)
    if not steps:
        return None
    # Both an unknown rank and CAST need 1.2.
    newest = [step[0] for step in steps if step[0] == "CAST"] or not openness.ranked
    plain = [version for version, listed in case.versions.items() if DEFAULT in listed]
    if not plain:
        return None
    since = max(min(plain, key=ORDER.index), "V1_2" if newest else "V1_0", key=ORDER.index)
    groups = [group for group in case.variation_groups if "Tolerance" in group]
    return replace(
        case,
        name=f"{name.lower()}_{case.name}",
        steps=[*steps, (name, arguments, outputs), *rest],
        feeds=[feed],
        versions={since: [DEFAULT]},
        description="",
        variation_groups=groups,
        example_names=(),
    )


def _behind_reshape(
    item: object, position: int, feed: dict[str, Sequence[object]], ranked: bool
) -> tuple[list[Step], WrittenOperand] | None:
    """Return steps that produce the operand with an unknown shape.

    Its values become part of the feed.
    """
    if isinstance(item, list) and item and all(type(v) is int for v in item):
        item = WrittenOperand("Int32Vector", f"vector{position}", value=item)
    if not isinstance(item, WrittenOperand) or item.extra is not None:
        return None
    if item.kind == "Int32Vector":
        item = replace(item, type_=I32, dims=(len(item.value),))  # type: ignore[arg-type]
    fed = item.kind == "Input"
    values = feed.get(item.name) if fed else item.value
    if item.type_ not in (F32, I32) or not isinstance(values, Sequence) or not values:
        return None
    if not item.dims or len(item.dims) > LARGEST_RANK or prod(item.dims) != len(values):
        return None
    if item.type_ == I32 and max(abs(int(str(v))) for v in values) > 1 << 20:
        return None
    feed.pop(item.name, None)
    flat, shape = f"{item.name}_flat", f"{item.name}_shape"
    feed[flat] = [float(str(v)) for v in values] if item.type_ == I32 else list(values)
    feed[shape] = list(item.dims)
    # Another ADD before it would only lengthen the model.
    source = replace(tensor_input(flat, F32, (len(values),)), never_internal=True)
    given = [source, tensor_input(shape, I32, (len(item.dims),))]
    known = (0,) * len(item.dims) if ranked else ()
    if item.type_ == F32:
        made = internal(item.name, F32, known)
        return [("RESHAPE", given, [made])], made
    real, made = internal(f"{item.name}_real", F32, known), internal(item.name, I32, known)
    return [("RESHAPE", given, [real]), ("CAST", [real], [made])], made


def _cases() -> Iterator[SpecCase]:
    """Return small cases of every operation that takes a float32 tensor."""
    yield _squeezed()
    for operation in arithmetic.SINCE:
        yield from _some(arithmetic.cases(operation), "same_shape", "broadcast_3x1_1x4")
    for operation in binary_elementwise.ABOUT:
        yield from _some(binary_elementwise.cases(operation), "rank_2", "int32_broadcast")
    for operation in elementwise.ABOUT:
        yield from _first(elementwise.cases(operation))
    for operation in unary_math.SINCE:
        if operation != "ELU":
            yield from _first(unary_math.cases(operation))
    yield from _first(unary_math.elu_cases())
    yield from _some(blocks.depth_to_space_cases(), "layout")
    yield from _some(blocks.space_to_depth_cases(), "layout")
    yield from _first(blocks.batch_to_space_cases())
    yield from _first(blocks.space_to_batch_cases())
    yield from _first(mean.cases(), 3)
    for operation in reductions.RULE:
        if operation not in reductions.TRUTH:
            yield from _first(reductions.reduce_cases(operation), 3)
    for operation in reductions.BEST:
        yield from _first(reductions.place_cases(operation), 2)
    yield from _first(reductions.log_softmax_cases())
    yield from _first(reductions.instance_cases())
    for made, _ in normalization.CASES.values():
        yield from _first(made(), 2)
    yield from _first(slices.pad_cases(), 2)
    yield from _first(slices.pad_v2_cases(), 2)
    yield from _some(slices.transpose_cases(), "perm_10", "perm_201", "omitted_perm")
    yield from _some(
        slices.strided_slice_cases(), "plain", "matrix_masks", "rank_3_mixed", "matrix_shrink_rows"
    )
    for cases in (
        indexing.expand_dims_cases, indexing.gather_cases, indexing.slice_cases, indexing.split_cases,
        indexing.tile_cases, indexing.channel_shuffle_cases, indexing.pack_cases, indexing.mirror_pad_cases,
        indexing.reverse_cases, topk_v2.cases, conversions.cast_cases, conversions.quantize_cases,
        conversions.rank_cases, conversions.select_cases, batch_matmul.cases,
    ):  # fmt: skip
        yield from _first(cases(), 3)
    yield from _first(concatenation.concatenation_cases(), 4)
    yield from map(fully_connected.case, fully_connected.CASES[:3])


def _windows() -> Iterator[SpecCase]:
    """Return cases of windows, resizing, regions, detections and recurrent cells."""
    yield conv.case(conv.CONV[0])
    yield conv.case(conv.CONV[4])
    yield conv.case(conv.CONV_DILATION[1])
    yield conv.case(conv.DEPTHWISE[0])
    for convolutions in (conv_groups_transpose.GROUPED, conv_groups_transpose.TRANSPOSED):
        for one in convolutions[:3]:
            yield conv_groups_transpose.case(one)
    for operation in pool.REDUCTIONS:
        yield pool.case(operation, pool.CASES[0])
        yield pool.case(operation, pool.CASES[4])
    yield resize_bilinear.case(resize_bilinear.PLAIN[0])
    yield resize_bilinear.case(resize_bilinear.LAYOUT[1])
    yield resize_nearest_neighbor.case(resize_nearest_neighbor.PLAIN[0])
    yield regions.ALIGN[0].case()
    yield regions.POOL[0].case()
    yield boxes.NMS[0].case()
    yield boxes.TRANSFORMS[1].case()
    yield detections.PROPOSALS[0].case()
    yield detections.DETECTIONS[0].case()
    yield detections.HEATMAPS[0].case()
    yield rnn_svdf.RNN[0].case()
    yield rnn_svdf.SVDF[0].case()
    yield sequence_lstm.ONE_WAY[0].case()
    yield next(layer for layer in sequence_lstm.TWO_WAY if layer.name == "cross").case()
    yield sequence_rnn.ONE_WAY[0].case()
    yield next(layer for layer in sequence_rnn.TWO_WAY if layer.name == "merged").case()


def _some(cases: Iterator[SpecCase], *names: str) -> list[SpecCase]:
    return [case for case in cases if case.name in names]


def _first(cases: Iterator[SpecCase], count: int = 1) -> list[SpecCase]:
    """Return the first single-step cases that have a float32 form without a variation."""
    plain = (
        case for case in cases
        if len(case.steps) == 1 and any(DEFAULT in listed for listed in case.versions.values())
    )  # fmt: skip
    return [case for case, _ in zip(plain, range(count), strict=False)]


def _moves() -> Iterator[SpecCase]:
    """Return operations whose constant operands are checked against sizes that are known later."""
    yield _squeezed()
    yield from _first(blocks.batch_to_space_cases())
    yield from _first(blocks.space_to_batch_cases())
    yield from _some(slices.strided_slice_cases(), "matrix_shrink_rows", "rank_4_shrink")
    for cases in (
        indexing.expand_dims_cases, indexing.gather_cases, indexing.slice_cases, indexing.split_cases,
        indexing.channel_shuffle_cases, indexing.mirror_pad_cases, conversions.select_cases,
        batch_matmul.cases,
    ):  # fmt: skip
        yield from _first(cases(), 3)
    for operation in arithmetic.SINCE:
        yield from _some(arithmetic.cases(operation), "same_shape", "broadcast_3x1_1x4")


def _squeezed() -> SpecCase:
    """Return cases with constant axes of a tensor whose sizes are known later."""
    x = [1.25, -2.5, 0.0]
    step = (
        "SQUEEZE",
        [tensor_input("x", F32, (1, 3, 1)), int32_vector("axes", (0, 2))],
        [output("y", F32, (3,))],
    )
    return SpecCase("constant_axes", [step], [{"x": x, "y": x}], {"V1_1": [DEFAULT]})


def _all() -> Iterator[SpecCase]:
    yield from _cases()
    yield from _windows()


FILES: Mapping[str, tuple[str, Callable[[], Iterator[SpecCase]], UnknownShapes]] = {
    "V1_2/open_shapes.mod.py": ("Element-wise and data movement operations", _cases, ALL),
    "V1_2/open_shapes_windows.mod.py": ("Windows, regions, detections, cells", _windows, ALL),
    "V1_2/open_shapes_ranked.mod.py": ("Operations", _all, RANKED),
    "V1_2/open_shapes_first.mod.py": ("Operations", _all, FIRST),
    "V1_2/open_shapes_first_ranked.mod.py": ("Moves", _moves, FIRST_RANKED),
}


def files() -> dict[str, str]:
    """Return the spec files by path."""
    specs = []
    for path, (description, cases, openness) in FILES.items():
        spec = GeneratedSpecFile(
            path,
            f"{description} on operands {openness.description}: shapes are known only with the request.",
            "specs/scripts/unknown_shapes.py (the cases of the other scripts).",
        )
        seen: dict[str, int] = {}
        for case in cases():
            made = with_unknown_shapes(case, openness)
            if made is not None:
                number = seen[made.name] = seen.get(made.name, 0) + 1
                spec.add(made if number == 1 else replace(made, name=f"{made.name}_{number}"))
        specs.append(spec)
    return collect_files(*specs)
