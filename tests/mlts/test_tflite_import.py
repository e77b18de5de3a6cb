"""Import of whole files, compared with the golden outputs beside them."""

import time
from dataclasses import replace

import numpy as np
import pytest

from conformance.hal import OperationType
from conformance.harness.localization.oracle import input_arrays
from conformance.mlts.model_cases import case_names, load_case
from conformance.mlts.model_file.errors import ModelFileError
from conformance.mlts.model_file.tflite_file import decode_tflite, read_tflite
from conformance.mlts.tflite_import import (
    NotImportableError,
    Unsupported,
    import_file,
    import_path,
    summarize_refusals,
)
from conformance.validation import validate_model
from generators.intervals.interval_propagation import output_intervals
from tests.mlts.litert_engine import run_imported, tensor
from tests.mlts.model_files import PATHS, SMALL, damaged, needs_models

pytest.importorskip("ai_edge_litert.schema_py_generated")

from conformance.drivers.litert.graphs.tflite_graph import TfliteGraph, TfliteSubgraph, flatbuffer

FLOAT_LIMITS = {"mobilenet_v1": 1e-4, "mobilenet_v2": 1e-4}
"""Largest absolute difference between two float32 engines on the probabilities of deep models; 64
units in the last place for the others. The derived intervals are far wider."""
STEPS = 2
"""Largest difference of the shallow quantized models in steps, after about 20 layers."""


def golden(path):
    arrays = np.load(path.with_suffix(".npz"))
    inputs = [arrays[f"in{number}"] for number in range(sum(k.startswith("in") for k in arrays))]
    outputs = [arrays[f"out{number}"] for number in range(sum(k.startswith("out") for k in arrays))]
    return inputs, outputs


@needs_models
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_each_operator_of_a_file_has_an_equal(path):
    imported = import_path(path)
    found = [violation.rule.name for violation in validate_model(imported.model)]
    assert set(found) <= {"while.unknown_size"}
    assert imported.refusals == ()
    assert len(imported.owners) == len(imported.model.main.operations)


@needs_models
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_reference_computes_the_golden_outputs(path):
    inputs, outputs = golden(path)
    found = run_imported(import_path(path), inputs)
    assert len(found) == len(outputs)
    for actual, wanted in zip(found, outputs, strict=True):
        assert actual.dtype == wanted.dtype
        actual = actual.reshape(wanted.shape)
        if wanted.dtype.kind == "f":
            limit = FLOAT_LIMITS.get(path.stem[:12], 64 * 2**-24 * np.abs(wanted).max())
            assert np.abs(actual - wanted).max() <= limit
        elif "lstm" in path.stem:
            np.testing.assert_array_equal(actual, wanted)
        elif "mobilenet" not in path.stem:  # the quantized MobileNets are chaotic
            assert np.abs(actual.astype(int) - wanted.astype(int)).max() <= STEPS


@needs_models
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_golden_outputs_are_results_of_admissible_rounding(path):
    example = load_case(path, "golden", Unsupported.REFUSE)
    intervals = output_intervals(example.model, input_arrays(example.model, example.inputs))
    _, outputs = golden(path)
    for wanted, interval in zip(outputs, intervals, strict=False):
        value = wanted.reshape(interval.nominal.shape).astype(np.float64)
        assert np.all(interval.low <= value)
        assert np.all(value <= interval.high)


@needs_models
def test_a_layer_is_a_case_with_the_values_of_the_reference():
    path = next(path for path in PATHS if path.stem == "mixed_ops_32_int8")
    names = case_names(path, Unsupported.REFUSE)
    assert names[:2] == ["whole", "golden"]
    assert names[2] == "layer_000_CONV_2D"
    example = load_case(path, "layer_000_CONV_2D", Unsupported.REFUSE)
    assert [operation.type for operation in example.model.main.operations] == [
        OperationType.CONV_2D
    ]
    assert example.inputs[0] == golden(path)[0][0].tobytes()


@needs_models
def test_a_model_is_cut_around_operators_without_equal():
    path = next(path for path in PATHS if path.stem == "mixed_ops_32_f32")
    original = read_tflite(path)
    (main,) = original.subgraphs
    number = next(n for n, op in enumerate(main.operators) if op.builtin == "HARD_SWISH")
    operators = list(main.operators)
    operators[number] = replace(operators[number], builtin="ROUND")
    main = replace(main, operators=tuple(operators))
    file = replace(original, subgraphs=(main,))
    with pytest.raises(NotImportableError) as caught:
        import_file(file)
    assert summarize_refusals(caught.value.refusals) == [
        "1 x ROUND: the contract has no such operation"
    ]
    cut = import_file(file, Unsupported.CUT)
    assert [refusal.operator for refusal in cut.refusals] == [number]
    assert validate_model(cut.model) == ()
    names = cut.operand_names
    inputs = [names[index] for index in cut.model.main.input_indexes]
    tensors = main.tensors
    assert inputs == [
        tensors[main.inputs[0]].name,
        tensors[main.operators[number].outputs[0]].name,
    ]
    assert cut.file_inputs == (0, None)
    whole = import_path(path)
    assert len(cut.model.main.operations) == len(whole.model.main.operations) - 1


@needs_models
def test_the_states_of_a_recurrent_model_are_inputs_and_outputs():
    path = next(path for path in PATHS if path.stem == "lstm2_64x16_fused_f32")
    imported = import_path(path)
    assert imported.file_inputs == (0, None, None, None, None)
    assert [state.input for state in imported.states] == [1, 2, 3, 4]
    assert [state.output for state in imported.states] == [1, 2, 3, 4]
    example = load_case(path, "whole", Unsupported.REFUSE)
    assert all(not any(data) for data in example.inputs[1:])


def outcome(content):
    """Return the kind of outcome of importing a content."""
    try:
        import_file(decode_tflite(content, "x.tflite"), Unsupported.CUT)
    except (ModelFileError, NotImportableError) as error:
        return type(error).__name__
    return "imported"


@needs_models
@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, 4))]
)
def test_damaged_files_end_in_a_clear_error_or_a_valid_model(part):
    contents = [path.read_bytes() for path in SMALL]
    outcomes = set()
    for seed in range(part * 500, part * 500 + 500):
        started = time.monotonic()
        outcomes.add(outcome(damaged(contents[seed % len(contents)], seed)))
        assert time.monotonic() - started < 20
    assert "ModelFileError" in outcomes
    assert "imported" in outcomes


def test_a_model_whose_only_operator_breaks_a_rule_is_refused_even_if_it_may_be_cut():
    graph = TfliteGraph()
    left, right, total = (graph.add_tensor(tensor("FLOAT32", (size,))) for size in (2, 3, 2))
    graph.add_node(0, "ADD", [left, right], [total], "AddOptions")
    content = flatbuffer([TfliteSubgraph(graph, [left, right], [total])])
    for choice in Unsupported:
        with pytest.raises(NotImportableError, match="ADD"):
            import_file(decode_tflite(content, "add.tflite"), choice)


@needs_models
def test_a_loop_whose_condition_takes_other_inputs_is_refused():
    path = next(path for path in PATHS if path.stem == "lstm2_64x16_while_f32")
    file = read_tflite(path)
    loop = next(op for op in file.subgraphs[0].operators if op.builtin == "WHILE")
    number = loop.options["CondSubgraphIndex"]
    condition = replace(file.subgraphs[number], inputs=file.subgraphs[number].inputs[:-1])
    subgraphs = tuple(
        condition if position == number else subgraph
        for position, subgraph in enumerate(file.subgraphs)
    )
    with pytest.raises(NotImportableError, match="inputs, but the operator passes"):
        import_file(replace(file, subgraphs=subgraphs))
