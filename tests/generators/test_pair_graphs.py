"""Pair graphs: what their plan contains, how their operations are connected, what they find."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from benchmarks.detection.device import FaultyDevice
from benchmarks.detection.graph_fault import GraphFault
from conformance.cases.example import Truth
from conformance.hal import OperandType, OperationType, Version
from conformance.oracle.other_data import other_data_for
from conformance.validation import first_violation
from conformance.verdicts import VerdictKind
from generators.construction.graph_builder import GeneratedOperation
from generators.construction.operand_builder import (
    CONSTANT_COPY,
    CONSTANT_REFERENCE,
    GeneratedOperand,
)
from generators.construction.profiles import PROFILES
from generators.generate import allowed_cells, build_graph, encode_pair_seed, generate, is_pair_seed
from generators.graph_coverage import campaign_seeds
from generators.graph_judge import graph_search
from generators.oracle import random_example
from generators.patterns.motifs import widened
from generators.patterns.pair_plan import Chain, Form, PairPlan, pair_graph_plan
from tests.tiers import every_fast

PROFILE = PROFILES["default"]
NEWEST = PROFILE.version
# Pairs that public optimizers fuse, reorder or remove: the graph passes of ONNX Runtime and TVM,
# the converter of TensorFlow Lite, and the optimizers of XNNPACK and Arm NN.
KNOWN_REWRITES = {
    "CONV_2D": "RELU RELU6 ADD MUL SUB DIV PRELU HARD_SWISH LOGISTIC TANH MAXIMUM MINIMUM "
    "BATCH_TO_SPACE_ND",
    "DEPTHWISE_CONV_2D": "ADD MUL CONV_2D",
    "GROUPED_CONV_2D": "RELU",
    "TRANSPOSE_CONV_2D": "ADD RELU",
    "FULLY_CONNECTED": "ADD SOFTMAX FULLY_CONNECTED",
    "BATCH_MATMUL": "ADD SOFTMAX MUL",
    "PAD": "CONV_2D MAX_POOL_2D DEPTHWISE_CONV_2D",
    "PAD_V2": "CONV_2D",
    "MIRROR_PAD": "CONV_2D",
    "SPACE_TO_BATCH_ND": "CONV_2D",
    "RESIZE_BILINEAR": "CONV_2D",
    "TRANSPOSE": "TRANSPOSE RESHAPE CONV_2D BATCH_MATMUL REDUCE_SUM SOFTMAX",
    "RESHAPE": "RESHAPE FULLY_CONNECTED",
    "EXPAND_DIMS": "SQUEEZE",
    "SQUEEZE": "EXPAND_DIMS",
    "SLICE": "SLICE",
    "STRIDED_SLICE": "CONCATENATION",
    "SPLIT": "CONCATENATION ADD",
    "CONCATENATION": "CONV_2D RELU",
    "GATHER": "ADD",
    "TILE": "ADD",
    "MUL": "ADD MUL",
    "ADD": "MUL ADD",
    "SUB": "ADD",
    "DIV": "MUL",
    "NEG": "ADD NEG",
    "ABS": "SQRT",
    "EXP": "LOG",
    "LOG": "EXP",
    "MAX_POOL_2D": "RELU",
    "RELU": "MAX_POOL_2D",
    "AVERAGE_POOL_2D": "CONV_2D",
    "MEAN": "RESHAPE SUB",
    "SOFTMAX": "ARGMAX",
    "LOG_SOFTMAX": "ARGMAX",
    "LESS": "SELECT",
    "EQUAL": "LOGICAL_NOT",
    "GREATER": "LOGICAL_AND",
    "LOGICAL_NOT": "SELECT",
    "CAST": "CAST ADD",
    "LSTM": "FULLY_CONNECTED",
    "EMBEDDING_LOOKUP": "FULLY_CONNECTED",
}
QUANTIZED_REWRITES = {
    "CONV_2D": "RELU ADD",
    "ADD": "RELU CONV_2D",
    "CONCATENATION": "CONV_2D",
    "PAD": "CONV_2D",
    "RESHAPE": "FULLY_CONNECTED",
    "AVERAGE_POOL_2D": "CONV_2D",
    "MUL": "ADD",
}
QUANTIZED = {OperandType.TENSOR_QUANT8_ASYMM, OperandType.TENSOR_QUANT8_ASYMM_SIGNED}


@cache
def plan() -> PairPlan:
    return pair_graph_plan(allowed_cells(PROFILE, NEWEST), NEWEST)


def pairs_of(chain: Chain) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    if chain.is_line:
        return list(zip(chain.cells, chain.cells[1:], strict=False))
    return [(chain.cells[0], reader) for reader in chain.cells[1:]]


def planned(types: set[OperandType], *forms: Form) -> set[str]:
    return {
        f"{OperationType(first[0]).name}>{OperationType(second[0]).name}"
        for chains in plan().graphs[: plan().usual]
        for chain in chains
        if chain.form in forms
        for first, second in pairs_of(chain)
        if {first[1], second[1]} & types
    }


def sample() -> range:
    return range(0, plan().usual, 29)


def named(rewrites: dict[str, str]) -> set[str]:
    return {f"{first}>{second}" for first, row in rewrites.items() for second in row.split()}


def test_a_plain_run_contains_the_pairs_that_optimizers_rewrite() -> None:
    floats = {OperandType.TENSOR_FLOAT32, OperandType.TENSOR_BOOL8}
    known = named(KNOWN_REWRITES)
    assert known <= planned(floats, Form.LINE)
    assert named(QUANTIZED_REWRITES) <= planned(QUANTIZED, Form.LINE)
    shared = planned(floats, Form.READERS, Form.OUTPUT)
    assert len(known & shared) > len(known) * 0.8


def connected(first: GeneratedOperation, second: GeneratedOperation) -> bool:
    return first.outputs[0] in second.inputs


def test_the_operations_of_a_chain_read_each_other() -> None:
    wanted = met = 0
    for number in sample():
        graph = build_graph(PROFILE, encode_pair_seed(number), NEWEST)
        names = [
            f"{first.type.name}>{second.type.name}"
            for first in graph.operations
            for second in graph.operations
            if connected(first, second)
        ]
        for chain in plan().graphs[number]:
            for first, second in pairs_of(chain):
                name = f"{OperationType(first[0]).name}>{OperationType(second[0]).name}"
                wanted += 1
                if name in names:
                    names.remove(name)
                    met += 1
    assert wanted > 400
    assert met / wanted > 0.9


def meets(form: Form, made: GeneratedOperation, first: GeneratedOperation) -> bool:
    """Return whether an operation reads what the form states besides the result of ``first``."""
    result = first.outputs[0]
    others = [value for value in made.inputs if value is not result and value.shape]
    if form is Form.SAME:
        return made.inputs.count(result) == 2
    if form is Form.TWINS:
        return any(value.shape == result.shape and value.data is None for value in others)
    return any(value in first.inputs for value in others)


@pytest.mark.parametrize("form", [Form.SAME, Form.TWINS, Form.SOURCE])
def test_results_meet_in_binary_operations(form: Form) -> None:
    wanted = met = 0
    for number, chains in enumerate(plan().graphs[: plan().usual]):
        here = [chain for chain in chains if chain.form is form and chain.cells[1][0] in _SUMS]
        if not here or number % 3:
            continue
        operations = build_graph(PROFILE, encode_pair_seed(number), NEWEST).operations
        wanted += len(here)
        met += sum(
            any(
                meets(form, made, first)
                for made in operations
                for first in operations
                if (first.type, made.type) == (chain.cells[0][0], chain.cells[1][0])
                and connected(first, made)
            )
            for chain in here
        )
    assert wanted > 10
    # A result of another shape or type does not meet the input of its operation.
    assert met / wanted > (0.5 if form is Form.SOURCE else 0.9)


_SUMS = {OperationType.ADD, OperationType.SUB, OperationType.MUL}


# Operands that a driver must compare before it computes two calls once.
COMPARED = {
    "CONV_2D": "filter bias stride_width stride_height activation layout",
    "DEPTHWISE_CONV_2D": "filter bias stride_width activation",
    "FULLY_CONNECTED": "weights bias activation",
    "AVERAGE_POOL_2D": "filter_width filter_height stride_width activation",
    "ADD": "input1 activation",
    "SOFTMAX": "beta axis",
    "REDUCE_SUM": "axes keep_dims",
    "BATCH_MATMUL": "rhs adj_x adj_y",
    "PAD_V2": "paddings pad_value",
    "LSTM": "cell_to_forget_weights forget_gate_bias output_state_in cell_clip",
}


def content(value: GeneratedOperand) -> object:
    constant = value.lifetime in (CONSTANT_COPY, CONSTANT_REFERENCE)
    return (
        (value.type, value.dims, value.scale, value.zero_point, value.data) if constant else value
    )


def test_a_plain_run_contains_calls_that_differ_in_one_constant() -> None:
    found: set[tuple[str, str]] = set()
    results = 0
    for number, chains in enumerate(plan().graphs[: plan().usual]):
        if all(chain.form is not Form.VARIANTS for chain in chains):
            continue
        operations = build_graph(PROFILE, encode_pair_seed(number), NEWEST).operations
        for one, other in combinations(operations, 2):
            if one.type is other.type and one.call and len(one.inputs) == len(other.inputs):
                pairs = zip(one.inputs, other.inputs, strict=True)
                different = [n for n, (a, b) in enumerate(pairs) if content(a) != content(b)]
                if len(different) == 1:
                    found.add((one.type.name, one.call.spec(different[0]).name))
                first, second = one.outputs[0], other.outputs[0]
                results += not different and not first.same_quantization(second)
    wanted = {(name, operand) for name, row in COMPARED.items() for operand in row.split()}
    assert wanted <= found
    assert results > 20


def test_a_long_last_axis_does_not_widen_the_others() -> None:
    assert widened((1, 1, 1024)) == (8, 8, 1024)
    assert widened((1, 3, 2)) == (3, 3, 2)


@pytest.mark.parametrize("version", [Version.V1_0, Version.V1_1, Version.V1_2, Version.V1_3])
def test_pair_graphs_are_legal_in_every_version(version: Version) -> None:
    usual = pair_graph_plan(allowed_cells(PROFILE, version), version).usual
    assert usual > 50
    for number in range(0, usual, usual // 8):
        model = generate(PROFILE, encode_pair_seed(number), version).model
        assert first_violation(model, version) is None
        assert len(model.main.operations) > 1


def test_a_campaign_contains_pair_graphs_in_their_order() -> None:
    seeds = campaign_seeds(PROFILE, NEWEST, 0, range(320))
    assert [seed for seed in seeds if is_pair_seed(seed)] == [
        encode_pair_seed(number) for number in range(40)
    ]
    assert len(set(seeds)) == len(seeds)
    special = campaign_seeds(PROFILES["special"], NEWEST, 0, range(64))
    assert not any(map(is_pair_seed, special))


FAULTS = (
    # A fusion that checks the readers, and one that folds a constant on one side only.
    "MUL > ADD | readers == 1 and not is_output | skip first",
    'CONV_2D > MUL | second.const("input1") and not second.const("input0") | skip second',
    "ADD > RELU6 | readers == 1 | second: y = maximum(x, 0)",
    "LESS > SELECT | - | first: codes = logical_not(codes)",
    "TRANSPOSE > GATHER | - | skip first",
    "SPLIT > TANH | - | stale first",
    "TANH > MUL | readers > 1 and same_shape | overwrite",
    "LOGISTIC > * | is_output and readers == 2 | first: codes = codes * 0",
    "ADD > MUL | first.activation != 0 | first: activation = 0",
    "QUANTIZE > MAX_POOL_2D | - | first: codes = clip(codes + 4, low, high)",
    # A constant column, one on the left, a negative factor, a transposition of equal sizes.
    (
        'FULLY_CONNECTED > ADD | second.const("input1") and second.dims("input1")[-1] == 1 '
        'and second.dims("input1")[0] > 1 | skip second'
    ),
    'SUB > MUL | first.const("input0") and second.const("input1") | first: y = -y',
    'ADD > MUL | second.const("input1") and (second.input1 < 0).all() | second: y = -y',
    "TRANSPOSE > * | first.shape == first.out | skip first",
    # The second operand of a product, and square weights.
    "TRANSPOSE > BATCH_MATMUL | position == 1 and first.shape == first.out | skip first",
    (
        'FULLY_CONNECTED > MUL | second.const("input1") and first.dims("weights")[0] == '
        'first.dims("weights")[1] | first: weights = weights.T'
    ),
)


def graphs_with(fault: GraphFault) -> list[int]:
    """Return the usual pair graphs with the fault's pair, in the form that it needs."""
    forms = set(Form)
    if "readers > 1" in fault.condition:
        forms = {Form.READERS}
    elif fault.condition.startswith("is_output"):
        forms = {Form.OUTPUT}
    return [
        number
        for number, chains in enumerate(plan().graphs[: plan().usual])
        for chain in chains
        for one, other in pairs_of(chain)
        if chain.form in forms
        and OperationType(one[0]).name == fault.names[0]
        and fault.names[1] in ("*", OperationType(other[0]).name)
    ]


@pytest.mark.parametrize("row", every_fast(2, FAULTS))
def test_pair_graphs_find_a_fault_between_two_operations(row: str) -> None:
    pattern, condition, alteration = row.split(" | ")
    fault = GraphFault(pattern, condition.strip("-"), alteration, "", "")
    judge = graph_search(FaultyDevice(fault))
    numbers = graphs_with(fault)
    for number in numbers:
        example = random_example("default", encode_pair_seed(number), NEWEST)
        other_data = other_data_for(example, NEWEST, Truth.REFERENCE)
        name = f"random/default/{encode_pair_seed(number)}"
        verdict = judge.judge_example(example, name, other_data=other_data)
        if verdict.kind is VerdictKind.FAILED:
            return
    pytest.fail(f"no graph of {len(numbers)} with this pair finds the fault")
