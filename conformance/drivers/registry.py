"""Open the device that the argument of ``--driver`` names.

The argument has one of these forms, which are tried in this order:

- ``SCHEME:text``, such as ``onnx:path/to/file.py:Engine``: an entry point of the group
  ``nn_conformance.driver_schemes``, a callable that opens a driver from the text;
- ``path/to/libdriver.so`` or ``path/to/libdriver.so#device``: a native library;
- ``path/to/file.py:attribute``: a Python file, which need not be on the import path;
- ``package.module:attribute``: a module importable from the current directory or environment;
- a name, such as ``reference``: an entry point of the group ``nn_conformance.drivers``.

``,float32=relaxed`` after any of them states that the driver computes float32 with the precision of
float16; models then are relaxed ones.

The attribute is a ``Device`` or a callable without arguments that returns one, such as a class.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from conformance.drivers.foreign_objects import (
    call_or_default,
    is_instance,
    is_user_interrupt,
    located_summary,
    type_name,
)
from conformance.entry_points import UnknownNameError, load, offered
from conformance.hal import Device
from conformance.text import did_you_mean

GROUP: Final = "nn_conformance.drivers"
SCHEMES: Final = "nn_conformance.driver_schemes"
_UPDATED_BUILDS: Final = {"reference": "conformance.reference:create_updated_device"}
"""Newer builds of drivers, as arguments of ``--driver``, for tests of a driver update."""
_RELAXED: Final = "float32=relaxed"

_LIBRARY_PATTERN: Final = re.compile(r"(?P<path>[^#]*\.so(\.\d+)*)(#(?P<device>.*))?")


class DriverLoadError(Exception):
    """The driver could not be opened; the message states what was attempted and a remedy."""


def available_drivers() -> dict[str, str]:
    """Return the driver names that ``--driver`` accepts, each with its ``MODULE:ATTRIBUTE``."""
    return offered(GROUP)


def updated_build(text: str) -> str | None:
    """Return the argument of ``--driver`` for a newer build of a driver, if one is known."""
    return _UPDATED_BUILDS.get(text)


def split_relaxed(text: str) -> tuple[str, bool]:
    """Return the text without ``,float32=relaxed``, and whether that was part of it."""
    parts = text.split(",")
    kept = [part for part in parts if part != _RELAXED]
    return ",".join(kept), len(kept) < len(parts)


def is_native(text: str) -> bool:
    """Return whether ``text`` names a native library or an engine, whose code is native."""
    text, _ = split_relaxed(text)
    return _LIBRARY_PATTERN.fullmatch(text) is not None or is_engine(text)


def is_engine(text: str) -> bool:
    """Return whether ``text`` names an inference engine."""
    text, _ = split_relaxed(text)
    if text.partition(":")[0] in offered(SCHEMES):
        return True
    module = f"{available_drivers().get(text, text).partition(':')[0]}."
    engines = [
        place.partition(":")[0].rpartition(".")[0]
        for place in offered("nn_conformance.engines").values()
    ]
    return any(module.startswith(f"{package}.") for package in engines if package)


def open_driver(text: str) -> Device:
    """Open the driver that ``text`` names; any failure raises ``DriverLoadError``."""
    text, _ = split_relaxed(text)
    scheme, colon, argument = text.partition(":")
    if colon and scheme in offered(SCHEMES):
        with _driver_code(text, "creating the driver failed"):
            return _create_device(load(SCHEMES, scheme)(argument), text)
    library = _LIBRARY_PATTERN.fullmatch(text)
    if library is not None:
        return _open_library(library["path"], library["device"], text)
    return _create_device(find_target(text), text)


@contextmanager
def _driver_code(text: str, problem: str) -> Iterator[None]:
    """Raise ``DriverLoadError`` for an exception of the block; the user's interrupt passes."""
    try:
        yield
    except DriverLoadError:
        raise
    except BaseException as error:
        if is_user_interrupt(error):
            raise
        summary = located_summary(error, _OWN_FILES)
        raise DriverLoadError(f"--driver {text}: {problem}: {summary}") from None


_OWN_FILES: Final = (
    "conformance/drivers",
    "conformance/engines",
    "importlib",
    "contextlib",
    "ctypes",
    "subprocess",
)
"""Frames of these files say nothing about the driver."""


def _open_library(path: str, device: str | None, text: str) -> Device:
    try:
        native = importlib.import_module("conformance.drivers.native")
    except ModuleNotFoundError as error:
        if error.name not in ("cffi", "_cffi_backend"):
            raise
        raise DriverLoadError(
            f"--driver {text}: native libraries need cffi, which is not installed: "
            "pip install 'nn-conformance[native]'"
        ) from error
    try:
        opened: Device = native.open_library(Path(path), device)
    except native.LibraryError as error:
        raise DriverLoadError(f"--driver {text}: {error}") from error
    return opened


def find_target(text: str) -> Any:
    """Return the object that ``text`` names as MODULE:ATTRIBUTE, FILE.py:ATTRIBUTE or by a name."""
    location, _, attribute = text.rpartition(":")
    if ":" not in text and not text.endswith(".py") and "/" not in text:
        return _find_by_name(text)
    if not location or not attribute:
        raise DriverLoadError(
            f"--driver {text}: expected MODULE:ATTRIBUTE or FILE.py:ATTRIBUTE, for example "
            "mydriver.py:create_device"
        )
    with _driver_code(text, f"importing {location} failed"):
        value = _import_file(location) if location.endswith(".py") else _import(location, text)
    for part in attribute.split("."):
        hint = did_you_mean(part, call_or_default(dir, value, default=[]))
        with _driver_code(text, f"reading {attribute!r} failed"):
            try:
                value = getattr(value, part)
            except AttributeError:
                raise DriverLoadError(
                    f"--driver {text}: {location} has no attribute {attribute!r}{hint}"
                ) from None
    return value


def _find_by_name(name: str) -> Any:
    with _driver_code(name, "its entry point could not be loaded"):
        try:
            return load(GROUP, name)
        except UnknownNameError as error:
            raise DriverLoadError(
                f"--driver {name}: no driver of that name is installed {error}\n"
                "Specify a driver of your own as MODULE:ATTRIBUTE, FILE.py:ATTRIBUTE or LIBRARY.so."
            ) from None


def _import(name: str, text: str) -> Any:
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        raise DriverLoadError(
            f"--driver {text}: no module {name!r} can be imported from {folder} or this environment"
        ) from error


def _import_file(location: str) -> Any:
    """Import a file by its path; its directory is put on ``sys.path`` for its own imports."""
    path = Path(os.path.realpath(location))
    name = f"nn_conformance_driver_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be loaded as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def _create_device(target: Any, text: str) -> Device:
    device = target
    if not is_instance(target, Device):
        with _driver_code(text, "creating the driver failed"):
            device = target()
    if not is_instance(device, Device):
        raise DriverLoadError(
            f"--driver {text}: found an object of type {type_name(device)}; expected a "
            "conformance.hal.Device (a subclass of conformance.driver_sdk.SimpleDriver is one), or "
            "a callable that returns one"
        )
    return device  # type: ignore[no-any-return]
