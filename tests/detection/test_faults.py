"""The fault tables, their vocabulary, and the witnesses of the faults."""

import random

import numpy as np
import pytest

from benchmarks.detection.alteration import fit
from benchmarks.detection.expression import at, tail
from benchmarks.detection.fault import call_faults, read_table
from benchmarks.detection.fault_tables import graph_faults
from benchmarks.detection.graph_fault import read_graph_table
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


def test_a_condition_limits_a_fault(tmp_path):
    fault = _fault(tmp_path, "RELU | rank == 2 | y = y + 1 | contract")
    witness = find_witness(fault)
    assert witness is not None
    assert len(witness.example.model.main.operands[0].dimensions) == 2


def test_a_fault_of_the_second_execution(tmp_path):
    fault = _fault(tmp_path, 'ABS | execution > 1 | y = old("y") | contract')
    assert fault.has_state
    assert find_witness(fault) is not None


def test_an_altered_operand_changes_the_call(tmp_path):
    fault = _fault(tmp_path, "SUB | - | input1 = input1 * 0 | contract")
    witness = find_witness(fault)
    assert witness is not None


def test_a_source_is_repeated(tmp_path):
    table = tmp_path / "table.txt"
    table.write_text("RELU | - | y = -y | one\nABS, NEG | - | y = y + 1 | -\n", encoding="utf-8")
    faults = list(read_table(table))
    assert [fault.operation.name for fault in faults] == ["RELU", "ABS", "NEG"]
    assert {fault.source for fault in faults} == {"one"}


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("RELU | y = 1", "2 columns instead of 4"),
        ("NO_SUCH | - | y = 1 | s", "NO_SUCH"),
        ("RELU | rank == | y = 1 | s", "not valid"),
        ("RELU | - | y 1 | s", "no assignment"),
    ],
)
def test_a_malformed_row_is_reported_with_its_line(tmp_path, row, problem):
    with pytest.raises(ValueError, match=f"table.txt, line 1: .*{problem}"):
        _fault(tmp_path, row)


def test_an_unknown_name_is_reported(tmp_path):
    fault = _fault(tmp_path, "RELU | - | y = no_such_name | s")
    with pytest.raises(NameError, match="no_such_name"):
        find_witness(fault, attempts=5)


def test_helpers():
    values = np.arange(10).reshape(2, 5)
    assert values[tail(values, 4)].tolist() == [8, 9]
    assert values[at(values, 1, -1)].tolist() == [4, 9]
    assert fit(np.array([[1, 2], [3, 4]]), (3,), np.int32).tolist() == [1, 2, 3]
    assert fit(np.array([1]), (2, 2), np.int32).tolist() == [[1, 0], [0, 0]]


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


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("ADD > RELU | - | no such word | s", "no alteration between operations"),
        ("ADD > NO_SUCH | - | skip first | s", "NO_SUCH"),
        ("ADD > RELU | - | second: y 1 | s", "no assignment"),
    ],
)
def test_a_malformed_row_between_operations_is_reported(tmp_path, row, problem):
    table = tmp_path / "table.graph"
    table.write_text(row + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match=f"table.graph, line 1: .*{problem}"):
        list(read_graph_table(table))
