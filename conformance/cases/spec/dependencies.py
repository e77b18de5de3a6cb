"""Records which modules and files a spec file reads in addition to its own text.

The expanded examples depend on the content of these files too, so they must not be taken from a
cache whose key contains only the spec's text. An audit hook observes the reads while a spec runs.
Python cannot remove an audit hook; when no spec is running, it returns immediately.
"""

from __future__ import annotations

import builtins
import importlib.util
import os
import sys
import sysconfig
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import numpy as np

_OURS: Final = ("conformance.hal", "conformance.cases")
_PURE: Final = frozenset(
    {
        *("__future__", "abc", "array", "base64", "binascii", "bisect", "builtins", "cmath"),
        *("collections", "contextlib", "copy", "dataclasses", "decimal", "enum", "fractions"),
        *("functools", "hashlib", "heapq", "itertools", "json", "math", "numbers", "operator"),
        *("pickle", "random", "re", "statistics", "string", "struct", "textwrap", "types"),
        *("typing", "zlib", "numpy", "__main__"),
    }
)
"""Modules whose results depend on their arguments only.

Others, such as ``os``, ``sys`` and ``time``, read the environment, the time or the file system
without an audit event.
"""

_OPAQUE: Final = (
    "_thread.start_new_thread",
    "glob.",
    "http.",
    "os.exec",
    "os.fork",
    "os.listdir",
    "os.posix_spawn",
    "os.scandir",
    "os.spawn",
    "os.system",
    "os.walk",
    "pathlib.",
    "socket.",
    "sqlite3.",
    "subprocess.",
    "urllib.",
)
"""Audit events after which the examples may depend on more than files with a known name."""


class Dependencies:
    """Everything that one run of a spec file has read.

    ``files`` contains absolute paths, including those of missing files. ``others`` describes the
    dependencies that are not files: modules that were already loaded, failed imports, folders,
    processes and connections.
    """

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.others: set[str] = set()

    def __bool__(self) -> bool:
        """Return whether the examples depend on more than the spec's own text."""
        return bool(self.files or self.others)


class _Recorder:
    """Records the reads of one thread; ``spec`` is the path of the spec file itself."""

    def __init__(self, spec: str, dependencies: Dependencies) -> None:
        self.spec = spec
        self.dependencies = dependencies
        self.thread = threading.get_ident()

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Record the dependency of an audit event, if any."""
        if event == "open":
            self._note_open(arguments[0], arguments[2])
        elif event == "import":
            if not _is_known_code(sys._getframe(2).f_code):  # noqa: SLF001 - there is no public way
                self.note_import(arguments[0])
        elif event == "ctypes.dlopen":
            if arguments[0] is not None:
                self.dependencies.others.add(f"library {arguments[0]}")
        elif event.startswith(_OPAQUE):
            importer = sys._getframe(2).f_code.co_filename  # noqa: SLF001 - as above
            if not importer.startswith("<frozen importlib"):
                self.dependencies.others.add(event)

    def note_import(self, name: str) -> None:
        """Record a module that the spec or one of its helper modules imports."""
        if not _is_known_module(name) or not _is_pure(name):
            self.dependencies.others.add(f"module {name}")

    def note_names(self, namespace: Mapping[str, object]) -> None:
        """Record the modules of all names in the spec's namespace.

        A spec can obtain a module without an import statement, for example from another module.
        """
        for value in namespace.values():
            if isinstance(value, ModuleType):
                self.note_import(value.__name__)
            elif isinstance(value, FunctionType | type):
                name = value.__module__
                if isinstance(name, str) and name not in ("builtins", namespace.get("__name__")):
                    self.note_import(name)

    def _note_open(self, name: object, flags: object) -> None:
        if isinstance(flags, int) and flags & os.O_ACCMODE == os.O_WRONLY:
            return
        if not isinstance(name, str | bytes | os.PathLike):
            self.dependencies.others.add(f"descriptor {name}")
            return
        path = os.path.abspath(os.fsdecode(name))  # noqa: PTH100 - links stay as named
        if path.endswith(".pyc"):
            with suppress(ValueError):
                path = importlib.util.source_from_cache(path)
        if path != self.spec and not _is_known_file(path):
            self.dependencies.files.add(path)


_active: _Recorder | None = None


@contextmanager
def recorded(
    spec: str, namespace: dict[str, Any], found: Dependencies | None = None
) -> Iterator[None]:
    """Record in ``found`` what the code in the ``with`` block reads; do not nest these blocks.

    Helper modules that the block loads are unloaded at its end, because the next spec may have
    helper modules with the same names. They are compiled from source each time, because the time
    stamp in a ``.pyc`` file does not distinguish two edits within one second.
    """
    global _active
    _install_hook()
    dependencies = Dependencies() if found is None else found
    recorder = _Recorder(spec, dependencies)
    before, write_bytecode = set(sys.modules), sys.dont_write_bytecode

    def tracked_import(name: str, *arguments: Any, **more: Any) -> ModuleType:
        recorder.note_import(name)
        module = builtins.__import__(name, *arguments, **more)
        recorder.note_import(name)  # again, because the module's file is known only now
        return module

    namespace["__builtins__"]["__import__"] = tracked_import
    sys.dont_write_bytecode = True
    _active = recorder
    try:
        yield
        recorder.note_names(namespace)
    finally:
        _active = None
        sys.dont_write_bytecode = write_bytecode
        if dependencies:
            _unload(before, dependencies)


def _unload(before: set[str], dependencies: Dependencies) -> None:
    """Unload the helper modules of a spec, but not installed packages or extension modules."""
    for name in set(sys.modules) - before:
        module = sys.modules[name]
        if (origin := getattr(module, "__file__", None)) is None:
            folders = list(getattr(module, "__path__", ()))
            helper = bool(folders) and not any(map(_is_installed, folders))
        else:
            path = os.path.abspath(origin)  # noqa: PTH100 - as in _note_open
            helper = path in dependencies.files and not _is_installed(path)
            helper = helper and not path.endswith(tuple(EXTENSION_SUFFIXES))
        if helper:
            sys.modules.pop(name, None)


@cache
def _install_hook() -> None:
    sys.addaudithook(_audit)


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    recorder = _active
    if recorder is not None and recorder.thread == threading.get_ident():
        recorder.audit(event, arguments)


def _is_known_module(name: str) -> bool:
    """Return whether the cache key already covers the module: Python, numpy and the reader."""
    if name == "conformance" or f"{name}.".startswith(tuple(f"{ours}." for ours in _OURS)):
        return True
    top = name.partition(".")[0]
    if top not in sys.stdlib_module_names and top not in ("numpy", "__main__"):
        return False
    origin = getattr(sys.modules.get(name), "__file__", None)
    return origin is None or _is_known_file(os.path.abspath(origin))  # noqa: PTH100


def _is_pure(name: str) -> bool:
    top = name.partition(".")[0]
    return top in _PURE or top == "conformance"


def _is_known_code(code: CodeType) -> bool:
    return code.co_filename.startswith("<frozen ") or _is_known_file(code.co_filename)


def _is_known_file(path: str) -> bool:
    """Return whether the file belongs to Python, to numpy or to the spec file reader."""
    return path.startswith(_known_folders()) and not _is_installed(path, numpy=False)


def _is_installed(path: str, *, numpy: bool = True) -> bool:
    """Return whether the file belongs to an installed package."""
    if not numpy and path.startswith(_numpy_folder()):
        return False
    return path.startswith(_installed_folders()) and not path.startswith(_reader_folders())


@cache
def _known_folders() -> tuple[str, ...]:
    named = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}
    python = {f"{folder}{os.sep}" for path in named for folder in (path, os.path.realpath(path))}
    return (*python, _numpy_folder(), *_reader_folders())


@cache
def _installed_folders() -> tuple[str, ...]:
    named = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    named |= {f"{sysconfig.get_path(name)}/site-packages" for name in ("stdlib", "platstdlib")}
    named |= {f"{sysconfig.get_path(name)}/dist-packages" for name in ("stdlib", "platstdlib")}
    return tuple(f"{folder}{os.sep}" for path in named for folder in (path, os.path.realpath(path)))


@cache
def _numpy_folder() -> str:
    return f"{Path(np.__file__).parent}{os.sep}"


@cache
def _reader_folders() -> tuple[str, ...]:
    folder = Path(__file__).parents[1]
    return (f"{folder}{os.sep}", f"{folder.parent / 'hal'}{os.sep}")
