"""Measure the cost of ``--isolate``: one execution of a tiny model, a whole corpus, one restart.

The reference driver runs alternately in this process and in a separate one. The extra time of an
execution is the difference of the medians. The corpus is the bundled ``specs/V1_0``, run by pytest
in new processes.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.durations import median_seconds
from benchmarks.ratio_table import RatioRow, print_ratios
from conformance.cases import SpecIndex, bundled_specs
from conformance.drivers import open_driver
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.hal import Device, ErrorStatus, MeasureTiming
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import (
    RecordingExecutionCallback,
    RecordingPreparedModelCallback,
)
from conformance.harness.calls.request_memory import (
    RandomFill,
    RequestContents,
    RequestMemory,
    lay_out_request,
)
from conformance.results.event_stream import read_events

EXECUTIONS, ROUNDS, CORPUS_ROUNDS, DEATHS = 2000, 5, 3, 10

_TINY = """
x = Input("x", ("TENSOR_FLOAT32", [128])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [128]))
data = [i + 0.5 for i in range(128)]
Example({x: data, y: [float(i) for i in range(128)]},
        model=Model("tiny").Operation("FLOOR", x).To(y)).DisableLifeTimeVariation()
"""


def _execution(device: Device, folder: Path) -> tuple[Callable[[], None], Callable[[], None]]:
    """Return functions that execute a tiny model synchronously and asynchronously.

    Both are run once and their outputs checked.
    """
    spec = folder / "tiny.mod.py"
    spec.write_text(_TINY)
    index = SpecIndex()
    example = index.load(spec, index.names(spec)[0].name)
    record = RecordingPreparedModelCallback()
    model = driver_calls.prepare_model(device, example.model, 1, 10.0, record).model
    if model is None:
        raise SystemExit("the tiny model was not prepared")
    prepared = model
    layout = lay_out_request(example.inputs, [len(example.outputs[0].data)])
    contents = RequestContents(layout, example.inputs, [bytes(512)])
    slot = RequestMemory()
    request = slot.load(contents, RandomFill(0))

    def synchronous() -> None:
        outcome = driver_calls.execute_synchronously(prepared, request, MeasureTiming.NO)
        if outcome.status != ErrorStatus.NONE:
            raise SystemExit(f"an execution ended with {outcome.status}")

    def asynchronous() -> None:
        record = RecordingExecutionCallback()
        outcome = driver_calls.execute_asynchronously(
            prepared, request, MeasureTiming.NO, 10.0, record
        )
        if outcome.status != ErrorStatus.NONE:
            raise SystemExit(f"an execution ended with {outcome.status}")

    for run in (synchronous, asynchronous):
        slot.load(contents, RandomFill(0))
        run()
        if slot.collect()[0][0] != example.outputs[0].data:
            raise SystemExit("an execution did not write its output")
    return synchronous, asynchronous


def _corpus(folder: Path, *options: str) -> float:
    """Run the corpus once; return the seconds and record the number of verdicts."""
    events = folder / "events.jsonl"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--dump=:0"]
    command += ["--driver", "reference", "--events", str(events), *options]
    start = time.perf_counter()
    done = subprocess.run(
        [*command, str(bundled_specs() / "V1_0")],
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - start
    if done.returncode or not re.search(r"\d+ passed", done.stdout):
        raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
    _VERDICTS.add(len(read_events(events).verdicts))
    return seconds


_VERDICTS: set[int] = set()


def _deaths(device: IsolatedDevice) -> tuple[float, float]:
    """Return the median seconds from a kill to the next answer, and of a start of Python."""
    whole, bare = [], []
    for _ in range(DEATHS):
        child = device.client
        if child is None:
            raise SystemExit("there is no process to kill")
        start = time.perf_counter()
        child.kill()
        device.take_late_error()
        if device.name != "reference":
            raise SystemExit("the next process does not answer")
        whole.append(time.perf_counter() - start)
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import numpy"], check=True)
        bare.append(time.perf_counter() - start)
    return statistics.median(whole), statistics.median(bare)


def main() -> int:
    """Print the tables and return the exit status; 1 if a goal is missed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        isolated = IsolatedDevice("reference")
        isolated_time = _execution(isolated, folder)
        in_process_time = _execution(open_driver("reference"), folder)
        ours: tuple[list[float], list[float]] = ([], [])
        peer: tuple[list[float], list[float]] = ([], [])
        for _ in range(ROUNDS):
            for kind in (0, 1):
                ours[kind].append(1e6 * median_seconds(isolated_time[kind], EXECUTIONS))
                peer[kind].append(1e6 * median_seconds(in_process_time[kind], EXECUTIONS))
        median = statistics.median
        sync, sync_here = median(ours[0]), median(peer[0])
        async_, async_here = median(ours[1]), median(peer[1])
        goal = "at most 150 more"
        print_ratios(
            "one execution (microseconds; ours: isolated, peer: in process)",
            [
                RatioRow(f"synchronous: {sync - sync_here:.0f} more", sync, sync_here, goal),
                RatioRow(f"asynchronous: {async_ - async_here:.0f} more", async_, async_here, goal),
            ],
        )
        restart, bare = _deaths(isolated)
        isolated.close()
        print_ratios(
            "restart of the process (milliseconds; peer: python -c 'import numpy')",
            [RatioRow("kill to next answer", restart * 1e3, bare * 1e3)],
        )
        _corpus(folder)  # creates the index of the specs, so that no measured run has to
        runs: tuple[list[float], list[float]] = ([], [])
        for _ in range(CORPUS_ROUNDS):
            runs[0].append(_corpus(folder, "--isolate"))
            runs[1].append(_corpus(folder))
        if len(_VERDICTS) != 1 or not _VERDICTS.pop():
            raise SystemExit("the runs had different numbers of verdicts, or none")
        whole, whole_here = median(runs[0]), median(runs[1])
        print_ratios(
            "specs/V1_0 by pytest (seconds)",
            [RatioRow("whole run", whole, whole_here, "at most 1.5")],
        )
    goals_met = sync - sync_here <= 150 and async_ - async_here <= 150 and whole <= 1.5 * whole_here
    return 0 if goals_met else 1


if __name__ == "__main__":
    raise SystemExit(main())
