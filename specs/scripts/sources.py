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
    binary_elementwise,
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
from specs.scripts._spec_writer import I32, SpecCase, WrittenOperand, GeneratedSpecFile, collect_files

SOURCE = "specs/scripts/sources.py (cases of {module} with operands from another source)."


def with_inputs_as_constants(case: SpecCase, *names: str) -> SpecCase:
    """Return the case with the named model inputs as constants.

    Only the first of several feeds remains.
    """
    feed = dict(case.feeds[0])
    values = {name: list(feed.pop(name)) for name in names}

    def moved(item: object) -> object:
        if isinstance(item, WrittenOperand) and item.name in values:
            return replace(item, kind="Parameter", value=values[item.name])
        return item

    steps = [(name, [moved(item) for item in items], outs) for name, items, outs in case.steps]
    title = f"{case.name}_constant_{'_'.join(names)}"
    return replace(case, name=title, steps=steps, feeds=[feed], description="", example_names=())


def with_parameters_as_inputs(case: SpecCase, *positions: int) -> SpecCase:
    """Return the case with constant INT32 tensors of its first operation as model inputs."""
    (name, items, outputs), *rest = case.steps
    arguments = list(items)
    feed = dict(case.feeds[0])
    for position in positions:
        item = arguments[position]
        if isinstance(item, WrittenOperand):
            values, dims = item.value, item.dims
            label = item.name
        else:
            values, dims, label = item, (), f"argument{position}"
        assert isinstance(values, Sequence)
        arguments[position] = WrittenOperand("Input", label, I32, tuple(dims) or (len(values),))
        feed[label] = list(values)
    steps = [(name, arguments, outputs), *rest]
    return replace(case, name=f"{case.name}_fed", steps=steps, feeds=[feed], description="")


def named_cases(cases: Iterable[SpecCase], *names: str) -> list[SpecCase]:
    """Return the cases of these names, in this order."""
    by_name = {case.name: case for case in cases}
    return [by_name[name] for name in names]


def _second(operation: str) -> list[SpecCase]:
    """Return cases with a constant second operand, in each type."""
    if operation in arithmetic.SINCE:
        names = ["same_shape", "broadcast_3x1_1x4", "int32_broadcast"]
        found = [case for case in arithmetic.cases(operation) if not case.name.startswith("wide")]
    else:
        names = ["rank_2", "int32", "bool8"]
        found = list(binary_elementwise.cases(operation))
    return [
        with_inputs_as_constants(case, binary_elementwise.NAMES.get(operation, ("a", "b"))[1])
        for case in found
        if case.name in names
    ]


def _transposed() -> list[SpecCase]:
    """Return cases where the output shape is a model input."""
    conv = transpose_conv_case("same_odd")
    return [with_parameters_as_inputs(conv_groups_transpose.case(replace(conv, types=conv_groups_transpose.ALL)), 3)]


def transpose_conv_case(name: str) -> conv_groups_transpose.GroupedOrTransposedCase:
    """Return a transposed convolution by its name."""
    return next(conv for conv in conv_groups_transpose.TRANSPOSED if conv.name == name)


def _two_ways() -> list[SpecCase]:
    """Return constant states and auxiliary inputs, and a projection whose forward cell has a bias.
    """
    by_name = {layer.name: layer for layer in sequence_lstm.TWO_WAY}
    biased = replace(
        by_name["projection"], name="forward_bias", parts=sequence_lstm.PROJECTED[::-1]
    )
    cross = by_name["cross"].case()
    return [biased.case(), with_inputs_as_constants(cross, *_states(cross), "aux")]


def _codes() -> list[SpecCase]:
    """Return cases with constant states; omitted clips have no effect, like clips of 0."""
    made = quantized_lstm.NARROW[0].case()
    (name, items, outputs), *rest = made.steps
    arguments = list(items)
    for position, bound in ((24, "cell_clip"), (25, "projection_clip")):
        if arguments[position] != 0.0:
            raise ValueError(f"{made.name} has a bound")
        arguments[position] = WrittenOperand("Parameter", bound, "FLOAT32")
    unbounded = replace(made, name="omitted_clips", steps=[(name, arguments, outputs), *rest])
    return [with_inputs_as_constants(made, *_states(made)), unbounded]


def _states(case: SpecCase) -> list[str]:
    """Return the names of the states before the first step."""
    return [item.name for item in case.operands() if item.name.endswith("_in")]


def _rnn_layer(layers: Sequence[sequence_rnn.RnnLayer], name: str, *more: str) -> list[SpecCase]:
    case = next(layer for layer in layers if layer.name == name).case()
    return [with_inputs_as_constants(case, *_states(case), *more)]


def _one_way() -> list[SpecCase]:
    case = sequence_lstm.ONE_WAY[0].case()
    return [with_inputs_as_constants(case, *_states(case))]


def _reduced(operation: str) -> list[SpecCase]:
    cases = list(reductions.reduce_cases(operation))
    return [with_parameters_as_inputs(case, 1) for case in cases if case.versions.get("V1_2")][:3]


CaseMaker = Callable[[], Sequence[SpecCase]]
_BINARY: dict[str, tuple[str, CaseMaker, str]] = {
    operation: (
        arithmetic.SINCE.get(operation, "V1_2"),
        lambda operation=operation: _second(operation),  # type: ignore[misc]
        "specs/scripts/arithmetic.py"
        if operation in arithmetic.SINCE
        else "specs/scripts/binary_elementwise.py",
    )
    for operation in (*arithmetic.SINCE, *binary_elementwise.ABOUT)
    if operation != "LOGICAL_NOT"
}
_REDUCTIONS: dict[str, tuple[str, CaseMaker, str]] = {
    operation: (
        "V1_2",
        lambda operation=operation: _reduced(operation),  # type: ignore[misc]
        "specs/scripts/reductions.py",
    )
    for operation in reductions.RULE
}
FAMILY: Mapping[str, tuple[str, CaseMaker, str]] = {
    **_BINARY,
    **_REDUCTIONS,
    "SELECT": (
        "V1_2",
        lambda: [
            with_inputs_as_constants(case, *names)
            for case in named_cases(conversions.select_cases(), "rank_2", "int32")
            for names in (("mask",), ("b",))
        ],
        "specs/scripts/conversions.py",
    ),
    "BATCH_MATMUL": (
        "AIDL_V2",
        lambda: [
            with_inputs_as_constants(case, case.operands()[1].name)
            for case in batch_matmul.cases()
            if case.name in (next(iter(batch_matmul.cases())).name, "int32_large", "codes")
        ],
        "specs/scripts/batch_matmul.py",
    ),
    "BATCH_TO_SPACE_ND": (
        "V1_1",
        lambda: [with_parameters_as_inputs(case, 1) for case in list(blocks.batch_to_space_cases())[:2]],
        "specs/scripts/blocks.py",
    ),
    "SPACE_TO_BATCH_ND": (
        "V1_1",
        lambda: [with_parameters_as_inputs(case, 1, 2) for case in list(blocks.space_to_batch_cases())[4:6]],
        "specs/scripts/blocks.py",
    ),
    "MEAN": (
        "V1_1",
        lambda: [with_parameters_as_inputs(case, 1) for case in list(mean.cases())[:3]],
        "specs/scripts/mean.py",
    ),
    "TRANSPOSE": (
        "V1_1",
        lambda: [with_parameters_as_inputs(case, 1) for case in named_cases(slices.transpose_cases(), "perm_10", "perm_0231")],
        "specs/scripts/slices.py",
    ),
    "STRIDED_SLICE": (
        "V1_1",
        lambda: [
            with_parameters_as_inputs(case, 1, 2, 3)
            for case in named_cases(
                slices.strided_slice_cases(), "plain", "matrix_masks", "rank_3_mixed"
            )
        ],
        "specs/scripts/slices.py",
    ),
    "TRANSPOSE_CONV_2D": ("V1_2", _transposed, "specs/scripts/conv_groups_transpose.py"),
    "RANDOM_MULTINOMIAL": (
        "V1_2",
        lambda: [with_parameters_as_inputs(case, 2) for case in named_cases(random_multinomial.cases(), "uneven")],
        "specs/scripts/random_multinomial.py",
    ),
    "AXIS_ALIGNED_BBOX_TRANSFORM": (
        "V1_2",
        lambda: [with_inputs_as_constants(boxes.TRANSFORMS[1].case(), "deltas")],
        "specs/scripts/boxes.py",
    ),
    "GENERATE_PROPOSALS": (
        "V1_2",
        lambda: [with_inputs_as_constants(detections.PROPOSALS[0].case(), "deltas")],
        "specs/scripts/detections.py",
    ),
    "DETECTION_POSTPROCESSING": (
        "V1_2",
        lambda: [with_inputs_as_constants(detections.DETECTIONS[0].case(), "deltas")],
        "specs/scripts/detections.py",
    ),
    "RNN": (
        "V1_0",
        lambda: [with_inputs_as_constants(rnn_svdf.RNN[0].case(), "state_in")],
        "specs/scripts/rnn_svdf.py",
    ),
    "SVDF": (
        "V1_0",
        lambda: [with_inputs_as_constants(rnn_svdf.SVDF[0].case(), "state_in")],
        "specs/scripts/rnn_svdf.py",
    ),
    "LSTM": (
        "V1_0",
        lambda: [with_inputs_as_constants(lstm.LSTM[0].case(), "h_in", "c_in")],
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
        lambda: [with_inputs_as_constants(quantized_lstm.WIDE[0].case(), "c_in", "h_in")],
        "specs/scripts/quantized_lstm.py",
    ),
    "LSH_PROJECTION": (
        "V1_0",
        lambda: [
            with_inputs_as_constants(case, "x")
            for case in named_cases(lsh_projection.cases(), "dense_float32", "dense_float16")
        ],
        "specs/scripts/lsh_projection.py",
    ),
}


def files() -> dict[str, str]:
    """Return the spec files by path, one for each operation."""
    specs = []
    for operation, (folder, cases, module) in FAMILY.items():
        spec = GeneratedSpecFile(
            f"{folder}/{operation.lower()}_sources.mod.py",
            f"{operation}: operands that are usually constants as model inputs, or the reverse.",
            SOURCE.format(module=module),
        )
        spec.add(*cases())
        specs.append(spec)
    return collect_files(*specs)
