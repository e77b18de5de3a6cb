"""Safe descriptions of exceptions and objects of a driver, even if their methods misbehave.

The functions read attributes through the built-in types instead of the object, and catch every
exception that an overridden method raises. They raise only the user's interrupt (see
``is_user_interrupt``).
"""

from __future__ import annotations

import dis
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import FrameType, FunctionType, MethodType, TracebackType
from typing import Any, Final, TypeVar

from conformance.text import to_printable

_T = TypeVar("_T")

_MAX_LINES: Final = 60
_MAX_LINE_LENGTH: Final = 1000
_MAX_FRAMES: Final = 12
_MAX_CHAINED: Final = 8
_MAX_GROUP_MEMBERS: Final = 3
_MAX_MESSAGE: Final = 10_000
_MAX_REPR: Final = 80
_MAX_ITEMS: Final = 20

# Readers of the built-in types: a driver's class can override the attributes, but not these.
_NAME: Final = type.__dict__["__name__"].__get__
_NAMESPACE: Final = type.__dict__["__dict__"].__get__
_TRACEBACK: Final = BaseException.__dict__["__traceback__"].__get__
_CAUSE: Final = BaseException.__dict__["__cause__"].__get__
_CONTEXT: Final = BaseException.__dict__["__context__"].__get__
_SUPPRESSED: Final = BaseException.__dict__["__suppress_context__"].__get__
_GROUPED: Final = BaseExceptionGroup.__dict__["exceptions"].__get__

_FROM_CODE: Final = frozenset({"RAISE_VARARGS", "RERAISE", "RETURN_GENERATOR", "YIELD_VALUE"})
"""Instructions that raise an exception, or at which one is thrown into a generator.

Python never delivers a signal at these instructions.
"""


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
    """An exception that driver code raised in the driver process.

    ``lines`` is the traceback as formatted there. The instance's type is a subclass that has the
    name of the original exception's type (see ``remote_error``).
    """

    lines: Sequence[str] = ()


def remote_error(name: str, message: str, lines: Sequence[str]) -> RemoteError:
    """Return an exception with the type name, message and traceback of the original one."""
    kind = type(name, (RemoteError,), {"__module__": "builtins"})
    error: RemoteError = kind(message)
    error.lines = tuple(lines)
    return error


def is_user_interrupt(error: BaseException) -> bool:
    """Return whether ``error`` was caused by a signal such as the user's Ctrl-C.

    A driver may raise ``KeyboardInterrupt`` itself. The traceback distinguishes the two cases: the
    driver's exception is raised at a raising instruction, whereas Python delivers SIGINT between
    two instructions. An exception of any type that a signal handler raises, such as a test runner's
    time limit, is one as well. If C code in this process sets ``KeyboardInterrupt``, it is mistaken
    for a signal; ``--isolate`` avoids that.
    """
    if raised_by_signal_handler(error):
        return True
    if type(error) is not KeyboardInterrupt:
        return False
    frames = list(_traceback_frames(_TRACEBACK(error)))
    if not frames:
        return False
    frame, instruction = frames[-1]
    opcode = dis.opname[frame.f_code.co_code[instruction]]
    return opcode not in _FROM_CODE


def raised_by_signal_handler(error: BaseException) -> bool:
    """Return whether a Python signal handler that is installed now raised the exception."""
    codes = {id(frame.f_code) for frame, _ in _traceback_frames(_TRACEBACK(error))}
    return any(id(code) in codes for code in _handlers())


def _traceback_frames(trace: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    while trace is not None:
        yield trace.tb_frame, trace.tb_lasti
        trace = trace.tb_next


def _handlers() -> Iterator[Any]:
    """Yield the code object of each installed signal handler that is written in Python."""
    for number in signal.valid_signals():
        handler: object = signal.getsignal(number)
        while type(handler) is partial:
            handler = handler.func
        if type(handler) is MethodType:
            handler = handler.__func__
        elif type(handler) not in _NO_CALLABLE_OBJECTS:
            handler = _NAMESPACE(type(handler)).get("__call__")
        if type(handler) is FunctionType:
            yield handler.__code__


_NO_CALLABLE_OBJECTS: Final = frozenset({FunctionType, type(None), signal.Handlers})


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
    return to_printable(str.__str__(_NAME(type(value)))[:100])


def text_or_none(value: object, function: Callable[[Any], str] = str) -> str | None:
    """Return ``function(value)`` as a plain ``str``, or ``None`` if it raises.

    The result never is an instance of a subclass of ``str``, whose methods could run driver code.
    """
    return call_or_default(lambda: str.__str__(function(value)), default=None)


def describe_object(value: object) -> str:
    """Return a short printable text for any object: its ``repr`` and its type."""
    if value is None:
        return "None"
    text = _plain_repr(value, 3)
    if text is None:
        text = "<no repr>"
    text = to_printable(text[: _MAX_REPR + 1])
    text = text if len(text) <= _MAX_REPR else f"{text[: _MAX_REPR - 3]}..."
    kind = type_name(value)
    return text if text.startswith((kind, f"a {kind}")) else f"{text} ({kind})"


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
    return text_or_none(value[:_MAX_LINE_LENGTH] if kind is str or kind is bytes else value, repr)  # type: ignore[index]


def describe_exception(error: BaseException, skipped: int = 0) -> ExceptionText:
    """Return any exception as text, without the first ``skipped`` frames of its traceback.

    Causes precede the exception, as in Python's own output; the oldest ones are dropped from a
    long chain. For an exception group, the first members are listed.
    """
    lines: list[str] = []
    for chained, relation in reversed(_chain(error)):
        block = _frame_lines(chained, skipped if chained is error else 0)
        block += [*_last_lines(chained), *_member_lines(chained)]
        lines += [*block, *relation]
    lines = [to_printable(line[:_MAX_LINE_LENGTH]) for line in lines[-_MAX_LINES:]]
    return ExceptionText(type_name(error), _message(error), tuple(lines))


def brief_lines(error: BaseException, without: tuple[str, ...]) -> list[str]:
    """Return an exception's last three traceback frames, followed by its name and message.

    Frames in files whose path contains an element of ``without`` are omitted.
    """
    frames = call_or_default(
        traceback.extract_tb, _TRACEBACK(error), default=traceback.StackSummary()
    )
    shown_frames = [
        frame for frame in frames if not any(part in frame.filename for part in without)
    ]
    lines: list[str] = call_or_default(
        lambda: "".join(traceback.format_list(shown_frames[-3:])).splitlines(), default=[]
    )
    return [to_printable(line[:_MAX_LINE_LENGTH]) for line in [*lines, *_last_lines(error)]]


def _message(error: BaseException) -> str:
    text = text_or_none(error)
    if text is None:
        return "(no message: __str__ of the exception raises)"
    text = text[:_MAX_MESSAGE]
    return text if text.isprintable() else "\n".join(map(to_printable, text.splitlines()))


_BECAUSE: Final = "The above exception was the direct cause of the following exception:"
_DURING: Final = "During handling of the above exception, another exception occurred:"


def _chain(error: BaseException) -> list[tuple[BaseException, list[str]]]:
    """Return the exception and its causes, newest first, each with the lines printed after it."""
    chain: list[tuple[BaseException, list[str]]] = [(error, [])]
    visited = {id(error)}
    while len(chain) < _MAX_CHAINED:
        last = chain[-1][0]
        before, words = _CAUSE(last), _BECAUSE
        if before is None and not _SUPPRESSED(last):
            before, words = _CONTEXT(last), _DURING
        if before is None or id(before) in visited:
            break
        visited.add(id(before))
        chain.append((before, ["", words, ""]))
    return chain


def _frame_lines(error: BaseException, skipped: int) -> list[str]:
    trace = _TRACEBACK(error)
    for _ in range(skipped):
        trace = trace.tb_next if trace is not None and trace.tb_next is not None else trace
    if trace is None:
        return []
    # Source lines come from the driver's import loader, which may raise.
    lines: list[str] = call_or_default(lambda: _with_source(trace), default=[])
    if not lines:
        frames = list(_traceback_frames(trace))[-_MAX_FRAMES:]
        lines = [f'  File "{f.f_code.co_filename}", in {f.f_code.co_name}' for f, _ in frames]
    return ["Traceback (most recent call last):", *lines]


def _with_source(trace: TracebackType) -> list[str]:
    text = "".join(traceback.format_list(traceback.extract_tb(trace, limit=-_MAX_FRAMES)))
    return str.__str__(text).splitlines()


def _last_lines(error: BaseException) -> list[str]:
    name, message = type_name(error), _message(error)
    return f"{name}: {message}".splitlines() if message else [name]


def _member_lines(error: BaseException) -> list[str]:
    if not issubclass(type(error), BaseExceptionGroup):
        return []
    members = _GROUPED(error)
    lines = [f"  | {_last_lines(member)[0]}" for member in members[:_MAX_GROUP_MEMBERS]]
    more = len(members) - len(lines)
    return lines + ([f"  | and {more} more"] if more else [])
