"""A good model that must go on running, whatever the driver was handed in between."""

from __future__ import annotations

import struct
from typing import Final

from conformance.hal import (
    DataLocation,
    ErrorStatus,
    MeasureTiming,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
    Version,
)
from conformance.harness import Finding, Kind, calls
from conformance.harness.callbacks import ExecutionRecord
from conformance.suite.bench import Bench, SetAsideError
from conformance.suite.stock import addition

_ADDENDS: Final = struct.pack("<8f", 1, 2, 3, 4, 0.5, 0.25, -3, 8)
_SUMS: Final = struct.pack("<4f", 1.5, 2.25, 0, 12)
"""Sums by hand."""


class Canary:
    """ADD of four floats: prepared once, executed again and again.

    A driver that does not support it is not watched: ``alive`` then finds nothing.
    """

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._memory = SharedMemory(48, initial=_ADDENDS)
        bench.at_end(self._memory.close)
        places = [RequestArgument(location=DataLocation(0, at, 16)) for at in (0, 16, 32)]
        self._request = Request(tuple(places[:2]), (places[2],), (self._memory,))
        self._prepared: PreparedModel | None = None
        self.prepare()

    def prepare(self) -> None:
        """Prepare the model (again: the driver's process may be a new one)."""
        try:
            self._prepared = self._bench.prepare(addition())
        except SetAsideError as aside:
            if aside.finding.kind == Kind.FAILED:
                raise
            self._prepared = None

    def alive(self) -> Finding | None:
        """What is wrong with the good model's execution now, if anything."""
        prepared = self._prepared
        if prepared is None:
            return None
        if self._bench.version >= Version.V1_2:
            outcome = calls.execute_synchronously(prepared, self._request, MeasureTiming.NO)
        else:
            limit = self._bench.options.callback_timeout
            record = ExecutionRecord()
            outcome = calls.execute(prepared, self._request, MeasureTiming.NO, limit, record)
        if outcome.status != ErrorStatus.NONE:
            reason = f"a good model no longer runs: {outcome.status.name}"
            return Finding(Kind.FAILED, "refusal.usable", reason)
        with self._memory.view() as view:
            right = view[32:] == _SUMS
            view[32:] = bytes(16)
        if right:
            return None
        return Finding(Kind.FAILED, "refusal.usable", "a good model gives wrong results now")
