"""Detects and undoes changes that a driver makes to the process that it shares with the suite.

A driver in this process can change the current directory, the rounding mode, a built-in function
and other state that later cases depend on. ``CaseState`` compares the state before and after a
case and restores it. ``restore_after_call`` restores what the rest of the same case depends on:
rounding, for the comparison of results, and the standard descriptors, because the next file that
the suite opens would take the place of a closed one.
"""

from __future__ import annotations

import _locale
import _signal  # type: ignore[import-not-found]
import builtins
import ctypes
import gc
import locale
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from operator import is_
from typing import Any, Final

import numpy as np

from conformance.hal.memory import take_lost_descriptors
from conformance.harness.supervision.run_descriptors import (
    RUN_DESCRIPTORS,
    copy_descriptor,
    end_process,
    file_of,
)


class CaseState:
    """The state of this process before a case; ``restore`` returns to it."""

    def __init__(self) -> None:
        RUN_DESCRIPTORS.begin_case()
        self._before = {name: read() for name, (read, _) in _ASPECTS.items()}
        self._built_in = dict(vars(builtins))
        self._copies = {number: copy_descriptor(number) for number in (1, 2)}
        with _STANDARD_LOCK:
            self._outer = dict(_standard)
            _standard.update(
                {n: (copy, file_of(copy)) for n, copy in self._copies.items() if copy >= 0}
            )

    def restore(self) -> list[str]:
        """Undo changes, and return what was changed; must be called once for each instance."""
        changed = []
        for name, (read, write) in _ASPECTS.items():
            before = self._before[name]
            current = _read_safely(read)
            if current != before and not (read is _limits and _is_higher(current, before)):
                changed.append(name)
                with suppress(OSError, ValueError, RuntimeError, locale.Error):
                    write(before)
        changed += self._restore_built_in()
        _restore_descriptors()
        changed += RUN_DESCRIPTORS.restore()
        if take_lost_descriptors():
            changed.append("the file descriptor of a memory (in this case or an earlier one)")
        with _STANDARD_LOCK:
            _standard.clear()
            _standard.update(self._outer)
        for copy in self._copies.values():
            with suppress(OSError):  # -1, or closed with all others
                os.close(copy)
        changed += _changed_in_calls
        _changed_in_calls.clear()
        return list(dict.fromkeys(changed))

    def _restore_built_in(self) -> list[str]:
        current, before = vars(builtins), self._built_in
        if len(current) == len(before) and all(map(is_, current.values(), before.values())):
            return []
        changed = [name for name in before if current.get(name, _MISSING) is not before[name]]
        changed = [name for name in changed if name != "_"]  # set by an interactive interpreter
        for name in changed:
            current[name] = before[name]
        return [f"the built-in name {name}" for name in changed]


_MISSING: Final = object()
_changed_in_calls: Final[dict[str, None]] = {}
"""Names of what ``restore_after_call`` has restored in the current case."""

_standard: Final[dict[int, tuple[int, tuple[int, int] | None]]] = {}
"""A copy and the file of each standard descriptor, while a case runs."""
_STANDARD_LOCK: Final = threading.RLock()
"""Held while the descriptors are compared with ``_standard``.

A thread that is left from an earlier check may compare them while a case ends; afterwards the test
runner may use other files as standard descriptors.
"""


def restore_after_call() -> None:
    """Restore the rounding mode and the standard descriptors after a call of the driver."""
    if not (_ONE + _TINY == _ONE == _ONE - _TINY and _LEAST_NORMAL * _HALF > 0.0):
        _restore_float_environment()
    if _standard:
        _restore_descriptors()
    for name in RUN_DESCRIPTORS.restore_closed():
        _changed_in_calls[name] = None


def _restore_descriptors() -> None:
    with _STANDARD_LOCK:
        _restore_standard()


def _restore_standard() -> None:
    for number, (copy, file) in _standard.items():
        if file_of(number) != file:
            _changed_in_calls[f"file descriptor {number}"] = None
            if file_of(copy) != file:
                end_process([number])
            with suppress(OSError):
                os.dup2(copy, number)


def _read_safely(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except (OSError, ValueError, RuntimeError):
        return None


def _current_directory() -> str | None:
    try:
        return os.getcwd()  # noqa: PTH109 - a text is enough
    except OSError:
        return None


def _change_directory(path: str | None) -> None:
    if path is not None:
        os.chdir(path)


def _mask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _timers() -> tuple[bool, ...]:
    return tuple([_signal.getitimer(number)[0] > 0 for number in _TIMERS])


def _stop_timers(armed: tuple[bool, ...]) -> None:
    for number, was_armed in zip(_TIMERS, armed, strict=True):
        if not was_armed:
            signal.setitimer(number, 0)


def _handlers() -> tuple[Any, ...]:
    return tuple([_Identity(_signal.getsignal(number)) for number in _SIGNALS])


def _set_handlers(handlers: tuple[Any, ...]) -> None:
    for number, handler in zip(_SIGNALS, handlers, strict=True):
        if handler.value is not None:
            signal.signal(number, handler.value)


class _Identity:
    """An object that is compared by identity, because foreign objects may override ``==``."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def _streams() -> tuple[_Identity, ...]:
    return _Identity(sys.stdout), _Identity(sys.stderr), _Identity(sys.stdin)


def _set_streams(streams: tuple[_Identity, ...]) -> None:
    sys.stdout, sys.stderr, sys.stdin = (stream.value for stream in streams)


def _limits() -> tuple[tuple[int, int], ...]:
    return tuple([resource.getrlimit(number) for number in _LIMITS])


def _set_limits(limits: tuple[tuple[int, int], ...]) -> None:
    for number, limit in zip(_LIMITS, limits, strict=True):
        with suppress(OSError, ValueError):  # a lower hard limit cannot be raised again
            resource.setrlimit(number, (limit[0], resource.getrlimit(number)[1]))
        with suppress(OSError, ValueError):
            resource.setrlimit(number, limit)


def _is_higher(limits: tuple[tuple[int, int], ...], earlier: tuple[tuple[int, int], ...]) -> bool:
    """Return whether no limit is lower than the other one; a driver may raise its limits."""
    pairs = zip(limits or (), earlier, strict=False)
    return all(new[0] == resource.RLIM_INFINITY or 0 <= old[0] <= new[0] for new, old in pairs)


def _collection() -> tuple[bool, tuple[int, int, int], int]:
    return gc.isenabled(), gc.get_threshold(), gc.get_debug()


def _set_collection(state: tuple[bool, tuple[int, int, int], int]) -> None:
    (gc.enable if state[0] else gc.disable)()
    gc.set_threshold(*state[1])
    gc.set_debug(state[2])


def _set_signal_mask(mask: set[signal.Signals]) -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)


_TIMERS: Final = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)
_LIMITS: Final = (
    *(resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE),
    *(resource.RLIMIT_AS, resource.RLIMIT_DATA),
)
_ASPECTS: Final[dict[str, tuple[Callable[[], Any], Callable[[Any], Any]]]] = {
    "resource limits": (_limits, _set_limits),
    "the current directory": (_current_directory, _change_directory),
    "the file mode mask (umask)": (_mask, os.umask),
    "the signal mask": (lambda: _signal.pthread_sigmask(signal.SIG_BLOCK, ()), _set_signal_mask),
    "interval timers": (_timers, _stop_timers),
    "signal handlers": (_handlers, _set_handlers),
    "the standard streams": (_streams, _set_streams),
    "the garbage collector": (_collection, _set_collection),
    "the recursion limit": (sys.getrecursionlimit, sys.setrecursionlimit),
    "the locale": (
        lambda: _locale.setlocale(locale.LC_ALL, None),
        lambda name: _locale.setlocale(locale.LC_ALL, name),
    ),
    "numpy's error handling": (np.geterr, lambda state: np.seterr(**state)),
}
"""The observed state: what reads it, and what restores it.

``_signal`` and ``_locale`` are the modules in C below ``signal`` and ``locale``, whose functions in
Python take longer.
"""


# ------------------------------------------------------------------ the floating-point environment

_ONE: Final = 1.0
_TINY: Final = 1e-30
_HALF: Final = 0.5
_LEAST_NORMAL: Final = sys.float_info.min
_DEFAULT: Final = ctypes.c_void_p(-1)
"""``FE_DFL_ENV`` of the C library."""


def _restore_float_environment() -> None:
    """Restore rounding to nearest and denormal numbers on this thread.

    Code that is compiled with ``-ffast-math`` lets the processor replace denormal numbers by zero
    as soon as it is loaded.
    """
    to_nearest = _ONE + _TINY == _ONE == _ONE - _TINY
    with suppress(OSError, AttributeError):  # another C library
        ctypes.CDLL("libm.so.6").fesetenv(_DEFAULT)
    name = "the treatment of denormal numbers" if to_nearest else "the rounding mode"
    _changed_in_calls[name] = None
