"""Calls a driver's methods and returns checked answers in the harness's types.

Every call raises ``DriverCallError`` with a finding if the driver raises an exception, returns an
invalid answer, or does not answer in time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from traceback import walk_tb
from typing import Any, Final, NoReturn, TypeGuard, TypeVar, get_args, get_origin

import numpy as np

from conformance import hal, tracing
from conformance.drivers.answer_codec import interface_of
from conformance.drivers.foreign_objects import (
    describe_exception,
    describe_object,
    is_instance,
    is_user_interrupt,
)
from conformance.drivers.own_process import ProcessError, RemoteError
from conformance.hal.calls import CALL_BY_NAME, phase_of_call
from conformance.harness.calls.recording_callbacks import (
    CallbackNotification,
    RecordingExecutionCallback,
    RecordingPreparedModelCallback,
)
from conformance.harness.supervision import wait_policy
from conformance.harness.supervision.process_supervision import process_finding
from conformance.text import to_printable
from conformance.verdicts import Finding, VerdictKind

NO_TOKEN: Final = hal.NO_CACHE_TOKEN
_TRACEBACK_LINES: Final = 8
_LIST_TYPES: Final = (tuple, list)
_MAX_ITEMS: Final = 1 << 20
"""Maximum number of items in an answer; limits the time for an endless iterable."""

_MAX_INTEGER: Final = (1 << 64) - 1
_T = TypeVar("_T")


class DriverCallError(Exception):
    """A call violated the interface or did not return in time; carries the finding."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.reason)
        self.finding = finding


@dataclass(frozen=True, slots=True)
class PreparationOutcome:
    """The result of a preparation: its launch status, and the callback's status and model."""

    launch: hal.ErrorStatus
    status: hal.ErrorStatus
    model: hal.PreparedModel | None


@dataclass(frozen=True, slots=True)
class ExecutionOutcome:
    """The result of an execution.

    ``launch`` is the status that ``execute`` returned; ``None`` for all synchronous calls.
    ``since_fence`` is the second timing of a fenced execution, from its fences on.
    """

    status: hal.ErrorStatus
    output_shapes: tuple[hal.OutputShape, ...]
    timing: hal.Timing
    launch: hal.ErrorStatus | None = None
    since_fence: hal.Timing | None = None


on_call: Callable[[str], object] | None = None
"""Called with the name of each call of the driver before the call, if it is set."""


def call_driver(call: str, function: Callable[..., _T], *arguments: Any) -> _T:
    """Call driver code and return its answer, which is unchecked.

    ``call`` names the call in findings. Any exception of the driver, ``SystemExit`` included, and
    any failure of its process become a ``DriverCallError``. The user's interrupt and other
    exceptions of the harness's side of the process connection pass unchanged.

    The duration of the call counts as driver time. Once the limit of driver time is reached, no
    further call is made and ``DriverCallError`` is raised.
    """
    pending, thread = wait_policy.RUNNING.calls, threading.get_ident()
    outer = pending.get(thread, "")
    policy = wait_policy.CURRENT_POLICY.get()
    spent = None if policy is None else policy.driver_time
    if spent is not None and spent.used > spent.limit:
        raise DriverCallError(spent.finding())
    outermost = spent is not None and spent.begin()
    recorder = tracing.RECORDER
    messages, start = (0, 0) if recorder is None else (recorder.messages, time.monotonic_ns())
    pending[thread] = call
    if on_call is not None:
        on_call(call)
    try:
        return function(*arguments)
    except DriverCallError:
        raise
    except ProcessError as error:
        raise DriverCallError(process_finding(error)) from None
    except BaseException as error:
        remote = isinstance(error, RemoteError)
        if is_user_interrupt(error) or (not remote and _passed_connection(error)):
            raise
        raise DriverCallError(exception_finding(call, error)) from None
    finally:
        pending[thread] = outer
        if recorder is not None:
            recorder.add_call(call, phase_of_call(call), start, messages)
        if spent is not None and outermost:
            spent.end()


def _passed_connection(error: BaseException) -> bool:
    """Return whether an exception passed through the harness's side of the process connection."""
    names = (frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__))
    return any(name.startswith("conformance.drivers.own_process.") for name in names)


def exception_finding(call: str, error: BaseException) -> Finding:
    """Return the finding on an exception that driver code raised; ``call`` names the call."""
    text = describe_exception(error)
    lines = error.lines if isinstance(error, RemoteError) else text.lines
    return Finding(
        VerdictKind.INVALID_ANSWER,
        "answer.exception",
        f"{call} raised {text.summary}",
        {"traceback": [to_printable(line) for line in lines[-_TRACEBACK_LINES:]]},
    )


def get_supported_operations(
    device: hal.Device, model: hal.Model
) -> tuple[hal.ErrorStatus, tuple[bool, ...]]:
    """Call ``get_supported_operations`` and return its status and flags."""
    status, flags = call_checked("get_supported_operations", device.get_supported_operations, model)
    return status, flags


def get_decline_reasons(device: hal.Device, model: hal.Model) -> list[str]:
    """Return the driver's reasons for not supporting operations, if it can report them.

    The optional method ``decline_reasons(model)`` returns one text per operation, or ``None`` for a
    supported one.
    """
    reasons = _optional_answer(device, "decline_reasons", model)
    if not isinstance(reasons, (tuple, list)):
        return []
    return [to_printable(text) for text in reasons if isinstance(text, str) and text]


def get_last_error(device: hal.Device) -> str:
    """Return the driver's text about its last failed call; empty if it gives none.

    The optional method ``get_last_error()`` returns this text.
    """
    text = _optional_answer(device, "get_last_error")
    return to_printable(text[:_MAX_ERROR_TEXT]) if isinstance(text, str) else ""


_MAX_ERROR_TEXT: Final = 1000


def _optional_answer(device: hal.Device, name: str, *arguments: Any) -> Any:
    """Return the answer of a method that is not part of the interface, or ``None``.

    An exception is ignored, because the method is optional; a crash or a hang is not.
    """
    method = getattr(device, name, None)
    if method is None:
        return None
    try:
        return call_driver(name, method, *arguments)
    except DriverCallError as error:
        if error.finding.rule == "answer.exception":
            return None
        raise


def get_number_of_cache_files_needed(device: hal.Device) -> tuple[hal.ErrorStatus, int, int]:
    """Call ``get_number_of_cache_files_needed``; return its status and both numbers of files.

    Both numbers are 0 unless the status is NONE.
    """
    call = "get_number_of_cache_files_needed"
    status, models, data = call_checked(call, device.get_number_of_cache_files_needed)
    if status != hal.ErrorStatus.NONE:
        return status, 0, 0
    for count in (models, data):
        if not 0 <= count <= hal.MAX_NUMBER_OF_CACHE_FILES:
            raise_invalid_answer(
                f"{call} answered {short_repr(count)}; 0 to {hal.MAX_NUMBER_OF_CACHE_FILES} files "
                "were expected"
            )
    return status, models, data


def prepare_model(
    device: hal.Device,
    model: hal.Model,
    preference: int,
    timeout: float,
    record: RecordingPreparedModelCallback,
    priority: int = hal.Priority.MEDIUM,
    deadline: int | None = None,
    *,
    model_cache: Sequence[hal.CacheHandle] = (),
    data_cache: Sequence[hal.CacheHandle] = (),
    token: bytes = NO_TOKEN,
) -> PreparationOutcome:
    """Call ``prepare_model``, wait for its callback and return the result.

    ``timeout`` is the limit for the callback in seconds. ``model_cache`` and ``data_cache`` are
    handles of cache files; without them, the driver does not write a cache.
    """
    call = "prepare_model"
    caches = model_cache, data_cache, token
    answer = call_driver(
        call, device.prepare_model, model, preference, priority, deadline, *caches, record
    )
    return _await_preparation(call, answer, timeout, record)


def prepare_model_with_config(
    device: hal.Device,
    model: hal.Model,
    config: hal.PrepareModelConfig,
    timeout: float,
    record: RecordingPreparedModelCallback | None = None,
) -> PreparationOutcome:
    """Call ``prepare_model_with_config``, wait for its callback and return the result."""
    call, record = "prepare_model_with_config", record or RecordingPreparedModelCallback()
    answer = call_driver(call, device.prepare_model_with_config, model, config, record)
    return _await_preparation(call, answer, timeout, record)


def prepare_model_from_cache(
    device: hal.Device,
    model_cache: Sequence[hal.CacheHandle],
    data_cache: Sequence[hal.CacheHandle],
    token: bytes,
    timeout: float,
    record: RecordingPreparedModelCallback,
    deadline: int | None = None,
) -> PreparationOutcome:
    """Call ``prepare_model_from_cache``, wait for its callback and return the result.

    ``model_cache`` and ``data_cache`` are handles of cache files; ``timeout`` is the limit for the
    callback in seconds.
    """
    call = "prepare_model_from_cache"
    answer = call_driver(
        call, device.prepare_model_from_cache, deadline, model_cache, data_cache, token, record
    )
    return _await_preparation(call, answer, timeout, record)


def _await_preparation(
    call: str, answer: object, timeout: float, record: RecordingPreparedModelCallback
) -> PreparationOutcome:
    launch = to_status(call, answer)
    first = _first_notification(call, launch, timeout, record)
    status, prepared = first.arguments
    status = to_status(f"the callback of {call}", status)
    if prepared is not None and not isinstance(prepared, hal.PreparedModel):
        raise_invalid_answer(
            f"{call} passed {short_repr(prepared)} to its callback; a PreparedModel was expected"
        )
    return PreparationOutcome(launch, status, prepared)


def execute_synchronously(
    prepared: hal.PreparedModel,
    request: hal.Request,
    measure: hal.MeasureTiming,
    loop_timeout: int | None = None,
    deadline: int | None = None,
) -> ExecutionOutcome:
    """Call ``execute_synchronously`` and return its outcome."""
    execute = prepared.execute_synchronously
    return ExecutionOutcome(
        *call_checked("execute_synchronously", execute, request, measure, deadline, loop_timeout)
    )


def execute_with_config(
    prepared: hal.PreparedModel,
    request: hal.Request,
    config: hal.ExecutionConfig,
    deadline: int | None = None,
) -> ExecutionOutcome:
    """Call ``execute_synchronously_with_config`` and return its outcome."""
    execute = prepared.execute_synchronously_with_config
    return ExecutionOutcome(
        *call_checked("execute_synchronously_with_config", execute, request, config, deadline)
    )


def execute_asynchronously(
    prepared: hal.PreparedModel,
    request: hal.Request,
    measure: hal.MeasureTiming,
    timeout: float,
    record: RecordingExecutionCallback,
    loop_timeout: int | None = None,
    deadline: int | None = None,
) -> ExecutionOutcome:
    """Call ``execute``, wait up to ``timeout`` seconds for its callback and return the outcome."""
    call = "execute"
    answer = call_driver(call, prepared.execute, request, measure, deadline, loop_timeout, record)
    launch = to_status(call, answer)
    first = _first_notification(call, launch, timeout, record)
    status, shapes, timing = first.arguments
    call = f"the callback of {call}"
    return ExecutionOutcome(
        to_status(call, status), _to_output_shapes(call, shapes), to_timing(call, timing), launch
    )


def _first_notification(
    call: str,
    launch: hal.ErrorStatus,
    timeout: float,
    record: RecordingPreparedModelCallback | RecordingExecutionCallback,
) -> CallbackNotification:
    """Return the first notification of a callback after its call has returned.

    Raise ``DriverCallError`` if there is none within ``timeout`` seconds, or within one second if
    the call was refused. A driver must notify the callback in both cases.
    """
    if record.notifications:
        return record.notifications[0]
    refused = launch != hal.ErrorStatus.NONE
    limit = min(timeout, 1.0) if refused else timeout
    first = call_driver(call, partial(record.wait, refused=refused), limit)
    if first is not None:
        return first
    short = record.short_wait
    if refused:
        kind, reason = (
            VerdictKind.FAILED,
            f"{call} answered {launch.name}, but did not notify its callback",
        )
    else:
        kind = VerdictKind.HANG
        seconds = limit if short is None else short.waited
        reason = f"{call} answered NONE, but did not notify its callback within {seconds:g} s"
    details: dict[str, Any] = {}
    if short is not None:
        reason, details = f"{reason}; {short.reason}", short.details
    raise DriverCallError(Finding(kind, "callback.missing", reason, details))


def to_status(call: str, value: object) -> hal.ErrorStatus:
    """Return ``value`` as an ``ErrorStatus``, or raise ``DriverCallError``."""
    if isinstance(value, hal.ErrorStatus):
        return value
    if is_integer(value):
        try:
            return hal.ErrorStatus(int(value))
        except ValueError:
            pass
    return raise_invalid_answer(
        f"{call} answered status {short_repr(value)}; an ErrorStatus was expected"
    )


def short_repr(value: object) -> str:
    """Return a short printable description of any object, even if its ``repr`` raises."""
    interface = interface_of(value)
    return f"a {interface}" if interface else describe_object(value)


def raise_invalid_answer(reason: str) -> NoReturn:
    """Raise ``DriverCallError`` for an answer of the wrong type or form."""
    raise DriverCallError(Finding(VerdictKind.INVALID_ANSWER, "answer.form", reason))


def raise_failure(rule: str, reason: str, kind: VerdictKind = VerdictKind.FAILED) -> NoReturn:
    """Raise ``DriverCallError`` for an answer that violates a rule."""
    raise DriverCallError(Finding(kind, rule, reason))


def unpack_answer(call: str, answer: Any, count: int, form: str) -> tuple[Any, ...]:
    """Return the items of an answer, which must be a tuple or list of ``count`` items.

    ``form`` describes the expected answer.
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != count:
        raise_invalid_answer(f"{call} answered {short_repr(answer)}; {form} was expected")
    return tuple(answer)


def call_checked(call: str, function: Callable[..., object], *arguments: Any) -> tuple[Any, ...]:
    """Make a call of the interface as ``call_driver``; return its answer as ``checked`` does."""
    return checked(call, call_driver(call, function, *arguments))


def checked(call: str, answer: object) -> tuple[Any, ...]:
    """Return the values of an answer in the types that the interface states for the call.

    Raise ``DriverCallError`` for an answer of another form.
    """
    conversions, form = _answer_conversions(call)
    values = unpack_answer(call, answer, len(conversions), form)
    return tuple([convert(call, values[n]) for n, convert in enumerate(conversions)])


@cache
def _answer_conversions(call: str) -> tuple[list[Callable[[str, Any], Any]], str]:
    types = get_args(CALL_BY_NAME[call].answer)
    conversions = [_CONVERSIONS.get(hint) or partial(_to_optional, hint) for hint in types]
    return conversions, f"a tuple ({', '.join(map(_type_text, types))})"


def _type_text(hint: Any) -> str:
    inner = get_args(hint)
    if not inner:
        return str(hint.__name__)
    name = inner[0].__name__
    return f"list of {name}" if get_origin(hint) is Sequence else f"{name} or None"


def _to_optional(hint: Any, call: str, value: Any) -> Any:
    if value is not None and not isinstance(value, get_args(hint)[0]):
        expected = _type_text(hint)
        raise_invalid_answer(f"{call} answered {short_repr(value)}; {expected} was expected")
    return value


def items(call: str, value: Any, form: str) -> list[Any]:
    """Return the items of an answer, which must be an iterable other than text or bytes.

    ``form`` describes the expected type.
    """
    if type(value) in _LIST_TYPES:
        return list(value)
    if value is None or isinstance(value, (str, bytes)) or not is_instance(value, Iterable):
        raise_invalid_answer(f"{call} answered {short_repr(value)}; {form} was expected")
    # Iterating over a converted answer raises the exception that the driver's iterable raised.
    items = call_driver(call, lambda: list(islice(value, _MAX_ITEMS + 1)))
    if len(items) > _MAX_ITEMS:
        raise_invalid_answer(f"{call} answered {form} with more than {_MAX_ITEMS} items")
    return items


def _to_integer(call: str, value: Any) -> int:
    if not ((type(value) is int and 0 <= value <= _MAX_INTEGER) or is_integer(value)):
        raise_invalid_answer(f"{call} answered {short_repr(value)}; an integer was expected")
    return int(value)


def _to_flags(call: str, value: Any) -> tuple[bool, ...]:
    flags = items(call, value, "a list of bool")
    for number, flag in enumerate(flags):
        if not isinstance(flag, (bool, np.bool_)):
            raise_invalid_answer(
                f"{call} answered {short_repr(flag)} for operation {number}; a bool was expected"
            )
    return tuple(map(bool, flags))


def _to_output_shapes(call: str, value: Any) -> tuple[hal.OutputShape, ...]:
    shapes = []
    for number, shape in enumerate(items(call, value, "a list of OutputShape")):
        dimensions = getattr(shape, "dimensions", None)
        sufficient = getattr(shape, "is_sufficient", None)
        if not isinstance(dimensions, (tuple, list)) or not isinstance(
            sufficient, (bool, np.bool_)
        ):
            raise_invalid_answer(
                f"{call} reported {short_repr(shape)} for output {number}; an OutputShape was"
                " expected"
            )
        sizes = tuple([_to_integer(call, size) for size in dimensions])
        shapes.append(hal.OutputShape(sizes, bool(sufficient)))
    return tuple(shapes)


def to_timing(call: str, value: Any) -> hal.Timing:
    """Return ``value`` as a ``Timing``, or raise ``DriverCallError``."""
    device, driver = getattr(value, "time_on_device", None), getattr(value, "time_in_driver", None)
    if not is_integer(device) or not is_integer(driver):
        raise_invalid_answer(f"{call} reported timing {short_repr(value)}; a Timing was expected")
    if device < 0 or driver < 0:
        raise_invalid_answer(
            f"{call} reported timing {short_repr(value)}; times of 0 or more were expected, or "
            f"{hal.NO_TIMING} (UINT64_MAX) if a time is not available"
        )
    return hal.Timing(int(device), int(driver))


_CONVERSIONS: Final[dict[Any, Callable[[str, Any], Any]]] = {
    hal.ErrorStatus: to_status,
    hal.Timing: to_timing,
    int: _to_integer,
    Sequence[bool]: _to_flags,
    Sequence[hal.OutputShape]: _to_output_shapes,
    Sequence[hal.Extension]: lambda call, value: items(call, value, "a list of Extension"),
}


def is_integer(value: object) -> TypeGuard[int]:
    """Return whether ``value`` is an integer of at most 64 bits, as in the contract.

    The result is False for a ``bool``.
    """
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool):
        return False
    return -_MAX_INTEGER <= int(value) <= _MAX_INTEGER


def listed_extensions(device: hal.Device) -> list[hal.Extension]:
    """Return the well-formed extensions that a driver lists.

    Return none if the call fails or has no valid answer: a check of the queries reports that.
    """
    what = "get_supported_extensions"
    try:
        status, listed = call_checked(what, device.get_supported_extensions)
    except DriverCallError:
        return []
    return [
        extension
        for extension in listed
        if status == hal.ErrorStatus.NONE
        and isinstance(extension, hal.Extension)
        and isinstance(extension.name, str)
        and isinstance(extension.operand_types, (tuple, list))
        and all(isinstance(type_, hal.ExtensionOperandType) for type_ in extension.operand_types)
    ]
