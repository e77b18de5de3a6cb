"""Fixtures that build the example driver's libraries once, and small test libraries."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("cffi", reason="native libraries need cffi")

from conformance.drivers.native import NativeDevice, open_library
from tests.plugin.conftest import folder  # noqa: F401 - a fixture

EXAMPLE = Path(__file__).parents[2] / "examples" / "native_driver"
PLAIN_SOURCES = (
    "model",
    "operations",
    "kernels",
    "memory",
    "compilation",
    "sha256",
    "execution",
    "device",
)
COMPILER = shutil.which("cc") or shutil.which("gcc")


@dataclass(frozen=True)
class Libraries:
    """The folder of the built libraries; an attribute is the path of the library with that name."""

    folder: Path

    def __getattr__(self, name: str) -> Path:
        return self.folder / f"lib{name}.so"


@pytest.fixture(scope="session", autouse=True)
def _driver_state(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Set the folder of the example driver's key; a process reads it only once."""
    os.environ.setdefault("NN_EXAMPLE_STATE", str(tmp_path_factory.mktemp("state")))


@pytest.fixture(scope="session")
def compiler() -> str:
    if COMPILER is None:
        pytest.skip("no C compiler (cc or gcc) is installed to build the example driver")
    return COMPILER


@pytest.fixture(scope="session")
def libraries(compiler: str, tmp_path_factory: pytest.TempPathFactory) -> Libraries:
    """Return the example driver's libraries; the workers of a run share one build.

    They are compiled with -O1, which takes half the time of the Makefile's -O2.
    """
    if shutil.which("make") is None:
        pytest.skip("make is not installed, which builds the example driver")
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    out, built = base / "libraries", base / "libraries.built"
    with (base / "libraries.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            out.mkdir(exist_ok=True)
            subprocess.run(
                ["make", "-s", "-C", str(EXAMPLE), f"CC={compiler}", f"OUT={out}", "CFLAGS=-O1"],
                check=True,
                capture_output=True,
            )
            built.touch()
    return Libraries(out)


Build = Callable[..., Path]


@pytest.fixture
def build(compiler: str, tmp_path: Path) -> Build:
    """Return a function that compiles C text to a shared library.

    Its ``flags`` follow the standard compiler flags.
    """

    def compile_library(text: str, name: str = "libmade.so", *flags: str) -> Path:
        source = tmp_path / f"{name}.c"
        source.write_text(text, encoding="utf-8")
        target = tmp_path / name
        subprocess.run(
            [compiler, "-shared", "-fPIC", f"-I{EXAMPLE}", "-o", target, source, *flags],
            check=True,
        )
        return target

    return compile_library


@pytest.fixture(scope="session")
def plain(compiler: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the example driver without bursts, events and fenced executions."""
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
    """Return the example driver's device, in both forms of the interface."""
    return open_library(getattr(libraries, request.param))
