"""Reads spec files: executes a file in a fresh namespace and expands its declarations.

The expanded examples depend on the content of these files too, so they must not be taken from a
cache whose key contains only the spec's text. An audit hook observes the reads while a spec runs.
Python cannot remove an audit hook; when no spec is running, it returns immediately.

A spec file is Python code and is EXECUTED with the rights of this process: read only files that you
would also run. The precautions here protect against accidents, not against malicious code: every
file has a fresh namespace, global state is restored afterwards, and the running time is limited.
"""

from __future__ import annotations

import builtins
import importlib.util
import os
import re
import sys
import sysconfig
import threading
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from os import PathLike
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import numpy as np

from conformance.cases.example import Example
from conformance.cases.spec import VOCABULARY
from conformance.cases.spec.document import SpecDocument, current_document
from conformance.cases.spec.errors import BrokenExample, SpecError, UnlocatedSpecError
from conformance.cases.spec.expansion import Expanded, expand
from conformance.cases.spec.spec_graph import SpecGraph
from conformance.cases.spec.time_limit import (
    TimeLimitExceeded,
    enforce_time_limit,
    restore_process_state,
)
from conformance.hal import Version
from conformance.input_files import read_file
from conformance.printable import to_printable

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


DEFAULT_TIME_LIMIT: Final = 30.0
"""The default limit on the running time of a spec file, in seconds."""

_VERSION_IN_PATH: Final = re.compile(r"/(V\d_\d)/|(AIDL_V\d+)")


def spec_name(path: str | PathLike[str]) -> str:
    """Return the spec's name: the file name up to the first dot, with unprintable text escaped."""
    return to_printable(Path(path).name.partition(".")[0])


def version_of_path(path: str | PathLike[str]) -> Version | None:
    """Return the HAL version in the file's path; ``None`` unless the path states exactly one."""
    names = _VERSION_IN_PATH.findall(os.path.abspath(path))  # noqa: PTH100 - links stay as named
    if len(names) != 1:
        return None
    return Version.__members__.get("".join(names[0]))


def iter_examples(
    path: str | PathLike[str],
    *,
    time_limit: float = DEFAULT_TIME_LIMIT,
    source: bytes | None = None,
    dependencies: Dependencies | None = None,
) -> Iterator[Expanded]:
    """Execute the file at once and return an iterator that expands one example at a time.

    A broken example is yielded as a ``BrokenExample`` in its place. ``source`` is the file's
    content, if the caller has read it already. ``dependencies`` receives the modules and other
    files that the file reads.

    Raises:
        SpecError: The file cannot be read or executed to its end.

    """
    location = os.path.abspath(path)  # noqa: PTH100 - links stay as named
    text = read_source(location) if source is None else source
    return expand(_run(location, text, time_limit, dependencies))


def load_examples(
    path: str | PathLike[str], *, time_limit: float = DEFAULT_TIME_LIMIT
) -> tuple[Example, ...]:
    """Return all examples of the file; raise the ``SpecError`` of the first broken example."""
    loaded: list[Example] = []
    for item in iter_examples(path, time_limit=time_limit):
        if isinstance(item, BrokenExample):
            raise item.error
        loaded.append(item)
    return tuple(loaded)


def example_names(
    path: str | PathLike[str], *, time_limit: float = DEFAULT_TIME_LIMIT
) -> tuple[str, ...]:
    """Return the names of all examples of the file, including broken ones."""
    return tuple(item.name for item in iter_examples(path, time_limit=time_limit))


def operation_lines(
    path: str | PathLike[str], name: str, *, time_limit: float = DEFAULT_TIME_LIMIT
) -> tuple[int, ...]:
    """Return the line of each operation of an example, in the order of its model.

    An operation that a variation inserted has the line 0. The result is empty if the file has no
    such example.

    Raises:
        SpecError: The file cannot be read or executed to its end.

    """
    location = os.path.abspath(path)  # noqa: PTH100 - links stay as named
    lines: list[int] = []

    def collect(example: str, graph: SpecGraph) -> None:
        if example == name:
            lines.extend(operation.line for operation in graph.execution_order())

    document = _run(location, read_source(location), time_limit, None)
    for item in expand(document, collect):
        if item.name == name:
            break
    return tuple(lines)


def read_source(path: str) -> bytes:
    """Return the file's content; raise ``SpecError`` if the file cannot be read."""
    try:
        return read_file(path)
    except OSError as error:
        raise SpecError(path, 0, f"cannot be read: {error.strerror or error}") from error


def _run(
    path: str, source: bytes, time_limit: float, dependencies: Dependencies | None
) -> SpecDocument:
    document = SpecDocument(path, spec_name(path), version_of_path(path))
    namespace: dict[str, Any] = {
        "__builtins__": dict(vars(builtins)),
        "__name__": document.spec,
        "__file__": path,
        "Configuration": document.configuration,
        **VOCABULARY,
    }
    token = current_document.set(document)
    try:
        with (
            restore_process_state(),
            enforce_time_limit(time_limit, f"the spec file {path}"),
            recorded(path, namespace, dependencies),
        ):
            exec(compile(source, path, "exec", dont_inherit=True), namespace)
    except (Exception, SystemExit, TimeLimitExceeded) as error:
        raise _as_spec_error(path, error, time_limit) from error
    finally:
        current_document.reset(token)
    return document


def _as_spec_error(path: str, error: BaseException, time_limit: float) -> SpecError:
    own_lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == path]
    line = (own_lines[-1] if own_lines else 0) or 0
    match error:
        case TimeLimitExceeded():
            message = (
                f"still running after {time_limit:g} s: look for an endless loop on this line, "
                "or increase the time limit"
            )
        case UnlocatedSpecError():
            message, line = error.message, error.line or line
        case SyntaxError(lineno=int(lineno)) if error.filename == path:
            message, line = f"not valid Python: {error.msg}", lineno
        case _:
            message = f"the spec raised {type(error).__name__}: {error}"
    return SpecError(path, line, message)
