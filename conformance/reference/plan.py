"""From a valid model to a flat list of steps.

What can be settled at preparation is settled there: shapes, kernels, packed constants. A step whose
shapes or parameters only come with the request is settled when it runs; both go through the same
``bind`` function, which knows no more than what a ``Call`` tells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from conformance.hal import ErrorStatus, Operation, Subgraph, Version
from conformance.operations import (
    Call,
    Condition,
    Kernel,
    OperandView,
    OperationDefinition,
    Presence,
    Unknown,
    call_of,
    definition,
)
from conformance.operations.call import PartialShape
from conformance.operations.definition import Array, Shape
from conformance.support import DriverError
from conformance.validation import check_call


Compiler = Callable[[Call], Kernel]


def compile_call(call: Call) -> Kernel:
    """The kernel that the operation's own definition gives."""
    return call.definition.compile(call)


@dataclass(slots=True)
class Step:
    """One operation of the plan.

    ``kernel`` is ``None`` while shapes or parameters are open; ``open_conditions`` are those that
    only the request's values can settle. ``last_uses`` are operands that no later step reads.
    """

    operation: Operation
    definition: OperationDefinition
    kernel: Kernel | None
    open_conditions: tuple[Condition, ...]
    last_uses: tuple[int, ...] = ()


@dataclass(slots=True)
class Plan:
    """A subgraph made ready to run any number of times, from any thread.

    ``initial`` holds the constants, ``None`` elsewhere; ``views`` what preparation knows of each
    operand; ``required_inputs`` the operands that may not be omitted from a request.
    """

    subgraph: Subgraph
    version: Version
    steps: tuple[Step, ...]
    views: tuple[OperandView, ...]
    initial: tuple[Array | None, ...]
    required_inputs: frozenset[int]
    compiler: Compiler

    def run(self, values: list[Array | None]) -> None:
        """Fill ``values`` (a copy of ``initial`` with the inputs set) up to the outputs."""
        for step in self.steps:
            operation = step.operation
            inputs = [values[index] for index in operation.inputs]
            kernel = step.kernel
            if kernel is None or step.open_conditions:
                kernel = self._settle(step, inputs)
            for index, array in zip(operation.outputs, kernel(inputs), strict=True):
                values[index] = array
            for index in step.last_uses:
                values[index] = None

    def _settle(self, step: Step, inputs: Sequence[Array | None]) -> Kernel:
        """Check what was open and, where it was, compile, now that all values are there."""
        where = f"operation {step.definition.name}"
        views = []
        for index, array in zip(step.operation.inputs, inputs, strict=True):
            known = self.views[index]
            views.append(
                OperandView(
                    known.type,
                    known.dims if array is None else array.shape,
                    scale=known.scale,
                    zero_point=known.zero_point,
                    extra_params=known.extra_params,
                    value=array,
                    omitted=array is None,
                )
            )
        outputs = [self.views[index] for index in step.operation.outputs]
        call = call_of(step.definition, views, outputs, self.version)
        violation = check_call(call, where)
        if violation is not None:
            raise DriverError(ErrorStatus.INVALID_ARGUMENT, str(violation))
        if step.kernel is not None:
            return step.kernel
        for view, shape in zip(outputs, step.definition.shapes(call), strict=True):
            _merge_shapes(view.dims, shape, where)
        return self.compiler(call)


def _merge_shapes(declared: PartialShape | None, actual: Shape, where: str) -> Shape:
    """The computed shape, after checking it against what the model and the request said."""
    if declared is not None and (
        len(declared) != len(actual)
        or any(want is not None and want != got for want, got in zip(declared, actual, strict=True))
    ):
        raise DriverError(
            ErrorStatus.INVALID_ARGUMENT,
            f"{where}: output_shape: the output is {actual}, the model says {declared}",
        )
    return actual


def build_plan(
    subgraph: Subgraph,
    constants: Sequence[Array | None],
    version: Version = Version.AIDL_V4,
    compiler: Compiler = compile_call,
) -> Plan:
    """Compile a valid subgraph; ``constants`` are the known values by operand index.

    ``compiler`` makes the kernels.

    Raises ``DriverError`` for a contradiction that validation leaves to those who know shapes.
    """
    views = [
        OperandView.of(operand, value)
        for operand, value in zip(subgraph.operands, constants, strict=True)
    ]
    steps: list[Step] = []
    required: set[int] = set()
    for operation in subgraph.operations:
        step, call = _bind(operation, views, version, compiler)
        steps.append(step)
        required.update(
            index
            for position, index in enumerate(operation.inputs)
            if call.spec(position).presence is Presence.REQUIRED
        )
    _mark_last_uses(subgraph, steps, constants)
    return Plan(
        subgraph,
        version,
        tuple(steps),
        tuple(views),
        tuple(constants),
        frozenset(required.intersection(subgraph.input_indexes)),
        compiler,
    )


def _bind(
    operation: Operation, views: list[OperandView], version: Version, compiler: Compiler
) -> tuple[Step, Call]:
    """Settle as much of a step as is known and note the shapes it gives its outputs."""
    found = definition(operation.type)
    if found is None:
        raise DriverError(
            ErrorStatus.GENERAL_FAILURE, f"operation code {operation.type} has no definition"
        )
    outputs = [views[index] for index in operation.outputs]
    call = call_of(found, [views[index] for index in operation.inputs], outputs, version)
    still_open = []
    for condition in found.conditions:
        if condition.until is not None and version >= condition.until:
            continue
        try:
            problem = condition.check(call)
        except Unknown:
            still_open.append(condition)
            continue
        if problem is not None:
            raise DriverError(
                ErrorStatus.INVALID_ARGUMENT, f"{found.name}: {condition.name}: {problem}"
            )
    kernel: Kernel | None = None
    try:
        shapes = found.shapes(call)
        for view, shape in zip(outputs, shapes, strict=True):
            view.dims = _merge_shapes(view.dims, shape, f"operation {found.name}")
        kernel = compiler(call)
    except Unknown:
        pass  # decided when the request brings what is missing
    return Step(operation, found, kernel, tuple(still_open)), call


def _mark_last_uses(
    subgraph: Subgraph, steps: Sequence[Step], constants: Sequence[Array | None]
) -> None:
    """Tell each step which temporaries may be dropped after it (large ones only)."""
    keep = set(subgraph.output_indexes)
    keep.update(index for index, value in enumerate(constants) if value is not None)
    for step in reversed(steps):
        used = set(step.operation.inputs).union(step.operation.outputs)
        step.last_uses = tuple(sorted(used - keep)) if len(steps) > 1 else ()
        keep |= used
