"""Reports of benchmark results: JSON, a CSV table, and CSV with the columns of MLTS."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from conformance.models.accuracy.comparison import Comparison
from conformance.models.benchmark.mode_latency import ModeLatency
from conformance.models.benchmark.run import BenchmarkResult, CompilationStatistics
from conformance.models.latency.statistics import LatencyStatistics

if TYPE_CHECKING:
    from conformance.models.benchmark.history import Change

NO_CHANGES: Final[Mapping[tuple[str, str, str], Change]] = MappingProxyType({})
"""The changes of a run without earlier runs."""

FORMAT: Final = 1
"""Version of the JSON form."""

_MAX_ERROR: Final = "max_absolute_error"


@dataclass(frozen=True, slots=True)
class BenchmarkReport:
    """All results of one run; ``started`` is a time in ISO form with its zone."""

    started: str
    drivers: tuple[str, ...]
    baseline: str
    results: tuple[BenchmarkResult, ...]


def now() -> str:
    """Return the current time in ISO form."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def as_json(
    report: BenchmarkReport, changes: Mapping[tuple[str, str, str], Change] = NO_CHANGES
) -> bytes:
    """Return the report as a JSON document.

    ``changes`` are those against earlier runs, by driver, model and mode.
    """
    document = {
        "format": FORMAT,
        "started": report.started,
        "drivers": report.drivers,
        "baseline": report.baseline,
        "results": [_result(result, changes) for result in report.results],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def _result(
    result: BenchmarkResult, changes: Mapping[tuple[str, str, str], Change]
) -> dict[str, Any]:
    evaluation = result.evaluation
    document: dict[str, Any] = {
        "model": result.model,
        "driver": result.driver,
        "outcome": result.outcome.value,
        "reasons": result.reasons,
        "data": result.data,
    }
    if evaluation is not None:
        document["accuracy"] = evaluation.values
        document["sequences"] = len(evaluation.losses)
    if result.comparison is not None:
        document["accuracy_comparison"] = _comparison(result.comparison)
    document["latency"] = {
        mode.value: {
            **msgspec.to_builtins(latency.statistics),
            "comparison": msgspec.to_builtins(latency.comparison),
            "first_execution": msgspec.to_builtins(latency.first_execution),
            "timing": msgspec.to_builtins(latency.timing),
            "change": msgspec.to_builtins(changes.get((result.driver, result.model, mode.value))),
        }
        for mode, latency in result.latency.items()
    }
    if result.compilation is not None:
        document["compilation"] = msgspec.to_builtins(result.compilation)
    if result.memory:
        document["memory"] = msgspec.to_builtins(result.memory)
    return document


def _comparison(comparison: Comparison) -> Any:
    return msgspec.to_builtins(comparison)


_COLUMNS: Final = (
    *("model", "driver", "mode", "outcome", "executions", "median_s", "median_low_s"),
    *("median_high_s", "minimum_s", "p90_s", "p99_s", "mean_s", "deviation_s"),
    *("first_execution_s", "on_device_s", "in_driver_s", "ratio_to_baseline", "ratio_low"),
    *("ratio_high", "compilation_s", "saving_s", "from_cache_s", "cache_bytes"),
    *("preparation_bytes", "preparation_peak_bytes", "execution_bytes", "execution_peak_bytes"),
)


def as_table(report: BenchmarkReport) -> str:
    """Return the report as a CSV file with a line for each model, driver and mode.

    A result without latency has one line with an empty mode. The memory is that of the process in
    which the driver ran.
    """
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for result in report.results:
        for mode, latency in result.latency.items() or [("", None)]:
            first = [result.model, result.driver, mode, result.outcome.value]
            rows.writerow([*first, *_latency_cells(latency), *_compilation_cells(result)])
    return text.getvalue()


def _latency_cells(latency: ModeLatency | None) -> list[object]:
    if latency is None:
        return [""] * 15
    statistics, compared, timing = latency.statistics, latency.comparison, latency.timing
    first = latency.first_execution
    return [
        *(
            statistics.count,
            statistics.median,
            *statistics.median_interval,
            statistics.minimum,
            statistics.p90,
            statistics.p99,
            statistics.mean,
        ),
        statistics.standard_deviation,
        "" if first is None else first.median,
        *(("", "") if timing is None else (timing.on_device, timing.in_driver)),
        *(("", "", "") if compared is None else (compared.ratio, *compared.interval)),
    ]


def _compilation_cells(result: BenchmarkResult) -> list[object]:
    cells: list[object] = [""] * 4
    if (compilation := result.compilation) is not None:
        kinds = compilation.without_cache, compilation.saving, compilation.from_cache
        cells = ["" if statistics is None else statistics.median for statistics in kinds]
        cells.append(compilation.cache_bytes)
    if not result.memory:
        return [*cells, *[""] * 4]
    steps = result.memory[0].preparation, result.memory[0].execution
    return [*cells, *(value for step in steps for value in (step.growth, step.peak))]


def as_csv(report: BenchmarkReport) -> str:
    """Return the report in the form of MLTS' ``mlts_benchmark.csv``.

    The first mode of a driver is its latency. Commas in texts are removed, as MLTS does.
    """
    text = io.StringIO()
    text.write(f"{report.started}, {_plain(', '.join(report.drivers))}\n")
    text.write(
        "# model, backend, iterations, total_s, histogram_start_s, histogram_step_s, buckets, "
        "bucket counts..., max_single_error, sequences, evaluators, validation_errors, keys..., "
        "values..., errors..., compilation: without cache, saving, from cache, cache_bytes\n"
    )
    rows = csv.writer(text, lineterminator="\n")
    for result in report.results:
        rows.writerow(_csv_row(result))
    return text.getvalue()


def _csv_row(result: BenchmarkResult) -> list[object]:
    evaluation, compilation = result.evaluation, result.compilation
    statistics = next((latency.statistics for latency in result.latency.values()), None)
    values = evaluation.values if evaluation is not None else {}
    return [
        _plain(result.model),
        _plain(result.driver),
        *(_latency_block(statistics) if statistics is not None else [0, 0, 0, 0, 0]),
        values.get(_MAX_ERROR, -1),
        0 if evaluation is None else len(evaluation.losses),
        len(values),
        len(result.reasons),
        *values,
        *values.values(),
        *map(_plain, result.reasons),
        *_compilation_blocks(compilation),
        0 if compilation is None else compilation.cache_bytes,
    ]


def _latency_block(statistics: LatencyStatistics) -> list[object]:
    buckets = statistics.histogram
    step = (statistics.maximum - statistics.minimum) / len(buckets)
    return [
        statistics.count,
        statistics.total,
        statistics.minimum,
        step,
        len(buckets),
        *buckets,
    ]


def _compilation_blocks(compilation: CompilationStatistics | None) -> list[object]:
    kinds: Sequence[LatencyStatistics | None] = (None, None, None)
    if compilation is not None:
        kinds = compilation.without_cache, compilation.saving, compilation.from_cache
    blocks: list[object] = []
    for kind in kinds:
        blocks += ["false"] if kind is None else ["true", *_latency_block(kind)]
    return blocks


def _plain(text: str) -> str:
    return text.replace(",", "").replace("\n", " ")
