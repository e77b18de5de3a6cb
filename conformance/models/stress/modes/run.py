"""Runs the modes on one driver after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime

from conformance.drivers import DriverLoadError
from conformance.drivers.own_process import IsolatedDevice, RunMarker
from conformance.models.stress.client_host import ClientHost
from conformance.models.stress.context import ModeContext, ModeEndedError, casualty_of
from conformance.models.stress.mode_process import ModeEnd, run_mode_process
from conformance.models.stress.models import ModelCheck, StressModel
from conformance.models.stress.modes.table import Mode
from conformance.models.stress.report import Casualty, ModeResult, Outcome
from conformance.models.stress.settings import StressSettings
from conformance.models.stress.tally import EventSender, Finished, NotRunError, PhaseStarted, Tally

_OPENING = "open"


def now() -> str:
    """Return the current time in ISO form."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def driver_problem(driver: str, settings: StressSettings) -> str:
    """Return why a driver cannot be opened; empty if it can.

    The driver is opened in a process of its own, which ends afterwards.
    """

    def body(events: EventSender) -> None:
        events.send(PhaseStarted("the start of the driver", settings.limits.start))
        try:
            IsolatedDevice(driver, settings.limits, RunMarker.in_memory()).close()
        except DriverLoadError as error:
            result = ModeResult(_OPENING, Outcome.FAILURE, (str(error),))
        else:
            result = ModeResult(_OPENING, Outcome.SUCCESS)
        events.send(Finished(result))

    result = run_mode_process(_OPENING, body, Casualty.CLIENT).result
    return "" if result.outcome is Outcome.SUCCESS else "; ".join(result.reasons)


def run_modes(
    driver: str,
    modes: Sequence[Mode],
    models: Sequence[StressModel],
    settings_of: Callable[[Mode], StressSettings],
) -> Iterator[ModeEnd]:
    """Run each mode on a driver and yield its end; a mode never ends the run."""
    checks = [ModelCheck(model) for model in models]
    for mode in modes:
        yield run_mode(driver, mode, checks, settings_of(mode))


def run_mode(
    driver: str, mode: Mode, checks: Sequence[ModelCheck], settings: StressSettings
) -> ModeEnd:
    """Run one mode on a driver in a process of its own."""
    died = Casualty.BOTH if mode.in_process else Casualty.CLIENT
    return run_mode_process(
        mode.name, lambda events: _body(driver, mode, checks, settings, events), died
    )


def _body(
    driver: str,
    mode: Mode,
    checks: Sequence[ModelCheck],
    settings: StressSettings,
    events: EventSender,
) -> None:
    """Run a mode in this process, and send its result as the last message."""
    tally = Tally(casualty_of(in_process=mode.in_process))
    host = ClientHost(checks, settings.limits) if mode.has_clients else None
    context = ModeContext(driver, settings, checks, events, tally, host)
    not_run, lacks_models = "", False
    try:
        mode.run(context)
    except ModeEndedError:
        pass
    except NotRunError as error:
        not_run, lacks_models = str(error), error.lacks_models
    except DriverLoadError as error:
        tally.fail(str(error))
    except Exception as error:
        tally.report_error(error, mode.name)
    events.send(Finished(_result(mode, context, not_run), lacks_models))


def _result(mode: Mode, context: ModeContext, not_run: str) -> ModeResult:
    tally = context.tally
    outcome = tally.outcome()
    reasons = tuple(problem.reason for problem in tally.problems)
    if not_run and outcome is Outcome.SUCCESS:
        outcome, reasons = Outcome.NOT_RUN, (not_run,)
    deciding = next((one for one in tally.problems if one.outcome is outcome), None)
    return ModeResult(
        mode.name,
        outcome,
        reasons,
        None if deciding is None else deciding.casualty,
        counts=tally.counts,
        values=tally.values,
        models=tuple(context.models),
        declined=tuple(context.declined),
        details=() if deciding is None else deciding.details,
    )
