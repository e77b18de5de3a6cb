"""Output of subcommands without what a terminal or a CI system interprets as a command."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from conformance.printable import terminal_text


class _PrintableStream:
    """A text stream that escapes control characters in what is written to another stream."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write the text and return its length."""
        self._stream.write(terminal_text(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write each line."""
        for line in lines:
            self.write(line)

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
