"""Every difference of a random graph is one of the findings, fault for fault."""

import pytest

from conformance.drivers import open_driver
from conformance.harness import Kind
from generators.judging import GraphJudge
from generators.oracle import case_id
from tests.litert.attribution import UNEXPLAINED, causes_of, findings_in

_FIRST, _GRAPHS = 5_000_000, 400


@pytest.mark.parametrize("engine", ["litert", "onnxruntime"])
def test_every_difference_is_explained_by_a_fault(engine):
    pytest.importorskip({"litert": "ai_edge_litert"}.get(engine, engine))
    judge, causes = GraphJudge(open_driver(engine)), causes_of(engine)
    failed, unexplained = 0, []
    for seed in range(_FIRST, _FIRST + _GRAPHS):
        example = judge.example("default", seed)
        verdict = judge.verdict(example, case_id("default", seed), seed)
        if verdict.kind in (Kind.PASSED, Kind.DECLINED):
            continue
        failed += 1
        found = findings_in(judge.device, example, causes)
        if not found or (UNEXPLAINED,) in found.values():
            unexplained.append(f"{seed}: {found}: {verdict.reason}")
    assert unexplained == []
    assert failed > 0
