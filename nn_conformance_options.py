"""The options of the pytest plugin, and the types of values that options of the command share.

This module imports no package of this distribution: ``nn_conformance`` must check them first.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import os
import shlex
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any

import pytest

ALL_MUTANTS = 1 << 30
"""The value of the option ``--mutants all``, which no operation reaches."""
_ADDOPTS = "PYTEST_ADDOPTS"
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


def _parse_mutant_count(text: str) -> int:
    """Parse the value of ``--mutants``; ``all`` becomes a number that no operation reaches."""
    return ALL_MUTANTS if text == "all" else count_option(1_000_000)(text)


def _add_option(group: pytest.OptionGroup, name: str, **settings: Any) -> None:
    """Add an option, whose value has the name of the option after ``nn_``."""
    group.addoption(name, dest="nn_" + name.removeprefix("--").replace("-", "_"), **settings)


def _add_selection_options(group: pytest.OptionGroup) -> None:
    """Add the options that select cases and execution paths."""
    add = partial(_add_option, group)
    group.addoption(
        "--case",
        dest="nn_cases",
        action="append",
        default=[],
        metavar="ID",
        help="run only the case with this id, for example V1_0/add/add_relaxed; * matches any "
        "text; repeatable",
    )
    add(
        "--case-list",
        metavar="FILE",
        help="run only the cases listed in FILE: one id or pattern per line, # starts a comment",
    )
    add(
        "--shard",
        metavar="I/N",
        help="run the I-th of N parts of the cases; a case's id decides its part",
    )
    add(
        "--paths",
        default="default",
        metavar="NAME,...",
        help="execution paths to run each case along: default (a few, selected by the case's id), "
        "all, or every path whose id contains these words, for example burst or fenced-timed "
        "(docs/reference/paths.md)",
    )


def _add_model_options(group: pytest.OptionGroup) -> None:
    """Add the options for model files."""
    add = partial(_add_option, group)
    add(
        "--model-unsupported",
        choices=("refuse", "cut"),
        default="refuse",
        help="for .tflite files with operators that the contract lacks: refuse the file, with the "
        "reasons, or cut the model around these operators (default: refuse)",
    )


def _add_record_options(group: pytest.OptionGroup) -> None:
    """Add the options for the event stream, the trace and explanations."""
    add = partial(_add_option, group)
    add(
        "--events",
        metavar="FILE",
        help="write every verdict of the run to FILE, one JSON object per line "
        "(docs/reference/events.md)",
    )
    add(
        "--explain",
        type=seconds_option(zero=True),
        default=None,
        metavar="SECONDS",
        help="time at the end of a run with failures to run generated cases that explain them "
        "(default: half of the run's time, at most 60; 0: compare only the cases of the run)",
    )
    add(
        "--resume",
        action="store_true",
        help="continue the interrupted run in the --events file: cases that have a verdict there "
        "are not run again",
    )
    add(
        "--trace-file",
        metavar="FILE",
        help="write a trace of the run by layer and phase to FILE, for ui.perfetto.dev "
        "(docs/how-to/models-accuracy-latency.md)",
    )


def _add_limit_options(group: pytest.OptionGroup) -> None:
    """Add the options for time limits and the seed."""
    add = partial(_add_option, group)
    add(
        "--callback-timeout",
        type=seconds_option(),
        default=10.0,
        metavar="SECONDS",
        help="how long to wait for a callback of the driver (default: 10)",
    )
    add(
        "--driver-time",
        type=seconds_option(30 * _DAY, zero=True),
        metavar="SECONDS",
        help="end the run early when the driver's calls have taken longer in total (default: 400, "
        "more where other cases or options are selected; 0: no limit; docs/how-to/isolation.md)",
    )
    add(
        "--spec-time-limit",
        type=seconds_option(),
        default=30.0,
        metavar="SECONDS",
        help="time limit for reading one spec file, which is Python code (default: 30)",
    )
    group.addoption(
        "--nn-seed",
        dest="nn_seed",
        type=SEED_OPTION,
        default=0,
        metavar="N",
        help="seed for guard bytes, initial buffer contents and random graphs (default: 0)",
    )


def _add_failure_options(group: pytest.OptionGroup) -> None:
    """Add the options for retries and known failures."""
    add = partial(_add_option, group)
    add(
        "--retry",
        type=count_option(1000),
        default=0,
        metavar="N",
        help="run a failed case up to N more times; a case that passes then still counts as "
        "failed and is reported as flaky (default: 0)",
    )
    add(
        "--waivers",
        metavar="FILE",
        help="TOML list of known failures, each with a reason, an issue and an expiry date "
        "(docs/how-to/gate.md)",
    )
    add(
        "--baseline",
        metavar="FILE",
        help="event stream of an earlier run: failures that are also in it do not fail this run",
    )


def _add_generated_options(group: pytest.OptionGroup) -> None:
    """Add the options for generated cases: mutants, coupled cases and random graphs."""
    add = partial(_add_option, group)
    add(
        "--mutants",
        type=_parse_mutant_count,
        default=400,
        metavar="N",
        help="number of invalid models to try for each operation (default: 400; 0: none; all: all "
        "mutants of many example models)",
    )
    add(
        "--mutants-per-case",
        type=count_option(1_000_000),
        default=0,
        metavar="N",
        help="for each case, also try N invalid models derived from it (default: 0)",
    )
    add(
        "--cache-corruptions",
        type=count_option(1_000_000),
        default=32,
        metavar="N",
        help="number of random changes of model and of data cache files that the driver must "
        "detect, for each data type (default: 32)",
    )
    add(
        "--coupling",
        choices=("default", "all", "off"),
        default="default",
        help="also run quantized cases with signed 8-bit data (HAL 1.3 and newer): default (cases "
        "with one operation, along their first path), all (every case, along all its paths), off",
    )
    add(
        "--random-graphs",
        type=count_option(100_000_000),
        metavar="N",
        help="run N random graphs; the first has the seed --nn-seed (default: 100 if the bundled "
        "specs are run, 0 otherwise; docs/explanation/random-graphs.md)",
    )
    add(
        "--random-profile",
        default="default",
        metavar="NAME",
        help="profile of the random graphs: tiny, default, wide, deep, mobile or special; the "
        "suffix -supported restricts graphs to operations and types that the driver supports; "
        "parameters follow after commas, as in default,operations=CONV_2D+RELU,count=1-3 "
        "(docs/explanation/random-graphs.md)",
    )
    add(
        "--no-narrowing",
        action="store_true",
        help="generate random graphs from the whole profile even if the driver supports so little "
        "of it that most graphs would be declined",
    )


def _add_stress_options(group: pytest.OptionGroup) -> None:
    """Add the options for stress modes."""
    add = partial(_add_option, group)
    add(
        "--stress",
        action="store_true",
        help="also run the stress and crash tests: each mode is a case, for example "
        "stress/parallel-inference, which can be passed as an argument instead "
        "(docs/how-to/stress.md)",
    )
    add(
        "--stress-seconds",
        type=seconds_option(),
        metavar="SECONDS",
        help="duration of the load of each stress mode (default: 5)",
    )
    add(
        "--stress-models",
        action="append",
        default=[],
        metavar="PATH",
        help=".tflite file, or folder of such files, that the stress modes use instead of the "
        "built-in models; repeatable",
    )


def _add_dump_options(group: pytest.OptionGroup) -> None:
    """Add the options for the files that are written for failing cases."""
    add = partial(_add_option, group)
    add(
        "--dump",
        metavar="FOLDER",
        default="nn-failures",
        help="folder for the files of failing cases: a case file to replay, the graph, the arrays "
        "(default: nn-failures, created at the first failure)",
    )
    add(
        "--no-dump",
        action="store_true",
        help="write no files for failing cases",
    )
    add(
        "--max-dumps",
        type=count_option(1_000_000),
        default=50,
        metavar="N",
        help="maximum number of failing cases that are dumped in one run (default: 50)",
    )
    add(
        "--dumps-per-cause",
        type=count_option(1_000_000),
        default=3,
        metavar="N",
        help="dump the N smallest failing cases of each cause (default: 3; 0: no such limit)",
    )


def _add_isolation_options(group: pytest.OptionGroup) -> None:
    """Add the options for the driver's process (docs/how-to/isolation.md)."""
    add = partial(_add_option, group)
    add(
        "--isolate",
        action="store_true",
        help="run the driver in a separate, supervised process: a crash or hang of the driver "
        "becomes a verdict and does not end the run",
    )
    add(
        "--limit",
        action="append",
        default=[],
        metavar="STAGE=SECONDS",
        help="with --isolate: time limit for one call of this stage; stages and defaults: "
        "start=60, query=10, prepare=60, execute=30, free=10; repeatable; without --isolate only "
        "start and free",
    )
    add(
        "--max-restarts",
        type=count_option(1_000_000),
        default=2000,
        metavar="N",
        help="with --isolate: maximum number of restarts of the driver's process (default: 2000)",
    )
    add(
        "--memory-limit",
        metavar="SIZE",
        help="with --isolate: limit for the private memory of the driver's process, for example 2G",
    )
    add(
        "--file-limit",
        type=count_option(1 << 20, 16),
        metavar="N",
        help="with --isolate: limit for the number of open files of the driver's process",
    )
    add(
        "--cpu-limit",
        metavar="SECONDS",
        help="with --isolate: limit for the processor time of one case",
    )
    add(
        "--case-limit",
        type=seconds_option(zero=True),
        default=300.0,
        metavar="SECONDS",
        help="without --isolate: end the run with exit code 10 if one case takes longer "
        "(default: 300; 0: no limit)",
    )


def add_options(parser: pytest.Parser) -> None:
    """Add the options of the suite.

    pytest-selenium also defines ``--driver``. Where it is installed, only ``--nn-driver`` is added.
    """
    group = parser.getgroup("nn-conformance", "neural-network driver conformance")
    names = ["--nn-driver"]
    if importlib.util.find_spec("pytest_selenium") is None:
        names.insert(0, "--driver")
    group.addoption(
        *names,
        dest="nn_driver",
        metavar="X",
        help="driver to test: the name of an installed driver (nn-conformance describe lists "
        "them), MODULE:ATTRIBUTE or FILE.py:ATTRIBUTE",
    )
    _add_option(
        group,
        "--updated-driver",
        metavar="Y",
        help="a newer build of the driver, in the forms of --driver, for the check that it does "
        "not accept cache files of the older build",
    )
    _add_selection_options(group)
    _add_model_options(group)
    _add_record_options(group)
    _add_limit_options(group)
    _add_failure_options(group)
    _add_generated_options(group)
    _add_stress_options(group)
    _add_dump_options(group)
    _add_isolation_options(group)
    parser.addini("nn_driver", "driver to test if --driver is not given")


class _ValueOptions(set[str]):
    """The names of options that take a value, in the place of a parser to which they are added."""

    def getgroup(self, *_: str) -> _ValueOptions:
        return self

    def addoption(self, *names: str, action: str = "store", **_: object) -> None:
        if action in ("store", "append"):
            self.update(names)

    def addini(self, *_: str) -> None:
        """Ignore a setting of the ini file."""


@cache
def value_options() -> frozenset[str]:
    """Return the names of the suite's options that take a value."""
    options = _ValueOptions()
    add_options(options)  # type: ignore[arg-type]
    return frozenset(options)


def _join(arguments: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each argument, and the next one if that is its value, otherwise an empty text."""
    remaining = list(arguments)[::-1]
    while remaining:
        argument = remaining.pop()
        if argument == "--":
            yield from ((text, "") for text in (argument, *remaining[::-1]))
            return
        is_option = argument in value_options() and remaining and remaining[-1][:1] != "-"
        yield argument, remaining.pop() if is_option else ""


def join_values(arguments: Iterable[str]) -> list[str]:
    """Return the arguments with ``--option=value`` for each ``--option value`` of the suite."""
    return [f"{argument}={value}" if value else argument for argument, value in _join(arguments)]


def has_separate_path(arguments: Iterable[str]) -> bool:
    """Return whether pytest takes the value of an option of the suite for a path to test.

    pytest does so before it knows the option, if the value is a separate argument and exists.
    """
    return any(
        os.path.exists(path)  # noqa: PTH110 - false for a text that cannot be a path
        for _, value in _join(arguments)
        if (path := value.partition("::")[0])
    )


def added_options() -> list[str]:
    """Return the arguments that the environment variable ``PYTEST_ADDOPTS`` adds."""
    return shlex.split(os.environ.get(_ADDOPTS, ""))


def join_added_options() -> None:
    """Apply ``join_values`` to the environment variable ``PYTEST_ADDOPTS``."""
    if added := added_options():
        os.environ[_ADDOPTS] = shlex.join(join_values(added))
