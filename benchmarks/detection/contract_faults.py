"""Faults against the contract's calls: statuses, callbacks, timing, memory, fences, resources.

Each fault replaces one method of the reference's device or of its prepared models. Its replacement
gets the original method and the arguments of the call.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from benchmarks.detection import (
    contract_newest_faults,
    contract_object_faults,
    contract_state_faults,
)
from conformance.driver_sdk import ProgramModel
from conformance.hal import (
    BufferToken,
    DeviceStatus,
    DeviceType,
    ErrorStatus,
    MeasureTiming,
    Model,
    OutputShape,
    Request,
    Timing,
    Version,
)
from conformance.reference import ReferenceDevice

S: Final = ErrorStatus
Replacement = Callable[..., Any]


@dataclass(frozen=True)
class ContractFault:
    """One fault: the replaced method of the device or of prepared models, and where it is tested.

    ``areas`` are the suite areas whose checks concern the rule; ``source`` is the clause. If the
    contract permits the behaviour, ``permitted`` is true, and a quality warning of these areas
    reports it.
    """

    name: str
    areas: tuple[str, ...]
    target: str
    method: str
    replacement: Replacement
    source: str
    permitted: bool = False

    @property
    def id(self) -> str:
        """The fault's name."""
        return f"{self.target}.{self.method}: {self.name}"

    def device(self) -> ReferenceDevice:
        """Return a new device with the fault."""
        return TamperedDevice(self)


class TamperedDevice(ReferenceDevice):
    """The reference device with one replaced method."""

    name = "contract fault"

    def __init__(self, fault: ContractFault) -> None:
        # AIDL drivers have no asynchronous execution, and cannot get undefined codes.
        old = fault.method in ("execute", "launch", "refusal")
        newest = fault.method in contract_newest_faults.METHODS
        super().__init__(Version.V1_3 if old else Version.AIDL_V4 if newest else Version.AIDL_V3)
        self.fault = fault
        if fault.target == "device":
            _replace(self, fault)

    def build_prepared_model(self, model: Model) -> ProgramModel:
        prepared = super().build_prepared_model(model)
        if self.fault.target == "prepared":
            _replace(prepared, self.fault)
        return prepared


def _replace(target: object, fault: ContractFault) -> None:
    original = getattr(target, fault.method)
    state: dict[str, Any] = {}

    def method(*arguments: Any, **named: Any) -> Any:
        return fault.replacement(original, state, *arguments, **named)

    setattr(target, fault.method, method)


def _fixed(value: Any) -> Replacement:
    """Return a replacement that returns a value and does nothing."""
    return lambda _original, _state, *_arguments, **_named: value


def _result(change: Callable[[Any], Any]) -> Replacement:
    """Return a replacement that changes the result of the original method."""
    return lambda original, _state, *arguments, **named: change(original(*arguments, **named))


def _from_call(number: int, change: Callable[[Any], Any]) -> Replacement:
    """Return a replacement that changes the result from a call on, counted from 1."""

    def method(original: Any, state: dict[str, Any], *arguments: Any, **named: Any) -> Any:
        state["calls"] = state.get("calls", 0) + 1
        result = original(*arguments, **named)
        return change(result) if state["calls"] >= number else result

    return method


class _Callback:
    """A callback that passes a notification on in another way."""

    def __init__(self, callback: Any, notify: Callable[..., None]) -> None:
        self._callback, self._notify = callback, notify

    def notify(self, *arguments: Any) -> None:
        """Notify the client's callback."""
        self._notify(self._callback, *arguments)


def _notified(notify: Callable[..., None]) -> Replacement:
    """Return a replacement whose callback, the last argument, is notified by ``notify``."""

    def method(original: Any, _state: Any, *arguments: Any) -> Any:
        return original(*arguments[:-1], _Callback(arguments[-1], notify))

    return method


def _twice(callback: Any, *arguments: Any) -> None:
    callback.notify(*arguments)
    callback.notify(*arguments)


def _never(*_arguments: Any) -> None:
    """Leave the callback without a notification."""


def _each_output(write: Callable[[memoryview, int, int], None]) -> Replacement:
    """Return a replacement of ``run`` that writes to the outputs' memory after the execution.

    ``write`` gets the whole pool, and the offset and length of one output.
    """

    def run(original: Any, _state: Any, call: Any) -> Any:
        result = original(call)
        if result[0] == S.NONE:
            _write(call.request, call.request.outputs, write)
        return result

    return run


def _write(
    request: Request, arguments: Sequence[Any], write: Callable[[memoryview, int, int], None]
) -> None:
    for argument in arguments:
        if argument.has_no_value:
            continue
        pool = request.pools[argument.location.pool_index]
        if isinstance(pool, BufferToken):
            continue
        with pool.view() as view:
            write(memoryview(view), argument.location.offset, argument.location.length)


def _flip(view: memoryview, place: int) -> None:
    if 0 <= place < len(view):
        view[place] = view[place] ^ 0xFF


def _inputs_changed(original: Any, _state: Any, call: Any) -> Any:
    result = original(call)
    if result[0] == S.NONE:
        _write(call.request, call.request.inputs, lambda view, at, _size: _flip(view, at))
    return result


def _late_write(original: Any, _state: Any, call: Any) -> Any:
    result = original(call)
    request = call.request

    def later() -> None:
        time.sleep(0.02)
        with suppress(ValueError):  # the client has closed the memory
            _write(request, request.outputs, lambda view, at, _size: _flip(view, at))

    threading.Thread(target=later, daemon=True).start()
    return result


def _leak_descriptor(original: Any, _state: Any, *arguments: Any, **named: Any) -> Any:
    os.open("/dev/null", os.O_RDONLY)
    return original(*arguments, **named)


def _leak_thread(original: Any, _state: Any, *arguments: Any, **named: Any) -> Any:
    threading.Thread(target=lambda: time.sleep(600), daemon=True).start()
    return original(*arguments, **named)


_KEPT: list[Any] = []


def _leak_memory(original: Any, _state: Any, *arguments: Any, **named: Any) -> Any:
    _KEPT.append(bytearray(1 << 20))
    return original(*arguments, **named)


def _one_at_a_time(original: Any, state: dict[str, Any], call: Any) -> Any:
    if state.get("active"):
        return S.GENERAL_FAILURE, (), Timing()
    state["active"] = True
    try:
        time.sleep(0.001)
        return original(call)
    finally:
        state["active"] = False


def _mixed_results(original: Any, state: dict[str, Any], call: Any) -> Any:
    """Run the latest request of all threads in place of the own one."""
    state["call"] = call
    time.sleep(0.002)
    return original(state["call"])


def _without(**fields: Any) -> Replacement:
    """Return a replacement of ``run`` that ignores some fields of the call."""
    return lambda original, _state, call: original(call._replace(**fields))


def _status(status: ErrorStatus) -> Callable[[Any], Any]:
    return lambda result: (status, *result[1:])


def _shapes(change: Callable[[tuple[OutputShape, ...]], tuple[OutputShape, ...]]) -> Replacement:
    def run(original: Any, _state: Any, call: Any) -> Any:
        status, shapes, timing = original(call)
        return status, change(tuple(shapes)), timing

    return run


def _on(wanted: ErrorStatus, change: Callable[[Any], Any]) -> Replacement:
    """Return a replacement that changes results with one status."""
    return _result(lambda result: change(result) if result[0] == wanted else result)


def _timing(change: Callable[[Timing], Timing], *, always: bool = False) -> Replacement:
    def run(original: Any, _state: Any, call: Any) -> Any:
        status, shapes, timing = original(call)
        if always or call.measure == MeasureTiming.YES:
            timing = change(timing)
        return status, shapes, timing

    return run


def _first_only(original: Any, state: dict[str, Any], *arguments: Any) -> Any:
    """Return the answer of the first call for ever."""
    if "result" not in state:
        state["result"] = original(*arguments)
    return state["result"]


def _token(change: Callable[[int], int]) -> Replacement:
    return _result(lambda result: (result[0], result[1], change(result[2]) if result[1] else 0))


def _fenced(change: Callable[[Any], Any]) -> Replacement:
    return _result(lambda result: change(result) if result[0] == S.NONE else result)


class _Info:
    """The callback of a fenced execution with another answer."""

    def __init__(self, callback: Any, change: Callable[[Any], Any]) -> None:
        self._callback, self._change = callback, change

    def get_execution_info(self) -> Any:
        """Return the changed answer."""
        return self._change(self._callback.get_execution_info())


def _info(change: Callable[[Any], Any]) -> Replacement:
    return _fenced(lambda result: (result[0], result[1], _Info(result[2], change)))


def _no_wait(original: Any, _state: Any, request: Any, _wait: Any, *more: Any) -> Any:
    return original(request, (), *more)


def _tolerant(*statuses: ErrorStatus) -> Replacement:
    """Return a replacement of ``prepare`` that accepts what it should refuse with a status."""

    def prepare(original: Any, state: dict[str, Any], *arguments: Any) -> Any:
        status, prepared = original(*arguments)
        if prepared is not None:
            state["prepared"] = prepared
        if status in statuses and "prepared" in state:
            return S.NONE, state["prepared"]
        return status, prepared

    return prepare


_P, _T = ("preparation",), ("timing", "combinations")
_F, _QOS = ("fences", "combinations"), ("qos", "combinations")
_ASYNC = ("asynchronous", "combinations")
_SYNC_AREAS = ("dynamic_outputs", "timing", "asynchronous", "combinations")
_MEMORY = ("memory_pools", "concurrency", "asynchronous", "clients")
_OUTPUTS = ("dynamic_outputs", "combinations", "timing")
_LEAKS = ("cleanup", "resource_usage")
_DOMAINS = ("memory_domains_allocate", "memory_domains_copy", "memory_domains_execution")
_CACHE = ("caching", "caching_arguments", "caching_security")

_ROWS: Final[tuple[tuple[Any, ...], ...]] = (
    # Queries
    ("empty text", ("queries",), "device", "get_version_string", _fixed((S.NONE, "")), "getVersionString"),
    ("fails", ("queries",), "device", "get_version_string", _fixed((S.GENERAL_FAILURE, "")), "getVersionString"),
    ("other text in each call", ("queries",), "device", "get_version_string", lambda _o, _s: (S.NONE, str(time.monotonic_ns())), "getVersionString"),
    ("unknown type", ("queries",), "device", "get_type", _fixed((S.NONE, 99)), "getType"),
    ("fails", ("queries",), "device", "get_type", _fixed((S.GENERAL_FAILURE, DeviceType.CPU)), "getType"),
    ("changes", ("queries",), "device", "get_type", _from_call(2, lambda _r: (S.NONE, DeviceType.GPU)), "getType"),
    ("unknown status", ("queries",), "device", "get_status", _fixed(99), "getStatus"),
    ("offline", ("queries",), "device", "get_status", _fixed(DeviceStatus.OFFLINE), "getStatus"),
    ("fails", ("queries",), "device", "get_capabilities", _result(_status(S.GENERAL_FAILURE)), "getCapabilities"),
    ("no operand performance", ("queries",), "device", "get_capabilities", _result(lambda r: (r[0], replace(r[1], operand_performance=()))), "getCapabilities", True),
    ("fails", ("extensions", "queries"), "device", "get_supported_extensions", _fixed((S.GENERAL_FAILURE, ())), "getSupportedExtensions"),
    ("one flag too few", ("queries", "preparation"), "device", "get_supported_operations", _result(lambda r: (r[0], r[1][:-1])), "getSupportedOperations"),
    ("one flag too many", ("queries", "preparation"), "device", "get_supported_operations", _result(lambda r: (r[0], (*r[1], True))), "getSupportedOperations"),
    ("flags after an error", ("queries", "invalid_models"), "device", "get_supported_operations", _on(S.INVALID_ARGUMENT, lambda r: (r[0], (True,))), "getSupportedOperations", True),
    ("accepts invalid models", ("queries", "invalid_models"), "device", "get_supported_operations", _on(S.INVALID_ARGUMENT, lambda _r: (S.NONE, (True,))), "getSupportedOperations"),
    ("general failure for invalid models", ("queries", "invalid_models"), "device", "get_supported_operations", _on(S.INVALID_ARGUMENT, lambda _r: (S.GENERAL_FAILURE, ())), "getSupportedOperations"),
    ("other answer from the second call on", ("repeated_executions", "queries"), "device", "get_supported_operations", _from_call(2, lambda r: (r[0], tuple(False for _ in r[1]))), "getSupportedOperations"),
    ("answer of the first model for ever", ("queries", "preparation"), "device", "get_supported_operations", _first_only, "getSupportedOperations"),
    ("33 files", ("caching_arguments", "caching", "queries"), "device", "get_number_of_cache_files_needed", _fixed((S.NONE, 33, 1)), "getNumberOfCacheFilesNeeded"),
    ("33 data files", ("caching_arguments", "caching", "queries"), "device", "get_number_of_cache_files_needed", _fixed((S.NONE, 1, 33)), "getNumberOfCacheFilesNeeded"),
    ("fails", ("caching_arguments", "caching", "queries"), "device", "get_number_of_cache_files_needed", _fixed((S.GENERAL_FAILURE, 0, 0)), "getNumberOfCacheFilesNeeded"),
    ("changes", ("caching_arguments", "caching", "queries"), "device", "get_number_of_cache_files_needed", _from_call(3, lambda _r: (S.NONE, 1, 1)), "getNumberOfCacheFilesNeeded"),
    # Preparation
    ("no notification", _P, "device", "prepare_model", _notified(_never), "prepareModel: notified exactly once"),
    ("two notifications", _P, "device", "prepare_model", _notified(_twice), "prepareModel: notified exactly once"),
    ("launch error for a valid model", _P, "device", "prepare_model", _result(lambda _r: S.GENERAL_FAILURE), "prepareModel: launch status"),
    ("launch success for an invalid model", ("invalid_models",), "device", "prepare_model", _result(lambda _r: S.NONE), "prepareModel: launch status"),
    ("notified without a prepared model", _P, "device", "prepare_model", _notified(lambda c, s, _p: c.notify(s, None)), "prepareModel: result"),
    ("notified of another error", ("invalid_models", *_P), "device", "prepare_model", _notified(lambda c, s, p: c.notify(S.GENERAL_FAILURE if s == S.INVALID_ARGUMENT else s, p)), "prepareModel: status"),
    ("success for invalid arguments", ("preparation", "invalid_models"), "device", "prepare", _tolerant(S.INVALID_ARGUMENT), "prepareModel: INVALID_ARGUMENT"),
    ("success after the deadline", ("qos", "preparation"), "device", "prepare", _tolerant(S.MISSED_DEADLINE_PERSISTENT, S.MISSED_DEADLINE_TRANSIENT), "prepareModel: deadline"),
    ("prepared model of the first call for ever", ("preparation", "clients", "asynchronous"), "device", "prepare", _first_only, "prepareModel: result"),
    ("fails from the tenth call on", ("preparation", "resource_usage", "clients"), "device", "prepare", _from_call(10, lambda _r: (S.GENERAL_FAILURE, None)), "prepareModel"),
    ("high priority refused", (*_QOS, "preparation"), "device", "prepare", lambda o, _s, *a: (S.INVALID_ARGUMENT, None) if a[2] == 2 else o(*a), "prepareModel: priority"),
    ("low priority refused", ("qos", "preparation"), "device", "prepare", lambda o, _s, *a: (S.GENERAL_FAILURE, None) if a[2] == 0 else o(*a), "prepareModel: priority"),
    ("sustained speed refused", ("preparation", "queries"), "device", "prepare", lambda o, _s, *a: (S.GENERAL_FAILURE, None) if a[1] == 2 else o(*a), "prepareModel: preference"),
    ("a future deadline is missed", ("qos",), "device", "prepare", lambda o, _s, *a: (S.MISSED_DEADLINE_PERSISTENT, None) if a[3] is not None else o(*a), "prepareModel: deadline"),
    ("descriptor kept open", _LEAKS, "device", "prepare", _leak_descriptor, "no growth of resources"),
    ("thread kept running", _LEAKS, "device", "prepare", _leak_thread, "no growth of resources"),
    ("memory kept", _LEAKS, "device", "prepare", _leak_memory, "no growth of resources"),
    # Caching
    ("no notification", _CACHE, "device", "prepare_model_from_cache", _notified(_never), "prepareModelFromCache"),
    ("two notifications", _CACHE, "device", "prepare_model_from_cache", _notified(_twice), "prepareModelFromCache"),
    ("success for invalid arguments", _CACHE, "device", "prepare_from_cache", _tolerant(S.INVALID_ARGUMENT), "prepareModelFromCache"),
    ("success for changed files", _CACHE, "device", "prepare_from_cache", _tolerant(S.GENERAL_FAILURE), "prepareModelFromCache: modified files"),
    ("invalid argument for changed files", _CACHE, "device", "prepare_from_cache", _on(S.GENERAL_FAILURE, lambda _r: (S.INVALID_ARGUMENT, None)), "prepareModelFromCache"),
    ("success after the deadline", ("qos", *_CACHE), "device", "prepare_from_cache", _tolerant(S.MISSED_DEADLINE_PERSISTENT), "prepareModelFromCache: deadline"),
    ("first model for ever", _CACHE, "device", "prepare_from_cache", _first_only, "prepareModelFromCache: token"),
    ("descriptor kept open", (*_LEAKS, *_CACHE), "device", "prepare_from_cache", _leak_descriptor, "no growth of resources"),
    # Executions: status and shapes
    ("general failure", _ASYNC, "prepared", "run", _result(_status(S.GENERAL_FAILURE)), "execute: status"),
    ("fails from the second execution on", ("asynchronous", "clients", "timing"), "prepared", "run", _from_call(2, _status(S.GENERAL_FAILURE)), "execute: status"),
    ("fails from the sixth execution on", ("clients", "resource_usage", "concurrency"), "prepared", "run", _from_call(6, _status(S.GENERAL_FAILURE)), "execute: status"),
    ("shapes with an error", ("asynchronous", "invalid_requests"), "prepared", "run", _on(S.GENERAL_FAILURE, lambda r: (r[0], (OutputShape((1,), True),), r[2])), "execute: outputShapes"),
    ("one shape too few", _SYNC_AREAS, "prepared", "run", _shapes(lambda shapes: shapes[:-1]), "execute: outputShapes"),
    ("no shapes", ("dynamic_outputs", "unknown_shapes"), "prepared", "run", _shapes(lambda _shapes: ()), "execute: outputShapes"),
    ("wrong dimension", _SYNC_AREAS, "prepared", "run", _shapes(lambda shapes: tuple(replace(s, dimensions=tuple(d + 1 for d in s.dimensions)) for s in shapes)), "execute: outputShapes"),
    ("dimensions reversed", ("dynamic_outputs", "unknown_shapes"), "prepared", "run", _shapes(lambda shapes: tuple(replace(s, dimensions=s.dimensions[::-1]) for s in shapes)), "execute: outputShapes"),
    ("insufficient in spite of success", _SYNC_AREAS, "prepared", "run", _shapes(lambda shapes: tuple(replace(s, is_sufficient=False) for s in shapes)), "execute: isSufficient"),
    ("sufficient in spite of the error", ("dynamic_outputs", "unknown_shapes"), "prepared", "run", _on(S.OUTPUT_INSUFFICIENT_SIZE, lambda r: (r[0], tuple(replace(s, is_sufficient=True) for s in r[1]), r[2])), "execute: isSufficient"),
    ("too small output is a success", ("dynamic_outputs", "unknown_shapes"), "prepared", "run", _on(S.OUTPUT_INSUFFICIENT_SIZE, lambda r: (S.NONE, r[1], r[2])), "execute: OUTPUT_INSUFFICIENT_SIZE"),
    ("no shapes of a too small output", ("dynamic_outputs", "unknown_shapes"), "prepared", "run", _on(S.OUTPUT_INSUFFICIENT_SIZE, lambda r: (r[0], (), r[2])), "execute: OUTPUT_INSUFFICIENT_SIZE"),
    ("timing of a too small output", _OUTPUTS, "prepared", "run", _on(S.OUTPUT_INSUFFICIENT_SIZE, lambda r: (r[0], r[1], Timing(1, 2))), "execute: timing"),
    # Timing
    ("times although not measured", _T, "prepared", "run", _timing(lambda _t: Timing(1, 2), always=True), "execute: MeasureTiming.NO"),
    ("device longer than driver", _T, "prepared", "run", _timing(lambda _t: Timing(200, 100)), "Timing"),
    ("driver longer than the call", _T, "prepared", "run", _timing(lambda _t: Timing(0, 10**15)), "Timing"),
    ("negative time", _T, "prepared", "run", _timing(lambda _t: Timing(-5, -5)), "Timing"),
    ("measure outside its range accepted", ("timing", "invalid_requests"), "prepared", "refusal", lambda o, _s, r, m, **n: o(r, MeasureTiming.NO if m not in tuple(MeasureTiming) else m, **n), "execute: measure", True),
    # Asynchronous
    ("no notification", _ASYNC, "prepared", "execute", _notified(_never), "execute: notified exactly once"),
    ("two notifications", _ASYNC, "prepared", "execute", _notified(_twice), "execute: notified exactly once"),
    ("launch error for a valid request", _ASYNC, "prepared", "execute", _result(lambda _r: S.GENERAL_FAILURE), "execute: launch status"),
    ("launch success for an invalid request", (*_ASYNC, "invalid_requests"), "prepared", "execute", _result(lambda _r: S.NONE), "execute: launch status"),
    ("notified of another status", _ASYNC, "prepared", "execute", _notified(lambda c, _s, sh, t: c.notify(S.GENERAL_FAILURE, sh, t)), "execute: status"),
    ("notified of success after an error", (*_ASYNC, "invalid_requests"), "prepared", "execute", _notified(lambda c, _s, sh, t: c.notify(S.NONE, sh, t)), "execute: status"),
    ("notified without shapes", ("dynamic_outputs", *_ASYNC), "prepared", "execute", _notified(lambda c, s, _sh, t: c.notify(s, (), t)), "execute: outputShapes"),
    ("notified of times although not measured", (*_T, *_ASYNC), "prepared", "execute", _notified(lambda c, s, sh, _t: c.notify(s, sh, Timing(1, 2))), "execute: MeasureTiming.NO"),
    # Memory
    ("byte after the output written", _MEMORY, "prepared", "run", _each_output(lambda v, at, n: _flip(v, at + n)), "outputs only"),
    ("byte before the output written", _MEMORY, "prepared", "run", _each_output(lambda v, at, _n: _flip(v, at - 1)), "outputs only"),
    ("byte far after the output written", _MEMORY, "prepared", "run", _each_output(lambda v, at, n: _flip(v, at + n + 16)), "outputs only"),
    ("last byte of the output wrong", _MEMORY, "prepared", "run", _each_output(lambda v, at, n: _flip(v, at + n - 1)), "outputs"),
    ("first byte of the output wrong", _MEMORY, "prepared", "run", _each_output(lambda v, at, _n: _flip(v, at)), "outputs"),
    ("inputs changed", _MEMORY, "prepared", "run", _inputs_changed, "inputs are read only"),
    ("output written after the end", _MEMORY, "prepared", "run", _late_write, "no access after the end"),
    ("one execution at a time", ("concurrency", "clients"), "prepared", "run", _one_at_a_time, "prepared models are thread-safe"),
    ("requests of threads mixed", ("concurrency", "clients"), "prepared", "run", _mixed_results, "prepared models are thread-safe"),
    ("descriptor kept open", _LEAKS, "prepared", "run", _leak_descriptor, "no growth of resources"),
    ("thread kept running", _LEAKS, "prepared", "run", _leak_thread, "no growth of resources"),
    ("memory kept", _LEAKS, "prepared", "run", _leak_memory, "no growth of resources"),
    # Deadlines and loops
    ("deadline ignored", ("loop_limits",), "prepared", "run", _without(deadline=None), "execute: deadline", True),
    ("loop timeout ignored", _QOS, "prepared", "run", _without(loop_timeout=None), "execute: loopTimeoutDuration"),
    ("every deadline missed", _QOS, "prepared", "run", lambda o, _s, c: o(c) if c.deadline is None else (S.MISSED_DEADLINE_TRANSIENT, (), Timing()), "execute: deadline"),
    ("loop timeout refused", _QOS, "prepared", "run", lambda o, _s, c: o(c) if c.loop_timeout is None else (S.INVALID_ARGUMENT, (), Timing()), "execute: loopTimeoutDuration"),
    ("missed deadline is a general failure", _QOS, "prepared", "run", _on(S.MISSED_DEADLINE_TRANSIENT, lambda r: (S.GENERAL_FAILURE, *r[1:])), "execute: deadline"),
    # Fences
    ("fences ignored", _F, "prepared", "execute_fenced", _no_wait, "executeFenced: waitFor"),
    ("general failure", _F, "prepared", "execute_fenced", _fixed((S.GENERAL_FAILURE, None, None)), "executeFenced"),
    ("no callback", _F, "prepared", "execute_fenced", _fenced(lambda r: (r[0], r[1], None)), "executeFenced: callback"),
    ("no fence for a pending execution", _F, "prepared", "execute_fenced", _fenced(lambda r: (r[0], None, r[2])), "executeFenced: syncFence"),
    ("error of the execution hidden", _F, "prepared", "execute_fenced", _info(lambda i: (S.NONE, *i[1:])), "getExecutionInfo"),
    ("execution reported as failed", _F, "prepared", "execute_fenced", _info(lambda i: (S.GENERAL_FAILURE, *i[1:])), "getExecutionInfo"),
    ("times although not measured", (*_F, *_T), "prepared", "execute_fenced", _info(lambda i: (i[0], Timing(1, 2), Timing(1, 2))), "getExecutionInfo"),
    ("time since the fences longer", (*_F, *_T), "prepared", "execute_fenced", _info(lambda i: (i[0], Timing(1, 2), Timing(1, 10**15)) if i[1] != Timing() else i), "getExecutionInfo"),
    ("invalid request accepted", (*_F, "invalid_requests"), "prepared", "execute_fenced", _on(S.INVALID_ARGUMENT, lambda _r: (S.NONE, None, None)), "executeFenced"),
    ("invalid request is a general failure", (*_F, "invalid_requests"), "prepared", "execute_fenced", _on(S.INVALID_ARGUMENT, lambda _r: (S.GENERAL_FAILURE, None, None)), "executeFenced"),
    ("unknown output shapes accepted", (*_F, "unknown_shapes", "dynamic_outputs"), "prepared", "refusal", lambda o, _s, r, m, **_n: o(r, m), "executeFenced: outputs are fully specified"),
    ("duration ignored", ("loop_limits",), "prepared", "execute_fenced", lambda o, _s, r, w, m, d, loop, _duration: o(r, w, m, d, loop, None), "executeFenced: duration", True),
    ("deadline ignored", ("loop_limits",), "prepared", "execute_fenced", lambda o, _s, r, w, m, _d, loop, duration: o(r, w, m, None, loop, duration), "executeFenced: deadline", True),
    ("descriptor kept open", (*_LEAKS, *_F), "prepared", "execute_fenced", _leak_descriptor, "no growth of resources"),
    # Requests
    ("invalid request is a general failure", ("invalid_requests",), "prepared", "refusal", _result(lambda r: S.GENERAL_FAILURE if r is not None else None), "execute: INVALID_ARGUMENT"),
    ("valid request refused from the fourth on", ("invalid_requests", "clients", "asynchronous"), "prepared", "refusal", _from_call(4, lambda _r: S.INVALID_ARGUMENT), "execute"),
    # Bursts
    ("refused", ("bursts",), "prepared", "configure_execution_burst", _fixed((S.GENERAL_FAILURE, None)), "configureExecutionBurst"),
    ("no context", ("bursts",), "prepared", "configure_execution_burst", _result(lambda r: (r[0], None)), "configureExecutionBurst"),
    ("error with a context", ("bursts",), "prepared", "configure_execution_burst", _result(lambda r: (S.INVALID_ARGUMENT, r[1])), "configureExecutionBurst"),
    ("descriptor kept open", ("bursts", *_LEAKS), "prepared", "configure_execution_burst", _leak_descriptor, "no growth of resources"),
    ("thread kept running", ("bursts", *_LEAKS), "prepared", "configure_execution_burst", _leak_thread, "no growth of resources"),
    # Driver-managed buffers
    ("token 0", _DOMAINS, "device", "allocate", _token(lambda _t: 0), "allocate: token"),
    ("token of the first buffer", _DOMAINS, "device", "allocate", _token(lambda _t: 1), "allocate: token"),
    ("token of another buffer", _DOMAINS, "device", "allocate", _token(lambda t: t + 1), "allocate: token"),
    ("no buffer", _DOMAINS, "device", "allocate", _result(lambda r: (r[0], None, r[2])), "allocate: buffer"),
    ("token with an error", _DOMAINS, "device", "allocate", _on(S.INVALID_ARGUMENT, lambda r: (r[0], None, 7)), "allocate: token"),
    ("invalid arguments are a general failure", _DOMAINS, "device", "allocate", _on(S.INVALID_ARGUMENT, lambda _r: (S.GENERAL_FAILURE, None, 0)), "allocate: INVALID_ARGUMENT"),
    ("dimensions ignored", _DOMAINS, "device", "allocate", lambda o, _s, desc, *more: o(replace(desc, dimensions=()), *more), "allocate: dimensions"),
    ("only the first role checked", _DOMAINS, "device", "allocate", lambda o, _s, desc, models, ins, outs: o(desc, models, ins[:1], outs[: 0 if ins else 1]), "allocate: roles"),
    ("frequency ignored", _DOMAINS, "device", "allocate", lambda o, _s, desc, models, ins, outs: o(desc, models, [replace(r, frequency=1.0) for r in ins], [replace(r, frequency=1.0) for r in outs]), "allocate: frequency"),
    ("descriptor kept open", (*_DOMAINS, *_LEAKS), "device", "allocate", _leak_descriptor, "no growth of resources"),
    ("first answer for ever", _DOMAINS, "device", "allocate", _first_only, "allocate"),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row


def contract_faults() -> tuple[ContractFault, ...]:
    """Return all faults against the calls of the contract."""
    rows = (
        *_ROWS,
        *contract_state_faults.ROWS,
        *contract_object_faults.ROWS,
        *contract_newest_faults.ROWS,
    )
    return tuple(ContractFault(*row) for row in rows)
