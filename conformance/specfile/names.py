"""Names that must be unique within one spec file.

Only operands and examples count. (The public generator also names C++ variables of its own in the
operands' space; an operand called ``type0`` gets another name there.)
"""


class Names:
    """Hands out names; a name taken before gets the first free number behind it."""

    def __init__(self, *, separator: str, first: int = 1) -> None:
        self._separator = separator
        self._first = first
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def is_free(self, name: str) -> bool:
        """True when nobody has claimed the name."""
        return name not in self._taken

    def claim(self, wanted: str) -> str:
        """``wanted`` itself if it is free, else ``wanted`` with a number."""
        name, number = wanted, self._next.get(wanted, self._first)
        while name in self._taken:
            name = f"{wanted}{self._separator}{number}"
            number += 1
        self._next[wanted] = number
        self._taken.add(name)
        return name
