"""The section of the page for one model: accuracy, latency, compilation and memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from conformance.models.benchmark.history import Change
from conformance.models.benchmark.mode_latency import ModeLatency, ReportedTiming
from conformance.models.benchmark.run import BenchmarkResult
from conformance.models.inference import ExecutionMode
from conformance.models.latency.memory import MemoryGrowth
from conformance.models.page.html_text import driver_cell, duration, size, text
from conformance.models.page.plots import distribution_plot

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
