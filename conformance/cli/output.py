"""Output of the commands: escaped control characters, and the end at a closed pipe or full disk."""

from __future__ import annotations

import errno
import json
import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TextIO

from conformance.files import write_atomically
from conformance.text import terminal_text

EXIT_CLOSED_PIPE: Final = 141
"""Exit status if the reader of the output ended: 128 + SIGPIPE, as for other commands."""


def end_without_output(call: Callable[[], int]) -> int:
    """Return the result of ``call``, or ``EXIT_CLOSED_PIPE`` if nothing reads the output any more.

    If the output is a file on a full disk, print this and return 2. The rest of the output is
    discarded; Python would report the error again when it flushes the output at its end.
    """
    try:
        status = call()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except OSError as error:
        is_full = error.errno == errno.ENOSPC
        if not is_full and not (
            isinstance(error, BrokenPipeError)
            and (_has_no_reader(sys.stdout) or _has_no_reader(sys.stderr))
        ):
            raise  # also if another pipe was closed, such as one to a process of a campaign
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
        if not is_full:
            return EXIT_CLOSED_PIPE
        print(f"nn-conformance: {error.filename or 'output'}: {error.strerror}", file=sys.stderr)
        return 2
    return status


def _has_no_reader(stream: TextIO) -> bool:
    """Return whether the stream is a pipe or socket whose other end is closed."""
    poll = select.poll()
    poll.register(stream.fileno(), 0)
    return bool(poll.poll(0))  # POLLERR or POLLHUP


class _PrintableStream:
    """A text stream that escapes control characters in what is written to another stream."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write the text and return its length."""
        self._stream.write(terminal_text(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def printable_output() -> Iterator[None]:
    """Escape control characters in the texts that the block prints; bytes are written unchanged."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_PrintableStream, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def write_json(path: str, document: object) -> None:
    """Write a JSON document as ``write_output`` does."""
    write_output(path, (json.dumps(document, indent=1) + "\n").encode("utf-8", "replace"))


def write_output(path: str, content: bytes) -> None:
    """Write a whole document to a file or, for ``-``, to standard output.

    Raise ``ReportError`` if the file cannot be written.
    """
    from conformance.results.run_results import as_report_error  # noqa: PLC0415 - not for --help

    if path == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    with as_report_error(path):
        write_atomically(path, content, follow_links=True)
