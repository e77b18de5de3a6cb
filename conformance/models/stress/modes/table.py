"""All modes with their names, what they do, and the parameters of MLTS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from conformance.hal import Version
from conformance.models.inference import ExecutionMode
from conformance.models.stress.context import ModeContext
from conformance.models.stress.modes import clients, degradation, parallel, random_graphs, recovery
from conformance.models.stress.settings import MltsScale
from conformance.text import did_you_mean


@dataclass(frozen=True, slots=True)
class Mode:
    """A stress or crash test.

    Attributes:
        summary: what the mode does, for the help text.
        original: the parameters of the test of MLTS, or of the most similar one.
        in_process: whether the driver runs in the process of its client.
        measures: whether the mode measures times, which another mode at the same time would change.
        has_clients: whether the mode needs client processes.

    """

    name: str
    summary: str
    run: Callable[[ModeContext], None]
    original: MltsScale
    in_process: bool = False
    has_clients: bool = False
    measures: bool = False


def _multi_process_modes(rates: Sequence[int], *, compile_only: bool) -> list[Mode]:
    load = "model-load" if compile_only else "inference"
    verb = "compile" if compile_only else "execute"
    return [
        Mode(
            f"multi-process-{load}/kill-{rate}",
            f"several client processes {verb}; {rate} % of them are killed",
            clients.multi_process_mode(rate, compile_only=compile_only),
            MltsScale(1200, 10, 6),
            has_clients=True,
        )
        for rate in rates
    ]


INFERENCE_KILL_RATES: Final = (0, 80)
MODEL_LOAD_KILL_RATES: Final = (0, 50, 100)
"""Shares of killed clients in percent, as in MLTS."""


def all_modes(kill_rates: Sequence[int] = ()) -> list[Mode]:
    """Return all modes; ``kill_rates`` replaces the rates of MLTS."""
    return [
        *_parallel_modes(),
        Mode(
            "client-early-termination",
            "a client that compiles is killed; the driver must continue to work",
            clients.run_client_early_termination,
            MltsScale(70, 4),
            has_clients=True,
        ),
        *_multi_process_modes(kill_rates or INFERENCE_KILL_RATES, compile_only=False),
        *_multi_process_modes(kill_rates or MODEL_LOAD_KILL_RATES, compile_only=True),
        *_path_modes(),
        *_graph_modes(),
        Mode(
            "performance-degradation",
            "the latency of a model without and with simultaneous compilations of it",
            degradation.run_performance_degradation,
            MltsScale(25, 1),
            measures=True,
        ),
        Mode(
            "low-memory",
            "the memory of the driver's process is limited, later no longer",
            recovery.run_low_memory,
            MltsScale(70, 1),
        ),
        Mode(
            "driver-death-recovery",
            "the driver's process is killed during executions and started again",
            recovery.run_driver_death_recovery,
            MltsScale(70, 4),
        ),
        Mode(
            "death-without-error",
            "the driver must not die while it is idle after a load",
            recovery.run_death_without_error,
            MltsScale(70, 4),
        ),
    ]


def _parallel_modes() -> list[Mode]:
    return [
        Mode(
            "parallel-inference",
            "threads execute all models; the driver has its own process",
            parallel.run_parallel_inference,
            MltsScale(1800, 8),
        ),
        Mode(
            "parallel-inference-in-process",
            "threads execute all models in the process of the driver",
            parallel.run_parallel_inference_in_process,
            MltsScale(1200, 12),
            in_process=True,
        ),
        Mode(
            "model-load",
            "one thread compiles all models repeatedly",
            parallel.run_model_load,
            MltsScale(1800, 1),
        ),
        Mode(
            "parallel-model-load",
            "threads compile all models repeatedly",
            parallel.run_parallel_model_load,
            MltsScale(70, 4),
        ),
    ]


def _graph_modes() -> list[Mode]:
    return [
        Mode(
            "random-graph-model-load",
            "threads compile random graphs",
            random_graphs.random_graph_mode(compile_only=True),
            MltsScale(900, 1),
        ),
        Mode(
            "random-graph-inference",
            "threads compile and execute random graphs",
            random_graphs.random_graph_mode(compile_only=False),
            MltsScale(900, 1),
        ),
    ]


def _path_modes() -> list[Mode]:
    burst = ExecutionMode.BURST, Version.V1_2, "bursts"
    fenced = ExecutionMode.FENCED, Version.V1_3, "fenced executions"
    cache = "cached", Version.V1_2, "compilation cache"
    domain = "domain", Version.V1_3, "driver-managed buffers"
    modes = (
        ("burst", "threads execute through bursts", parallel.execution_mode(*burst)),
        ("fenced", "threads execute fenced", parallel.execution_mode(*fenced)),
        ("cached", "clients compile from the compilation cache", parallel.path_mode(*cache)),
        (
            "device-memory",
            "clients execute with driver-managed buffers",
            parallel.path_mode(*domain),
        ),
        (
            "memory-mapped-model-load",
            "clients compile and execute models whose data is in mapped files",
            parallel.path_mode("mmap_fd", Version.V1_0, "memory-mapped files"),
        ),
    )
    return [Mode(name, summary, run, MltsScale(70, 4)) for name, summary, run in modes]


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
