"""The boundary to native drivers: models and requests cross it without damage."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from conformance.cli.init import native_driver as example_driver
from conformance.harness.calls import driver_calls
from conformance.validation import first_violation
from fuzz.checks.execution_checks import check_execution
from fuzz.core.finding import FuzzFinding
from fuzz.core.session import FuzzSession
from fuzz.inputs.decoder import decode

_LIBRARY: Final = "libexample.so"


class NoLibraryError(Exception):
    """There is no native library to test, and the example driver cannot be built."""


def check_native(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Pass a model over the boundary, and execute it if it is valid.

    The answers for invalid models are not checked: that is the purpose of the target ``model``.
    The interface reports some of them when the client builds the model. This also holds for a model
    without outputs: the C function that lists inputs and outputs may refuse an empty list.
    """
    model = decode(data).model
    session.note_model(model)
    if model.main.output_indexes and first_violation(model, session.version) is None:
        return check_execution(session, data)
    session.counts["invalid"] += 1
    driver_calls.get_supported_operations(session.device, model)
    session.context.try_to_prepare(model)
    return session.check_health()


def native_driver(named: str) -> str:
    """Return the named driver if it is a library, otherwise the example driver.

    The example driver is built with ``make`` in a temporary folder. Raise ``NoLibraryError`` if
    that is not possible.
    """
    if ".so" in named:
        return named
    if shutil.which("make") is None or shutil.which("cc") is None:
        raise NoLibraryError(
            "the target native needs a native library as driver, or a C compiler and make to build "
            "the example driver"
        )
    return _built_example()


@cache
def _built_example() -> str:
    folder = tempfile.mkdtemp(prefix="nn-fuzz-native-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    library = Path(folder) / _LIBRARY
    command = ["make", "-s", "-C", str(example_driver()), f"OUT={folder}", str(library)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if built.returncode:
        raise NoLibraryError(f"the example driver cannot be built: {built.stderr.strip()[-500:]}")
    return str(library)
