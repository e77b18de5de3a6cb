"""Cases whose operands have an unusual source: constant instead of model input, or the reverse.

Second operands, states and deltas are constants of the model; axes, block sizes and permutations
are model inputs, whose values a driver sees only with the request. The cases are those of the other
scripts; only the source of a value changes, so their expected values remain valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from specs.scripts import (
    arithmetic,
    batch_matmul,
    binary,
    blocks,
    boxes,
    conv_groups_transpose,
    conversions,
    detections,
    lsh_projection,
    lstm,
    mean,
    quantized_lstm,
    random_multinomial,
    reductions,
    rnn_svdf,
    sequence_lstm,
    sequence_rnn,
    slices,
)
from specs.scripts._emit import I32, Case, Operand, SpecFile, collect

SOURCE = "specs/scripts/sources.py (cases of {module} with operands from another source)."


def constant(case: Case, *names: str) -> Case:
    """Return the case with the named model inputs as constants; only the first of several feeds
    remains.
    """
    feed = dict(case.feeds[0])
    values = {name: list(feed.pop(name)) for name in names}

    def moved(item: object) -> object:
        if isinstance(item, Operand) and item.name in values:
            return replace(item, kind="Parameter", value=values[item.name])
        return item

    steps = [(name, [moved(item) for item in items], outs) for name, items, outs in case.steps]
    title = f"{case.name}_constant_{'_'.join(names)}"
    return replace(case, name=title, steps=steps, feeds=[feed], about="", example_names=())


def fed(case: Case, *positions: int) -> Case:
    """Return the case with constant INT32 tensors of its first operation as model inputs."""
    (name, items, outputs), *rest = case.steps
    arguments = list(items)
    feed = dict(case.feeds[0])
    for position in positions:
        item = arguments[position]
        if isinstance(item, Operand):
            values, dims = item.value, item.dims
            label = item.name
        else:
            values, dims, label = item, (), f"argument{position}"
        assert isinstance(values, Sequence)
        arguments[position] = Operand("Input", label, I32, tuple(dims) or (len(values),))
        feed[label] = list(values)
    steps = [(name, arguments, outputs), *rest]
    return replace(case, name=f"{case.name}_fed", steps=steps, feeds=[feed], about="")


def chosen(cases: Iterable[Case], *names: str) -> list[Case]:
    """Return the cases of these names, in this order."""
    by_name = {case.name: case for case in cases}
    return [by_name[name] for name in names]


def _second(operation: str) -> list[Case]:
    """Return cases with a constant second operand, in each type."""
    if operation in arithmetic.SINCE:
        names = ["same_shape", "broadcast_3x1_1x4", "int32_broadcast"]
        found = [case for case in arithmetic.cases(operation) if not case.name.startswith("wide")]
    else:
        names = ["rank_2", "int32", "bool8"]
        found = list(binary.cases(operation))
    return [
        constant(case, binary.NAMES.get(operation, ("a", "b"))[1])
        for case in found
        if case.name in names
    ]


def _transposed() -> list[Case]:
    """Return cases where the output shape is a model input."""
    conv = chosen_conv("same_odd")
    return [fed(conv_groups_transpose.case(replace(conv, types=conv_groups_transpose.ALL)), 3)]


def chosen_conv(name: str) -> conv_groups_transpose.Conv:
    """Return a transposed convolution by its name."""
    return next(conv for conv in conv_groups_transpose.TRANSPOSED if conv.name == name)


def _two_ways() -> list[Case]:
    """Return constant states and auxiliary inputs, and a projection whose forward cell has a bias.
    """
    by_name = {layer.name: layer for layer in sequence_lstm.TWO_WAY}
    biased = replace(
        by_name["projection"], name="forward_bias", parts=sequence_lstm.PROJECTED[::-1]
    )
    cross = by_name["cross"].case()
    return [biased.case(), constant(cross, *_states(cross), "aux")]


def _codes() -> list[Case]:
    """Return cases with constant states; omitted clips have no effect, like clips of 0."""
    made = quantized_lstm.NARROW[0].case()
    (name, items, outputs), *rest = made.steps
    arguments = list(items)
    for position, bound in ((24, "cell_clip"), (25, "projection_clip")):
        if arguments[position] != 0.0:
            raise ValueError(f"{made.name} has a bound")
        arguments[position] = Operand("Parameter", bound, "FLOAT32")
    unbounded = replace(made, name="omitted_clips", steps=[(name, arguments, outputs), *rest])
    return [constant(made, *_states(made)), unbounded]


def _states(case: Case) -> list[str]:
    """Return the names of the states before the first step."""
    return [item.name for item in case.operands() if item.name.endswith("_in")]


def _rnn_layer(layers: Sequence[sequence_rnn.RnnLayer], name: str, *more: str) -> list[Case]:
    case = next(layer for layer in layers if layer.name == name).case()
    return [constant(case, *_states(case), *more)]


def _one_way() -> list[Case]:
    case = sequence_lstm.ONE_WAY[0].case()
    return [constant(case, *_states(case))]


def _reduced(operation: str) -> list[Case]:
    cases = list(reductions.reduce_cases(operation))
    return [fed(case, 1) for case in cases if case.versions.get("V1_2")][:3]


Made = Callable[[], Sequence[Case]]
_BINARY: dict[str, tuple[str, Made, str]] = {
    operation: (
        arithmetic.SINCE.get(operation, "V1_2"),
        lambda operation=operation: _second(operation),  # type: ignore[misc]
        "specs/scripts/arithmetic.py"
        if operation in arithmetic.SINCE
        else "specs/scripts/binary.py",
    )
    for operation in (*arithmetic.SINCE, *binary.ABOUT)
    if operation != "LOGICAL_NOT"
}
_REDUCTIONS: dict[str, tuple[str, Made, str]] = {
    operation: (
        "V1_2",
        lambda operation=operation: _reduced(operation),  # type: ignore[misc]
        "specs/scripts/reductions.py",
    )
    for operation in reductions.RULE
}
FAMILY: Mapping[str, tuple[str, Made, str]] = {
    **_BINARY,
    **_REDUCTIONS,
    "SELECT": (
        "V1_2",
        lambda: [
            constant(case, *names)
            for case in chosen(conversions.select_cases(), "rank_2", "int32")
            for names in (("mask",), ("b",))
        ],
        "specs/scripts/conversions.py",
    ),
    "BATCH_MATMUL": (
        "AIDL_V2",
        lambda: [
            constant(case, case.operands()[1].name)
            for case in batch_matmul.cases()
            if case.name in (next(iter(batch_matmul.cases())).name, "int32_large", "codes")
        ],
        "specs/scripts/batch_matmul.py",
    ),
    "BATCH_TO_SPACE_ND": (
        "V1_1",
        lambda: [fed(case, 1) for case in list(blocks.batch_to_space_cases())[:2]],
        "specs/scripts/blocks.py",
    ),
    "SPACE_TO_BATCH_ND": (
        "V1_1",
        lambda: [fed(case, 1, 2) for case in list(blocks.space_to_batch_cases())[4:6]],
        "specs/scripts/blocks.py",
    ),
    "MEAN": (
        "V1_1",
        lambda: [fed(case, 1) for case in list(mean.cases())[:3]],
        "specs/scripts/mean.py",
    ),
    "TRANSPOSE": (
        "V1_1",
        lambda: [fed(case, 1) for case in chosen(slices.transpose_cases(), "perm_10", "perm_0231")],
        "specs/scripts/slices.py",
    ),
    "STRIDED_SLICE": (
        "V1_1",
        lambda: [
            fed(case, 1, 2, 3)
            for case in chosen(
                slices.strided_slice_cases(), "plain", "matrix_masks", "rank_3_mixed"
            )
        ],
        "specs/scripts/slices.py",
    ),
    "TRANSPOSE_CONV_2D": ("V1_2", _transposed, "specs/scripts/conv_groups_transpose.py"),
    "RANDOM_MULTINOMIAL": (
        "V1_2",
        lambda: [fed(case, 2) for case in chosen(random_multinomial.cases(), "uneven")],
        "specs/scripts/random_multinomial.py",
    ),
    "AXIS_ALIGNED_BBOX_TRANSFORM": (
        "V1_2",
        lambda: [constant(boxes.TRANSFORMS[1].case(), "deltas")],
        "specs/scripts/boxes.py",
    ),
    "GENERATE_PROPOSALS": (
        "V1_2",
        lambda: [constant(detections.PROPOSALS[0].case(), "deltas")],
        "specs/scripts/detections.py",
    ),
    "DETECTION_POSTPROCESSING": (
        "V1_2",
        lambda: [constant(detections.DETECTIONS[0].case(), "deltas")],
        "specs/scripts/detections.py",
    ),
    "RNN": (
        "V1_0",
        lambda: [constant(rnn_svdf.RNN[0].case(), "state_in")],
        "specs/scripts/rnn_svdf.py",
    ),
    "SVDF": (
        "V1_0",
        lambda: [constant(rnn_svdf.SVDF[0].case(), "state_in")],
        "specs/scripts/rnn_svdf.py",
    ),
    "LSTM": (
        "V1_0",
        lambda: [constant(lstm.LSTM[0].case(), "h_in", "c_in")],
        "specs/scripts/lstm.py",
    ),
    "UNIDIRECTIONAL_SEQUENCE_LSTM": ("V1_2", _one_way, "specs/scripts/sequence_lstm.py"),
    "BIDIRECTIONAL_SEQUENCE_LSTM": ("V1_2", _two_ways, "specs/scripts/sequence_lstm.py"),
    "UNIDIRECTIONAL_SEQUENCE_RNN": (
        "V1_2",
        lambda: _rnn_layer(sequence_rnn.ONE_WAY, "time_major"),
        "specs/scripts/sequence_rnn.py",
    ),
    "BIDIRECTIONAL_SEQUENCE_RNN": (
        "V1_2",
        lambda: _rnn_layer(sequence_rnn.TWO_WAY, "cross", "aux"),
        "specs/scripts/sequence_rnn.py",
    ),
    "QUANTIZED_LSTM": ("V1_3", _codes, "specs/scripts/quantized_lstm.py"),
    "QUANTIZED_16BIT_LSTM": (
        "V1_2",
        lambda: [constant(quantized_lstm.WIDE[0].case(), "c_in", "h_in")],
        "specs/scripts/quantized_lstm.py",
    ),
    "LSH_PROJECTION": (
        "V1_0",
        lambda: [
            constant(case, "x")
            for case in chosen(lsh_projection.cases(), "dense_float32", "dense_float16")
        ],
        "specs/scripts/lsh_projection.py",
    ),
}


def files() -> dict[str, str]:
    """Return the spec files by path, one for each operation."""
    specs = []
    for operation, (folder, cases, module) in FAMILY.items():
        spec = SpecFile(
            f"{folder}/{operation.lower()}_sources.mod.py",
            f"{operation}: operands that are usually constants as model inputs, or the reverse.",
            SOURCE.format(module=module),
        )
        spec.add(*cases())
        specs.append(spec)
    return collect(*specs)
