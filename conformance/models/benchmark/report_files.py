"""The files that ``nn-conformance measure models`` reads and writes."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from conformance.files import check_writable, read_file, write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable

    from conformance.models.benchmark.history import Change, History
    from conformance.models.benchmark.report import BenchmarkReport
    from conformance.models.stress.report import StressReport

    ChangeKey = tuple[str, str, str]


def add_file_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of all files."""
    texts = {
        "json": "write all figures as JSON",
        "csv": "write a CSV file, see --csv-form",
        "html": "write a page with tables and plots",
        "trace-file": "write a trace of all executions by layer and phase, for ui.perfetto.dev; "
        "measured times are then longer",
        "history": "append the run to this file, and show the change against its earlier runs",
        "stress": "with --html: show the results of nn-conformance measure stress --json FILE too",
    }
    for kind, text in texts.items():
        parser.add_argument(f"--{kind}", type=Path, metavar="FILE", help=text)
    parser.add_argument(
        "--csv-form",
        choices=("mlts", "table"),
        default="mlts",
        help="columns of --csv: those of MLTS' mlts_benchmark.csv, or a table with a line for each "
        "model, driver and mode (default: mlts)",
    )


def check_files(arguments: argparse.Namespace) -> None:
    """End the program with a usage error if a file cannot be written."""
    parser: argparse.ArgumentParser = arguments.parser
    written = {
        kind: path
        for kind in ("json", "csv", "html", "trace-file", "history")
        if (path := getattr(arguments, kind.replace("-", "_"))) is not None
    }
    if len({path.absolute() for path in written.values()}) < len(written):
        parser.error("two reports have the same file name")
    for kind, path in written.items():
        try:
            check_writable(path)
            if kind == "history" and path.exists() and not os.access(path, os.R_OK):
                raise PermissionError(0, "it cannot be read")
        except OSError as error:
            parser.error(f"--{kind}: {path} cannot be written: {error.strerror}")
    if arguments.stress is not None and arguments.html is None:
        parser.error("--stress applies only to the page: add --html FILE")


def read_stress(arguments: argparse.Namespace) -> StressReport | None:
    """Return the report of ``--stress``; end the program with a usage error if it is unusable."""
    if arguments.stress is None:
        return None
    from conformance.models.stress.report import from_json  # noqa: PLC0415

    parser: argparse.ArgumentParser = arguments.parser
    try:
        return from_json(read_file(arguments.stress, pipes=True))
    except OSError as error:
        parser.error(f"--stress: {arguments.stress} cannot be read: {error.strerror}")
    except ValueError as error:
        parser.error(f"--stress: {arguments.stress}: {error}")


def read_earlier_runs(arguments: argparse.Namespace) -> History | None:
    """Return the runs of ``--history``, and print a line for each damaged one."""
    if arguments.history is None:
        return None
    from conformance.models.benchmark.history import read_history  # noqa: PLC0415 - needs scipy

    parser: argparse.ArgumentParser = arguments.parser
    try:
        history = read_history(arguments.history)
    except OSError as error:
        parser.error(f"--history: {arguments.history} cannot be read: {error.strerror}")
    place = arguments.history if arguments.history.exists() else arguments.history.parent
    if not os.access(place, os.W_OK) or place.is_dir() == arguments.history.exists():
        parser.error(f"--history: {arguments.history} cannot be written")
    for text in history.damaged:
        print(f"warning: --history: {text}", file=sys.stderr)
    return history


def add_to_history(
    arguments: argparse.Namespace, report: BenchmarkReport, history: History | None
) -> dict[ChangeKey, Change]:
    """Append the run to the history; print and return its changes against earlier runs."""
    if history is None:
        return {}
    from conformance.models.benchmark.history import (  # noqa: PLC0415 - needs scipy
        append_run,
        changes,
        history_run,
    )

    run = history_run(report)
    changed_latencies = changes(history, run)
    for (driver, model, mode), change in changed_latencies.items():
        print(f"history: {model} on {driver}, {mode}: {change.text}")
    if not changed_latencies:
        print("history: no earlier run of these drivers and models on this machine")
    try:
        append_run(arguments.history, run)
    except OSError as error:
        arguments.parser.error(f"--history: {arguments.history}: {error.strerror}")
    return changed_latencies


def write_reports(
    arguments: argparse.Namespace,
    report: BenchmarkReport,
    changes: dict[ChangeKey, Change],
    stress: StressReport | None,
) -> None:
    """Write the JSON, CSV and HTML reports; end with a usage error if one cannot be written."""
    from conformance.models.benchmark import report as forms  # noqa: PLC0415 - needs scipy

    as_csv = forms.as_csv if arguments.csv_form == "mlts" else forms.as_table
    contents: list[tuple[Path | None, Callable[[], Any]]] = [
        (arguments.json, lambda: forms.as_json(report, changes)),
        (arguments.csv, lambda: as_csv(report).encode("utf-8", "replace")),
        (arguments.html, lambda: _page(report, changes, stress)),
    ]
    for path, content in contents:
        if path is not None:
            try:
                write_atomically(path, content())
            except OSError as error:
                arguments.parser.error(f"{path} cannot be written: {error.strerror}")


def _page(
    report: BenchmarkReport, changes: dict[ChangeKey, Change], stress: StressReport | None
) -> bytes:
    from conformance.models.page import render_page  # noqa: PLC0415 - needs matplotlib

    return render_page(report, changes, stress)
