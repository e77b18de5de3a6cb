"""Attacks on whole runs of pytest: drivers and moments that end a run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from conformance.results.event_stream import read_events
from conformance.verdicts import VerdictKind
from tests.whole_runs import run_pytest

SPEC = """
def case(name, n):
    x = Input("x", ("TENSOR_FLOAT32", [n])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_FLOAT32", [n]))
    model = Model(name).Operation("FLOOR", x).To(y)
    Example({x: [1.5] * n, y: [1.0] * n}, model=model)

for n in range(1, 6):
    case(f"c{n}", n)
"""

DRIVER = """
import ctypes, os, signal, sys, threading, time
import pytest
from conformance.reference import ReferenceDevice

AT, HOW = int(os.environ["ATTACK_AT"]), os.environ["ATTACK_HOW"]

class Hostile(ReferenceDevice):
    name = "hostile"

    def prepare_model(self, model, *rest):
        if model.main.operands[0].dimensions == (AT,):
            exec(HOW)
        return super().prepare_model(model, *rest)
"""

HOW = (
    "os._exit(0)",
    "os._exit(5)",
    "ctypes.CDLL(None).exit(0)",
    "os.execv('/bin/true', ['true'])",
    "os.kill(os.getpid(), signal.SIGKILL)",
    "os.kill(os.getpid(), signal.SIGSEGV)",
    "sys.exit(0)",
    "raise KeyboardInterrupt",
    "pytest.exit('bye', 0)",
    "pytest.skip('no')",
    "raise StopIteration",
    "raise GeneratorExit",
    "threading.Timer(0.02, os._exit, [0]).start(); time.sleep(0.1)",
    "signal.raise_signal(signal.SIGINT)",
    "os.fork()",
)
ACCEPTED = frozenset(
    {
        VerdictKind.PASSED,
        VerdictKind.DECLINED,
        VerdictKind.WAIVED,
        VerdictKind.NOT_APPLICABLE,
        VerdictKind.DISABLED,
        VerdictKind.TOO_LARGE,
        VerdictKind.NO_RESOURCES,
        VerdictKind.UNAVAILABLE,
        VerdictKind.QUALITY_WARNING,
        VerdictKind.UNEXPECTEDLY_PASSED,
    }
)
"""Kinds of verdict that a policy may accept, from the definition of the invariant."""
HARMLESS = ("pass", "os.fork() or os._exit(0)")
OPTIONS: tuple[list[str], ...] = (
    *(
        [],
        [],
        ["-x"],
        ["--pdb"],
        ["--lf"],
        ["--isolate"],
        ["-p", "no:terminal"],
        ["--limit=retries=1"],
    ),
)


def environment(at: int, how: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "COV_"))}
    return {**kept, "ATTACK_AT": str(at), "ATTACK_HOW": how}


def violation(folder: Path, status: int, out: str, harmless: bool) -> str:
    """Return the violation of the invariant by a run of the five cases."""
    path = folder / "run.jsonl"
    stream = read_events(path) if path.exists() else None
    if status != 0:
        return f"a harmless run ended with {status}: {out}" if harmless else ""
    if stream is None or stream.truncated or stream.problems:
        return f"exit status 0 without a complete stream: {out}"
    if len({verdict.case_id for verdict in stream.verdicts}) != 5:
        return f"exit status 0 without a verdict for every case: {out}"
    if bad := [verdict for verdict in stream.verdicts if verdict.kind not in ACCEPTED]:
        return f"exit status 0 with {bad[0]}: {out}"
    return ""


def _prepared(folder: Path) -> list[str]:
    (folder / "mine").mkdir()
    (folder / "mine" / "s.mod.py").write_text(SPEC)
    (folder / "hostile.py").write_text(DRIVER)
    arguments = ["-q", "-p", "no:cacheprovider", "--dump=:0", "--driver", "hostile.py:Hostile"]
    return [*arguments, "mine", "--events", "run.jsonl"]


def a_driver_that_ends_the_run(random: Random, folder: Path) -> str:
    """A driver ends the process, or raises what pytest treats specially, at a random case."""
    how = random.choice((*HOW, *HARMLESS))
    arguments = [*_prepared(folder), *random.choice(OPTIONS)]
    if "--lf" in arguments:
        arguments = [a for a in arguments if a not in ("-p", "no:cacheprovider")]
    variables = environment(random.randint(1, 6), how)
    status, out = run_pytest(arguments, folder, variables, 200.0)
    harmless = how in HARMLESS or variables["ATTACK_AT"] == "6"
    return violation(folder, status, f"{how} {arguments}\n{out}", harmless)


def a_signal_at_a_random_moment(random: Random, folder: Path) -> str:
    """Ctrl-C, ``kill`` and ``kill -9`` in any phase of a run."""
    arguments = [sys.executable, "-m", "pytest", *_prepared(folder)]
    number = random.choice((signal.SIGINT, signal.SIGTERM, signal.SIGKILL))
    process = subprocess.Popen(
        arguments,
        cwd=folder,
        env=environment(1, "time.sleep(0.3)"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    time.sleep(random.uniform(0.0, 1.5))
    process.send_signal(number)
    out, _ = process.communicate(timeout=200)
    return violation(folder, process.returncode, out, harmless=False)


ATTACKS = [a_driver_that_ends_the_run, a_signal_at_a_random_moment]
