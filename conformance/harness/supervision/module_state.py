"""Detects and undoes the replacement of functions that verdicts depend on.

A driver in the process of the suite may replace ``numpy.array_equal``, ``time.monotonic`` or a
method of ``threading.Thread``, by accident in most cases: a library patches a module for its own
purposes. Later cases would then get other verdicts. ``FunctionState`` compares the public callables
and the numbers of such modules, and the methods of their classes, before and after a case.
"""

from __future__ import annotations

import builtins
import sys
from contextlib import suppress
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any, Final, NamedTuple

from conformance.harness.supervision.namespace_versions import NamespaceVersions

# The functions below use copies of the built-in names, which no driver replaces.
globals()["__builtins__"] = dict(vars(builtins))

_MODULES: Final = frozenset(
    [
        *("collections", "contextlib", "copy", "dataclasses", "decimal", "functools", "gc"),
        *("hashlib", "itertools", "json", "math", "operator", "os", "os.path", "pathlib", "random"),
        *("re", "select", "signal", "struct", "subprocess", "sys", "tempfile", "threading", "time"),
        *("numpy", "msgspec", "msgspec.json", "msgspec.msgpack"),
        *("pytest", "_pytest.outcomes", "_pytest.reports", "_pytest.runner"),
    ]
)
_WITH_CLASSES: Final = frozenset(
    ["pathlib", "random", "threading", "_pytest.reports", "_pytest.runner"]
)
"""Modules whose classes are watched too."""
_CALLED: Final = (FunctionType, classmethod, staticmethod, property)


@dataclass(frozen=True, slots=True)
class _Namespace:
    """A module or class, by its full name, and the names in it that are watched."""

    place: str
    owner: Any
    names: frozenset[str]


class FunctionValues(NamedTuple):
    """The values of the watched namespaces by name, and their ``NamespaceVersions``."""

    versions: tuple[int, ...]
    values: list[dict[str, Any]]


class FunctionState:
    """The watched names of all loaded modules; ``restore`` returns to the values of ``begin``."""

    def __init__(self) -> None:
        self._namespaces: list[_Namespace] = []
        self._seen: dict[str, object] = {}
        self._number = 0
        self._versions = NamespaceVersions()
        self._latest = FunctionValues((), [])

    def begin(self) -> FunctionValues:
        """Return the present values, for ``restore``."""
        if len(sys.modules) != self._number:
            self._add_modules()
        versions = self._versions.read()
        if not versions or versions != self._latest.versions:
            # Between two cases, pytest assigns in few of them, such as ``sys.stdout``.
            copies = self._latest.values.copy() if versions else []
            known = len(copies)
            for number, namespace in enumerate(self._namespaces):
                if number >= known:
                    copies.append(vars(namespace.owner).copy())
                elif versions[number] != self._latest.versions[number]:
                    copies[number] = vars(namespace.owner).copy()
            self._latest = FunctionValues(versions, copies)
        return self._latest

    def restore(self, earlier: FunctionValues) -> list[str]:
        """Undo changes since ``begin``, and return the names that were changed."""
        changed: list[str] = []
        versions = self._versions.read()
        if versions and versions[: len(earlier.versions)] == earlier.versions:
            return changed
        for namespace, before in zip(self._namespaces, earlier.values, strict=False):
            current = vars(namespace.owner)
            # Lists are compared faster than the values by name, and most are equal.
            with suppress(Exception):  # a foreign object may override ``==``
                if [*current.values()] == [*before.values()]:
                    continue
            for name in namespace.names & before.keys():
                if current.get(name, _MISSING) is not before[name]:
                    _set(namespace.owner, name, before[name])
                    changed.append(f"{namespace.place}.{name}")
        return sorted(changed)

    def _add_modules(self) -> None:
        self._number = len(sys.modules)
        for name, module in list(sys.modules.items()):
            known = name not in _MODULES or self._seen.get(name) is module
            if known or type(module) is not ModuleType:
                continue
            self._seen[name] = module
            content = list(vars(module).items())
            self._add(name, module, [label for label, value in content if _watched(label, value)])
            for label, value in content if name in _WITH_CLASSES else ():
                if isinstance(value, type) and value.__module__ == name:
                    methods = [n for n, v in vars(value).items() if isinstance(v, _CALLED)]
                    self._add(f"{name}.{label}", value, methods)

    def _add(self, place: str, owner: Any, names: list[str]) -> None:
        if names:
            self._namespaces.append(_Namespace(place, owner, frozenset(names)))
            self._versions.add(vars(owner))


FUNCTIONS: Final = FunctionState()
"""The only instance of a process."""

_MISSING: Final = object()


def _watched(name: str, value: object) -> bool:
    return not name.startswith("_") and (type(value) in (int, float) or callable(value))


def _set(owner: Any, name: str, value: object) -> None:
    if isinstance(owner, type):
        type.__setattr__(owner, name, value)
    else:
        vars(owner)[name] = value
