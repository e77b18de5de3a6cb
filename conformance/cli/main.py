"""Parse the command line and run the subcommand."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module
from typing import Any, Final, NoReturn

from conformance import __version__
from conformance.cli.output import end_at_closed_pipe, printable_output
from conformance.entry_points import load, offered
from conformance.parent_process import continue_in_child, record_end
from conformance.processes import open_files_problem
from conformance.text import did_you_mean

GROUP: Final = "nn_conformance.commands"
"""The entry points of further commands: functions that add a parser, like ``add_parser`` here."""
_OWN: Final = (
    *("debug", "describe", "explain", "init", "matrix", "replay", "report", "show", "table"),
)
"""The modules of the commands of this package."""
_IN_ANOTHER_MODULE: Final = {"compare": "report", "merge": "report"}
_STYLED: Final = frozenset({"campaign", "debug", "fuzz"})
"""Subcommands that rewrite lines of a terminal, or run a program that does."""
_INVALID_CHOICE: Final = re.compile(r"invalid choice: '(?P<text>.*)' \(choose from (?P<all>.*)\)")
_CHOICE: Final = re.compile(r"'([^']+)'")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status."""
    parser = _SuggestingParser(
        prog="nn-conformance",
        description="Conformance suite for neural-network accelerator drivers. "
        "To run the suite itself, use pytest: pytest --driver X",
    )
    parser.add_argument("--version", action="version", version=__version__)
    verbs = parser.add_subparsers(
        title="commands", required=True, metavar="COMMAND", dest="command_name"
    )
    _add_commands(verbs, sys.argv[1:] if argv is None else argv)
    arguments = argparse.Namespace()

    def parse() -> int:
        _, rest = parser.parse_known_args(argv, arguments)
        if rest:
            _refuse_arguments(verbs.choices[arguments.command_name], rest)
        if getattr(arguments, "driver", None) and (problem := open_files_problem()):
            parser.error(problem)
        return 0

    def run_verb() -> int:
        with nullcontext() if arguments.command_name in _STYLED else printable_output():
            return int(arguments.run(arguments))

    if status := end_at_closed_pipe(parse):
        return status
    if argv is not None or not getattr(arguments, "runs_driver", False):
        return end_at_closed_pipe(run_verb)
    continue_in_child()
    try:
        status = end_at_closed_pipe(run_verb)
    except SystemExit as leaving:
        if leaving.code:
            record_end(leaving.code if isinstance(leaving.code, int) else 1)
        raise
    except Exception:
        record_end(1)
        raise
    record_end(status)
    return status


def _add_commands(verbs: Any, argv: Sequence[str]) -> None:
    """Add the parser of the command that the arguments name; for help or an error, all parsers."""
    given = next((text for text in argv if not text.startswith("-")), "")
    given = _IN_ANOTHER_MODULE.get(given, given)
    names = {*_OWN, *offered(GROUP)}
    for name in (given,) if given in names else sorted(names):
        if name in _OWN:
            import_module(f"conformance.cli.subcommands.{name}").add_parser(verbs)
            continue
        try:
            load(GROUP, name)(verbs)
        except Exception as error:
            problem = f"the command {name} of an installed package cannot be loaded: {error}"
            if name == given:
                raise SystemExit(f"nn-conformance: {problem}") from error
            print(f"nn-conformance: {problem}", file=sys.stderr)


class _SuggestingParser(argparse.ArgumentParser):
    """A parser whose messages about an invalid choice suggest similar choices."""

    def error(self, message: str) -> NoReturn:
        """Print the message with a suggestion, and exit."""
        if found := _INVALID_CHOICE.search(message):
            message += did_you_mean(found["text"], _CHOICE.findall(found["all"]))
        super().error(message)


def _refuse_arguments(parser: argparse.ArgumentParser, rest: Sequence[str]) -> NoReturn:
    """Report arguments that the subcommand does not have, with similar options, and exit."""
    options = re.findall(r"--[a-z][a-z-]*", parser.format_help())
    wrong = next((text for text in rest if text.startswith("-")), "")
    near = did_you_mean(wrong.partition("=")[0], dict.fromkeys(options)) if wrong else ""
    parser.error(f"unrecognized arguments: {' '.join(rest)}{near}")
