"""The HTML pages of benchmark results and of stress results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

import numpy as np

from conformance.models.benchmark.history import Change
from conformance.models.benchmark.mode_latency import ModeLatency, ReportedTiming
from conformance.models.benchmark.report import NO_CHANGES, BenchmarkReport
from conformance.models.benchmark.run import BenchmarkResult
from conformance.models.inference import ExecutionMode
from conformance.models.latency.memory import MemoryGrowth
from conformance.models.page.document import (
    document,
    driver_cell,
    driver_header,
    duration,
    legend,
    size,
    text,
)
from conformance.models.page.plots import distribution_plot, growth_plot, overview_plot
from conformance.models.stress.report import DriverResult, ModeResult, Outcome, StressReport

ChangeKey = tuple[str, str, str]


def model_section(
    model: str,
    results: Sequence[BenchmarkResult],
    drivers: Sequence[str],
    baseline: str,
    changes: Mapping[ChangeKey, Change],
) -> Iterator[str]:
    """Yield the tables and plots of one model on all drivers."""
    yield f"<section><h2>{text(model)}</h2><p class=note>Data: {text(results[0].data)}</p>"
    yield from _accuracy_table(results)
    yield from _latency_table(results, baseline, changes)
    yield from _distributions(results, drivers)
    yield from _compilation_table(results)
    yield from _memory_table(results)
    yield "</section>"


def _accuracy_table(results: Sequence[BenchmarkResult]) -> Iterator[str]:
    yield "<h3>Accuracy</h3><div class=scroll><table><tr><th>driver<th>outcome"
    names = list(
        dict.fromkeys(name for r in results if r.evaluation for name in r.evaluation.values)
    )
    yield "".join(f"<th class=number>{text(name)}" for name in names)
    reasons = any(result.reasons for result in results)
    yield "<th>reasons" if reasons else ""
    for result in results:
        values = result.evaluation.values if result.evaluation else {}
        yield f'<tr>{driver_cell(result.driver)}<td class="{result.outcome.value}">'
        yield result.outcome.value
        yield "".join(
            f"<td class=number>{values[name]:.5g}" if name in values else "<td>" for name in names
        )
        yield f"<td class=reason>{text('; '.join(result.reasons))}" if reasons else ""
    yield "</table></div>"


def _latency_table(
    results: Sequence[BenchmarkResult], baseline: str, changes: Mapping[ChangeKey, Change]
) -> Iterator[str]:
    if not any(result.latency for result in results):
        return
    history = any(result.model == model for result in results for _, model, _ in changes)
    yield "<h3>Latency of one inference</h3><div class=scroll><table><tr><th>driver<th>mode"
    yield f"<th>compared with {text(baseline)}<th class=number>median<th class=number>99 % interval"
    yield "<th class=number>first execution"
    for name in ("minimum", "p90", "p99", "mean", "deviation", "on device", "in driver", "count"):
        yield f"<th class=number>{name}"
    yield "<th>compared with earlier runs" if history else ""
    for result in results:
        for mode, latency in result.latency.items():
            yield f"<tr>{driver_cell(result.driver)}<td>{mode.value}"
            yield from _latency_cells(latency)
            if history:
                change = changes.get((result.driver, result.model, mode.value))
                marked = " class=failed" if change and change.different else ""
                yield f"<td{marked}>{text(change.text) if change else ''}"
    yield "</table></div>"
    for result in results:
        for mode, latency in result.latency.items():
            if latency.timing is not None and latency.timing.note:
                where = f"{result.driver}, {mode.value}"
                yield f"<p class=note>{text(where)}: {text(latency.timing.note)}.</p>"


def _latency_cells(latency: ModeLatency) -> Iterator[str]:
    statistics = latency.statistics
    yield f"<td>{_comparison(latency)}<td class=number>{duration(statistics.median)}"
    low, high = statistics.median_interval
    yield f"<td class=number>{duration(low)} to {duration(high)}"
    first = latency.first_execution
    yield f"<td class=number>{'' if first is None else duration(first.median)}"
    for value in (
        statistics.minimum,
        statistics.p90,
        statistics.p99,
        statistics.mean,
        statistics.standard_deviation,
    ):
        yield f"<td class=number>{duration(value)}"
    yield from _timing_cells(latency.timing)
    yield f"<td class=number>{statistics.count:,}"


def _comparison(latency: ModeLatency) -> str:
    if latency.comparison is None:
        return ""
    low, high = latency.comparison.interval
    return f"{latency.comparison.text} <small>({low:.3g} to {high:.3g} times)</small>"


def _timing_cells(timing: ReportedTiming | None) -> Iterator[str]:
    values = (None, None) if timing is None else (timing.on_device, timing.in_driver)
    for value in values:
        yield f"<td class=number>{'not reported' if value is None else duration(value)}"


def _distributions(results: Sequence[BenchmarkResult], drivers: Sequence[str]) -> Iterator[str]:
    """Yield a plot for each mode that was measured."""
    number_of = {driver: number for number, driver in enumerate(drivers)}
    plots = []
    for mode in ExecutionMode:
        measured = [
            (number_of[result.driver], result.latency[mode].statistics)
            for result in results
            if mode in result.latency
        ]
        if measured:
            label = f"distribution of the latency of {mode.value} executions"
            plot = distribution_plot(measured, label)
            plots.append(f"<figure><figcaption>{mode.value}</figcaption>{plot}</figure>")
    if plots:
        yield "<h3>Distribution</h3><div class=plots>"
        yield from plots
        yield "</div>"


def _compilation_table(results: Sequence[BenchmarkResult]) -> Iterator[str]:
    measured = [(r.driver, r.compilation) for r in results if r.compilation is not None]
    if not measured:
        return
    yield "<h3>Compilation</h3><div class=scroll><table><tr><th>driver"
    for name in ("without cache", "saving to the cache", "from the cache", "size of the cache"):
        yield f"<th class=number>{name}"
    for driver, compilation in measured:
        yield f"<tr>{driver_cell(driver)}"
        for statistics in (compilation.without_cache, compilation.saving, compilation.from_cache):
            time = "not cached" if statistics is None else duration(statistics.median)
            yield f"<td class=number>{time}"
        yield f"<td class=number>{size(compilation.cache_bytes)}"
    yield "</table></div>"


def _memory_table(results: Sequence[BenchmarkResult]) -> Iterator[str]:
    measured = [(result.driver, memory) for result in results for memory in result.memory]
    if not measured:
        return
    yield "<h3>Memory</h3><div class=scroll><table><tr><th>driver<th>process"
    for name in ("preparation", "peak", "executions", "peak", "resident in all"):
        yield f"<th class=number>{name}"
    for driver, memory in measured:
        yield f"<tr>{driver_cell(driver)}<td>of the {memory.process}"
        for step in (memory.preparation, memory.execution):
            yield from _growth_cells(step)
        yield f"<td class=number>{size(memory.resident)}"
    yield "</table></div>"


def _growth_cells(step: MemoryGrowth) -> Iterator[str]:
    yield f"<td class=number>{'+' * (step.growth > 0)}{size(step.growth)}"
    yield f"<td class=number>{'unknown' if step.peak is None else '+' + size(step.peak)}"


_CLASSES: Final = {
    Outcome.SUCCESS: "passed",
    Outcome.NOT_RUN: "declined",
}


def stress_class(outcome: Outcome) -> str:
    """Return the style class of an outcome."""
    return _CLASSES.get(outcome, "failed")


def stress_section(report: StressReport) -> Iterator[str]:
    """Yield the section: a table of modes by driver, the reasons, and plots of the growth."""
    yield '<section id="stress"><h2>Stress</h2>'
    settings = "; ".join(
        f"{name}: {_setting(value)}" for name, value in report.settings.items() if value != []
    )
    yield f"<p class=note>Started: {text(report.started)}. {text(settings)}</p>"
    yield "<div class=scroll><table><tr><th>mode"
    yield "".join(driver_header(driver.driver) for driver in report.drivers)
    names = dict.fromkeys(mode.mode for driver in report.drivers for mode in driver.modes)
    for name in names:
        yield f"<tr><td class=name>{_mode_name(name)}"
        for driver in report.drivers:
            mode = next((candidate for candidate in driver.modes if candidate.mode == name), None)
            yield "<td>" if mode is None else _stress_outcome_cell(mode)
    yield "</table></div>"
    yield from _reasons(report)
    for driver in report.drivers:
        yield from _growth(driver)
    yield "</section>"


def stress_details(report: StressReport) -> Iterator[str]:
    """Yield a section for each driver: counted events and measured values of each mode."""
    for driver in report.drivers:
        yield f"<section><h2>{text(driver.driver)}</h2><div class=scroll><table>"
        yield "<tr><th>mode<th>seconds<th>events and values"
        for mode in driver.modes:
            values = [f"{name} {number:,}" for name, number in sorted(mode.counts.items())]
            values += [f"{name} {value:.4g}" for name, value in sorted(mode.values.items())]
            yield f"<tr><td class=name>{_mode_name(mode.mode)}<td class=number>{mode.seconds:.1f}"
            yield f"<td class=reason>{text(', '.join(values))}"
        yield "</table></div></section>"


def _mode_name(name: str) -> str:
    """Return a mode's name, which may be broken after a slash."""
    return text(name).replace("/", "/<wbr>")


def _setting(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _stress_outcome_cell(mode: ModeResult) -> str:
    count = mode.counts.get("executions") or mode.counts.get("compilations")
    event = "executions" if mode.counts.get("executions") else "compilations"
    details = f"<br><small>{mode.seconds:.0f} s" + (f", {count:,} {event}" if count else "")
    casualty = f" ({text(mode.casualty.value)})" if mode.casualty else ""
    label = mode.outcome.value.replace("_", " ")
    return f'<td><b class="{stress_class(mode.outcome)}">{label}</b>{casualty}{details}</small>'


def _reasons(report: StressReport) -> Iterator[str]:
    """Yield a table of the reasons of all modes that did not succeed."""
    rows = [
        (driver.driver, mode)
        for driver in report.drivers
        for mode in driver.modes
        if mode.outcome is not Outcome.SUCCESS
    ]
    if not rows:
        return
    yield "<h3>Modes without success</h3><div class=scroll><table>"
    yield "<tr><th>driver<th>mode<th>outcome<th>reason"
    for driver, mode in rows:
        yield f"<tr>{driver_cell(driver)}<td class=name>{_mode_name(mode.mode)}"
        yield f'<td class="{stress_class(mode.outcome)}">{mode.outcome.value.replace("_", " ")}'
        yield f"<td class=reason>{text('; '.join(mode.reasons) or 'no reason is recorded')}"
    yield "</table></div>"


def _growth(driver: DriverResult) -> Iterator[str]:
    """Yield the plot of a driver's resources, if a mode has at least two samples."""
    modes = [mode for mode in driver.modes if len(mode.growth) > 1]
    if not modes:
        return
    yield f"<h3>Resources of {text(driver.driver)}</h3>"
    yield f"<div class=scroll><div class=wide>{growth_plot(modes, 'resources over time')}"
    yield "</div></div><div class=scroll><table><tr><th>mode<th>memory, first to last sample"
    yield "<th>descriptors<th>threads"
    for mode in modes:
        first, last = mode.growth[0], mode.growth[-1]
        yield f"<tr><td class=name>{_mode_name(mode.mode)}"
        yield f"<td class=number>{size(first.memory)} to {size(last.memory)}"
        yield f"<td class=number>{first.descriptors} to {last.descriptors}"
        yield f"<td class=number>{first.threads} to {last.threads}"
    yield "</table></div>"


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
