"""The JSON form of stress results: for each driver and mode an outcome, counts and samples."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

SCHEMA: Final = 1
"""Version of the JSON form; it changes when a field changes its meaning or is removed."""


class Outcome(StrEnum):
    """The outcome of a mode."""

    SUCCESS = "SUCCESS"
    """The load ran to its end and every requirement was met."""
    FAILURE = "FAILURE"
    """The driver returned errors or wrong results, its resources grew, or it was too slow.

    It is also the outcome if the driver did not start again.
    """
    HANG = "HANG"
    """A call, or the process that runs the mode, did not end within its time limit."""
    CRASH = "CRASH"
    """The process of the driver or of a client died, and the suite had not ended it."""
    NOT_RUN = "NOT_RUN"
    """Nothing was tested; the reason states why. This is never a success."""


class Casualty(StrEnum):
    """The process that died (outcome CRASH) or stopped answering (outcome HANG)."""

    DRIVER = "driver"
    CLIENT = "client"
    BOTH = "driver and client"
    """The driver ran in the process of its client."""


class GrowthSample(msgspec.Struct, frozen=True):
    """The resources of the driver's process at one moment.

    Attributes:
        seconds: time since the start of the mode.
        process: number of the driver's process; it increases when the driver is started again.
        operations: executions or compilations of all clients so far.
        descriptors, threads, mappings: their numbers, without those of the suite in the process.
        memory: private resident memory in bytes.

    """

    seconds: float
    process: int
    operations: int
    descriptors: int
    threads: int
    mappings: int
    memory: int


class ModeResult(msgspec.Struct, frozen=True):
    """The result of one mode on one driver.

    Attributes:
        mode: name of the mode.
        outcome: how the mode ended.
        reasons: what was expected and what happened; empty for SUCCESS.
        casualty: which process died or stopped answering; ``None`` for the other outcomes.
        seconds: duration of the mode.
        counts: numbers of events, by name: executions, compilations, clients_started,
            clients_killed, driver_starts, refused_for_resources and others.
        values: measured values, by name, with the unit at the end of the name.
        models: names of the models that the driver executed.
        declined: names of the models that the driver does not support.
        growth: samples of the driver's process in order of time.
        details: lines of a stack trace or of the output of the process that failed.
        lacks_models: whether the mode is NOT_RUN because the driver supports none of the models.

    """

    mode: str
    outcome: Outcome
    reasons: tuple[str, ...] = ()
    casualty: Casualty | None = None
    seconds: float = 0.0
    counts: dict[str, int] = {}
    values: dict[str, float] = {}
    models: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    growth: tuple[GrowthSample, ...] = ()
    details: tuple[str, ...] = ()
    lacks_models: bool = False


class DriverResult(msgspec.Struct, frozen=True):
    """The results of all modes on one driver; ``driver`` is the name from the command line."""

    driver: str
    modes: tuple[ModeResult, ...]


class StressReport(msgspec.Struct, frozen=True):
    """All results of one run.

    Attributes:
        schema: version of this form.
        kind: ``stress``, so that a reader can recognise the file.
        started: time in ISO form with its zone.
        settings: the options of the run, by name.
        drivers: the results of each driver in the order of the command line.

    """

    started: str
    settings: dict[str, int | float | str | list[float | str]]
    drivers: tuple[DriverResult, ...]
    schema: int = SCHEMA
    kind: str = "stress"


def as_json(report: StressReport) -> bytes:
    """Return the report as a JSON document."""
    return msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n"


def from_json(data: bytes) -> StressReport:
    """Return the report of a JSON document; ``ValueError`` if it has another form or schema."""
    try:
        report = msgspec.json.decode(data, type=StressReport)
    except msgspec.MsgspecError as error:
        raise ValueError(f"not a stress report: {error}") from None
    if report.kind != "stress" or report.schema != SCHEMA:
        raise ValueError(
            f"kind {report.kind!r} with schema {report.schema}; kind 'stress' with schema "
            f"{SCHEMA} is expected"
        )
    return report
