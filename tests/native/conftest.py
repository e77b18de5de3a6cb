"""The libraries of ``examples/native_driver``, built once, and small ones made for a test."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("cffi", reason="native libraries are reached through cffi")

from conformance.drivers.native import NativeDevice, open_library
from tests.plugin.conftest import folder, spec_cache  # noqa: F401 - fixtures

EXAMPLE = Path(__file__).parents[2] / "examples" / "native_driver"
PLAIN_SOURCES = ("model", "operations", "kernels", "execution", "device")
COMPILER = shutil.which("cc") or shutil.which("gcc")


@dataclass(frozen=True)
class Libraries:
    """Where the built libraries lie."""

    folder: Path

    def __getattr__(self, name: str) -> Path:
        return self.folder / f"lib{name}.so"


@pytest.fixture(scope="session")
def compiler() -> str:
    if COMPILER is None:
        pytest.skip("there is no C compiler (cc or gcc) to build the example driver with")
    return COMPILER


@pytest.fixture(scope="session")
def libraries(compiler: str, tmp_path_factory: pytest.TempPathFactory) -> Libraries:
    if shutil.which("make") is None:
        pytest.skip("there is no make to build the example driver with")
    out = tmp_path_factory.mktemp("libraries")
    subprocess.run(
        ["make", "-s", "-C", str(EXAMPLE), f"CC={compiler}", f"OUT={out}"],
        check=True,
        capture_output=True,
    )
    return Libraries(out)


Build = Callable[..., Path]


@pytest.fixture
def build(compiler: str, tmp_path: Path) -> Build:
    """Compile C text into a shared library (``flags`` after the usual ones)."""

    def make(text: str, name: str = "libmade.so", *flags: str) -> Path:
        source = tmp_path / f"{name}.c"
        source.write_text(text, encoding="utf-8")
        target = tmp_path / name
        subprocess.run(
            [compiler, "-shared", "-fPIC", f"-I{EXAMPLE}", "-o", target, source, *flags],
            check=True,
        )
        return target

    return make


@pytest.fixture(scope="session")
def plain(compiler: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example driver without bursts, events and fenced executions of its own."""
    target = tmp_path_factory.mktemp("plain") / "libplain.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-fvisibility=hidden", "-D_GNU_SOURCE", "-o", target]
        + [str(EXAMPLE / f"{name}.c") for name in PLAIN_SOURCES]
        + ["-lm"],
        check=True,
    )
    return target


@pytest.fixture(params=["example", "example_sl"], ids=["functions", "table"])
def device(request: pytest.FixtureRequest, libraries: Libraries) -> NativeDevice:
    """The example driver in both forms."""
    return open_library(getattr(libraries, request.param))
