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
from conformance.harness.supervision.float_environment import (
    is_default,
    read_traps,
    restore_default,
    set_traps,
)
from conformance.harness.supervision.module_state import FUNCTIONS
from conformance.harness.supervision.namespace_versions import NamespaceVersions
from conformance.harness.supervision.run_descriptors import (
    RUN_DESCRIPTORS,
    copy_descriptor,
    end_process,
    file_of,
    restore_limit,
)

# The functions below use copies of the built-in names, which no driver replaces.
globals()["__builtins__"] = dict(vars(builtins))


class CaseState:
    """The state of this process before a case; ``restore`` returns to it."""

    def __init__(self) -> None:
        RUN_DESCRIPTORS.begin_case()
        self._before = [read() for read in _READERS]
        self._built_in = dict(vars(builtins))
        self._functions = FUNCTIONS.begin()
        _descriptor_limit[0] = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self._copies = {number: copy_descriptor(number) for number in (1, 2)}
        with _STANDARD_LOCK:
            self._outer = dict(_standard)
            _standard.update(
                {n: (copy, file_of(copy)) for n, copy in self._copies.items() if copy >= 0}
            )

    def restore(self) -> list[str]:
        """Undo changes, and return what was changed; must be called once for each instance."""
        # Functions first, because what follows calls some of them.
        changed = self._restore_built_in() + _listed(FUNCTIONS.restore(self._functions))
        if _read_all() != self._before:
            changed += _restore_aspects(self._before)
        _restore_descriptors()
        changed += RUN_DESCRIPTORS.restore()
        if take_lost_descriptors():
            changed.append("the file descriptor of a memory (in this case or an earlier one)")
        with _STANDARD_LOCK:
            _standard.clear()
            _standard.update(self._outer)
        for copy in self._copies.values():
            try:  # noqa: SIM105 - ``suppress`` takes as long as closing the descriptor
                os.close(copy)
            except OSError:  # -1, or closed with all others
                pass
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
_MOST_NAMES: Final = 4


def _listed(names: list[str]) -> list[str]:
    """Return one text for each changed name, and one for all above a maximum number."""
    rest = len(names) - _MOST_NAMES
    more = [f"{rest} more names of modules"] if rest > 0 else []
    return [f"the name {name}" for name in names[:_MOST_NAMES]] + more


_descriptor_limit: Final = [resource.RLIM_INFINITY]
"""The limit on open files when the case began."""

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
    if not is_default():
        _changed_in_calls[restore_default()] = None
    if _standard:
        if restore_limit(_descriptor_limit[0]):
            _changed_in_calls["resource limits"] = None
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


def _read_all() -> list[Any] | None:
    """Return the present state of all aspects, or ``None`` if one cannot be read."""
    try:
        return [read() for read in _READERS]
    except (OSError, ValueError, RuntimeError):
        return None


def _restore_aspects(earlier: list[Any]) -> list[str]:
    """Restore each aspect that differs from ``earlier``; return the names of those that did."""
    changed = []
    for (name, (read, write)), before in zip(_ASPECTS.items(), earlier, strict=True):
        current = _read_safely(read)
        permitted = _PERMITTED.get(name)
        if current != before and not (permitted and permitted(current, before)):
            changed.append(name)
            with suppress(OSError, ValueError, RuntimeError, locale.Error):
                write(before)
    return changed


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


class _Identities:
    """Objects that are compared by identity, because foreign objects may override ``==``."""

    __slots__ = ("objects",)

    def __init__(self, *objects: Any) -> None:
        self.objects = objects

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Identities)
            and len(self.objects) == len(other.objects)
            and all(map(is_, self.objects, other.objects))
        )

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.objects)))


def _handlers() -> _Identities:
    return _Identities(*map(_signal.getsignal, _SIGNALS))


def _set_handlers(handlers: _Identities) -> None:
    for number, handler in zip(_SIGNALS, handlers.objects, strict=True):
        if handler is not None:
            signal.signal(number, handler)


def _streams() -> _Identities:
    return _Identities(sys.stdout, sys.stderr, sys.stdin)


def _set_streams(streams: _Identities) -> None:
    sys.stdout, sys.stderr, sys.stdin = streams.objects


def _limits() -> tuple[tuple[int, int], ...]:
    return tuple(map(resource.getrlimit, _LIMITS))


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


_Environment = tuple[_Identities, dict[bytes, bytes]]
"""The object ``os.environ``, and the variables that matter."""


def _environment() -> _Environment:
    # The mapping below ``os.environ`` holds encoded names and values: reading it takes a tenth of
    # the time of decoding each variable. An object of another type is not read: any code may run.
    environment: Any = os.environ
    variables: dict[bytes, bytes] = {}
    if type(environment) is _ENVIRONMENT_TYPE:
        variables = environment._data  # type: ignore[attr-defined]  # noqa: SLF001
    return _Identities(environment), {
        name: variables[name] for name in _VARIABLES if name in variables
    }


def _set_environment(earlier: _Environment) -> None:
    (os.environ,), variables = earlier[0].objects, earlier[1]
    os.environ.update({os.fsdecode(name): os.fsdecode(variables[name]) for name in variables})


def _has_more_variables(current: _Environment, before: _Environment) -> bool:
    return current[0] == before[0] and before[1].items() <= current[1].items()


_SearchPath = tuple[tuple[_Identities, list[Any]], ...]
"""The object of each list of ``_SEARCH_LISTS``, and its entries."""


def _search_path() -> _SearchPath:
    objects = [vars(sys).get(name) for name in _SEARCH_LISTS]
    return tuple([(_Identities(o), o.copy() if type(o) is list else []) for o in objects])


def _contains_paths(current: _SearchPath | None, earlier: _SearchPath) -> bool:
    """Return whether nothing has been removed; a driver may add folders and importers."""
    return all(
        all(any(entry is new for new in now) for entry in before)
        for (_, now), (_, before) in zip(current or (), earlier, strict=False)
    )


def _set_search_path(state: _SearchPath) -> None:
    for name, (identity, entries) in zip(_SEARCH_LISTS, state, strict=True):
        (original,) = identity.objects
        original[:] = entries
        setattr(sys, name, original)


class _Modules:
    """The loaded modules; two are equal if their names are, which is faster to compare."""

    __slots__ = ("modules", "names")

    def __init__(self) -> None:
        self.modules = sys.modules.copy()
        self.names = [*self.modules]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, _Modules) and self.names == other.names)

    def __hash__(self) -> int:
        return len(self.names)

    def missing_in(self, others: _Modules) -> list[str]:
        """Return the names of modules of Python and of the suite that ``others`` lacks."""
        gone = self.modules.keys() - others.modules.keys()
        return [name for name in gone if name.partition(".")[0] in _NEEDED_MODULES]


class _LoadedModules:
    """Returns the loaded modules; the same object as before if none was added or removed."""

    def __init__(self) -> None:
        self._dictionary = sys.modules
        self._versions = NamespaceVersions()
        self._versions.add(self._dictionary)
        self._latest: tuple[tuple[int, ...], _Modules] | None = None

    def __call__(self) -> _Modules:
        if sys.modules is not self._dictionary:
            return _Modules()
        version = self._versions.read()
        if self._latest is None or not version or self._latest[0] != version:
            self._latest = version, _Modules()
        return self._latest[1]


def _set_modules(earlier: _Modules) -> None:
    missing = earlier.missing_in(_Modules())
    sys.modules.update({name: earlier.modules[name] for name in missing})


def _tracers() -> _Identities:
    return _Identities(sys.gettrace(), sys.getprofile())


def _set_tracers(functions: _Identities) -> None:
    trace, profile = functions.objects
    sys.settrace(trace)
    sys.setprofile(profile)


def _set_signal_mask(mask: set[signal.Signals]) -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)


_TIMERS: Final = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)
_SIGNALS: Final = (
    *(signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGHUP, signal.SIGQUIT),
    *(signal.SIGUSR1, signal.SIGUSR2, signal.SIGPIPE, signal.SIGCHLD),
)
_LIMITS: Final = (
    *(resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_AS, resource.RLIMIT_DATA),
    *(resource.RLIMIT_CPU, resource.RLIMIT_STACK, resource.RLIMIT_NPROC),
)
_NEEDED_MODULES: Final = sys.stdlib_module_names | {
    *("conformance", "generators", "nn_conformance", "numpy", "msgspec"),
    *("pytest", "_pytest", "pluggy"),
}
_ENVIRONMENT_TYPE: Final = type(os.environ)
_SEARCH_LISTS: Final = ("path", "meta_path", "path_hooks")
_VARIABLES: Final = (b"HOME", b"TMPDIR", b"PATH", b"TZ", b"LANG", b"LC_ALL", b"XDG_CACHE_HOME")
"""Environment variables that the suite, Python or pytest reads while cases run."""
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
    "environment variables": (_environment, _set_environment),
    "the search path of modules": (_search_path, _set_search_path),
    "the loaded modules": (_LoadedModules(), _set_modules),
    "the trace or profile function": (_tracers, _set_tracers),
    "the switch interval of threads": (sys.getswitchinterval, sys.setswitchinterval),
    "the limit on digits of integers": (sys.get_int_max_str_digits, sys.set_int_max_str_digits),
    "the traps of floating-point exceptions": (read_traps, set_traps),
}
_READERS: Final = tuple(read for read, _ in _ASPECTS.values())
_PERMITTED: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "resource limits": _is_higher,
    "environment variables": _has_more_variables,
    "the search path of modules": _contains_paths,
    "the loaded modules": lambda current, before: not before.missing_in(current),
}
"""Functions of the current and the earlier state: whether a driver may make this change."""
"""The observed state: what reads it, and what restores it.

``_signal`` and ``_locale`` are the modules in C below ``signal`` and ``locale``, whose functions in
Python take longer.
"""
