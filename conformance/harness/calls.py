"""Calls into a driver: whatever it does comes back as a checked answer or as a finding."""

import dis
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final, NoReturn, TypeVar

import numpy as np

from conformance.drivers.process import CrossingError, ProcessError, RemoteError
from conformance.hal import (
    Device,
    ErrorStatus,
    MeasureTiming,
    Model,
    OutputShape,
    PreparedModel,
    Priority,
    Request,
    Timing,
)
from conformance.harness import wait_policy
from conformance.harness.callbacks import ExecutionRecord, Notification, PreparedModelRecord
from conformance.harness.supervision import finding_of
from conformance.harness.verdict import Finding, Kind

NO_TOKEN: Final = bytes(32)
_EXCERPT: Final = 8
_LISTS: Final = (tuple, list)
_MOST_ITEMS: Final = 1 << 20
"""An answer that can be iterated over without end is cut off after so many items."""

_INTEGER: Final = frozenset({int})
_T = TypeVar("_T")


class BadAnswerError(Exception):
    """A call did not end as the interface says; carries the finding."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.reason)
        self.finding = finding


@dataclass(frozen=True, slots=True)
class Preparation:
    """How a preparation ended; ``status`` is what the callback was told."""

    launch: ErrorStatus
    status: ErrorStatus
    model: PreparedModel | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an execution ended; ``launch`` is ``None`` for a synchronous one."""

    status: ErrorStatus
    output_shapes: tuple[OutputShape, ...]
    timing: Timing
    launch: ErrorStatus | None = None


def call(what: str, function: Callable[..., _T], *arguments: Any) -> _T:
    """Call driver code; anything it raises, ``SystemExit`` included, is a bad answer.

    Only a ``KeyboardInterrupt`` that no ``raise`` statement made passes: the user's. The time of
    the call counts as the driver's; once that is used up, the call is not made.
    """
    policy = wait_policy.current()
    if policy is None:
        return _call(what, function, *arguments)
    driver_time = policy.driver_time
    if driver_time.used_up:
        raise BadAnswerError(driver_time.finding())
    outermost = driver_time.begin()
    try:
        return _call(what, function, *arguments)
    finally:
        if outermost:
            driver_time.end()


def _call(what: str, function: Callable[..., _T], *arguments: Any) -> _T:
    try:
        return function(*arguments)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and not _raised_by_statement(error):
            raise
        if isinstance(error, CrossingError):  # ours: the driver was not called
            raise
        if isinstance(error, ProcessError):
            raise BadAnswerError(finding_of(error)) from None
        raise BadAnswerError(raised(what, error)) from None


def _raised_by_statement(error: BaseException) -> bool:
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None:
        return False
    opcode = place.tb_frame.f_code.co_code[place.tb_lasti]
    return dis.opname[opcode] in ("RAISE_VARARGS", "RERAISE")


def raised(what: str, error: BaseException) -> Finding:
    """The finding for an exception that came out of driver code."""
    if isinstance(error, RemoteError):
        lines = list(error.lines)
    else:
        lines = _printable("".join(traceback.format_exception(error))).splitlines()
    name = type(error).__name__
    message = lines[-1].partition(": ")[2] if lines else ""
    reason = f"{what} raised {name}" + (f": {message[:200]}" if message else "")
    excerpt = lines[-_EXCERPT:]
    return Finding(Kind.INVALID_ANSWER, "raises", reason, {"traceback": excerpt})


def ask_supported(device: Device, model: Model) -> tuple[ErrorStatus, tuple[bool, ...]]:
    """Status and flags of ``get_supported_operations``."""
    what = "get_supported_operations"
    form = "a tuple (ErrorStatus, list of bool)"
    status, flags = parts(what, call(what, device.get_supported_operations, model), 2, form)
    answers = _items(what, flags, form)
    for number, flag in enumerate(answers):
        if not isinstance(flag, (bool, np.bool_)):
            bad(f"{what} answered {shown(flag)} for operation {number}; a bool was expected")
    return status_of(what, status), tuple(map(bool, answers))


def decline_reasons(device: Device, model: Model) -> list[str]:
    """Why a driver says it does not support operations, if it has the optional method for that.

    ``decline_reasons(model)`` is no part of the interface: it answers one text for each operation,
    ``None`` for a supported one. An exception or an answer of another form counts as none.
    """

    def ask() -> list[object]:
        told = getattr(device, "decline_reasons", None)
        return [] if told is None else list(told(model))

    try:
        answers = call("decline_reasons", ask)
    except BadAnswerError as bad:
        if bad.finding.rule == "raises":
            return []
        raise
    return [_printable(text) for text in answers if isinstance(text, str) and text]


def prepare(
    device: Device,
    model: Model,
    preference: int,
    timeout: float,
    record: PreparedModelRecord,
    priority: int = Priority.MEDIUM,
    deadline: int | None = None,
    *,
    model_cache: Sequence[int] = (),
    data_cache: Sequence[int] = (),
    token: bytes = NO_TOKEN,
) -> Preparation:
    """``prepare_model``, without cache if no files are named, and its callback."""
    what = "prepare_model"
    caches = model_cache, data_cache, token
    answer = call(
        what, device.prepare_model, model, preference, priority, deadline, *caches, record
    )
    return _preparation(what, answer, timeout, record)


def prepare_from_cache(
    device: Device,
    model_cache: Sequence[int],
    data_cache: Sequence[int],
    token: bytes,
    timeout: float,
    record: PreparedModelRecord,
    deadline: int | None = None,
) -> Preparation:
    """``prepare_model_from_cache`` and its callback; caches are file descriptors."""
    what = "prepare_model_from_cache"
    answer = call(
        what, device.prepare_model_from_cache, deadline, model_cache, data_cache, token, record
    )
    return _preparation(what, answer, timeout, record)


def _preparation(
    what: str, answer: object, timeout: float, record: PreparedModelRecord
) -> Preparation:
    launch = status_of(what, answer)
    first = _first_notification(what, launch, timeout, record)
    status, prepared = first.arguments
    status = status_of(f"the callback of {what}", status)
    if prepared is not None and not _is_prepared_model(prepared):
        bad(f"{what} gave its callback {shown(prepared)}; a PreparedModel was expected")
    return Preparation(launch, status, prepared)


def _is_prepared_model(value: object) -> bool:
    if isinstance(value, PreparedModel):
        return True
    try:
        return callable(getattr(value, "execute", None)) and callable(
            getattr(value, "execute_synchronously", None)
        )
    except Exception:
        return False


def execute_synchronously(
    prepared: PreparedModel,
    request: Request,
    measure: MeasureTiming,
    loop_timeout: int | None = None,
    deadline: int | None = None,
) -> Outcome:
    """One synchronous execution."""
    what = "execute_synchronously"
    form = "a tuple (ErrorStatus, list of OutputShape, Timing)"
    answer = call(what, prepared.execute_synchronously, request, measure, deadline, loop_timeout)
    status, shapes, timing = parts(what, answer, 3, form)
    return Outcome(status_of(what, status), _shapes(what, shapes), timing_of(what, timing))


def execute(
    prepared: PreparedModel,
    request: Request,
    measure: MeasureTiming,
    timeout: float,
    record: ExecutionRecord,
    loop_timeout: int | None = None,
    deadline: int | None = None,
) -> Outcome:
    """One asynchronous execution, and its callback."""
    what = "execute"
    answer = call(what, prepared.execute, request, measure, deadline, loop_timeout, record)
    launch = status_of(what, answer)
    first = _first_notification(what, launch, timeout, record)
    status, shapes, timing = first.arguments
    what = f"the callback of {what}"
    return Outcome(status_of(what, status), _shapes(what, shapes), timing_of(what, timing), launch)


def _first_notification(
    what: str, launch: ErrorStatus, timeout: float, record: PreparedModelRecord | ExecutionRecord
) -> Notification:
    """The first notification of a call's callback, waited for after the call has returned."""
    refused = launch != ErrorStatus.NONE
    limit = min(timeout, 1.0) if refused else timeout
    first = call(what, partial(record.wait, refused=refused), limit)
    if first is not None:
        return first
    short = record.short_wait
    if refused:
        kind, reason = Kind.FAILED, f"{what} answered {launch.name} and did not notify its callback"
    else:
        kind = Kind.HANG
        seconds = limit if short is None else short.allowance.seconds
        reason = f"{what} was launched, its callback was not notified within {seconds:g} s"
    details: dict[str, Any] = {}
    if short is not None:
        reason, details = f"{reason}; {short.reason}", short.details
    raise BadAnswerError(Finding(kind, "callback.missing", reason, details))


def status_of(what: str, value: object) -> ErrorStatus:
    """``value`` as a status of the interface."""
    if isinstance(value, ErrorStatus):
        return value
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        try:
            return ErrorStatus(int(value))
        except ValueError:
            pass
    return bad(f"{what} answered status {shown(value)}; an ErrorStatus was expected")


def shown(value: object) -> str:
    """A short text for any object, however hostile."""
    if value is None:
        return "None"
    try:
        text = repr(value)
    except BaseException:
        text = "<no repr>"
    text = _printable(text if len(text) <= 80 else f"{text[:77]}...")
    kind = type(value).__name__
    return text if text.startswith(kind) else f"{text} ({kind})"


def _printable(text: str) -> str:
    """Text that UTF-8 can carry: lone surrogates as escapes."""
    return text.encode("utf-8", "backslashreplace").decode()


def bad(reason: str) -> NoReturn:
    """End a call whose answer is of the wrong form."""
    raise BadAnswerError(Finding(Kind.INVALID_ANSWER, "answer", reason))


def parts(what: str, answer: Any, count: int, form: str) -> tuple[Any, ...]:
    """The parts of an answer that must have ``count``."""
    if not isinstance(answer, (tuple, list)) or len(answer) != count:
        bad(f"{what} answered {shown(answer)}; {form} was expected")
    return tuple(answer)


def _items(what: str, value: Any, form: str) -> list[Any]:
    if type(value) in _LISTS:
        return list(value)
    if value is None or isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        bad(f"{what} answered {shown(value)} in {form}")
    items = call(what, lambda: list(islice(value, _MOST_ITEMS + 1)))
    if len(items) > _MOST_ITEMS:
        bad(f"{what} answered more than {_MOST_ITEMS} items in {form}")
    return items


def _shapes(what: str, value: Any) -> tuple[OutputShape, ...]:
    shapes = []
    for number, shape in enumerate(_items(what, value, "place of a list of OutputShape")):
        if type(shape) is OutputShape and _is_plain(shape):
            shapes.append(shape)
            continue
        dimensions = getattr(shape, "dimensions", None)
        sufficient = getattr(shape, "is_sufficient", None)
        if not isinstance(dimensions, (tuple, list)) or not isinstance(
            sufficient, (bool, np.bool_)
        ):
            bad(f"{what} reported {shown(shape)} for output {number}; an OutputShape was expected")
        if not all(_is_integer(size) for size in dimensions):
            bad(f"{what} reported dimensions {shown(dimensions)} for output {number}")
        shapes.append(OutputShape(tuple(int(size) for size in dimensions), bool(sufficient)))
    return tuple(shapes)


def _is_plain(shape: OutputShape) -> bool:
    """Whether a shape holds what it says it holds; else it is looked at more closely."""
    dimensions = shape.dimensions
    if type(dimensions) is not tuple or type(shape.is_sufficient) is not bool:
        return False
    return _INTEGER.issuperset(map(type, dimensions))


def timing_of(what: str, value: Any) -> Timing:
    """``value`` as a timing of the interface."""
    if type(value) is Timing and type(value.time_on_device) is type(value.time_in_driver) is int:
        return value
    device, driver = getattr(value, "time_on_device", None), getattr(value, "time_in_driver", None)
    if device is None or driver is None or not _is_integer(device) or not _is_integer(driver):
        bad(f"{what} reported timing {shown(value)}; a Timing was expected")
    return Timing(int(device), int(driver))


def _is_integer(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)
