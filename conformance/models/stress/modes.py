"""All modes with their names, what they do, and the parameters of MLTS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from typing import Final

from conformance.hal import Version
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.models.inference import ExecutionMode, modes_of
from conformance.models.stress.clients import run_client_early_termination, run_clients
from conformance.models.stress.context import ModeContext
from conformance.models.stress.degradation import run_performance_degradation
from conformance.models.stress.load import (
    MltsScale,
    compilation_works,
    inference_works,
    judged_work,
)
from conformance.models.stress.random_graphs import run_random_graphs
from conformance.models.stress.recovery import (
    run_death_without_error,
    run_driver_death_recovery,
    run_low_memory,
)
from conformance.text import did_you_mean


@dataclass(frozen=True, slots=True)
class Mode:
    """A stress or crash test.

    Attributes:
        summary: what the mode does, for the help text.
        original: the parameters of the test of MLTS, or of the most similar one.
        in_process: whether the driver runs in the process of its client.
        measures: whether the mode measures times, which another mode at the same time would change.

    """

    name: str
    summary: str
    run: Callable[[ModeContext], None]
    original: MltsScale
    in_process: bool = False
    measures: bool = False


def _run_inference(context: ModeContext, *, in_process: bool) -> None:
    opened = context.driver_in_this_process if in_process else context.isolated_driver
    with opened() as device:
        models = context.supported_models(device)
        context.run_load(lambda: inference_works(device, models, context.tally, context.settings))


def _run_model_load(context: ModeContext, *, threads: int = 0) -> None:
    settings = replace(context.settings, threads=threads or context.settings.threads)
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        context.run_load(lambda: compilation_works(device, models, context.tally, settings))


def _run_execution_mode(
    context: ModeContext, *, mode: ExecutionMode, since: Version, feature: str
) -> None:
    """Execute all models on several threads by a call that HAL ``since`` has."""
    tally, settings = context.tally, context.settings
    with context.isolated_driver() as device:
        context.require_version(device, since, feature)
        models = context.supported_models(device)
        context.run_load(lambda: inference_works(device, models, tally, settings, mode=mode))


def _run_path(context: ModeContext, *, words: str, since: Version, feature: str) -> None:
    """Run all models by several clients along a path of the harness.

    ``words`` follow the mode and the preference in the path's id.
    """
    tally, limits = context.tally, context.settings.limits
    with context.isolated_driver() as device:
        context.require_version(device, since, feature)
        models = context.supported_models(device)
        path = ExecutionPath.parse(f"{modes_of(device.version)[0]}-fast-{words}")
        context.phase("the connection of the clients", limits.query)
        with context.clients(context.settings.threads) as clients:
            context.run_load(
                lambda: [
                    judged_work(client, models, tally, number, path, limits.execute)
                    for number, client in enumerate(clients)
                ],
            )


INFERENCE_KILL_RATES: Final = (0, 80)
MODEL_LOAD_KILL_RATES: Final = (0, 50, 100)
"""Shares of killed clients in percent, as in MLTS."""


def all_modes(kill_rates: Sequence[int] = ()) -> list[Mode]:
    """Return all modes; ``kill_rates`` replaces the rates of MLTS."""
    return [
        *_MODES_OF_ONE_CLIENT,
        *(
            Mode(
                f"multi-process-{load}/kill-{rate}",
                f"several client processes {verb}; {rate} % of them are killed",
                partial(run_clients, kill_rate=rate, compile_only=compile_only),
                MltsScale(1200, 10, 6),
            )
            for load, verb, compile_only, rates in (
                ("inference", "execute", False, kill_rates or INFERENCE_KILL_RATES),
                ("model-load", "compile", True, kill_rates or MODEL_LOAD_KILL_RATES),
            )
            for rate in rates
        ),
        *_OTHER_MODES,
    ]


_MODES_OF_ONE_CLIENT: Final = (
    Mode(
        "parallel-inference",
        "threads execute all models; the driver has its own process",
        partial(_run_inference, in_process=False),
        MltsScale(1800, 8),
    ),
    Mode(
        "parallel-inference-in-process",
        "threads execute all models in the process of the driver",
        partial(_run_inference, in_process=True),
        MltsScale(1200, 12),
        in_process=True,
    ),
    Mode(
        "model-load",
        "one thread compiles all models repeatedly",
        partial(_run_model_load, threads=1),
        MltsScale(1800, 1),
    ),
    Mode(
        "parallel-model-load",
        "threads compile all models repeatedly",
        _run_model_load,
        MltsScale(70, 4),
    ),
    Mode(
        "client-early-termination",
        "a client that compiles is killed; the driver must continue to work",
        run_client_early_termination,
        MltsScale(70, 4),
    ),
)

_OTHER_MODES: Final = (
    Mode(
        "burst",
        "threads execute through bursts",
        partial(
            _run_execution_mode, mode=ExecutionMode.BURST, since=Version.V1_2, feature="bursts"
        ),
        MltsScale(70, 4),
    ),
    Mode(
        "fenced",
        "threads execute fenced",
        partial(
            _run_execution_mode,
            mode=ExecutionMode.FENCED,
            since=Version.V1_3,
            feature="fenced executions",
        ),
        MltsScale(70, 4),
    ),
    Mode(
        "cached",
        "clients compile from the compilation cache",
        partial(_run_path, words="cached", since=Version.V1_2, feature="compilation cache"),
        MltsScale(70, 4),
    ),
    Mode(
        "device-memory",
        "clients execute with driver-managed buffers",
        partial(_run_path, words="domain", since=Version.V1_3, feature="driver-managed buffers"),
        MltsScale(70, 4),
    ),
    Mode(
        "memory-mapped-model-load",
        "clients compile and execute models whose data is in mapped files",
        partial(_run_path, words="mmap_fd", since=Version.V1_0, feature="memory-mapped files"),
        MltsScale(70, 4),
    ),
    Mode(
        "random-graph-model-load",
        "threads compile random graphs",
        partial(run_random_graphs, compile_only=True),
        MltsScale(900, 1),
    ),
    Mode(
        "random-graph-inference",
        "threads compile and execute random graphs",
        partial(run_random_graphs, compile_only=False),
        MltsScale(900, 1),
    ),
    Mode(
        "performance-degradation",
        "the latency of a model without and with simultaneous compilations of it",
        run_performance_degradation,
        MltsScale(25, 1),
        measures=True,
    ),
    Mode(
        "low-memory",
        "the memory of the driver's process is limited, later no longer",
        run_low_memory,
        MltsScale(70, 1),
    ),
    Mode(
        "driver-death-recovery",
        "the driver's process is killed during executions and started again",
        run_driver_death_recovery,
        MltsScale(70, 4),
    ),
    Mode(
        "death-without-error",
        "the driver must not die while it is idle after a load",
        run_death_without_error,
        MltsScale(70, 4),
    ),
)


def select_modes(modes: Sequence[Mode], patterns: Sequence[str]) -> list[Mode]:
    """Return the modes whose names match one of the patterns; all modes without patterns.

    Raise ``ValueError`` for a pattern that matches no mode.
    """
    if not patterns:
        return list(modes)
    for pattern in patterns:
        if not any(fnmatchcase(mode.name, pattern) for mode in modes):
            names = [mode.name for mode in modes]
            near = did_you_mean(pattern, names)
            raise ValueError(f"no mode matches {pattern!r}; there are: {', '.join(names)}{near}")
    return [mode for mode in modes if any(fnmatchcase(mode.name, one) for one in patterns)]
