"""``nn-conformance measure stress``: stress and crash tests of drivers."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from conformance.cli import options
from conformance.cli.options import ExitStatus, add_command, check_driver
from conformance.drivers import DriverLoadError
from conformance.drivers.driver import Driver
from conformance.drivers.own_process import (
    ProcessError,
    ProcessLimits,
)
from conformance.files import write_atomically
from conformance.text import to_printable
from nn_conformance_options import SEED_OPTION, count_option

if TYPE_CHECKING:
    from conformance.models.stress.load import StressSettings
    from conformance.models.stress.models import StressModel
    from conformance.models.stress.modes import Mode
    from conformance.models.stress.report import ModeResult, StressReport

_GROUPS: Final = ("basic", "digits", "acoustic", "mobilenet")
_MAX_WORKERS: Final = 256
_MAX_COUNT: Final = 1_000_000

_EPILOG = """\
Each mode runs in processes of its own, which are all ended when it ends. Its outcome is SUCCESS,
FAILURE, HANG or CRASH, or NOT_RUN if it does not apply to the driver; the run then continues with
the next mode. docs/how-to/stress.md describes the modes, the outcomes and the JSON report.

built-in models: basic (an addition and a small network, float32 and 8-bit), digits (needs
scikit-learn), acoustic (LSTM models), mobilenet (the smallest networks)

exit status: 0 no mode failed, and at least one succeeded on each driver; 1 a mode is FAILURE, HANG
or CRASH; 2 the command line is wrong, a model cannot be used, or a library is missing; 4 a driver
cannot be opened; 5 a mode found no model that the driver supports, or no mode applied; 130
interrupted
"""


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "run stress and crash tests: many clients, killed clients, recovery, growth"
    parser = add_command(verbs, "stress", run, summary, _EPILOG, runs_driver=True)
    options.add_driver_argument(parser, "*")
    text = "only modes whose names match the pattern, for example 'multi-process-*'"
    options.add_repeatable_option(parser, "--mode", "PATTERN", text)
    parser.add_argument("--list", action="store_true", help="list the modes and run nothing")
    _add_scale_options(parser)
    models = ".tflite file, or folder of such files"
    options.add_model_options(parser, "PATH", models, _GROUPS, "basic")
    text = "time limit for one call of this stage, like pytest --limit"
    options.add_repeatable_option(parser, "--limit", "STAGE=SECONDS", text)
    parser.add_argument(
        "--seed",
        type=SEED_OPTION,
        default=0,
        metavar="S",
        help="seed of random graphs and of the moments at which processes are killed (default: 0)",
    )
    for kind in ("json", "html"):
        parser.add_argument(f"--{kind}", type=Path, metavar="FILE", help=f"write a {kind} report")


def _add_scale_options(parser: argparse.ArgumentParser) -> None:
    options.add_seconds_option(parser, "--seconds", 5.0, "duration of the load of each mode")
    parser.add_argument(
        "--scale",
        type=_scale,
        metavar="FACTOR",
        help="instead of --seconds: the durations of MLTS times this factor, with its numbers of "
        "threads and processes; 1 is the original, which takes hours",
    )
    counts = (
        ("--threads", 4, 1, "threads of each client"),
        ("--processes", 3, 1, "client processes at the same time"),
        ("--graphs", 100, 1, "random graphs of a mode, at most"),
    )
    for option, default, least, text in counts:
        most = _MAX_COUNT if option == "--graphs" else _MAX_WORKERS
        parser.add_argument(
            option,
            type=count_option(most, least),
            metavar="N",
            help=f"{text} (default: {default})",
        )


def _scale(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 100:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number above 0, at most 100")
    return value


def run(arguments: argparse.Namespace) -> int:
    """Run the modes, print one line for each result and return the exit status."""
    from conformance.models.stress.modes import all_modes, select_modes  # noqa: PLC0415

    try:
        modes = select_modes(all_modes(), arguments.mode)
    except ValueError as error:
        arguments.parser.error(f"--mode {error}")
    if arguments.list:
        for mode in modes:
            print(f"{mode.name}: {mode.summary}")
        return 0
    check_driver(arguments)
    _check_targets(arguments)
    settings = _settings(arguments)
    models = _models(arguments)
    if models is None:
        return ExitStatus.UNUSABLE
    return _run_drivers(arguments, modes, models, settings)


def _check_targets(arguments: argparse.Namespace) -> None:
    targets = [path for path in (arguments.json, arguments.html) if path]
    if len({path.absolute() for path in targets}) < len(targets):
        arguments.parser.error("two reports have the same file name")
    for path in targets:
        if not path.absolute().parent.is_dir() or path.is_dir():
            arguments.parser.error(f"{path} cannot be written: no such folder, or it is a folder")


def _settings(arguments: argparse.Namespace) -> StressSettings:
    from conformance.models.stress.load import StressSettings  # noqa: PLC0415

    try:
        limits = ProcessLimits().with_stages(arguments.limit)
    except ValueError as error:
        arguments.parser.error(f"--limit {error}")
    return StressSettings(
        arguments.seconds,
        seed=arguments.seed,
        limits=limits,
    )


def _settings_of(
    arguments: argparse.Namespace, settings: StressSettings, mode: Mode
) -> StressSettings:
    """Return the settings of a mode: those of MLTS if a scale is given, then the options."""
    if arguments.scale is not None:
        settings = settings.scaled(mode.original, arguments.scale)
    options = {
        name: getattr(arguments, name)
        for name in ("threads", "processes", "graphs")
        if getattr(arguments, name) is not None
    }
    return replace(settings, **options)


def _models(arguments: argparse.Namespace) -> list[StressModel] | None:
    """Return the models; ``None`` if a library is missing, which a message states."""
    from conformance.models.accuracy.built_in_tasks import MissingLibraryError  # noqa: PLC0415
    from conformance.models.stress.models import ModelsError, load_models  # noqa: PLC0415

    groups = arguments.built_in or ([] if arguments.models else ["basic"])
    try:
        return load_models(list(dict.fromkeys(groups)), arguments.models)
    except ModelsError as error:
        arguments.parser.error(str(error))
    except MissingLibraryError as error:
        print(error, file=sys.stderr)
    return None


def _run_drivers(
    arguments: argparse.Namespace,
    modes: list[Mode],
    models: list[StressModel],
    settings: StressSettings,
) -> int:
    from conformance.models.stress.mode_process import run_mode  # noqa: PLC0415
    from conformance.models.stress.report import DriverResult, StressReport  # noqa: PLC0415

    started = datetime.now(UTC).isoformat(timespec="seconds")
    results: dict[str, list[ModeResult]] = {driver: [] for driver in arguments.drivers}
    for driver in results:
        try:
            Driver.open(driver, settings.limits, isolate=True).close()
        except (DriverLoadError, ProcessError) as error:
            print(error, file=sys.stderr)
            return ExitStatus.NO_DRIVER
    interrupted = False
    try:
        for driver, ended in results.items():
            for mode in modes:
                ended.append(
                    run_mode(driver, mode, models, _settings_of(arguments, settings, mode))
                )
                _print_result(driver, ended[-1])
    except KeyboardInterrupt:
        interrupted = True
        print("interrupted; the reports have the modes that had ended", file=sys.stderr)
    report = StressReport(
        started,
        _described_settings(arguments, models),
        tuple(DriverResult(driver, tuple(ended)) for driver, ended in results.items()),
    )
    _write_reports(arguments, report)
    status = _exit_status(results)
    return ExitStatus.INTERRUPTED if interrupted else status


def _described_settings(
    arguments: argparse.Namespace, models: list[StressModel]
) -> dict[str, int | float | str | list[float | str]]:
    described: dict[str, int | float | str | list[float | str]] = {
        "seconds": arguments.seconds,
        "seed": arguments.seed,
        "models": [model.name for model in models],
        "limits": list(arguments.limit),
    }
    for name in ("scale", "threads", "processes", "graphs"):
        if getattr(arguments, name) is not None:
            described[name] = getattr(arguments, name)
    return described


def _print_result(driver: str, result: ModeResult) -> None:
    events = ", ".join(f"{name} {number}" for name, number in sorted(result.counts.items()))
    measured = ", ".join(f"{name} {value:.3g}" for name, value in sorted(result.values.items()))
    summary = "; ".join(filter(None, (f"{result.seconds:.1f} s", events, measured)))
    casualty = f" ({result.casualty})" if result.casualty else ""
    print(to_printable(f"{result.outcome}{casualty}: {result.mode} on {driver}: {summary}"))
    for line in (*result.reasons, *(f"  {line}" for line in result.details)):
        print(to_printable(f"    {line}"))
    sys.stdout.flush()


def _write_reports(arguments: argparse.Namespace, report: StressReport) -> None:
    from conformance.models.stress.report import as_json  # noqa: PLC0415

    for path, content in ((arguments.json, as_json), (arguments.html, _page)):
        if path is not None:
            try:
                write_atomically(path, content(report))
            except OSError as error:
                arguments.parser.error(f"{path} cannot be written: {error.strerror}")


def _page(report: StressReport) -> bytes:
    from conformance.models.page import render_page  # noqa: PLC0415 - needs matplotlib

    return render_page(None, stress=report)


def _exit_status(results: dict[str, list[ModeResult]]) -> int:
    """Print the number of each outcome, and return the exit status."""
    outcomes = [result.outcome.value for ended in results.values() for result in ended]
    counts = [f"{outcomes.count(kind)} {kind}" for kind in dict.fromkeys(outcomes)]
    print(", ".join(counts) or "no mode ended")
    if {"FAILURE", "HANG", "CRASH"} & set(outcomes):
        return ExitStatus.DIFFERS
    for ended in results.values():
        lacking = any(result.lacks_models for result in ended)
        if lacking or not any(result.outcome == "SUCCESS" for result in ended):
            return ExitStatus.NOTHING_RAN
    return 0
