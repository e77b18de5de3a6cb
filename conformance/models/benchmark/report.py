"""Reports of benchmark results: JSON, an HTML page, and the change since an earlier run."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final, Literal

import msgspec
import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from conformance.models.benchmark.run import BenchmarkResult
from conformance.models.latency import MARGIN
from conformance.text import to_printable


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


# ------------------------------------------------------------------ the page

_HEADER_LENGTH: Final = 36
_UNITS: Final = (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10))


def _duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


def _size(count: float) -> str:
    for unit, factor in _UNITS:
        if abs(count) >= factor:
            return f"{count / factor:.3g} {unit}"
    return f"{count:.0f} B"


def _shortened(name: str) -> str:
    """Return a name without the middle of a long one."""
    head = (_HEADER_LENGTH - 1) // 3
    tail = _HEADER_LENGTH - 1 - head
    return name if len(name) <= _HEADER_LENGTH else f"{name[:head]}…{name[-tail:]}"


def render_page(report: BenchmarkReport, changes: Mapping[tuple[str, str, str], Change]) -> bytes:
    """Return the page of a benchmark, encoded as UTF-8.

    ``changes`` are those since an earlier run, by driver, model and mode.
    """
    models = [
        (model, list(group))
        for model, group in groupby(report.results, lambda result: result.model)
    ]
    folder = Path(__file__).parent
    style = (folder / "page.css").read_text()
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: (
            to_printable(value)
            if isinstance(value, str) and not isinstance(value, Markup)
            else value
        ),
    )
    environment.filters |= {"duration": _duration, "size": _size, "shortened": _shortened}
    page = environment.get_template("page.html").render(
        style=Markup(style),
        style_digest=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
        report=report,
        changes=changes,
        models=models,
        metrics={model: _metrics(group) for model, group in models},
        speed=_speed(report),
    )
    return page.encode("utf-8", "replace")


def _metrics(results: Iterable[BenchmarkResult]) -> list[str]:
    evaluations = (result.evaluation for result in results)
    return list(dict.fromkeys(name for one in evaluations if one for name in one.values))


def _speed(report: BenchmarkReport) -> dict[str, tuple[float, int]]:
    """Return the mean ratio of each driver's times to the baseline's, and the number of models."""
    ratios: dict[str, list[float]] = {}
    for result in report.results:
        latency = next(iter(result.latency.values()), None)
        if latency is not None and latency.comparison is not None:
            ratios.setdefault(result.driver, []).append(latency.comparison.ratio)
    return {
        driver: (float(np.exp(np.mean(np.log(values)))), len(values))
        for driver, values in ratios.items()
    }
