"""Profiles by name, also those narrowed to what a driver supports: ``default-supported``.

A driver of a few operations declines nearly every graph made of all. It is asked once for each
operation and type, with graphs of that one, and graphs are made of those that it takes.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from conformance.hal import Device, ErrorStatus, Model, Version
from conformance.harness import calls
from generators.generate import Cell, cells, generate, seed_of
from generators.knobs import profile_of
from generators.profiles import Profile

SUFFIX: Final = "-supported"
_TRIES: Final = 8
"""Graphs of one operation that a driver may decline before it counts as one that it lacks."""


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
    """What of a profile the driver supports in one graph at least; for a driver of ``version``.

    A call that it answers otherwise than it may counts as support: the campaign is to find that.
    """
    profile = _wide(name)
    single = replace(profile, name=name, fewest=1, most=1, empty=0, unused=0, weights={})

    def taken(cell: Cell) -> bool:
        one = replace(single, cells=frozenset({cell}))
        return any(
            _takes(device, generate(one, seed_of(number, [cell]), version).model)
            for number in range(_TRIES)
        )

    return tuple(filter(taken, cells(profile, min(version, profile.version))))


def _takes(device: Device, model: Model) -> bool:
    try:
        status, flags = calls.ask_supported(device, model)
    except calls.BadAnswerError:
        return True
    return status != ErrorStatus.NONE or all(flags)
