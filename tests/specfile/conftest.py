from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from conformance.cases import Example, load_examples

WriteSpec = Callable[..., Path]
LoadText = Callable[..., tuple[Example, ...]]


@pytest.fixture
def write_spec(tmp_path: Path) -> WriteSpec:
    """Return a function that writes a spec file to a version's folder and returns its path."""

    def write(text: str, name: str = "sample", folder: str = "V1_2") -> Path:
        path = tmp_path / folder / f"{name}.mod.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(dedent(text))
        return path

    return write


@pytest.fixture
def load_text(write_spec: WriteSpec) -> LoadText:
    """Return a function that writes a spec and loads its examples."""

    def read(text: str, name: str = "sample", folder: str = "V1_2") -> tuple[Example, ...]:
        return load_examples(write_spec(text, name, folder))

    return read
