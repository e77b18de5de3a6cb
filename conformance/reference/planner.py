"""Makes the plans of a model: the main subgraph's, and each referenced one's once."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.hal import (
    Model,
    Operation,
    OperationType,
    Subgraph,
    Version,
)
from conformance.operations import OperandView
from conformance.reference.control_flow import IfStep, WhileStep
from conformance.reference.plan import (
    Compiler,
    Plan,
    Step,
    bind_call,
    compile_call,
    mark_last_uses,
    required_operands,
)
from conformance.support import constant_copies


class Planner:
    """Plans of one valid model; ``compiler`` makes the kernels.

    Raises ``DriverError`` for a contradiction that validation leaves to those who know shapes.
    """

    def __init__(
        self, model: Model, version: Version = Version.AIDL_V4, compiler: Compiler = compile_call
    ) -> None:
        self._model = model
        self._version = version
        self._compiler = compiler
        self._referenced: dict[int, Plan] = {}

    def main(self) -> Plan:
        """The plan of the main subgraph."""
        return self._plan(self._model.main)

    def _plan(self, subgraph: Subgraph) -> Plan:
        constants = constant_copies(self._model, subgraph)
        views = [
            OperandView.of(operand, value)
            for operand, value in zip(subgraph.operands, constants, strict=True)
        ]
        steps: list[Step] = []
        required: set[int] = set()
        for operation in subgraph.operations:
            if operation.type in (OperationType.IF, OperationType.WHILE):
                steps.append(self._control_flow(subgraph, operation, views))
                required.update(operation.inputs)
                continue
            step, call = bind_call(operation, views, self._version, self._compiler)
            steps.append(step)
            required.update(operation.inputs[position] for position in required_operands(call))
        mark_last_uses(subgraph, steps, constants)
        return Plan(
            subgraph,
            tuple(steps),
            tuple(views),
            tuple(constants),
            frozenset(required.intersection(subgraph.input_indexes)),
        )

    def _control_flow(
        self, subgraph: Subgraph, operation: Operation, views: Sequence[OperandView]
    ) -> Step:
        first, second = (
            self._subgraph(subgraph, index)
            for index in (operation.inputs[1:3] if _is_if(operation) else operation.inputs[:2])
        )
        outputs = tuple(views[index] for index in operation.outputs)
        if _is_if(operation):
            return IfStep(operation, first, second, outputs)
        return WhileStep(operation, first, second, outputs)

    def _subgraph(self, subgraph: Subgraph, operand: int) -> Plan:
        index = subgraph.operands[operand].location.offset
        if index not in self._referenced:
            self._referenced[index] = self._plan(self._model.referenced[index])
        return self._referenced[index]


def _is_if(operation: Operation) -> bool:
    return operation.type == OperationType.IF
