"""Modes in which the threads of one client execute or compile models at the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from conformance.hal import Device, Version
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.models.inference import ExecutionMode, modes_of
from conformance.models.stress.context import ModeContext
from conformance.models.stress.load import Work, compilation_work, inference_work, judged_work
from conformance.models.stress.models import ModelCheck

MAX_SLICE_SECONDS = 1.0
"""Longest time for which a thread executes one model before it changes to the next."""


def slice_seconds(seconds: float, models: int) -> float:
    """Return the seconds for which a thread executes one model."""
    return min(MAX_SLICE_SECONDS, seconds / (8 * models))


def inference_works(
    context: ModeContext,
    device: Device,
    models: Sequence[ModelCheck],
    mode: ExecutionMode | None = None,
) -> list[Work]:
    """Return the work of each thread: execute all models in turn.

    Without ``mode``, the usual one of the driver's HAL version is used.
    """
    settings = context.settings
    slices = slice_seconds(settings.seconds, len(models))
    return [
        inference_work(device, models, context.tally, number, settings.limits, slices, mode)
        for number in range(settings.threads)
    ]


def run_parallel_inference(context: ModeContext) -> None:
    """Execute all models on several threads; the driver has its own process."""
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        context.run_load(device, lambda: inference_works(context, device, models))


def run_parallel_inference_in_process(context: ModeContext) -> None:
    """Execute all models on several threads of the process that holds the driver."""
    with context.driver_in_this_process() as device:
        models = context.supported_models(device)
        context.run_load(device, lambda: inference_works(context, device, models))


def run_model_load(context: ModeContext) -> None:
    """Compile all models repeatedly on one thread, with one execution each."""
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        context.run_load(device, lambda: _compilation_works(context, device, models, 1))


def run_parallel_model_load(context: ModeContext) -> None:
    """Compile all models repeatedly on several threads, with one execution each."""
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        threads = context.settings.threads
        context.run_load(device, lambda: _compilation_works(context, device, models, threads))


def _compilation_works(
    context: ModeContext, device: Device, models: Sequence[ModelCheck], threads: int
) -> list[Work]:
    limits = context.settings.limits
    return [
        compilation_work(device, models, context.tally, number, limits) for number in range(threads)
    ]


def execution_mode(
    mode: ExecutionMode, since: Version, feature: str
) -> Callable[[ModeContext], None]:
    """Return a mode in which threads execute all models by a call that HAL ``since`` has."""

    def run(context: ModeContext) -> None:
        with context.isolated_driver() as device:
            context.require_version(device, since, feature)
            models = context.supported_models(device)
            context.run_load(device, lambda: inference_works(context, device, models, mode))

    return run


def path_mode(words: str, since: Version, feature: str) -> Callable[[ModeContext], None]:
    """Return a mode in which each client runs all models along a path of the harness.

    ``words`` follow the mode and the preference in the path's id.
    """

    def run(context: ModeContext) -> None:
        settings = context.settings
        with context.isolated_driver() as device:
            context.require_version(device, since, feature)
            models = context.supported_models(device)
            path = ExecutionPath.parse(f"{modes_of(device.version)[0]}-fast-{words}")
            context.phase("the connection of the clients", settings.limits.query)
            with context.clients(device, settings.threads) as clients:
                context.run_load(
                    device,
                    lambda: [
                        judged_work(
                            client, models, context.tally, number, path, settings.limits.execute
                        )
                        for number, client in enumerate(clients)
                    ],
                )

    return run
