"""Coverage instrumentation by atheris, for the code whose coverage guides a target.

This module imports nothing of the project, because a module must be instrumented when it is first
imported.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import os
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

DRIVER_VARIABLE: Final = "NN_CONFORMANCE_FUZZ_DRIVER"
"""Environment variable with the driver under test, in the forms of ``--driver``."""

SWITCH: Final = "NN_CONFORMANCE_FUZZ_INSTRUMENT"
"""Environment variable: ``1`` instruments also in an import, ``0`` never instruments."""

_MARKS: list[Callable[[], None]] = []
_MARK_COUNT: Final = 4096
_TRACE: Final = "_trace_branch"
"""The function of atheris that instrumented code calls for each branch."""

_ENGINES: list[Any] = []
"""The module atheris, if it has instrumented modules."""

_TRACERS: list[Callable[[int], None]] = []
"""atheris's function, if ``_COLLECT`` has replaced it."""

_REACHED: set[int] = set()
"""The branches that the current input has reached."""

_COLLECT: Final = _REACHED.add


def is_available() -> bool:
    """Return whether atheris can be imported."""
    return importlib.util.find_spec("atheris") is not None


def load(modules: Iterable[str], *, is_program: bool, comparisons: bool) -> None:
    """Import modules, instrumented if this process ``is_program`` of the target.

    Nothing is instrumented without atheris. A package includes all its modules.
    Modules that are imported from elsewhere are not instrumented, because each edge costs time.
    If the driver under test is an importable module, that module and its package are instrumented
    too. With ``comparisons``, libFuzzer gets the operands of comparisons, which
    its mutator of bytes writes into inputs. Targets with a mutator that knows their form do
    without them: they take more time than the coverage.
    """
    is_requested = os.environ.get(SWITCH, "1" if is_program else "0") == "1"
    if not is_requested or not is_available():
        return
    atheris = importlib.import_module("atheris")

    names = list(modules)
    module, colon, _ = os.environ.get(DRIVER_VARIABLE, "").rpartition(":")
    if colon and not module.endswith(".py") and "/" not in module:
        names.append(module)
    packages = {name.partition(".")[0] for name in names}
    own = {name.partition(".")[0] for name in modules}
    known = [name for package in sorted(own) for name in _modules_of(package)]
    roots = tuple(f"{name}." for name in names)
    inside = [name for name in known if f"{name}.".startswith(roots)]
    exclude = set(known) - set(inside)
    _MARKS.extend(atheris.instrument_func(_new_mark()) for _ in range(_MARK_COUNT))
    with (
        contextlib.redirect_stderr(io.StringIO()),  # atheris reports each instrumented module
        atheris.import_hook.HookManager(
            include_packages=packages,
            exclude_modules=exclude,
            enable_loader_override=True,
            trace_dataflow=comparisons,
        ),
    ):
        for name in (*names, *inside):
            # The target reports a driver that cannot be imported, with the reason.
            with contextlib.suppress(ImportError):
                importlib.import_module(name)
    _ENGINES[:] = [atheris]


def start_input() -> None:
    """Collect the branches that the following input reaches.

    A call of atheris's function takes five times as long as adding to a set, and instrumented code
    calls it for each iteration of each loop. Therefore each branch is reported once at the end of
    an input, and libFuzzer gets no numbers of iterations.
    """
    for atheris in _ENGINES:
        trace = getattr(atheris, _TRACE, _COLLECT)
        if trace is not _COLLECT:  # ``atheris.Setup`` replaces the function
            _TRACERS[:] = [trace]
            setattr(atheris, _TRACE, _COLLECT)
    _REACHED.clear()  # the mutator, too, calls instrumented code


def end_input() -> None:
    """Report the branches that were reached since ``start_input`` to libFuzzer."""
    for trace in _TRACERS:
        for branch in tuple(_REACHED):
            trace(branch)


def _modules_of(package: str) -> list[str]:
    spec = importlib.util.find_spec(package)
    found = []
    for location in (spec and spec.submodule_search_locations) or ():
        for path in sorted(Path(location).rglob("*.py")):
            parts = (package, *path.relative_to(location).with_suffix("").parts)
            found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return found


def mark(feature: str) -> None:
    """Count a feature of an input, such as a broken rule, as coverage; do nothing without atheris.

    Many rules are data that the same code reads, so the coverage of code does not show which of
    them an input reached.
    """
    if _MARKS:
        _MARKS[zlib.crc32(feature.encode()) % _MARK_COUNT]()


def _new_mark() -> Callable[[], None]:
    def marker() -> None:
        return

    return marker
