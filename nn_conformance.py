"""Entry point of the pytest plugin and of the command ``nn-conformance``.

The packages of this distribution have common names (``conformance``, ``generators``, ``fuzz``).
This module has an unambiguous name and checks, before it imports any of them, that Python finds the
packages of this distribution and not packages of the same name from elsewhere.

The plugin adds its options at once and loads everything else only if a driver is named, so that it
does not affect pytest runs that have nothing to do with drivers.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from nn_conformance_options import (
    add_options,
    added_options,
    join_added_options,
    join_values,
    policy_driver,
    separate_path,
)

_PACKAGES = ("conformance", "generators", "fuzz")
_DISTRIBUTION_NAME = "nn-conformance"


def shadowed_packages() -> list[str]:
    """Return one message for each package name that does not lead to this distribution."""
    problems = []
    for package in _PACKAGES:
        spec = importlib.util.find_spec(package)
        origin = spec.origin if spec is not None else None
        if origin is None:
            problems.append(f"package {package!r} cannot be found or has no __init__.py")
        elif _DISTRIBUTION_NAME not in Path(origin).read_text(encoding="utf-8", errors="replace"):
            problems.append(f"package {package!r} is shadowed by {Path(origin).parent}")
    return problems


def _shadowing_message(problems: list[str]) -> str:
    """Return the error message for shadowed packages."""
    return (
        "nn-conformance cannot start: "
        + "; ".join(problems)
        + ". Remove or rename the other package, start from another directory, or install "
        "nn-conformance in a separate virtual environment."
    )


def main() -> int:
    """Run the command ``nn-conformance`` and return its exit status."""
    problems = shadowed_packages()
    if problems:
        raise SystemExit(_shadowing_message(problems))
    from conformance.cli.main import main as run  # noqa: PLC0415 - only after the check

    return run()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the suite."""
    add_options(parser)


def configured_driver(config: pytest.Config) -> str | None:
    """Return the name of the driver from the option, the ini file or ``[tool.nn-conformance]``.

    Return ``None`` if none of them names a driver.
    """
    text = config.getoption("nn_driver") or config.getini("nn_driver")
    return str(text) if text else policy_driver(config.invocation_params.dir)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> Generator[None, int | None, int | None]:
    """Run a session with a driver in a child process, whose early end the parent reports.

    A program that calls ``pytest.main`` with its own arguments is not continued in a child.
    """
    has_driver = configured_driver(config) is not None
    if not has_driver or not _is_command(config) or _is_worker(config) or shadowed_packages():
        return (yield)
    from conformance.parent_process import continue_in_child, record_end  # noqa: PLC0415 - as above

    _check_open_files()
    continue_in_child()
    try:
        status = yield
    except (pytest.UsageError, pytest.exit.Exception):
        record_end(1)
        raise
    record_end(int(status or 0))
    return status


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config,
) -> Generator[None, None, None]:
    """Check the limit on open files before pytest opens files for captured output.

    pytest determines the root directory, the ini file and the tests to collect before it knows the
    options of plugins: a value that exists as a path, as in ``--driver ./lib.so``, then counts as a
    path to test. The command is therefore started again with ``--driver=./lib.so``.
    """
    if shadowed_packages():
        return (yield)
    given = [str(argument) for argument in early_config.invocation_params.args]
    if path := separate_path([*added_options(), *given]):
        if not _is_command(early_config):
            raise pytest.UsageError(
                f"pytest takes {path} for a path to test: write --option={path} in one argument"
            )
        join_added_options()
        start, end = sys.orig_argv[: -len(given)], sys.orig_argv[-len(given) :]
        if end != given:  # the process was forked by another program
            start = [sys.executable, "-m", "pytest"]
        os.execv(sys.executable, [*start, *join_values(given)])
    if getattr(early_config.known_args_namespace, "nn_driver", None):
        _check_open_files()
    return (yield)


def _is_command(config: pytest.Config) -> bool:
    """Return whether the run is that of the command line, and not one of ``pytest.main``."""
    return [*config.invocation_params.args] == sys.argv[1:]


def _check_open_files() -> None:
    """Raise ``UsageError`` if the limit on open files is too low for a run."""
    from conformance.processes import open_files_problem  # noqa: PLC0415 - as above

    if problem := open_files_problem():
        raise pytest.UsageError(problem)


def _is_worker(config: pytest.Config) -> bool:
    """Return whether this process is a worker of xdist, whose end the controller reports."""
    return hasattr(config, "workerinput")


_DRIVER_HINT = (
    "add --driver reference, --driver MODULE:ATTRIBUTE or --driver FILE.py:ATTRIBUTE (or set "
    "nn_driver in your pytest configuration)"
)


def _check_needs_no_driver(config: pytest.Config) -> None:
    """Raise ``UsageError`` if a file or an option of the run needs a driver."""
    suffixes = (".mod.py", ".case", ".tflite", ".onnx")
    specs = [arg for arg in config.args if arg.split("::")[0].endswith(suffixes)]
    if specs:
        location = specs[0].split("::")[0]
        models = dict.fromkeys((".tflite", ".onnx"), "model")
        kind = {".case": "case", **models}.get(Path(location).suffix, "spec")
        raise pytest.UsageError(
            f"{specs[0]} is a {kind} file, which needs a driver: {_DRIVER_HINT}"
        )
    for option in ("case", "stress_models"):
        if config.getoption(f"nn_{option}"):
            flag = option.replace("_", "-")
            raise pytest.UsageError(f"--{flag} needs a driver: {_DRIVER_HINT}")


def pytest_configure(config: pytest.Config) -> None:
    """Register the rest of the plugin if a driver is named.

    Raises ``UsageError`` if spec, case or model files, or options that select cases, have no
    driver.
    """
    if configured_driver(config) is None:
        _check_needs_no_driver(config)
        return
    problems = shadowed_packages()
    if problems:
        raise pytest.UsageError(_shadowing_message(problems))
    from conformance.plugin.hooks import register  # noqa: PLC0415 - only after the check

    register(config)
