"""The fuzz targets: what each checks, with its files beside this module.

``python -m fuzz.targets NAME`` runs a target with libFuzzer. This module imports nothing of the
project, because the modules that a target tests are instrumented when they are imported.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pkgutil import resolve_name
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from fuzz.core.target import Target


class _Row(NamedTuple):
    """A target: its description, its check, and the instrumented modules.

    ``options`` are further attributes of ``Target``; ``functions`` are those that are named in the
    form ``module:name``, relative to ``fuzz``. With ``comparisons``, libFuzzer also gets the
    operands of comparisons, for inputs whose form no mutator knows.
    """

    summary: str
    check: str
    modules: tuple[str, ...]
    options: Mapping[str, Any] = MappingProxyType({"max_length": 8192})
    functions: Mapping[str, str] = MappingProxyType({})
    comparisons: bool = False


_DRIVER: Final = ("conformance.reference", "conformance.validation", "conformance.driver_sdk")
_STRUCTURED: Final = {"structured": True, "max_length": 8192}

_TARGETS: Final = {
    "burst": _Row(
        "send datums over the queues of a burst",
        "burst_checks:check_burst",
        ("conformance.bursts", "conformance.reference"),
        {},
        {"mutator": "inputs.unit_mutator:mutate_packets"},
    ),
    "cache": _Row(
        "prepare models from damaged compilation cache files",
        "cache_checks:check_cache",
        ("conformance.driver_sdk.caching.driver_cache", "conformance.reference"),
        {},
        {"mutator": "checks.cache_checks:mutate_changes"},
    ),
    "execution": _Row(
        "execute whole models with their requests",
        "execution_checks:check_execution",
        _DRIVER,
        _STRUCTURED,
    ),
    "fences": _Row(
        "execute with fences, deadlines and limits",
        "fence_checks:check_fences",
        _DRIVER,
        {"structured": True, "request": True, "max_length": 1024},
    ),
    "memory": _Row(
        "allocate, copy and execute driver-managed buffers",
        "memory_checks:check_memory",
        ("conformance.driver_sdk.buffers", "conformance.reference"),
        {},
        {"mutator": "checks.memory_checks:mutate_steps"},
    ),
    "model": _Row(
        "pass models to get_supported_operations and prepare_model",
        "model_checks:check_model",
        _DRIVER,
        _STRUCTURED,
    ),
    "native": _Row(
        "pass models and requests to a native library",
        "native_checks:check_native",
        ("conformance.drivers.native",),
        _STRUCTURED,
        {"driver": "checks.native_checks:native_driver"},
    ),
    "request": _Row(
        "execute requests with unusual arguments for a valid model",
        "request_checks:check_request",
        _DRIVER,
        {**_STRUCTURED, "request": True},
    ),
    "tflite": _Row(
        "import damaged ``.tflite`` files",
        "tflite_checks:check_tflite",
        ("conformance.engines.tflite.tflite_file", "conformance.engines.tflite.tflite_import"),
        {"max_length": 16384},
        comparisons=True,
    ),
    "wire": _Row(
        "read the messages between the harness and an isolated driver",
        "wire_checks:check_wire",
        ("conformance.drivers.own_process.server", "conformance.drivers.answer_codec"),
        comparisons=True,
    ),
}

SUMMARIES: Final[Mapping[str, str]] = {name: row.summary for name, row in _TARGETS.items()}
"""The summary of each target, by its name."""

OF_PROJECT: Final = frozenset({"tflite", "wire"})
"""The targets that fuzz readers of this project, and no driver."""

_loaded: Final[dict[str, Target]] = {}


class UnknownTargetError(ValueError):
    """There is no target of this name; the text lists the targets."""


def load_target(name: str, *, is_program: bool = False) -> Target:
    """Return a target, whose modules are instrumented if this process ``is_program`` for it.

    Raise ``UnknownTargetError`` if there is no such target.
    """
    if name not in _TARGETS:
        raise UnknownTargetError(
            f"there is no fuzz target {name!r}; the targets are {', '.join(_TARGETS)}"
        )
    if name not in _loaded:
        from fuzz.core import instrumentation  # noqa: PLC0415 - imports nothing of the project

        row = _TARGETS[name]
        instrumentation.load(row.modules, is_program=is_program, comparisons=row.comparisons)
        from fuzz.core.target import Target  # noqa: PLC0415 - after the instrumentation

        functions = {key: resolve_name(f"fuzz.{place}") for key, place in row.functions.items()}
        check = resolve_name(f"fuzz.checks.{row.check}")
        _loaded[name] = Target(name, check, **row.options, **functions)
    return _loaded[name]


def run_target(name: str, arguments: Sequence[str]) -> None:
    """Run a target as the program of this process; the arguments are those of libFuzzer."""
    target = load_target(name, is_program=True)
    from fuzz.engines.engine import main  # noqa: PLC0415 - after the instrumentation

    main(target, [sys.argv[0], *arguments])
