"""Measure the time to write a report of 50 000 verdicts, and to open it in a browser.

The peer for writing is a process that reads the same streams with Python's ``json``. The peer for
opening is the start of the browser with an empty page. A deliberate failure must be in the reports.

    python -m benchmarks.reports --scale    # memory and speed for a million verdicts, some minutes
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.durations import median_seconds
from benchmarks.ratio_table import RatioRow, print_ratios
from conformance.results.event_stream import EventWriter, RunHeader
from conformance.verdicts import Verdict, VerdictKind

VERDICTS, ROUNDS, SECONDS = 50_000, 5, 5.0
PATHS = ("sync-fast", "sync-fast-timed", "async-fast", "async-fast-timed")
DURATIONS = {"supported": 0.001, "prepare": 0.002, "execute": 0.004}
PLANTED = "the planted failure"

SCALE, PEAK, LINES_PER_SECOND = 1_000_000, 300.0, 50_000.0

_REPORT = "import sys, nn_conformance; sys.exit(nn_conformance.main())"
_READ = """
import json, sys
for name in sys.argv[1:]:
    with open(name) as stream:
        list(map(json.loads, stream))
"""


_MEASURED = """
import sys, time
from pathlib import Path
import nn_conformance
status = nn_conformance.main()
# ru_maxrss would include the memory of the process that started this one.
peak = Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]
print(time.process_time(), int(peak) / 1024, file=sys.stderr)
sys.exit(status)
"""


def _verdict(number: int, paths: int) -> Verdict:
    """Return one of the verdicts of a run in which each case has ``paths`` verdicts."""
    case = number // paths
    operation = f"OPERATION_{case % 97}"
    case_id = f"V1_{case % 3}/{operation.lower()}/variant_{case}_all_inputs"
    path, fails = PATHS[number % paths], case % 20 == 0
    rank = f"input rank={number % 4}"
    cells = {f"{operation}/TENSOR_FLOAT32": [f"form={number % 5}", rank]}
    uses = {} if number % 3 else {"uses": cells}  # the first verdict of a case
    if not fails:
        return Verdict(case_id, path, VerdictKind.PASSED, "", "", (operation,), uses, DURATIONS)
    first = [{"index": [0, k], "expected": k / 7, "actual": -k, "allowed": 1e-5} for k in range(5)]
    details = {
        **uses,
        "operation": operation,
        "patterns": [f"axis {number % 5} reversed"],
        "first": first,
    }
    reason = f"output 0 'y{number}': {number % 9} of 9 values wrong" if number else PLANTED
    return Verdict(
        case_id,
        path,
        VerdictKind.FAILED,
        "values",
        reason,
        (operation,),
        {**uses, **details},
        DURATIONS,
    )


def _stream(path: Path, verdicts: int, paths: int = len(PATHS)) -> Path:
    writer = EventWriter(path, RunHeader("gizmo (gizmo.nn:Device)", "7", "1.3", "0.1"))
    for number in range(verdicts):
        writer.write(_verdict(number, paths))
    writer.finish()
    return path


def _median(*command: str) -> float:
    """Return the median duration of a process in seconds."""
    return median_seconds(lambda: subprocess.run(command, check=True, capture_output=True), ROUNDS)


def _opened(browser: str, page: Path) -> tuple[float, str]:
    """Return the milliseconds until the browser has rendered the page, and the resulting DOM."""
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--dump-dom")
    start = time.perf_counter()
    done = subprocess.run(
        [browser, *flags, page.as_uri()], check=True, capture_output=True, text=True, timeout=120
    )
    return 1e3 * (time.perf_counter() - start), done.stdout


def _measure(*arguments: str) -> tuple[float, float]:
    """Return the CPU seconds of a subcommand and its peak memory in MB."""
    command = [sys.executable, "-c", _MEASURED, *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode not in (0, 1):  # 1: ``compare`` found a regression
        raise SystemExit(f"{arguments[0]} failed: {done.stderr}")
    seconds, peak = map(float, done.stderr.split()[-2:])
    return seconds, peak


def measure_scale(verdicts: int) -> int:
    """Print the memory and the speed for runs in which each verdict has its own case.

    Return 1 if a goal is missed.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run = str(_stream(folder / "run.jsonl", verdicts, 1))
        old = str(_stream(folder / "old.jsonl", verdicts * 9 // 10, 1))
        read = {"run": verdicts, "both": verdicts + verdicts * 9 // 10}
        commands: list[tuple[str, ...]] = [
            ("run", "report", run, f"--{form}", str(folder / form))
            for form in ("json", "html", "csv")
        ]
        everything = [part for command in commands for part in command[3:]]
        commands.append(("both", "report", run, "--previous", old, *everything))
        commands.append(("run", "merge", run, "-o", str(folder / "merged.jsonl")))
        missed = False
        print(f"{'':30} {'CPU s':>8} {'lines/s':>9} {'peak MB':>8}")
        for streams, *command in commands:
            seconds, peak = _measure(*command)
            speed = read[streams] / seconds
            shown = [word for word in command if word != "-o" and not word.startswith(name)]
            title = " ".join(shown[:2] if len(shown) < 4 else (shown[0], "all", "--previous"))
            print(f"{title:30} {seconds:8.1f} {speed:9,.0f} {peak:8.0f}", flush=True)
            missed |= peak > PEAK or speed < LINES_PER_SECOND
    print(f"goals: at most {PEAK:g} MB, at least {LINES_PER_SECOND:,.0f} lines a second")
    return int(missed)


def main(arguments: Sequence[str] = ()) -> int:
    """Print the tables and return the exit status; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", action="store_true", help="measure a run of many cases")
    parser.add_argument("--verdicts", type=int, default=SCALE, help="size of this run")
    chosen = parser.parse_args(arguments)
    if chosen.scale:
        return measure_scale(chosen.verdicts)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run = _stream(folder / "run.jsonl", VERDICTS)
        old = _stream(folder / "old.jsonl", VERDICTS * 4 // 5)
        page, summary = folder / "run.html", folder / "run.md"
        options = ("--previous", str(old), "--html", str(page), "--markdown", str(summary))
        ours = _median(sys.executable, "-c", _REPORT, "report", str(run), *options)
        peer = _median(sys.executable, "-c", _READ, str(run), str(old))
        if not all(PLANTED in file.read_text(encoding="utf-8") for file in (page, summary)):
            raise SystemExit("the deliberate failure is missing from a report")
        if json.loads(run.read_text(encoding="utf-8").splitlines()[-1])["verdicts"] != VERDICTS:
            raise SystemExit("verdicts are missing from the stream")
        print_ratios(
            f"a report of {VERDICTS:,} verdicts, Markdown and HTML (seconds; peer: json alone)",
            [RatioRow("whole process", ours, peer, f"under {SECONDS:g} s")],
        )
        browser = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
        if browser is not None:
            empty = folder / "empty.html"
            empty.write_text("<!doctype html><title>empty</title>", encoding="utf-8")
            bare, _ = _opened(browser, empty)
            opened, dom = _opened(browser, page)
            ready = re.search(r'<html[^>]* data-ready="(\d+)"', dom)
            if ready is None or f"{VERDICTS:,} of {VERDICTS:,} verdicts" not in dom:
                raise SystemExit("the browser did not finish rendering the page")
            print_ratios(
                f"the page in a browser (milliseconds; its script took {ready[1]})",
                [RatioRow("start to rendered page", opened, bare)],
            )
    return 0 if ours <= SECONDS else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
