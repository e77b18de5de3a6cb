"""``nn-conformance fuzz X --target T``: fuzz a driver, or run single inputs of a target again."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from conformance.cli import options
from conformance.cli.options import ExitStatus, add_command, check_driver
from conformance.drivers import DriverLoadError
from conformance.files import read_file, write_atomically
from conformance.text import did_you_mean, list_first
from fuzz.campaigns.fuzz_campaign import (
    EngineError,
    FuzzCampaign,
    FuzzProgress,
    together,
)
from fuzz.campaigns.results import KnownFileError, read_known
from fuzz.campaigns.worker import ENGINES, FuzzSettings
from fuzz.checks.native_checks import NoLibraryError
from fuzz.core.finding import KnownFinding, is_known
from fuzz.core.session import FuzzSession
from fuzz.targets import OF_PROJECT, SUMMARIES, load_target
from generators.campaigns.campaign_store import StoreError, report_file_problem
from nn_conformance_options import SEED_OPTION, duration, given_limits

_ALL: Final = "all"
_STDOUT: Final = "-"
_EPILOG = """\
The --output folder holds the results in campaign.sqlite, the corpus, and for each finding its
minimised input and, if the target has models, the model as a case file and a spec file. A campaign
that was killed continues with the same command. docs/how-to/fuzzing.md describes targets, findings
and the JSON report.

exit status: 0 no finding; 1 findings; 2 the command line is wrong, results cannot be stored, or the
engine is missing; 4 the driver cannot be opened; 5 no input was run; 130 interrupted

targets:
"""


def add_parser(verbs: Any) -> None:
    """Register the subcommand ``fuzz`` and its options."""
    summary = "fuzz a driver, or a reader of this project, for a given time"
    targets = "".join(f"  {name:<12}{text}\n" for name, text in SUMMARIES.items())
    parser = add_command(verbs, "fuzz", run, summary, _EPILOG + targets, runs_driver=True)
    options.add_driver_argument(parser)
    _add_campaign_options(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="DIR",
        help="folder of the results; a campaign that it already contains is continued; with "
        "several targets, each has a sub-folder (default: nn-fuzz-T)",
    )
    _add_report_options(parser)
    parser.add_argument(
        "--input",
        nargs="+",
        metavar="FILE",
        help="fuzz nothing; run these inputs once and print their findings",
    )
    options.add_isolate_option(
        parser, default="no driver, because instrumented code states coverage"
    )


def _add_campaign_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--target",
        required=True,
        action="append",
        metavar="T",
        help="target to fuzz, of the list below; several names, separated by commas, run one after "
        f"another and share the time; {_ALL}: every target",
    )
    parser.add_argument(
        "--budget",
        type=duration,
        default=60.0,
        metavar="TIME",
        help="stop after this time, for example 90s, 10m or 2h (default: 60s)",
    )
    text = "number of worker processes, which share the corpus"
    options.add_count_option(parser, "--workers", 1, text, least=1, most=1024)
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
    text = "an input that takes longer counts as a hang (case=30)"
    options.add_limit_option(parser, "case", text=text)


def _add_report_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--waivers",
        metavar="FILE",
        help="TOML list of known findings, which are not recorded (docs/how-to/fuzzing.md)",
    )
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON; - for stdout")
    parser.add_argument(
        "--rules",
        action="store_true",
        help="list the rules that no input broke alone, with the reasons",
    )


def run(arguments: argparse.Namespace) -> int:
    """Start or continue campaigns, or run single inputs; return the exit status."""
    targets = _parse_targets(arguments)
    if OF_PROJECT.issuperset(targets):
        arguments.driver = arguments.driver or "reference"
    check_driver(arguments)
    folders = {target: _folder(arguments, target, len(targets)) for target in targets}
    known = {target: _known_findings(arguments, target) for target in targets}
    if arguments.input:
        if len(targets) > 1:
            arguments.parser.error("--input: the inputs belong to one target; name only one")
        return _run_inputs(arguments, targets[0], known[targets[0]])
    if arguments.json and arguments.json != _STDOUT:
        for folder in folders.values():
            if problem := report_file_problem(arguments.json, folder):
                arguments.parser.error(problem)
    reports: dict[str, dict[str, Any]] = {}
    for target in targets:
        settings = _campaign_settings(arguments, target, len(targets), known[target])
        report = _run_campaign(settings, folders[target])
        if isinstance(report, int):
            return report
        reports[target] = report
        if arguments.json != _STDOUT:
            print("\n".join(fuzz_report_lines(report, rules=arguments.rules)), flush=True)
            if target != targets[-1]:
                print(flush=True)
    try:
        _write_json(arguments, reports)
    except OSError as error:
        if isinstance(error, BrokenPipeError) and arguments.json == _STDOUT:
            raise
        print(f"the results cannot be written: {error}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    if any(report["findings"] for report in reports.values()):
        return ExitStatus.DIFFERS
    ran = all(report["executions"] for report in reports.values())
    return ExitStatus.CONFORMS if ran else ExitStatus.NOTHING_RAN


def _campaign_settings(
    arguments: argparse.Namespace,
    target: str,
    target_count: int,
    known: tuple[KnownFinding, ...],
) -> FuzzSettings:
    return FuzzSettings(
        target,
        arguments.driver,
        arguments.budget / target_count,
        arguments.workers,
        bool(arguments.isolate),
        arguments.engine,
        arguments.seed,
        given_limits(arguments.limit).get("case", 0.0),
        known,
    )


def _run_campaign(settings: FuzzSettings, folder: Path) -> dict[str, Any] | int:
    line = ProgressLine()
    campaign: FuzzCampaign | None = None
    try:
        campaign = FuzzCampaign(settings, folder)
        report = campaign.run(
            lambda progress: line.show(format_fuzz_progress(progress, settings)),
            lambda at, count: line.show(f"minimising the input of finding {at} of {count}"),
        )
    except (StoreError, DriverLoadError, EngineError) as error:
        line.end()
        print(error, file=sys.stderr)
        is_driver = isinstance(error, DriverLoadError)
        return ExitStatus.NO_DRIVER if is_driver else ExitStatus.UNUSABLE
    except KeyboardInterrupt:
        line.end()
        text = f"interrupted; continue with --output {folder}"
        if campaign is not None:
            tally = campaign.tally
            text += f"; stored are {tally.executions} inputs with {len(tally.found)} findings"
        print(text, file=sys.stderr)
        return ExitStatus.INTERRUPTED
    line.end()
    return report


def _parse_targets(arguments: argparse.Namespace) -> list[str]:
    names = [name for text in arguments.target for name in text.split(",") if name]
    if names == [_ALL]:
        return [*SUMMARIES]
    for name in names or [""]:
        if name not in SUMMARIES:
            arguments.parser.error(
                f"--target {name}: there is no such target; the targets are "
                f"{', '.join(SUMMARIES)}; {_ALL} names all of them"
                f"{did_you_mean(name, SUMMARIES, 1)}"
            )
    return list(dict.fromkeys(names))


def _folder(arguments: argparse.Namespace, target: str, count: int) -> Path:
    if not arguments.output:
        return Path(f"nn-fuzz-{target}")
    return Path(arguments.output, target) if count > 1 else Path(arguments.output)


def _write_json(arguments: argparse.Namespace, reports: dict[str, dict[str, Any]]) -> None:
    if not arguments.json:
        return
    single = len(reports) == 1
    document = next(iter(reports.values())) if single else together(reports)
    if arguments.json == _STDOUT:
        print(json.dumps(document, indent=1))
    else:
        write_atomically(arguments.json, json.dumps(document, indent=1).encode())


def _known_findings(arguments: argparse.Namespace, target: str) -> tuple[KnownFinding, ...]:
    if not arguments.waivers:
        return ()
    try:
        return read_known(Path(arguments.waivers), target, datetime.now(UTC).date())
    except KnownFileError as error:
        text = f"--waivers {error}"
    arguments.parser.error(text)
    return ()


def _run_inputs(arguments: argparse.Namespace, name: str, known: tuple[KnownFinding, ...]) -> int:
    target = load_target(name)
    try:
        contents = [(file, read_file(file, pipes=True)) for file in arguments.input]
    except OSError as error:
        arguments.parser.error(f"--input {error.filename}: {error.strerror or error}")
    try:
        driver = target.opened_driver(arguments.driver)
        target.use(FuzzSession(driver, isolate=bool(arguments.isolate)))
    except (DriverLoadError, NoLibraryError) as error:
        print(error, file=sys.stderr)
        return ExitStatus.NO_DRIVER
    status = 0
    try:
        for file, data in contents:
            finding = target.find(data, known) or target.find_leak(data)
            if finding is not None and is_known(finding, known):
                finding = None
            print(f"{file}: {'no finding' if finding is None else finding}", flush=True)
            status = status or (ExitStatus.DIFFERS if finding is not None else 0)
    finally:
        target.close()
    return status


_SHOWN: Final = 5
_MANY_RESTARTS: Final = 3
_BAR: Final = 10
_NO_EDGES: Final = {
    "random": "no edges: the engine measures no coverage",
    "atheris": "no edges: the time was too short to run every input of the corpus once",
}


class ProgressLine:
    """A progress line on a terminal, which is rewritten in place."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()

    def show(self, text: str) -> None:
        """Write a text over the previous one."""
        if self._is_terminal:
            columns = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"\r{text[:columns]}\x1b[K")
            sys.stderr.flush()

    def end(self) -> None:
        """Move to the next line."""
        if self._is_terminal:
            sys.stderr.write("\n")


def format_fuzz_progress(progress: FuzzProgress, settings: FuzzSettings) -> str:
    """Return the text of the progress line."""
    tally = progress.tally
    share = min(progress.seconds / settings.budget, 1.0)
    filled = int(share * _BAR)
    rate = progress.executions / max(progress.seconds, 1e-3)
    edges = max(progress.edges, tally.edges)
    parts = [
        f"[{'#' * filled}{'.' * (_BAR - filled)}] {share:4.0%}",
        f"{progress.executions} inputs",
        f"{rate:.0f}/s",
        *([f"{edges} edges"] if edges else []),
        f"corpus {tally.corpus} ({tally.corpus_bytes >> 10} KiB)",
        f"{len(tally.found)} findings",
    ]
    return ", ".join(parts)


def fuzz_report_lines(report: dict[str, Any], *, rules: bool) -> list[str]:
    """Return the readable form of a report; ``rules`` lists every rule that was not reached."""
    corpus = report["corpus"]
    speed = f"{report['executions_per_second']:.0f}/s"
    edge = f"{report['seconds_since_new_edge']:.0f} s before the end"
    head = f"{report['driver']} {report['driver_version']}, target {report['target']}"
    lines = [
        f"{head}, engine {report['engine']}",
        f"{report['executions']} inputs in {report['total_seconds']:.0f} s ({speed})",
        f"{report['edges']} edges, the last new one {edge}"
        if report["edges"]
        else _NO_EDGES.get(report["engine"], "no edges"),
        f"corpus: {corpus['inputs']} inputs, {corpus['bytes'] >> 10} KiB",
    ]
    if report["worker_restarts"]:
        killed = report["killed_workers"]
        by = f", {killed} of them after SIGKILL" if killed else ""
        lines.append(f"workers that ended and were replaced: {report['worker_restarts']}{by}")
        if report["worker_restarts"] - killed >= _MANY_RESTARTS:
            lines.append("  a worker starts in seconds; with --isolate only the driver restarts")
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
            lines.append(
                f"not reached: {list_first(list(reach['unreached']), _SHOWN)}; see --rules"
            )
    if not report["executions"]:
        lines.append("NO INPUT WAS RUN: this campaign does not test the driver")
    for finding in report["findings"]:
        again = "" if finding["reproduced"] else ", not shown again by the stored input"
        lines.append(f"\n{finding['count']} x {finding['signature']}{again}")
        lines.append(f"  {finding['reason']}")
        lines += [f"  {finding[name]}" for name in ("case", "spec", "command") if finding[name]]
    return lines
