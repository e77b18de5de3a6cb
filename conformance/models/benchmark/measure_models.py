"""``nn-conformance measure models``: accuracy and latency, compared with a CPU driver."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from conformance.cli.options import ExitStatus, open_driver_session
from conformance.drivers import DriverLoadError, open_driver
from conformance.engines.tflite.tflite_file import ModelFileError
from conformance.engines.tflite.tflite_import import NotImportableError
from conformance.files import check_writable, write_atomically
from conformance.hal import Device
from conformance.harness.supervision.watchdog import CaseWatchdog
from conformance.models.accuracy import built_in_tasks as built_in
from conformance.models.accuracy.evaluators import AccuracyTask
from conformance.models.accuracy.model_list import folder_tasks
from conformance.models.benchmark.run import (
    BenchmarkOptions,
    BenchmarkResult,
    run_benchmark,
    selected_models,
)
from conformance.models.latency import MeasurementLimits
from conformance.reports.trace_file import TraceRecording
from conformance.text import to_printable

_WARM_UP_SECONDS = 0.3
_FORMAT: Final = 2
"""Version of the JSON form."""


@dataclass(frozen=True, slots=True)
class BenchmarkReport:
    """All results of one run; ``started`` is a time in ISO form with its zone."""

    started: str
    drivers: tuple[str, ...]
    baseline: str
    results: tuple[BenchmarkResult, ...]
    format: int = _FORMAT


def as_json(report: BenchmarkReport) -> bytes:
    """Return the report as a JSON document with the fields of the results."""
    encoded = msgspec.json.encode(report, enc_hook=np.ndarray.tolist)
    return msgspec.json.format(encoded, indent=1) + b"\n"


def measure(arguments: argparse.Namespace) -> int:
    """Run the benchmark, print one line for each result and return the exit status."""
    parser: argparse.ArgumentParser = arguments.parser
    try:
        written = (arguments.json, arguments.trace_file)
        paths = [path for path in written if path is not None]
        if len({path.absolute() for path in paths}) < len(paths):
            raise ValueError("two reports have the same file name")
        for path in paths:
            with _errors_of(path, "written"):
                check_writable(path)
        tasks = selected_models(list(_all_tasks(arguments)), arguments.select)
        report = _traced_run(arguments, tasks)
        if arguments.json is not None:
            with _errors_of(arguments.json, "written"):
                write_atomically(arguments.json, as_json(report))
        return _exit_status(arguments, report)
    except KeyboardInterrupt:
        print("interrupted; no report is written", file=sys.stderr)
        return ExitStatus.INTERRUPTED
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return ExitStatus.NO_DRIVER
    except (ModelFileError, NotImportableError, ValueError) as error:
        parser.error(str(error))


@contextmanager
def _errors_of(path: Path, use: str) -> Iterator[None]:
    """Raise ``ValueError`` for a file that cannot be used."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ValueError(f"{path} cannot be {use}: {reason}") from None


def _all_tasks(arguments: argparse.Namespace) -> Iterator[AccuracyTask]:
    groups = arguments.built_in or []
    if not groups and not arguments.models:
        groups = ["digits", "acoustic", "mobilenet"]
    if "digits" in groups:
        yield from built_in.digits_tasks()
    if "acoustic" in groups:
        yield from built_in.acoustic_tasks()
    if {"mobilenet", "mobilenet-all"} & set(groups):
        yield from built_in.mobilenet_tasks(all_sizes="mobilenet-all" in groups)
    yield from chain.from_iterable(map(folder_tasks, arguments.models))


def _traced_run(arguments: argparse.Namespace, tasks: list[AccuracyTask]) -> BenchmarkReport:
    """Return the report of all models on all drivers; with ``--trace-file``, write the trace."""
    if arguments.trace_file is None:
        return _run(arguments, tasks)
    recording = TraceRecording()
    try:
        report = _run(arguments, tasks)
        with _errors_of(arguments.trace_file, "written"):
            print(recording.finish(arguments.trace_file))
        return report
    finally:
        recording.discard()


def _run(arguments: argparse.Namespace, tasks: list[AccuracyTask]) -> BenchmarkReport:
    """Open the drivers one after the other, then return the report of all models on them."""
    options = BenchmarkOptions(
        accuracy=arguments.only != "latency",
        latency=arguments.only != "accuracy",
        limits=MeasurementLimits(
            min(_WARM_UP_SECONDS, arguments.seconds), arguments.seconds, arguments.iterations
        ),
    )
    watch: CaseWatchdog | None = None

    def before(step: str) -> None:
        if watch is not None:
            watch.end()
            watch.begin(step)

    started, results = datetime.now(UTC).isoformat(timespec="seconds"), []
    with ExitStack() as opened:
        devices: dict[str, Device] = {}
        for name in dict.fromkeys(arguments.drivers):
            arguments.driver = name
            driver, watch = opened.enter_context(open_driver_session(arguments, 600.0))
            devices[name] = driver.device
        if arguments.against not in devices:
            devices[arguments.against] = open_driver(arguments.against)
        for task in tasks:
            for result in run_benchmark(task, devices, arguments.against, options, before):
                results.append(result)
                print(_line(result), flush=True)
        if watch is not None:
            watch.end()
    return BenchmarkReport(started, tuple(devices), arguments.against, tuple(results))


def _line(result: BenchmarkResult) -> str:
    parts = [f"{result.outcome.value}: {result.model} on {result.driver}"]
    if result.evaluation is not None:
        values = list(result.evaluation.values.items())[:2]
        parts.append(", ".join(f"{name} {value:.4g}" for name, value in values))
    for mode, latency in result.latency.items():
        text = f"{mode.value} {latency.statistics.median * 1e3:.3g} ms"
        if latency.comparison is not None:
            text += f" ({latency.comparison.text})"
        parts.append(text)
    parts += result.reasons
    return "; ".join(map(to_printable, parts))


def _exit_status(arguments: argparse.Namespace, report: BenchmarkReport) -> int:
    """Return the exit status; the baseline counts only if it is also one of the named drivers."""
    outcomes = [
        result.outcome.value for result in report.results if result.driver in arguments.drivers
    ]
    print(", ".join(f"{outcomes.count(kind)} {kind}" for kind in dict.fromkeys(outcomes)))
    if "failed" in outcomes:
        return ExitStatus.DIFFERS
    return ExitStatus.CONFORMS if "passed" in outcomes else ExitStatus.NOTHING_RAN
