"""Case ids of the examples in spec files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from conformance.text import to_printable

SPEC_SUFFIX: Final = ".mod.py"


def case_id_of(path: Path, name: str) -> str:
    """Return the case id of the example ``name`` in the spec file ``path``."""
    return f"{_spec_id(path)}/{to_printable(name)}"


@cache
def _spec_id(path: Path) -> str:
    return to_printable(f"{path.parent.name}/{path.name.removesuffix(SPEC_SUFFIX)}")
