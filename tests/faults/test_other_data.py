"""A further execution with other data finds drivers that keep data of the first execution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from conformance import hal
from conformance.cases import Example, ExpectedOutput
from conformance.hal import OperationType, Version
from conformance.harness.execution.other_data import failing_example
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath, OutputForm
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.oracle.intervals.interval_check import interval_check_for
from conformance.oracle.other_data import OtherData, other_data_for
from conformance.reference import ReferenceDevice
from conformance.verdicts import Verdict, VerdictKind
from tests.faults.spec_judging import INDEX, SPECS
from tests.sample_drivers.values.fault_injection import OptionalArrays

PATHS = tuple(
    map(
        ExecutionPath.parse,
        (
            *("sync-fast", "async-fast-timed", "fenced-fast", "burst-fast", "sync-fast-concurrent"),
            *("sync-fast-twice", "sync-fast-cached", "sync-fast-unknown_dimensions"),
            *("sync-fast-mmap_fd", "sync-fast-domain", "sync-fast-hardware_buffer_blob"),
        ),
    )
)
KernelChange = Callable[[Kernel], Kernel]


class KeepsData(ReferenceDevice):
    """Replaces the kernel of each call by one that keeps data between executions."""

    def __init__(self, change: KernelChange) -> None:
        super().__init__(Version.V1_3)
        self.change = change

    def compile_call(self, call: Call) -> Kernel:
        return self.change(super().compile_call(call))


def results_by_shape(kernel: Kernel) -> Kernel:
    """Keep the results by the shapes of the inputs."""
    kept: dict[Any, Sequence[Array]] = {}

    def run(inputs: OptionalArrays) -> Sequence[Array]:
        key = tuple(None if array is None else array.shape for array in inputs)
        if key not in kept:
            kept[key] = [np.array(array) for array in kernel(inputs)]
        return kept[key]

    return run


def stale_weights(kernel: Kernel) -> Kernel:
    """Keep every input except the first from the first execution."""
    kept: list[OptionalArrays] = []

    def run(inputs: OptionalArrays) -> Sequence[Array]:
        if not kept:
            kept.append([None if array is None else np.array(array) for array in inputs])
        return kernel([inputs[0], *kept[0][1:]])

    return run


def first_elements_only(kernel: Kernel) -> Kernel:
    """Keep the results by the first element of each input."""
    kept: dict[Any, Sequence[Array]] = {}

    def run(inputs: OptionalArrays) -> Sequence[Array]:
        key = tuple(a.shape if a is not None else None for a in inputs if a is not None)
        scale = float(np.abs(np.asarray(inputs[0], np.float64)).sum()) > 0
        return kept.setdefault((key, scale), [np.array(array) for array in kernel(inputs)])

    return run


class WrongAbove(ReferenceDevice):
    """RELU adds 1 to the results of inputs above a limit."""

    def __init__(self, limit: float) -> None:
        super().__init__(Version.V1_3)
        self.limit = limit

    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)
        if call.definition.type is not OperationType.RELU:
            return kernel
        return lambda inputs: [kernel(inputs)[0] + np.float32(inputs[0] > self.limit)]


def right(kernel: Kernel) -> Kernel:
    """Return the kernel unchanged."""
    return kernel


def conv_example() -> Any:
    """Return an example of CONV_2D whose filter and bias are inputs."""
    file = SPECS / "V1_0" / "conv_2d.mod.py"
    name = next(n.name for n in INDEX.names(file) if n.name.endswith("_all_tensors_as_inputs"))
    return INDEX.load(file, name)


def judged(change: KernelChange, paths: Sequence[ExecutionPath], example: Any) -> list[Verdict]:
    """Run the example with other data on a driver with the change."""
    judge = Judge(KeepsData(change))
    found = judge.judge(
        example,
        "case",
        paths,
        interval_check=interval_check_for(example),
        other_data=other_data_for(example, Version.V1_3),
    )
    return [*found, *judge.close()]


@pytest.mark.parametrize("path", PATHS, ids=str)
@pytest.mark.parametrize("change", [results_by_shape, stale_weights, first_elements_only])
def test_kept_data_are_found_on_every_path(change: KernelChange, path: ExecutionPath) -> None:
    example = conv_example()
    assert [v.kind for v in judged(right, [path], example)] == [VerdictKind.PASSED]
    (verdict,) = judged(change, [path], example)
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "values.other_data")
    assert "second execution of the prepared model" in verdict.reason
    stale = "its results are those of the first execution" in verdict.reason
    assert stale == (change is not stale_weights)


def relu_example(values: Sequence[float], name: str) -> Example:
    """Return RELU of float32 values; the expected results are max(x, 0)."""
    data = np.array(values, np.float32)
    shape = (len(values),)
    type_ = hal.OperandType.TENSOR_FLOAT32
    operands = (
        hal.Operand(type_, shape, 1, lifetime=hal.OperandLifeTime.SUBGRAPH_INPUT),
        hal.Operand(type_, shape, lifetime=hal.OperandLifeTime.SUBGRAPH_OUTPUT),
    )
    main = hal.Subgraph(operands, (hal.Operation(OperationType.RELU, (0,), (1,)),), (0,), (1,))
    output = ExpectedOutput(shape, np.maximum(data, 0).tobytes())
    return Example("relu", name, hal.Model(main), (data.tobytes(),), (output,), ("x", "y"))


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_values_that_a_first_execution_computes_wrongly_are_no_kept_data(
    path: ExecutionPath,
) -> None:
    example, further = relu_example([-2, 1], "own"), relu_example([3, -1], "other")
    data = OtherData(further.inputs, further.outputs, None)
    judge = Judge(WrongAbove(2.0))
    (verdict,) = judge.judge(example, "case", [path], other_data=lambda: data)
    judge.close()
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "values")
    assert verdict.reason.startswith("with other inputs of the same shapes: ")
    assert "expected 3, got 4" in verdict.reason
    assert failing_example(example, verdict, lambda: data).inputs == further.inputs


def test_a_failure_of_kept_data_states_that_a_new_model_is_right() -> None:
    (verdict,) = judged(stale_weights, PATHS[:1], conv_example())
    assert "a newly prepared model returns the expected values for these inputs" in verdict.reason


def test_a_path_without_values_has_no_further_execution() -> None:
    example = conv_example()
    undersized = ExecutionPath(output_form=OutputForm.UNDERSIZED)
    assert [v.kind for v in judged(results_by_shape, [undersized], example)] == [VerdictKind.PASSED]
