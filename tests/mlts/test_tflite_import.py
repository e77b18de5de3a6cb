"""Import of whole files, compared with the golden outputs beside them; damaged files.

``NN_CONFORMANCE_MODELS`` names a folder of ``.tflite`` files with ``.npz`` files, which have the
inputs ``in0``, ``in1`` ... and the outputs ``out0`` ... of LiteRT's reference kernels.
"""

import os
import random
from pathlib import Path

import numpy as np
import pytest

from conformance.engines.tflite.tflite_file import ModelFileError, decode_tflite
from conformance.engines.tflite.tflite_import import (
    NotImportableError,
    Unsupported,
    import_file,
    import_path,
)
from conformance.validation import validate_model
from tests.mlts.litert_engine import run_imported, tensor
from tests.mlts.test_model_items import chain_file

pytest.importorskip("ai_edge_litert.schema_py_generated")

from conformance.engines.tflite.tflite_graph import TfliteGraph, TfliteSubgraph, flatbuffer

FOLDER = os.environ.get("NN_CONFORMANCE_MODELS")
PATHS = sorted(Path(FOLDER).glob("*.tflite")) if FOLDER else []
needs_models = pytest.mark.skipif(not PATHS, reason="NN_CONFORMANCE_MODELS names no model files")
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


def test_a_model_whose_only_operator_breaks_a_rule_is_refused_even_if_it_may_be_cut():
    graph = TfliteGraph()
    left, right, total = (graph.add_tensor(tensor("FLOAT32", (size,))) for size in (2, 3, 2))
    graph.add_node(0, "ADD", [left, right], [total], "AddOptions")
    content = flatbuffer([TfliteSubgraph(graph, [left, right], [total])])
    for choice in Unsupported:
        with pytest.raises(NotImportableError, match="ADD"):
            import_file(decode_tflite(content, "add.tflite"), choice)


def test_a_damaged_file_ends_in_a_clear_error_or_a_valid_model():
    content, source, outcomes = chain_file(), random.Random(1), set()
    for _ in range(400):
        damaged = bytearray(content)
        for _ in range(source.choice((1, 2, 4))):
            damaged[source.randrange(len(damaged))] = source.choice((0, 1, 0x7F, 0x80, 0xFF))
        try:
            import_file(decode_tflite(bytes(damaged), "x.tflite"), Unsupported.CUT)
            outcomes.add("imported")
        except (ModelFileError, NotImportableError) as error:
            outcomes.add(type(error).__name__)
    assert outcomes >= {"imported", "ModelFileError"}
