"""All modes with their names and what they do, and the run of one mode."""

from __future__ import annotations

import faulthandler
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from typing import Any, Final

from conformance.cases.example import Example
from conformance.drivers import DriverLoadError
from conformance.drivers.driver import Driver
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.models.inference import ExecutionMode, modes_of
from conformance.models.stress.clients import (
    START_SECONDS,
    ChildProcess,
    run_client_early_termination,
    run_clients,
)
from conformance.models.stress.context import (
    BOTH,
    ModeContext,
    ModeEndedError,
    NotRunError,
    Problem,
    StressSettings,
)
from conformance.models.stress.degradation import run_performance_degradation
from conformance.models.stress.load import judged_work, model_works
from conformance.models.stress.models import INPUTS, ModelCheck
from conformance.models.stress.random_graphs import run_random_graphs
from conformance.models.stress.recovery import (
    run_death_without_error,
    run_driver_death_recovery,
    run_low_memory,
)
from conformance.results.run_statistics import STRESS
from conformance.text import did_you_mean
from conformance.verdicts import Verdict, VerdictKind


@dataclass(frozen=True, slots=True)
class Mode:
    """A stress or crash test.

    Attributes:
        in_process: whether the driver runs in the process of its client.
        measures: whether the mode measures times, which another mode at the same time would change.

    """

    name: str
    run: Callable[[ModeContext], None]
    in_process: bool = False
    measures: bool = False


def run_mode(
    driver: str, mode: Mode, models: Sequence[ModelCheck], settings: StressSettings
) -> Verdict:
    """Run one mode on a driver and return its verdict; afterwards its processes have ended.

    The time is bounded by the limits of single calls; a mode in a process of its own has a limit
    for each step.
    """
    start = time.monotonic()
    run = _run_in_process if mode.in_process else _verdict
    verdict = run(mode, ModeContext(driver, settings, models))
    return replace(verdict, durations={"stress": time.monotonic() - start})


def _verdict(mode: Mode, context: ModeContext) -> Verdict:
    not_run: NotRunError | None = None
    try:
        mode.run(context)
    except ModeEndedError:
        pass
    except NotRunError as error:
        not_run = error
    except DriverLoadError as error:
        context.fail(str(error))
    except Exception as error:
        context.report_error(error, mode.name)
    return context.verdict(f"{STRESS}{mode.name}", not_run)


def _run_in_process(mode: Mode, context: ModeContext) -> Verdict:
    """Run a mode in a new process, which the driver can end or block."""
    settings, limits = context.settings, context.settings.limits
    step = max(
        limits.start,
        limits.query + limits.prepare + INPUTS * limits.execute,
        settings.seconds + 2 * settings.grace + limits.free,
    )
    sources = [check.source for check in context.checks]
    child = ChildProcess(_run_here, context.driver, mode.name, sources, settings)
    verdict: Verdict | None = None
    kind, reason = VerdictKind.CRASH, ""
    try:
        while verdict is None:
            verdict = child.receive(step + START_SECONDS)
    except TimeoutError:
        kind, reason = VerdictKind.HANG, f"did not end a step within {step:g} s and was ended"
    except EOFError:
        pass
    finally:
        status, lines = child.end()
    if verdict is not None:
        return verdict
    reason = f"the process of client and driver {reason or status}"
    context.report(Problem(kind, reason, BOTH, lines))
    return context.verdict(f"{STRESS}{mode.name}")


def _run_here(
    send: Callable[[object], None],
    driver: str,
    name: str,
    sources: Sequence[tuple[str, tuple[Example, ...]]],
    settings: StressSettings,
) -> None:
    """Run a mode in this process; send ``None`` after each step, and at the end the verdict."""
    faulthandler.enable()
    (mode,) = select_modes(name)
    checks = [ModelCheck(*source) for source in sources]
    send(_verdict(mode, ModeContext(driver, settings, checks, BOTH, lambda: send(None))))


# --------------------------------------------------------------------------- the modes


def _run_models(context: ModeContext, **options: Any) -> None:
    """Compile all models and execute them by threads of one client, by default in the usual mode.

    ``options`` are those of ``model_works``. In the mode BURST, each prepared model is executed
    through one burst.
    """
    mode = options.get("mode")
    with context.isolated_driver() as device:
        if mode is not None and mode not in modes_of(device.version):
            raise NotRunError(f"HAL {device.version} has no {mode} executions")
        models = context.supported_models(device)
        context.run_load(lambda: model_works(context, device, models, **options))


def _run_in_client(context: ModeContext) -> None:
    context.opened = Driver.open(context.driver, isolate=False)
    device = context.opened.device
    models = context.supported_models(device)
    context.run_load(lambda: model_works(context, device, models))


def _run_path(context: ModeContext, words: str) -> None:
    """Run all models by several clients along a path of the harness.

    ``words`` follow the usual mode of the driver's HAL version and the preference in the path's id.
    """
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        path = ExecutionPath.parse(f"{modes_of(device.version)[0]}-fast{words}")
        with context.clients() as clients:
            context.run_load(
                lambda: [
                    partial(judged_work, context, client, models, number, path)
                    for number, client in enumerate(clients)
                ],
            )


def _clients(name: str, kill_rate: int, *, compile_only: bool) -> Mode:
    run: Any = partial(run_clients, kill_rate=kill_rate, compile_only=compile_only)
    return Mode(f"multi-process-{name}/kill-{kill_rate}", run)


MODES: Final = (
    Mode("parallel-inference", _run_models),
    Mode("parallel-inference-in-process", _run_in_client, in_process=True),
    Mode("model-load", partial(_run_models, threads=1, compile_only=True)),
    Mode("parallel-model-load", partial(_run_models, compile_only=True)),
    Mode("client-early-termination", run_client_early_termination),
    # The shares of killed clients are those of MLTS.
    _clients("inference", 0, compile_only=False),
    _clients("inference", 80, compile_only=False),
    _clients("model-load", 0, compile_only=True),
    _clients("model-load", 50, compile_only=True),
    _clients("model-load", 100, compile_only=True),
    Mode("burst", partial(_run_models, mode=ExecutionMode.BURST)),
    Mode("fenced", partial(_run_models, mode=ExecutionMode.FENCED)),
    Mode("cached", partial(_run_path, words="-cached")),
    Mode("device-memory", partial(_run_path, words="-domain")),
    Mode("memory-mapped-model-load", partial(_run_path, words="-mmap_fd")),
    Mode("random-graph-model-load", partial(run_random_graphs, compile_only=True)),
    Mode("random-graph-inference", partial(run_random_graphs, compile_only=False)),
    Mode("performance-degradation", run_performance_degradation, measures=True),
    Mode("low-memory", run_low_memory),
    Mode("driver-death-recovery", run_driver_death_recovery),
    Mode("death-without-error", run_death_without_error),
)
"""All modes; docs/how-to/stress.md describes them."""


def select_modes(pattern: str) -> list[Mode]:
    """Return the modes whose names match a pattern; raise ``ValueError`` if there is none."""
    modes = [mode for mode in MODES if fnmatchcase(mode.name, pattern)]
    if not modes:
        names = [mode.name for mode in MODES]
        near = did_you_mean(pattern, names)
        raise ValueError(f"no mode matches {pattern!r}; there are: {', '.join(names)}{near}")
    return modes
