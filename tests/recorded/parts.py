"""The parts of the recording: each is a list of units."""

from __future__ import annotations

import fnmatch
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from tests.recorded import drivers
from tests.recorded.execution import TIMED_RUNS, Unit

VERSIONS = ("V1_0", "V1_1", "V1_2", "V1_3", "AIDL_V1", "AIDL_V2", "AIDL_V3", "AIDL_V4")
SHARDS = 16
"""Parts of a plain run; each is a unit."""
HERE = Path(__file__).parent
TAIL = "--limit explain=0 --limit driver=0 --events events.jsonl"


def _reference() -> Iterator[Unit]:
    """The plain run in all versions: without a committed recording, to compare local changes."""
    for version in VERSIONS:
        driver = f"tests.recorded.drivers:{version}"
        for shard in range(1, SHARDS + 1):
            command = f"pytest -q --driver {driver} --shard {shard}/{SHARDS} {TAIL}"
            yield Unit(f"{version} {shard}-of-{SHARDS}", (command,))


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
    """A part: its units, and the catalogues of their drivers."""

    name: str
    units: Callable[[], Iterator[Unit]]
    catalogues: Sequence[str] = ()

    @property
    def file_name(self) -> str:
        """The name of the file of the recording."""
        return f"{self.name}.jsonl.xz"


PARTS = {
    part.name: part
    for part in (
        Part("projects", _projects),
        Part("timing", _timing),
        *(Part(name, partial(_catalogue, name), (name,)) for name in drivers.CATALOGUES),
        Part("reference", _reference),
    )
}
