"""Export of models and the round trip by way of a file."""

import pytest

from conformance.engines.tflite.tflite_export import NotExportableError
from conformance.engines.tflite.tflite_import import NotImportableError
from generators.oracle import random_example
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
