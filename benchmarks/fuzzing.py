"""Measure what coverage feedback costs: inputs per second of each fuzz target with atheris.

Each target runs the same seeds, in a process with instrumented modules under libFuzzer, and in a
process without instrumentation in a loop. The processes run alternately. Figures are inputs per
second of CPU time, after each input has run once. For orientation, the target ``model`` is beside a
target that does nothing. The goal is a share of at least 30 %. Arguments: the names of targets.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

from benchmarks.ratio_table import RatioRow, print_ratios
from fuzz.core.target_files import module_name, target_names

ROUNDS = 3
SEEDS = 80
EMPTY_RUNS = 20_000
GOAL = 0.3
_EMPTY = "empty"


def run_child(name: str, *, instrumented: bool) -> float:
    """Return the inputs per CPU second of one process."""
    environment = {
        **os.environ,
        "NN_CONFORMANCE_FUZZ_INSTRUMENT": "1" if instrumented else "0",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    command = [sys.executable, "-m", "benchmarks.fuzzing", "--child", name]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    if done.returncode:
        raise SystemExit(f"the target {name} failed: {done.stderr[-2000:]}")
    rate: float = json.loads(done.stdout.splitlines()[-1])
    return rate


def measure_target(name: str) -> None:
    """Run the seeds of a target in this process, and print the inputs per CPU second."""
    target = import_module(module_name(name)).TARGET
    from fuzz.engines.seeds import read_seeds  # noqa: PLC0415 - after the instrumentation

    # A target that is not structured can have few seeds, so they run several times.
    seeds = read_seeds(name)[:SEEDS]
    inputs = [seed[: target.max_length] for seed in seeds * (SEEDS // len(seeds))]
    for data in inputs:
        if (finding := target.find(data)) is not None:
            raise SystemExit(f"a seed has a finding: {finding}")
    if os.environ["NN_CONFORMANCE_FUZZ_INSTRUMENT"] == "1":
        _run_under_libfuzzer(target.find, inputs, len(inputs))
    start = time.process_time()
    for data in inputs:
        target.find(data)
    _report(len(inputs), time.process_time() - start)


def _run_under_libfuzzer(run: object, inputs: list[bytes], count: int) -> None:
    """Let libFuzzer run the inputs of a folder, and end the process after the last one."""
    import atheris  # noqa: PLC0415 - an optional library

    folder = tempfile.mkdtemp(prefix="nn-fuzz-benchmark-")
    for number, data in enumerate(inputs):
        Path(folder, f"{number:04}").write_bytes(data)
    state = {"count": 0, "start": 0.0}

    def one_input(data: bytes) -> None:
        if not data and not state["start"]:
            return  # libFuzzer first runs an empty input
        if not state["start"]:
            state["start"] = time.process_time()
        run(data)  # type: ignore[operator]
        state["count"] += 1
        if state["count"] == count:
            _report(count, time.process_time() - state["start"])

    atheris.Setup([sys.argv[0], "-max_len=65536", f"-runs={4 * count}", folder], one_input)
    atheris.Fuzz()


def measure_empty() -> None:
    """Print the inputs per CPU second of an instrumented target that does nothing."""
    import atheris  # noqa: PLC0415 - an optional library

    def nothing(data: bytes) -> bool:
        return not data

    instrumented = atheris.instrument_func(nothing)
    _run_under_libfuzzer(instrumented, [b"a"], EMPTY_RUNS)


def _report(count: int, seconds: float) -> None:
    """Print the result and end the process: libFuzzer would continue with mutations."""
    print(json.dumps(count / seconds), flush=True)
    os._exit(0)


def main(names: list[str]) -> int:
    """Print the table and return the exit status: 1 if a target misses the goal."""
    chosen = names or target_names()
    rates: dict[tuple[str, bool], list[float]] = {}
    for _ in range(ROUNDS):
        for name in chosen:
            for instrumented in (True, False):
                rate = run_child(name, instrumented=instrumented)
                rates.setdefault((name, instrumented), []).append(rate)
    rows = []
    for name in chosen:
        ours, peer = (statistics.median(rates[name, kind]) for kind in (True, False))
        rows.append(RatioRow(name, ours, peer, f">= {GOAL}"))
    print_ratios("Fuzz targets: inputs per CPU second, instrumented beside uninstrumented", rows)
    if "model" in chosen:
        empty = statistics.median(run_child(_EMPTY, instrumented=True) for _ in range(ROUNDS))
        ours = statistics.median(rates["model", True])
        print_ratios(
            "For orientation: inputs per CPU second", [RatioRow("model / nothing", ours, empty)]
        )
    return int(any(row.ours < GOAL * row.peer for row in rows))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        if sys.argv[2] == _EMPTY:
            measure_empty()
        measure_target(sys.argv[2])
    raise SystemExit(main(sys.argv[1:]))
