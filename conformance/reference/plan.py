"""From a valid subgraph to a flat list of steps.

What can be settled at preparation is settled there: shapes, kernels, packed constants. A step whose
shapes or parameters only come with the request is settled when it runs. Both ask the same
definition, which knows no more than what a ``Call`` tells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from conformance.hal import ErrorStatus, Operation, Subgraph
from conformance.operations import Call, Condition, Kernel, OperandView, Unknown
from conformance.operations.call import PartialShape
from conformance.operations.definition import Array
from conformance.operations.quiet import quiet
from conformance.support import DriverError
from conformance.support.loops import DEFAULT_LOOP_TIMEOUT, loop_timeout
from conformance.validation import JudgedCall, check_call
from conformance.validation.findings import broken_condition

Compiler = Callable[[Call], Kernel]


def compile_call(call: Call) -> Kernel:
    """The kernel that the operation's own definition gives."""
    return call.definition.compile(call)


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one execution; ``loop_timeout`` in nanoseconds for each WHILE."""

    loop_timeout: int = DEFAULT_LOOP_TIMEOUT

    @classmethod
    def of(cls, loop_timeout_duration: int | None) -> Limits:
        """Bounds of a request."""
        return cls(loop_timeout(loop_timeout_duration))


class Step(Protocol):
    """One operation of a plan; ``last_uses`` are operands that no later step reads."""

    operation: Operation
    last_uses: tuple[int, ...]

    def compute(
        self, inputs: Sequence[Array | None], limits: Limits
    ) -> Sequence[Array]:  # pragma: no cover - a protocol
        """Arrays of the operation's inputs to arrays of its outputs."""


@dataclass(slots=True)
class CallStep:
    """An operation with a definition.

    ``call`` is what preparation knows of it; ``kernel`` is ``None`` while shapes or parameters are
    open; ``open_conditions`` are those that only the request's values can settle; ``required`` the
    positions of inputs that must have a value.
    """

    operation: Operation
    call: Call
    kernel: Kernel | None
    open_conditions: tuple[Condition, ...]
    compiler: Compiler
    required: tuple[int, ...]
    last_uses: tuple[int, ...] = ()

    def compute(self, inputs: Sequence[Array | None], limits: Limits) -> Sequence[Array]:  # noqa: ARG002
        """Run the kernel, which is made first where it had to wait for the values."""
        kernel = self.kernel
        if kernel is None or self.open_conditions:
            kernel = self._settle(inputs)
        results = kernel(inputs)
        if self.call.definition.partial_shapes is not None:
            for view, result in zip(self.call.outputs, results, strict=True):
                if view.dims != result.shape:
                    where = f"operation {self.call.definition.name}"
                    merge_shapes(view.dims, result.shape, where)
        return results

    def _settle(self, inputs: Sequence[Array | None]) -> Kernel:
        known = self.call
        views = [
            view if view.value is not None else view.given(array)
            for view, array in zip(known.inputs, inputs, strict=True)
        ]
        call = Call(known.definition, known.form, views, known.outputs, known.version)
        if self.kernel is not None and all(map(_present, known.inputs, inputs)):
            self._check_open_conditions(call)
            return self.kernel
        where = f"operation {known.definition.name}"
        violation = check_call(call, where)
        if violation is not None:
            raise DriverError(ErrorStatus.INVALID_ARGUMENT, str(violation))
        if self.kernel is not None:
            return self.kernel
        for view, shape in zip(call.outputs, call.definition.known_shapes(call), strict=True):
            merge_shapes(view.dims, shape, where)
        return self.compiler(call)

    def _check_open_conditions(self, call: Call) -> None:
        """All that preparation, which knew the shapes, left open."""
        for condition in self.open_conditions:
            try:
                detail = condition.check(call)
            except Unknown:
                continue
            if detail is not None:
                where = f"operation {call.definition.name}"
                violation = broken_condition(call.definition, condition, where, detail)
                raise DriverError(ErrorStatus.INVALID_ARGUMENT, str(violation))


def _present(known: OperandView, array: Array | None) -> bool:
    """Whether an operand has a value, and one of a shape that preparation knew."""
    return array is not None and known.dims == array.shape


@dataclass(slots=True)
class Plan:
    """A subgraph made ready to run any number of times, from any thread.

    ``initial`` holds the constants, ``None`` elsewhere; ``views`` what preparation knows of each
    operand; ``required_inputs`` the operands that may not be omitted from a request.
    """

    subgraph: Subgraph
    steps: tuple[Step, ...]
    views: tuple[OperandView, ...]
    initial: tuple[Array | None, ...]
    required_inputs: frozenset[int] = field(default_factory=frozenset)

    @quiet
    def run(self, inputs: Sequence[Array | None], limits: Limits) -> list[Array]:
        """Subgraph inputs in order (``None``: omitted) to subgraph outputs in order."""
        values = list(self.initial)
        # Counts agree by construction; asking zip to check them costs as much as a small kernel.
        for index, array in zip(self.subgraph.input_indexes, inputs):  # noqa: B905
            if array is None and index in self.required_inputs:
                raise DriverError(
                    ErrorStatus.INVALID_ARGUMENT,
                    f"operand {index} is not optional and came without a value",
                )
            values[index] = array
        for step in self.steps:
            operation = step.operation
            results = step.compute([values[index] for index in operation.inputs], limits)
            for index, result in zip(operation.outputs, results):  # noqa: B905
                values[index] = result
            for index in step.last_uses:
                values[index] = None
        return [values[index] for index in self.subgraph.output_indexes]  # type: ignore[misc]


def merge_shapes(declared: PartialShape | None, actual: PartialShape, where: str) -> PartialShape:
    """The actual shape, after checking it against what is known of the operand."""
    if declared is None or declared == actual:
        return actual
    if len(declared) != len(actual) or any(
        None not in (want, got) and want != got for want, got in zip(declared, actual, strict=True)
    ):
        raise DriverError(
            ErrorStatus.INVALID_ARGUMENT,
            f"{where}: output_shape: the output is {actual}, the model says {declared}",
        )
    return tuple([want if got is None else got for want, got in zip(declared, actual, strict=True)])


def bind_call(operation: Operation, judged: JudgedCall | None, compiler: Compiler) -> CallStep:
    """Settle as much of a step as is known and note the shapes it gives its outputs.

    What the validator settled stays settled; steps before this one may have told more since.
    """
    if judged is None:
        raise DriverError(
            ErrorStatus.GENERAL_FAILURE, f"operation code {operation.type} has no definition"
        )
    call = judged.call
    if call is None or judged.violation is not None:
        raise DriverError(ErrorStatus.INVALID_ARGUMENT, str(judged.violation))
    found = call.definition
    still_open = []
    for condition in judged.left_open:
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
        shapes = found.known_shapes(call)
        for view, shape in zip(call.outputs, shapes, strict=True):
            if view.dims != shape:
                view.dims = merge_shapes(view.dims, shape, f"operation {found.name}")
        kernel = compiler(call)
    except Unknown:
        pass  # decided when the request brings what is missing
    return CallStep(operation, call, kernel, tuple(still_open), compiler, judged.signature.required)


def mark_last_uses(
    subgraph: Subgraph, steps: Sequence[Step], constants: Sequence[Array | None]
) -> None:
    """Tell each step which temporaries may be dropped after it."""
    if len(steps) < 2:
        return
    keep = set(subgraph.output_indexes)
    keep.update(index for index, value in enumerate(constants) if value is not None)
    for step in reversed(steps):
        used = {*step.operation.inputs, *step.operation.outputs} - keep
        step.last_uses = tuple(used)
        keep |= used
