"""The fault tables, their vocabulary, and the witnesses of the faults."""

import random

import pytest

from benchmarks.detection.fault import call_faults, read_table
from benchmarks.detection.fault_tables import graph_faults
from benchmarks.detection.witness import find_witness, sample_example, shows
from conformance.hal import OperationType
from conformance.operations import definition_of

FAULTS = call_faults()


def _fault(tmp_path, row):
    table = tmp_path / "table.txt"
    table.write_text(row + "\n", encoding="utf-8")
    return next(read_table(table))


def test_tables_hold_many_different_faults():
    assert len(FAULTS) >= 780
    assert sum(bool(fault.condition) for fault in FAULTS) * 2 >= len(FAULTS)
    assert len({fault.operation for fault in FAULTS}) >= 70
    assert all(fault.source for fault in FAULTS)


@pytest.mark.parametrize("fault", random.Random(1).sample(FAULTS, 25), ids=lambda fault: fault.id)
def test_a_fault_has_a_witness(fault):
    witness = find_witness(fault)
    assert witness is not None
    assert shows(fault, witness.example)


def test_a_fault_without_effect_has_no_witness(tmp_path):
    assert find_witness(_fault(tmp_path, "RELU | - | y = y | contract"), attempts=60) is None


def test_the_reference_itself_is_within_the_tolerance(tmp_path):
    fault = _fault(tmp_path, "RELU | rank == 9 | y = y + 1 | contract")
    for seed in range(40):
        example = sample_example(definition_of(OperationType.RELU), seed)
        assert example is None or not shows(fault, example)


def test_a_fault_of_the_second_execution(tmp_path):
    fault = _fault(tmp_path, 'ABS | execution > 1 | y = old("y") | contract')
    assert fault.has_state
    assert find_witness(fault) is not None


def test_faults_between_operations():
    faults = graph_faults()
    assert len(faults) >= 200
    assert len({fault.id for fault in faults}) == len(faults)
    assert {"MODEL", "IF", "WHILE"} <= {fault.pattern for fault in faults}


@pytest.mark.parametrize(
    "fault", random.Random(4).sample(graph_faults(), 12), ids=lambda fault: fault.id
)
def test_a_fault_between_operations_has_a_witness(fault):
    witness = find_witness(fault)
    assert witness is not None
    assert shows(fault, witness.example)
