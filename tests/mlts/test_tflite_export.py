"""Export of models and the round trip by way of a file."""

import numpy as np
import pytest

from conformance.engines.tflite.tflite_export import NotExportableError, export_model
from conformance.engines.tflite.tflite_file import decode_tflite
from conformance.engines.tflite.tflite_import import NotImportableError, import_file, import_path
from generators.oracle import random_example
from tests.mlts.litert_engine import run_imported, run_litert
from tests.mlts.model_files import PATHS, needs_models
from tests.mlts.round_trips import compare

pytest.importorskip("ai_edge_litert.schema_py_generated")

WANTED = 50
SEEDS = range(300)


def compare_round_trip(seed):
    """Compare a random graph with its form after export and import; false if that is impossible."""
    example = random_example("default", seed)
    ignored = {number for number, output in enumerate(example.outputs) if output.ignored}
    try:
        return compare(example.model, example.inputs, ignored)
    except (NotExportableError, NotImportableError):
        return False


def test_random_graphs_compute_the_same_after_export_and_import():
    assert sum(map(compare_round_trip, SEEDS)) >= WANTED


@pytest.mark.verified_engine("litert")
@needs_models
@pytest.mark.parametrize(
    "name", ["mixed_ops_32_f32", "mixed_ops_32_int8", "mobilenet_v2_0.35_96_f32"]
)
def test_an_exported_model_computes_in_litert_what_the_original_file_computes(name):
    path = next(path for path in PATHS if path.stem == name)
    arrays = np.load(path.with_suffix(".npz"))
    imported = import_path(path)
    content = export_model(imported.model)
    (found,) = run_litert(content, [arrays["in0"]])
    wanted = arrays["out0"]
    if wanted.dtype.kind == "f":
        np.testing.assert_allclose(found, wanted, 1e-4, 1e-6)
    else:
        assert np.abs(found.astype(int) - wanted.astype(int)).max() <= 2
    (again,) = run_imported(import_file(decode_tflite(content, "x.tflite")), [arrays["in0"]])
    (first,) = run_imported(imported, [arrays["in0"]])
    np.testing.assert_array_equal(again, first)
