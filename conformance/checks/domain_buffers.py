"""Allocations of driver-managed buffers, and requests that use them, for checks."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from conformance import hal
from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    skip_if_lacking_resources,
)
from conformance.checks.sample_models import DIMENSIONS, CopyModel, supported_copy_models
from conformance.checks.sample_requests import (
    FILL_BYTE,
    decline_unknown_dimensions,
    superfluous_result,
)
from conformance.hal import BufferRole, ErrorStatus, PreparedModel
from conformance.harness.calls import buffer_calls, burst_execution, driver_calls, fenced_execution
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
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
_GAP: Final = 64
_BLANK: Final = FILL_BYTE


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
class ManagedBuffer:
    """An allocated buffer and its token."""

    buffer: hal.Buffer
    token: int


class DomainChecks:
    """The allocations of one check; it declines the check if none of the valid ones succeeded."""

    def __init__(self, context: CheckContext) -> None:
        self.context = context
        self._tried = self._allocated = 0

    def models(self) -> Iterator[CopyModel]:
        """Yield a copy model for each operand type; after the last, decline the check if due."""
        yield from supported_copy_models(self.context)
        self.finish()

    def finish(self) -> None:
        """Raise ``SkipCheck`` if the driver refused every valid allocation, or there was none."""
        if not self._tried:
            reason = "the driver supports none of the models that the check needs"
            raise SkipCheck(VerdictKind.DECLINED, reason, "prepare.declined")
        if not self._allocated:
            reason = (
                "allocate answered GENERAL_FAILURE for each valid allocation; memory domains are "
                "optional, and a driver may refuse any allocation"
            )
            raise SkipCheck(VerdictKind.DECLINED, reason, DOMAIN_DECLINED)

    def allocate(self, arguments: AllocationArguments) -> ManagedBuffer | None:
        """Return a buffer for valid arguments; ``None`` if the driver refuses them.

        ``SkipCheck`` ends the check as failed for a status other than NONE and GENERAL_FAILURE.
        """
        self._tried += 1
        answer = arguments.allocate(self.context)
        if answer.buffer is not None:
            self._allocated += 1
            return ManagedBuffer(answer.buffer, answer.token)
        if answer.status != FAILURE:
            reason = (
                f"allocate answered {answer.status.name} for valid arguments; NONE or "
                "GENERAL_FAILURE was expected"
            )
            raise SkipCheck(VerdictKind.FAILED, reason, buffer_calls.ALLOCATION_RULE)
        return None

    def both_roles(
        self, prepared: hal.PreparedModel, dimensions: tuple[int, ...] = (), copies: int = 1
    ) -> ManagedBuffer | None:
        """Return a buffer for the first inputs and outputs of a model; ``None`` if refused."""
        roles = tuple(role(number) for number in range(copies))
        return self.allocate(AllocationArguments((prepared,), roles, roles, dimensions))


class SharedBytes(hal.SharedMemory):
    """A shared memory whose content is compared."""

    def __init__(self, context: CheckContext, data: bytes | int) -> None:
        content = bytes([_BLANK]) * data if isinstance(data, int) else data
        super().__init__(initial=content)
        context.add_cleanup(lambda: release_memories(self))

    def fill(self) -> None:
        """Overwrite all bytes."""
        with self.view() as view:
            view[:] = bytes([_BLANK ^ 0xFF]) * len(view)

    @property
    def content(self) -> bytes:
        """The bytes of the memory."""
        return hal.content_of(self)


def release_memories(*memories: hal.Memory) -> None:
    """Close memories, except those of which the driver still holds a view."""
    for memory in memories:
        with contextlib.suppress(BufferError):
            memory.close()


def initialize(
    context: CheckContext, managed: ManagedBuffer, data: bytes, dimensions: Sequence[int] = ()
) -> str:
    """Copy data into a buffer; describe a status other than NONE, or return an empty text."""
    status = buffer_calls.copy_from(managed.buffer, SharedBytes(context, data), dimensions)
    skip_if_lacking_resources(status, "copy_from")
    if status != NONE:
        return (
            f"copy_from answered {status.name} for {len(data)} bytes and dimensions "
            f"{list(dimensions)}; NONE was expected"
        )
    return ""


def content_problem(
    context: CheckContext,
    managed: ManagedBuffer,
    expected: bytes,
    computed: hal.OperandType | None = None,
    *,
    operations: int = 1,
) -> str:
    """Describe how the content of a buffer differs from the expected one; empty if it does not.

    A content that the client copied to the buffer must be equal. If executions wrote it,
    ``computed`` is its type, and it is compared as ``result_difference`` does.
    """
    target = SharedBytes(context, len(expected))
    status = buffer_calls.copy_to(managed.buffer, target)
    skip_if_lacking_resources(status, "copy_to")
    if status != NONE:
        return f"copy_to answered {status.name} for {len(expected)} bytes; NONE was expected"
    what = "the content of the buffer"
    if computed is None:
        return difference(what, target.content, expected)
    return result_difference(what, target.content, expected, computed, operations=operations)


def difference(what: str, actual: bytes, expected: bytes) -> str:
    """Describe the first byte of a copy that differs; empty if none does."""
    for offset, (byte, right) in enumerate(zip(actual, expected, strict=True)):
        if byte != right:
            return f"byte {offset} of {what} is {byte:#04x}; {right:#04x} was expected"
    return ""


def result_difference(
    what: str, actual: bytes, expected: bytes, type_: hal.OperandType, *, operations: int = 1
) -> str:
    """Describe the first element that is outside the tolerance of a result; empty if none is.

    ``operations`` is the number of operations that computed it one after the other.
    """
    problem = describe_difference(expected, actual, type_, operations=operations)
    return f"in {what}, {problem}" if problem else ""


@dataclass(frozen=True, slots=True)
class ForeignToken:
    """A token that identifies no buffer of this client."""

    token: int


Argument = bytes | int | ManagedBuffer | ForeignToken
"""An argument of a request: the data of a shared input, the size of a shared output, a buffer."""


class DomainRequest:
    """A request whose arguments are in one shared memory or in driver-managed buffers."""

    def __init__(
        self,
        context: CheckContext,
        inputs: Sequence[Argument],
        outputs: Sequence[Argument],
        dimensions: Sequence[tuple[int, ...]] = (),
    ) -> None:
        arguments: list[hal.RequestArgument] = []
        tokens: list[int] = []
        self._spans: dict[int, tuple[int, int]] = {}
        end = _GAP
        shapes = [*dimensions, *[()] * (len(inputs) + len(outputs) - len(dimensions))]
        image = bytearray([_BLANK]) * _GAP
        for number, argument in enumerate((*inputs, *outputs)):
            if isinstance(argument, (ManagedBuffer, ForeignToken)):
                if argument.token not in tokens:
                    tokens.append(argument.token)
                location = hal.DataLocation(1 + tokens.index(argument.token), 0, 0)
            else:
                data = bytes([_BLANK]) * argument if isinstance(argument, int) else argument
                location = hal.DataLocation(0, end, len(data))
                image += data + bytes([_BLANK]) * _GAP
                self._spans[number] = end, len(data)
                end += len(data) + _GAP
            arguments.append(hal.RequestArgument(False, location, tuple(shapes[number])))
        self._count = len(inputs)
        self._image = bytes(image)
        self.memory = SharedBytes(context, self._image)
        pools: list[hal.MemoryPool] = [self.memory, *map(hal.BufferToken, tokens)]
        split = len(inputs)
        self.request = hal.Request(tuple(arguments[:split]), tuple(arguments[split:]), tuple(pools))

    def output(self, number: int = 0) -> bytes:
        """Return the bytes of an output in the shared memory."""
        offset, length = self._spans[self._count + number]
        return self.memory.content[offset : offset + length]

    @property
    def surroundings_intact(self) -> bool:
        """Whether the shared memory is unchanged outside the outputs."""
        content = bytearray(self.memory.content)
        for number, (offset, length) in self._spans.items():
            if number >= self._count:
                content[offset : offset + length] = self._image[offset : offset + length]
        return bytes(content) == self._image


def with_reversed_pools(request: hal.Request) -> hal.Request:
    """Return the same request with its pools in reverse order."""
    last = len(request.pools) - 1

    def moved(arguments: Sequence[hal.RequestArgument]) -> tuple[hal.RequestArgument, ...]:
        return tuple(
            replace(
                argument,
                location=replace(argument.location, pool_index=last - argument.location.pool_index),
            )
            for argument in arguments
        )

    return hal.Request(moved(request.inputs), moved(request.outputs), request.pools[::-1])


Execute = Callable[[hal.PreparedModel, hal.Request], driver_calls.ExecutionOutcome]
"""Executes a request in one mode and returns its outcome."""


def executors(context: CheckContext, *, fenced: bool = True) -> list[tuple[str, Execute]]:
    """Return the modes of execution that the driver's version has, by the name of the call.

    ``fenced``: include executeFenced, which refuses outputs of unknown dimensions.
    """
    limit, no = context.options.callback_timeout, hal.MeasureTiming.NO
    by_mode: list[tuple[str, Execute]] = [
        ("executeSynchronously", lambda p, r: driver_calls.execute_synchronously(p, r, no))
    ]
    if context.version <= hal.Version.V1_3:
        by_mode.append(
            (
                "execute",
                lambda p, r: driver_calls.execute_asynchronously(
                    p, r, no, limit, RecordingExecutionCallback()
                ),
            )
        )
    else:
        by_mode.append(
            ("a burst", lambda p, r: burst_execution.execute_through_burst(p, r, no, limit))
        )
    if fenced:
        by_mode.append(
            (
                "executeFenced",
                lambda p, r: fenced_execution.execute_fenced(p, r, no, limit)[0],
            )
        )
    return by_mode


def execution_problem(
    what: str,
    outcome: driver_calls.ExecutionOutcome,
    expected: Sequence[hal.ErrorStatus],
) -> str:
    """Describe what is wrong with the answer of an execution without timing; empty if nothing is.

    A failed execution must report neither output shapes nor a timing, and the launch status of
    ``execute`` must equal the callback's unless it is NONE.
    """
    skip_if_lacking_resources(outcome.status, what)
    names = " or ".join(status.name for status in expected)
    if outcome.status not in expected:
        return f"{what} answered {outcome.status.name}; {names} was expected"
    if outcome.status != NONE and (superfluous := superfluous_result(outcome)):
        return f"{what} answered {superfluous}"
    if outcome.launch not in (None, NONE, outcome.status):
        return (
            f"{what} answered {outcome.launch.name if outcome.launch else ''}, but its callback "
            f"was notified of {outcome.status.name}; the same status was expected"
        )
    if outcome.status == NONE and outcome.timing != hal.Timing():
        return f"{what} answered {outcome.timing}; no timing (UINT64_MAX) was expected"
    return ""


def token_problems(
    context: CheckContext,
    model: CopyModel,
    token: int,
    prepared: hal.PreparedModel | None = None,
) -> Iterator[str]:
    """Yield a message for each use of a token that an execution does not refuse.

    The token is used as the input and as the output of a prepared model, along each mode of
    execution. By default the model is prepared for this; none of its roles has the buffer.
    """
    prepared = prepared or context.prepare(model.build())
    foreign = ForeignToken(token)
    for mode, execute in executors(context):
        uses: tuple[tuple[str, Argument, Argument], ...] = (
            ("input", foreign, model.size),
            ("output", model.data(1), foreign),
        )
        for kind, source, target in uses:
            outcome = execute(prepared, DomainRequest(context, [source], [target]).request)
            what = f"{model.type.name}, {mode}: the execution with the token as {kind}"
            if problem := execution_problem(what, outcome, (INVALID,)):
                yield problem


@dataclass(slots=True)
class DomainCase:
    """One operand type and one mode of execution, with the prepared model."""

    checks: DomainChecks
    model: CopyModel
    prepared: PreparedModel
    mode: str
    execute: Execute

    @property
    def what(self) -> str:
        """The operand type and the mode, for messages."""
        return f"{self.model.type.name}, {self.mode}"

    def allocate_for(
        self, roles: tuple[BufferRole, ...]
    ) -> tuple[ManagedBuffer | None, ManagedBuffer | None]:
        """Allocate a buffer with these roles as inputs, and one with them as outputs."""
        models = (self.prepared,)
        reads = self.checks.allocate(AllocationArguments(models, roles))
        return reads, self.checks.allocate(AllocationArguments(models, (), roles))

    def run(
        self,
        inputs: list[Argument],
        outputs: list[Argument],
        *expected: ErrorStatus,
        stimulus: str,
        prepared: PreparedModel | None = None,
        dimensions: tuple[tuple[int, ...], ...] = (),
    ) -> tuple[str, DomainRequest]:
        """Execute a request; return a description of its problem, or "", and the request."""
        request = DomainRequest(self.checks.context, inputs, outputs, dimensions)
        outcome = self.execute(prepared or self.prepared, request.request)
        problem = execution_problem(
            f"{self.what}: the execution {stimulus}", outcome, expected or (NONE,)
        )
        if not problem and not request.surroundings_intact:
            problem = (
                f"{self.what}: the execution {stimulus} changed the shared memory outside the "
                "outputs"
            )
        return problem, request

    def refused(
        self, inputs: list[Argument], outputs: list[Argument], stimulus: str, **options: object
    ) -> Iterator[str]:
        """Yield a message unless the request is refused with INVALID_ARGUMENT."""
        problem, _ = self.run(inputs, outputs, INVALID, stimulus=stimulus, **options)  # type: ignore[arg-type]
        if problem:
            yield problem


def domain_cases(
    checks: DomainChecks,
    *,
    dimensions: tuple[int, ...] = DIMENSIONS,
    copies: int = 1,
    fenced: bool = True,
    open_outputs: bool = False,
) -> Iterator[DomainCase]:
    """Yield a case for each operand type and each mode of execution.

    ``SkipCheck`` ends the check as declined if the driver executes no model with unknown
    dimensions, and ``dimensions`` has some. With ``open_outputs`` the requests of the check state
    the dimensions of the inputs only, which a driver may decline, too.
    """
    for model in checks.models():
        form = replace(model, dimensions=dimensions, copies=copies)
        prepared = checks.context.prepare(form.build())
        for mode, execute in executors(checks.context, fenced=fenced):
            case = DomainCase(checks, model, prepared, mode, execute)
            if 0 in dimensions:
                shapes = (DIMENSIONS,) * (1 if open_outputs else 2)
                request = DomainRequest(checks.context, [model.data(1)], [model.size], shapes)
                what = f"{case.what} in shared memory"
                decline_unknown_dimensions(execute(prepared, request.request), what)
            yield case
