"""The files that ``nn-conformance measure models`` reads and writes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from conformance.files import check_writable, read_file, write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from conformance.models.benchmark.report import (
        BenchmarkReport,
        Change,
        ChangeKey,
        EarlierLatency,
    )
    from conformance.models.stress.report import StressReport


def add_file_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of all files."""
    texts = {
        "json": "write all figures as JSON",
        "csv": "write a CSV table with a line for each model, driver and mode",
        "html": "write a page with tables and plots",
        "trace-file": "write a trace of all executions by layer and phase, for ui.perfetto.dev; "
        "measured times are then longer",
        "earlier": "show the change of each median since this earlier run, a file of --json",
        "stress": "with --html: show the results of nn-conformance measure stress --json FILE too",
    }
    for kind, text in texts.items():
        parser.add_argument(f"--{kind}", type=Path, metavar="FILE", help=text)


def check_files(arguments: argparse.Namespace) -> None:
    """End the program with a usage error if a file cannot be written."""
    parser: argparse.ArgumentParser = arguments.parser
    written = {
        kind: path
        for kind in ("json", "csv", "html", "trace-file")
        if (path := getattr(arguments, kind.replace("-", "_"))) is not None
    }
    if len({path.absolute() for path in written.values()}) < len(written):
        parser.error("two reports have the same file name")
    for kind, path in written.items():
        try:
            check_writable(path)
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


def read_earlier_run(arguments: argparse.Namespace) -> Mapping[ChangeKey, EarlierLatency]:
    """Return the latencies of ``--earlier``; end the program with a usage error if unusable."""
    if arguments.earlier is None:
        return {}
    from conformance.models.benchmark.report import latencies_of_json  # noqa: PLC0415 - needs scipy

    parser: argparse.ArgumentParser = arguments.parser
    try:
        return latencies_of_json(read_file(arguments.earlier, pipes=True))
    except OSError as error:
        parser.error(f"--earlier: {arguments.earlier} cannot be read: {error.strerror}")
    except ValueError as error:
        parser.error(f"--earlier: {arguments.earlier}: {error}")


def changes_of_run(
    arguments: argparse.Namespace,
    report: BenchmarkReport,
    earlier: Mapping[ChangeKey, EarlierLatency],
) -> dict[ChangeKey, Change]:
    """Print and return the changes since the earlier run."""
    from conformance.models.benchmark.report import changes_since  # noqa: PLC0415 - needs scipy

    changes = changes_since(earlier, report)
    for (driver, model, mode), change in changes.items():
        print(f"since the earlier run: {model} on {driver}, {mode}: {change.text}")
    if arguments.earlier is not None and not changes:
        print("the earlier run has none of these drivers and models")
    return changes


def write_reports(
    arguments: argparse.Namespace,
    report: BenchmarkReport,
    changes: dict[ChangeKey, Change],
    stress: StressReport | None,
) -> None:
    """Write the JSON, CSV and HTML reports; end with a usage error if one cannot be written."""
    from conformance.models.benchmark import report as forms  # noqa: PLC0415 - needs scipy

    contents: list[tuple[Path | None, Callable[[], Any]]] = [
        (arguments.json, lambda: forms.as_json(report, changes)),
        (arguments.csv, lambda: forms.as_csv(report).encode("utf-8", "replace")),
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
