"""Parse the command line and run the command."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module
from typing import Final, NoReturn

from conformance import __version__
from conformance.cli.output import end_without_output, printable_output
from conformance.entry_points import load, offered
from conformance.parent_process import continue_in_child, record_end
from conformance.processes import open_files_problem
from conformance.text import did_you_mean

GROUP: Final = "nn_conformance.commands"
"""The entry points of commands of other packages: functions that add a parser."""
_COMMANDS: Final = {
    "judge a driver (pytest --driver X runs the suite)": (
        ("campaign", "generators.campaigns.command:add_parser", "random graphs for a given time"),
        ("fuzz", "fuzz.campaigns.command:add_parser", "models, requests and files of a fuzzer"),
        (
            *("measure", "conformance.models.measure_command:add_parser"),
            "accuracy and latency of networks, declared figures",
        ),
    ),
    "understand a failure": (
        (
            *("explain", "conformance.cli.explain:add_parser"),
            "the causes of a run's failures, or one case with its values",
        ),
        (
            *("replay", "conformance.cli.replay:add_parser"),
            "run failed cases again, also under a debugger",
        ),
    ),
    "results": (
        (
            *("report", "conformance.cli.results:add_report_parser"),
            "a run as Markdown, HTML, CSV or JSON; changes; several drivers",
        ),
        (
            *("merge", "conformance.cli.results:add_merge_parser"),
            "join the event streams of the shards of one run",
        ),
    ),
    "start": (
        (
            *("init", "conformance.cli.init:add_parser"),
            "write a project for a driver: template, policy, CI files",
        ),
        (
            *("describe", "conformance.cli.describe:add_parser"),
            "what a driver supports; a test of a minute; the installed drivers",
        ),
    ),
}
"""The groups of commands that ``--help`` shows: name, function that adds the parser, summary."""
_STYLED: Final = frozenset({"campaign", "replay", "fuzz"})
"""Commands that rewrite lines of a terminal, or run a program that does."""
_INVALID_CHOICE: Final = re.compile(r"invalid choice: '(?P<text>.*)' \(choose from (?P<all>.*)\)")
_CHOICE: Final = re.compile(r"'([^']+)'")
_EXIT_STATUSES: Final = """\
exit status:
  0  the driver conforms, or the command did what was asked
  1  the driver does not conform
  2  the command line is wrong, or a file cannot be read or written
  3  a run is incomplete
  4  the driver cannot be opened
  5  the driver executed nothing
 10  a call of a driver in this process did not return
 70  an error of the suite prevented a verdict
COMMAND --help states which of them a command has."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = sys.argv[1:] if argv is None else argv
    parser = _SuggestingParser(
        prog="nn-conformance", usage="%(prog)s [-h] [--version] COMMAND ...", add_help=False
    )
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("--version", action="version", version=__version__)
    own = {row[0]: row[1] for rows in _COMMANDS.values() for row in rows}
    name = next((text for text in words if not text.startswith("-")), "")
    verbs = parser.add_subparsers(
        prog="nn-conformance", dest="command_name", parser_class=_SuggestingParser
    )
    if name in own:
        module, _, function = own[name].partition(":")
        getattr(import_module(module), function)(verbs)
    elif name in offered(GROUP):
        try:
            load(GROUP, name)(verbs)
        except Exception as error:
            message = f"the command {name} of an installed package cannot be loaded: {error}"
            raise SystemExit(f"nn-conformance: {message}") from error
    elif name:
        known = [*own, *offered(GROUP)]
        parser.error(f"there is no command {name!r}{did_you_mean(name, known)}; see --help")
    arguments = argparse.Namespace()

    def parse() -> int:
        _, rest = parser.parse_known_args(words, arguments)
        if arguments.help or not name:
            print(_help_text(), file=sys.stdout if arguments.help else sys.stderr)
            raise SystemExit(0 if arguments.help else 2)
        if rest:
            _refuse_arguments(arguments.parser, rest)
        if getattr(arguments, "driver", None) and (problem := open_files_problem()):
            parser.error(problem)
        return 0

    def run_verb() -> int:
        with nullcontext() if arguments.command_name in _STYLED else printable_output():
            try:
                return int(arguments.run(arguments))
            except Exception as error:
                return _status_of(error)

    if status := end_without_output(parse):
        return status
    is_plain = not getattr(arguments, "runs_driver", False) or getattr(arguments, "debug", None)
    if argv is not None or is_plain:
        return end_without_output(run_verb)
    continue_in_child()
    try:
        status = end_without_output(run_verb)
    except SystemExit as leaving:
        if leaving.code:
            record_end(leaving.code if isinstance(leaving.code, int) else 1)
        raise
    except Exception:
        record_end(1)
        raise
    record_end(status)
    return status


def _status_of(error: Exception) -> int:
    """Print a file that cannot be used or a driver that cannot be opened, and return the status.

    Raise every other error.
    """
    # The modules are loaded already if one of their errors was raised.
    from conformance.cli.options import ExitStatus  # noqa: PLC0415
    from conformance.drivers import DriverLoadError  # noqa: PLC0415
    from conformance.results.run_results import ReportError  # noqa: PLC0415

    if isinstance(error, ReportError):
        print(f"nn-conformance: {error}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    if isinstance(error, DriverLoadError):
        print(error, file=sys.stderr)
        return ExitStatus.NO_DRIVER
    raise error


def _help_text() -> str:
    """Return the commands in their groups and the exit statuses, without loading any command."""
    lines = ["usage: nn-conformance [-h] [--version] COMMAND ...", ""]
    lines.append("Conformance suite for drivers of neural-network accelerators.")
    for title, rows in _COMMANDS.items():
        lines += ["", f"{title}:"]
        lines += [f"  {name:10} {text}" for name, _, text in rows]
    if names := offered(GROUP):
        lines += ["", f"further commands (COMMAND --help): {', '.join(names)}"]
    return "\n".join([*lines, "", _EXIT_STATUSES])


class _SuggestingParser(argparse.ArgumentParser):
    """A parser whose messages about an invalid choice suggest similar choices."""

    def error(self, message: str) -> NoReturn:
        """Print the message with a suggestion, and exit."""
        if found := _INVALID_CHOICE.search(message):
            message += did_you_mean(found["text"], _CHOICE.findall(found["all"]))
        super().error(message)


def _refuse_arguments(parser: argparse.ArgumentParser, rest: Sequence[str]) -> NoReturn:
    """Report arguments that the command does not have, with similar options, and exit."""
    options = re.findall(r"--[a-z][a-z-]*", parser.format_help())
    wrong = next((text for text in rest if text.startswith("-")), "")
    near = did_you_mean(wrong.partition("=")[0], dict.fromkeys(options)) if wrong else ""
    parser.error(f"unrecognized arguments: {' '.join(rest)}{near}")
