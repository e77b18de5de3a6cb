"""Modes about the death of the driver: recovery after it, and a death that no call reports."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from typing import Final

from conformance.drivers.own_process import CrashError, IsolatedDevice
from conformance.harness.calls.driver_calls import DriverCallError
from conformance.models.inference import InferenceSession, compile_model, modes_of
from conformance.models.stress.context import ModeContext
from conformance.models.stress.load import Work, run_threads
from conformance.models.stress.modes.parallel import inference_works
from conformance.models.stress.report import Outcome
from conformance.models.stress.result_check import ModelCheck
from conformance.models.stress.tally import Tally, problem_of

_DEATHS: Final = 3
"""Number of times that the driver's process is killed."""

_POLL_SECONDS: Final = 0.01


def run_driver_death_recovery(context: ModeContext) -> None:
    """Kill the driver's process during executions; it must start again with right results.

    Every call that is running must end with an error, as a call to a dead service does
    (DEAD_OBJECT).
    """
    settings, tally = context.settings, context.tally
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        for number in range(_DEATHS):
            context.phase(
                f"the load until death {number + 1} of the driver",
                settings.seconds + 3 * settings.grace + settings.limits.free,
            )
            _kill_during_load(context, device, models)
            context.end_if_failed()
            context.phase(
                f"the start of the driver after death {number + 1}",
                settings.limits.start * settings.limits.starts + settings.limits.query,
            )
            start = time.monotonic()
            device.ensure_process()
            tally.values[f"restart_{number + 1}_seconds"] = time.monotonic() - start
            context.check_results(device, models, "after the driver was killed and started again")
        tally.add("driver_deaths", _DEATHS)


def _kill_during_load(
    context: ModeContext, device: IsolatedDevice, models: list[ModelCheck]
) -> None:
    settings = context.settings
    load = Tally()
    works: list[Work] = [
        _work_until_death(context, device, models, load, number)
        for number in range(settings.threads)
    ]

    def kill() -> None:
        end = time.monotonic() + settings.grace
        while load.counts.get("ready", 0) < settings.threads and time.monotonic() < end:
            if load.stop.wait(_POLL_SECONDS):
                return
        time.sleep(settings.seconds / _DEATHS)
        process = device.process
        if process is not None and not load.problems:
            context.expected_deaths += 1
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    # The load ends with the death: all threads then get an error.
    run_threads([*works, kill], load, settings.seconds + 2 * settings.grace, settings.grace)
    device.take_late_error()
    context.tally.add_all({name: n for name, n in load.counts.items() if name != "ready"})
    for problem in load.problems:
        context.tally.report(problem)
    noticed = load.counts.get("calls_ended_by_death", 0)
    if not load.problems and noticed < settings.threads:
        context.tally.fail(
            f"{settings.threads - noticed} of {settings.threads} threads got no error although the "
            "driver's process was killed during their executions"
        )


def _work_until_death(
    context: ModeContext,
    device: IsolatedDevice,
    models: list[ModelCheck],
    load: Tally,
    number: int,
) -> Work:
    """Return the work that executes one model until the driver's process dies."""
    check = models[number % len(models)]
    example = check.examples[number % len(check.examples)]
    timeout = context.settings.limits.execute
    deaths = context.expected_deaths

    def work() -> None:
        try:
            prepared = compile_model(device, check.model, timeout)
            mode = modes_of(device.version)[0]
            with InferenceSession(prepared, check.model, mode=mode, timeout=timeout) as session:
                first = True
                while not load.stop.is_set():
                    session.overwrite_outputs(0x55)
                    if problem := example.problem(session.run(example.inputs)):
                        load.fail(f"{check.name} under load: {problem}")
                        return
                    load.add("executions")
                    if first:
                        load.add("ready")
                        first = False
        except Exception as error:
            if context.expected_deaths > deaths and _reports_death(error):
                load.add("calls_ended_by_death")
            else:
                load.report_error(error, f"{check.name} under load")

    return work


def _reports_death(error: Exception) -> bool:
    """Return whether an exception states that the driver's process ended."""
    if isinstance(error, DriverCallError):
        return error.finding.rule == "process.alive"
    return isinstance(error, CrashError)


def run_death_without_error(context: ModeContext) -> None:
    """Run a load, then make no calls for a while: the driver must not die during this time."""
    settings, tally = context.settings, context.tally
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        context.phase("the load", settings.seconds + settings.grace)
        if not run_threads(
            inference_works(context, device, models), tally, settings.seconds / 2, settings.grace
        ):
            context.add_traces(device)
        context.end_if_failed()
        context.phase("the idle time", settings.seconds + settings.limits.free)
        error = device.end_case()
        end = time.monotonic() + settings.seconds / 2
        while error is None and time.monotonic() < end:
            time.sleep(min(0.05, settings.seconds / 10))
            error = device.take_late_error()
        if error is not None:
            problem = problem_of(error, "while the driver was idle", tally.driver)
            tally.report(problem)
            if problem.outcome is Outcome.CRASH:
                tally.add("deaths_without_error")
        context.end_if_failed()
        context.check_results(device, models, "after the idle time")
