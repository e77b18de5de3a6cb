"""The header of a run's event stream, and the options that a resumed run must have in common."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from conformance import __version__
from conformance.cases import bundled_specs
from conformance.drivers.identity import describe_processor
from conformance.files import read_file
from conformance.gate.baseline import PYTEST_SELECTION
from conformance.plugin.case_source import CASE_SOURCES
from conformance.plugin.context.run_context import RunContext
from conformance.results.event_stream import RunHeader
from conformance.results.run_difference import places
from nn_conformance_options import ALL_MUTANTS, OPTIONS

_FILES: Final = ("case_list", "waivers", "baseline")
"""Options with a file whose checksum is in the header."""


def run_header(config: pytest.Config, run: RunContext) -> RunHeader:
    """Return the header of a session's event stream.

    Raise ``pytest.UsageError`` if a file whose checksum is in the header cannot be read.
    """
    identity, settings = run.identity, run.settings
    sources = config.stash[CASE_SOURCES]
    bundled = str(bundled_specs())
    own = {bundled, *(str(source.file) for source in sources if source.records_cases)}
    options = settings.recorded() | {
        "bundled_specs": bundled in config.args,
        "checksums": {
            name: _checksum(name, file) for name in _FILES if (file := getattr(settings, name))
        },
        "mutants": "all" if settings.mutants == ALL_MUTANTS else settings.mutants,
        "pytest": {
            name: config.getoption(name)
            for name in PYTEST_SELECTION
            if config.getoption(name, None)
        },
        "paths": list(run.paths),
        "specs": [argument for argument in config.args if argument.partition("::")[0] not in own],
        "workers": getattr(config.option, "numprocesses", None) or 1,
    }
    for source in sources:
        options |= source.recorded(config)
    return RunHeader(
        driver=f"{identity.name} ({run.driver})",
        driver_version=identity.version_string,
        hal_version=identity.hal_version,
        suite_version=__version__,
        seed=run.seed,
        options=options,
        declared={"device_type": identity.device_type, "extensions": list(identity.extensions)},
        policy=run.demands,
        processor=describe_processor(),
    )


def _checksum(name: str, file: str | Path) -> str:
    """Return the CRC-32 of the content of an option's file in hexadecimal digits."""
    try:
        # The content of a pipe is gone: it has been read already.
        return f"{0 if Path(file).is_fifo() else zlib.crc32(read_file(file)):08x}"
    except OSError as error:
        option = f"--{name.replace('_', '-')}"
        raise pytest.UsageError(f"{option} {file}: {error.strerror or error}") from error


_UNSET: Final = "not set"


def _text(value: Any) -> str:
    """Return the value of an option as text; a list has no order and may repeat a value."""
    if isinstance(value, list | tuple):
        return " ".join(sorted({str(one) for one in value})) or _UNSET
    return _UNSET if value is None else str(value)


def _member(name: str, key: str, shown: str = "{}") -> Callable[[Mapping[str, Any]], str]:
    """Return a function for an entry of an option that holds a table."""

    def text(options: Mapping[str, Any]) -> str:
        table = options.get(name)
        value = table.get(key) if isinstance(table, Mapping) else None
        return shown.format(_text(value)) if value else _UNSET

    return text


def _recorded(name: str) -> Callable[[Mapping[str, Any]], str]:
    if name in _FILES:
        return _member("checksums", name, "a file with checksum {}")
    return lambda options: _text(options.get(name))


_PYTEST_NAMES: Final = {"keyword": "-k", "markexpr": "-m"}
_SHOWN_NAMES: Final = {"random_profile": "the profile of random graphs"}
_COMMON_OPTIONS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "the files and folders to run": lambda options: " ".join(places(options)) or _UNSET,
    "the bundled specs": lambda options: (
        "selected" if options.get("bundled_specs") else "not selected"
    ),
    **{
        _PYTEST_NAMES.get(name, f"--{name.replace('_', '-')}"): _member("pytest", name)
        for name in PYTEST_SELECTION
    },
    "the stress modes": _recorded("stress"),
    **{
        _SHOWN_NAMES.get(option.name, option.flag): _recorded(option.name)
        for option in OPTIONS
        if option.changes_verdicts
    },
}
"""What determines which cases run, what is executed for each, and its final verdict.

Each name has a function that returns the value in a header as text. Other options may differ, in
particular limits, time limits, the number of workers and ``--isolate``: a user changes them in
order to get further than the interrupted run did.
"""


def differing_options(before: RunHeader, now: RunHeader) -> list[str]:
    """Return one phrase for each option whose difference prevents resuming the run ``before``."""
    differences = []
    for name, text in _COMMON_OPTIONS.items():
        then, given = text(before.options), text(now.options)
        if then != given:
            differences.append(f"{name}: {then} in the interrupted run, {given} in this run")
    return differences
