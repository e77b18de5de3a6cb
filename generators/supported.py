"""Profiles by name, and profiles narrowed to the operations and types that a driver supports.

A driver that supports few operations declines nearly every graph of a profile. It is asked about
each operation with each type, with graphs of one operation; graphs then use the supported ones.
``default-supported`` asks whichever driver runs. ``narrowing`` asks once and gives a name that
says all of the narrowed profile, so that the id of a case means the same graph with any driver.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from conformance.drivers import DriverLoadError
from conformance.drivers.process import IsolatedDevice, Limits
from conformance.hal import Device, ErrorStatus, Model, Version
from conformance.harness import Kind, calls
from generators.cell_names import text_of
from generators.generate import Cell, cells, generate, seed_of
from generators.knobs import profile_of, with_knob
from generators.profiles import Profile

SUFFIX: Final = "-supported"
_TRIES: Final = 8
"""Graphs of one operation that a driver may decline before it counts as one that it lacks."""
_PROBE: Final = 16
"""Graphs that the driver is asked about before a profile is narrowed."""
_PROBE_SECONDS: Final = 30.0
"""Time that asking may take before the profile stays as it is."""
_LIMITS: Final = Limits(start=20.0, query=5.0, restarts=100)
_SHOWN: Final = 8


def is_narrowed(name: str) -> bool:
    """Whether a driver must be asked before there is a profile of this name."""
    return name.partition(",")[0].endswith(SUFFIX)


@cache
def checked(name: str) -> str:
    """The name itself, if graphs can be made of its profile; ``ValueError`` says why not."""
    profile = _wide(name)
    made = cells(profile, profile.version)
    missing = profile.operations.difference([cell.operation for cell in made])
    if missing:
        names = ", ".join(sorted(operation.name for operation in missing))
        raise ValueError(
            f"{name}: of {names} there are no random graphs with these types in this version"
        )
    if not made:
        raise ValueError(f"{name}: no operation is left to make graphs of")
    return name


def _wide(name: str) -> Profile:
    """The profile before any driver is asked."""
    base, comma, knobs = name.partition(",")
    return profile_of(f"{base.removesuffix(SUFFIX)}{comma}{knobs}")


@cache
def narrowed(name: str, supported: tuple[tuple[int, int], ...]) -> Profile:
    """The profile of a name; ``supported`` are the operations and types of a narrowed one.

    It is the same object each time: what is known of a profile is looked up for every graph.
    """
    profile = _wide(name)
    if not is_narrowed(name):
        return profile
    return replace(profile, name=name, cells=frozenset(supported))


def supported_cells(name: str, device: Device, version: Version) -> tuple[Cell, ...]:
    """The cells of a profile that a driver of ``version`` supports in at least one graph.

    A call that the driver answers wrongly counts as support: a run is to find that.
    """
    try:
        return _supported(name, lambda model: _takes(device, model), version)
    except _TooSlowError as error:
        raise DriverLoadError(f"profile {name}: asking what it supports failed: {error}") from None


def _supported(name: str, takes: Callable[[Model], bool], version: Version) -> tuple[Cell, ...]:
    profile = _wide(name)
    single = replace(profile, name=name, fewest=1, most=1, empty=0, unused=0, weights={})

    def taken(cell: Cell) -> bool:
        one = replace(single, cells=frozenset({cell}))
        return any(
            takes(generate(one, seed_of(number, [cell]), version).model) for number in range(_TRIES)
        )

    return tuple(filter(taken, cells(profile, min(version, profile.version))))


def _takes(device: Device, model: Model) -> bool:
    try:
        status, flags = calls.ask_supported(device, model)
    except calls.BadAnswerError as bad:
        if bad.finding.kind is Kind.HANG:
            raise _TooSlowError(bad.finding.reason) from None
        return True
    return status != ErrorStatus.NONE or all(flags)


class _TooSlowError(Exception):
    """Asking the driver what it supports takes too long, or fails."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """The profile to make graphs of, and one sentence on why it is not the one that was named."""

    profile: str
    note: str = ""


def narrowing(name: str, driver: str, version: Version, first: int = 0) -> Narrowing:
    """The named profile, narrowed if the driver would decline most of its first graphs.

    The driver is opened in a process of its own, so that its crash or hang costs no run. Where it
    cannot be asked, the profile stays as it is and the note says why.
    """
    profile = _wide(name)
    if is_narrowed(name) or not cells(profile, min(version, profile.version)):
        return Narrowing(name)
    try:
        device = IsolatedDevice(driver, _LIMITS)
    except DriverLoadError as error:
        reason = str(error).partition("\n")[0]
        return Narrowing(name, f"not narrowed, the driver could not be opened twice: {reason}")
    try:
        return _narrowing(name, _Asked(device), version, first)
    except _TooSlowError as error:
        return Narrowing(name, f"not narrowed, asking what the driver supports failed: {error}")
    finally:
        device.close()


class _Asked:
    """A device in a process of its own, within the time that asking it may take."""

    def __init__(self, device: IsolatedDevice) -> None:
        self.device = device
        self._end = time.monotonic() + _PROBE_SECONDS

    def takes(self, model: Model) -> bool:
        if time.monotonic() > self._end:
            raise _TooSlowError(f"it took more than {_PROBE_SECONDS:g} s")
        taken = _takes(self.device, model)
        if self.device.given_up:
            raise _TooSlowError(self.device.given_up.partition("\n")[0])
        return taken

    def declined(self, name: str, version: Version, first: int) -> int:
        """How many of the first graphs of a profile the driver would decline."""
        profile = profile_of(name)
        used = min(version, profile.version)
        seeds = range(first, first + _PROBE)
        return sum(not self.takes(generate(profile, seed, used).model) for seed in seeds)


def _narrowing(name: str, asked: _Asked, version: Version, first: int) -> Narrowing:
    before = asked.declined(name, version, first)
    if before * 2 <= _PROBE:
        return Narrowing(name)
    why = f"{before} of the first {_PROBE} graphs of profile {name} would be declined"
    found = _supported(name, asked.takes, version)
    if not found:
        return Narrowing(name, f"{why}, and the driver supports none of its operations alone")
    profile = profile_of(name)
    every = len(found) == len(cells(profile, min(version, profile.version)))
    chosen = name if every else with_knob(name, "cells", text_of(found))
    best = before if every else asked.declined(chosen, version, first)
    if best * 2 > _PROBE:
        single = with_knob(chosen, "count", "1")
        alone = asked.declined(single, version, first)
        if alone < best:
            chosen, best = single, alone
    if chosen == name:
        return Narrowing(name, f"{why}; the driver supports each of its operations alone")
    operations = _listed({cell.operation.name for cell in found})
    types = _listed({cell.type.name for cell in found})
    note = f"{why}: narrowed to {operations} with {types}: profile {chosen}"
    if best:
        note += f"; {best} of the first {_PROBE} narrowed graphs would be declined too"
    return Narrowing(chosen, note)


def _listed(names: set[str]) -> str:
    """The first of the names in order, and how many more there are."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(sorted(names)[:_SHOWN]) + more
