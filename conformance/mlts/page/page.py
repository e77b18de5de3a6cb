"""The HTML page of benchmark results: one file with plots as SVG, without scripts and requests."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

import numpy as np

from conformance.mlts.benchmark.history import Change
from conformance.mlts.benchmark.report import NO_CHANGES, BenchmarkReport
from conformance.mlts.benchmark.run import BenchmarkResult
from conformance.mlts.page.html_text import COLORS, driver_header, duration, legend, text
from conformance.mlts.page.model_section import model_section
from conformance.mlts.page.plots import overview_plot
from conformance.mlts.page.stress_section import stress_class, stress_section
from conformance.mlts.stress.report import Outcome, StressReport

_STYLE: Final = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1360px; padding: 1rem; color: #1c2330; background: #f6f7f9;
  font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.5rem; margin: .5rem 0; }
h2 { font-size: 1.2rem; margin: 1rem 0 .3rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.1rem 0 .3rem; overflow-wrap: anywhere; }
p { overflow-wrap: anywhere; }
section, .card { background: #fff; border: 1px solid #dde1e7; border-radius: 8px;
  padding: .2rem 1rem 1rem; margin: 1rem 0; }
.cards { display: grid; gap: .8rem; grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); }
.card { margin: 0; padding: .7rem 1rem; overflow-wrap: anywhere; }
.card b { display: block; } .card p { margin: .15rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: separate; border-spacing: 0; min-width: 60%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #e6e9ee;
  white-space: nowrap; vertical-align: top; font-weight: normal; }
th { color: #566; font-size: .88em; border-bottom: 2px solid #ccd2da; vertical-align: bottom; }
tr > :first-child { position: sticky; left: 0; background: #fff; }
.name { white-space: normal; overflow-wrap: anywhere; min-width: 9rem; max-width: 20rem; }
td.reason { white-space: normal; min-width: 18rem; max-width: 46rem; overflow-wrap: anywhere; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.passed { color: #0b6e3b; } .failed { color: #b3261e; } .declined { color: #6b7280; }
b.passed, b.failed, b.declined, td.failed { font-weight: 600; }
small { color: #566; }
img { max-width: 100%; height: auto; display: block; }
.plots { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; }
figure { margin: 0; flex: 1 1 300px; max-width: 430px; } figcaption { color: #566; }
.wide { min-width: 620px; max-width: 1000px; }
.legend span { display: inline-block; margin-right: 1.2rem; overflow-wrap: anywhere; }
.legend i { display: inline-block; width: 1.4rem; border-top: 3px solid; margin: 0 .4rem .25rem 0; }
.legend i.dashed { border-top-style: dashed; }
.note { color: #566; font-size: .9em; margin: .3rem 0; }
@media (max-width: 600px) { body { padding: .5rem; } section { padding: .2rem .6rem .8rem; }
  .name { min-width: 6.5rem; max-width: 9rem; } td.reason { min-width: 14rem; } }
""" + "\n".join(f".k{number} {{ color: {color}; }}" for number, color in enumerate(COLORS))


def render_page(
    report: BenchmarkReport,
    changes: Mapping[tuple[str, str, str], Change] = NO_CHANGES,
    stress: StressReport | None = None,
) -> bytes:
    """Return the page, encoded as UTF-8.

    ``changes`` are those against earlier runs, by driver, model and mode.
    """
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
        f"<h1>{_title(stress)}</h1>",
        _introduction(report),
        *_cards(report, stress),
        *_overview(report),
        *_latency_overview(report),
    ]
    if stress is not None:
        lines += stress_section(stress)
    for model, results in groupby(report.results, lambda result: result.model):
        lines += model_section(model, list(results), report.drivers, report.baseline, changes)
    lines.append("</body></html>")
    return "\n".join(lines).encode("utf-8", "replace")


def _title(stress: StressReport | None) -> str:
    return "Models: accuracy, latency, compilation" + (" and stress" if stress is not None else "")


def _introduction(report: BenchmarkReport) -> str:
    return (
        f"<p>{len(report.drivers)} drivers. Baseline: {text(report.baseline)}. "
        f"Started: {text(report.started)}.</p>"
    )


def _cards(report: BenchmarkReport, stress: StressReport | None) -> Iterator[str]:
    """Yield a card for each driver, also for one that only the stress report has."""
    yield '<div class="cards">'
    tested = {one.driver: one for one in stress.drivers} if stress is not None else {}
    for driver in dict.fromkeys([*report.drivers, *tested]):
        results = [result for result in report.results if result.driver == driver]
        yield f'<div class="card"><b>{text(driver)}</b>'
        outcomes = [result.outcome.value for result in results]
        if outcomes:
            counts = ", ".join(
                f'<span class="{kind}">{outcomes.count(kind)} {kind}</span>'
                for kind in ("passed", "failed", "declined")
                if kind in outcomes
            )
            yield f"<p>{len(outcomes)} models: {counts}</p>"
        yield from _speed(results, report.baseline, driver)
        if driver in tested:
            modes = tested[driver].modes
            good = sum(mode.outcome is Outcome.SUCCESS for mode in modes)
            worst = [m for m in modes if stress_class(m.outcome) == "failed"]
            kind = "failed" if worst else "passed" if good else "declined"
            yield f'<p>stress: <span class="{kind}">{good} of {len(modes)} modes succeeded</span>'
            yield "</p>"
        yield "</div>"
    yield "</div>"


def _speed(results: list[BenchmarkResult], baseline: str, driver: str) -> Iterator[str]:
    """Yield the mean ratio of a driver's times to the baseline's, in the first mode."""
    if driver == baseline:
        yield "<p>the baseline of all comparisons</p>"
        return
    ratios = []
    for result in results:
        latency = next(iter(result.latency.values()), None)
        if latency is not None and latency.comparison is not None:
            ratios.append(latency.comparison.ratio)
    if ratios:
        mean = float(np.exp(np.mean(np.log(ratios))))
        models = f"{len(ratios)} model{'s' * (len(ratios) > 1)}"
        yield f"<p>{mean:.3g} times the time of {text(baseline)} (geometric mean of {models})</p>"


def _overview(report: BenchmarkReport) -> Iterator[str]:
    """Yield the table of outcomes: one row for each model, one column for each driver."""
    yield "<section><h2>Models and drivers</h2><div class=scroll><table><tr><th class=name>model"
    yield "".join(map(driver_header, report.drivers))
    for model, results in groupby(report.results, lambda result: result.model):
        by_driver = {result.driver: result for result in results}
        yield f"<tr><td class=name>{text(model)}"
        yield "".join(_outcome_cell(by_driver.get(driver)) for driver in report.drivers)
    yield "</table></div></section>"


def _outcome_cell(result: BenchmarkResult | None) -> str:
    """Return a cell with the outcome, the first metric, the latency and the compilation time."""
    if result is None:
        return "<td>"
    lines = [f'<b class="{result.outcome.value}">{result.outcome.value}</b>']
    values = result.evaluation.values if result.evaluation is not None else {}
    lines += [f"{text(name)} {value:.4g}" for name, value in list(values.items())[:1]]
    latency = next(iter(result.latency.values()), None)
    if latency is not None:
        line = duration(latency.statistics.median)
        if latency.comparison is not None:
            line += f" <small>{text(latency.comparison.text)}</small>"
        lines.append(line)
    if result.compilation is not None:
        lines.append(f"<small>compiled in {duration(result.compilation.without_cache.median)}")
        lines[-1] += "</small>"
    return "<td>" + "<br>".join(lines)


def _latency_overview(report: BenchmarkReport) -> Iterator[str]:
    """Yield the plot of all medians, and the legend of all plots."""
    number_of = {driver: number for number, driver in enumerate(report.drivers)}
    medians = {
        (result.model, number_of[result.driver]): next(iter(result.latency.values())).statistics
        for result in report.results
        if result.latency
    }
    if not medians:
        return
    models = list(dict.fromkeys(model for model, _ in medians))
    yield '<section id="latency"><h2>Latency</h2>'
    yield from legend(report.drivers)
    yield "<div class=scroll><div class=wide>"
    yield overview_plot(models, medians)
    yield "</div></div></section>"
