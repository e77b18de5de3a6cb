"""Profiles restricted to the operations and types that a driver supports.

A driver that supports few operations would decline nearly every graph that may contain all of them.
``narrowing`` therefore queries the driver with graphs of a single operation, for each operation and
type, and restricts the profile to those that are supported. The name of the restricted profile
lists them, so that a case id refers to the same graph with every driver.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from conformance.drivers import DriverLoadError
from conformance.drivers.driver import Driver
from conformance.drivers.own_process import ProcessLimits
from conformance.hal import ErrorStatus, Model, Version, is_extension_code
from conformance.harness.calls import driver_calls
from conformance.text import list_first
from conformance.verdicts import VerdictKind
from generators.generate import OperationCell, allowed_cells, encode_seed, generate
from generators.profile_parameters import parse_profile, text_of, with_parameter

DEFAULT_PROFILE: Final = "default"
_ATTEMPTS: Final = 8
"""Number of single-operation graphs that must all be declined for an unsupported operation."""
_PROBE: Final = 16
"""Number of graphs by which ``narrowing`` decides whether a profile is narrowed."""
_PROBE_SECONDS: Final = 120.0
"""Time limit for the driver's answers; when it is exceeded, the profile is not narrowed."""
_LIMITS: Final = ProcessLimits(start=20.0, query=5.0, restarts=100)
_SHOWN: Final = 8


@cache
def check_profile_name(name: str) -> str:
    """Return ``name`` if its profile can generate graphs; otherwise raise ``ValueError``."""
    profile = parse_profile(name)
    possible = allowed_cells(replace(profile, cells=None), profile.version)
    missing = profile.operations.difference([cell.operation for cell in possible])
    if missing:
        names = ", ".join(sorted(operation.name for operation in missing))
        raise ValueError(
            f"{name}: random graphs cannot contain {names} with these types in this version"
        )
    if not allowed_cells(profile, profile.version):
        raise ValueError(f"{name}: the profile allows no operation that can be generated")
    return name


def _supported(
    name: str, supports: Callable[[Model], bool], version: Version
) -> tuple[OperationCell, ...]:
    profile = parse_profile(name)
    single = replace(
        profile,
        name=name,
        min_operations=1,
        max_operations=1,
        zero_size=0,
        unused_operand=0,
        weights={},
    )

    def is_supported(cell: OperationCell) -> bool:
        profile_of_cell = replace(single, cells=frozenset({cell}))
        return any(
            supports(generate(profile_of_cell, encode_seed(number, [cell]), version).model)
            for number in range(_ATTEMPTS)
        )

    return tuple(filter(is_supported, allowed_cells(profile, min(version, profile.version))))


class _TooSlowError(Exception):
    """Raised when querying what the driver supports takes too long or fails."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """The name of the profile from which graphs are generated.

    ``note`` is a sentence that explains why the profile was narrowed or could not be.
    """

    profile: str
    note: str = ""


def narrowing(name: str, driver: str, version: Version, first: int = 0) -> Narrowing:
    """Return the named profile, narrowed if the driver would decline most of its first graphs.

    ``first`` is the seed of the first graph. The driver is opened in a separate process, so that
    neither a crash nor a hang ends the run. If the driver cannot be queried, the profile is
    unchanged and the note states the reason.
    """
    profile = parse_profile(name)
    if not allowed_cells(profile, min(version, profile.version)):
        return Narrowing(name)
    try:
        opened = Driver.open(driver, _LIMITS, isolate=True)
    except DriverLoadError as error:
        reason = str(error).partition("\n")[0]
        return Narrowing(name, f"not narrowed: the driver could not be opened twice: {reason}")
    try:
        return _narrowing(name, _QueriedDriver(opened), version, first)
    except _TooSlowError as error:
        return Narrowing(name, f"not narrowed: querying the supported operations failed: {error}")
    finally:
        opened.close()


class _QueriedDriver:
    """A driver in a separate process; queries raise ``_TooSlowError`` after the time limit."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._remaining = _PROBE_SECONDS

    def supports(self, model: Model) -> bool:
        """Return whether the driver supports all operations of a model, or fails to answer."""
        if self._remaining < 0:
            raise _TooSlowError(f"the answers took more than {_PROBE_SECONDS:g} s")
        start = time.monotonic()
        try:
            status, flags = driver_calls.get_supported_operations(self._driver.device, model)
            supported = status != ErrorStatus.NONE or all(flags)
        except driver_calls.DriverCallError as bad:
            if bad.finding.kind is VerdictKind.HANG:
                raise _TooSlowError(bad.finding.reason) from None
            supported = True
        self._remaining -= time.monotonic() - start
        if self._driver.given_up:
            raise _TooSlowError(self._driver.given_up.partition("\n")[0])
        return supported

    def declined(self, name: str, version: Version, first: int) -> int:
        """Return how many of the first graphs of a profile the driver would decline."""
        profile = parse_profile(name)
        used = min(version, profile.version)
        seeds = range(first, first + _PROBE)
        return sum(not self.supports(generate(profile, seed, used).model) for seed in seeds)


def _narrowing(name: str, queried: _QueriedDriver, version: Version, first: int) -> Narrowing:
    """Return the profile, narrowed as far as the driver's answers require.

    The profile is first restricted to the supported cells. If the driver would still decline most
    graphs, they are restricted to one operation each, provided that it declines fewer of those.
    """
    before = queried.declined(name, version, first)
    if before * 2 <= _PROBE:
        return Narrowing(name)
    why = f"{before} of the first {_PROBE} graphs of profile {name} would be declined"
    supported = tuple(
        cell
        for cell in _supported(name, queried.supports, version)
        if not is_extension_code(cell.operation)  # a profile's name cannot list these
    )
    if not supported:
        return Narrowing(name, f"{why}, and the driver supports none of its operations alone")
    profile = parse_profile(name)
    all_supported = len(supported) == len(allowed_cells(profile, min(version, profile.version)))
    chosen = name if all_supported else with_parameter(name, "cells", text_of(supported))
    declined = before if all_supported else queried.declined(chosen, version, first)
    if declined * 2 > _PROBE:
        single = with_parameter(chosen, "count", "1")
        alone = queried.declined(single, version, first)
        if alone < declined:
            chosen, declined = single, alone
    if chosen == name:
        return Narrowing(name, f"{why}; the driver supports each of its operations alone")
    operations = list_first(sorted({cell.operation.name for cell in supported}), _SHOWN)
    types = list_first(sorted({cell.type.name for cell in supported}), _SHOWN)
    note = f"{why}: narrowed to {operations} with {types}: profile {chosen}"
    if declined:
        note += f"; {declined} of the first {_PROBE} narrowed graphs would be declined too"
    return Narrowing(chosen, note)
