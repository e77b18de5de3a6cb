"""Threads of one client that execute and compile models until the load ends."""

from __future__ import annotations

import itertools
import random
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from conformance.drivers.own_process import ProcessLimits
from conformance.hal import Device
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.models.inference import ExecutionMode, InferenceSession, compile_model, modes_of
from conformance.models.stress.models import ModelCheck
from conformance.models.stress.report import Casualty
from conformance.models.stress.tally import Tally
from conformance.verdicts import Verdict, VerdictKind

Work = Callable[[], None]
"""Runs on one thread until the tally's ``stop`` is set, or until it has a problem."""

_POLL_SECONDS: Final = 0.05
_BLANKS: Final = (0x55, 0xAA)
"""Bytes that fill the outputs before an execution, used alternately."""


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
    for thread in threads:
        thread.start()
    first = tally.operations
    while any(map(threading.Thread.is_alive, threads)):
        passed = time.monotonic() - start
        if passed >= seconds and (passed >= seconds + grace or tally.operations >= first + least):
            break
        if tally.stop.wait(min(_POLL_SECONDS, seconds)):
            break
    tally.stop.set()
    deadline = max(time.monotonic(), start) + grace
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    left = sum(thread.is_alive() for thread in threads)
    if left:
        tally.hang(
            f"{left} of {len(threads)} threads were still in a call {grace:g} s after the end of "
            "the load",
            tally.driver if tally.driver is Casualty.BOTH else Casualty.DRIVER,
        )
        tally.close()
    return not left


def _guarded(work: Work, tally: Tally) -> Work:
    def run() -> None:
        try:
            work()
        except Exception as error:
            tally.report_error(error, "under load")

    return run


def inference_work(
    device: Device,
    models: Sequence[ModelCheck],
    tally: Tally,
    number: int,
    limits: ProcessLimits,
    slice_seconds: float,
    mode: ExecutionMode | None = None,
) -> Work:
    """Return the work that compiles all models in turn and executes each for ``slice_seconds``.

    ``number`` is that of the thread; without ``mode``, the usual one of the driver's HAL version is
    used.
    """

    def work() -> None:
        chosen = mode or modes_of(device.version)[0]
        for turn in itertools.count(number):
            if tally.stop.is_set():
                return
            _run_model(
                device, models[turn % len(models)], tally, turn, limits, slice_seconds, chosen
            )

    return work


def compilation_work(
    device: Device,
    models: Sequence[ModelCheck],
    tally: Tally,
    number: int,
    limits: ProcessLimits,
    pause: tuple[float, float] = (0.0, 0.0),
) -> Work:
    """Return the work that compiles all models in turn and executes each once.

    The thread pauses for a random time between the two seconds of ``pause``.
    """
    source = random.Random(number)

    def work() -> None:
        mode = modes_of(device.version)[0]
        for turn in itertools.count(number):
            if tally.stop.is_set():
                return
            _run_model(device, models[turn % len(models)], tally, turn, limits, 0.0, mode)
            if pause[1]:
                tally.stop.wait(source.uniform(*pause))

    return work


def _run_model(
    device: Device,
    check: ModelCheck,
    tally: Tally,
    first: int,
    limits: ProcessLimits,
    seconds: float,
    mode: ExecutionMode,
) -> None:
    """Compile a model and execute it for a time; record the problems."""
    try:
        prepared = compile_model(device, check.model, limits.prepare)
        tally.add("compilations")
        with InferenceSession(prepared, check.model, mode=mode, timeout=limits.execute) as session:
            execute_until(session, check, tally, time.monotonic() + seconds, first)
    except Exception as error:
        tally.report_error(error, f"{check.name} under load")


def execute_until(
    session: InferenceSession, check: ModelCheck, tally: Tally, end: float, first: int
) -> None:
    """Execute the examples of a model in turn until ``end``, and compare the results.

    ``first`` selects the first example. At least one execution is made.
    """
    for turn in itertools.count(first):
        example = check.examples[turn % len(check.examples)]
        session.overwrite_outputs(_BLANKS[turn % 2])
        try:
            outputs = session.run(example.inputs)
        except Exception as error:
            tally.report_error(error, f"{check.name} under load")
        else:
            tally.add("executions")
            if problem := example.problem(outputs):
                tally.fail(f"{check.name} under load: {problem}")
        if tally.stop.is_set() or time.monotonic() >= end:
            return


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
        judge = Judge(device, JudgeOptions(timeout, pause_every=2039, structure_check_every=8))
        turn, not_executed = number, 0
        while not tally.stop.is_set() and not_executed < len(models):
            check = models[turn % len(models)]
            example = check.examples[turn % len(check.examples)]
            turn += 1
            (verdict,) = judge.judge(
                example.example,
                check.name,
                [path],
                interval_check=example.intervals,
            )
            count_verdict(verdict, tally)
            optional = verdict.kind in (VerdictKind.NOT_APPLICABLE, VerdictKind.DECLINED)
            not_executed = not_executed + 1 if optional else 0

    return work


def count_verdict(verdict: Verdict, tally: Tally) -> None:
    """Count a verdict of the judge, and record its problem if it has one."""
    if verdict.kind in (VerdictKind.PASSED, VerdictKind.QUALITY_WARNING):
        tally.add("executions")
        tally.add("compilations")
    else:
        tally.add(verdict.kind.value)
        tally.report_verdict(verdict)
