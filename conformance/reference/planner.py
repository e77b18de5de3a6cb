"""Builds the plans of a model: one for the main and one for each referenced subgraph in use."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.hal import CONTROL_FLOW, Model, Operation, OperationType, Subgraph, Version
from conformance.operations import OperandView
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.reference.control_flow import IfStep, WhileStep
from conformance.reference.plan import (
    KernelCompiler,
    Step,
    SubgraphPlan,
    compile_call,
    make_call_step,
    set_last_uses,
)
from conformance.validation import CheckedSubgraph, check_calls, lasting_constant


class Planner:
    """Builds the plans of one valid model; ``compiler`` returns the kernel of a call.

    ``checked`` holds the calls that were checked during validation; without it, the calls are
    checked here. Building a plan raises ``DriverError`` for a contradiction that appears only when
    the shapes of intermediate operands are computed.
    """

    def __init__(
        self,
        model: Model,
        version: Version = Version.AIDL_V4,
        compiler: KernelCompiler = compile_call,
        checked: Sequence[CheckedSubgraph] | None = None,
    ) -> None:
        self._model = model
        self._checked = check_calls(model, version) if checked is None else checked
        self._compiler = compiler
        self.referenced: dict[int, SubgraphPlan] = {}
        """The plans of the referenced subgraphs that the model runs, by index."""

    @without_fp_warnings
    def main(self) -> SubgraphPlan:
        """Return the plan of the main subgraph."""
        return self._plan(self._model.main, self._checked[0])

    def _plan(self, subgraph: Subgraph, checked: CheckedSubgraph) -> SubgraphPlan:
        views = self._views(subgraph, checked)
        steps: list[Step] = []
        required: set[int] = set()
        for operation, checked_call in zip(subgraph.operations, checked.calls, strict=True):
            inputs = operation.inputs
            if operation.type in CONTROL_FLOW:
                steps.append(self._control_flow(subgraph, operation, views))
                required.update(inputs)
                continue
            step = make_call_step(operation, checked_call, self._compiler)
            steps.append(step)
            required.update(map(inputs.__getitem__, step.required))
        constants = tuple([view.value for view in views])
        set_last_uses(subgraph, steps, constants)
        return SubgraphPlan(
            subgraph,
            tuple(steps),
            tuple(views),
            constants,
            frozenset(required.intersection(subgraph.input_indexes)),
        )

    def _views(self, subgraph: Subgraph, checked: CheckedSubgraph) -> list[OperandView]:
        """Return the views of all operands; create those that no call has."""
        views = checked.views
        if None not in views:
            return views  # type: ignore[return-value]
        return [
            OperandView.of(operand, lasting_constant(self._model, operand))
            if view is None
            else view
            for operand, view in zip(subgraph.operands, views, strict=True)
        ]

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

    def _subgraph(self, subgraph: Subgraph, operand: int) -> SubgraphPlan:
        index = subgraph.operands[operand].location.offset
        if index not in self.referenced:
            referenced = self._model.referenced[index]
            self.referenced[index] = self._plan(referenced, self._checked[1 + index])
        return self.referenced[index]


def _is_if(operation: Operation) -> bool:
    return operation.type == OperationType.IF
