"""Plans: valid subgraphs compiled to a flat list of steps, and the planner that builds them.

Preparation determines shapes and compiles kernels as far as the model permits. A step whose shapes
or parameters depend on the request is compiled when it runs. Both cases use the same operation
definition, which receives everything it needs in a ``Call``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from conformance import tracing
from conformance.driver_sdk import DriverError
from conformance.driver_sdk.prepared_models import DEFAULT_LOOP_TIMEOUT
from conformance.hal import (
    CONTROL_FLOW,
    ErrorStatus,
    Model,
    Operation,
    OperationType,
    Subgraph,
    Version,
    name_of,
)
from conformance.operations import Call, Condition, Kernel, OperandView, Unknown
from conformance.operations.definition.definition import PartialShape, contradict
from conformance.operations.definition.operands import Array
from conformance.operations.kernels.numerics import without_fp_warnings
from conformance.tracing import TraceLayer, TracePhase
from conformance.validation import (
    CheckedCall,
    CheckedSubgraph,
    check_call,
    check_calls,
    lasting_constant,
)
from conformance.validation.calls import first_unmet_condition
from conformance.validation.rules import condition_violation

KernelCompiler = Callable[[Call], Kernel]


def compile_call(call: Call) -> Kernel:
    """Return the kernel from the operation's definition; call it within ``without_fp_warnings``."""
    return call.definition.compile(call)


@dataclass(frozen=True, slots=True)
class ExecutionLimits:
    """The limits of one execution.

    ``loop_timeout`` is in nanoseconds, for each WHILE. ``deadline`` is a time of the monotonic
    clock in nanoseconds, checked before each step; ``None``: no deadline.
    """

    loop_timeout: int = DEFAULT_LOOP_TIMEOUT
    deadline: int | None = None

    def within_loop(self) -> ExecutionLimits:
        """Return the limits of the subgraphs of a WHILE that starts now.

        Their deadline is the end of the loop timeout, unless that of the execution is earlier.
        """
        end = time.monotonic_ns() + self.loop_timeout
        return replace(self, deadline=end if self.deadline is None else min(end, self.deadline))

    def require_time(self) -> None:
        """Raise ``DriverError`` with MISSED_DEADLINE_TRANSIENT if the deadline has passed."""
        if self.deadline is not None and time.monotonic_ns() > self.deadline:
            raise DriverError(
                ErrorStatus.MISSED_DEADLINE_TRANSIENT,
                "the deadline of the execution or the timeout of a loop has passed",
            )


class Step(Protocol):
    """One operation of a plan; ``last_uses`` lists the operands that no later step reads."""

    operation: Operation
    last_uses: tuple[int, ...]

    def compute(
        self, inputs: Sequence[Array | None], limits: ExecutionLimits
    ) -> Sequence[Array]:  # pragma: no cover - a protocol
        """Compute the output arrays of the operation from its input arrays."""


@dataclass(slots=True)
class CallStep:
    """A step for an operation that has a definition.

    ``call`` holds the types, shapes and values that are known at preparation. ``kernel`` is
    ``None`` if it depends on shapes or parameters that only the request supplies.
    ``open_conditions`` lists the conditions that cannot be checked without the request's values,
    and ``required`` the positions of inputs that must have a value.
    """

    operation: Operation
    call: Call
    kernel: Kernel | None
    open_conditions: tuple[Condition, ...]
    compiler: KernelCompiler
    required: tuple[int, ...]
    last_uses: tuple[int, ...] = ()

    def compute(self, inputs: Sequence[Array | None], limits: ExecutionLimits) -> Sequence[Array]:  # noqa: ARG002
        """Run the kernel; compile it first if it depends on the input values."""
        kernel = self.kernel
        if kernel is None or self.open_conditions:
            kernel = self._compile_with_values(inputs)
        results = kernel(inputs)
        if self.call.definition.partial_shapes is not None:
            for view, result in zip(self.call.outputs, results, strict=True):
                if view.dims != result.shape:
                    where = f"operation {self.call.definition.name}"
                    merge_shapes(view.dims, result.shape, where)
        return results

    def _compile_with_values(self, inputs: Sequence[Array | None]) -> Kernel:
        known, definition = self.call, self.call.definition
        views = [
            view if view.value is not None else view.with_value(array)
            for view, array in zip(known.inputs, inputs, strict=True)
        ]
        call = Call(definition, known.form, views, known.outputs, known.version)
        where = f"operation {definition.name}"
        if self.kernel is not None and all(
            array is not None and view.dims == array.shape
            for view, array in zip(known.inputs, inputs, strict=True)
        ):
            # The shapes were checked at preparation, so only the open conditions remain.
            unmet = first_unmet_condition(self.open_conditions, call, [])
            violation = unmet and condition_violation(definition, unmet[0], where, unmet[1])
        else:
            violation = check_call(call, where)
        if violation is not None:
            raise DriverError(ErrorStatus.INVALID_ARGUMENT, str(violation))
        if self.kernel is not None:
            return self.kernel
        for view, shape in zip(call.outputs, definition.known_shapes(call), strict=True):
            merge_shapes(view.dims, shape, where)
        return self.compiler(call)


@dataclass(slots=True)
class SubgraphPlan:
    """A compiled subgraph that can run any number of times, from any thread.

    ``initial`` holds the value of each constant operand and ``None`` for other operands. ``views``
    holds what is known of each operand at preparation. ``required_inputs`` contains the input
    operands that a request must not omit.
    """

    subgraph: Subgraph
    steps: tuple[Step, ...]
    views: tuple[OperandView, ...]
    initial: tuple[Array | None, ...]
    required_inputs: frozenset[int] = field(default_factory=frozenset)

    @without_fp_warnings
    def run(self, inputs: Sequence[Array | None], limits: ExecutionLimits) -> list[Array]:
        """Compute the subgraph's outputs from its inputs; ``None`` is an omitted input."""
        values = list(self.initial)
        # No strict=True: the counts agree by construction, and the check costs as much as a small
        # kernel.
        for index, array in zip(self.subgraph.input_indexes, inputs):  # noqa: B905
            if array is None and index in self.required_inputs:
                raise DriverError(
                    ErrorStatus.INVALID_ARGUMENT,
                    f"operand {index} has no value, but an operation requires one",
                )
            values[index] = array
        recorder = tracing.RECORDER
        limited = limits.deadline is not None
        for step in self.steps:
            if limited:
                limits.require_time()
            operation = step.operation
            arguments = list(map(values.__getitem__, operation.inputs))
            if recorder is None:
                results = step.compute(arguments, limits)
            else:
                results = _traced_step(recorder, step, arguments, limits)
            for index, result in zip(operation.outputs, results):  # noqa: B905
                values[index] = result
            for index in step.last_uses:
                values[index] = None
        return [values[index] for index in self.subgraph.output_indexes]  # type: ignore[misc]


def _traced_step(
    recorder: tracing.TraceRecorder,
    step: Step,
    inputs: Sequence[Array | None],
    limits: ExecutionLimits,
) -> Sequence[Array]:
    start = time.monotonic_ns()
    try:
        return step.compute(inputs, limits)
    finally:
        name = name_of(OperationType, step.operation.type)
        recorder.add(TraceLayer.DRIVER, TracePhase.COMPUTATION, name, start)


def merge_shapes(declared: PartialShape | None, actual: PartialShape, where: str) -> PartialShape:
    """Return ``actual``, with its unknown sizes taken from ``declared``.

    Raise ``DriverError`` if the two shapes contradict each other.
    """
    if declared is None or declared == actual:
        return actual
    if contradict(declared, actual):
        raise DriverError(
            ErrorStatus.INVALID_ARGUMENT,
            f"{where}: output_shape: the shape is {actual}, but the model states {declared}",
        )
    pairs = zip(declared, actual, strict=True)
    return tuple([stated if size is None else size for stated, size in pairs])


def make_call_step(
    operation: Operation, checked: CheckedCall | None, compiler: KernelCompiler
) -> CallStep:
    """Return the step for an operation, compiled as far as its shapes and values are known.

    The shapes of its outputs are stored in the operand views, so that later steps can use them.
    Conditions that the validator has checked are not checked again; those that it left open are,
    because earlier steps may have supplied shapes since.
    """
    if checked is None:
        raise DriverError(
            ErrorStatus.GENERAL_FAILURE, f"operation code {operation.type} has no definition"
        )
    call = checked.call
    if call is None or checked.violation is not None:
        raise DriverError(ErrorStatus.INVALID_ARGUMENT, str(checked.violation))
    definition = call.definition
    still_open: list[Condition] = []
    if unmet := first_unmet_condition(checked.undecided_conditions, call, still_open):
        condition, problem = unmet
        raise DriverError(
            ErrorStatus.INVALID_ARGUMENT, f"{definition.name}: {condition.name}: {problem}"
        )
    kernel: Kernel | None = None
    try:
        shapes = definition.known_shapes(call)
        for view, shape in zip(call.outputs, shapes, strict=True):
            if view.dims != shape:
                view.dims = merge_shapes(view.dims, shape, f"operation {definition.name}")
        kernel = compiler(call)
    except Unknown:
        pass  # compiled during the execution, when the missing shapes and values are known
    return CallStep(
        operation, call, kernel, tuple(still_open), compiler, checked.signature.required
    )


def set_last_uses(
    subgraph: Subgraph, steps: Sequence[Step], constants: Sequence[Array | None]
) -> None:
    """Set ``last_uses`` of each step, so that an execution can release temporaries early."""
    if len(steps) < 2:
        return
    keep = set(subgraph.output_indexes)
    keep.update(index for index, value in enumerate(constants) if value is not None)
    for step in reversed(steps):
        used = {*step.operation.inputs, *step.operation.outputs} - keep
        step.last_uses = tuple(used)
        keep |= used


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
