"""The HTML pages of benchmark results and of stress results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

import numpy as np

from conformance.models.benchmark.history import Change
from conformance.models.benchmark.report import NO_CHANGES, BenchmarkReport
from conformance.models.benchmark.run import BenchmarkResult
from conformance.models.page.document import document
from conformance.models.page.html_text import driver_header, duration, legend, text
from conformance.models.page.model_section import model_section
from conformance.models.page.plots import overview_plot
from conformance.models.page.stress_section import stress_class, stress_details, stress_section
from conformance.models.stress.report import Outcome, StressReport


def render_page(
    report: BenchmarkReport,
    changes: Mapping[tuple[str, str, str], Change] = NO_CHANGES,
    stress: StressReport | None = None,
) -> bytes:
    """Return the page, encoded as UTF-8.

    ``changes`` are those against earlier runs, by driver, model and mode.
    """
    lines = [
        _introduction(report),
        *_cards(report, stress),
        *_overview(report),
        *_latency_overview(report),
    ]
    if stress is not None:
        lines += stress_section(stress)
    for model, results in groupby(report.results, lambda result: result.model):
        lines += model_section(model, list(results), report.drivers, report.baseline, changes)
    return document(_title(stress), lines)


def render_stress_page(report: StressReport) -> bytes:
    """Return the page of stress results alone, encoded as UTF-8."""
    return document("Stress and crash tests", [*stress_section(report), *stress_details(report)])


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
    tested = (
        {driver_result.driver: driver_result for driver_result in stress.drivers}
        if stress is not None
        else {}
    )
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
            successes = sum(mode.outcome is Outcome.SUCCESS for mode in modes)
            failures = [mode for mode in modes if stress_class(mode.outcome) == "failed"]
            kind = "failed" if failures else "passed" if successes else "declined"
            succeeded = f"{successes} of {len(modes)} modes succeeded"
            yield f'<p>stress: <span class="{kind}">{succeeded}</span></p>'
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
    lines += [
        f"<span class=metric>{text(name).replace('_', '_<wbr>')} {value:.4g}</span>"
        for name, value in list(values.items())[:1]
    ]
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
