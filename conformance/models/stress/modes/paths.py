"""Modes with bursts, fenced executions, the compilation cache, device memory and mapped files."""

from __future__ import annotations

from collections.abc import Callable

from conformance.hal import Version
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.models.inference import ExecutionMode, modes_of
from conformance.models.stress.context import ModeContext
from conformance.models.stress.load import judged_work
from conformance.models.stress.modes.parallel import inference_works


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
