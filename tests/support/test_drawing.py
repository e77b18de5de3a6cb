"""Pictures of models: their content and marks, the layout, and valid SVG for any input."""

from __future__ import annotations

import io
from dataclasses import replace
from xml.etree import ElementTree as ET

from conformance.checks.sample_models import addition_model
from conformance.drawing import (
    ModelPicture,
    NodeShape,
    build_picture,
    graph_dump,
    to_dot,
    to_svg,
)
from conformance.hal import Model, Operation, Subgraph
from generators.generate import generate
from generators.oracle import random_example
from tests.sample_drivers.adder_driver import add_example

_SVG = "{http://www.w3.org/2000/svg}"


def _picture(**more: object) -> ModelPicture:
    example = add_example()
    return build_picture(example.model, example.operand_names, (), **more)  # type: ignore[arg-type]


def test_dot_shows_operations_operands_and_wrong_outputs() -> None:
    text = to_dot(_picture(wrong_outputs={0}, title='a "quoted" title'))
    assert 'label="a \\"quoted\\" title"' in text
    assert "0: x\\nTENSOR_FLOAT32 [2, 2]" in text
    assert (
        'main_operation0 [shape=box, style=bold, label="ADD\\n(operation 0)", color="red"' in text
    )
    assert "main_operand1 -> main_operation0" in text
    assert text.count('color="red", fontcolor') == 3
    assert "red" not in to_dot(_picture())


def test_missing_operands_are_drawn_and_named() -> None:
    example = add_example()
    main = replace(example.model.main, operations=(Operation(0, (0, 99, -2), (3,)),))
    picture = build_picture(replace(example.model, main=main))
    text = to_dot(picture)
    assert (
        'main_operand99 [shape=ellipse, style=dashed, label="operand 99: does not exist"]' in text
    )
    assert "main_operand_minus2 -> main_operation0" in text
    assert "operand 99: does not exist" in to_svg(picture)


def test_empty_model_can_be_drawn() -> None:
    picture = build_picture(Model(Subgraph((), (), (), ())))
    assert to_dot(picture).startswith("digraph model {")
    assert ET.fromstring(to_svg(picture)).tag == f"{_SVG}svg"


def _texts(picture: ModelPicture) -> list[str]:
    root = ET.fromstring(to_svg(picture))
    return [element.text or "" for element in root.iter(f"{_SVG}text")]


def test_svg_has_text_of_every_node_except_omitted_operands() -> None:
    for seed in range(40):
        example = random_example("default", seed)
        picture = build_picture(example.model, example.operand_names, example.subgraph_names)
        texts = set(_texts(picture))
        for part in picture.subgraphs:
            for node in part.nodes:
                assert node.shape is NodeShape.OMITTED or set(node.lines) <= texts


def test_branches_of_an_if_have_separate_frames() -> None:
    seed = next(s for s in range(200) if generate("default", s).model.referenced)
    picture = build_picture(generate("default", seed).model)
    assert len(picture.subgraphs) > 1
    assert picture.references
    assert "subgraph 0" in _texts(picture)
    assert "subgraph cluster_subgraph0 {" in to_dot(picture)


def test_svg_is_valid_for_any_title_and_name() -> None:
    nasty = '<&">\x00\x1f\ud800\n\u202e'
    example = add_example()
    picture = build_picture(example.model, [nasty] * 4, title=nasty)
    root = ET.fromstring(to_svg(picture).encode("utf-8"))
    assert root.find(f"{_SVG}title") is not None


def test_a_graph_is_dumped_to_a_stream_and_by_default_to_the_log(caplog):
    model, stream = addition_model(), io.StringIO()
    graph_dump("original model", model, stream)
    assert stream.getvalue() == to_dot(build_picture(model, title="original model"))
    assert "original model" in stream.getvalue()
    with caplog.at_level("INFO", logger="nn.graph"):
        graph_dump("original model", model)
    logged = [record.getMessage() for record in caplog.records if record.name == "nn.graph"]
    assert "\n".join(logged) + "\n" == stream.getvalue()
