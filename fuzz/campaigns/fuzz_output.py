"""The progress line and the readable report of ``nn-conformance fuzz``."""

from __future__ import annotations

import shutil
import sys
from typing import Any, Final

from conformance.results.phrases import list_first
from fuzz.campaigns.fuzz_campaign import FuzzProgress, FuzzSettings

_SHOWN: Final = 5
_MANY_RESTARTS: Final = 3
_BAR: Final = 10
_NO_EDGES: Final = {
    "random": "no edges: the engine measures no coverage",
    "atheris": "no edges: the time was too short to run every input of the corpus once",
}


class FuzzProgressLine:
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

    def show_minimising(self, number: int, count: int) -> None:
        """Show that the input of a finding is minimised, which takes up to ten seconds."""
        if self._is_terminal:
            text = f"minimising the input of finding {number} of {count}"
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
    filled = int(share * _BAR)
    rate = progress.executions / max(progress.seconds, 1e-3)
    edges = max(progress.edges, tally.edges)
    parts = [
        f"[{'#' * filled}{'.' * (_BAR - filled)}] {share:4.0%}",
        f"{progress.executions} inputs",
        f"{rate:.0f}/s",
        *([f"{edges} edges"] if edges else []),
        f"corpus {tally.corpus} ({tally.corpus_bytes >> 10} KiB)",
        *([f"{progress.seconds_since_new_edge:.0f} s since a new edge"] if edges else []),
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
        new = {None: "", True: " (new)", False: " (known)"}[finding["new"]]
        again = "" if finding["reproduced"] else ", not shown again by the stored input"
        lines.append(f"\n{finding['count']} x {finding['signature']}{new}{again}")
        lines.append(f"  {finding['reason']}")
        lines += [f"  {finding[name]}" for name in ("case", "spec", "command") if finding[name]]
    return lines
