"""Modes about the death of the driver and about a driver that cannot allocate much memory."""

from __future__ import annotations

import os
import resource
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from conformance.drivers.driver import Driver
from conformance.drivers.own_process import CrashError
from conformance.hal import Device, ErrorStatus
from conformance.harness.calls.driver_calls import DriverCallError
from conformance.models.inference import (
    InferenceError,
    InferenceSession,
    ModelDeclinedError,
    compile_model,
    modes_of,
    opened_session,
    prepare,
)
from conformance.models.stress.context import RESOURCE_STATUSES, ModeContext, NotRunError
from conformance.models.stress.load import model_works
from conformance.models.stress.models import ModelCheck, addition_model, with_reference_results
from conformance.verdicts import VerdictKind

_ELEMENTS: Final = 1 << 22
"""Elements of each vector of the large addition: 16 MiB of float32."""

_SPARE_BYTES: Final = 12 << 20
"""Memory that the process may still allocate: less than one large vector."""

_PERMITTED: Final = (*RESOURCE_STATUSES, ErrorStatus.GENERAL_FAILURE)


def run_low_memory(context: ModeContext) -> None:
    """Compile and execute small and large models with little memory, and again without the limit.

    A driver may refuse a request for lack of memory. It must not die or return wrong results, and
    it must work again when there is memory.
    """
    settings = context.settings
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        random = np.random.default_rng(9)
        large = with_reference_results(
            f"addition of {_ELEMENTS} elements",
            addition_model(_ELEMENTS),
            [[random.random((1, _ELEMENTS), np.float32) for _ in range(2)]],
            use_intervals=False,
        )
        try:
            prepare(device, large.model, settings.limits.prepare)
        except ModelDeclinedError as error:
            raise NotRunError(f"the mode needs a large addition: {error}") from None
        except Exception as error:
            context.report_error(error, "the large addition without load")
        context.end_if_failed()
        with _little_memory(context.opened):
            end = time.monotonic() + settings.seconds
            while time.monotonic() < end and not context.problems:
                for check in (large, *models):
                    _execute_with_little_memory(context, device, check)
                    context.end_if_failed()
        context.check_results(device, [*models, large], "when there is memory again")


@contextmanager
def _little_memory(driver: Driver) -> Iterator[None]:
    process, pid = driver.own_process, driver.pid
    if not pid:
        raise NotRunError("the driver's process has ended")
    # The private writable memory with stacks, which RLIMIT_DATA bounds.
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[5])
    limit = pages * resource.getpagesize() + _SPARE_BYTES
    soft, hard = resource.prlimit(pid, resource.RLIMIT_DATA)
    bounded = limit if soft == resource.RLIM_INFINITY else min(limit, soft)
    resource.prlimit(pid, resource.RLIMIT_DATA, (bounded, hard))
    try:
        yield
    finally:
        if process.pid == pid and not process.has_ended():
            resource.prlimit(pid, resource.RLIMIT_DATA, (soft, hard))


def _execute_with_little_memory(context: ModeContext, device: Device, check: ModelCheck) -> None:
    """Compile and execute a model; a refusal for lack of memory is counted."""
    settings = context.settings
    try:
        prepared = compile_model(device, check.model, settings.limits.prepare)
        context.add("compilations")
        mode, timeout = modes_of(device.version)[0], settings.limits.execute
        with InferenceSession(prepared, check.model, mode=mode, timeout=timeout) as session:
            context.execute_examples(session, check, "while memory is short")
        context.add("executions", len(check.examples))
    except Exception as error:
        if isinstance(error, InferenceError) and error.status in _PERMITTED:
            context.add("refused_for_memory")
        else:
            context.report_error(error, f"{check.name} while memory is short")


_DEATHS: Final = 3
"""Number of times that the driver's process is killed."""

_POLL_SECONDS: Final = 0.01


def run_driver_death_recovery(context: ModeContext) -> None:
    """Kill the driver's process during executions; it must start again with right results.

    Every call that is running must end with an error, as a call to a dead service does
    (DEAD_OBJECT).
    """
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        for number in range(_DEATHS):
            _kill_during_load(context, device, models)
            context.end_if_failed()
            start = time.monotonic()
            context.opened.own_process.ensure_process()
            context.values[f"restart_{number + 1}_seconds"] = time.monotonic() - start
            context.check_results(device, models, "after the driver was killed and started again")
        context.add("driver_deaths", _DEATHS)


def _kill_during_load(context: ModeContext, device: Device, models: list[ModelCheck]) -> None:
    settings, killed = context.settings, threading.Event()
    executing: set[int] = set()
    noticed: list[int] = []

    def execute(number: int) -> None:
        """Execute one model until the driver's process dies."""
        check = models[number % len(models)]
        timeout = settings.limits.execute
        try:
            with opened_session(device, check.model, timeout=timeout) as session:
                while not context.stop.is_set():
                    context.execute_examples(session, check, "under load")
                    context.add("executions", len(check.examples))
                    executing.add(number)
        except Exception as error:
            if killed.is_set() and _reports_death(error):
                context.add("calls_ended_by_death")
                noticed.append(number)
            else:
                context.report_error(error, f"{check.name} under load")

    def kill() -> None:
        end = time.monotonic() + settings.grace
        while len(executing) < settings.threads and time.monotonic() < end:
            if context.stop.wait(_POLL_SECONDS):
                return
        time.sleep(settings.seconds / _DEATHS)
        pid = context.opened.pid
        if pid and not context.problems:
            context.expected_deaths += 1
            killed.set()
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)

    # The load ends with the death: all threads then get an error.
    works = [partial(execute, number) for number in range(settings.threads)]
    context.run_threads([*works, kill], settings.seconds + 2 * settings.grace)
    context.opened.own_process.take_late_error()
    if len(noticed) < settings.threads:
        context.fail(
            f"{settings.threads - len(noticed)} of {settings.threads} threads got no error "
            "although the driver's process was killed during their executions"
        )


def _reports_death(error: Exception) -> bool:
    if isinstance(error, DriverCallError):
        return error.finding.rule == "process.alive"
    return isinstance(error, CrashError)


def run_death_without_error(context: ModeContext) -> None:
    """Run a load, then make no calls for a while: the driver must not die during this time."""
    settings = context.settings
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        works = model_works(context, device, models)
        context.run_threads(works, settings.seconds / 2)
        process = context.opened.own_process
        error = process.end_case()
        end = time.monotonic() + settings.seconds / 2
        while error is None and time.monotonic() < end:
            time.sleep(min(0.05, settings.seconds / 10))
            error = process.take_late_error()
        if error is not None:
            context.report_error(error, "while the driver was idle")
            if context.problems[-1].kind is VerdictKind.CRASH:
                context.add("deaths_without_error")
        context.end_if_failed()
        context.check_results(device, models, "after the idle time")
