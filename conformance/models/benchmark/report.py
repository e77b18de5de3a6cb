"""Reports of benchmark results: JSON, and the change since an earlier run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

import msgspec
import numpy as np

from conformance.models.benchmark.run import BenchmarkResult
from conformance.models.latency import MARGIN


@dataclass(frozen=True, slots=True)
class Change:
    """The change of a median latency since an earlier run.

    ``different`` is whether the 99 % intervals of both medians have no common value, and the ratio
    is not within 1 % of 1. The interval of one run does not include the differences between runs.
    """

    ratio: float
    different: bool

    @property
    def text(self) -> str:
        """Return the change in words."""
        percent = (self.ratio - 1) * 100
        if not self.different:
            return f"no change shown ({percent:+.1f} %)"
        return f"{abs(percent):.1f} % {'slower' if percent > 0 else 'faster'}"


ChangeKey = tuple[str, str, str]
"""Driver, model and mode."""

FORMAT: Final = 2
"""Version of the JSON form."""


@dataclass(frozen=True, slots=True)
class BenchmarkReport:
    """All results of one run; ``started`` is a time in ISO form with its zone."""

    started: str
    drivers: tuple[str, ...]
    baseline: str
    results: tuple[BenchmarkResult, ...]


def as_json(report: BenchmarkReport) -> bytes:
    """Return the report as a JSON document with the fields of the results."""
    document = {
        "format": FORMAT,
        "started": report.started,
        "drivers": report.drivers,
        "baseline": report.baseline,
        "results": report.results,
    }
    encoded = msgspec.json.encode(document, enc_hook=np.ndarray.tolist)
    return msgspec.json.format(encoded, indent=1) + b"\n"


class EarlierLatency(msgspec.Struct):
    """The median of an earlier run in seconds, and its 99 % interval."""

    median: float
    median_interval: tuple[float, float]


class _Latency(msgspec.Struct):
    statistics: EarlierLatency


class _Result(msgspec.Struct):
    model: str
    driver: str
    latency: dict[str, _Latency]


class _Document(msgspec.Struct):
    format: Literal[2]
    results: list[_Result]


def latencies_of_json(document: bytes) -> dict[ChangeKey, EarlierLatency]:
    """Return the latencies of a report that ``as_json`` wrote; ``ValueError`` for another file."""
    return {
        (result.driver, result.model, mode): latency.statistics
        for result in msgspec.json.decode(document, type=_Document).results
        for mode, latency in result.latency.items()
    }


def changes_since(
    before: Mapping[ChangeKey, EarlierLatency], report: BenchmarkReport
) -> dict[ChangeKey, Change]:
    """Return the change of each latency that an earlier run has too."""
    changes = {}
    for result in report.results:
        for mode, latency in result.latency.items():
            old = before.get((result.driver, result.model, mode.value))
            if old is None or not old.median > 0:
                continue
            ratio = latency.statistics.median / old.median
            low, high = latency.statistics.median_interval
            apart = low > old.median_interval[1] or high < old.median_interval[0]
            different = apart and not 1 / (1 + MARGIN) < ratio < 1 + MARGIN
            changes[result.driver, result.model, mode.value] = Change(ratio, different)
    return changes
