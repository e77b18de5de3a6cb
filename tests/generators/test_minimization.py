"""Planted faults are found within a bounded number of graphs and minimised to the declared size."""

from __future__ import annotations

import re

import numpy as np
import pytest

from conformance.cases.example import Example
from conformance.driver_sdk import SimpleDriver
from conformance.failures.failure_search import FailureSearch
from conformance.failures.shrink.minimizer import count_input_elements, minimize
from conformance.hal import OperandType, OperationType, Version
from conformance.verdicts import VerdictKind
from generators.graph_judge import graph_search, minimised_signature
from generators.oracle import case_id, random_example
from tests.generators.cached_graphs import cached_example
from tests.generators.model_builder import ModelBuilder
from tests.sample_drivers.graphs.planted_faults import BY_NAME, FAULTS, PlantedDevice, PlantedFault

_T, _O = OperandType, OperationType
_MOST_GRAPHS = 40_000
"""About one minute of computation on one core."""
_RARE = frozenset({"reshape after transpose off", "floor adds up in a shared buffer"})
"""Faults that thousands of graphs do not show."""
_SLOW = _RARE | {
    "neg off when two run at once",
    "add loses the last element",
    "tanh off in the second run",
}
"""Faults whose tests take more than a second."""


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(
            fault,
            marks=[pytest.mark.slow] if fault.name in _SLOW or number % 8 else [],
            id=fault.name,
        )
        for number, fault in enumerate(FAULTS)
    ],
)
def test_a_planted_fault_is_found_and_minimised(fault: PlantedFault) -> None:
    judge = graph_search(PlantedDevice(fault))
    for seed in range(_MOST_GRAPHS):
        example = cached_example("default", seed, judge.version)
        verdict = judge.judge_example(example, case_id("default", seed), seed)
        assert verdict.kind is not VerdictKind.INTERNAL_ERROR, verdict.reason
        if verdict.kind.blames_driver:
            break
    else:
        pytest.fail(f"not found in {_MOST_GRAPHS} graphs")
    smallest = judge.minimise(example, verdict, budget=30.0)
    assert len(smallest.operations) <= fault.operations
    assert count_input_elements(smallest.example) <= fault.elements
    assert judge.judge_example(smallest.example, "smallest").kind.blames_driver


def _failing(name: str) -> tuple[FailureSearch, Example]:
    judge = graph_search(PlantedDevice(BY_NAME[name]))
    for seed in range(_MOST_GRAPHS):
        example = cached_example("default", seed, judge.version)
        if judge.judge_example(example, "case", seed).kind.blames_driver:
            return judge, example
    raise AssertionError(name)


def test_a_signature_has_enumerated_arguments_but_no_sizes() -> None:
    judge, example = _failing("conv NCHW off")
    small = judge.minimise(example, judge.judge_example(example, "case"), 5.0)
    described = minimised_signature("failed", "values", small.example.model)
    found = re.fullmatch(r"failed values: CONV_2D\((?:\w+, )*\w+; (.*)\)", described)
    assert found is not None
    choices = dict(choice.split(" ") for choice in found.group(1).split(", "))
    assert choices["layout"] == "true"
    assert set(choices) <= {"layout", "activation", "padding_scheme"}


def test_operations_between_two_that_fail_together_are_removed() -> None:
    b = ModelBuilder()
    x = b.input(_T.TENSOR_FLOAT32, [[1.0, 2.0], [3.0, 4.0]])
    made = b.call(_O.RELU, [x], _T.TENSOR_FLOAT32)
    turned = b.call(_O.RESHAPE, [made, b.ints([4])], _T.TENSOR_FLOAT32)
    halves = b.calls(_O.SPLIT, [turned, b.scalar(0), b.scalar(2)], [_T.TENSOR_FLOAT32] * 2)
    example = b.example(b.call(_O.TANH, [halves[1]], _T.TENSOR_FLOAT32), halves[0])

    def still_fails(candidate: Example) -> bool:
        made: set[int] = set()
        for operation in candidate.model.main.operations:
            if operation.type == _O.RELU or not made.isdisjoint(operation.inputs):
                made.update(operation.outputs)
                if operation.type == _O.TANH:
                    return True
        return False

    judge = graph_search(PlantedDevice(BY_NAME["mul off"]))
    small = minimize(example, still_fails, judge.compute, 20.0)
    assert small.operations == ("RELU", "TANH")
    assert count_input_elements(small.example) == 1


def test_numbers_that_state_sizes_shrink_with_the_sizes() -> None:
    b = ModelBuilder()
    x = b.input(_T.TENSOR_FLOAT32, np.arange(24.0).reshape(4, 6).tolist())
    sliced = b.call(_O.SLICE, [x, b.ints([1, 2]), b.ints([3, 4])], _T.TENSOR_FLOAT32)
    judge = graph_search(PlantedDevice(BY_NAME["mul off"]))
    small = minimize(
        b.example(sliced), lambda case: 0 not in case.outputs[0].dimensions, judge.compute, 20.0
    )
    assert count_input_elements(small.example) == 1 + 2 + 2
    (output,) = small.example.outputs
    assert output.dimensions == (1, 1)


class _FailsInTwoWays(SimpleDriver):
    """NEG of more than 4 elements ends with an error, and each FLOOR is off by 1."""

    name = "fails_in_two_ways"
    version = Version.V1_3

    def supports(self, operation):
        return operation.type in (_O.FLOOR, _O.NEG)

    def run(self, operation, inputs):
        if operation.type is _O.FLOOR:
            return np.floor(inputs[0]) + 1
        if inputs[0].size > 4:
            raise ValueError("too large")
        return -inputs[0]


def test_the_smallest_case_of_an_error_is_not_one_of_wrong_values() -> None:
    search = graph_search(_FailsInTwoWays())
    for seed in range(40):
        example = random_example("default,operations=FLOOR+NEG,types=TENSOR_FLOAT32", seed)
        verdict = search.judge_example(example, "case")
        operations = {operation.type for operation in example.model.main.operations}
        if verdict.rule == "execute.status" and _O.FLOOR in operations:
            break
    assert search.minimise(example, verdict, 5.0).operations == ("NEG",)
