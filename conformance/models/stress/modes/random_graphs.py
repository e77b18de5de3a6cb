"""Modes that compile or execute random graphs on several threads."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from conformance.cases.example import Example
from conformance.drivers.own_process import IsolatedDevice
from conformance.hal import Device, ErrorStatus, Version
from conformance.harness.calls import driver_calls
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.models.inference import compile_model, modes_of
from conformance.models.stress.context import ModeContext
from conformance.models.stress.load import Work, count_verdict
from conformance.models.stress.tally import NotRunError
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.verdicts import Verdict, VerdictKind
from generators.oracle import case_id, random_example
from generators.supported_profile import narrowing

_PROFILE: Final = "default"
_PROBE_SECONDS: Final = 60.0
"""Limit for the queries of what the driver supports."""

_MAX_SUSPECTS: Final = 16
"""Number of graphs that are executed again without load, at most."""

_REPETITIONS: Final = 3
"""Number of times that each graph is executed."""


def random_graph_mode(*, compile_only: bool) -> Callable[[ModeContext], None]:
    """Return a mode that compiles random graphs, or also executes them."""

    def run(context: ModeContext) -> None:
        settings = context.settings
        with context.isolated_driver() as device:
            context.phase(
                "the queries of supported operations", _PROBE_SECONDS + settings.limits.start
            )
            version = device.version
            chosen = narrowing(_PROFILE, context.driver, version, settings.seed)
            graphs = _Graphs(context, chosen.profile, version)
            context.phase("the connection of the clients", settings.limits.query)
            with context.clients(device, settings.threads) as clients:
                context.run_load(
                    device,
                    lambda: [
                        _graph_work(context, client, graphs, version, compile_only)
                        for client in clients
                    ],
                    detect_leaks=False,  # each graph is new, so the driver's caches keep growing
                    rounds=1,
                    may_do_nothing=True,
                )
            context.end_if_failed()
            if graphs.suspects:
                _execute_suspects_alone(context, device, graphs.suspects, version)
            if not context.tally.operations:
                raise NotRunError(
                    f"the driver supports none of {graphs.tried} random graphs of profile "
                    f"{chosen.profile}",
                    lacks_models=True,
                )

    return run


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A graph whose execution under load failed."""

    name: str
    example: Example
    verdict: Verdict


def _execute_suspects_alone(
    context: ModeContext, device: IsolatedDevice, suspects: Sequence[_Suspect], version: Version
) -> None:
    """Execute the failed graphs again in a new process of the driver, without load.

    If a graph fails there too, the load is not the cause; ``pytest`` reports such a failure.
    """
    context.phase(
        "the start of the driver for graphs that failed under load", context.settings.limits.start
    )
    context.expected_deaths += 1
    device.restart()
    device.ensure_process()
    timeout = context.settings.limits.execute
    judge = Judge(device, JudgeOptions(timeout))
    path = ExecutionPath.parse(f"{modes_of(version)[0]}-fast")
    for suspect in suspects:
        context.phase(f"{suspect.name} without load", context.call_seconds)
        intervals = OutputIntervalCheck(suspect.example)
        (verdict,) = judge.judge(suspect.example, suspect.name, [path], interval_check=intervals)
        if verdict.kind.blames_driver and verdict.rule == suspect.verdict.rule:
            context.tally.add("graphs_wrong_without_load")
        else:
            context.tally.report_verdict(suspect.verdict)


class _Graphs:
    """The seeds of the graphs that all threads share; at most ``graphs`` are executed."""

    def __init__(self, context: ModeContext, profile: str, version: Version) -> None:
        self.profile = profile
        self._version = version
        self._seeds = itertools.count(context.settings.seed)
        self._remaining = context.settings.graphs
        self._lock = threading.Lock()
        self.tried = 0
        self.suspects: list[_Suspect] = []

    def next(self, device: Device, context: ModeContext) -> Iterator[tuple[str, Example]]:
        """Yield the graphs that the driver supports until the load ends."""
        while not context.tally.stop.is_set():
            with self._lock:
                if self._remaining <= 0:
                    return
                self._remaining -= 1
                seed = next(self._seeds)
                self.tried += 1
            example = random_example(self.profile, seed, self._version)
            status, flags = driver_calls.get_supported_operations(device, example.model)
            if status == ErrorStatus.NONE and not all(flags):
                context.tally.add("graphs_declined")
                with self._lock:
                    self._remaining += 1
                continue
            context.tally.add("graphs")
            yield case_id(self.profile, seed), example


def _graph_work(
    context: ModeContext, device: Device, graphs: _Graphs, version: Version, compile_only: bool
) -> Work:
    timeout, tally = context.settings.limits.execute, context.tally
    path = ExecutionPath.parse(f"{modes_of(version)[0]}-fast")

    def work() -> None:
        judge = Judge(device, JudgeOptions(timeout, pause_every=2039, structure_check_every=8))
        for name, example in graphs.next(device, context):
            if compile_only:
                try:
                    compile_model(device, example.model, timeout)
                except Exception as error:
                    tally.report_error(error, name)
                else:
                    tally.add("compilations")
                continue
            intervals = OutputIntervalCheck(example)
            for _ in range(_REPETITIONS):
                (verdict,) = judge.judge(example, name, [path], interval_check=intervals)
                if verdict.kind is not VerdictKind.FAILED:
                    count_verdict(verdict, tally)
                    continue
                tally.add("executions")
                if len(graphs.suspects) < _MAX_SUSPECTS:
                    graphs.suspects.append(_Suspect(name, example, verdict))
                break

    return work
