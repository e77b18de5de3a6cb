"""The probe for operands that a driver overwrites before their last reader."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from conformance.cases.example import Example
from conformance.failures.overwritten_operand import (
    OVERWRITTEN_KEY,
    OverwrittenOperand,
    find_overwritten_operand,
)
from conformance.failures.shrink.model_editing import build_example, to_editable
from conformance.hal import OperandType, OperationType
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.reference.device import ReferenceDevice
from conformance.results.event_stream import read_events
from conformance.verdicts import VerdictKind
from generators.campaigns.campaign import Campaign, CampaignSettings
from generators.campaigns.chunks import JudgeTask
from generators.graph_judge import graph_search
from tests.generators.model_builder import ModelBuilder
from tests.plugin.conftest import UserFolder
from tests.sample_drivers.graphs import aliasing_drivers
from tests.sample_drivers.graphs.planted_faults import BY_NAME, PlantedDevice

_T, _O = OperandType, OperationType
_FLOAT = _T.TENSOR_FLOAT32
_COMPUTE = graph_search(ReferenceDevice()).compute
_PATHS = [ExecutionPath()]


def _valid(example: Example) -> Example:
    """Return the example with correct numbers of consumers and known shapes."""
    again = build_example(to_editable(example), example, _COMPUTE)
    assert again is not None
    return again


def _shared_result() -> Example:
    """Return a model in which NEG and ABS read the result of ADD."""
    b = ModelBuilder()
    x = b.input(_FLOAT, [1.0, -2.0, 3.0])
    shared = b.call(_O.ADD, [x, x, b.scalar(0)], _FLOAT)
    negated = b.call(_O.NEG, [shared], _FLOAT)
    return _valid(b.example(negated, b.call(_O.RELU, [shared], _FLOAT)))


def _shared_input() -> Example:
    b = ModelBuilder()
    x = b.input(_FLOAT, [1.0, -2.0, 3.0])
    return _valid(b.example(b.call(_O.NEG, [x], _FLOAT), b.call(_O.RELU, [x], _FLOAT)))


def _reused_memory() -> Example:
    """Return a model in which TANH follows the first reader of ADD's result, and RELU is last."""
    b = ModelBuilder()
    x, y = b.input(_FLOAT, [1.0, -2.0]), b.input(_FLOAT, [0.5, 0.25])
    early = b.call(_O.ADD, [x, x, b.scalar(0)], _FLOAT)
    first = b.call(_O.ABS, [early], _FLOAT)
    other = b.call(_O.TANH, [y], _FLOAT)
    last = b.call(_O.RELU, [early], _FLOAT)
    return _valid(b.example(first, other, last))


@pytest.mark.parametrize(
    ("driver", "example", "found"),
    [
        (
            aliasing_drivers.in_place_on_temporaries,
            _shared_result(),
            OverwrittenOperand("ADD", "NEG", "RELU", in_place=True),
        ),
        (
            aliasing_drivers.in_place_on_inputs,
            _shared_input(),
            OverwrittenOperand("", "NEG", "RELU", in_place=True),
        ),
        (
            aliasing_drivers.memory_freed_too_early,
            _reused_memory(),
            OverwrittenOperand("ADD", "TANH", "RELU", in_place=False),
        ),
    ],
    ids=["temporary", "input", "freed"],
)
def test_the_overwritten_operand_is_named(driver, example, found) -> None:  # type: ignore[no-untyped-def]
    judge = graph_search(driver())
    assert judge.judge_example(example, "hand", paths=_PATHS).kind.blames_driver
    assert judge.find_overwritten_operand(example, _PATHS) == found
    right = graph_search(ReferenceDevice())
    assert right.find_overwritten_operand(example, _PATHS) is None


def test_an_overwritten_model_output_is_named() -> None:
    # x -> ADD -> s, which is an output; NEG reads s. The driver returns NEG's values for s, unless
    # NEG reads a copy.
    b = ModelBuilder()
    x = b.input(_FLOAT, [1.0, -2.0])
    shared = b.call(_O.ADD, [x, x, b.scalar(0)], _FLOAT)
    example = _valid(b.example(shared, b.call(_O.NEG, [shared], _FLOAT)))
    negated = example.outputs[1].data

    def passes(variant: Example) -> bool:
        _, negation = variant.model.main.operations
        return negation.inputs[0] in variant.model.main.input_indexes

    found = find_overwritten_operand(example, [negated, negated], passes, _COMPUTE)
    assert found == OverwrittenOperand("ADD", "NEG", "", in_place=True)


@pytest.mark.parametrize("fault", ["relu after add off", "add off", "abs off"])
def test_a_fault_of_an_operation_or_a_fusion_is_no_overwritten_operand(fault: str) -> None:
    judge = graph_search(PlantedDevice(BY_NAME[fault]))
    for example in (_shared_result(), _reused_memory()):
        judge.judge_example(example, "hand", paths=_PATHS)
        assert judge.find_overwritten_operand(example, _PATHS) is None


def test_a_copy_that_does_not_help_is_no_overwritten_operand() -> None:
    """The outputs alone do not suffice: an operation may compute those values by itself."""
    example = _shared_result()
    # NEG returns -2, 4, -6; RELU of these values is 0, 4, 0.
    overwritten = [example.outputs[0].data, np.array([0, 4, 0], "<f4").tobytes()]
    assert find_overwritten_operand(example, overwritten, lambda _: True, _COMPUTE) is not None
    assert find_overwritten_operand(example, overwritten, lambda _: False, _COMPUTE) is None


@pytest.mark.slow
def test_a_campaign_has_one_group_for_a_driver_that_computes_in_place(tmp_path: Path) -> None:
    driver = "tests.sample_drivers.graphs.aliasing_drivers:in_place_on_inputs"
    settings = CampaignSettings(JudgeTask(driver, "default"), graphs=200, minimise_budget=30.0)
    groups = Campaign(settings, tmp_path / "found").run()["groups"]
    assert sum(group["count"] for group in groups) > 5
    (first,) = [group for group in groups if group["overwritten"]]
    assert len(first["overwritten"]) > 3
    assert first["count"] >= 0.8 * sum(group["count"] for group in groups)


def test_a_random_graph_of_a_run_names_the_overwritten_operand(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = UserFolder(tmp_path, tmp_path_factory.mktemp("cache"))
    (tmp_path / "empty").mkdir()
    driver = "tests.sample_drivers.graphs.aliasing_drivers:in_place_on_inputs"
    done = folder.command(f"pytest --driver {driver} random/default/101 --events run.jsonl")
    assert done.code == pytest.ExitCode.TESTS_FAILED
    (failed,) = [
        v for v in read_events(tmp_path / "run.jsonl").verdicts if v.kind is VerdictKind.FAILED
    ][:1]
    assert OVERWRITTEN_KEY in failed.details
