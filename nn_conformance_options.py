"""The options of the pytest plugin in one table, and the types of values that commands share.

``Settings`` is the table and the record of its values. This module imports no package of this
distribution: ``nn_conformance`` must check them first.
"""

from __future__ import annotations

import argparse
import difflib
import importlib.util
import math
import os
import re
import shlex
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

ALL_MUTANTS = 1 << 30
"""The value of the option ``--mutants all``, which no operation reaches."""
_ADDOPTS = "PYTEST_ADDOPTS"
_DAY = 24 * 3600.0
_SEED_BITS = 63
_LONGEST = 10_000 * 3600.0
_MOST_GRAPHS = 100_000_000
_DIGITS = 9
DUMP_FOLDER = "nn-failures"
"""The default folder of dumps."""
CASE_LIST = "@"
"""The first character of a value of ``--case`` that names a file with ids."""


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


def duration(text: str) -> float:
    """Return the seconds of a duration such as ``90s``, ``10m`` or ``2h``; the type of an option.

    Raises ``argparse.ArgumentTypeError`` for another text or more than 10,000 hours.
    """
    if not (match := re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)):
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected a number of seconds or a number followed by s, m or h, such as 10m"
        )
    seconds = float(match[1]) * {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}[match[2]]
    if seconds > _LONGEST:
        raise argparse.ArgumentTypeError(f"{text!r}: expected at most {_LONGEST / 3600:g}h")
    return seconds


POLICY_TABLE: Final = "nn-conformance"


def policy_table(folder: Path, *, lenient: bool = False) -> tuple[Path, Any] | None:
    """Return the nearest ``pyproject.toml`` with a policy, from ``folder`` upwards, and its table.

    Return ``None`` if no file has one. Raise ``pytest.UsageError`` if a file on the way cannot be
    read, unless ``lenient``, or if the name of a table resembles that of the policy: the settings
    in it would be ignored.
    """
    for place in (folder, *folder.parents):
        path = place / "pyproject.toml"
        if not os.path.lexists(path):
            continue
        try:
            content = parse_toml(path.read_bytes())
        except (OSError, ValueError) as error:  # ValueError: also a number of too many digits
            if lenient:
                continue
            raise pytest.UsageError(f"{path}: cannot be read: {error}") from error
        if unread := _misspelt_table(content):
            raise pytest.UsageError(
                f"{path}: the table [{unread}] is not read: write [tool.{POLICY_TABLE}]"
            )
        tools = content.get("tool")
        if isinstance(tools, dict) and POLICY_TABLE in tools:
            return path, tools[POLICY_TABLE]
    return None


def _misspelt_table(content: Mapping[str, Any]) -> str:
    """Return the first table whose name resembles that of the policy, or an empty text."""
    names = [(name, name) for name in content]
    for outer in difflib.get_close_matches("tool", content):
        inner = content[outer] if isinstance(content[outer], dict) else {}
        names += [(f"{outer}.{name}", name) for name in inner]
    for table, name in names:
        letters = re.sub("[^a-z]", "", name.lower())
        is_similar = difflib.get_close_matches(letters, ["nnconformance"], cutoff=0.85)
        is_part = letters.startswith("nnconformance")
        if table != f"tool.{POLICY_TABLE}" and (is_similar or is_part):
            return table
    return ""


def parse_toml(content: bytes) -> dict[str, Any]:
    """Return the tables of a TOML file; raise ``ValueError`` if it is none."""
    try:
        return tomllib.loads(content.decode())
    except RecursionError as error:
        raise ValueError("the values are nested too deeply") from error


def policy_driver(folder: Path) -> str | None:
    """Return the driver that the policy of a run in ``folder`` names, or ``None``.

    Other errors than a misspelt name of the table are ignored here: the code that reads the whole
    policy reports them.
    """
    found = policy_table(folder, lenient=True)
    driver = found[1].get("driver") if found and isinstance(found[1], dict) else None
    return driver if isinstance(driver, str) and driver else None


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


STAGES = ("start", "query", "prepare", "execute", "free")
"""The stages of calls whose time ``--limit`` sets."""


def limit_text(text: str) -> str:
    """Return a text ``KEY=VALUE`` of ``--limit``; the type of the option in pytest.

    Raises ``argparse.ArgumentTypeError`` for an unknown key or a value that it cannot have.
    """
    key, _, value = text.partition("=")
    known = {option.limit: option.parse for option in OPTIONS if option.limit}
    if key not in known and key not in STAGES:
        keys = ", ".join((*STAGES, *known))
        raise argparse.ArgumentTypeError(f"{text!r}: expected KEY=VALUE; the keys are {keys}")
    if parse := known.get(key):
        try:
            parse(value)
        except argparse.ArgumentTypeError as error:
            raise argparse.ArgumentTypeError(f"{key}={error}") from None
    return text


def given_limits(texts: Iterable[str]) -> dict[str, Any]:
    """Return the values of the keys of ``--limit`` that are not stages."""
    parse = {option.limit: option.parse or str for option in OPTIONS if option.limit}
    pairs = (text.partition("=")[::2] for text in texts)
    return {key: parse[key](value) for key, value in pairs if key in parse}


def stage_limits(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the texts of ``--limit`` on stages."""
    return tuple(text for text in texts if text.partition("=")[0] in STAGES)


def graphs_text(text: str) -> str:
    """Return a text ``N[:PROFILE]`` or ``:PROFILE`` of ``--random-graphs``; the option's type.

    Raises ``argparse.ArgumentTypeError`` for another text. Only the graphs' own package knows the
    names of profiles.
    """
    number, colon, profile = text.partition(":")
    if number or not profile:
        count_option(_MOST_GRAPHS)(number)
    if colon and not profile:
        raise argparse.ArgumentTypeError(f"{text!r}: expected N or N:PROFILE, such as 200:wide")
    return text


def split_graphs(text: str | None) -> tuple[int | None, str | None]:
    """Return the count and the profile of a text of ``--random-graphs``; ``None`` if not given."""
    number, _, profile = (text or "").partition(":")
    return int(number) if number else None, profile or None


def _split_dump(text: str) -> tuple[str, int | None]:
    """Return the folder and the number of a text ``FOLDER[:N]``."""
    folder, colon, number = text.rpartition(":")
    if not colon or not number.isdecimal():
        return text, None
    return folder or DUMP_FOLDER, int(number[:_DIGITS])


def _mutant_count(text: str) -> int:
    """Parse the value of ``--mutants``; ``all`` becomes a number that no operation reaches."""
    return ALL_MUTANTS if text == "all" else count_option(1_000_000)(text)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the pytest plugin.

    Attributes:
        name: the field of ``Settings``; pytest has the value under this name after ``nn_``.
        flag: the option on the command line.
        default: the value if the option is not given. ``False`` is that of an option without a
            value, and an empty tuple that of a repeatable one.
        help: the text of ``--help``.
        metavar: the name of the value in ``--help``.
        parse: the type of the value for argparse.
        choices: the only values; empty if there are others.
        changes_verdicts: whether the value changes which cases run, what is executed for each, or
            its final verdict, so that a resumed run must have the same value. Of a file the header
            of the event stream has the checksum.
        recorded: whether the header states the value; by default if it changes verdicts.
        repeated: whether the command that runs a dumped case again has the option.
        policy: whether ``[tool.nn-conformance]`` sets the value if the command line does not.
        limit: the key of the value, which ``--limit KEY=VALUE`` sets; empty if the option has a
            name of its own.
        opposite: the option that sets the value to ``False``, as ``flag`` sets it to ``True``.

    """

    name: str
    flag: str
    default: Any
    help: str
    metavar: str | None = None
    parse: Callable[[str], Any] | None = None
    choices: tuple[str, ...] = ()
    changes_verdicts: bool = False
    recorded: bool = False
    repeated: bool = False
    policy: bool = False
    limit: str = ""
    opposite: str = ""

    @property
    def takes_value(self) -> bool:
        """Whether a value follows the option."""
        return self.default is not False and not self.opposite

    @property
    def repeatable(self) -> bool:
        """Whether the option may be given several times."""
        return isinstance(self.default, tuple)

    def add(self, add_option: Callable[..., object]) -> None:
        """Add the option with the method ``addoption`` of a pytest group."""
        names = [self.flag]
        # pytest-selenium also defines --driver. Where it is installed, only --nn-driver is added.
        if self.name == "driver" and importlib.util.find_spec("pytest_selenium") is None:
            names.insert(0, "--driver")
        settings: dict[str, Any] = {"dest": f"nn_{self.name}", "help": self.help}
        if self.opposite:
            add_option(*names, action="store_const", const=True, **settings)
            settings["help"] = f"the opposite of {self.flag}"
            add_option(self.opposite, action="store_const", const=False, **settings)
            return
        if not self.takes_value:
            add_option(*names, action="store_true", **settings)
            return
        if self.choices:
            settings["choices"] = self.choices
        else:
            settings |= {"metavar": self.metavar, "type": self.parse}
        if self.repeatable:
            settings |= {"action": "append", "default": []}
        else:
            settings["default"] = self.default
        add_option(*names, **settings)

    def words(self, value: Any) -> Iterator[str]:
        """Yield the words of a command line that give the option this value."""
        if value == self.default:
            return
        if not self.takes_value:
            yield self.flag if value else self.opposite
            return
        for one in value if self.repeatable else [value]:
            text = f"{one:g}" if isinstance(one, float) else _as_text(one)
            yield from ("--limit", f"{self.limit}={text}") if self.limit else (self.flag, text)


def _as_text(value: object) -> str:
    """Return the text on the command line for a value."""
    return "all" if value == ALL_MUTANTS else str(value)


def _option(help_text: str, default: Any = None, *, flag: str = "", **facts: Any) -> Any:
    """Return the field of ``Settings`` for an option; ``facts`` are attributes of ``Option``."""
    return field(
        default=default, metadata={"flag": flag, "default": default, "help": help_text, **facts}
    )


def _limit(
    key: str, parse: Callable[[str], Any] | None = None, default: Any = None, **facts: Any
) -> Any:
    """Return the field of ``Settings`` for a key of ``--limit``."""
    return _option("", default, limit=key, parse=parse, **facts)


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of all options of a session."""

    driver: str | None = _option(
        "driver to test: the name of an installed driver (nn-conformance describe lists them), "
        "MODULE:ATTRIBUTE or FILE.py:ATTRIBUTE",
        flag="--nn-driver",
        metavar="X",
    )
    updated_driver: str | None = _option(
        "a newer build of the driver, in the forms of --driver, for the check that it does not "
        "accept cache files of the older build",
        metavar="Y",
        changes_verdicts=True,
        repeated=True,
    )

    # The driver's process (docs/how-to/isolation.md).
    isolate: bool | None = _option(
        "run the driver in a separate, supervised process: a crash or hang of the driver becomes a "
        "verdict and does not end the run (default: for native libraries and engines)",
        opposite="--in-process",
        recorded=True,
        repeated=True,
        policy=True,
    )
    limit: tuple[str, ...] = _option(
        "repeatable; time limits in seconds: all calls of the driver (driver=400, more where more "
        "is selected; 0: none), the run (run=10m: operations take turns, simple cases first, and "
        "no case starts after this time), a case (case=300; 0: none), a callback of the driver "
        "(callback=10), reading a spec file (spec=30), generated cases that explain failures "
        "(explain=half of the run's time, at most 60; 0: none), the load of a stress test "
        "(stress=5); with --isolate one call of a stage (start=60, also without --isolate; "
        "query=10, prepare=60, execute=30, free=10); counts: further runs of a failed case "
        "(retries=0: a case that passes then is reported as flaky and still fails), invalid models "
        "derived from each case (case-mutants=0), damaged cache files for each data type "
        "(corruptions=32); with --isolate: restarts of the driver's process (restarts=2000), its "
        "private memory (memory=2G), open files (files=N) and processor time of a case "
        "(cpu=SECONDS)",
        default=(),
        parse=limit_text,
        metavar="KEY=VALUE",
        repeated=True,
    )
    # The values of --limit, which the help of that option lists.
    max_restarts: int = _limit("restarts", count_option(1_000_000), 2000)
    memory_limit: str | None = _limit("memory", repeated=True)
    file_limit: int | None = _limit("files", count_option(1 << 20, 16), repeated=True)
    cpu_limit: str | None = _limit("cpu", repeated=True)
    case_limit: float = _limit("case", seconds_option(zero=True), 300.0)
    callback_timeout: float = _limit(
        "callback", seconds_option(), 10.0, recorded=True, repeated=True
    )
    run_time: float | None = _limit("run", duration, recorded=True)
    driver_time: float | None = _limit("driver", seconds_option(30 * _DAY, zero=True))
    spec_time_limit: float = _limit("spec", seconds_option(), 30.0)
    explain: float | None = _limit("explain", seconds_option(zero=True))
    stress_seconds: float | None = _limit("stress", seconds_option(), changes_verdicts=True)
    retries: int = _limit("retries", count_option(1000), 0)
    mutants_per_case: int = _limit(
        "case-mutants", count_option(1_000_000), 0, changes_verdicts=True, repeated=True
    )
    cache_corruptions: int = _limit(
        "corruptions", count_option(1_000_000), 32, changes_verdicts=True, repeated=True
    )

    # The cases and their execution paths.
    case: tuple[str, ...] = _option(
        "run only the case with this id, for example V1_0/add/add_relaxed; * matches any text, as "
        "in 'stress/*' (the stress tests, which run only if they are named); @FILE: the ids and "
        "patterns in FILE, one per line, # starts a comment; repeatable",
        default=(),
        metavar="ID",
        changes_verdicts=True,
    )
    shard: str | None = _option(
        "run the I-th of N parts of the cases; a case's id decides its part",
        metavar="I/N",
        changes_verdicts=True,
    )
    paths: str = _option(
        "execution paths to run each case along: default (a few, selected by the case's id), all, "
        "or every path whose id contains these words, for example burst or fenced-timed "
        "(docs/reference/paths.md)",
        default="default",
        metavar="NAME,...",
        changes_verdicts=True,
        repeated=True,
    )
    coupling: str = _option(
        "also run quantized cases with signed 8-bit data (HAL 1.3 and newer): default (cases with "
        "one operation, along their first path), all (every case, along all its paths), off",
        default="default",
        choices=("default", "all", "off"),
        changes_verdicts=True,
        repeated=True,
    )
    model_unsupported: str = _option(
        "for .tflite files with operators that the contract lacks: refuse the file, with the "
        "reasons, or cut the model around these operators (default: refuse)",
        default="refuse",
        choices=("refuse", "cut"),
        changes_verdicts=True,
        repeated=True,
    )

    # Generated cases.
    mutants: int = _option(
        "number of invalid models to try for each operation (default: 400; 0: none; all: all "
        "mutants of many example models)",
        default=400,
        parse=_mutant_count,
        metavar="N",
        changes_verdicts=True,
        repeated=True,
    )
    random_graphs: str | None = _option(
        "run N random graphs from --seed on (default: 100 if the bundled specs are run, 0 "
        "otherwise). PROFILE is tiny, default, wide, deep, mobile or special; parameters "
        "follow after commas, as in 50:default,operations=CONV_2D+RELU,count=1-3. Without PROFILE, "
        "the default profile is narrowed if the driver would decline most graphs "
        "(docs/explanation/random-graphs.md)",
        parse=graphs_text,
        metavar="N[:PROFILE]",
        changes_verdicts=True,
    )
    seed: int = _option(
        "seed for guard bytes, initial buffer contents and random graphs (default: 0)",
        default=0,
        parse=SEED_OPTION,
        metavar="N",
        repeated=True,
    )

    stress_models: tuple[str, ...] = _option(
        ".tflite file, or folder of such files, that the stress tests use instead of the built-in "
        "models; repeatable",
        default=(),
        metavar="PATH",
        changes_verdicts=True,
    )

    # Known failures.
    waivers: str | None = _option(
        "TOML list of known failures, each with a reason, an issue and an expiry date "
        "(docs/how-to/gate.md)",
        metavar="FILE",
        changes_verdicts=True,
        recorded=False,
        policy=True,
    )
    baseline: str | None = _option(
        "event stream of an earlier run: failures that are also in it do not fail this run",
        metavar="FILE",
        changes_verdicts=True,
        recorded=False,
        policy=True,
    )

    # The output files of the run.
    events: str | None = _option(
        "write every verdict of the run to FILE, one JSON object per line "
        "(docs/reference/reports.md)",
        metavar="FILE",
    )
    resume: bool = _option(
        "continue the interrupted run in the --events file: cases that have a verdict there are "
        "not run again",
        default=False,
    )
    dump: str = _option(
        "folder for the files of failing cases: a case file to replay, the graph, the arrays "
        "(default: nn-failures, created at the first failure). Without N, the three smallest cases "
        "of each cause are written, at most 50 in all; with N, the first N failing cases; :0 "
        "writes none",
        default=DUMP_FOLDER,
        metavar="FOLDER[:N]",
    )
    trace_file: str | None = _option(
        "write a trace of the run by layer and phase to FILE, for ui.perfetto.dev "
        "(docs/how-to/model-files.md)",
        metavar="FILE",
    )

    @property
    def dump_folder(self) -> str:
        """The folder of ``--dump``."""
        return _split_dump(self.dump)[0]

    @property
    def dump_count(self) -> int | None:
        """The number of cases of ``--dump``, or ``None`` for the smallest cases of each cause."""
        return _split_dump(self.dump)[1]

    @property
    def case_lists(self) -> list[str]:
        """The files that ``--case`` names."""
        return [text[len(CASE_LIST) :] for text in self.case if text.startswith(CASE_LIST)]

    @property
    def graph_count(self) -> int | None:
        """The number of ``--random-graphs``, or ``None`` if it is not given."""
        return split_graphs(self.random_graphs)[0]

    @property
    def graph_profile(self) -> str | None:
        """The profile of ``--random-graphs``, or ``None`` if it is not given."""
        return split_graphs(self.random_graphs)[1]

    @classmethod
    def read(
        cls, given: Callable[[str], Any], policy: object = None, folder: Path | None = None
    ) -> Settings:
        """Return the settings of a session.

        ``given`` returns the value of an option by its name in pytest (``config.getoption``). The
        ``policy`` sets values that the command line leaves at their defaults; the files that it
        names are relative to ``folder``.
        """
        values: dict[str, Any] = {}
        limits = given_limits(given("nn_limit"))
        for option in OPTIONS:
            if option.limit:
                values[option.name] = limits.get(option.limit, option.default)
                continue
            value = given(f"nn_{option.name}")
            unset = value is None if option.opposite else not value
            chosen = getattr(policy, option.name, None) if option.policy and unset else None
            if chosen or chosen is False:
                value = str(folder / chosen) if folder and isinstance(chosen, str) else chosen
            values[option.name] = tuple(value) if option.repeatable else value
        values["limit"] = stage_limits(values["limit"])
        return cls(**values)

    def repeated(self) -> list[str]:
        """Return the arguments that the command for a dumped case repeats: no default values."""
        return [
            word
            for option in OPTIONS
            if option.repeated
            for word in option.words(getattr(self, option.name))
        ]

    def recorded(self) -> dict[str, Any]:
        """Return the values that the header of an event stream states, as JSON data."""
        found = {one.name: getattr(self, one.name) for one in OPTIONS if one.recorded}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in found.items()}


def _table() -> Iterator[Option]:
    for one in fields(Settings):
        facts = dict(one.metadata)
        flag = facts.pop("flag") or f"--{one.name.replace('_', '-')}"
        if key := facts.get("limit", ""):
            flag = f"--limit {key}"
        facts.setdefault("recorded", facts.get("changes_verdicts", False))
        yield Option(one.name, flag, **facts)


OPTIONS: tuple[Option, ...] = tuple(_table())
"""The options in the order of ``--help``."""
SETTINGS: pytest.StashKey[Settings] = pytest.StashKey()
"""The settings of a session with a driver, in the stash of pytest's configuration."""


def add_options(parser: pytest.Parser) -> None:
    """Add the options of the suite."""
    group = parser.getgroup("nn-conformance", "neural-network driver conformance")
    for option in OPTIONS:
        if not option.limit:
            option.add(group.addoption)
    parser.addini("nn_driver", "driver to test if --driver is not given")


@cache
def value_options() -> frozenset[str]:
    """Return the names of the suite's options that take a value."""
    names: set[str] = set()
    for option in OPTIONS:
        if option.takes_value and not option.limit:
            option.add(lambda *flags, **_: names.update(flags))
    return frozenset(names)


def _join(arguments: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each argument, and the next one if that is its value, otherwise an empty text.

    ``@FILE`` is replaced by the lines of the file, as pytest does; the value of an option is not.
    """
    remaining = list(arguments)[::-1]
    while remaining:
        argument = remaining.pop()
        if argument[:1] == "@":
            with suppress(OSError, ValueError):  # an error that pytest reports
                remaining += Path(argument[1:]).read_text(encoding="utf-8").splitlines()[::-1]
                continue
        if argument == "--":
            yield from ((text, "") for text in (argument, *remaining[::-1]))
            return
        is_option = argument in value_options() and remaining and remaining[-1][:1] != "-"
        yield argument, remaining.pop() if is_option else ""


def join_values(arguments: Iterable[str]) -> list[str]:
    """Return the arguments with ``--option=value`` for each ``--option value`` of the suite."""
    return [f"{argument}={value}" if value else argument for argument, value in _join(arguments)]


def separate_path(arguments: Iterable[str]) -> str:
    """Return the value of an option of the suite that pytest takes for a path to test, or "".

    pytest does so before it knows the option, if the value is a separate argument and exists. It
    replaces a separate argument ``@FILE`` by the lines of the file.
    """
    for _, value in _join(arguments):
        path = value.partition("::")[0]
        # os.path.exists is false for a text that cannot be a path
        if value.startswith(CASE_LIST) or (path and os.path.exists(path)):  # noqa: PTH110
            return value
    return ""


def added_options() -> list[str]:
    """Return the arguments that the environment variable ``PYTEST_ADDOPTS`` adds."""
    return shlex.split(os.environ.get(_ADDOPTS, ""))


def join_added_options() -> None:
    """Apply ``join_values`` to the environment variable ``PYTEST_ADDOPTS``."""
    if added := added_options():
        os.environ[_ADDOPTS] = shlex.join(join_values(added))
