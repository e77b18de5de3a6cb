"""Runs one mode in a new Python process with time limits, and ends all processes of the mode."""

from __future__ import annotations

import faulthandler
import os
import resource
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Final

import msgspec

from conformance.drivers import DriverLoadError
from conformance.models.stress.context import ModeContext, ModeEndedError, PhaseStarted
from conformance.models.stress.load import NotRunError, StressSettings, Tally
from conformance.models.stress.models import ModelCheck, StressModel
from conformance.models.stress.modes import Mode
from conformance.models.stress.report import Casualty, GrowthSample, ModeResult, Outcome
from conformance.models.stress.worker import Worker, end_text, take_request

_START: Final = PhaseStarted("the start of the mode", 60.0)
_SLACK_SECONDS: Final = 3.0
"""Seconds that are added to each limit: the process checks its own limits first."""

_OUTPUT_BYTES: Final = 4096
_OUTPUT_LINES: Final = 16


def run_mode(
    driver: str, mode: Mode, models: Sequence[StressModel], settings: StressSettings
) -> ModeResult:
    """Run one mode on a driver in a process of its own and return its result, in bounded time.

    All processes of the mode have ended afterwards.
    """
    request = driver, mode, list(models), settings, list(sys.path)
    casualty = Casualty.BOTH if mode.in_process else Casualty.CLIENT
    return run_in_process(__name__, mode.name, request, casualty)


def run_in_process(module: str, mode: str, request: object, casualty: Casualty) -> ModeResult:
    """Run the function ``main`` of a module in a process, and return the result that it sends.

    If the process dies or exceeds the limit of a phase, ``casualty`` states who is affected.
    """
    started = time.monotonic()
    output = os.memfd_create("nn-stress-output")
    # The group ends at once: killing it also ends the clients and what a driver in it started.
    worker = Worker(module, request, stdout=output, stderr=output, start_new_session=True)
    growth: list[GrowthSample] = []
    try:
        finished = _follow(worker.process.pid, worker.messages, growth)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(worker.process.pid, signal.SIGKILL)
        status = worker.process.wait()
        worker.messages.close()
        size = os.fstat(output).st_size
        text = os.pread(output, _OUTPUT_BYTES, max(0, size - _OUTPUT_BYTES))
        os.close(output)
    if isinstance(finished, ModeResult):
        result = finished
    else:
        lines = tuple(text.decode("utf-8", "replace").splitlines()[-_OUTPUT_LINES:])
        result = _unfinished(mode, status, finished, casualty, lines)
    seconds = time.monotonic() - started
    return msgspec.structs.replace(result, seconds=seconds, growth=tuple(growth))


def _follow(
    pid: int, messages: Connection, growth: list[GrowthSample]
) -> ModeResult | tuple[PhaseStarted, bool]:
    """Return the result of a process; if it sends none, its last phase and whether it ended."""
    phase = _START
    deadline = time.monotonic() + phase.limit + _SLACK_SECONDS
    process = os.pidfd_open(pid)
    sources: list[Any] = [messages, process]
    try:
        while (remaining := deadline - time.monotonic()) > 0:
            ready = wait(sources, remaining)
            if messages not in ready:
                if process in ready:
                    return phase, True
                continue
            try:
                message = messages.recv()
            except (EOFError, OSError):
                sources.remove(messages)
                continue
            if isinstance(message, ModeResult):
                return message
            if isinstance(message, GrowthSample):
                growth.append(message)
            else:
                phase = message
                deadline = time.monotonic() + phase.limit + _SLACK_SECONDS
    finally:
        os.close(process)
    return phase, False


def _unfinished(
    mode: str,
    status: int,
    last: tuple[PhaseStarted, bool],
    casualty: Casualty,
    lines: tuple[str, ...],
) -> ModeResult:
    """Return the result of a process that died or exceeded the limit of its last phase."""
    phase, ended = last
    subject = "the client" if casualty is Casualty.CLIENT else "the process of client and driver"
    if not ended:
        reason = f"{phase.name} did not end within {phase.limit:g} s; {subject} was ended"
        return ModeResult(mode, Outcome.HANG, (reason,), casualty, details=lines)
    reason = f"{subject} {end_text(status)} during {phase.name}"
    return ModeResult(mode, Outcome.CRASH, (reason,), casualty, details=lines)


def main() -> None:
    """Run the mode of the request in this process, and send its result."""
    (driver, mode, models, settings, path), messages, _ = take_request()
    sys.path[:] = path
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.enable()
    tally = Tally(Casualty.BOTH if mode.in_process else Casualty.DRIVER)
    context = ModeContext(driver, settings, list(map(ModelCheck, models)), messages, tally)
    not_run: NotRunError | None = None
    try:
        mode.run(context)
    except ModeEndedError:
        pass
    except NotRunError as error:
        not_run = error
    except DriverLoadError as error:
        tally.fail(str(error))
    except Exception as error:
        tally.report_error(error, mode.name)
    messages.send(_result(mode.name, context, not_run))
    os._exit(0)  # an in-process driver may have threads that do not end


def _result(mode: str, context: ModeContext, not_run: NotRunError | None) -> ModeResult:
    tally = context.tally
    outcome = tally.outcome()
    reasons = tuple(problem.reason for problem in tally.problems)
    if not_run is not None and outcome is Outcome.SUCCESS:
        outcome, reasons = Outcome.NOT_RUN, (str(not_run),)
    deciding = next((one for one in tally.problems if one.outcome is outcome), None)
    return ModeResult(
        mode,
        outcome,
        reasons,
        None if deciding is None else deciding.casualty,
        counts=tally.counts,
        values=tally.values,
        models=tuple(context.models),
        declined=tuple(context.declined),
        details=() if deciding is None else deciding.details,
        lacks_models=not_run is not None and not_run.lacks_models,
    )
