"""The parts of the recording: each is a list of units."""

from __future__ import annotations

import fnmatch
import importlib.metadata
import os
import subprocess
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from tests.recorded import drivers
from tests.recorded.execution import TIMED_RUNS, TREE, Unit

VERSIONS = ("V1_0", "V1_1", "V1_2", "V1_3", "AIDL_V1", "AIDL_V2", "AIDL_V3", "AIDL_V4")
SHARDS = 16
"""Parts of a plain run; each is a unit."""
CORPUS = "NN_CONFORMANCE_SPEC_CORPUS"
HERE = Path(__file__).parent
TAIL = "--limit explain=0 --limit driver=0 --events events.jsonl"
ENGINE_GRAPHS = 2000


class SkippedPartError(Exception):
    """The part cannot run here; the message says why."""


def _plain(driver: str, options: str, shards: int = SHARDS, name: str = "") -> Iterator[Unit]:
    for shard in range(1, shards + 1):
        command = f"pytest -q --driver {driver} {options} --shard {shard}/{shards} {TAIL}"
        yield Unit(f"{name}{shard}-of-{shards}", (command,))


def _reference(options: str) -> Iterator[Unit]:
    for version in VERSIONS:
        yield from _plain(f"tests.recorded.drivers:{version}", options, name=f"{version} ")


def _corpus() -> Iterator[Unit]:
    folder = os.environ.get(CORPUS)
    if not folder:
        raise SkippedPartError(f"{CORPUS} does not name the folder of the public corpus")
    yield from _plain("reference", f"--dump nn-failures:10 {Path(folder).resolve()}")


def _catalogue(name: str) -> Iterator[Unit]:
    for driver in drivers.rows(name):
        command = f"{drivers.command(name, driver)} {TAIL}"
        yield Unit(driver, (command,), runs=runs_of(f"{name} {driver}"))


@cache
def _timed_patterns() -> tuple[str, ...]:
    lines = (HERE / "timed.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def runs_of(unit: str) -> int:
    """Return how often a unit, ``PART UNIT``, is run when it is recorded."""
    timed = any(fnmatch.fnmatchcase(unit, pattern) for pattern in _timed_patterns())
    return TIMED_RUNS if timed else 1


def _timing() -> Iterator[Unit]:
    """Paths with deadlines on the reference, each case recorded as frequencies."""
    for path in ("near_deadline", "past_deadline", "late_preparation"):
        for file in ("V1_0/add.mod.py", "V1_0/conv_2d.mod.py", "V1_3/elu.mod.py"):
            command = f"pytest -q --driver reference {file} --shard 1/8 --paths {path} {TAIL}"
            yield Unit(f"{path} {file}", (command,), runs=TIMED_RUNS)


def processor() -> str:
    """Return the kind of the processor, which decides the kernels of engines."""
    flags = Path("/proc/cpuinfo").read_text(encoding="utf-8").partition("\nflags")[2].split("\n")[0]
    names = [
        name for name in ("avx2", "avx512f", "avx512_vnni", "avx_vnni") if name in flags.split()
    ]
    return "+".join(names) or os.uname().machine


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError as error:
        raise SkippedPartError(f"{package} is not installed") from error


def _engine(driver: str) -> Iterator[Unit]:
    yield from _plain(
        driver,
        f"--random-graphs {ENGINE_GRAPHS} --case 'V*' --case 'AIDL*' --case 'random/*'",
        name="specs and graphs ",
    )


@cache
def _native_library() -> str:
    folder = tempfile.mkdtemp(prefix="recorded-native-")
    build = ["make", "-s", "-C", str(TREE / "examples" / "native_driver"), f"OUT={folder}"]
    try:
        subprocess.run(build, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SkippedPartError(f"the C driver cannot be built: {error}") from error
    return f"{folder}/libexample"


def _native() -> Iterator[Unit]:
    for suffix, options in (("", "--in-process"), ("_sl", "--in-process"), ("", "")):
        name = f"libexample{suffix}{'' if options else ' isolate'} "
        yield from _plain(f"{_native_library()}{suffix}.so", f"{options} --mutants 40", name=name)


def _projects() -> Iterator[Unit]:
    table = tomllib.loads((HERE / "projects.toml").read_text(encoding="utf-8"))
    common: dict[str, str] = table["files"]
    for project in table["project"]:
        files = {**common, **project.get("files", {})}
        # Without this option, a run generates cases for as long as half of the run took.
        commands = tuple(
            f"{one} --limit explain=0"
            if one.startswith("pytest") and "explain=" not in one
            else one
            for one in project["run"]
        )
        prints = tuple(project.get("prints", ()))
        runs = runs_of(f"projects {project['name']}")
        yield Unit(project["name"], commands, files, prints, True, runs)


@dataclass(frozen=True)
class Part:
    """A part: its units, the catalogues of their drivers, and the key of the recording if any."""

    name: str
    units: Callable[[], Iterator[Unit]]
    catalogues: Sequence[str] = ()
    key: Callable[[], str] = lambda: ""

    @property
    def file_name(self) -> str:
        """The name of the file of the recording."""
        key = self.key()
        return f"{self.name}{f'-{key}' if key else ''}.jsonl.xz"


def engine_key(package: str) -> str:
    """Return the version of an engine and the kind of the processor."""
    return f"{_version(package)}-{processor()}"


PARTS = {
    part.name: part
    for part in (
        Part("projects", _projects),
        Part("timing", _timing),
        *(Part(name, partial(_catalogue, name), (name,)) for name in drivers.CATALOGUES),
        Part("native", _native),
        Part("corpus", _corpus),
        Part("litert", partial(_engine, "litert"), key=partial(engine_key, "ai-edge-litert")),
        Part(
            "onnxruntime", partial(_engine, "onnxruntime"), key=partial(engine_key, "onnxruntime")
        ),
        Part("reference", partial(_reference, "")),
        Part("isolated", partial(_reference, "--isolate")),
    )
}
