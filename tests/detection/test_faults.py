"""The fault tables and their vocabulary; bundled specs show the faults."""

import random

import numpy as np
import pytest

from benchmarks.detection.device import FaultyDevice
from benchmarks.detection.fault import call_faults, read_table
from benchmarks.detection.fault_tables import graph_faults
from benchmarks.detection.graph_fault import GraphFault
from benchmarks.explain import cases_of
from conformance.hal import OperandType, OperationType
from conformance.harness.answer_checks import OutputExpectations, check_values
from conformance.oracle.expected import input_arrays
from conformance.reference.plan import ExecutionLimits
from generators.generate import OperationCell, encode_seed
from generators.oracle import random_example

FAULTS = call_faults()


def _fault(tmp_path, row):
    table = tmp_path / "table.txt"
    table.write_text(row + "\n", encoding="utf-8")
    return next(read_table(table))


def _fails(fault, example, executions=1):
    """Return whether the last execution of an example fails on a driver with the fault."""
    plan = FaultyDevice(fault).plan(example.model)
    for _ in range(executions):
        arrays = plan.run(input_arrays(example.model, example.inputs), ExecutionLimits())
    data = [np.ascontiguousarray(array).tobytes() for array in arrays]
    fills = [b"\xa5" * len(each) for each in data]
    return bool(check_values(OutputExpectations.from_example(example), data, fills))


def _shown(fault, executions=1):
    return any(_fails(fault, example, executions) for _, example in cases_of(fault.operation))


def test_tables_hold_many_different_faults():
    assert len(FAULTS) >= 780
    assert sum(bool(fault.condition) for fault in FAULTS) * 2 >= len(FAULTS)
    assert len({fault.operation for fault in FAULTS}) >= 70
    assert all(fault.source for fault in FAULTS)


def test_bundled_specs_show_most_faults():
    """The expected values of the specs are written by hand or computed by independent scripts."""
    chosen = random.Random(1).sample([fault for fault in FAULTS if not fault.has_state], 12)
    hidden = [fault.id for fault in chosen if not _shown(fault)]
    assert len(hidden) <= 3, hidden


def test_a_driver_without_an_effective_fault_passes(tmp_path):
    assert not _shown(_fault(tmp_path, "RELU | - | y = y | contract"))
    assert not _shown(_fault(tmp_path, "RELU | rank == 9 | y = y + 1 | contract"))
    assert _shown(_fault(tmp_path, "RELU | - | y = y + 1 | contract"))


def test_a_fault_of_the_second_execution(tmp_path):
    fault = _fault(tmp_path, "ABS | execution > 1 | y = y + 1 | contract")
    assert fault.has_state
    assert not _shown(fault)
    assert _shown(fault, executions=2)


def test_faults_between_operations():
    faults = graph_faults()
    assert len(faults) >= 200
    assert len({fault.id for fault in faults}) == len(faults)
    assert {"MODEL", "IF", "WHILE"} <= {fault.pattern for fault in faults}


@pytest.mark.parametrize(
    ("pattern", "condition", "word"),
    [
        ("IF", "", "other branch"),
        ("WHILE", "", "one more"),
        ("MODEL", "same_outputs", "swap outputs"),
        ("* > *", "", "skip second"),
    ],
)
def test_random_graphs_show_a_fault_between_operations(pattern, condition, word):
    fault = GraphFault(pattern, condition, word, "", "")
    operation = OperationType[pattern] if pattern.isalpha() and pattern != "MODEL" else None
    cells = (OperationCell(operation, OperandType.TENSOR_FLOAT32),) if operation else ()
    examples = [random_example("default", encode_seed(n, cells)) for n in range(40)]
    assert any(_fails(fault, example) for example in examples)
