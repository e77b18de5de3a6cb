"""Steps for IF and WHILE, which run the plans of referenced subgraphs (HAL 1.3 and newer)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.driver_sdk import DriverError
from conformance.hal import ErrorStatus, Operation
from conformance.operations import OperandView
from conformance.operations.definition.definition import Array
from conformance.reference.plan import ExecutionLimits, SubgraphPlan, merge_shapes


def _run_subgraph(
    plan: SubgraphPlan, arrays: Sequence[Array | None], limits: ExecutionLimits, where: str
) -> list[Array]:
    """Run a subgraph on the given input values and return its outputs.

    Raise ``DriverError`` if the shape of a value contradicts the subgraph's input operand.
    """
    for index, array in zip(plan.subgraph.input_indexes, arrays, strict=True):
        if array is not None:
            merge_shapes(plan.views[index].dims, array.shape, f"{where}, input operand {index}")
    return plan.run(arrays, limits)


def _check_results(outputs: Sequence[OperandView], arrays: Sequence[Array], where: str) -> None:
    for view, array in zip(outputs, arrays, strict=True):
        merge_shapes(view.dims, array.shape, where)


@dataclass(slots=True)
class IfStep:
    """An IF operation: input 0 selects the subgraph that runs on inputs 3 and up."""

    operation: Operation
    then_plan: SubgraphPlan
    else_plan: SubgraphPlan
    outputs: tuple[OperandView, ...]
    last_uses: tuple[int, ...] = ()

    def compute(self, inputs: Sequence[Array | None], limits: ExecutionLimits) -> Sequence[Array]:
        """Run the selected subgraph and return its outputs."""
        condition = inputs[0]
        if condition is None:
            raise DriverError(
                ErrorStatus.INVALID_ARGUMENT, "operation IF: input 0 (condition) has no value"
            )
        taken = bool(condition.item())
        plan = self.then_plan if taken else self.else_plan
        where = f"operation IF, {'then' if taken else 'else'} subgraph"
        results = _run_subgraph(plan, inputs[3:], limits, where)
        _check_results(self.outputs, results, where)
        return results


@dataclass(slots=True)
class WhileStep:
    """A WHILE operation: runs the body subgraph until the condition is false or time is up.

    Inputs 2 and up are the loop operands, in this order: those that are also outputs of the
    operation, those that only hold state between iterations, and those that never change. After
    each iteration, the body's outputs replace the first operands of this list.
    """

    operation: Operation
    condition: SubgraphPlan
    body: SubgraphPlan
    outputs: tuple[OperandView, ...]
    last_uses: tuple[int, ...] = ()

    def compute(self, inputs: Sequence[Array | None], limits: ExecutionLimits) -> Sequence[Array]:
        """Run the loop and return its outputs; without any iteration these are initial values.

        Raise ``DriverError`` with ``MISSED_DEADLINE_TRANSIENT`` when the loop exceeds
        ``limits.loop_timeout`` or the deadline of the execution.
        """
        limits = limits.within_loop()
        state = list(inputs[2:])
        where = "operation WHILE"
        while True:
            (continues,) = _run_subgraph(self.condition, state, limits, f"{where}, condition")
            if not continues.item():
                break
            limits.require_time()
            results = _run_subgraph(self.body, state, limits, f"{where}, body")
            state[: len(results)] = results
        final = state[: len(self.operation.outputs)]
        if any(array is None for array in final):
            raise DriverError(ErrorStatus.INVALID_ARGUMENT, f"{where}: an output has no value")
        _check_results(self.outputs, final, where)  # type: ignore[arg-type]
        return final  # type: ignore[return-value]
