"""The door: what pytest and the command line load first.

This module has a name of its own because the packages behind it have common ones. Before anything
is imported from ``conformance``, it makes sure that Python finds this distribution's packages and
not another's. It adds the options; all else is loaded once a driver is named, so that installed
beside other plugins it stays out of their way.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

_PACKAGES = ("conformance", "generators", "fuzz")
_MARK = "nn-conformance"
_TABLE = "[tool.nn-conformance"


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


_ALL_MUTANTS = 1 << 30
_DAY = 24 * 3600.0
_SEED_BITS = 63


def seconds_option(most: float = _DAY, *, zero: bool = False) -> Callable[[str], float]:
    """The type of an option that takes a positive number of seconds, 0 only where ``zero``."""

    def seconds(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not (0.0 < number <= most or (zero and number == 0.0)):
            least = "0 or a positive number" if zero else "a positive number"
            raise argparse.ArgumentTypeError(
                f"{text!r}: expected {least} of seconds, at most {most:g}"
            )
        return number

    return seconds


def count_option(most: int, least: int = 0) -> Callable[[str], int]:
    """The type of an option that takes a whole number from ``least`` to ``most``."""

    def count(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(
                f"{text!r}: expected a whole number from {least} to {most}"
            )
        return number

    return count


SEED_OPTION = count_option((1 << _SEED_BITS) - 1)
"""The type of an option that takes a seed."""


def _mutants(text: str) -> int:
    """A number of mutants; ``all`` is more than there are."""
    return _ALL_MUTANTS if text == "all" else count_option(1_000_000)(text)


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
        help="driver to judge: an installed name, MODULE:ATTRIBUTE or FILE.py:ATTRIBUTE",
    )
    _add_selection_options(group)
    _add_run_options(group)
    _add_generated_options(group)
    _add_dump_options(group)
    _add_isolation_options(group)
    parser.addini("nn_driver", "driver to judge when --driver is not given")


def _add_selection_options(group: pytest.OptionGroup) -> None:
    """Options on which cases are judged, and along which paths."""
    group.addoption(
        "--case",
        dest="nn_cases",
        action="append",
        default=[],
        metavar="ID",
        help="judge only cases with this id, V1_0/add/add_relaxed; * matches anything; repeatable",
    )
    group.addoption(
        "--case-list",
        dest="nn_case_list",
        metavar="FILE",
        help="judge only the cases named in FILE: an id or pattern a line, # starts a comment",
    )
    group.addoption(
        "--shard",
        dest="nn_shard",
        metavar="I/N",
        help="judge the I-th of N parts of the cases, chosen by their ids",
    )
    group.addoption(
        "--paths",
        dest="nn_paths",
        default="default",
        metavar="NAME,...",
        help="paths to judge cases along: default (a few, chosen by the case's id), all, or those "
        "with these words: burst, fenced-timed, open (docs/paths.md)",
    )


def _add_run_options(group: pytest.OptionGroup) -> None:
    """Options on the run as a whole: its record, its patience, what fails it."""
    group.addoption(
        "--events",
        dest="nn_events",
        metavar="FILE",
        help="write the run as a stream of JSON lines (docs/events.md)",
    )
    group.addoption(
        "--resume",
        dest="nn_resume",
        action="store_true",
        help="go on with the interrupted run in the --events file: cases with a verdict are done",
    )
    group.addoption(
        "--callback-timeout",
        dest="nn_callback_timeout",
        type=seconds_option(),
        default=10.0,
        metavar="SECONDS",
        help="how long a missing callback is waited for (default: 10)",
    )
    group.addoption(
        "--driver-time",
        dest="nn_driver_time",
        type=seconds_option(30 * _DAY, zero=True),
        metavar="SECONDS",
        help="end the run early when the driver's calls have taken longer in all (default: 400, "
        "more where other cases or options are asked for; 0: no limit; docs/isolation.md)",
    )
    group.addoption(
        "--spec-time-limit",
        dest="nn_spec_time_limit",
        type=seconds_option(),
        default=30.0,
        metavar="SECONDS",
        help="how long a spec file may run when it is read (default: 30)",
    )
    group.addoption(
        "--nn-seed",
        dest="nn_seed",
        type=SEED_OPTION,
        default=0,
        metavar="N",
        help="seed of guard bytes and prefills (default: 0)",
    )
    group.addoption(
        "--retry",
        dest="nn_retry",
        type=count_option(1000),
        default=0,
        metavar="N",
        help="judge a failed case up to N times more; one that passes then failed, and is flaky",
    )
    group.addoption(
        "--waivers",
        dest="nn_waivers",
        metavar="FILE",
        help="known failures with reason, issue and expiry (docs/gate.md)",
    )
    group.addoption(
        "--baseline",
        dest="nn_baseline",
        metavar="FILE",
        help="event stream of an earlier run: only failures that are not in it fail this run",
    )


def _add_generated_options(group: pytest.OptionGroup) -> None:
    """Options on cases that are made and not read."""
    group.addoption(
        "--mutants",
        dest="nn_mutants",
        type=_mutants,
        default=300,
        metavar="N",
        help="invalid models tried for each operation (default: 300; 0: none; all: every one of "
        "many examples)",
    )
    group.addoption(
        "--mutate",
        dest="nn_mutate",
        type=count_option(1_000_000),
        default=0,
        metavar="N",
        help="try N invalid models made from each case beside the case itself (default: 0)",
    )
    group.addoption(
        "--coupling",
        dest="nn_coupling",
        action="store_true",
        help="judge cases of one operation with signed 8-bit data too (HAL 1.3 and newer)",
    )
    group.addoption(
        "--coupling-all",
        dest="nn_coupling_all",
        action="store_true",
        help="the same for cases of any number of operations",
    )
    group.addoption(
        "--random-graphs",
        dest="nn_random_graphs",
        type=count_option(100_000_000),
        metavar="N",
        help="judge N random graphs, beginning with the one of --nn-seed (default: 100 along with "
        "the bundled specs, 0 otherwise; docs/random-graphs.md)",
    )
    group.addoption(
        "--random-profile",
        dest="nn_random_profile",
        default="default",
        metavar="NAME",
        help="kind of random graphs: tiny, default, wide, deep, mobile or special; with -supported "
        "behind it, made only of what the driver supports; with knobs behind that, as in "
        "default,operations=CONV_2D+RELU,count=1-3 (docs/random-graphs.md)",
    )


def _add_dump_options(group: pytest.OptionGroup) -> None:
    """Options on what failing cases leave behind."""
    group.addoption(
        "--dump",
        dest="nn_dump",
        metavar="FOLDER",
        default="nn-failures",
        help="folder for what failing cases leave: a file that runs the case again, graph, arrays "
        "(default: nn-failures, made when something fails)",
    )
    group.addoption(
        "--no-dump", dest="nn_no_dump", action="store_true", help="write nothing for failing cases"
    )
    group.addoption(
        "--max-dumps",
        dest="nn_max_dumps",
        type=count_option(1_000_000),
        default=50,
        metavar="N",
        help="how many failing cases are dumped in one run (default: 50)",
    )


def _add_isolation_options(group: pytest.OptionGroup) -> None:
    """Options on the driver's process (docs/isolation.md)."""
    group.addoption(
        "--isolate",
        dest="nn_isolate",
        action="store_true",
        help="run the driver in a supervised process of its own: its crashes and hangs are "
        "verdicts, not the end of the run",
    )
    group.addoption(
        "--limit",
        dest="nn_limit",
        action="append",
        default=[],
        metavar="STAGE=SECONDS",
        help="with --isolate: how long one call may take; stages and defaults: start=60, query=10, "
        "prepare=60, execute=30, free=10; repeatable; without --isolate only start and free",
    )
    group.addoption(
        "--max-restarts",
        dest="nn_max_restarts",
        type=count_option(1_000_000),
        default=2000,
        metavar="N",
        help="with --isolate: how often the driver's process is started again (default: 2000)",
    )
    group.addoption(
        "--memory-limit",
        dest="nn_memory_limit",
        metavar="SIZE",
        help="with --isolate: bound on the process's private memory, such as 2G",
    )
    group.addoption(
        "--file-limit",
        dest="nn_file_limit",
        type=count_option(1 << 20, 16),
        metavar="N",
        help="with --isolate: bound on the process's open files",
    )
    group.addoption(
        "--cpu-limit",
        dest="nn_cpu_limit",
        metavar="SECONDS",
        help="with --isolate: processor time that one case may use",
    )
    group.addoption(
        "--case-limit",
        dest="nn_case_limit",
        type=seconds_option(zero=True),
        default=300.0,
        metavar="SECONDS",
        help="without --isolate: end the run, exit code 10, when one case takes longer "
        "(default: 300; 0: never)",
    )


def driver_text(config: pytest.Config) -> str | None:
    """What names the driver: option, ini value, ``[tool.nn-conformance]``; else nothing."""
    text = config.getoption("nn_driver") or config.getini("nn_driver")
    return str(text) if text else _policy_driver(config.rootpath)


def _policy_driver(folder: Path) -> str | None:
    """The driver a project's policy names; a mistake in the table is told where it is read."""
    path = folder / "pyproject.toml"
    if not path.is_file() or _TABLE not in path.read_text(encoding="utf-8", errors="replace"):
        return None
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))["tool"][_MARK]
    except (ValueError, KeyError, TypeError):
        return None
    driver = table.get("driver")
    return driver if isinstance(driver, str) and driver else None


def pytest_configure(config: pytest.Config) -> None:
    """Load the suite once a driver is named."""
    if driver_text(config) is None:
        suffixes = (".mod.py", ".case")
        specs = [arg for arg in config.args if arg.split("::")[0].endswith(suffixes)]
        if specs:
            kind = "case" if ".case" in specs[0] else "spec"
            raise pytest.UsageError(
                f"{specs[0]} is a {kind} file and needs a driver to judge: add --driver reference, "
                "--driver MODULE:ATTRIBUTE or --driver FILE.py:ATTRIBUTE "
                "(or set nn_driver in your pytest configuration)"
            )
        return
    problems = shadowed_packages()
    if problems:
        raise pytest.UsageError(_advice(problems))
    from conformance.plugin.session import register  # noqa: PLC0415 - only after the check

    register(config)
