"""What can go wrong with a spec file, said so that the author can act on it."""

from dataclasses import dataclass


class SpecError(Exception):
    """A spec file, or one example of it, that cannot be read.

    ``message`` names the mistake and what to do about it; ``line`` is the line of the spec file
    that wrote the offending thing, 0 where no line is to blame.
    """

    def __init__(self, path: str, line: int, message: str) -> None:
        super().__init__(path, line, message)
        self.path = path
        self.line = line
        self.message = message

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.message}"


class UnrepresentableError(ValueError):
    """An example that the ``.mod.py`` format has no words for."""


@dataclass(frozen=True, slots=True)
class BrokenExample:
    """Stands in the place of an example that could not be read; its neighbours still can."""

    spec: str
    name: str
    error: SpecError


class Mistake(Exception):  # noqa: N818 - becomes the message of a SpecError, is never shown itself
    """A mistake noticed inside the language, before the place in the file is known."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
