"""The header of a run's event stream, and the options that a resumed run must have in common."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from conformance import __version__
from conformance.cases import bundled_specs
from conformance.drivers.own_process import IsolatedDevice
from conformance.drivers.processor import describe_processor
from conformance.gate.baseline import PYTEST_SELECTION
from conformance.input_files import read_file
from conformance.plugin.context.run_context import RunContext
from conformance.plugin.nodes.random_graph_items import CHOSEN
from conformance.plugin.nodes.stress_items import is_stress_argument, selected_modes
from conformance.results.analysis.run_difference import places
from conformance.results.event_stream import RunHeader
from nn_conformance_options import ALL_MUTANTS


def run_header(config: pytest.Config, run: RunContext) -> RunHeader:
    """Return the header of a session's event stream.

    Raise ``pytest.UsageError`` if a file whose checksum is in the header cannot be read.
    """
    identity, mutants = run.identity, config.getoption("nn_mutants")
    files = {
        "case_list": config.getoption("nn_case_list"),
        "waivers": run.gate_files.waivers,
        "baseline": run.gate_files.baseline,
    }
    return RunHeader(
        driver=f"{identity.name} ({run.driver})",
        driver_version=identity.version_string,
        hal_version=identity.hal_version,
        suite_version=__version__,
        seed=run.seed,
        options={
            "bundled_specs": str(bundled_specs()) in config.args,
            "cache_corruptions": config.getoption("nn_cache_corruptions"),
            "callback_timeout": config.getoption("nn_callback_timeout"),
            "coupling": config.getoption("nn_coupling"),
            "case": config.getoption("nn_cases"),
            "case_list": config.getoption("nn_case_list"),
            "checksums": {name: _checksum(name, file) for name, file in files.items() if file},
            "model_unsupported": run.unsupported,
            "mutants": "all" if mutants == ALL_MUTANTS else mutants,
            "mutants_per_case": run.mutants_per_case,
            "pytest": {
                name: config.getoption(name)
                for name in PYTEST_SELECTION
                if config.getoption(name, None)
            },
            "isolate": isinstance(run.device, IsolatedDevice),
            "paths": list(run.paths),
            "random_graphs": config.getoption("nn_random_graphs"),
            "random_profile": config.stash[CHOSEN].profile,
            "random_narrowed": config.stash[CHOSEN].note,
            "shard": config.getoption("nn_shard"),
            "updated_driver": config.getoption("nn_updated_driver"),
            "specs": [
                a for a in config.args if a != str(bundled_specs()) and not is_stress_argument(a)
            ],
            "stress": (stress := selected_modes(config)),
            "stress_models": config.getoption("nn_stress_models") if stress else [],
            "stress_seconds": config.getoption("nn_stress_seconds") if stress else None,
            "workers": getattr(config.option, "numprocesses", None) or 1,
        },
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


def _value(name: str) -> Callable[[Mapping[str, Any]], str]:
    def text(options: Mapping[str, Any]) -> str:
        value = options.get(name)
        return _UNSET if value is None else str(value)

    return text


def _set_of_values(name: str) -> Callable[[Mapping[str, Any]], str]:
    """Return a function for an option whose values have no order and may be repeated."""

    def text(options: Mapping[str, Any]) -> str:
        value = options.get(name)
        values = value if isinstance(value, list | tuple) else ()
        return " ".join(sorted({str(one) for one in values})) or _UNSET

    return text


def _member(name: str, key: str, shown: str) -> Callable[[Mapping[str, Any]], str]:
    """Return a function for an entry of an option that holds a table."""

    def text(options: Mapping[str, Any]) -> str:
        table = options.get(name)
        value = table.get(key) if isinstance(table, Mapping) else None
        if isinstance(value, list | tuple):
            value = " ".join(sorted(map(str, value)))
        return shown.format(value) if value else _UNSET

    return text


def _bundled(options: Mapping[str, Any]) -> str:
    return "selected" if options.get("bundled_specs") else "not selected"


def _places(options: Mapping[str, Any]) -> str:
    return " ".join(places(options)) or _UNSET


_FILE: Final = "a file with checksum {}"
_PYTEST_NAMES: Final = {"keyword": "-k", "markexpr": "-m"}
_COMMON_OPTIONS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "the files and folders to run": _places,
    "the bundled specs": _bundled,
    "--case": _set_of_values("case"),
    "--case-list": _member("checksums", "case_list", _FILE),
    "--shard": _value("shard"),
    **{
        _PYTEST_NAMES.get(name, f"--{name.replace('_', '-')}"): _member("pytest", name, "{}")
        for name in PYTEST_SELECTION
    },
    "--paths": _set_of_values("paths"),
    "--coupling": _value("coupling"),
    "--model-unsupported": _value("model_unsupported"),
    "--mutants": _value("mutants"),
    "--mutants-per-case": _value("mutants_per_case"),
    "--cache-corruptions": _value("cache_corruptions"),
    "--updated-driver": _value("updated_driver"),
    "--random-graphs": _value("random_graphs"),
    "the profile of random graphs": _value("random_profile"),
    "the stress modes": _set_of_values("stress"),
    "--stress-models": _set_of_values("stress_models"),
    "--stress-seconds": _value("stress_seconds"),
    "--waivers": _member("checksums", "waivers", _FILE),
    "--baseline": _member("checksums", "baseline", _FILE),
}
"""The options that determine which cases run, what is executed for each, and its final verdict.

Each name has a function that returns the option's value in a header as text. Other options may
differ, in particular limits, time limits, the number of workers and ``--isolate``: a user changes
them in order to get further than the interrupted run did.
"""


def differing_options(before: RunHeader, now: RunHeader) -> list[str]:
    """Return one phrase for each option whose difference prevents resuming the run ``before``."""
    differences = []
    for name, text in _COMMON_OPTIONS.items():
        then, given = text(before.options), text(now.options)
        if then != given:
            differences.append(f"{name}: {then} in the interrupted run, {given} in this run")
    return differences
