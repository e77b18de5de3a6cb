"""The sample drivers of the repository by stable names, each with the cases that run on it.

``rows(CATALOGUE)`` lists a catalogue; only this module knows where the catalogues are. A driver is
opened as an attribute of this module (``--driver``): ``CATALOGUE__SLUG``, or a version such as
``V1_2`` for the reference driver.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from conformance.hal import Version
from conformance.reference import create_device

SPECS = Path(__file__).parents[2] / "specs"
CASES_OF_A_FILE = 50_000
"""A faulty driver runs a part of its spec files, which is about so many bytes of them."""
LIMITS = "--limit callback=2 --limit corruptions=4 --mutants 40"
Row = tuple[str, Callable[[], Any], str]
"""A driver: its name in the catalogue, its factory, and the options that select cases."""


def _load(text: str) -> Any:
    """Return the attribute that ``MODULE:ATTRIBUTE`` names."""
    module, _, attribute = text.partition(":")
    return getattr(importlib.import_module(module), attribute)


@cache
def _spec_files(pattern: str) -> tuple[str, ...]:
    """Return bundled spec files of any version, as arguments of pytest."""
    return tuple(str(file.relative_to(SPECS)) for file in sorted(SPECS.glob(f"*/{pattern}.mod.py")))


def _specs(*patterns: str) -> str:
    """Return the options that run a part of the spec files of these names."""
    files = [file for pattern in patterns for file in _spec_files(pattern)][:8]
    size = sum((SPECS / file).stat().st_size for file in files)
    return f"{' '.join(files)} --shard 1/{size // CASES_OF_A_FILE + 1}"


def _values() -> Iterator[Row]:
    """Faults in the execution of operations."""
    for fault in _load("tests.faults.values:ALL_FAULTS"):
        paths = ",".join(dict.fromkeys(str(path) for path in fault.paths))
        more = "" if paths == "sync-fast" else f" --paths default,{paths}"
        yield fault.name, fault.device, f"{_specs(*fault.specs)} --limit callback=2{more}"


def _calls(faults: str) -> Iterator[Row]:
    """Faults in calls: the check (``area.name``) or the path that must detect it runs."""
    for fault in _load(faults):
        cases = f"V1_0/add.mod.py --shard 1/8 --paths {fault.by} --coupling off"
        if "." in fault.by:
            cases = f"suite/{fault.by.replace('.', '/')}"
        if hasattr(fault.device, "updated"):
            cases += " --updated-driver tests.recorded.drivers:{name}__updated"
        yield fault.name, fault.device, f"{cases} {LIMITS}"


def _contract() -> Iterator[Row]:
    """Faults of the detection benchmark in the calls of the contract."""
    for fault in _load("benchmarks.detection.contract_faults:contract_faults")():
        areas = [area for area in fault.areas if area != "invalid_models"][:2]
        cases = " ".join(f"--case 'suite/{area}/*'" for area in areas)
        yield fault.id, fault.device, f"{cases} --case 'V1_0/floor/*' {LIMITS}"


def _legal() -> Iterator[Row]:
    """Drivers that differ from the reference only in what the contract permits."""
    drivers = _load("tests.sample_drivers.values.legal_drivers:LEGAL_DRIVERS")
    for name, create in drivers.items():
        yield name, create, "--shard 7/256 --random-graphs 60 --mutants 20"
    for kind in _load("tests.sample_drivers.caching.legal_drivers:LEGAL_DRIVERS"):
        yield kind.__name__, kind, f"--case 'suite/caching*' {LIMITS}"


CATALOGUES: dict[str, Callable[[], Iterator[Row]]] = {
    "values": _values,
    "calls": partial(_calls, "tests.faults.calls:FAULTS"),
    "caching": partial(_calls, "tests.faults.caching:CACHING_FAULTS"),
    "contract": _contract,
    "legal": _legal,
}


@cache
def rows(catalogue: str) -> dict[str, Row]:
    """Return the drivers of a catalogue by their slugs; equal slugs get numbers."""
    found: dict[str, Row] = {}
    for row in CATALOGUES[catalogue]():
        name = slug = re.sub(r"\W+", "_", row[0])
        number = 1
        while name in found:
            number += 1
            name = f"{slug}_{number}"
        found[name] = row
    return found


def command(catalogue: str, slug: str) -> str:
    """Return the command that runs the cases of a driver."""
    name = f"{catalogue}__{slug}"
    selection = rows(catalogue)[slug][2].replace("{name}", name)
    return f"pytest -q --driver tests.recorded.drivers:{name} {selection}"


def __getattr__(name: str) -> Any:
    if name in Version.__members__:
        return partial(create_device, Version[name])
    catalogue, _, driver = name.partition("__")
    slug, updated, _ = driver.partition("__updated")
    if catalogue not in CATALOGUES or slug not in rows(catalogue):
        raise AttributeError(name)
    create = rows(catalogue)[slug][1]
    return create.updated if updated else create  # type: ignore[attr-defined]
