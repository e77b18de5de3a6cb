"""Options, outputs and exit statuses of the subcommands that read event streams.

Exit statuses: 0 success, 2 a file could not be read or written, 3 a stream is incomplete.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from conformance.cli.command import add_plain_command
from conformance.files import replace_atomically
from conformance.reports.text.formatting import headline
from conformance.results.merge import check_output
from conformance.results.run_results import ReportError, RunResults, as_report_error
from conformance.text import terminal_text

EXIT_UNUSABLE: Final = 2
EXIT_INCOMPLETE: Final = 3

EXIT_STATUS_HELP: Final = (
    "exit status: 0 success; 2 a file cannot be read or written; 3 the output was written, but a\n"
    "stream is incomplete: it has no footer or damaged lines"
)

_M_MMAP_THRESHOLD: Final = -3
"""A parameter of glibc's ``mallopt``: the size from which a block is allocated on its own."""

_RETURNED_BLOCK: Final = 1 << 18

_FORMATS: Final = {"markdown": "Markdown", "json": "JSON"}


def with_error_message(
    verb: Callable[[argparse.Namespace], int],
) -> Callable[[argparse.Namespace], int]:
    """Wrap a subcommand: print a ``ReportError`` as one line and return ``EXIT_UNUSABLE``."""

    def run(arguments: argparse.Namespace) -> int:
        _return_freed_memory()
        try:
            return verb(arguments)
        except ReportError as error:
            print(f"nn-conformance: {error}", file=sys.stderr)
            return EXIT_UNUSABLE

    return run


def add_stream_command(
    verbs: Any,
    name: str,
    run: Callable[[argparse.Namespace], int],
    summary: str,
    epilog: str = EXIT_STATUS_HELP,
) -> argparse.ArgumentParser:
    """Add a subcommand that reads event streams; the caller adds options to its parser."""
    return add_plain_command(verbs, name, with_error_message(run), summary, epilog)


def _return_freed_memory() -> None:
    """Let the C library return large blocks to the system as soon as they are freed.

    Otherwise glibc keeps the temporary arrays of a large run, which are up to 40 MB.
    """
    with suppress(AttributeError, OSError):  # another C library
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _RETURNED_BLOCK)


def add_output_options(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add an option for each format of the output; without any, text goes to standard output."""
    for name in names:
        text = f"write {_FORMATS[name]} to FILE; - is standard output"
        parser.add_argument(f"--{name}", metavar="FILE", help=text)


def write_outputs(
    arguments: argparse.Namespace,
    sources: Sequence[str],
    text: Callable[[], str],
    **formats: Callable[[], str],
) -> None:
    """Write each requested format, or print the text if none is requested.

    Raise ``ReportError`` if an output cannot be written or is one of the ``sources``.
    """
    requested = [
        (name, output) for name in formats if (output := getattr(arguments, name)) is not None
    ]
    check_distinct(requested)
    for _, output in requested:
        check_not_input(output, sources)
    for name, output in requested:
        write_output(output, formats[name]().encode("utf-8", "replace"))
    if not requested:
        write_output("-", terminal_text(text()).encode("utf-8", "replace"))


def check_distinct(requested: Sequence[tuple[str, str]]) -> None:
    """Raise ``ReportError`` if two reports have the same file; each would replace the other."""
    earlier: dict[Path, str] = {}
    for option, output in requested:
        path = Path(output) if output == "-" else Path(os.path.realpath(output))
        if (earlier_option := earlier.setdefault(path, option)) != option:
            destination = "standard output" if output == "-" else output
            raise ReportError(
                f"--{earlier_option} and --{option} both write to {destination}; "
                "choose different files"
            )


def check_not_input(path: str, sources: Iterable[str]) -> None:
    """Raise ``ReportError`` if the output cannot be written or is also an input.

    Called before the report is generated, so that an unusable output costs no time.
    """
    if path == "-":
        return
    check_output(path)
    for source in sources:
        if Path(path).exists() and Path(source).exists() and Path(source).samefile(path):
            raise ReportError(
                f"{path}: the report would overwrite its own input; choose another file"
            )


def write_output(path: str, content: bytes | Iterable[bytes | bytearray]) -> None:
    """Write the whole report to a file or, for ``-``, to standard output."""
    parts: Iterable[bytes | bytearray] = [content] if isinstance(content, bytes) else content
    if path == "-":
        with as_report_error(path, pipe=False):
            sys.stdout.buffer.writelines(parts)
            sys.stdout.buffer.flush()
        return
    with (
        as_report_error(path),
        replace_atomically(path, follow_links=True) as partial,
        partial.open("wb") as file,
    ):
        file.writelines(parts)


def report_status(*records: RunResults) -> int:
    """Print the result of each run and its warnings on standard error; return the exit status."""
    for record in records:
        print(f"{record.name}: {headline(record)}", file=sys.stderr)
        for warning in record.stream_warnings():
            print(f"INCOMPLETE: {record.name}: {warning}", file=sys.stderr)
    return 0 if all(record.complete for record in records) else EXIT_INCOMPLETE
