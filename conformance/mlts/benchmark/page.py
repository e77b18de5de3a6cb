"""The HTML page of benchmark results: one file with plots as SVG, without scripts and requests."""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter

from conformance.mlts.benchmark.report import BenchmarkReport
from conformance.mlts.benchmark.run import BenchmarkResult
from conformance.mlts.inference import ExecutionMode
from conformance.mlts.latency.statistics import QUANTILES, LatencyStatistics

_STYLE: Final = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1180px; padding: 1rem; color: #1c2330; background: #f6f7f9;
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; }
section { background: #fff; border: 1px solid #dde1e7; border-radius: 8px; padding: .2rem 1rem 1rem;
  margin: 1rem 0; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid #e6e9ee;
  white-space: nowrap; vertical-align: top; }
td.reason { white-space: normal; min-width: 16rem; overflow-wrap: anywhere; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.passed { color: #0b6e3b; } .failed { color: #b3261e; font-weight: 600; }
.declined { color: #6b7280; } img { max-width: 100%; height: auto; }
.note { color: #566; font-size: .9em; }
"""

_COLORS: Final = ("#33658a", "#f26419", "#2a9d5c", "#8e5ea2", "#b5892a", "#6b7280")
_LINES: Final = ("solid", "dashed", "dotted")


def render_page(report: BenchmarkReport) -> bytes:
    """Return the page, encoded as UTF-8."""
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        f"style-src 'sha256-{digest}'"
    )
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "<title>Models: accuracy and latency</title>",
        f"<style>{_STYLE}</style></head><body>",
        "<h1>Models: accuracy, latency and compilation</h1>",
        _introduction(report),
        *_overview(report),
    ]
    for model, results in groupby(report.results, lambda result: result.model):
        lines += _model_section(model, list(results), report.baseline)
    lines.append("</body></html>")
    return "\n".join(lines).encode("utf-8", "replace")


def _introduction(report: BenchmarkReport) -> str:
    drivers = ", ".join(report.drivers)
    return (
        f"<p>Drivers: {_text(drivers)}. Baseline: {_text(report.baseline)}. "
        f"Started: {_text(report.started)}.</p>"
    )


def _text(value: object) -> str:
    return escape("".join(c if c.isprintable() else "\ufffd" for c in str(value)))


def _overview(report: BenchmarkReport) -> Iterator[str]:
    """Yield the table of outcomes: one row for each model, one column for each driver."""
    yield "<section><h2>Overview</h2><div class=scroll><table><tr><th>model"
    yield "".join(f"<th>{_text(driver)}" for driver in report.drivers)
    for model, results in groupby(report.results, lambda result: result.model):
        by_driver = {result.driver: result for result in results}
        yield f"<tr><td>{_text(model)}"
        yield "".join(_outcome_cell(by_driver.get(driver)) for driver in report.drivers)
    yield "</table></div></section>"


def _outcome_cell(result: BenchmarkResult | None) -> str:
    if result is None:
        return "<td>"
    latency = next(iter(result.latency.values()), None)
    time = "" if latency is None else f", {_milliseconds(latency.statistics.median)}"
    return f'<td class="{result.outcome.value}">{result.outcome.value}{time}'


def _model_section(model: str, results: Sequence[BenchmarkResult], baseline: str) -> Iterator[str]:
    yield f"<section><h2>{_text(model)}</h2><p class=note>Data: {_text(results[0].data)}</p>"
    yield "<h3>Accuracy</h3><div class=scroll><table><tr><th>driver<th>outcome"
    names = list(
        dict.fromkeys(name for r in results if r.evaluation for name in r.evaluation.values)
    )
    yield "".join(f"<th>{_text(name)}" for name in names) + "<th>reasons"
    for result in results:
        values = result.evaluation.values if result.evaluation else {}
        yield f'<tr><td>{_text(result.driver)}<td class="{result.outcome.value}">'
        yield result.outcome.value
        yield "".join(
            f"<td class=number>{values[name]:.5g}" if name in values else "<td>" for name in names
        )
        yield f"<td class=reason>{_text('; '.join(result.reasons))}"
    yield "</table></div>"
    yield from _latency_table(results, baseline)
    yield from _compilation_table(results)
    yield "</section>"


def _latency_table(results: Sequence[BenchmarkResult], baseline: str) -> Iterator[str]:
    if not any(result.latency for result in results):
        return
    yield "<h3>Latency of one inference</h3><div class=scroll><table><tr><th>driver<th>mode"
    yield f"<th>compared with {_text(baseline)}"
    yield "<th>median<th>98 % interval<th>min<th>p90<th>p99<th>mean<th>deviation<th>count"
    for result in results:
        for mode, latency in result.latency.items():
            one = latency.statistics
            yield f"<tr><td>{_text(result.driver)}<td>{mode.value}"
            yield f"<td>{latency.comparison.text if latency.comparison else ''}"
            yield f"<td class=number>{_milliseconds(one.median)}"
            low, high = one.median_interval
            yield f"<td class=number>{_milliseconds(low)} to {_milliseconds(high)}"
            for value in (one.minimum, one.p90, one.p99, one.mean, one.standard_deviation):
                yield f"<td class=number>{_milliseconds(value)}"
            yield f"<td class=number>{one.count}"
    yield "</table></div>"
    for mode in ExecutionMode:
        measured = [
            (result.driver, result.latency[mode].statistics)
            for result in results
            if mode in result.latency
        ]
        if measured:
            yield f"<h3>Distribution, {mode.value}</h3>"
            yield _distribution_plot(
                measured, f"distribution of the latency of {mode.value} executions"
            )


def _compilation_table(results: Sequence[BenchmarkResult]) -> Iterator[str]:
    measured = [(r.driver, r.compilation) for r in results if r.compilation is not None]
    if not measured:
        return
    yield "<h3>Compilation</h3><div class=scroll><table><tr><th>driver<th>without cache"
    yield "<th>saving to the cache<th>from the cache<th>bytes in the cache"
    for driver, compilation in measured:
        yield f"<tr><td>{_text(driver)}"
        for one in (compilation.without_cache, compilation.saving, compilation.from_cache):
            yield f"<td class=number>{'not cached' if one is None else _milliseconds(one.median)}"
        yield f"<td class=number>{compilation.cache_bytes:,}"
    yield "</table></div>"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def _distribution_plot(measured: Sequence[tuple[str, LatencyStatistics]], label: str) -> str:
    """Return a plot of the distribution functions of all drivers, as an image in the page.

    The page's policy forbids styles of an inline SVG; it does not concern those of an image.
    """
    settings: Any = {"svg.fonttype": "path", "svg.hashsalt": "nn-conformance"}
    with mpl.rc_context(settings):
        figure = Figure(figsize=(9, 3), layout="constrained")
        axes = figure.subplots()
        shares = [quantile * 100 for quantile in QUANTILES]
        for number, (name, one) in enumerate(measured):
            milliseconds = [seconds * 1e3 for seconds in one.quantiles]
            axes.plot(
                milliseconds,
                shares,
                color=_COLORS[number % len(_COLORS)],
                linestyle=_LINES[number // len(_COLORS) % len(_LINES)],
                label=name.replace("$", r"\$")[:40],
            )
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_xlabel("milliseconds", fontsize=9)
        axes.set_ylabel("% of executions", fontsize=9)
        axes.tick_params(labelsize=8)
        axes.grid(visible=True, which="both", color="#e3e6ea", linewidth=0.6)
        axes.legend(fontsize=8, loc="lower right")
        content = io.BytesIO()
        figure.savefig(content, format="svg", metadata={"Date": None})
    data = base64.b64encode(content.getvalue()).decode()
    return f'<img alt="{_text(label)}" src="data:image/svg+xml;base64,{data}">'
