"""``nn-conformance fuzz X --target T``: fuzz a driver, or run single inputs of a target again.

A campaign runs for a given time and can be resumed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from conformance.cli.campaign import EXIT_FAILURES, EXIT_NO_DRIVER, EXIT_STORE_ERROR, parse_duration
from conformance.cli.campaign_files import STDOUT, problem_with, write_report
from conformance.cli.command import add_command, add_isolate_option
from conformance.drivers import DriverLoadError
from conformance.reports.phrases import list_first
from fuzz.campaigns.fuzz_campaign import EngineError, FuzzCampaign, FuzzProgress, FuzzSettings
from fuzz.campaigns.known_findings import KnownFileError, read_known
from fuzz.campaigns.worker import ENGINES
from fuzz.checks.native_checks import NoLibraryError
from fuzz.core.finding import KnownFinding
from fuzz.core.session import FuzzSession
from fuzz.core.target_files import load_target, target_names
from generators.campaigns.campaign_store import StoreError
from nn_conformance import SEED_OPTION, count_option

_EXIT_NO_ENGINE: Final = 69
_SHOWN: Final = 40
_BAR: Final = 10
_EPILOG = """\
The --resume folder holds the results in campaign.sqlite, the corpus, and for each finding its
minimised input and, if the target has models, the model as a case file and a spec file. A campaign
that was killed continues with the same command. docs/how-to/fuzzing.md describes targets, findings
and the JSON report.

exit status: 0 no finding; 1 findings, or no input was run; 2 the command line is invalid; 4 the
driver cannot be opened; 69 the engine is missing or cannot start; 74 results cannot be stored
"""


def add_parser(verbs: Any) -> None:
    """Register the subcommand ``fuzz`` and its options."""
    summary = "fuzz a driver, or a reader of this project, for a given time"
    parser = add_command(verbs, "fuzz", run, summary, _EPILOG)
    parser.add_argument("driver", metavar="X", help="driver, as for pytest --driver")
    parser.add_argument(
        "--target",
        required=True,
        metavar="T",
        help=f"what to fuzz: {', '.join(target_names())}",
    )
    parser.add_argument(
        "--budget",
        type=parse_duration,
        default=60.0,
        metavar="TIME",
        help="stop after this time, for example 90s, 10m or 2h (default: 60s)",
    )
    parser.add_argument(
        "--workers",
        type=count_option(1024, 1),
        default=1,
        metavar="N",
        help="number of worker processes, which share the corpus (default: 1)",
    )
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="atheris (libFuzzer with coverage), random (mutations without coverage), or auto: "
        "atheris if it is installed (default: auto)",
    )
    parser.add_argument(
        "--seed", type=SEED_OPTION, default=0, metavar="S", help="first seed (default: 0)"
    )
    parser.add_argument(
        "--resume",
        metavar="DIR",
        help="folder of the results; a campaign that is already there is continued (default: "
        "nn-fuzz-T)",
    )
    parser.add_argument(
        "--merge",
        nargs="+",
        metavar="DIR",
        help="fuzz nothing; merge the campaigns in these folders, with the same driver and target, "
        "and their corpora into the folder of --resume, and report on them together",
    )
    parser.add_argument(
        "--waivers",
        metavar="FILE",
        help="TOML list of known findings, which are not recorded (docs/how-to/fuzzing.md)",
    )
    parser.add_argument(
        "--baseline",
        metavar="FILE",
        help="JSON report of an earlier campaign; findings that it contains do not fail this one",
    )
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON; - for stdout")
    parser.add_argument(
        "--rules",
        action="store_true",
        help="list the rules that no input broke alone, with the reasons",
    )
    parser.add_argument(
        "--input",
        nargs="+",
        metavar="FILE",
        help="fuzz nothing; run these inputs once and print their findings",
    )
    add_isolate_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Start, continue or merge campaigns, or run single inputs; return the exit status."""
    if arguments.target not in target_names():
        arguments.parser.error(
            f"--target {arguments.target}: there is no such target; the targets are "
            f"{', '.join(target_names())}"
        )
    known = _known(arguments)
    baseline = _read_baseline(arguments)
    if arguments.input:
        return _run_inputs(arguments, known)
    folder = Path(arguments.resume or f"nn-fuzz-{arguments.target}")
    parts = [Path(part) for part in arguments.merge or ()]
    if problem := problem_with("--json", arguments.json or "", [folder, *parts]):
        arguments.parser.error(problem)
    settings = FuzzSettings(
        arguments.target,
        arguments.driver,
        arguments.budget,
        arguments.workers,
        arguments.isolate,
        arguments.engine,
        arguments.seed,
        known,
    )
    line = _ProgressLine(settings)
    try:
        campaign = FuzzCampaign(settings, folder, parts)
        report = campaign.report(0.0) if parts else campaign.run(line.show)
    except (StoreError, DriverLoadError, EngineError) as error:
        line.end()
        print(error, file=sys.stderr)
        return _EXIT_STATUS_BY_ERROR[type(error)]
    except KeyboardInterrupt:
        line.end()
        print(f"interrupted; continue with --resume {folder}", file=sys.stderr)
        return 130
    line.end()
    for finding in report["findings"]:
        finding["new"] = None if baseline is None else finding["signature"] not in baseline
    try:
        _write(arguments, report)
    except OSError as error:
        print(f"the results cannot be written: {error}", file=sys.stderr)
        return EXIT_STORE_ERROR
    bad = [finding for finding in report["findings"] if finding["new"] is not False]
    return EXIT_FAILURES if bad or not report["executions"] else 0


_EXIT_STATUS_BY_ERROR: Final[dict[type[Exception], int]] = {
    DriverLoadError: EXIT_NO_DRIVER,
    EngineError: _EXIT_NO_ENGINE,
    StoreError: EXIT_STORE_ERROR,
}


def _known(arguments: argparse.Namespace) -> tuple[KnownFinding, ...]:
    if not arguments.waivers:
        return ()
    try:
        return read_known(Path(arguments.waivers), arguments.target, datetime.now(UTC).date())
    except KnownFileError as error:
        text = f"--waivers {error}"
    arguments.parser.error(text)
    return ()


def _read_baseline(arguments: argparse.Namespace) -> frozenset[str] | None:
    if not arguments.baseline:
        return None
    try:
        report = json.loads(Path(arguments.baseline).read_text(encoding="utf-8"))
        return frozenset(finding["signature"] for finding in report["findings"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        text = f"--baseline {arguments.baseline}: not a report of a fuzz campaign: {error}"
    arguments.parser.error(text)
    return None


def _run_inputs(arguments: argparse.Namespace, known: tuple[KnownFinding, ...]) -> int:
    """Run single inputs and print their findings; return the exit status."""
    target = load_target(arguments.target)
    try:
        contents = [(name, Path(name).read_bytes()) for name in arguments.input]
    except OSError as error:
        arguments.parser.error(f"--input: {error}")
    try:
        driver = target.driver() if target.driver is not None else arguments.driver
        target.use(FuzzSession(driver, isolate=arguments.isolate))
    except (DriverLoadError, NoLibraryError) as error:
        print(error, file=sys.stderr)
        return EXIT_NO_DRIVER
    status = 0
    try:
        for name, data in contents:
            finding = target.find(data, known)
            print(f"{name}: {'no finding' if finding is None else finding}")
            status = status or (EXIT_FAILURES if finding is not None else 0)
    finally:
        target.close()
    return status


class _ProgressLine:
    """A progress line on a terminal, which is rewritten in place."""

    def __init__(self, settings: FuzzSettings) -> None:
        self._settings = settings
        self._is_terminal = sys.stderr.isatty()

    def show(self, progress: FuzzProgress) -> None:
        """Write the current progress over the previous line."""
        if self._is_terminal:
            columns = shutil.get_terminal_size().columns - 1
            text = format_fuzz_progress(progress, self._settings)[:columns]
            sys.stderr.write(f"\r{text}\x1b[K")
            sys.stderr.flush()

    def end(self) -> None:
        """Move to the next line."""
        if self._is_terminal:
            sys.stderr.write("\n")


def format_fuzz_progress(progress: FuzzProgress, settings: FuzzSettings) -> str:
    """Return the text of the progress line."""
    tally = progress.tally
    share = min(progress.seconds / settings.budget, 1.0)
    done = int(share * _BAR)
    rate = progress.executions / max(progress.seconds, 1e-3)
    parts = [
        f"[{'#' * done}{'.' * (_BAR - done)}] {share:4.0%}",
        f"{progress.executions} inputs",
        f"{rate:.0f}/s",
        f"{max(progress.edges, tally.edges)} edges",
        f"corpus {tally.corpus} ({tally.corpus_bytes >> 10} KiB)",
        f"{tally.seconds_since_new_edge:.0f} s since a new edge",
        f"{len(tally.found)} findings",
    ]
    return ", ".join(parts)


def _write(arguments: argparse.Namespace, report: dict[str, Any]) -> None:
    if arguments.json == STDOUT:
        print(json.dumps(report, indent=1))
        return
    print("\n".join(_report_lines(report, rules=arguments.rules)))
    if arguments.json:
        write_report(arguments.json, report)


def _report_lines(report: dict[str, Any], *, rules: bool) -> list[str]:
    corpus = report["corpus"]
    speed = f"{report['executions_per_second']:.0f}/s"
    edge = f"{report['seconds_since_new_edge']:.0f} s before the end"
    head = f"{report['driver']} {report['driver_version']}, target {report['target']}"
    lines = [
        f"{head}, engine {report['engine']}",
        f"{report['executions']} inputs in {report['total_seconds']:.0f} s ({speed})",
        f"{report['edges']} edges, the last new one {edge}",
        f"corpus: {corpus['inputs']} inputs, {corpus['bytes'] >> 10} KiB",
    ]
    if report["worker_restarts"]:
        lines.append(f"workers that ended and were replaced: {report['worker_restarts']}")
    if reach := report["rules"]:
        count = len(reach["reached"])
        share = count / max(reach["of"], 1)
        lines.append(f"rules that an input broke alone: {count} of {reach['of']} ({share:.0%})")
        if rules:
            lines += [
                f"  not reached: {name}{f': {reason}' if reason else ''}"
                for name, reason in reach["unreached"].items()
            ]
        elif reach["unreached"]:
            lines.append(f"not reached: {list_first(list(reach['unreached']), _SHOWN)}")
    if not report["executions"]:
        lines.append("NO INPUT WAS RUN: this campaign says nothing about the driver")
    for finding in report["findings"]:
        new = {None: "", True: " (new)", False: " (known)"}[finding["new"]]
        again = "" if finding["reproduced"] else ", not shown again by the stored input"
        lines.append(f"\n{finding['count']} x {finding['signature']}{new}{again}")
        lines.append(f"  {finding['reason']}")
        lines += [f"  {finding[name]}" for name in ("case", "spec", "command") if finding[name]]
    return lines
