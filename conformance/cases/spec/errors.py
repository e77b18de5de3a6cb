"""Errors in spec files, with messages for the author of the file, and unique names.

The public generator also reserves the names of its C++ variables, so it renames an operand called
``type0``; this module does not.
"""

from dataclasses import dataclass

from conformance.text import terminal_text, to_printable


class SpecError(Exception):
    """A spec file, or one example in it, cannot be read.

    ``message`` states the error and how to correct it. ``line`` is the line of the spec file that
    caused the error, 0 if no single line did.
    """

    def __init__(self, path: str, line: int, message: str) -> None:
        super().__init__(path, line, message)
        self.path = path
        self.line = line
        self.message = message

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{terminal_text(place)}: {terminal_text(self.message)}"


class UnrepresentableError(ValueError):
    """The ``.mod.py`` format cannot represent an example."""


@dataclass(frozen=True, slots=True)
class BrokenExample:
    """An example that could not be read; the other examples of the file are not affected."""

    spec: str
    name: str
    error: SpecError


class UnlocatedSpecError(Exception):
    """An error in a spec file that was detected before its path, or its line, is known.

    The reader converts it to a ``SpecError``. ``line`` is 0 if it is not known yet.
    """

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


class UniqueNames:
    """A set of used names; a name that is already used gets the first free number as suffix."""

    def __init__(self, *, separator: str, first: int = 1) -> None:
        self._separator = separator
        self._first = first
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def is_free(self, name: str) -> bool:
        """Return whether the name has not been claimed yet."""
        return name not in self._taken

    def claim(self, requested: str) -> str:
        """Claim and return ``requested`` if it is free, else ``requested`` with a number.

        Characters that cannot be printed are escaped, because ids of cases contain the names.
        """
        requested = to_printable(requested) if isinstance(requested, str) else requested
        name, number = requested, self._next.get(requested, self._first)
        while name in self._taken:
            name = f"{requested}{self._separator}{number}"
            number += 1
        self._next[requested] = number
        self._taken.add(name)
        return name
