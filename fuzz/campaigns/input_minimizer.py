"""Minimises the input of a finding: the smallest input with the same signature."""

from __future__ import annotations

import time
from collections.abc import Callable

from fuzz.inputs.records import HEADER_SIZE, RECORD_SIZE


def minimise_input(
    data: bytes, still_fails: Callable[[bytes], bool], structured: bool, budget: float
) -> bytes:
    """Return a smaller input for which ``still_fails`` is true.

    Whole records are removed first, or halves, quarters and so on of other inputs, then bytes are
    set to zero. ``budget`` limits the search in seconds.
    """
    end = time.monotonic() + budget
    start, unit = (HEADER_SIZE, RECORD_SIZE) if structured else (0, 1)
    size = max((len(data) - start) // unit, 1)
    step = size
    while step and time.monotonic() < end:
        place = start
        while place < len(data) and time.monotonic() < end:
            candidate = data[:place] + data[place + step * unit :]
            if len(candidate) < len(data) and still_fails(candidate):
                data = candidate
            else:
                place += step * unit
        step //= 2
    for place in range(len(data)):
        if time.monotonic() >= end:
            break
        if data[place]:
            candidate = data[:place] + b"\0" + data[place + 1 :]
            if still_fails(candidate):
                data = candidate
    return data
