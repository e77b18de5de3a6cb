"""The door: what pytest and the command line load first.

This module has a name of its own because the packages behind it have common ones. Before anything
is imported from ``conformance``, it makes sure that Python finds this distribution's packages and
not another's. It adds the options; all else is loaded once a driver is named, so that installed
beside other plugins it stays out of their way.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

_PACKAGES = ("conformance", "generators", "fuzz")
_MARK = "nn-conformance"


def shadowed_packages() -> list[str]:
    """A sentence for each of our packages whose name leads to somebody else's."""
    problems = []
    for package in _PACKAGES:
        spec = importlib.util.find_spec(package)
        origin = spec.origin if spec is not None else None
        if origin is None:
            problems.append(f"package {package!r} cannot be found or has no __init__.py")
        elif _MARK not in Path(origin).read_text(encoding="utf-8", errors="replace"):
            problems.append(f"package {package!r} is shadowed by {Path(origin).parent}")
    return problems


def _advice(problems: list[str]) -> str:
    return (
        "nn-conformance cannot start: "
        + "; ".join(problems)
        + ". Remove or rename the other package, start from another directory, or install "
        "nn-conformance in an environment of its own."
    )


def main() -> int:
    """Entry point of the command ``nn-conformance``."""
    problems = shadowed_packages()
    if problems:
        raise SystemExit(_advice(problems))
    from conformance.cli.main import main as run  # noqa: PLC0415 - only after the check

    return run()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our options; ``--driver`` only where no other plugin is known to own it."""
    group = parser.getgroup("nn-conformance", "neural-network driver conformance")
    names = ["--nn-driver"]
    if importlib.util.find_spec("pytest_selenium") is None:
        names.insert(0, "--driver")
    group.addoption(
        *names,
        dest="nn_driver",
        metavar="X",
        help="driver to judge: an installed name (reference), MODULE:ATTRIBUTE or FILE.py:ATTRIBUTE",
    )
    group.addoption(
        "--events",
        dest="nn_events",
        metavar="FILE",
        help="write the run as a stream of JSON lines (docs/events.md)",
    )
    group.addoption(
        "--case",
        dest="nn_cases",
        action="append",
        default=[],
        metavar="ID",
        help="judge only cases with this id, V1_0/add/add_relaxed; * matches anything; repeatable",
    )
    group.addoption(
        "--callback-timeout",
        dest="nn_callback_timeout",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help="how long a missing callback is waited for (default: 10)",
    )
    group.addoption(
        "--nn-seed",
        dest="nn_seed",
        type=int,
        default=0,
        metavar="N",
        help="seed of guard bytes and prefills (default: 0)",
    )
    parser.addini("nn_driver", "driver to judge when --driver is not given")


def driver_text(config: pytest.Config) -> str | None:
    """What names the driver: the option, else the ini value, else nothing."""
    text = config.getoption("nn_driver") or config.getini("nn_driver")
    return str(text) if text else None


def pytest_configure(config: pytest.Config) -> None:
    """Load the suite once a driver is named."""
    if driver_text(config) is None:
        specs = [arg for arg in config.args if arg.split("::")[0].endswith(".mod.py")]
        if specs:
            raise pytest.UsageError(
                f"{specs[0]} is a spec file and needs a driver to judge: add --driver reference, "
                "--driver MODULE:ATTRIBUTE or --driver FILE.py:ATTRIBUTE "
                "(or set nn_driver in your pytest configuration)"
            )
        return
    problems = shadowed_packages()
    if problems:
        raise pytest.UsageError(_advice(problems))
    from conformance.plugin.session import register  # noqa: PLC0415 - only after the check

    register(config)
