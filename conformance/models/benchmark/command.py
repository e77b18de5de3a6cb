"""``nn-conformance measure models``: accuracy and latency, compared with a CPU driver."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from conformance.cli import options
from conformance.cli.options import (
    ExitStatus,
    add_command,
    add_limit_options,
    check_driver,
    open_driver_session,
)
from conformance.drivers import DriverLoadError, open_driver
from conformance.files import check_writable, read_file, write_atomically
from conformance.reports.trace_file import TraceRecording
from conformance.text import to_printable
from nn_conformance_options import count_option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from conformance.hal import Device
    from conformance.harness.supervision.watchdog import CaseWatchdog
    from conformance.models.accuracy.evaluators import AccuracyTask
    from conformance.models.benchmark.report import BenchmarkReport, ChangeKey, EarlierLatency

_GROUPS: Final = ("digits", "acoustic", "mobilenet", "mobilenet-all")

_EPILOG = """\
Each model runs on its data set on every driver; the metrics must meet the bounds of MLTS, and the
driver must not be less accurate than the baseline driver. Then the drivers take turns to execute
the model in the modes sync, burst and fenced, and to compile it without cache, saving to the cache
and from the cache. The rounds are divided into blocks, each with new sessions. Latencies are
compared by the ratio within each round; "no difference shown" means that the 99 % interval of the
ratio contains 1, or that the difference is below 1 %.

built-in models: digits (trained on the digits of scikit-learn), acoustic (LSTM models), mobilenet
(the smallest networks), mobilenet-all (all sizes)

exit status: 0 every model passed or was declined, and at least one passed; 1 a driver failed; 2 the
command line is wrong, a file cannot be used, or a library is missing; 4 a driver cannot be opened;
5 every model was declined; 10 without --isolate, one step took longer than its limit; 130
interrupted
"""


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "measure accuracy, latency and compilation time of models"
    parser = add_command(verbs, "models", run, summary, _EPILOG, runs_driver=True)
    options.add_driver_argument(parser, "*")
    add_limit_options(parser, "600")
    parser.set_defaults(isolate=False)  # a call to another process takes longer
    models = "folder of .tflite files with .npz files, or with MLTS model lists"
    options.add_model_options(parser, "FOLDER", models, _GROUPS, "all but the last")
    text = "measure only models whose names match the pattern"
    options.add_repeatable_option(parser, "--select", "PATTERN", text)
    parser.add_argument(
        "--against",
        default="litert-optimized",
        metavar="X",
        help="CPU driver for comparisons (default: litert-optimized)",
    )
    parser.add_argument("--only", choices=("accuracy", "latency"), help="measure only this")
    text = "duration of the measurement of each driver, model and mode"
    options.add_seconds_option(parser, "--seconds", 1.0, text)
    text = "duration of the executions before a measurement (default: 0.3, at most --seconds)"
    options.add_seconds_option(parser, "--warm-up", None, text, zero="")
    parser.add_argument(
        "--iterations",
        type=count_option(1_000_000, 1),
        default=1_000_000,
        metavar="N",
        help="measure at most about N executions of each driver, model and mode",
    )
    for option, text in (
        ("json", "write all figures as JSON"),
        ("html", "write a page with tables"),
        ("trace-file", "write a trace for ui.perfetto.dev; measured times are then longer"),
        ("earlier", "show the change of each median since this earlier run, a file of --json"),
    ):
        parser.add_argument(f"--{option}", type=Path, metavar="FILE", help=text)


def run(arguments: argparse.Namespace) -> int:
    """Run the benchmark, print one line for each result and return the exit status."""
    check_driver(arguments)
    _check_files(arguments)
    try:
        tasks = _selected_tasks(arguments)
        earlier = _earlier_run(arguments)
        report = _traced_run(arguments, tasks)
        _write_reports(arguments, report, earlier)
        return _exit_status(arguments, report)
    except KeyboardInterrupt:
        print("interrupted; no report is written", file=sys.stderr)
        return ExitStatus.INTERRUPTED
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return ExitStatus.NO_DRIVER
    except ImportError as error:
        message = f"{error}: install nn-conformance[mlts,litert]"
        print(message, file=sys.stderr)
        return ExitStatus.UNUSABLE


def _check_files(arguments: argparse.Namespace) -> None:
    """End the program with a usage error if a file cannot be written."""
    for path in (arguments.json, arguments.html, arguments.trace_file):
        if path is not None:
            try:
                check_writable(path)
            except OSError as error:
                arguments.parser.error(f"{path} cannot be written: {error.strerror}")


def _earlier_run(arguments: argparse.Namespace) -> Mapping[ChangeKey, EarlierLatency]:
    from conformance.models.benchmark.report import latencies_of_json  # noqa: PLC0415 - needs scipy

    parser: argparse.ArgumentParser = arguments.parser
    try:
        return latencies_of_json(read_file(arguments.earlier)) if arguments.earlier else {}
    except (OSError, ValueError) as error:
        parser.error(f"--earlier: {arguments.earlier}: {error}")


def _write_reports(
    arguments: argparse.Namespace,
    report: BenchmarkReport,
    earlier: Mapping[ChangeKey, EarlierLatency],
) -> None:
    """Print the changes since the earlier run, and write the JSON and HTML reports."""
    from conformance.models.benchmark.report import as_json, changes_since  # noqa: PLC0415

    changes = changes_since(earlier, report)
    for (driver, model, mode), change in changes.items():
        print(f"since the earlier run: {model} on {driver}, {mode}: {change.text}")
    if arguments.earlier is not None and not changes:
        print("the earlier run has none of these drivers and models")
    try:
        if arguments.json is not None:
            write_atomically(arguments.json, as_json(report, changes))
        if arguments.html is not None:
            from conformance.models.page import render_page  # noqa: PLC0415 - needs jinja2

            write_atomically(arguments.html, render_page(report, changes))
    except OSError as error:
        arguments.parser.error(f"{error.filename} cannot be written: {error.strerror}")


def _selected_tasks(arguments: argparse.Namespace) -> list[AccuracyTask]:
    parser: argparse.ArgumentParser = arguments.parser
    from conformance.engines.tflite.tflite_file import ModelFileError  # noqa: PLC0415
    from conformance.engines.tflite.tflite_import import NotImportableError  # noqa: PLC0415
    from conformance.models.benchmark.run import selected_models  # noqa: PLC0415 - needs scipy

    try:
        return selected_models(list(_all_tasks(arguments)), arguments.select)
    except (ModelFileError, NotImportableError, ValueError) as error:
        parser.error(str(error))


def _all_tasks(arguments: argparse.Namespace) -> Iterator[AccuracyTask]:
    from conformance.models.accuracy import built_in_tasks as built_in  # noqa: PLC0415
    from conformance.models.accuracy.model_list import folder_tasks  # noqa: PLC0415

    groups = arguments.built_in or ([] if arguments.models else _GROUPS[:3])
    if "digits" in groups:
        yield from built_in.digits_tasks()
    if "acoustic" in groups:
        yield from built_in.acoustic_tasks()
    if {"mobilenet", "mobilenet-all"} & set(groups):
        yield from built_in.mobilenet_tasks(all_sizes="mobilenet-all" in groups)
    yield from chain.from_iterable(map(folder_tasks, arguments.models))


def _traced_run(arguments: argparse.Namespace, tasks: list[AccuracyTask]) -> BenchmarkReport:
    """Return the report of all models on all drivers; with ``--trace``, write the trace."""
    if arguments.trace_file is None:
        return _run_with_drivers(arguments, tasks)
    recording = TraceRecording()
    try:
        report = _run_with_drivers(arguments, tasks)
        try:
            print(recording.finish(arguments.trace_file))
        except OSError as error:
            arguments.parser.error(f"--trace-file: {arguments.trace_file}: {error.strerror}")
        return report
    finally:
        recording.discard()


def _run_with_drivers(arguments: argparse.Namespace, tasks: list[AccuracyTask]) -> BenchmarkReport:
    """Open the drivers one after the other, then return the report of all models on them."""
    with ExitStack() as opened:
        devices: dict[str, Device] = {}
        watch: CaseWatchdog | None = None
        for name in dict.fromkeys(arguments.drivers):
            arguments.driver = name
            driver, watch = opened.enter_context(open_driver_session(arguments, 600.0))
            devices[name] = driver.device
        if arguments.against not in devices:
            devices[arguments.against] = open_driver(arguments.against)
        return _measure(arguments, tasks, devices, watch)


def _measure(
    arguments: argparse.Namespace,
    tasks: list[AccuracyTask],
    devices: dict[str, Device],
    watch: CaseWatchdog | None,
) -> BenchmarkReport:
    from conformance.models.benchmark.report import BenchmarkReport, now  # noqa: PLC0415
    from conformance.models.benchmark.run import BenchmarkOptions, run_benchmark  # noqa: PLC0415
    from conformance.models.latency.measurement import MeasurementLimits  # noqa: PLC0415

    warm_up = arguments.warm_up
    if warm_up is None:
        warm_up = min(0.3, arguments.seconds)
    options = BenchmarkOptions(
        accuracy=arguments.only != "latency",
        latency=arguments.only != "accuracy",
        limits=MeasurementLimits(warm_up, arguments.seconds, arguments.iterations),
    )

    def before(step: str) -> None:
        if watch is not None:
            watch.end()
            watch.begin(step)

    started, results = now(), []
    for task in tasks:
        for result in run_benchmark(task, devices, arguments.against, options, before):
            results.append(result)
            print(_line(result), flush=True)
    if watch is not None:
        watch.end()
    return BenchmarkReport(started, tuple(devices), arguments.against, tuple(results))


def _line(result: Any) -> str:
    """Return the line of a result: outcome, model, driver, metrics and latencies."""
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
