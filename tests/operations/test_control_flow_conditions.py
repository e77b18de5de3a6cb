"""Each condition of IF and WHILE in the public operation table is enforced by the expected rule.

Bundled models of both are broken by short edits; the rule that must refuse the result is written by
hand.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from conformance.hal import (
    ErrorStatus,
    Model,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    Subgraph,
)
from conformance.reference import create_device
from conformance.validation import first_violation, validate_model
from tests.faults.spec_judging import INDEX, SPECS
from tests.sample_drivers.values.faulty_contract import CapturingCallback

EXAMPLES = {
    "IF": ("if", "if_sum_or_difference_float32_true"),
    "WHILE": ("while", "while_power_3_4"),
}
Edit = Callable[[Model], Model]


def valid(operation: str) -> Model:
    """Return a bundled model with only the operation in its main subgraph."""
    file, name = EXAMPLES[operation]
    model = INDEX.load(SPECS / "V1_3" / f"{file}.mod.py", name).model
    (found,) = model.main.operations
    assert found.type == OperationType[operation]
    return model


def with_operation(model: Model, inputs: int) -> Model:
    """Return the edit that reduces the operation to this number of operands."""
    (old,) = model.main.operations
    new = Operation(old.type, old.inputs[:inputs], old.outputs)
    return replace(model, main=replace(model.main, operations=(new,)))


def with_operand(graph: Subgraph, index: int, **changes: object) -> Subgraph:
    operands = list(graph.operands)
    operands[index] = replace(operands[index], **changes)
    return replace(graph, operands=tuple(operands))


def without_outputs(model: Model) -> Model:
    """Remove the operation's outputs; their operands become operands without a value."""
    (old,) = model.main.operations
    main = replace(model.main, operations=(Operation(old.type, old.inputs, ()),), output_indexes=())
    for index in old.outputs:
        main = with_operand(main, index, lifetime=OperandLifeTime.NO_VALUE)
    return replace(model, main=main)


def main_operand(place: int, *, output: bool = False, **changes: object) -> Edit:
    """Replace the operation's input or output at a position."""

    def edit(model: Model) -> Model:
        (operation,) = model.main.operations
        index = (operation.outputs if output else operation.inputs)[place]
        return replace(model, main=with_operand(model.main, index, **changes))

    return edit


def referenced_elsewhere(place: int) -> Edit:
    """Make a subgraph reference point beyond the last subgraph."""

    def edit(model: Model) -> Model:
        (operation,) = model.main.operations
        index = operation.inputs[place]
        location = replace(model.main.operands[index].location, offset=99)
        return replace(model, main=with_operand(model.main, index, location=location))

    return edit


def subgraph(place: int, change: Callable[[Subgraph], Subgraph]) -> Edit:
    """Replace the subgraph behind a reference."""

    def edit(model: Model) -> Model:
        (operation,) = model.main.operations
        number = model.main.operands[operation.inputs[place]].location.offset
        graphs = list(model.referenced)
        graphs[number] = change(graphs[number])
        return replace(model, referenced=tuple(graphs))

    return edit


def end_operand(end: str, place: int, **changes: object) -> Callable[[Subgraph], Subgraph]:
    return lambda graph: with_operand(graph, getattr(graph, f"{end}_indexes")[place], **changes)


def first_inputs(count: int) -> Callable[[Subgraph], Subgraph]:
    """Keep only the first inputs; the others have no value."""

    def change(graph: Subgraph) -> Subgraph:
        for index in graph.input_indexes[count:]:
            graph = with_operand(graph, index, lifetime=OperandLifeTime.NO_VALUE)
        return replace(graph, input_indexes=graph.input_indexes[:count])

    return change


def first_outputs(count: int) -> Callable[[Subgraph], Subgraph]:
    """Keep only the first outputs; the others become temporaries."""

    def change(graph: Subgraph) -> Subgraph:
        for index in graph.output_indexes[count:]:
            graph = with_operand(graph, index, lifetime=OperandLifeTime.TEMPORARY_VARIABLE)
        return replace(graph, output_indexes=graph.output_indexes[:count])

    return change


def output_twice(graph: Subgraph) -> Subgraph:
    """Add an operation that writes a second output."""
    (operation,) = graph.operations
    index = len(graph.operands)
    operands = (*graph.operands, graph.operands[graph.output_indexes[0]])
    second = replace(operation, outputs=(index,))
    outputs = (*graph.output_indexes, index)
    return replace(graph, operands=operands, operations=(operation, second), output_indexes=outputs)


T = OperandType
BREAKS: list[tuple[str, str, Edit, str]] = [
    ("IF", "fewer than 3 inputs", lambda m: with_operation(m, inputs=2), "if.input_count"),
    ("IF", "no output", without_outputs, "if.output_count"),
    ("IF", "condition is not a boolean", main_operand(0, type=T.TENSOR_INT32), "if.condition"),
    ("IF", "condition with two elements", main_operand(0, dimensions=(2,)), "if.condition"),
    ("IF", "subgraph does not exist", referenced_elsewhere(1), "operand.subgraph_index"),
    ("IF", "else branch does not exist", referenced_elsewhere(2), "operand.subgraph_index"),
    ("IF", "one operand missing", lambda m: with_operation(m, inputs=-1), "if.branch_inputs"),
    ("IF", "type of an operand", main_operand(3, type=T.TENSOR_INT32), "if.branch_operand"),
    ("IF", "shape of an operand", main_operand(3, dimensions=(3, 3)), "if.branch_operand"),
    ("IF", "rank of an operand", main_operand(3, dimensions=(6,)), "if.branch_operand"),
    ("IF", "type of a result", main_operand(0, output=True, type=T.TENSOR_FLOAT16),
     "if.branch_operand"),
    ("IF", "shape of a result", main_operand(0, output=True, dimensions=(2, 4)),
     "if.branch_operand"),
    ("WHILE", "fewer than 3 inputs", lambda m: with_operation(m, inputs=2), "while.input_count"),
    ("WHILE", "no output", without_outputs, "while.output_count"),
    ("WHILE", "condition does not exist", referenced_elsewhere(0), "operand.subgraph_index"),
    ("WHILE", "body does not exist", referenced_elsewhere(1), "operand.subgraph_index"),
    ("WHILE", "one operand missing", lambda m: with_operation(m, inputs=-1),
     "while.condition_inputs"),
    ("WHILE", "body with one input missing", subgraph(1, first_inputs(-1)), "while.body_inputs"),
    ("WHILE", "condition with two outputs", subgraph(0, output_twice), "while.condition_outputs"),
    ("WHILE", "body with too few outputs", subgraph(1, first_outputs(0)), "while.body_outputs"),
    ("IF", "branch with no output", subgraph(1, first_outputs(0)), "if.branch_outputs"),
    ("WHILE", "condition is not a boolean",
     subgraph(0, end_operand("output", 0, type=T.TENSOR_INT32)), "while.condition_result"),
    ("WHILE", "condition with two elements",
     subgraph(0, end_operand("output", 0, dimensions=(2,))), "while.condition_result"),
    ("WHILE", "type of an operand", main_operand(2, type=T.TENSOR_INT32), "while.operand"),
    ("WHILE", "shape of an operand", main_operand(4, dimensions=(3,)), "while.operand"),
    ("WHILE", "outputs of the body differ from its inputs",
     subgraph(1, end_operand("output", 0, type=T.TENSOR_FLOAT16)), "while.operand"),
    ("WHILE", "an unknown size", main_operand(4, dimensions=(0,)),
     "while.unknown_size"),
]  # fmt: skip


@pytest.mark.parametrize("operation", list(EXAMPLES))
def test_unedited_models_are_valid(operation: str) -> None:
    assert first_violation(valid(operation)) is None


@pytest.mark.parametrize(
    ("operation", "edit", "rule"),
    [pytest.param(op, edit, rule, id=f"{op}-{what}") for op, what, edit, rule in BREAKS],
)
def test_condition_is_refused_by_its_rule(operation: str, edit: Edit, rule: str) -> None:
    model = edit(valid(operation))
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        found = first_violation(model)
        assert found is not None, "accepted"
        broken = [one for one in validate_model(model) if one.rule.name == rule]
        assert broken, str(found)
        if not rule.startswith("operand."):
            assert operation in str(broken[0])
        if rule == "while.unknown_size":
            return  # drivers may refuse this, but the reference driver does not
        callback = CapturingCallback()
        device = create_device()
        assert (
            device.prepare_model(model, 0, 1, None, (), (), bytes(32), callback) != ErrorStatus.NONE
        )
