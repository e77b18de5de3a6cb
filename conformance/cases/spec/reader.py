"""Reads spec files: executes a file in a fresh namespace and expands its declarations.

A spec file is Python code and is EXECUTED with the rights of this process: read only files that you
would also run. The precautions here protect against accidents, not against malicious code: every
file has a fresh namespace, global state is restored afterwards, and the running time is limited.
"""

from __future__ import annotations

import ast
import builtins
import os
import random
import re
import sys
import sysconfig
import threading
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np

from conformance.cases.example import Example
from conformance.cases.spec import VOCABULARY
from conformance.cases.spec.document import SpecDocument, current_document
from conformance.cases.spec.errors import BrokenExample, SpecError, UnlocatedSpecError
from conformance.cases.spec.expansion import Expanded, expand
from conformance.cases.spec.spec_graph import SpecGraph
from conformance.files import read_file
from conformance.hal import Version
from conformance.hard_limit import TimeLimitExceeded, enforce_time_limit
from conformance.text import to_printable

DEFAULT_TIME_LIMIT: Final = 30.0
"""The default limit on the running time of a spec file, in seconds."""

_MAX_BYTES: Final = 1 << 26
_PURE: Final = frozenset(
    {
        *("__future__", "abc", "array", "base64", "binascii", "bisect", "cmath", "collections"),
        *("contextlib", "copy", "dataclasses", "decimal", "enum", "fractions", "functools"),
        *("hashlib", "heapq", "itertools", "json", "math", "numbers", "operator", "pickle"),
        *("random", "re", "statistics", "string", "struct", "textwrap", "types", "typing"),
        *("zlib", "numpy"),
    }
)
"""Modules whose functions depend on their arguments only, except those in ``_READING``."""

_READING: Final = frozenset(
    {
        *("open", "exec", "eval", "compile", "__import__", "__builtins__", "__file__", "globals"),
        *("load", "loadtxt", "genfromtxt", "fromfile", "memmap", "DataSource", "ctypeslib"),
    }
)
"""Names by which a spec without other imports reads files or runs other code."""


def is_self_contained(source: bytes) -> bool:
    """Return whether a spec file's text alone determines its examples.

    This is decided by the modules that the text imports and by the names that it uses.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                modules = [alias.name for alias in names]
            case ast.ImportFrom(module=str(module), level=0):
                modules = [module]
            case ast.ImportFrom():
                return False
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                modules = []
                if name in _READING:
                    return False
            case _:
                continue
        if any(module.partition(".")[0] not in _PURE for module in modules):
            return False
    return True


_RUN_LOCK: Final = threading.RLock()
"""Held while a spec file runs."""


@contextmanager
def restore_process_state() -> Iterator[None]:
    """Restore the process-wide state that a spec file may change by accident.

    This state consists of Python's and numpy's random generators, numpy's error settings, warning
    filters, the import path, the working directory and the standard output. Because it belongs to
    the whole process, only one file runs at a time.
    """
    with _RUN_LOCK, warnings.catch_warnings(), np.errstate():
        generator, legacy = random.getstate(), np.random.get_state()  # noqa: NPY002 - specs use it
        path, output, directory = list(sys.path), sys.stdout, os.open(".", os.O_PATH)
        warnings.simplefilter("ignore")
        sys.stdout = sys.stderr  # a spec's prints must not mix with a report
        try:
            yield
        finally:
            sys.stdout = output
            random.setstate(generator)
            np.random.set_state(legacy)  # noqa: NPY002
            sys.path[:] = path
            os.fchdir(directory)
            os.close(directory)


@contextmanager
def helpers_unloaded() -> Iterator[None]:
    """Unload the helper modules that the ``with`` block loads, and write no bytecode of them.

    The next spec may have helper modules with the same names. The time stamp in a ``.pyc`` file
    does not distinguish two edits within one second.
    """
    before, write_bytecode = set(sys.modules), sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = write_bytecode
        for name in set(sys.modules) - before:
            if name.partition(".")[0] != "conformance" and not _is_installed(sys.modules[name]):
                del sys.modules[name]


def _is_installed(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    places = [file] if file else [*getattr(module, "__path__", ())]
    return all(place.startswith(_INSTALLED) for place in places)


_INSTALLED: Final = tuple(
    {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
)


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
) -> Iterator[Expanded]:
    """Execute the file at once and return an iterator that expands one example at a time.

    A broken example is yielded as a ``BrokenExample`` in its place. ``source`` is the file's
    content, if the caller has read it already.

    Raises:
        SpecError: The file cannot be read or executed to its end.

    """
    location = os.path.abspath(path)  # noqa: PTH100 - links stay as named
    text = read_source(location) if source is None else source
    return expand(_run(location, text, time_limit))


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

    document = _run(location, read_source(location), time_limit)
    for item in expand(document, collect):
        if item.name == name:
            break
    return tuple(lines)


def read_source(path: str) -> bytes:
    """Return the file's content; raise ``SpecError`` if the file cannot be read."""
    try:
        return read_file(path, limit=_MAX_BYTES)
    except OSError as error:
        raise SpecError(path, 0, f"cannot be read: {error.strerror or error}") from error


def _run(path: str, source: bytes, time_limit: float) -> SpecDocument:
    document = SpecDocument(path, spec_name(path), version_of_path(path))
    namespace: dict[str, Any] = {
        "__builtins__": dict(vars(builtins)),
        "__name__": document.spec,
        "__file__": path,
        "Configuration": document.configuration,
        **VOCABULARY,
    }
    limit = f"the spec file {path} did not end within {time_limit:g} s"
    stuck = f"\n{limit} and cannot be interrupted; the run ends here\n"
    token = current_document.set(document)
    try:
        with (
            restore_process_state(),
            helpers_unloaded(),
            enforce_time_limit(time_limit, stuck),  # last: limits only the spec
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
