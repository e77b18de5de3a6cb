"""Generates unique names for the operands and the examples of one spec file.

The public generator also reserves the names of its C++ variables, so it renames an operand called
``type0``; this module does not.
"""

from conformance.printable import to_printable


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
