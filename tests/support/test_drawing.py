"""Graphs of models in the DOT language: their content and marks."""

from __future__ import annotations

import io
from dataclasses import replace

from conformance.checks.sample_models import addition_model
from conformance.drawing import graph_dump, to_dot
from conformance.hal import Model, Operation, Subgraph
from generators.generate import generate
from tests.sample_drivers.adder_driver import add_example


def _dot(**more: object) -> str:
    example = add_example()
    return to_dot(example.model, example.operand_names, (), **more)  # type: ignore[arg-type]


def test_dot_shows_operations_operands_and_wrong_outputs() -> None:
    text = _dot(wrong_outputs={0}, title='a "quoted" title')
    assert 'label="a \\"quoted\\" title"' in text
    assert "0: x\\nTENSOR_FLOAT32 [2, 2]" in text
    assert (
        'main_operation0 [shape=box, style=bold, label="ADD\\n(operation 0)", color="red"' in text
    )
    assert "main_operand1 -> main_operation0" in text
    assert text.count('color="red", fontcolor') == 3
    assert "red" not in _dot()


def test_missing_operands_are_drawn_and_named() -> None:
    example = add_example()
    main = replace(example.model.main, operations=(Operation(0, (0, 99, -2), (3,)),))
    text = to_dot(replace(example.model, main=main))
    assert (
        'main_operand99 [shape=ellipse, style=dashed, label="operand 99: does not exist"]' in text
    )
    assert "main_operand_minus2 -> main_operation0" in text


def test_empty_model_can_be_drawn() -> None:
    assert to_dot(Model(Subgraph((), (), (), ()))).startswith("digraph model {")


def test_branches_of_an_if_are_clusters() -> None:
    seed = next(s for s in range(200) if generate("default", s).model.referenced)
    text = to_dot(generate("default", seed).model)
    assert "subgraph cluster_subgraph0 {" in text
    assert "[style=dotted]" in text


def test_a_graph_is_dumped_to_a_stream_and_by_default_to_the_log(caplog):
    model, stream = addition_model(), io.StringIO()
    graph_dump("original model", model, stream)
    assert stream.getvalue() == to_dot(model, title="original model")
    assert "original model" in stream.getvalue()
    with caplog.at_level("INFO", logger="nn.graph"):
        graph_dump("original model", model)
    logged = [record.getMessage() for record in caplog.records if record.name == "nn.graph"]
    assert "\n".join(logged) + "\n" == stream.getvalue()
