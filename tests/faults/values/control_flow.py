"""Faults in IF and WHILE.

These operations have no kernel: the planner of the reference driver creates a step for each. A
faulty driver uses a planner that replaces these steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from conformance.hal import Model, Operation, Subgraph, Version
from conformance.operations import OperandView
from conformance.operations.definition.operands import Array
from conformance.reference import ReferenceDevice
from conformance.reference.plan import ExecutionLimits, IfStep, Planner, Step, WhileStep
from tests.sample_drivers.values.fault_injection import Fault

FAMILY = "control flow"
Inputs = Sequence[Array | None]
Compute = Callable[[Any, Inputs, ExecutionLimits], Sequence[Array]]
"""A faulty computation: returns the results of a step for its inputs."""


@dataclass(slots=True)
class FaultyControlFlow:
    """A step of the plan that computes with ``compute_`` instead of ``step.compute``."""

    step: Any
    compute_: Compute
    last_uses: tuple[int, ...] = ()

    @property
    def operation(self) -> Operation:
        return self.step.operation  # type: ignore[no-any-return]

    def compute(self, inputs: Inputs, limits: ExecutionLimits) -> Sequence[Array]:
        return self.compute_(self.step, inputs, limits)


class FaultyPlanner(Planner):
    """A planner that replaces the steps of class ``kind`` by steps that compute with ``bent``."""

    kind: type
    bent: Compute

    def _control_flow(
        self, subgraph: Subgraph, operation: Operation, views: Sequence[OperandView]
    ) -> Step:
        step = super()._control_flow(subgraph, operation, views)
        return FaultyControlFlow(step, type(self).bent) if isinstance(step, self.kind) else step


def device(kind: type, bent: Compute) -> Callable[[], ReferenceDevice]:
    """Return a factory of drivers with a fault in IF or in WHILE.

    ``kind`` is the class of the step, ``IfStep`` or ``WhileStep``.
    """
    planner = type("Planned", (FaultyPlanner,), {"kind": kind, "bent": staticmethod(bent)})

    class Faulty(ReferenceDevice):
        name = "faulty"

        def _planner(self, model: Model, checked: Any) -> Planner:
            made: Planner = planner(model, self.version, self.compile_call, checked)
            return made

    return lambda: Faulty(Version.AIDL_V3)


# --- IF


def turned(step: IfStep, inputs: Inputs, limits: ExecutionLimits) -> Sequence[Array]:
    """Execute the other branch."""
    condition = inputs[0]
    assert condition is not None
    return step.compute([np.logical_not(condition), *inputs[1:]], limits)


def always(taken: bool) -> Compute:
    """Return a fault that executes the same branch for every condition."""

    def compute(step: IfStep, inputs: Inputs, limits: ExecutionLimits) -> Sequence[Array]:
        return step.compute([np.array([taken]), *inputs[1:]], limits)

    return compute


def first_operand_for_all(step: IfStep, inputs: Inputs, limits: ExecutionLimits) -> Sequence[Array]:
    """Pass the first operand to the branch in place of every operand of the same type and shape."""
    first = inputs[3] if len(inputs) > 3 else None

    def like(array: Array | None) -> bool:
        return (
            first is not None
            and array is not None
            and first.dtype == array.dtype
            and first.shape == array.shape
        )

    operands = [first if like(array) else array for array in inputs[3:]]
    return step.compute([*inputs[:3], *operands], limits)


def results_reversed(step: Any, inputs: Inputs, limits: ExecutionLimits) -> Sequence[Array]:
    """Return results of the same type and shape in reverse order."""
    results = list(step.compute(inputs, limits))
    if len({(array.dtype, array.shape) for array in results}) == 1:
        results.reverse()
    return results


# --- WHILE


def rounds(
    step: WhileStep, state: list[Any], limits: ExecutionLimits, count: int
) -> Sequence[Array]:
    """Return the state after at most ``count`` iterations."""
    for _ in range(count):
        (verdict,) = step.condition.run(state, limits)
        if not verdict.item():
            break
        results = step.body.run(state, limits)
        state[: len(results)] = results
    return state[: len(step.operation.outputs)]


def no_round(step: WhileStep, inputs: Inputs, limits: ExecutionLimits) -> Sequence[Array]:
    """Return the initial state without an iteration."""
    return rounds(step, list(inputs[2:]), limits, 0)


def one_round(step: WhileStep, inputs: Inputs, limits: ExecutionLimits) -> Sequence[Array]:
    """Execute at most one iteration."""
    return rounds(step, list(inputs[2:]), limits, 1)


def at_most(count: int) -> Compute:
    """Return a fault that executes at most ``count`` iterations."""

    def compute(step: WhileStep, inputs: Inputs, limits: ExecutionLimits) -> Sequence[Array]:
        return rounds(step, list(inputs[2:]), limits, count)

    return compute


def body_first(step: WhileStep, inputs: Inputs, limits: ExecutionLimits) -> Sequence[Array]:
    """Evaluate the condition after the body, so that there is at least one iteration."""
    state = list(inputs[2:])
    results = step.body.run(state, limits)
    state[: len(results)] = results
    return step.compute([*inputs[:2], *state], limits)


def one_more(step: WhileStep, inputs: Inputs, limits: ExecutionLimits) -> Sequence[Array]:
    """Execute one more iteration after the condition is false."""
    results = step.compute(inputs, limits)
    state = list(inputs[2:])
    state[: len(results)] = results
    return list(step.body.run(state, limits))[: len(results)]


def one_less(step: WhileStep, inputs: Inputs, limits: ExecutionLimits) -> Sequence[Array]:
    """Omit the last iteration if there is more than one.

    The spec also has a loop without end; give up after 1,000 iterations.
    """
    state, before = list(inputs[2:]), list(inputs[2:])
    count = 0
    while True:
        (verdict,) = step.condition.run(state, limits)
        if not verdict.item() or count > 1000:
            break
        count += 1
        before = list(state)
        results = step.body.run(state, limits)
        state[: len(results)] = results
    chosen = before if count > 1 else state
    return chosen[: len(step.operation.outputs)]


def state_forgotten(step: WhileStep, inputs: Inputs, limits: ExecutionLimits) -> Sequence[Array]:
    """Reset state-only operands in each iteration.

    The condition may depend on them and stay true; end after 50 iterations.
    """
    kept = len(step.operation.outputs)
    state = list(inputs[2:])
    for _ in range(50):
        (verdict,) = step.condition.run(state, limits)
        if not verdict.item():
            break
        state[:kept] = step.body.run(state, limits)[:kept]
    return state[:kept]


def first_round_repeated(
    step: WhileStep, inputs: Inputs, limits: ExecutionLimits
) -> Sequence[Array]:
    """Pass the initial values to the body in each iteration.

    The condition may then stay true; end after 50 iterations.
    """
    state = list(inputs[2:])
    for _ in range(50):
        (verdict,) = step.condition.run(state, limits)
        if not verdict.item():
            break
        results = step.body.run(list(inputs[2:]), limits)
        state[: len(results)] = results
    return state[: len(step.operation.outputs)]


def endless(step: WhileStep, inputs: Inputs, limits: ExecutionLimits) -> Sequence[Array]:
    """Ignore the loop's time limit.

    A loop without end ends successfully after 30 iterations, so that the test ends.
    """
    return rounds(step, list(inputs[2:]), limits, 30)


IF_FAULTS: dict[str, Compute] = {
    "other branch": turned,
    "always the then branch": always(True),
    "always the else branch": always(False),
    "first operand for all": first_operand_for_all,
    "results in reverse order": results_reversed,
}
WHILE_FAULTS: dict[str, Compute] = {
    "no round": no_round,
    "one round at most": one_round,
    "body before condition": body_first,
    "one round more": one_more,
    "one round less": one_less,
    "two rounds at most": at_most(2),
    "eight rounds at most": at_most(8),
    "state that is no result forgotten": state_forgotten,
    "first round repeated": first_round_repeated,
    "results in reverse order": results_reversed,
}
TIMED_OUT = ("loop.timeout",)
"""A further rule that these faults may break.

The spec of WHILE has a loop without end, which must exceed its time limit. A fault that ends loops
early also ends this one.
"""

FAULTS = [
    Fault(
        f"{name}: {misbehavior}",
        FAMILY,
        (name.lower(),),
        device(kind, compute),
        (f"of {name} (operation",),
        additional_rules=TIMED_OUT,
    )
    for name, kind, misbehaviors in (("IF", IfStep, IF_FAULTS), ("WHILE", WhileStep, WHILE_FAULTS))
    for misbehavior, compute in misbehaviors.items()
] + [
    Fault(
        "WHILE: the loop's time limit ignored",
        FAMILY,
        ("while",),
        device(WhileStep, endless),
        ("executed without an error",),
        "loop.timeout",
        cases="endless",
    )
]
