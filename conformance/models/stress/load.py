"""The load of a mode: threads that execute and compile models."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Sequence
from functools import partial
from typing import Final

from conformance.hal import Device
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.models.inference import ExecutionMode, InferenceSession, compile_model, modes_of
from conformance.models.stress.context import ModeContext, Work
from conformance.models.stress.models import ModelCheck
from conformance.run.case_runner import CaseRunner
from conformance.verdicts import VerdictKind

_MAX_SLICE_SECONDS: Final = 1.0
"""Longest time for which a thread executes one model before it changes to the next."""


def model_works(
    context: ModeContext,
    device: Device,
    models: Sequence[ModelCheck],
    *,
    threads: int = 0,
    first: int = 0,
    compile_only: bool = False,
    mode: ExecutionMode | None = None,
    pause: tuple[float, float] = (0.0, 0.0),
) -> list[Work]:
    """Return the work of each thread: compile all models in turn and execute each for a while.

    With ``compile_only``, each is executed once. ``threads`` and ``mode`` are by default those of
    the settings and the usual one of the HAL version. ``first`` is the number of the first thread.
    A thread pauses after each model for a random time between the two seconds of ``pause``.
    """
    used = mode or modes_of(device.version)[0]
    limits = context.settings.limits
    seconds = min(_MAX_SLICE_SECONDS, context.settings.seconds / (8 * len(models)))
    if compile_only:
        seconds = 0.0

    def run_model(check: ModelCheck, turn: int) -> None:
        prepared = compile_model(device, check.model, limits.prepare)
        context.add("compilations")
        with InferenceSession(prepared, check.model, mode=used, timeout=limits.execute) as session:
            end = time.monotonic() + seconds
            for execution in itertools.count(turn):
                context.execute(session, check, execution, "under load")
                context.add("executions")
                if context.stop.is_set() or time.monotonic() >= end:
                    return

    def work(number: int) -> None:
        source = random.Random(number)
        for turn in itertools.count(number):
            if context.stop.is_set():
                return
            check = models[turn % len(models)]
            try:
                run_model(check, turn)
            except Exception as error:
                context.report_error(error, f"{check.name} under load")
            if pause[1]:
                context.stop.wait(source.uniform(*pause))

    return [partial(work, first + number) for number in range(threads or context.settings.threads)]


def judged_work(
    context: ModeContext,
    device: Device,
    models: Sequence[ModelCheck],
    number: int,
    path: ExecutionPath,
) -> None:
    """Run all models in turn along an execution path of the harness, until the load ends.

    Each thread needs its own device, because the judge releases all objects after each case.
    The work ends when the path applies to none of the models.
    """
    options = JudgeOptions(context.settings.limits.execute, pause_every=2039)
    runner = CaseRunner(device, options)
    turn, not_executed = number, 0
    while not context.stop.is_set() and not_executed < len(models):
        check = models[turn % len(models)]
        example = check.examples[turn % len(check.examples)]
        turn += 1
        (verdict,) = runner.run(
            example.example, check.name, [path], interval_check=example.intervals
        )
        context.report_verdict(verdict)
        optional = verdict.kind in (VerdictKind.NOT_APPLICABLE, VerdictKind.DECLINED)
        not_executed = not_executed + 1 if optional else 0
