"""Faults of the contract's calls that keep wrong state between calls, or ignore limits.

The rows have the form of those in ``contract_faults``. A replacement gets the original method, a
dictionary that lasts as long as the device or the prepared model, and the arguments of the call.
"""

from __future__ import annotations

import math
import os
import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from conformance.hal import (
    BufferToken,
    ErrorStatus,
    MeasureTiming,
    OutputShape,
    Request,
    Timing,
    Version,
)
from conformance.validation import first_request_violation

S: Final = ErrorStatus
Replacement = Callable[..., Any]


def _data(request: Request, arguments: Sequence[Any]) -> tuple[bytes | None, ...]:
    """Return the bytes of arguments in memories, ``None`` for the others."""
    found: list[bytes | None] = []
    for argument in arguments:
        pool = None if argument.has_no_value else request.pools[argument.location.pool_index]
        if pool is None or isinstance(pool, BufferToken):
            found.append(None)
            continue
        at = argument.location
        with pool.view() as view:
            found.append(bytes(view[at.offset : at.offset + at.length]))
    return tuple(found)


def _store(request: Request, outputs: Sequence[bytes | None]) -> None:
    for argument, data in zip(request.outputs, outputs, strict=True):
        if data is not None:
            at = argument.location
            with request.pools[at.pool_index].view() as view:  # type: ignore[union-attr]
                view[at.offset : at.offset + min(at.length, len(data))] = data[: at.length]


def _cached_by(key: Callable[[Request], object]) -> Replacement:
    """Return a replacement of ``run`` that repeats the outputs of the last request with a key."""

    def run(original: Any, state: dict[Any, Any], call: Any) -> Any:
        found = key(call.request)
        if state.get("key", state) == found and state["result"][0] == S.NONE:
            _store(call.request, state["outputs"])
            return state["result"]
        state["result"] = original(call)
        state["outputs"] = _data(call.request, call.request.outputs)
        state["key"] = found
        return state["result"]

    return run


def _same_request_not_executed(original: Any, state: dict[str, Any], call: Any) -> Any:
    if state.get("request") is not call.request:
        state["result"] = original(call)
        state["request"] = call.request
    return state["result"]


def _fails_once_after(statuses: Sequence[ErrorStatus]) -> Replacement:
    """Return a replacement of ``run`` that fails after an execution with one of the statuses."""

    def run(original: Any, state: dict[str, Any], call: Any) -> Any:
        if state.pop("failed", False):
            return S.GENERAL_FAILURE, (), Timing()
        result = original(call)
        state["failed"] = result[0] in statuses
        return result

    return run


def _numbered(number: int, answer: Callable[[Any], Any]) -> Replacement:
    """Return a replacement that changes the result of every ``number``-th call."""

    def method(original: Any, state: dict[str, Any], *arguments: Any, **named: Any) -> Any:
        state["calls"] = state.get("calls", 0) + 1
        result = original(*arguments, **named)
        return answer(result) if state["calls"] % number == 0 else result

    return method


def _at_most_alive(count: int) -> Replacement:
    """Return a replacement of ``prepare`` that refuses more prepared models at a time."""

    def prepare(original: Any, state: dict[str, Any], *arguments: Any) -> Any:
        alive = state.setdefault("alive", weakref.WeakSet())
        if len(alive) >= count:
            return S.GENERAL_FAILURE, None
        status, prepared = original(*arguments)
        if prepared is not None:
            alive.add(prepared)
        return status, prepared

    return prepare


def _first_shapes(original: Any, state: dict[str, Any], call: Any) -> Any:
    status, shapes, timing = original(call)
    if status == S.NONE:
        shapes = state.setdefault("shapes", shapes)
    return status, shapes, timing


def _shapes(change: Callable[[tuple[OutputShape, ...]], tuple[OutputShape, ...]]) -> Replacement:
    """Return a replacement of ``run`` that changes the shapes of too small outputs."""

    def run(original: Any, _state: Any, call: Any) -> Any:
        status, shapes, timing = original(call)
        if status == S.OUTPUT_INSUFFICIENT_SIZE:
            shapes = change(tuple(shapes))
        return status, shapes, timing

    return run


def _only_small(shapes: tuple[OutputShape, ...]) -> tuple[OutputShape, ...]:
    return tuple(replace(s, dimensions=()) if s.is_sufficient else s for s in shapes)


def _none_sufficient(shapes: tuple[OutputShape, ...]) -> tuple[OutputShape, ...]:
    return tuple(replace(s, is_sufficient=False) for s in shapes)


def _one_too_small(shapes: tuple[OutputShape, ...]) -> tuple[OutputShape, ...]:
    """Return the shapes in which only the first output that is too small is reported as such."""
    first = next(i for i, shape in enumerate(shapes) if not shape.is_sufficient)
    return tuple(replace(s, is_sufficient=i != first) for i, s in enumerate(shapes))


def _total_time(original: Any, state: dict[str, Any], call: Any) -> Any:
    start = time.monotonic_ns()
    status, shapes, timing = original(call)
    state["total"] = state.get("total", 0) + time.monotonic_ns() - start
    if call.measure == MeasureTiming.YES and status == S.NONE:
        timing = Timing(timing.time_on_device, state["total"])
    return status, shapes, timing


def _accepting(rule: str, kind: str) -> Replacement:
    """Return a replacement of ``refusal`` without one rule of requests, for inputs or outputs."""

    def refusal(original: Any, _state: Any, request: Any, measure: Any, **n: Any) -> Any:
        status = original(request, measure, **n)
        owner = original.__self__
        if status == S.INVALID_ARGUMENT:
            model = owner._model  # noqa: SLF001 - the fault needs the model
            violation = first_request_violation(request, model, version=Version.AIDL_V3)
            if violation is not None and violation.rule.name == f"request.{rule}":
                return None if kind in violation.where else status
        return status

    return refusal


def _loop_time_of_model(original: Any, state: dict[str, Any], call: Any) -> Any:
    """Abort executions of a model whose loops have run for 1.5 s in all."""
    if state.get("seconds", 0) > 1.5:
        return S.MISSED_DEADLINE_TRANSIENT, (), Timing()
    start = time.monotonic()
    result = original(call)
    state["seconds"] = state.get("seconds", 0) + time.monotonic() - start
    return result


def _expired_not_executed(original: Any, _state: Any, call: Any) -> Any:
    if call.deadline is not None and time.monotonic_ns() > call.deadline:
        return S.NONE, (), Timing()
    return original(call)


def _near_deadline_missed(original: Any, _state: Any, call: Any) -> Any:
    """Miss deadlines that are less than 90 s ahead."""
    if call.deadline is not None and call.deadline < time.monotonic_ns() + 90 * 10**9:
        return S.MISSED_DEADLINE_TRANSIENT, (), Timing()
    return original(call)


def _wrapped_deadline(original: Any, _state: Any, call: Any) -> Any:
    """Treat a deadline beyond 2^62 ns as one in the past."""
    if call.deadline is not None and call.deadline >= 1 << 62:
        return S.MISSED_DEADLINE_PERSISTENT, (), Timing()
    return original(call)


def _once_by_token(original: Any, state: dict[Any, Any], deadline: Any, cache: Any) -> Any:
    """Return GENERAL_FAILURE if the same token is retrieved a second time."""
    token = bytes(cache.token)
    if token in state:
        return S.GENERAL_FAILURE, None
    status, prepared = original(deadline, cache)
    if status == S.NONE:
        state[token] = prepared
    return status, prepared


class _Held:
    """A callback whose notification is delivered at the next call."""

    def __init__(self, callback: Any, state: dict[str, Any]) -> None:
        self._callback, self._state = callback, state

    def notify(self, *arguments: Any) -> None:
        """Deliver the previous notification and keep this one."""
        previous = self._state.get("held")
        self._state["held"] = self._callback, arguments
        if previous is not None:
            previous[0].notify(*previous[1])


def _held_back(original: Any, state: dict[str, Any], *arguments: Any) -> Any:
    return original(*arguments[:-1], _Held(arguments[-1], state))


class _Swapped:
    """A callback that gets the shapes and times of the previous execution."""

    def __init__(self, callback: Any, state: dict[str, Any]) -> None:
        self._callback, self._state = callback, state

    def notify(self, status: Any, shapes: Any, timing: Any) -> None:
        """Notify of the previous execution's results."""
        before = self._state.get("previous", (shapes, timing))
        self._state["previous"] = shapes, timing
        self._callback.notify(status, *before)


def _previous_results(original: Any, state: dict[str, Any], *arguments: Any) -> Any:
    return original(*arguments[:-1], _Swapped(arguments[-1], state))


def _kept_inputs(kind: Callable[[Any], bool]) -> Replacement:
    """Return a replacement of ``compute_until`` that keeps the first inputs of a kind."""

    def compute(original: Any, state: dict[Any, Any], inputs: Any, *more: Any) -> Any:
        kept = []
        for number, array in enumerate(inputs):
            if kind(array):
                state.setdefault(number, None if array is None else array.copy())
            kept.append(state.get(number, array))
        return original(kept, *more)

    return compute


def _completed(original: Any, _state: Any, request: Request, *more: Any) -> Any:
    """Compute the only dimension that an input argument states as 0 from its byte size."""
    inputs = []
    for argument in request.inputs:
        dims, size = argument.dimensions, argument.location.length
        if dims.count(0) == 1 and size:
            rest = 4 * math.prod(extent for extent in dims if extent)
            dims = tuple(extent or size // rest for extent in dims)
        inputs.append(replace(argument, dimensions=dims))
    return original(replace(request, inputs=tuple(inputs)), *more)


def _unchecked_when_retrieved(original: Any, _state: Any, *arguments: Any) -> Any:
    status, prepared = original(*arguments)
    if prepared is not None:
        prepared.refusal = lambda *_arguments, **_named: None
    return status, prepared


def _leak_after_failure(original: Any, _state: Any, call: Any) -> Any:
    answer = original(call)
    if answer[0] != S.NONE:
        os.open("/dev/null", os.O_RDONLY)
    return answer


def _leak_after_missed_deadline(original: Any, _state: Any, *arguments: Any) -> Any:
    answer = original(*arguments)
    if answer[0] in (S.MISSED_DEADLINE_TRANSIENT, S.MISSED_DEADLINE_PERSISTENT):
        os.open("/dev/null", os.O_RDONLY)
    return answer


def _no_input_buffers(original: Any, _state: Any, *arguments: Any) -> Any:
    """Retrieve a model whose inputs cannot be in driver-managed buffers."""
    status, prepared = original(*arguments)
    if prepared is not None:
        execute = prepared.execute_synchronously

        def refusing(request: Request, *more: Any) -> Any:
            pools = [request.pools[argument.location.pool_index] for argument in request.inputs]
            if any(isinstance(pool, BufferToken) for pool in pools):
                return S.INVALID_ARGUMENT, (), Timing()
            return execute(request, *more)

        prepared.execute_synchronously = refusing
    return status, prepared


class _TwiceAfterFailure:
    """A callback that is notified twice of an error."""

    def __init__(self, callback: Any) -> None:
        self._callback = callback

    def notify(self, status: Any, *results: Any) -> None:
        """Notify once, and again unless the status is NONE."""
        for _ in range(1 if status == S.NONE else 2):
            self._callback.notify(status, *results)


def _twice_after_failure(original: Any, _state: Any, call: Any, callback: Any) -> Any:
    return original(call, _TwiceAfterFailure(callback))


_STATE = ("repeated_executions", "clients")
_DYN, _R = ("dynamic_outputs", "combinations", "timing"), ("invalid_requests", "dynamic_outputs")

ROWS: Final[tuple[tuple[str, tuple[str, ...], str, str, Replacement, str], ...]] = (
    # State between executions
    ("the same request is not executed again", _STATE, "prepared", "run", _same_request_not_executed, "execute"),
    ("result repeated for an equal first input", _STATE, "prepared", "run", _cached_by(lambda r: _data(r, r.inputs[:1])), "execute"),
    ("result repeated for an equal last input", _STATE, "prepared", "run", _cached_by(lambda r: _data(r, r.inputs[-1:])), "execute"),
    ("result repeated for inputs of equal sums", _STATE, "prepared", "run", _cached_by(lambda r: sum(sum(d) for d in _data(r, r.inputs) if d)), "execute"),
    ("result repeated for equal first 64 bytes", _STATE, "prepared", "run", _cached_by(lambda r: [d and d[:64] for d in _data(r, r.inputs)]), "execute"),
    ("result repeated in the same pools", _STATE, "prepared", "run", _cached_by(lambda r: [id(p) for p in r.pools]), "execute"),
    ("every 50th execution fails", _STATE, "prepared", "run", _numbered(50, lambda _r: (S.GENERAL_FAILURE, (), Timing())), "execute"),
    ("every 50th preparation fails", ("resource_usage", "clients"), "device", "prepare", _numbered(50, lambda _r: (S.GENERAL_FAILURE, None)), "prepareModel"),
    ("at most 8 prepared models at a time", (*_STATE, "concurrency", "many_objects"), "device", "prepare", _at_most_alive(8), "prepareModel"),
    ("at most 16 prepared models at a time", (*_STATE, "concurrency", "many_objects"), "device", "prepare", _at_most_alive(16), "prepareModel"),
    ("fails once after a too small output", ("dynamic_outputs",), "prepared", "run", _fails_once_after((S.OUTPUT_INSUFFICIENT_SIZE,)), "execute"),
    ("fails once after a missed deadline", ("qos", "combinations"), "prepared", "run", _fails_once_after((S.MISSED_DEADLINE_TRANSIENT, S.MISSED_DEADLINE_PERSISTENT)), "execute"),
    ("scalar inputs of the first execution kept", _STATE, "prepared", "compute_until", _kept_inputs(lambda a: a is not None and a.ndim == 0), "execute"),
    ("float scalar inputs of the first execution kept", _STATE, "prepared", "compute_until", _kept_inputs(lambda a: a is not None and a.ndim == 0 and a.dtype.kind == "f"), "execute"),
    ("an input omitted once stays omitted", _STATE, "prepared", "compute_until", _kept_inputs(lambda a: a is None), "execute: hasNoValue"),
    ("descriptor kept after a failed execution", ("cleanup",), "prepared", "run", _leak_after_failure, "no growth of resources"),
    ("descriptor kept after a missed deadline", ("cleanup",), "device", "prepare", _leak_after_missed_deadline, "no growth of resources"),
    ("descriptor kept after a missed deadline", ("cleanup",), "prepared", "launch_fenced", _leak_after_missed_deadline, "no growth of resources"),
    # Output shapes
    ("shapes of the first execution", _DYN, "prepared", "run", _first_shapes, "execute: outputShapes"),
    ("no dimensions of sufficient outputs", _DYN, "prepared", "run", _shapes(_only_small), "execute: OUTPUT_INSUFFICIENT_SIZE"),
    ("no output sufficient if one is not", _DYN, "prepared", "run", _shapes(_none_sufficient), "execute: isSufficient"),
    ("only the first too small output reported", _DYN, "prepared", "run", _shapes(_one_too_small), "execute: isSufficient"),
    # Timing
    ("time since the first execution", ("timing",), "prepared", "run", _total_time, "Timing"),
    # Requests
    *(
        (f"accepts a violation of request.{rule} by {kind}s", _R, "prepared", "refusal", _accepting(rule, kind), "execute: INVALID_ARGUMENT")
        for rule in ("pool_index", "pool_range", "zero_length", "rank", "dimension", "length", "no_value")
        for kind in ("input", "output")
    ),
    ("dimension of 0 computed from the byte size", ("unknown_shapes",), "prepared", "execute_synchronously", _completed, "execute: INVALID_ARGUMENT"),
    # Limits
    ("time of all loops limited", ("loop_limits", "qos"), "prepared", "run", _loop_time_of_model, "execute: loopTimeoutDuration"),
    ("success without an execution after the deadline", ("qos", "combinations"), "prepared", "run", _expired_not_executed, "execute: deadline"),
    ("a deadline in 60 s is missed", ("qos", "combinations"), "prepared", "run", _near_deadline_missed, "execute: deadline"),
    ("the latest deadline is missed", ("qos", "combinations"), "prepared", "run", _wrapped_deadline, "execute: deadline"),
    # Caching
    ("a token is retrieved only once", ("caching", "caching_security"), "device", "prepare_from_cache", _once_by_token, "prepareModelFromCache"),
    ("requests for retrieved models not validated", ("caching", "caching_use"), "device", "prepare_from_cache", _unchecked_when_retrieved, "prepareModelFromCache"),
    ("buffers of inputs refused for retrieved models", ("caching_use",), "device", "prepare_from_cache", _no_input_buffers, "prepareModelFromCache"),
    # Callbacks
    ("two notifications of a failure after the launch", ("asynchronous", "combinations"), "prepared", "launch", _twice_after_failure, "execute: notified exactly once"),
    ("notified at the next execution", ("asynchronous",), "prepared", "execute", _held_back, "execute: notified exactly once"),
    ("notified of the previous shapes and times", ("asynchronous", "dynamic_outputs", "timing"), "prepared", "execute", _previous_results, "execute: outputShapes"),
    ("notified at the next preparation", ("preparation", "asynchronous"), "device", "prepare_model", _held_back, "prepareModel: notified exactly once"),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
