"""The HTML page of benchmark and stress results: one file with plots as SVG, without scripts."""

from __future__ import annotations

import base64
import hashlib
import io
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from conformance.models.benchmark.report import NO_CHANGES, BenchmarkReport, Change
from conformance.models.benchmark.run import BenchmarkResult
from conformance.models.inference import ExecutionMode
from conformance.models.latency.statistics import QUANTILES, LatencyStatistics
from conformance.models.stress.report import GrowthSample, ModeResult, Outcome, StressReport
from conformance.text import to_printable

COLORS: Final = (
    *("#33658a", "#f26419", "#2a9d5c", "#8e5ea2", "#b5892a"),
    *("#c23b6b", "#1b9aaa", "#6b7280", "#7a4419", "#111827"),
)
"""The colours of the drivers, in the order of the report; they repeat with another line style."""

_HEADER_LENGTH: Final = 36
_UNITS: Final = (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10))


def duration(seconds: float) -> str:
    """Return a duration with three digits and its unit."""
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


def size(count: float) -> str:
    """Return a number of bytes with its unit."""
    for unit, factor in _UNITS:
        if abs(count) >= factor:
            return f"{count / factor:.3g} {unit}"
    return f"{count:.0f} B"


def shortened(name: str, length: int) -> str:
    """Return a name of at most ``length`` characters; the middle of a longer one is left out."""
    plain = to_printable(name)
    if len(plain) <= length:
        return plain
    head = (length - 1) // 3
    return f"{plain[:head]}…{plain[len(plain) - (length - 1 - head) :]}"


def render_page(
    report: BenchmarkReport | None,
    changes: Mapping[tuple[str, str, str], Change] = NO_CHANGES,
    stress: StressReport | None = None,
) -> bytes:
    """Return the page of a benchmark, of stress results, or of both, encoded as UTF-8.

    ``changes`` are those since an earlier run, by driver, model and mode.
    """
    results = () if report is None else report.results
    drivers = () if report is None else report.drivers
    tested = () if stress is None else stress.drivers
    models = [
        (model, list(group)) for model, group in groupby(results, lambda result: result.model)
    ]
    style = Path(__file__).with_suffix(".css").read_text()
    style += "\n".join(f".k{number} {{ color: {color}; }}" for number, color in enumerate(COLORS))
    title = "Models: accuracy, latency, compilation" + (" and stress" if stress else "")
    return (
        _template_environment()
        .get_template("page.html")
        .render(
            title=title if report else "Stress and crash tests",
            style=Markup(style),
            style_digest=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
            colors=COLORS,
            report=report,
            changes=changes,
            stress=stress,
            drivers=list(dict.fromkeys([*drivers, *(one.driver for one in tested)])),
            models=models,
            metrics={model: _metrics(group) for model, group in models},
            speed={} if report is None else _speed(report),
            overview=_overview_plot(results, drivers),
            distributions={model: _distributions(group, drivers) for model, group in models},
            mode_names=list(dict.fromkeys(mode.mode for one in tested for mode in one.modes)),
            outcome_class={
                outcome: {Outcome.SUCCESS: "passed", Outcome.NOT_RUN: "declined"}.get(
                    outcome, "failed"
                )
                for outcome in Outcome
            },
            growth={
                one.driver: _growth_plot([mode for mode in one.modes if len(mode.growth) > 1])
                for one in tested
                if any(len(mode.growth) > 1 for mode in one.modes)
            },
        )
        .encode("utf-8", "replace")
    )


def _template_environment() -> Environment:
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
    environment.filters |= {
        "duration": duration,
        "size": size,
        "shortened": lambda name: shortened(name, _HEADER_LENGTH),
        "breakable": lambda name: Markup("/<wbr>").join(name.split("/")),
    }
    return environment


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


# --------------------------------------------------------------------------- plots

_LINES: Final = ("solid", "dashed", "dotted")
_GRID: Final[dict[str, Any]] = {"color": "#e3e6ea", "linewidth": 0.6}
_NAME_LENGTH: Final = 34
_WIDE_RANGE: Final = 300.0
_NARROW_RANGE: Final = 4.0


def _style(number: int) -> dict[str, Any]:
    """Return the colour and the line style of the driver with this number."""
    line = _LINES[number // len(COLORS) % len(_LINES)]
    return {"color": COLORS[number % len(COLORS)], "linestyle": line}


def _image(label: str, width: float, height: float, draw: Callable[[Figure], None]) -> str:
    """Return an image element with the figure that ``draw`` fills.

    The page's policy forbids styles of an inline SVG; it does not concern those of an image.
    """
    settings: Any = {
        "svg.fonttype": "path",
        "svg.hashsalt": "nn-conformance",
        "font.size": 8,
        "axes.edgecolor": "#9aa3af",
        "text.parse_math": False,
    }
    with mpl.rc_context(settings):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        content = io.BytesIO()
        figure.savefig(content, format="svg", metadata={"Date": None})
    data = base64.b64encode(content.getvalue()).decode()
    return Markup('<img alt="{}" src="data:image/svg+xml;base64,{}">').format(label, data)


def _scale_of_times(axes: Any) -> None:
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    low, high = axes.get_xlim()
    steps: tuple[float, ...] = (1.0,) if high / low > _WIDE_RANGE else (1.0, 2.0, 5.0)
    if high / low < _NARROW_RANGE:
        steps = (1.0, 1.2, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0)
    axes.xaxis.set_major_locator(LogLocator(subs=steps))
    # Minor ticks have no labels, and drawing them takes more time than the rest of the plot.
    axes.xaxis.set_minor_locator(NullLocator())
    axes.tick_params(labelsize=8)
    axes.grid(visible=True, **_GRID)


def _overview_plot(results: Sequence[BenchmarkResult], drivers: Sequence[str]) -> str:
    """Return the plot of all medians, with lines from 10 % to 90 %; empty without latencies."""
    medians = {
        (result.model, drivers.index(result.driver)): next(iter(result.latency.values())).statistics
        for result in results
        if result.latency
    }
    if not medians:
        return ""
    models = list(dict.fromkeys(model for model, _ in medians))
    numbers = sorted({number for _, number in medians})
    count = len(numbers)

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for row, model in enumerate(models):
            for position, number in enumerate(numbers):
                statistics = medians.get((model, number))
                if statistics is None:
                    continue
                place = row + (position - (count - 1) / 2) * 0.7 / max(count, 2)
                low, high = statistics.quantiles[4] * 1e3, statistics.p90 * 1e3
                style = _style(number)
                axes.plot([low, high], [place, place], linewidth=1.6, alpha=0.5, **style)
                axes.plot([statistics.median * 1e3], [place], marker="o", markersize=5, **style)
        axes.set_yticks(range(len(models)), [shortened(model, _NAME_LENGTH) for model in models])
        axes.set_ylim(len(models) - 0.5, -0.5)
        axes.set_xlabel("milliseconds for one inference (median, 10 % to 90 %)")
        _scale_of_times(axes)

    return _image(
        "median latency of all models and drivers",
        8.6,
        0.9 + len(models) * max(0.3, 0.12 * count),
        draw,
    )


def _distributions(
    results: Sequence[BenchmarkResult], drivers: Sequence[str]
) -> list[tuple[str, str]]:
    """Return each mode that was measured, with its plot."""
    plots = []
    for mode in ExecutionMode:
        measured = [
            (drivers.index(result.driver), result.latency[mode].statistics)
            for result in results
            if mode in result.latency
        ]
        if measured:
            label = f"distribution of the latency of {mode.value} executions"
            plots.append((mode.value, _distribution_plot(measured, label)))
    return plots


def _distribution_plot(measured: Sequence[tuple[int, LatencyStatistics]], label: str) -> str:
    """Return a plot of the distribution function and the histogram of each driver."""

    def draw(figure: Figure) -> None:
        upper, lower = figure.subplots(2, 1, sharex=True)
        shares = [quantile * 100 for quantile in QUANTILES]
        for number, statistics in measured:
            style = _style(number)
            upper.plot([seconds * 1e3 for seconds in statistics.quantiles], shares, **style)
            counts = np.array(statistics.histogram_to_p99) / statistics.count * 100
            top = (
                statistics.p99 if statistics.p99 > statistics.minimum else statistics.minimum * 1.01
            )
            edges = np.geomspace(statistics.minimum, top, len(counts) + 1) * 1e3
            lower.stairs(counts, edges, fill=False, **style)
        upper.set_ylabel("% of executions\nbelow", fontsize=8)
        lower.set_ylabel("% of executions\nby duration", fontsize=8)
        lower.set_xlabel("milliseconds")
        lower.set_ylim(bottom=0)
        for axes in (upper, lower):
            _scale_of_times(axes)

    return _image(label, 4.4, 3.6, draw)


def _growth_plot(modes: Sequence[ModeResult]) -> str:
    """Return a plot of the memory, descriptors and threads of the driver's process in each mode.

    At least one mode must have two samples. A line is interrupted where a new process begins.
    """
    columns: tuple[tuple[str, Callable[[GrowthSample], float]], ...] = (
        ("memory, MiB", lambda sample: sample.memory / (1 << 20)),
        ("descriptors", lambda sample: sample.descriptors),
        ("threads", lambda sample: sample.threads),
    )

    def draw(figure: Figure) -> None:
        panels = figure.subplots(1, len(columns))
        for axes, (name, value) in zip(panels, columns, strict=True):
            for number, mode in enumerate(modes):
                if len(mode.growth) > 1:
                    seconds = [sample.seconds for sample in mode.growth]
                    values = [value(sample) for sample in mode.growth]
                    for position in range(len(seconds) - 1, 0, -1):
                        if mode.growth[position].process != mode.growth[position - 1].process:
                            seconds.insert(position, seconds[position])
                            values.insert(position, math.nan)
                    axes.plot(seconds, values, label=shortened(mode.mode, 30), **_style(number))
            axes.set_title(name, fontsize=8)
            axes.set_xlabel("seconds")
            axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
            axes.margins(y=0.12)
            axes.set_ylim(bottom=0)
            axes.grid(visible=True, **_GRID)
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(handles, labels, fontsize=7, ncols=3, loc="outside lower center")

    rows = -(-len(modes) // 3)
    return _image("resources over time", 9.0, 2.4 + 0.18 * rows, draw)
