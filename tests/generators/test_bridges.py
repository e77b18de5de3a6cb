"""Random graphs on third-party engines: a known finding explains each difference.

The actual results come from the engines. The results that a finding predicts for the same inputs
come from the reference with that finding's fault.
"""

from __future__ import annotations

import pytest

from conformance.drivers import open_driver
from conformance.engines.findings import read_findings
from conformance.failures.failure_search import FailureSearch
from conformance.hal import OperandType, OperationType
from conformance.harness.judge import JudgeOptions
from conformance.verdicts import VerdictKind
from generators.generate import OperationCell, allowed_cells, encode_seed
from generators.graph_judge import graph_search
from generators.oracle import case_id, random_example
from generators.profile_parameters import parse_profile
from tests.generators.finding_attribution import UNEXPLAINED, engine_faults, findings_in

_T, _O = OperandType, OperationType
_FIRST, _GRAPHS, _OF_EACH = 5_000_000, 150, 12


def _judge(engine: str) -> FailureSearch:
    pytest.importorskip({"litert": "ai_edge_litert"}.get(engine, engine))
    return graph_search(open_driver(engine), JudgeOptions(callback_timeout=20.0))


@pytest.mark.engine_results
@pytest.mark.parametrize("engine", ["litert", "onnxruntime"])
def test_every_difference_is_explained_by_a_fault(engine: str) -> None:
    judge, causes = _judge(engine), engine_faults(engine)
    passed, failed, unexplained = 0, 0, []
    # Some graphs must contain the findings' operations, which are rare on some engines.
    wanted = [OperationCell(operation, _T.TENSOR_FLOAT32) for operation, _ in causes.values()]
    there = set(allowed_cells(parse_profile("default"), judge.version))
    seeds = [*range(_FIRST, _FIRST + _GRAPHS)]
    seeds += [encode_seed(n, [cell]) for cell in wanted if cell in there for n in range(_OF_EACH)]
    for seed in seeds:
        example = random_example("default", seed, judge.version)
        verdict = judge.judge_example(example, case_id("default", seed), seed)
        passed += verdict.kind is VerdictKind.PASSED
        if verdict.kind in (VerdictKind.PASSED, VerdictKind.DECLINED):
            continue
        failed += 1
        found = findings_in(judge.device, example, causes)
        if not found or (UNEXPLAINED,) in found.values():
            unexplained.append(f"{seed}: {found}: {verdict.reason}")
    assert unexplained == []
    assert failed > 0
    assert passed > _GRAPHS / 4


@pytest.mark.parametrize("engine", ["litert", "onnxruntime"])
def test_random_graphs_are_counted_by_findings_that_are_there(engine: str) -> None:
    found = read_findings(f"conformance.engines.{engine}")
    random, known = (
        found.random,
        {finding.id for finding in found.for_kernels(found.random.variant)},
    )
    assert set(random.by) <= known
    assert min(random.by.values()) > 0
    assert max(random.by.values()) <= random.differ <= sum(random.by.values())
    assert random.graphs == 100_000
