"""The parameters of a stress run, and those that MLTS uses for its tests."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from conformance.drivers.own_process import ProcessLimits

MIN_SECONDS: Final = 0.2
"""Shortest duration of a mode in seconds."""


@dataclass(frozen=True, slots=True)
class MltsScale:
    """The parameters of a test of MLTS: seconds, threads of each client, and clients."""

    seconds: float
    threads: int = 4
    processes: int = 1


@dataclass(frozen=True, slots=True)
class StressSettings:
    """The parameters of one mode.

    Attributes:
        seconds: duration of the load.
        threads: threads of each client.
        processes: client processes that use the driver at the same time.
        graphs: number of random graphs, at most.
        grace: seconds that calls have to end after the load; after that, the mode is a HANG.
        max_slowdown: permitted ratio of the mean latency with compilations to that without them.
        seed: seed of the moments at which processes are killed, and of the random graphs.
        limits: time limits of single calls.

    """

    seconds: float = 5.0
    threads: int = 4
    processes: int = 3
    graphs: int = 100
    grace: float = 20.0
    max_slowdown: float = 1.5
    seed: int = 0
    limits: ProcessLimits = field(default_factory=ProcessLimits)

    def scaled(self, original: MltsScale, factor: float) -> StressSettings:
        """Return the settings with the duration of MLTS times ``factor``, and its threads."""
        return replace(
            self,
            seconds=max(MIN_SECONDS, original.seconds * factor),
            threads=original.threads,
            processes=max(2, original.processes),
        )
