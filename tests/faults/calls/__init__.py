"""Tables of drivers with one fault in a call of the interface, by the area of the checks."""

from __future__ import annotations

from tests.faults.calls import (
    asynchronous,
    bursts,
    combinations,
    extensions,
    extremes,
    fences,
    many_objects,
    memories,
    memory_domains,
    outputs,
    overlaps,
    queries,
    recovery,
    reusable,
)

FAULTS = tuple(
    fault
    for module in (
        asynchronous,
        bursts,
        combinations,
        extensions,
        extremes,
        fences,
        many_objects,
        memories,
        memory_domains,
        outputs,
        overlaps,
        queries,
        recovery,
        reusable,
    )
    for fault in module.FAULTS
)
