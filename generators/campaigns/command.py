"""``nn-conformance campaign X``: run many random graphs on a driver and group the failures.

A campaign runs for a given time or number of graphs and can be resumed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from conformance.cli import options
from conformance.cli.options import ExitStatus, add_command, check_driver
from conformance.drivers import DriverLoadError
from conformance.drivers.registry import is_native
from conformance.failures.explain.explanation import Cause, summary_lines
from conformance.files import write_atomically
from conformance.text import list_first
from generators.campaigns.campaign import Campaign, CampaignSettings
from generators.campaigns.campaign_store import StoreError, report_file_problem
from generators.campaigns.campaign_tally import CampaignTally
from generators.campaigns.causes import campaign_causes, is_caused
from generators.campaigns.chunks import JudgeTask
from generators.campaigns.workers import ClusterError
from generators.construction.profiles import PROFILES
from generators.profile_parameters import PROFILE_PARAMETERS
from generators.supported_profile import DEFAULT_PROFILE, check_profile_name
from nn_conformance_options import SEED_OPTION, duration, given_limits, graphs_text, split_graphs

_EPILOG = """\
The --output folder holds the results in campaign.sqlite. Each chunk is on the disk before it
counts, so a campaign that was killed continues with the same command. If the file is damaged or is
not that of this campaign, the command fails and leaves it unchanged. Each failing graph is a case,
random/PROFILE/SEED, that pytest --driver X runs again; the first of each group is minimized and
dumped below the folder. docs/explanation/random-graphs.md describes the JSON files.

exit status: 0 no failure; 1 failures, or all graphs with an operation and type were refused with
DEVICE_UNAVAILABLE or RESOURCE_EXHAUSTED_*; 2 the command line is wrong, results cannot be stored,
or the Dask scheduler does not answer; 4 the driver cannot be opened; 5 no graph was executed; 130
interrupted
"""
_SHOWN: Final = 20


def add_parser(verbs: Any) -> None:
    """Register the subcommand ``campaign`` and its options."""
    summary = "run random graphs on a driver for a given time or number of graphs"
    parser = add_command(verbs, "campaign", run, summary, _EPILOG, runs_driver=True)
    options.add_driver_argument(parser)
    _add_graph_options(parser)
    parser.add_argument(
        "-o",
        "--output",
        default="nn-campaign",
        metavar="DIR",
        help="folder of the results; a campaign that is already there is continued (default: "
        "nn-campaign)",
    )
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON; - for stdout")
    options.add_isolate_option(parser)
    text = (
        "seconds: a graph that takes longer counts as a hang (case=60), generated cases that "
        "explain failures of one operation (explain=half of the campaign's time, at most 60; 0: "
        "none)"
    )
    options.add_limit_option(parser, "case", "explain", text=text)


def _add_graph_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that select and limit the graphs."""
    parser.add_argument(
        "--budget",
        type=duration,
        metavar="TIME",
        help="stop after this time, for example 90s, 10m or 2h (default: 60s without a number of "
        "graphs)",
    )
    options.add_count_option(
        parser, "--workers", 1, "number of worker processes", least=1, most=1024
    )
    options.add_scheduler_option(parser, "run the graphs")
    parser.add_argument(
        "--random-graphs",
        type=_parse_graphs,
        metavar="N[:PROFILE]",
        help=(
            "stop after N graphs, rounded up to whole chunks; :PROFILE alone sets no number. "
            f"PROFILE is {', '.join(PROFILES)}; parameters follow after"
            " commas, as in 50:default,operations=CONV_2D+RELU,count=1-3; the parameters are"
            f" {', '.join(PROFILE_PARAMETERS)}. Without PROFILE, the default profile is narrowed if"
            " the driver would decline most graphs"
        ),
    )
    parser.add_argument(
        "--seed", type=SEED_OPTION, default=0, metavar="N", help="first seed (default: 0)"
    )
    parser.add_argument(
        "--allow-refused",
        action="store_true",
        help="exit status 0 also if all graphs with an operation and type were refused for lack of "
        "a device or of resources",
    )


def _parse_graphs(text: str) -> str:
    graphs_text(text)
    count, profile = split_graphs(text)
    if count == 0:
        raise argparse.ArgumentTypeError(f"{text!r}: expected at least one graph")
    try:
        check_profile_name(profile or DEFAULT_PROFILE)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def run(arguments: argparse.Namespace) -> int:
    """Start or continue a campaign; return the exit status."""
    check_driver(arguments)
    to_stdout = arguments.json == "-"
    if arguments.json and not to_stdout:
        problem = report_file_problem(arguments.json, Path(arguments.output))
        if problem:
            arguments.parser.error(problem)
    try:
        campaign = Campaign(_settings(arguments), Path(arguments.output))
        report = _run_with_progress(campaign)
    except (StoreError, ClusterError, DriverLoadError) as error:
        print(error, file=sys.stderr)
        return ExitStatus.NO_DRIVER if isinstance(error, DriverLoadError) else ExitStatus.UNUSABLE
    except KeyboardInterrupt:
        print(f"interrupted; continue with --output {arguments.output}", file=sys.stderr)
        return ExitStatus.INTERRUPTED
    causes = _causes(arguments, report)
    report["causes"] = [cause.to_plain() for cause in causes]
    try:
        if to_stdout:
            print(json.dumps(report, indent=1))
        else:
            print("\n".join(_report_lines(report, causes)))
        if arguments.json and not to_stdout:
            write_atomically(arguments.json, json.dumps(report, indent=1).encode())
    except OSError as error:
        if isinstance(error, BrokenPipeError) and to_stdout:
            raise
        print(f"the results cannot be written: {error}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    refused = report["refused_throughout"] and not arguments.allow_refused
    if report["groups"]:
        return ExitStatus.DIFFERS
    if not report["executed"]:
        return ExitStatus.NOTHING_RAN
    return ExitStatus.DIFFERS if refused else ExitStatus.CONFORMS


def _settings(arguments: argparse.Namespace) -> CampaignSettings:
    """Return the settings of the campaign: without a limit, it takes a minute."""
    isolate = is_native(arguments.driver) if arguments.isolate is None else arguments.isolate
    graphs, profile = split_graphs(arguments.random_graphs)
    unlimited = arguments.budget is None and graphs is None
    return CampaignSettings(
        JudgeTask(
            arguments.driver,
            profile or DEFAULT_PROFILE,
            isolate,
            graph_limit=given_limits(arguments.limit).get("case", 60.0),
        ),
        arguments.seed,
        graphs,
        60.0 if unlimited else arguments.budget,
        arguments.workers,
        arguments.scheduler,
        narrow=profile is None,
    )


def _causes(arguments: argparse.Namespace, report: dict[str, Any]) -> list[Cause]:
    """Return the causes of the failures, with the conditions under which the driver fails."""
    seconds: float | None = given_limits(arguments.limit).get("explain")
    if seconds is None:
        seconds = min(_MOST_EXPLAINING, report["seconds"] / 2)
        seconds = seconds if seconds >= _LEAST_EXPLAINING else 0.0
    return campaign_causes(arguments.driver, report["groups"], seconds)


_MOST_EXPLAINING: Final = 60.0
_LEAST_EXPLAINING: Final = 3.0
"""Without ``--limit explain``, the limits of the time for explanations in seconds."""


def _report_lines(report: dict[str, Any], causes: Sequence[Cause]) -> list[str]:
    seconds = report["seconds"]
    rate = report["graphs"] / seconds if seconds else 0.0
    speed = f" ({seconds:.1f} s in this run, {rate:.0f}/s)" if seconds else ""
    profile = f"profile {report['profile']}, seed {report['seed']}"
    lines = [
        f"{report['driver']} {report['driver_version']}, {profile}",
        f"{report['graphs']} graphs{speed}: "
        + ", ".join(f"{count} {kind}" for kind, count in report["counts"].items()),
    ]
    covered = [
        f"{what} {part['covered']} of {part['of']}" for what, part in report["coverage"].items()
    ]
    lines.append(f"covered by graphs that were executed: {', '.join(covered)}")
    if report["narrowed"]:
        lines.insert(1, report["narrowed"])
    if not report["executed"]:
        lines.append("NOTHING WAS EXECUTED: this campaign does not test the driver's results")
    if report["refused_throughout"]:
        lines.append(
            "REFUSED THROUGHOUT for lack of a device or of resources: "
            + list_first(report["refused_throughout"], _SHOWN)
        )
    for reason, count in list(report["reasons"].items())[:5]:
        lines.append(f"skipped {count} times: {reason}")
    if report["declined"] * 2 > report["graphs"] and not report["narrowed"]:
        lines.append(
            "more than half were declined: name the supported operations, as in --random-graphs "
            f":{report['profile']},operations=ADD+RELU; without a profile, the command finds them"
        )
    lines += summary_lines(causes, 0, whole=True)
    for group in report["groups"]:
        if not is_caused(group):
            lines.append(f"{group['count']} x {group['signature']}")
            lines.append(f"   first: {group['case']}: {group['reason']}")
    return lines


def _run_with_progress(campaign: Campaign) -> dict[str, Any]:
    """Run a campaign and return its report; show the progress in one line of a terminal."""
    if not sys.stderr.isatty():
        return campaign.run()
    before = campaign.graphs

    def show(tally: CampaignTally, seconds: float) -> None:
        rate = (tally.graphs - before) / max(seconds, 1e-3)
        failures = f"{tally.failures} failures in {len(tally.groups)} groups"
        sys.stderr.write(
            f"\r{seconds:.0f} s: {tally.graphs} graphs ({rate:.0f}/s), {failures}\x1b[K"
        )
        sys.stderr.flush()

    try:
        return campaign.run(show)
    finally:
        sys.stderr.write("\n")
