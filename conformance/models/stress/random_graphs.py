"""Modes that compile or execute random graphs on several threads."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from typing import Final

from conformance.cases.example import Example
from conformance.hal import Device, ErrorStatus, Version
from conformance.harness.calls import driver_calls
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.models.inference import compile_model, modes_of
from conformance.models.stress.context import ModeContext
from conformance.models.stress.tally import NotRunError
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
    """Compile random graphs on several clients; unless ``compile_only``, execute them, too."""
    settings = context.settings
    with context.isolated_driver() as device:
        chosen = narrowing(_PROFILE, context.driver, device.version, settings.seed)
        graphs = _Graphs(context, chosen.profile, device.version)
        work = graphs.compile if compile_only else graphs.execute
        with context.clients(settings.threads) as clients:
            context.run_load(
                lambda: [partial(work, client) for client in clients],
                detect_leaks=False,  # each graph is new, so the driver's caches keep growing
                may_do_nothing=True,
            )
        if graphs.suspects:
            graphs.execute_suspects_alone()
        if not context.tally.operations:
            raise NotRunError(
                f"the driver supports none of {graphs.tried} random graphs of profile "
                f"{chosen.profile}",
                VerdictKind.DECLINED,
            )


class _Graphs:
    """The graphs that all threads share; at most ``graphs`` of them are executed.

    Attributes:
        tried: number of generated graphs.
        suspects: the graphs whose execution under load failed, with their verdicts.

    """

    def __init__(self, context: ModeContext, profile: str, version: Version) -> None:
        self._context, self._profile, self._version = context, profile, version
        self._path = ExecutionPath.parse(f"{modes_of(version)[0]}-fast")
        self._timeout = context.settings.limits.execute
        self._remaining = context.settings.graphs
        self._lock = threading.Lock()
        self.tried = 0
        self.suspects: list[tuple[Example, Verdict]] = []

    def _next(self, device: Device) -> Iterator[tuple[str, Example]]:
        """Yield the graphs that the driver supports until the load ends."""
        tally = self._context.tally
        while not tally.stop.is_set():
            with self._lock:
                if self._remaining <= 0:
                    return
                self._remaining -= 1
                seed = self._context.settings.seed + self.tried
                self.tried += 1
            example = random_example(self._profile, seed, self._version)
            status, flags = driver_calls.get_supported_operations(device, example.model)
            if status == ErrorStatus.NONE and not all(flags):
                tally.add("graphs_declined")
                with self._lock:
                    self._remaining += 1
                continue
            tally.add("graphs")
            yield case_id(self._profile, seed), example

    def compile(self, device: Device) -> None:
        """Compile graphs until the load ends."""
        tally = self._context.tally
        for name, example in self._next(device):
            try:
                compile_model(device, example.model, self._timeout)
                tally.add("compilations")
            except Exception as error:
                tally.report_error(error, name)

    def execute(self, device: Device) -> None:
        """Execute graphs until the load ends, each some times."""
        tally = self._context.tally
        options = JudgeOptions(self._timeout, pause_every=2039)
        runner = CaseRunner(device, options)
        for name, example in self._next(device):
            for _ in range(_REPETITIONS):
                verdict = self._verdict(runner, example, name)
                if verdict.kind is not VerdictKind.FAILED:
                    tally.report_verdict(verdict)
                    continue
                tally.add("executions")
                if len(self.suspects) < _MAX_SUSPECTS:
                    self.suspects.append((example, verdict))
                break

    def _verdict(self, runner: CaseRunner, example: Example, name: str) -> Verdict:
        check = OutputIntervalCheck(example)
        (verdict,) = runner.run(example, name, [self._path], interval_check=check)
        return verdict

    def execute_suspects_alone(self) -> None:
        """Execute the failed graphs again in a new process of the driver, without load.

        If a graph fails there too, the load is not the cause; ``pytest`` reports such a failure.
        """
        context = self._context
        context.expected_deaths += 1
        context.opened.kill()
        context.opened.own_process.ensure_process()
        runner = CaseRunner(context.opened, JudgeOptions(self._timeout))
        for example, failed in self.suspects:
            verdict = self._verdict(runner, example, failed.case_id)
            if verdict.kind.blames_driver and verdict.rule == failed.rule:
                context.tally.add("graphs_wrong_without_load")
            else:
                context.tally.report_verdict(failed)
