"""Measure random graphs per second on one core: generated only, and generated and executed.

Executing includes preparation and the comparison of the results. Peers: ten tiny numpy operations
in the same process, a lower bound for any Python program that uses numpy; and NNSmith 0.1.0 with
PyTorch if ``NNSMITH_PYTHON`` names a Python interpreter that has it. NNSmith generates graphs of 10
nodes, runs them with its oracle and with its TorchScript back end, and compares the results. All
candidates run alternately, and the best round of each counts.

Before the measurement every graph must pass, and a deliberate fault must be detected within the
measured graphs. The benchmark also measures the memory after many graphs, and the speed of
campaigns with two workers relative to one, from their first results on.
"""

from __future__ import annotations

import gc
import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.ratio_table import RatioRow, print_ratios
from conformance.failures.failure_search import FailureSearch
from conformance.hal import OperationType
from conformance.operations import Call, Kernel
from conformance.reference import ReferenceDevice
from generators.campaigns.campaign import Campaign, CampaignSettings
from generators.campaigns.campaign_tally import CampaignTally
from generators.campaigns.chunks import JudgeTask
from generators.campaigns.workers import LOCAL
from generators.construction.profiles import PROFILES
from generators.generate import generate
from generators.graph_judge import graph_search, judge_seed

GOALS = {"tiny": "40", "default": "15"}
"""Goals: the number of executed graphs per second as a multiple of NNSmith's."""
_BASELINE_NAME = "ten numpy operations"
GRAPHS = 600
ROUNDS = 3
CAMPAIGN = 8000
MANY = 20_000

_NNSMITH = """
import sys, time, warnings
warnings.filterwarnings("ignore")
import torch
torch.set_num_threads(1)
from nnsmith.backends import BackendFactory
from nnsmith.graph_gen import model_gen
from nnsmith.materialize import Model, TestCase
from nnsmith.narrow_spec import auto_opset
from nnsmith.util import set_seed
torch_model = Model.init("torch")
opset = auto_opset(torch_model)
candidate = BackendFactory.init("torchjit", target="cpu", optmax=False)

def made(seed):
    set_seed(seed)
    gen = model_gen(opset=opset, method="symbolic-cinit", seed=seed, max_nodes=10,
                    max_elem_per_tensor=4096, timeout_ms=10000)
    return gen.make_concrete()

def rate(work, count):
    done = 0
    start = time.process_time()
    for seed in range(count):
        try:
            work(seed)
            done += 1
        except Exception:
            pass
    return done / (time.process_time() - start)

def judged(seed):
    model = torch_model.from_gir(made(seed))
    candidate.verify_testcase(TestCase(model, model.make_oracle()))

rate(made, 5)
print("rates", rate(made, 80), rate(judged, 80))
"""


class _WrongRelu(ReferenceDevice):
    """A reference driver with a fault: RELU adds 3 to its result."""

    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)
        if call.definition.type != OperationType.RELU:
            return kernel
        return lambda inputs: [np.asarray(a + 3, a.dtype) for a in kernel(inputs)]


def _per_second(work: Callable[[int], object], count: int) -> float:
    """Return the number of calls of ``work`` per second of CPU time."""
    start = time.process_time()
    for number in range(count):
        work(number)
    return count / (time.process_time() - start)


def _ten_operations(_: int) -> None:
    a = _TENSOR
    b = a + a
    b = b * a
    b = np.maximum(b, a)
    b = b - a
    b = b.transpose(0, 2, 1)
    b = b.reshape(4, 6)
    b = np.abs(b)
    b = np.minimum(b, 1)
    b = b + 1
    b.sum(axis=0)


_TENSOR = np.ones((2, 3, 4), np.float32)


def _nnsmith() -> tuple[float, float] | None:
    """Return NNSmith's generated and executed graphs per CPU second; ``None`` without NNSmith."""
    python = os.environ.get("NNSMITH_PYTHON")
    if not python:
        return None
    done = subprocess.run(
        [python, "-c", _NNSMITH],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    for line in done.stdout.splitlines():
        if line.startswith("rates "):
            _, generated, judged = line.split()
            return float(generated), float(judged)
    print(f"NNSmith did not run: {done.stderr[-500:]}")
    return None


def _rate(folder: Path, workers: int, scheduler: str = "") -> float:
    """Return the graphs per second of a campaign, from its first results to its last."""
    seen: list[tuple[float, int]] = []

    def watch(tally: CampaignTally, seconds: float) -> None:
        if tally.graphs and (not seen or seen[-1][1] != tally.graphs):
            seen.append((seconds, tally.graphs))

    settings = CampaignSettings(
        JudgeTask("reference", "default"), graphs=CAMPAIGN, workers=workers, scheduler=scheduler
    )
    report = Campaign(settings, folder).run(watch)
    assert report["passed"] == report["graphs"] == CAMPAIGN
    (first, graphs), (last, most) = seen[0], seen[-1]
    return (most - graphs) / (last - first)


def _scaling(folder: Path) -> list[RatioRow]:
    """Measure campaigns with two workers against one: processes, and Dask's local cluster."""
    print(f"load before the campaigns: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    rates = {
        (scheduler, workers): _rate(folder / f"{scheduler}{workers}", workers, scheduler)
        for scheduler in ("", LOCAL)
        for workers in (1, 2)
    }
    return [
        RatioRow("campaign: two workers (peer: one)", rates["", 2], rates["", 1], "1.8"),
        RatioRow("campaign: two Dask workers (peer: one)", rates[LOCAL, 2], rates[LOCAL, 1], "1.6"),
    ]


def _resident() -> float:
    """Return the resident memory of this process in MiB after a garbage collection."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 2**20


def _round(judge: FailureSearch) -> dict[str, float]:
    """Measure every rate once; rounds are short because the speed of a machine varies over time."""
    rates = {_BASELINE_NAME: _per_second(_ten_operations, 20_000)}
    for name in GOALS:
        rates[f"{name} generated"] = _per_second(partial(generate, name), GRAPHS)
        rates[f"{name} judged"] = _per_second(partial(judge_seed, judge, PROFILES[name]), GRAPHS)
    peer = _nnsmith()
    if peer is not None:
        rates["NNSmith generated"], rates["NNSmith judged"] = peer
    return rates


def _memory(judge: FailureSearch) -> RatioRow:
    """Compare the resident memory after many graphs with that after a tenth of them."""
    sizes = []
    for seed in range(MANY):
        judge_seed(judge, PROFILES["default"], seed)
        if seed + 1 in (MANY // 10, MANY):
            sizes.append(_resident())
    few, many = sizes
    return RatioRow(f"MiB after {MANY} graphs (peer: {MANY // 10})", many, few, "at most 1.05")


def main() -> int:
    """Print the table; return 1 if a graph fails or the deliberate fault is not detected."""
    right, wrong = graph_search(ReferenceDevice()), graph_search(_WrongRelu())
    for name in GOALS:
        profile = PROFILES[name]
        kinds = [judge_seed(right, profile, seed).kind for seed in range(GRAPHS)]
        seen = sum(judge_seed(wrong, profile, seed).kind == "failed" for seed in range(GRAPHS))
        if set(kinds) != {"passed"} or not seen:
            print(f"{name}: {set(kinds)}, the deliberate fault was detected {seen} times")
            return 1
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        for what, rate in _round(right).items():
            best[what] = max(rate, best.get(what, 0.0))
    rows = []
    for name, goal in GOALS.items():
        for what, required in (("generated", ""), ("judged", goal)):
            ours = best[f"{name} {what}"]
            rows.append(
                RatioRow(f"{name}: {what} (peer: ten numpy operations)", ours, best[_BASELINE_NAME])
            )
            peer = best.get(f"NNSmith {what}")
            if peer is not None:
                rows.append(RatioRow(f"{name}: {what} (peer: NNSmith)", ours, peer, required))
    rows.append(_memory(right))
    with tempfile.TemporaryDirectory() as folder:
        rows += _scaling(Path(folder))
    print_ratios(
        "graphs per second on one core (judged: generated, prepared, executed, compared)", rows
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
