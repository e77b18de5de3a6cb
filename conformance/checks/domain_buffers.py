"""Allocations of driver-managed buffers, and requests that use them, for checks."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from conformance import hal
from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    Violation,
    decline,
    described,
    expect,
    skip_if_lacking_resources,
    status_problem,
)
from conformance.checks.execution_modes import Execute, execution_modes
from conformance.checks.registration import Check, check_with
from conformance.checks.sample_models import DIMENSIONS, CopyModel, supported_copy_models
from conformance.checks.sample_requests import (
    FILL_BYTE,
    ForeignToken,
    SampleRequest,
    decline_unknown_dimensions,
    superfluous_result,
)
from conformance.hal import BufferRole, ErrorStatus, PreparedModel
from conformance.harness.calls import buffer_calls, driver_calls
from conformance.oracle.accuracy import describe_difference
from conformance.verdicts import VerdictKind

ALLOCATE: Final = "IDevice.allocate"
COPY_TO: Final = "IBuffer.copyTo"
COPY_FROM: Final = "IBuffer.copyFrom"
DOMAIN_DECLINED: Final = "domain.declined"
"""The rule of a verdict on a driver that allocates no buffer."""

NONE, INVALID, FAILURE = (
    hal.ErrorStatus.NONE,
    hal.ErrorStatus.INVALID_ARGUMENT,
    hal.ErrorStatus.GENERAL_FAILURE,
)


@dataclass(frozen=True, slots=True)
class AllocationArguments:
    """The arguments of one call of ``allocate``."""

    models: tuple[hal.PreparedModel | None, ...]
    inputs: tuple[hal.BufferRole, ...] = ()
    outputs: tuple[hal.BufferRole, ...] = ()
    dimensions: tuple[int, ...] = ()

    def allocate(self, context: CheckContext) -> buffer_calls.Allocation:
        """Make the call; ``SkipCheck`` ends the check if the driver lacks resources."""
        answer = buffer_calls.allocate(
            context.device, hal.BufferDesc(self.dimensions), self.models, self.inputs, self.outputs
        )
        skip_if_lacking_resources(answer.status, "allocate")
        return answer


def role(io_index: int = 0, model_index: int = 0, frequency: float = 1.0) -> hal.BufferRole:
    """Return a role, by default that of the first input or output of the first model."""
    return hal.BufferRole(model_index, io_index, frequency)


@dataclass(frozen=True, slots=True)
class ManagedBuffer(ForeignToken):
    """An allocated buffer with its token; ``type`` is that of the operands of its roles."""

    buffer: hal.Buffer
    context: CheckContext
    type: hal.OperandType = hal.OperandType.TENSOR_FLOAT32

    def initialize(self, data: bytes, dimensions: Sequence[int] = ()) -> None:
        """Copy data into the buffer; raise ``Violation`` if the status is not NONE."""
        status = buffer_calls.copy_from(self.buffer, SharedBytes(self.context, data), dimensions)
        expect(status, f"copy_from {len(data)} bytes with dimensions {list(dimensions)}")

    def expect_content(
        self, expected: bytes, when: str = "", *, operations: int = 0, relaxed: bool = False
    ) -> None:
        """Raise ``Violation`` unless the buffer has the expected content.

        A content that the client copied to the buffer must be equal. If ``operations`` computed it,
        one after the other, it is compared within their tolerance, in a ``relaxed`` model that of
        float16.
        """
        target, type_ = SharedBytes(self.context, len(expected)), self.type
        with described(when) if when else contextlib.nullcontext():
            expect(buffer_calls.copy_to(self.buffer, target), f"copy_to {len(expected)} bytes")
            actual = target.content
            if not operations:
                expect_bytes("the content of the buffer", actual, expected)
            elif wrong := describe_difference(
                expected, actual, type_, operations=operations, relaxed=relaxed
            ):
                raise Violation(f"in the content of the buffer, {wrong}")


class NoBufferError(Exception):
    """Raised if the driver refuses an optional buffer; ends the current case without a problem."""


class DomainChecks:
    """The allocations of one check; it declines the check if none of the valid ones succeeded."""

    def __init__(self, context: CheckContext) -> None:
        self.context = context
        self._tried = self._allocated = 0

    def models(self) -> Iterator[CopyModel]:
        """Yield a copy model for each operand type; after the last, decline the check if due.

        ``SkipCheck`` is raised if the driver refused every valid allocation, or there was none.
        """
        yield from supported_copy_models(self.context)
        if not self._tried:
            reason = "the driver supports none of the models that the check needs"
            decline(reason)
        if not self._allocated:
            reason = (
                "allocate returned GENERAL_FAILURE for each valid allocation; memory domains are "
                "optional, and a driver may refuse any allocation"
            )
            decline(reason, DOMAIN_DECLINED)

    def allocate(self, arguments: AllocationArguments) -> ManagedBuffer | None:
        """Return a buffer for valid arguments; ``None`` if the driver refuses them.

        ``SkipCheck`` ends the check as failed for a status other than NONE and GENERAL_FAILURE.
        """
        self._tried += 1
        answer = arguments.allocate(self.context)
        if answer.buffer is not None:
            self._allocated += 1
            return ManagedBuffer(answer.token, answer.buffer, self.context)
        if problem := status_problem(answer.status, "allocate for valid arguments", NONE, FAILURE):
            raise SkipCheck(VerdictKind.FAILED, problem, buffer_calls.ALLOCATION_RULE)
        return None


class SharedBytes(hal.SharedMemory):
    """A shared memory whose content is compared."""

    def __init__(self, context: CheckContext, data: bytes | int) -> None:
        content = bytes([FILL_BYTE]) * data if isinstance(data, int) else data
        super().__init__(initial=content)
        context.add_cleanup(self.close)

    @property
    def content(self) -> bytes:
        """The bytes of the memory."""
        return hal.content_of(self)


def expect_bytes(what: str, actual: bytes, expected: bytes) -> None:
    """Raise ``Violation`` with the first byte of a copy that differs from the expected ones."""
    for offset, (byte, right) in enumerate(zip(actual, expected, strict=True)):
        if byte != right:
            raise Violation(f"byte {offset} of {what} is {byte:#04x}; {right:#04x} was expected")


Argument = bytes | int | ForeignToken
"""An argument of a request: the data of a shared input, the size of a shared output, a buffer."""


def with_reversed_pools(request: hal.Request) -> hal.Request:
    """Return the same request with its pools in reverse order."""
    last = len(request.pools) - 1

    def moved(argument: hal.RequestArgument) -> hal.RequestArgument:
        place = argument.location
        return replace(argument, location=replace(place, pool_index=last - place.pool_index))

    inputs, outputs = (tuple(map(moved, each)) for each in (request.inputs, request.outputs))
    return hal.Request(inputs, outputs, request.pools[::-1])


_SUFFIXES: Final = "", " with config", " reusable"
"""The ends of the names of modes: the plain calls, and those of AIDL_V4."""


def executors(
    context: CheckContext, *, fenced: bool = True, number: int = 0
) -> list[tuple[str, Execute]]:
    """Return modes of execution that the driver's version has, by name.

    ``fenced``: include executeFenced, which refuses outputs of unknown dimensions. From AIDL_V4 on
    ``number`` selects the plain calls, those with a configuration, or reusable executions, in turn.
    """
    second = "asynchronous" if context.version <= hal.Version.V1_3 else "burst"
    suffix = _SUFFIXES[number % 3] if context.version >= hal.Version.AIDL_V4 else ""
    names = (f"synchronous{suffix}", second, f"fenced{suffix}")[: 2 + fenced]
    return list(execution_modes(context, names=names).items())


def expect_outcome(
    what: str, outcome: driver_calls.ExecutionOutcome, *expected: hal.ErrorStatus
) -> None:
    """Raise ``Violation`` if the answer of an execution without timing is wrong.

    A failed execution must report neither output shapes nor a timing, and the launch status of
    ``execute`` must equal the callback's unless it is NONE.
    """
    expect(outcome.status, what, *expected)
    if outcome.status != NONE and (superfluous := superfluous_result(outcome)):
        raise Violation(f"{what} returned {superfluous}")
    if outcome.launch not in (None, NONE, outcome.status):
        raise Violation(
            f"{what} returned {outcome.launch.name if outcome.launch else ''}, but its callback "
            f"was notified of {outcome.status.name}; the same status was expected"
        )
    if outcome.status == NONE and outcome.timing != hal.Timing():
        raise Violation(f"{what} returned {outcome.timing}; no timing (UINT64_MAX) was expected")


def refuse_token(
    context: CheckContext,
    model: CopyModel,
    token: int,
    prepared: hal.PreparedModel | None = None,
) -> None:
    """Raise ``Violation`` unless each execution with a token is refused.

    The token is used as the input and as the output of a prepared model, along each mode of
    execution. By default the model is prepared for this; none of its roles has the buffer.
    """
    prepared = prepared or context.prepare(model.build())
    foreign = ForeignToken(token)
    for mode, execute in executors(context):
        requests = {
            "input": SampleRequest(context, [foreign], [model.size]),
            "output": SampleRequest(context, [model.data(1)], [foreign]),
        }
        for kind, request in requests.items():
            what = f"{model.type.name}, {mode}: the execution with the token as {kind}"
            expect_outcome(what, execute(prepared, request.request), INVALID)


@dataclass(slots=True)
class DomainCase:
    """One operand type and, unless a check has no executions, one mode, with the prepared model.

    A method raises ``Violation`` if something is wrong, which ends the case, and
    ``NoBufferError`` if the driver refuses an optional buffer.
    """

    checks: DomainChecks
    model: CopyModel
    prepared: PreparedModel
    mode: str
    execute: Execute

    @property
    def context(self) -> CheckContext:
        """The context of the check."""
        return self.checks.context

    @property
    def what(self) -> str:
        """The operand type and the mode, for messages."""
        return f"{self.model.type.name}, {self.mode}" if self.mode else self.model.type.name

    def allocate(
        self,
        inputs: tuple[BufferRole, ...],
        outputs: tuple[BufferRole, ...],
        *models: PreparedModel,
        dimensions: tuple[int, ...] = (),
    ) -> ManagedBuffer:
        """Return a buffer with these roles, by default of the prepared model of the case."""
        arguments = AllocationArguments(models or (self.prepared,), inputs, outputs, dimensions)
        if (managed := self.checks.allocate(arguments)) is None:
            raise NoBufferError
        return replace(managed, type=self.model.type)

    def buffer(
        self,
        data: bytes | None = None,
        *,
        dimensions: tuple[int, ...] = (),
        prepared: PreparedModel | None = None,
        copies: int = 1,
    ) -> ManagedBuffer:
        """Return a buffer for the first inputs and outputs, which holds ``data`` if stated."""
        roles = tuple(role(number) for number in range(copies))
        managed = self.allocate(roles, roles, prepared or self.prepared, dimensions=dimensions)
        if data is not None:
            managed.initialize(data)
        return managed

    def run(
        self,
        inputs: Sequence[Argument],
        outputs: Sequence[bytes | Argument],
        stimulus: str,
        *expected: ErrorStatus,
        prepared: PreparedModel | None = None,
        dimensions: tuple[tuple[int, ...], ...] = (),
        operations: int = 1,
    ) -> None:
        """Execute a request and check its status and the outputs in shared memory.

        ``operations`` is the number of operations that computed the outputs, one after the other.
        """
        values = [bytes(each) if isinstance(each, int) else each for each in inputs]
        request = SampleRequest(
            self.context,
            values,
            outputs,
            dimensions=dimensions,
            type_=self.model.type,
            steps=operations,
        )
        what = f"the execution {stimulus}"
        outcome = self.execute(prepared or self.prepared, request.request)
        expect_outcome(what, outcome, *expected)
        if not request.memory_intact:
            raise Violation(f"{what} changed the shared memory outside the outputs")
        if outcome.status == NONE and (wrong := request.first_difference()):
            raise Violation(f"after {what}, {wrong}")
        with request.memory.view() as view:  # an output in a buffer does not depend on it
            view[:] = bytes(len(view))

    def refuse(
        self,
        inputs: Sequence[Argument],
        outputs: Sequence[Argument],
        stimulus: str,
        *,
        prepared: PreparedModel | None = None,
        dimensions: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        """Record a problem unless the request is refused with INVALID_ARGUMENT."""
        with self.context.case(self.what):
            self.run(inputs, outputs, stimulus, INVALID, prepared=prepared, dimensions=dimensions)

    def copy_from(
        self, managed: ManagedBuffer, size: int, dimensions: tuple[int, ...], *expected: ErrorStatus
    ) -> None:
        """Record a problem unless copyFrom of so many bytes, of each kind, ends as expected."""
        for kind, memory in self._memories((self.model.data(3) * 2)[:size]):
            status = buffer_calls.copy_from(managed.buffer, memory, dimensions)
            with self.context.case(self._content):
                what = f"copy_from {size} bytes of {kind} with dimensions {list(dimensions)}"
                expect(status, what, *expected)

    def copy_to(self, managed: ManagedBuffer, size: int, *expected: ErrorStatus) -> None:
        """Record a problem unless copyTo of so many bytes, of each kind, ends as expected."""
        for kind, memory in self._memories(bytes(size)):
            status = buffer_calls.copy_to(managed.buffer, memory)
            with self.context.case(self._content):
                expect(status, f"copy_to {size} bytes of {kind}", *expected)

    def _memories(self, data: bytes) -> Iterator[tuple[hal.MemoryKind, hal.Memory]]:
        """Yield a memory of each kind that copies must support."""
        for kind in hal.MemoryKind:
            if kind is hal.MemoryKind.HARDWARE_BUFFER:
                continue
            memory = hal.create_memory(kind, len(data), initial=data)
            self.context.add_cleanup(memory.close)
            yield kind, memory

    @property
    def _content(self) -> str:
        return f"{self.what} {list(DIMENSIONS)}, {self.model.size} bytes"


def run_cases(
    context: CheckContext,
    scenario: Callable[[DomainCase], None],
    *,
    dimensions: tuple[int, ...] = DIMENSIONS,
    copies: int = 1,
    executes: bool = True,
    fenced: bool = True,
    open_outputs: bool = False,
) -> None:
    """Run a scenario for each operand type and each mode of execution.

    With ``executes`` False it runs once for each operand type. The prepared model has these
    dimensions and so many ``copies``. ``SkipCheck`` ends the check as declined if the driver
    executes no model with unknown dimensions, and ``dimensions`` has some. With ``open_outputs``
    the requests of the check state the dimensions of the inputs only, which a driver may decline,
    too.
    """
    checks = DomainChecks(context)
    for number, model in enumerate(checks.models()):
        form = replace(model, dimensions=dimensions, copies=copies)
        prepared = context.prepare(form.build())
        modes = executors(context, fenced=fenced, number=number)
        for mode, execute in modes if executes else (("", modes[0][1]),):
            case = DomainCase(checks, model, prepared, mode, execute)
            if 0 in dimensions and executes:
                shapes = (DIMENSIONS,) * (1 if open_outputs else 2)
                request = SampleRequest(context, [model.data(1)], [model.size], dimensions=shapes)
                what = f"{case.what} in shared memory"
                decline_unknown_dimensions(execute(prepared, request.request), what)
            with context.case(case.what), contextlib.suppress(NoBufferError):
                scenario(case)


def domain_check(section: str, **options: Any) -> Callable[[Callable[[DomainCase], None]], Check]:
    """Return a decorator for a check of HAL 1.3 that ``run_cases`` runs with these options."""
    return check_with(functools.partial(run_cases, **options), section, since=hal.Version.V1_3)
