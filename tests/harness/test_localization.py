"""Localization: the first operand whose value differs from the reference, in reasons and dumps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance.cases.example import Example
from conformance.failures.failure_dump import Dumper, RunInfo
from conformance.failures.localization import (
    Divergence,
    add_divergence,
    failure_with_divergence,
)
from conformance.hal import Device, OperandType, OperationType
from conformance.harness.failure import CaseFailure
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.reference.device import ReferenceDevice
from conformance.run.case_runner import CaseRunner
from conformance.verdicts import DIVERGENCE_KEY, VerdictKind
from generators.graph_judge import graph_search
from tests.generators.model_builder import ModelBuilder
from tests.sample_drivers.graphs.planted_faults import BY_NAME, PlantedDevice

_T, _O = OperandType, OperationType


def _chain() -> Example:
    """Return a model that chains ABS, MUL and RELU."""
    b = ModelBuilder()
    x = b.input(_T.TENSOR_FLOAT32, [1.0, -2.0])
    y = b.call(_O.ABS, [x], _T.TENSOR_FLOAT32)
    z = b.call(_O.MUL, [y, x, b.scalar(0)], _T.TENSOR_FLOAT32)
    return b.example(b.call(_O.RELU, [z], _T.TENSOR_FLOAT32))


def _failures(device: Device, example: Example) -> tuple[list[Any], list[CaseFailure]]:
    failures: list[CaseFailure] = []
    verdicts = Judge(device, on_failure=failures.append).judge(example, "hand", [ExecutionPath()])
    return verdicts, failures


@pytest.mark.parametrize("fault", ["abs off", "mul off"])
def test_the_operation_that_errs_is_named(fault: str) -> None:
    example, device = _chain(), PlantedDevice(BY_NAME[fault])
    parting = graph_search(device).locate_divergence(example, "hand")
    assert parting is not None
    assert parting.operation == ("abs off", "mul off").index(fault)
    assert parting.name == fault.split(maxsplit=1)[0].upper()
    verdicts, _ = _failures(device, example)
    (verdict,) = add_divergence(CaseRunner(device), example, verdicts)
    assert verdict.details[DIVERGENCE_KEY]["operand"] == parting.operand


def test_a_fault_of_fused_operations_is_reported() -> None:
    class FusesWrongly(ReferenceDevice):
        """Wrong only in models with one output, where operations can be fused."""

        def compile(self, model: Any) -> Any:
            self._fused = len(model.main.output_indexes) == 1
            return super().compile(model)

        def build_prepared_model(self, model: Any) -> Any:
            self._fused = len(model.main.output_indexes) == 1
            return super().build_prepared_model(model)

        def compile_call(self, call: Any) -> Any:
            kernel = super().compile_call(call)
            if call.definition.type != OperationType.RELU or not self._fused:
                return kernel
            return lambda inputs: [a + 1 for a in kernel(inputs)]

    device, example = FusesWrongly(), _chain()
    assert graph_search(device).locate_divergence(example, "hand") == Divergence(None)
    verdicts, _ = _failures(device, example)
    (verdict,) = add_divergence(CaseRunner(device), example, verdicts)
    assert not verdict.details[DIVERGENCE_KEY]["operand"]


def test_one_operation_alone_is_not_isolated() -> None:
    b = ModelBuilder()
    example = b.example(b.call(_O.ABS, [b.input(_T.TENSOR_FLOAT32, [1.0])], _T.TENSOR_FLOAT32))
    device = PlantedDevice(BY_NAME["abs off"])
    verdicts, _ = _failures(device, example)
    assert add_divergence(CaseRunner(device), example, verdicts) == verdicts


def test_a_driver_that_fails_with_more_outputs_has_no_divergence() -> None:
    class FailsWithMore(PlantedDevice):
        def supported_operations(self, model: Any) -> list[bool]:
            return [len(model.main.output_indexes) == 1] * len(model.main.operations)

    device, example = FailsWithMore(BY_NAME["mul off"]), _chain()
    verdicts, _ = _failures(device, example)
    assert verdicts[0].kind is VerdictKind.FAILED
    assert add_divergence(CaseRunner(device), example, verdicts) == verdicts


def test_the_dump_marks_the_guilty_operation(tmp_path: Path) -> None:
    device, example = PlantedDevice(BY_NAME["mul off"]), _chain()
    verdicts, (failure,) = _failures(device, example)
    failure = failure_with_divergence(
        failure, add_divergence(CaseRunner(device), example, verdicts)
    )
    facts = RunInfo("x:Y", "planted 1", 0, "0", ("pytest",), tmp_path)
    dump = Dumper(tmp_path / "out", facts).dump(failure)
    assert not dump.problem
    place = tmp_path / dump.folder
    dot = (place / f"{place.name}.dot").read_text()
    (marked,) = [line for line in dot.splitlines() if "bold,filled" in line]
    assert "MUL" in marked
