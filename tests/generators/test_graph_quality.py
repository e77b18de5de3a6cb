"""Random graphs with priorities, deadlines and loop timeouts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from conformance.cases.example import Example, Truth
from conformance.failures.failure_search import FailureSearch
from conformance.hal import Version
from conformance.harness.planning.execution_path import (
    ALL_PATHS,
    ExecutionPath,
    QualityOfService,
    is_path_available,
)
from conformance.harness.planning.path_selection import graph_quality_path
from conformance.oracle.other_data import other_data_for
from conformance.verdicts import Verdict, VerdictKind
from generators.graph_judge import graph_search
from generators.oracle import case_id
from tests.generators.cached_graphs import cached_example
from tests.sample_drivers.adder_driver import add_example
from tests.sample_drivers.graphs.planted_faults import BY_NAME, PlantedDevice
from tests.sample_drivers.graphs.quality_faults import WRONG_IF, QualityFaultDevice


@pytest.mark.parametrize("version", list(Version))
def test_one_graph_in_four_has_a_quality_and_every_mode_has_each(version: Version) -> None:
    paths = [graph_quality_path(version, seed, add_example()) for seed in range(4000)]
    chosen = Counter(path for path in paths if path is not None)
    required = {
        *(QualityOfService.LOW_PRIORITY, QualityOfService.HIGH_PRIORITY),
        *(QualityOfService.FAR_DEADLINE, QualityOfService.FAR_PREPARATION),
        QualityOfService.LONG_LOOP_TIMEOUT,
    }
    assert set(chosen) == {
        path
        for path in ALL_PATHS
        if path.quality in required
        and path.preference == ExecutionPath().preference
        and is_path_available(path, version)
    }
    assert chosen.total() == (1000 if version >= Version.V1_3 else 0)
    assert not chosen or max(chosen.values()) - min(chosen.values()) <= 1


def test_a_graph_with_unspecified_output_shapes_is_not_refused() -> None:
    """Fenced executions of such graphs have no values; another path with a quality is chosen."""
    example = add_example()
    main = example.model.main
    operands = [
        replace(operand, dimensions=()) if number in main.output_indexes else operand
        for number, operand in enumerate(main.operands)
    ]
    model = replace(example.model, main=replace(main, operands=tuple(operands)))
    unspecified = replace(example, model=model)
    for version in (Version.V1_3, Version.AIDL_V3, Version.AIDL_V4):
        specified = [graph_quality_path(version, seed, example) for seed in range(400)]
        paths = [graph_quality_path(version, seed, unspecified) for seed in range(400)]
        assert any(path is not None and "fenced" in str(path) for path in specified)
        assert not any("fenced" in str(path) for path in paths)
        assert sum(path is not None for path in paths) == 100


def _first_failure(judge: FailureSearch, seeds: range) -> tuple[Example, Verdict]:
    for seed in seeds:
        example = cached_example("tiny", seed, judge.version)
        verdict = judge.judge_example(example, case_id("tiny", seed), seed)
        if verdict.kind.blames_driver:
            return example, verdict
    raise AssertionError("no failing graph")


@pytest.mark.parametrize("name", WRONG_IF)
def test_a_fault_that_needs_a_quality_is_found_and_its_path_is_named(name: str) -> None:
    words = set(name.partition(" ")[0].split("-"))
    version = Version.AIDL_V4 if "sync_reusable" in words else Version.V1_3
    judge = graph_search(QualityFaultDevice(WRONG_IF[name], version))
    example, verdict = _first_failure(judge, range(800))
    assert words <= set(verdict.path.split("-"))
    assert judge.locate_divergence(example, "case", verdict.path) is not None
    failing = judge.failing_paths(example, verdict)
    assert [str(path) for path in failing.paths] == [verdict.path]
    assert failing.note == f"passes without {failing.needed_quality}"
    assert failing.needed_quality in words
    small = judge.minimise(example, verdict, 20.0, failing.paths)
    assert len(small.operations) == 1
    assert judge.judge_example(small.example, "small").kind is VerdictKind.PASSED
    last = judge.judge_example(small.example, "small", paths=failing.paths)
    assert (last.rule, last.path) == (verdict.rule, verdict.path)


def test_a_fault_without_a_quality_is_minimized_along_the_plain_path() -> None:
    judge = graph_search(PlantedDevice(BY_NAME["add off"]))
    example, verdict = _first_failure(judge, range(2, 800, 4))
    assert ExecutionPath.parse(verdict.path).quality
    failing = judge.failing_paths(example, verdict)
    assert [str(path) for path in failing.paths] == ["sync-fast"]
    assert failing.note.startswith("fails without ")
    assert not failing.needed_quality


def test_a_second_execution_with_a_deadline_is_checked() -> None:
    """Other data follow along the same path on the same prepared model."""
    device = QualityFaultDevice(lambda c: c.number > 1 and c.deadline is not None)
    judge = graph_search(device)
    example = add_example()
    other = other_data_for(example, judge.version, Truth.REFERENCE)
    for mode in ("sync", "async", "fenced"):
        paths = [ExecutionPath.parse(f"{mode}-fast-far_deadline")]
        assert judge.judge_example(example, "case", paths=paths).kind is VerdictKind.PASSED
        verdict = judge.judge_example(example, "case", other_data=other, paths=paths)
        assert verdict.kind is VerdictKind.FAILED
