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
from typing import Final

SWITCH: Final = "NN_CONFORMANCE_FUZZ_INSTRUMENT"
"""Environment variable: ``1`` instruments also in an import, ``0`` never instruments."""


_MARKS: list[Callable[[], None]] = []
_MARK_COUNT: Final = 4096


def is_available() -> bool:
    """Return whether atheris can be imported."""
    return importlib.util.find_spec("atheris") is not None


def load(caller: str, modules: Iterable[str], driver: str = "") -> None:
    """Import modules, instrumented if ``caller`` is ``__main__`` and atheris is installed.

    ``caller`` is the ``__name__`` of the target's module. ``driver`` is the driver under test; if
    it is an importable module, that module and its package are instrumented too.
    """
    is_requested = os.environ.get(SWITCH, "1" if caller == "__main__" else "0") == "1"
    if not is_requested or not is_available():
        return
    atheris = importlib.import_module("atheris")

    names = list(modules)
    module, colon, _ = driver.rpartition(":")
    if colon and not module.endswith(".py") and "/" not in module:
        names.append(module)
    packages = sorted({name.partition(".")[0] for name in names})
    # atheris reports each instrumented module on stderr.
    _MARKS.extend(atheris.instrument_func(_new_mark()) for _ in range(_MARK_COUNT))
    with contextlib.redirect_stderr(io.StringIO()), atheris.instrument_imports(include=packages):
        for name in names:
            # The target reports a driver that cannot be imported, with the reason.
            with contextlib.suppress(ImportError):
                importlib.import_module(name)


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
