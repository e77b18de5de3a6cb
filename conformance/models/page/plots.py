"""Plots of the page, as SVG images without scripts and requests."""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from conformance.models.latency.statistics import QUANTILES, LatencyStatistics
from conformance.models.page.document import COLORS, shortened, text
from conformance.models.stress.report import GrowthSample, ModeResult

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
    return f'<img alt="{text(label)}" src="data:image/svg+xml;base64,{data}">'


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


def overview_plot(
    models: Sequence[str], medians: Mapping[tuple[str, int], LatencyStatistics]
) -> str:
    """Return the plot of the medians of all models, with lines from 10 % to 90 %.

    ``medians`` has the statistics by model and number of the driver; it is not empty.
    """
    numbers = sorted({number for _, number in medians})
    drivers = len(numbers)

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for row, model in enumerate(models):
            for position, number in enumerate(numbers):
                statistics = medians.get((model, number))
                if statistics is None:
                    continue
                place = row + (position - (drivers - 1) / 2) * 0.7 / max(drivers, 2)
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
        0.9 + len(models) * max(0.3, 0.12 * drivers),
        draw,
    )


def distribution_plot(measured: Sequence[tuple[int, LatencyStatistics]], label: str) -> str:
    """Return a plot of the distribution function and the histogram of each driver.

    ``measured`` has the number of each driver and its statistics.
    """

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


def growth_plot(modes: Sequence[ModeResult], label: str) -> str:
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
    return _image(label, 9.0, 2.4 + 0.18 * rows, draw)
