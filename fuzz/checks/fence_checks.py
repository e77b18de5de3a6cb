"""Fences, deadlines and loop timeouts: every execution ends, and with a permitted status."""

from __future__ import annotations

import threading
import time
from typing import Final

from conformance.checks.check_context import SkipCheck
from conformance.checks.sample_requests import AdditionRequest
from conformance.hal import (
    ErrorStatus,
    FenceStatus,
    MeasureTiming,
    PreparedModel,
    SyncFence,
    Version,
)
from conformance.harness.calls import driver_calls, fenced_execution
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
from conformance.verdicts import VerdictKind
from fuzz.core.finding import FuzzFinding, make_finding
from fuzz.core.session import FuzzSession
from fuzz.inputs.decoder import decode
from fuzz.inputs.fuzz_input import FuzzInput, Limits

_MODES: Final = ("sync", "async", "fenced")
_FENCE_KINDS: Final = 5
_SIGNALLED, _FAILED, _LATER, _FAILS_LATER, _AGAIN = range(_FENCE_KINDS)
_DELAY: Final = 0.002
_MAX_FENCES: Final = 8
_UINT64: Final = (1 << 64) - 1
_DISTANT: Final = 1_000_000_000
"""A deadline at least this many nanoseconds away must be kept."""

_MISSED: Final = (
    ErrorStatus.MISSED_DEADLINE_TRANSIENT,
    ErrorStatus.MISSED_DEADLINE_PERSISTENT,
)


def check_fences(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Execute an addition with the fences and limits of an input."""
    fuzz_input = decode(data)
    if session.version < Version.V1_2:
        return None
    prepared = session.prepared_addition()
    if prepared is None:
        return None
    addition = session.addition_request
    addition.reset()
    mode = _MODES[fuzz_input.header.mode % len(_MODES)]
    if mode == "fenced" and session.version < Version.V1_3:
        mode = "sync"
    if mode == "async" and session.version > Version.V1_3:
        mode = "fenced"
    limits = fuzz_input.limits
    deadline = None
    if limits.deadline is not None and session.version >= Version.V1_3:
        deadline = min(max(time.monotonic_ns() + limits.deadline, 0), _UINT64)
    try:
        if mode == "fenced":
            return _check_fenced(session, prepared, fuzz_input, deadline)
        status = _execute(session, prepared, mode, fuzz_input, deadline)
    except SkipCheck as skipped:
        if skipped.finding.kind.blames_driver:
            raise
        return None
    return _status_finding(mode, status, limits, addition, failed=False)


def _execute(
    session: FuzzSession,
    prepared: PreparedModel,
    mode: str,
    fuzz_input: FuzzInput,
    deadline: int | None,
) -> ErrorStatus:
    measure = MeasureTiming(fuzz_input.header.measure & 1)
    loop = fuzz_input.limits.loop_timeout if session.version >= Version.V1_3 else None
    request = session.addition_request.request
    if mode == "sync":
        return driver_calls.execute_synchronously(prepared, request, measure, loop, deadline).status
    record = RecordingExecutionCallback()
    limit = session.options.callback_timeout
    outcome = driver_calls.execute_asynchronously(
        prepared, request, measure, limit, record, loop, deadline
    )
    if len(record.notifications) != 1:
        reason = f"execute notified its callback {len(record.notifications)} times"
        raise SkipCheck(VerdictKind.FAILED, reason, "callback.once")
    return outcome.status


def _check_fenced(
    session: FuzzSession, prepared: PreparedModel, fuzz_input: FuzzInput, deadline: int | None
) -> FuzzFinding | None:
    fences, later = _fences(fuzz_input.fences[:_MAX_FENCES])
    failed = any(fence.status is FenceStatus.ERROR for fence in fences) or any(
        kind == _FAILS_LATER for _, kind in later
    )
    timer = threading.Thread(target=_finish_later, args=(later,), daemon=True)
    if later:
        timer.start()
    limits = fuzz_input.limits
    try:
        launched = fenced_execution.launch_fenced(
            prepared,
            session.addition_request.request,
            MeasureTiming(fuzz_input.header.measure & 1),
            wait_for=fences,
            deadline=deadline,
            loop_timeout=limits.loop_timeout,
            duration=limits.duration,
        )
        end = fenced_execution.finish_fenced(launched, session.options.callback_timeout)
    finally:
        if later:
            timer.join()
        for fence in fences:
            fence.close()
    addition = session.addition_request
    finding = _status_finding("fenced", end.status, limits, addition, failed=failed)
    return finding or session.check_health()


def _fences(kinds: tuple[int, ...]) -> tuple[list[SyncFence], list[tuple[SyncFence, int]]]:
    """Return the fences of an input, and those whose state changes later with their kind."""
    fences: list[SyncFence] = []
    later = []
    for number in kinds:
        kind = number % _FENCE_KINDS
        if kind == _AGAIN and fences:
            fences.append(fences[-1])
        elif kind == _FAILED:
            fences.append(SyncFence.failed())
        elif kind in (_LATER, _FAILS_LATER):
            fences.append(SyncFence())
            later.append((fences[-1], kind))
        else:
            fences.append(SyncFence.signaled())
    return fences, later


def _finish_later(later: list[tuple[SyncFence, int]]) -> None:
    time.sleep(_DELAY)
    for fence, kind in later:
        if kind == _LATER:
            fence.signal()
        else:
            fence.fail()


def _status_finding(
    mode: str, status: ErrorStatus, limits: Limits, addition: AdditionRequest, *, failed: bool
) -> FuzzFinding | None:
    """Return a finding if a status is not permitted, or the outputs are not those of NONE."""
    place = f"addition {mode}"
    if failed:
        if status != ErrorStatus.NONE:
            return None
        reason = f"{mode}: the execution ended with NONE although a wait fence was in error"
        return make_finding(VerdictKind.FAILED, "fence.status", reason, place)
    if status == ErrorStatus.NONE:
        problem = addition.first_difference()
        if problem:
            return make_finding(VerdictKind.FAILED, "values", f"{mode}: {problem}", place)
        if not addition.memory_intact:
            reason = f"{mode}: the execution changed memory outside the outputs"
            return make_finding(VerdictKind.FAILED, "memory.outside", reason, place)
        return None
    near = limits.deadline is not None and limits.deadline < _DISTANT
    near |= mode == "fenced" and limits.duration is not None and limits.duration < _DISTANT
    if status in _MISSED and near:
        return None
    expected = "NONE or MISSED_DEADLINE_*" if near else "NONE"
    reason = f"{mode}: the execution of a valid request ended with {status.name}; {expected}"
    return make_finding(VerdictKind.FAILED, "execute.status", f"{reason} was expected", place)
