"""Memory domains: sequences of allocations, copies and executions with driver-managed buffers."""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from conformance.checks.check_context import CheckContext
from conformance.checks.domain_buffers import (
    AllocationArguments,
    ManagedBuffer,
    SharedBytes,
)
from conformance.checks.sample_requests import ForeignToken, SampleRequest
from conformance.hal import (
    BufferRole,
    ErrorStatus,
    MeasureTiming,
    OperandType,
    PreparedModel,
    Version,
)
from conformance.harness.calls import buffer_calls, driver_calls
from conformance.oracle.accuracy import describe_difference
from conformance.verdicts import VerdictKind
from fuzz.core.finding import FuzzFinding, make_finding
from fuzz.core.session import FuzzSession
from fuzz.inputs.unit_mutator import unit_mutator

STEP_SIZE: Final = 4
mutate_steps: Final = unit_mutator(STEP_SIZE)
_MAX_STEPS: Final = 32
_MAX_BUFFERS: Final = 8
_SIZE: Final = 16
_ELEMENTS: Final = 4
_NONE, _INVALID, _FAILURE = (
    ErrorStatus.NONE,
    ErrorStatus.INVALID_ARGUMENT,
    ErrorStatus.GENERAL_FAILURE,
)
_REFUSALS: Final = (_INVALID, _FAILURE)
_FREQUENCIES: Final = (1.0, 0.5, 0.0, -1.0, 1.5, float("nan"))
_DIMENSIONS: Final[tuple[tuple[int, ...], ...]] = ((), (_ELEMENTS,), (0,), (5,), (2, 2), (1 << 31,))
_SIZES: Final = (_SIZE, _SIZE, _SIZE - 1, _SIZE + 1, 2 * _SIZE, 1)


_difference: Final = partial(describe_difference, operand_type=OperandType.TENSOR_FLOAT32)


@dataclass(slots=True)
class _TrackedBuffer:
    """A buffer, whether it has the roles of the first input and the output, and its content.

    The content is ``None`` until the buffer is initialised.
    """

    managed: ManagedBuffer
    reads: bool
    writes: bool
    content: bytes | None = None
    is_computed: bool = False
    """Whether an execution wrote the content, and not the client."""


class _Sequence:
    """The buffers of one input, with the contents that they must have."""

    def __init__(self, context: CheckContext, prepared: PreparedModel) -> None:
        self._context = context
        self._prepared = prepared
        self._buffers: list[_TrackedBuffer] = []
        self._turn = 0

    def run(self, step: bytes) -> FuzzFinding | None:
        """Run one step of four bytes: kind, buffer and two numbers."""
        actions: tuple[Callable[[bytes], FuzzFinding | None], ...] = (
            self._allocate,
            self._copy_from,
            self._copy_to,
            self._read,
            self._write,
            self._free,
        )
        self._turn += 1
        return actions[step[0] % len(actions)](step)

    def _chosen(self, step: bytes) -> _TrackedBuffer | None:
        return self._buffers[step[1] % len(self._buffers)] if self._buffers else None

    def _allocate(self, step: bytes) -> FuzzFinding | None:
        if len(self._buffers) >= _MAX_BUFFERS:
            return None
        frequency = _FREQUENCIES[step[2] % len(_FREQUENCIES)] if step[2] & 0x80 else 1.0
        dimensions = _DIMENSIONS[step[3] % len(_DIMENSIONS)] if step[3] & 0x80 else ()
        model_index, io_index = step[1] >> 4 & 1, step[1] >> 5 & 3
        repeated, foreign = bool(step[1] & 4), bool(step[1] & 8)
        roles = (BufferRole(model_index, io_index, frequency),) * (1 + repeated)
        inputs = roles if step[1] & 1 else ()
        outputs = roles if step[1] & 2 else ()
        valid = (
            bool(inputs or outputs)
            and not repeated
            and not foreign
            and not model_index
            and io_index < (1 if outputs else 2)
            and 0 < frequency <= 1
            and dimensions in _DIMENSIONS[:3]
        )
        models = (None if foreign else self._prepared,)
        arguments = AllocationArguments(models, inputs, outputs, dimensions)
        answer = arguments.allocate(self._context)
        if answer.buffer is not None and valid:
            managed = ManagedBuffer(answer.token, answer.buffer, self._context)
            self._buffers.append(
                _TrackedBuffer(managed, bool(inputs) and not io_index, bool(outputs))
            )
            return None
        expected = (_NONE, _FAILURE) if valid else (_INVALID,)
        call = (
            f"allocate with {'no' if foreign else 'a'} prepared model, roles "
            f"{[*inputs, *outputs]} and dimensions {list(dimensions)}"
        )
        return _status_finding(call, answer.status, expected, "buffer.allocation")

    def _copy_from(self, step: bytes) -> FuzzFinding | None:
        if (tracked := self._chosen(step)) is None:
            return None
        size = _SIZES[step[2] % len(_SIZES)]
        dimensions = _DIMENSIONS[step[3] % len(_DIMENSIONS)]
        data = struct.pack("<4f", *[float(self._turn + step[3] % 7 + n) for n in range(4)])
        source = SharedBytes(self._context, (data * 2)[:size])
        status = buffer_calls.copy_from(tracked.managed.buffer, source, dimensions)
        valid = size == _SIZE and dimensions in _DIMENSIONS[:2]
        call = f"copy_from {size} bytes with dimensions {list(dimensions)}"
        # After a failed copy the buffer is uninitialised.
        tracked.content = data if valid and status == _NONE else None
        tracked.is_computed = False
        return _status_finding(call, status, (_NONE,) if valid else (_INVALID,), "buffer.copy")

    def _copy_to(self, step: bytes) -> FuzzFinding | None:
        if (tracked := self._chosen(step)) is None:
            return None
        size = _SIZES[step[2] % len(_SIZES)]
        target = SharedBytes(self._context, size)
        before = target.content
        status = buffer_calls.copy_to(tracked.managed.buffer, target)
        if tracked.content is None:
            expected = (_FAILURE,) if size == _SIZE else _REFUSALS
        else:
            expected = (_NONE,) if size == _SIZE else (_INVALID,)
        state = "an uninitialised" if tracked.content is None else "a"
        call = f"copy_to of {state} buffer to {size} bytes"
        finding = _status_finding(call, status, expected, "buffer.copy")
        expected_content = tracked.content if status == _NONE else before
        if status == _NONE and tracked.is_computed and size == _SIZE:
            differs = bool(_difference(expected_content or b"", target.content))
        else:
            differs = target.content != expected_content
        if finding is None and differs:
            reason = f"{call} answered {status.name}, but the memory has other bytes than expected"
            return make_finding(VerdictKind.FAILED, "buffer.content", reason)
        return finding

    def _read(self, step: bytes) -> FuzzFinding | None:
        tracked = self._chosen(step)
        source: ForeignToken = ForeignToken(1 << 30) if tracked is None else tracked.managed
        second = struct.pack("<4f", *[1.0] * _ELEMENTS)
        request = SampleRequest(self._context, (source, second), (_SIZE,))
        status = self._execute(request)
        content = tracked.content if tracked is not None and tracked.reads else None
        call = "an execution that reads a buffer"
        expected = _REFUSALS if content is None else (_NONE,)
        finding = _status_finding(call, status, expected, "buffer.execution")
        if finding is None and content is not None:
            sums = struct.pack("<4f", *[x + 1 for x in struct.unpack("<4f", content)])
            if difference := _difference(sums, request.output(), operations=2):
                reason = f"{call} has a wrong sum: {difference}"
                return make_finding(VerdictKind.FAILED, "values", reason, "buffer")
        return finding or self._intact(request)

    def _write(self, step: bytes) -> FuzzFinding | None:
        tracked = self._chosen(step)
        target: ForeignToken = ForeignToken(1 << 30) if tracked is None else tracked.managed
        first = struct.pack("<4f", *[float(step[2] % 9)] * _ELEMENTS)
        second = struct.pack("<4f", *[2.0] * _ELEMENTS)
        shared = bool(step[3] & 1) and tracked is not None and tracked.content is not None
        request = SampleRequest(self._context, (target if shared else first, second), (target,))
        status = self._execute(request)
        if status == _FAILURE and tracked is not None:
            tracked.content = None  # a refusal is not an execution, and leaves the content
        if status == _NONE and tracked is not None:
            tracked.content = struct.pack("<4f", *[float(step[2] % 9) + 2] * _ELEMENTS)
            tracked.is_computed = True
        writes = tracked is not None and tracked.writes and not shared
        expected = (_NONE,) if writes else _REFUSALS
        call = f"an execution that {'reads and ' if shared else ''}writes a buffer"
        return _status_finding(call, status, expected, "buffer.execution") or self._intact(request)

    def _execute(self, request: SampleRequest) -> ErrorStatus:
        outcome = driver_calls.execute_synchronously(
            self._prepared, request.request, MeasureTiming.NO
        )
        return outcome.status

    def _intact(self, request: SampleRequest) -> FuzzFinding | None:
        if request.memory_intact:
            return None
        reason = "an execution with a buffer changed memory outside its outputs"
        return make_finding(VerdictKind.FAILED, "memory.outside", reason)

    def _free(self, step: bytes) -> FuzzFinding | None:
        if self._buffers:
            del self._buffers[step[1] % len(self._buffers)]
        return None


def check_memory(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Run the steps of an input on the buffers of an addition."""
    if session.version < Version.V1_3:
        return None
    prepared = session.prepared_addition()
    if prepared is None or not session.once("domains", lambda: _has_domains(session, prepared)):
        return None
    context = CheckContext(session.driver, session.options)
    try:
        sequence = _Sequence(context, prepared)
        for at in range(0, min(len(data), _MAX_STEPS * STEP_SIZE) - STEP_SIZE + 1, STEP_SIZE):
            finding = sequence.run(data[at : at + STEP_SIZE])
            if finding is not None:
                return finding
    finally:
        with contextlib.suppress(BufferError):
            context.close()
    return session.check_health()


def _has_domains(session: FuzzSession, prepared: PreparedModel) -> bool:
    """Return whether the driver allocates a buffer for both roles of the addition.

    A driver without this optional feature may answer GENERAL_FAILURE to every allocation.
    """
    roles = (BufferRole(0, 0, 1.0),)
    answer = AllocationArguments((prepared,), roles, roles).allocate(session.context)
    return answer.status != _FAILURE


def _status_finding(
    call: str, status: ErrorStatus, expected: tuple[ErrorStatus, ...], rule: str
) -> FuzzFinding | None:
    if status in expected:
        return None
    names = " or ".join(permitted.name for permitted in expected)
    reason = f"{call} answered {status.name}; {names} was expected"
    return make_finding(VerdictKind.FAILED, rule, reason, call.split(" with ", maxsplit=1)[0])
