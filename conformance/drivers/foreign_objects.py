"""Descriptions of exceptions and objects of a driver, also if their methods raise.

The functions catch every exception that a method of the object raises, except the user's interrupt
(see ``is_user_interrupt``).
"""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from conformance.text import to_printable

_T = TypeVar("_T")

_MAX_LINES: Final = 60
_MAX_LINE_LENGTH: Final = 1000
_MAX_FRAMES: Final = 12
_MAX_MESSAGE: Final = 10_000
_MAX_REPR: Final = 80
_MAX_ITEMS: Final = 20


@dataclass(frozen=True, slots=True)
class ExceptionText:
    """An exception as printable text: the name of its type, its message and traceback lines."""

    name: str
    message: str
    lines: tuple[str, ...]

    @property
    def summary(self) -> str:
        """Name and message on one line; the message is cut to 200 characters."""
        message = " ".join(self.message.split())[:200]
        return f"{self.name}: {message}" if message else self.name


class RemoteError(Exception):
    """An exception that driver code raised in the driver process, with its traceback as text.

    The instance's type is a subclass that has the name of the original exception's type.
    """

    lines: Sequence[str] = ()

    @staticmethod
    def of(text: ExceptionText) -> RemoteError:
        """Return an exception with the type name, message and traceback of the original one."""
        error: RemoteError = type(text.name, (RemoteError,), {"__module__": "builtins"})(
            text.message
        )
        error.lines = text.lines
        return error


def is_user_interrupt(error: BaseException) -> bool:
    """Return whether ``error`` was caused by a signal such as the user's Ctrl-C.

    Python raises ``KeyboardInterrupt`` without a message for SIGINT. An exception of any type that
    a signal handler raises, such as a test runner's time limit, is an interrupt as well.
    """
    if type(error) is KeyboardInterrupt and not error.args:
        return True
    return raised_by_signal_handler(error)


def raised_by_signal_handler(error: BaseException) -> bool:
    """Return whether a Python signal handler that is installed now raised the exception."""
    handlers = [signal.getsignal(number) for number in signal.valid_signals()]
    functions = [getattr(handler, "__func__", handler) for handler in handlers]
    codes = [getattr(function, "__code__", None) for function in functions]
    return any(frame.f_code in codes for frame, _ in traceback.walk_tb(error.__traceback__))


def call_or_default(function: Callable[..., _T], *arguments: Any, default: _T) -> _T:
    """Return the result of ``function``, or ``default`` if it raises.

    The user's interrupt is raised again.
    """
    try:
        return function(*arguments)
    except BaseException as error:
        if is_user_interrupt(error):
            raise
        return default


def is_instance(value: object, kind: type | tuple[type, ...]) -> bool:
    """Return ``isinstance(value, kind)``, or false if the object's ``__class__`` raises."""
    return call_or_default(isinstance, value, kind, default=False)


def type_name(value: object) -> str:
    """Return the name of an object's type."""
    return to_printable(type(value).__name__[:100])


def describe_object(value: object) -> str:
    """Return a short printable text for any object: its ``repr`` and its type."""
    if value is None:
        return "None"
    text = to_printable(repr_of(value)[: _MAX_REPR + 1])
    text = text if len(text) <= _MAX_REPR else f"{text[: _MAX_REPR - 3]}..."
    kind = type_name(value)
    return text if text.startswith((kind, f"a {kind}")) else f"{text} ({kind})"


def repr_of(value: object) -> str:
    """Return a ``repr`` of bounded length, or a text that says that it has none."""
    return _plain_repr(value, 3) or "<no repr>"


def _plain_repr(value: object, depth: int) -> str | None:
    """Return a ``repr`` of bounded length, or ``None`` if the value's ``repr`` raises.

    Of a list or tuple only the first items are shown; an item whose ``repr`` raises is marked.
    """
    kind = type(value)
    if (kind is tuple or kind is list) and depth:
        items = [_plain_repr(item, depth - 1) or "<no repr>" for item in value[:_MAX_ITEMS]]  # type: ignore[index]
        items += ["..."] * (len(value) > _MAX_ITEMS)  # type: ignore[arg-type]
        inside = ", ".join(items)
        if kind is list:
            return f"[{inside}]"
        return f"({inside},)" if len(items) == 1 else f"({inside})"
    if kind is int and abs(value) >> 256:  # type: ignore[arg-type]
        return f"an integer of {value.bit_length()} bits"  # type: ignore[attr-defined]
    if kind is str or kind is bytes:
        value = value[:_MAX_LINE_LENGTH]  # type: ignore[index]
    return call_or_default(repr, value, default=None)


def describe_exception(error: BaseException, skipped: int = 0) -> ExceptionText:
    """Return any exception as text, without the first ``skipped`` frames of its traceback.

    Causes precede the exception, as in Python's own output.
    """
    name, message = type_name(error), _message(error)
    lines: list[str] = call_or_default(_traceback_lines, error, skipped, default=[])
    lines = lines or (f"{name}: {message}" if message else name).splitlines()
    lines = [to_printable(line[:_MAX_LINE_LENGTH]) for line in lines[-_MAX_LINES:]]
    return ExceptionText(name, message, tuple(lines))


def _traceback_lines(error: BaseException, skipped: int) -> list[str]:
    trace = error.__traceback__
    for _ in range(skipped):
        trace = trace.tb_next if trace is not None and trace.tb_next is not None else trace
    # Source lines come from the driver's import loader, which may raise.
    formatted = traceback.TracebackException(type(error), error, trace, limit=-_MAX_FRAMES)
    return "".join(formatted.format()).splitlines()


def located_summary(error: BaseException, without: tuple[str, ...]) -> str:
    """Return an exception's name, message and place on one line.

    The place is the last frame of its traceback in a file whose path contains no element of
    ``without``.
    """
    trace = call_or_default(
        traceback.extract_tb, error.__traceback__, default=traceback.StackSummary()
    )
    frames = [frame for frame in trace if not any(part in frame.filename for part in without)]
    place = ""
    if frames:
        place = f" ({frames[-1].filename}, line {frames[-1].lineno}, in {frames[-1].name})"
    message = " ".join(_message(error).split())
    text = f"{type_name(error)}: {message}" if message else type_name(error)
    return to_printable(text[:_MAX_LINE_LENGTH] + place)


def _message(error: BaseException) -> str:
    text = call_or_default(str, error, default=None)
    if text is None:
        return "(no message: __str__ of the exception raises)"
    text = text[:_MAX_MESSAGE]
    return text if text.isprintable() else "\n".join(map(to_printable, text.splitlines()))
