"""The HTML page of a benchmark: one file with tables, without scripts."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Final

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from conformance.models.benchmark.report import BenchmarkReport, Change
from conformance.models.benchmark.run import BenchmarkResult
from conformance.text import to_printable

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
    style = Path(__file__).with_suffix(".css").read_text()
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
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
