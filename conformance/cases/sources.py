"""Case ids of the examples in spec files, and the examples that break the contract."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from conformance.cases import Example, SpecError, bundled_specs, operation_lines
from conformance.hal import Version
from conformance.text import to_printable
from conformance.validation import first_violation

SPEC_SUFFIX: Final = ".mod.py"


def case_id_of(path: Path, name: str) -> str:
    """Return the case id of the example ``name`` in the spec file ``path``."""
    return f"{_spec_id(path)}/{to_printable(name)}"


@cache
def _spec_id(path: Path) -> str:
    return to_printable(f"{path.parent.name}/{path.name.removesuffix(SPEC_SUFFIX)}")


_NEWEST: Final = max(Version)
_TOLERATED: Final = frozenset({"while.unknown_size"})
"""Rules that examples of the official suites (CTS) break on purpose."""
_OPERATION: Final = re.compile(r"main, operation (\d+)")


class InvalidSpecError(SpecError):
    """The model of an example breaks a rule of the contract."""


def require_valid_spec(path: Path, name: str, example: Example) -> None:
    """Raise ``InvalidSpecError`` if the model of a spec's example breaks a rule of the contract.

    The error names the rule and the line of the operation. These examples are not validated: those
    of the bundled specs, which the project's tests validate; those that a driver must refuse; and
    those with vendor extensions, whose rules only the vendor knows.
    """
    model = example.model
    if example.expect_failure or model.extension_name_to_prefix or _is_bundled(path):
        return
    violation = first_violation(model, _NEWEST, tolerated=_TOLERATED)
    if violation is None:
        return
    found = _OPERATION.match(violation.where)
    number = int(found[1]) if found else 0
    lines = operation_lines(path, name)
    line = lines[number] if number < len(lines) else 0
    raise InvalidSpecError(str(path), line, f"the model of {name} breaks the contract: {violation}")


@lru_cache(maxsize=256)
def _is_bundled(path: Path) -> bool:
    return path.resolve().is_relative_to(_bundled_folder())


@cache
def _bundled_folder() -> Path:
    return bundled_specs().resolve()
