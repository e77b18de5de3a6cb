"""IF and WHILE, with the subgraphs that they run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conformance.engines.tflite.lift.context import Converter, NotExpressibleError, OperatorContext
from conformance.engines.tflite.lift.model_builder import OperandDraft
from conformance.hal import DataLocation, OperandLifeTime, OperandType, OperationType


def _reference(op: OperatorContext, number: int) -> int:
    """Add an operand that refers to a subgraph of the model."""
    return op.builder.add_operand(
        OperandDraft(
            OperandType.SUBGRAPH,
            lifetime=OperandLifeTime.SUBGRAPH,
            location=DataLocation(offset=number),
        )
    )


def _if(op: OperatorContext) -> None:
    branches = [
        op.subgraph.convert_subgraph(op.option(name), None, frozenset())
        for name in ("ThenSubgraphIndex", "ElseSubgraphIndex")
    ]
    condition, *arguments = op.inputs()
    inputs = [condition, *(_reference(op, branch) for branch in branches), *arguments]
    outputs = [op.output(position) for position in range(len(op.operator.outputs))]
    op.emit(OperationType.IF, inputs, outputs)


def _while(op: OperatorContext) -> None:
    """Convert WHILE; loop values that the body never changes become operands of input only.

    The body of the contract must not return one of its inputs. The contract requires that these
    values are the last inputs.
    """
    body_number = op.option("BodySubgraphIndex")
    body = op.subgraph.subgraphs[body_number]
    count = len(op.operator.inputs)
    if not count == len(op.operator.outputs) == len(body.inputs) == len(body.outputs):
        raise NotExpressibleError("the loop's inputs and outputs do not correspond")
    constant = [p for p in range(count) if body.outputs[p] == body.inputs[p]]
    changing = [p for p in range(count) if p not in constant]
    if not changing:
        raise NotExpressibleError("the body changes no value")
    order = [*changing, *constant]
    condition = op.subgraph.convert_subgraph(op.option("CondSubgraphIndex"), order, frozenset())
    converted = op.subgraph.convert_subgraph(body_number, order, frozenset(constant))
    inputs = [_reference(op, condition), _reference(op, converted)]
    inputs += [op.input(position) for position in order]
    for position in constant:
        op.alias_output(op.input(position), position)
    op.emit(OperationType.WHILE, inputs, [op.output(position) for position in changing])


CONVERTERS: Final[Mapping[str, Converter]] = {"IF": _if, "WHILE": _while}
"""The converters of control flow, by builtin."""
