"""The load of a mode: its parameters, and threads that execute and compile models."""

from __future__ import annotations

import itertools
import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from conformance.drivers.own_process import ProcessLimits
from conformance.hal import Device
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.models.inference import (
    ExecutionMode,
    InferenceSession,
    compile_model,
    modes_of,
)
from conformance.models.stress.models import ModelCheck
from conformance.models.stress.tally import Problem, Tally
from conformance.run.case_runner import CaseRunner
from conformance.verdicts import VerdictKind


@dataclass(frozen=True, slots=True)
class StressSettings:
    """The parameters of one mode.

    Attributes:
        seconds: duration of the load.
        threads: threads of each client.
        processes: client processes that use the driver at the same time.
        graphs: number of random graphs, at most.
        grace: seconds that calls have to end after the load; after that, the mode is a HANG.
        seed: seed of the moments at which processes are killed, and of the random graphs.
        limits: time limits of single calls.

    """

    seconds: float = 5.0
    threads: int = 4
    processes: int = 3
    graphs: int = 100
    grace: float = 20.0
    seed: int = 0
    limits: ProcessLimits = field(default_factory=ProcessLimits)


Work = Callable[[], None]
"""Runs on one thread until the tally's ``stop`` is set, or until it has a problem."""

_POLL_SECONDS: Final = 0.05
_BLANKS: Final = (0x55, 0xAA)
"""Bytes that fill the outputs before an execution, used alternately."""

_MAX_SLICE_SECONDS: Final = 1.0
"""Longest time for which a thread executes one model before it changes to the next."""


def run_threads(
    works: Sequence[Work], tally: Tally, seconds: float, grace: float, least: int = 0
) -> bool:
    """Run each work on a thread for ``seconds``, or until all have ended; then stop them and wait.

    The time is extended by up to ``grace`` until there were ``least`` operations.

    Return whether all threads ended within ``grace`` seconds; a HANG is recorded otherwise.
    """
    if not tally.problems:
        tally.stop.clear()
    threads = [threading.Thread(target=_guarded(work, tally), daemon=True) for work in works]
    start = time.monotonic()
    try:
        for thread in threads:
            thread.start()
        first = tally.operations
        while any(map(threading.Thread.is_alive, threads)):
            passed = time.monotonic() - start
            enough = passed >= seconds + grace or tally.operations >= first + least
            if passed >= seconds and enough:
                break
            if tally.stop.wait(min(_POLL_SECONDS, seconds)):
                break
    finally:
        tally.stop.set()
    deadline = time.monotonic() + grace
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    left = sum(thread.is_alive() for thread in threads)
    if left:
        reason = (
            f"{left} of {len(threads)} threads were still in a call {grace:g} s after the end of "
            "the load"
        )
        tally.report(Problem(VerdictKind.HANG, reason, tally.driver))
        tally.closed = True
    return not left


def _guarded(work: Work, tally: Tally) -> Work:
    def run() -> None:
        try:
            work()
        except Exception as error:
            tally.report_error(error, "under load")

    return run


def model_works(
    device: Device,
    models: Sequence[ModelCheck],
    tally: Tally,
    settings: StressSettings,
    first: int = 0,
    *,
    compile_only: bool = False,
    mode: ExecutionMode | None = None,
    pause: tuple[float, float] = (0.0, 0.0),
) -> list[Work]:
    """Return the work of each thread: compile all models in turn and execute each for a while.

    With ``compile_only``, each is executed once. ``mode`` is by default the usual one of the HAL
    version. ``first`` is the number of the first thread. A thread pauses after each model for a
    random time between the two seconds of ``pause``.
    """
    used = mode or modes_of(device.version)[0]
    seconds = min(_MAX_SLICE_SECONDS, settings.seconds / (8 * len(models)))

    def work(number: int) -> None:
        source = random.Random(number)
        for turn in itertools.count(number):
            if tally.stop.is_set():
                return
            check = models[turn % len(models)]
            duration = 0.0 if compile_only else seconds
            _run_model(device, check, used, tally, turn, settings, duration)
            if pause[1]:
                tally.stop.wait(source.uniform(*pause))

    return [partial(work, first + number) for number in range(settings.threads)]


def _run_model(
    device: Device,
    check: ModelCheck,
    mode: ExecutionMode,
    tally: Tally,
    first: int,
    settings: StressSettings,
    seconds: float,
) -> None:
    """Compile a model, execute its examples in turn for a time, and compare the results.

    ``first`` selects the first example. At least one execution is made.
    """
    limits = settings.limits
    try:
        prepared = compile_model(device, check.model, limits.prepare)
        tally.add("compilations")
        with InferenceSession(prepared, check.model, mode=mode, timeout=limits.execute) as session:
            end = time.monotonic() + seconds
            for turn in itertools.count(first):
                example = check.examples[turn % len(check.examples)]
                session.overwrite_outputs(_BLANKS[turn % 2])
                problem = example.problem(session.run(example.inputs))
                tally.add("executions")
                if problem:
                    tally.fail(f"{check.name} under load: {problem}")
                if tally.stop.is_set() or time.monotonic() >= end:
                    return
    except Exception as error:
        tally.report_error(error, f"{check.name} under load")


def execute_examples(session: InferenceSession, check: ModelCheck, tally: Tally, when: str) -> None:
    """Execute each example of a model once.

    A wrong result is recorded; ``when`` completes its reason. Raise the errors of the executions.
    """
    for example in check.examples:
        session.overwrite_outputs(_BLANKS[0])
        if problem := example.problem(session.run(example.inputs)):
            tally.fail(f"{check.name} {when}: {problem}")


def judged_work(
    device: Device,
    models: Sequence[ModelCheck],
    tally: Tally,
    number: int,
    path: ExecutionPath,
    timeout: float,
) -> Work:
    """Return the work that runs all models in turn along an execution path of the harness.

    Each thread needs its own device, because the judge releases all objects after each case.
    The work ends when the path applies to none of the models.
    """

    def work() -> None:
        options = JudgeOptions(timeout, pause_every=2039)
        runner = CaseRunner(device, options)
        turn, not_executed = number, 0
        while not tally.stop.is_set() and not_executed < len(models):
            check = models[turn % len(models)]
            example = check.examples[turn % len(check.examples)]
            turn += 1
            (verdict,) = runner.run(
                example.example, check.name, [path], interval_check=example.intervals
            )
            tally.report_verdict(verdict)
            optional = verdict.kind in (VerdictKind.NOT_APPLICABLE, VerdictKind.DECLINED)
            not_executed = not_executed + 1 if optional else 0

    return work
