"""Modes that compile or execute random graphs on several threads."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from typing import Final

from conformance.cases.example import Example
from conformance.hal import Device, ErrorStatus
from conformance.harness.calls import driver_calls
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.models.inference import compile_model, modes_of
from conformance.models.stress.context import ModeContext, NotRunError
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.run.case_runner import CaseRunner
from conformance.verdicts import Verdict, VerdictKind
from generators.oracle import case_id, random_example
from generators.supported_profile import narrowing

_PROFILE: Final = "default"
_MAX_SUSPECTS: Final = 16
"""Number of graphs that are executed again without load, at most."""

_REPETITIONS: Final = 3
"""Number of times that each graph is executed."""


def run_random_graphs(context: ModeContext, *, compile_only: bool) -> None:
    """Compile random graphs on several clients; unless ``compile_only``, execute them, too.

    A graph that fails under load is executed again in a new process of the driver, without load. If
    it fails there too, the load is not the cause; ``pytest`` reports such a failure.
    """
    settings, timeout = context.settings, context.settings.limits.execute
    lock, remaining, tried = threading.Lock(), settings.graphs, 0
    suspects: list[tuple[Example, Verdict]] = []
    with context.isolated_driver() as opened:
        version = opened.version
        profile = narrowing(_PROFILE, context.driver, version, settings.seed).profile
        path = ExecutionPath.parse(f"{modes_of(version)[0]}-fast")

        def supported_graphs(device: Device) -> Iterator[tuple[str, Example]]:
            """Yield the graphs that the driver supports until the load ends."""
            nonlocal remaining, tried
            while not context.stop.is_set():
                with lock:
                    if remaining <= 0:
                        return
                    remaining -= 1
                    seed = settings.seed + tried
                    tried += 1
                example = random_example(profile, seed, version)
                status, flags = driver_calls.get_supported_operations(device, example.model)
                if status == ErrorStatus.NONE and not all(flags):
                    context.add("graphs_declined")
                    with lock:
                        remaining += 1
                    continue
                context.add("graphs")
                yield case_id(profile, seed), example

        def compile_graphs(device: Device) -> None:
            for name, example in supported_graphs(device):
                try:
                    compile_model(device, example.model, timeout)
                    context.add("compilations")
                except Exception as error:
                    context.report_error(error, name)

        def judge(runner: CaseRunner, example: Example, name: str) -> Verdict:
            check = OutputIntervalCheck(example)
            (verdict,) = runner.run(example, name, [path], interval_check=check)
            return verdict

        def execute_graphs(device: Device) -> None:
            runner = CaseRunner(device, JudgeOptions(timeout, pause_every=2039))
            for name, example in supported_graphs(device):
                for _ in range(_REPETITIONS):
                    verdict = judge(runner, example, name)
                    if verdict.kind is not VerdictKind.FAILED:
                        context.report_verdict(verdict)
                        continue
                    context.add("executions")
                    if len(suspects) < _MAX_SUSPECTS:
                        suspects.append((example, verdict))
                    break

        work = compile_graphs if compile_only else execute_graphs
        with context.clients() as clients:
            context.run_load(
                lambda: [partial(work, client) for client in clients],
                detect_leaks=False,  # each graph is new, so the driver's caches keep growing
                may_do_nothing=True,
            )
        if suspects:
            context.expected_deaths += 1
            context.opened.kill()
            context.opened.own_process.ensure_process()
        runner = CaseRunner(context.opened, JudgeOptions(timeout))
        for example, failed in suspects:
            verdict = judge(runner, example, failed.case_id)
            if verdict.kind.blames_driver and verdict.rule == failed.rule:
                context.add("graphs_wrong_without_load")
            else:
                context.report_verdict(failed)
        if not context.operations:
            raise NotRunError(
                f"the driver supports none of {tried} random graphs of profile {profile}",
                VerdictKind.DECLINED,
            )
