"""Random graphs on engines nobody here wrote: each difference has an operation with a finding.

The engines' answers are from outside; that a fault's operation is the one that is named comes from
running the graph with all its operands as outputs.
"""

from __future__ import annotations

import importlib

import numpy as np
import pytest

from conformance.drivers import open_driver
from conformance.hal import OperandType, OperationType, name_of
from conformance.harness import Kind, Options
from conformance.specfile.example import Example
from generators.generate import Cell, seed_of
from generators.judging import GraphJudge
from generators.oracle import case_id, random_example
from generators.profiles import Profile
from tests.generators.by_hand import Builder

_T, _O = OperandType, OperationType
_GRAPHS = 250


def _judge(engine: str) -> GraphJudge:
    pytest.importorskip({"litert": "ai_edge_litert"}.get(engine, engine))
    return GraphJudge(open_driver(engine), Options(callback_timeout=20.0))


def _to_blame(judge: GraphJudge, example: Example) -> str:
    """Name of the operation at which engine and reference part."""
    operations = example.model.main.operations
    if len(operations) == 1:
        return name_of(OperationType, operations[0].type)
    parting = judge.parting(example, "isolated")
    return "" if parting is None else parting.name


@pytest.mark.parametrize("engine", ["litert", "onnxruntime"])
def test_every_difference_is_a_finding(engine: str) -> None:
    judge = _judge(engine)
    found = importlib.import_module(f"conformance.drivers.{engine}.findings").load()
    known = {finding.operation for finding in found.findings}
    passed, unknown = 0, []
    for seed in range(_GRAPHS):
        example = judge.example("default", seed)
        verdict = judge.verdict(example, case_id("default", seed), seed)
        passed += verdict.kind is Kind.PASSED
        if verdict.kind not in (Kind.PASSED, Kind.DECLINED):
            blamed = _to_blame(judge, example)
            if blamed not in known:
                unknown.append(f"{seed}: {blamed}: {verdict.reason}")
    assert unknown == []
    assert passed > _GRAPHS / 4


def test_litert_rounds_quotients_of_integers_down() -> None:
    # NN HAL 1.3 types.hal, DIV: floor division, -5 / 2 is -3. One code is within the tolerance of
    # integers; a hundred times as much is not.
    b = Builder()
    x, y = b.input(_T.TENSOR_INT32, [-5, 5]), b.input(_T.TENSOR_INT32, [2, -2])
    hundred = b.input(_T.TENSOR_INT32, [100, 100])
    quotient = b.call(_O.DIV, [x, y, b.scalar(0)], _T.TENSOR_INT32)
    example = b.example(b.call(_O.MUL, [quotient, hundred, b.scalar(0)], _T.TENSOR_INT32))
    assert np.frombuffer(example.outputs[0].data, "<i4").tolist() == [-300, -300]
    assert _judge("litert").verdict(example, "div").kind is Kind.PASSED


def _single(operation: OperationType, count: int) -> list[Example]:
    one = Profile(name="one", fewest=1, most=1, sizes=(1, 2, 4), control_flow=0, unknown=0)
    cell = Cell(operation, _T.TENSOR_FLOAT32)
    return [random_example(one, seed_of(number, [cell])) for number in range(count)]


def test_litert_declines_an_lstm_that_would_write_behind_its_memory() -> None:
    judge, wider = _judge("litert"), 0
    for example in _single(_O.LSTM, 60):
        (operation,) = example.model.main.operations
        state, cell = (example.model.main.operands[operation.inputs[i]] for i in (18, 19))
        if state.dimensions[1] > cell.dimensions[1]:
            wider += 1
            assert judge.verdict(example, "lstm").kind is Kind.DECLINED
    assert wider


@pytest.mark.parametrize(
    "operation", [_O.RNN, _O.UNIDIRECTIONAL_SEQUENCE_RNN], ids=lambda op: op.name
)
def test_litert_never_fails_a_request_for_its_activation(operation: OperationType) -> None:
    """Some have the activation as an input, among them sigmoid, which the engine lacks."""
    judge = _judge("litert")
    kinds = {judge.verdict(example, "rnn").kind for example in _single(operation, 60)}
    assert kinds <= {Kind.PASSED, Kind.DECLINED}
