"""Checks of reusable executions: objects that execute one request again and again.

A client may change the content of the request's memory between two executions and makes one
execution at a time. The checks keep to that, because the contract does not state what a driver does
otherwise. Most other areas execute through reusable executions, too.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Final

from conformance import hal
from conformance.checks.check_context import (
    CheckContext,
    Violation,
    decline,
    expect,
    require,
)
from conformance.checks.fenced_launches import (
    PENDING_SECONDS,
    LaunchThread,
    pending_fences,
    require_waiting,
)
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model, sum_and_product_model
from conformance.checks.sample_requests import (
    AdditionRequest,
    decline_unknown_dimensions,
    reported_shapes,
)
from conformance.harness.answer_checks import check_error_answer
from conformance.harness.calls import driver_calls, fenced_execution, reusable_execution
from conformance.harness.execution.outcome_checks import MISSED_DEADLINE_STATUSES

_CREATION: Final = "IPreparedModel.createReusableExecution"
_SYNCHRONOUS: Final = "IExecution.executeSynchronously"
_FENCED: Final = "IExecution.executeFenced"
_EXECUTIONS: Final = 12
_DEFAULT: Final = hal.ExecutionConfig()


class _Reusable:
    """A reusable execution of an addition; ``Violation`` is raised if there is none.

    ``optional``: the driver may decline the request, whose outputs have unspecified dimensions.
    """

    def __init__(
        self,
        prepared: hal.PreparedModel,
        addition: AdditionRequest,
        config: hal.ExecutionConfig = _DEFAULT,
        *,
        optional: bool = False,
    ) -> None:
        self.addition, self.context = addition, addition.context
        request = addition.request
        status, execution = reusable_execution.create_reusable_execution(prepared, request, config)
        if optional and status == hal.ErrorStatus.GENERAL_FAILURE:
            reason = f"create_reusable_execution of a valid request returned {status.name}"
            decline(f"{reason}, as is permitted", "path.declined")
        expect(status, "create_reusable_execution of a valid request")
        assert execution is not None, "create_reusable_execution checks that NONE has an execution"
        self.execution = execution

    def outcome(
        self, deadline: int | None = None, *, fenced: bool = False
    ) -> driver_calls.ExecutionOutcome:
        """Execute and return the outcome."""
        if not fenced:
            return reusable_execution.execute_synchronously(self.execution, deadline)
        launch = reusable_execution.launch_fenced(self.execution, deadline=deadline)
        return fenced_execution.outcome_of_launch(launch, self.context.options.callback_timeout)

    def launch(self, fences: Sequence[hal.SyncFence]) -> LaunchThread:
        """Launch a fenced execution on a thread."""
        launch = partial(reusable_execution.launch_fenced, self.execution, wait_for=fences)
        return LaunchThread(self.context, launch)

    def run(self, seed: int, *, fenced: bool = False) -> None:
        """Execute with the inputs of a seed; raise ``Violation`` if something is wrong."""
        self.addition.change(seed)
        if fenced:
            self.launch([]).complete(self.addition)
        else:
            require(self.addition.problem(self.outcome()))

    def run_both(self) -> None:
        """Execute synchronously and fenced as in ``run``."""
        self.run(5)
        self.run(6, fenced=True)


def _simple(context: CheckContext, config: hal.ExecutionConfig = _DEFAULT) -> _Reusable:
    return _Reusable(context.prepare(addition_model()), AdditionRequest(context), config)


@check(f"{_SYNCHRONOUS}; {_FENCED}", since=hal.Version.AIDL_V4)
def changing_inputs(context: CheckContext) -> None:
    """Each execution of a reusable execution, synchronous and fenced in turn, ends with NONE and
    the values for the inputs that its memory has then, and writes nothing but the outputs.
    """
    addition = AdditionRequest(context, 0, 64)
    reusable = _Reusable(context.prepare(addition_model(64)), addition)
    for number in range(1, _EXECUTIONS + 1):
        reusable.run(number, fenced=number % 3 == 2)
        if not addition.memory_intact:
            raise Violation(f"execution {number} wrote outside the output buffer")
        addition.change(number + 3)
        if not addition.outputs_untouched:
            raise Violation(f"the outputs were written after execution {number} had ended")


@check(_CREATION, since=hal.Version.AIDL_V4)
def creation_executes_nothing(context: CheckContext) -> None:
    """IPreparedModel::createReusableExecution does not execute: it writes no outputs, and inputs
    that are written afterwards are those of the first execution.
    """
    prepared = context.prepare(addition_model())
    for number in range(4):
        addition = AdditionRequest(context, number)
        reusable = _Reusable(prepared, addition)
        if not addition.outputs_untouched:
            raise Violation("create_reusable_execution wrote the outputs")
        reusable.run(number + 1, fenced=number % 2 == 1)


@check(f"{_FENCED}; waitFor", since=hal.Version.AIDL_V4)
def pending_fences_delay(context: CheckContext) -> None:
    """IExecution::executeFenced starts only when all its wait fences are signalled, each time, and
    then ends with NONE and the values for the inputs that the memory has then.
    """
    reusable = _simple(context)
    addition = reusable.addition
    for number in range(3):
        addition.change(number)
        fences = pending_fences(context, 2)
        launching = reusable.launch(fences)
        launch = launching.wait_for_launch()
        fences[number % 2].signal()
        time.sleep(PENDING_SECONDS)
        when = f"of execution {number + 1} while a wait fence was pending"
        require_waiting(addition, launch, when)
        addition.change(number + 4)
        fences[1 - number % 2].signal()
        launching.complete(addition)


@check(f"{_FENCED}; INVALID_ARGUMENT includes fences in error states", since=hal.Version.AIDL_V4)
def failed_fences(context: CheckContext) -> None:
    """IExecution::executeFenced answers INVALID_ARGUMENT for a wait fence in the error state and
    does not end with NONE if one enters it later; the reusable execution still executes afterwards.
    """
    reusable = _simple(context)
    with context.case("a wait fence in the error state"):
        status = reusable.launch([hal.SyncFence.signaled(), hal.SyncFence.failed()]).finish().status
        expect(status, "execute_fenced", hal.ErrorStatus.INVALID_ARGUMENT)
    with context.case("after a wait fence in the error state"):
        reusable.run_both()
    reusable.addition.reset()
    fences = pending_fences(context, 2)
    launching = reusable.launch(fences)
    launching.wait_for_launch()
    fences[0].fail()
    fences[1].signal()
    if launching.finish().status == hal.ErrorStatus.NONE:
        context.report(
            "the fenced execution ended with NONE although a wait fence entered the error state; "
            "an error was expected"
        )
    with context.case("after a wait fence entered the error state"):
        reusable.run_both()


@check(f"{_SYNCHRONOUS}, deadlineNs; {_FENCED}, deadlineNs", since=hal.Version.AIDL_V4)
def past_deadline(context: CheckContext) -> None:
    """An execution of a reusable execution with a deadline in the past ends with a missed deadline
    without shapes and timing, or with NONE and the expected values; the deadline applies to it
    alone.
    """
    reusable = _simple(context, hal.ExecutionConfig(hal.MeasureTiming.YES))
    for fenced in (False, True):
        what = f"{'execute_fenced' if fenced else 'execute_synchronously'}, past its deadline,"
        reusable.addition.change(2 + fenced)
        outcome = reusable.outcome(time.monotonic_ns() - 1_000_000, fenced=fenced)
        with context.case():
            expect(outcome.status, what, hal.ErrorStatus.NONE, *MISSED_DEADLINE_STATUSES)
            if outcome.status == hal.ErrorStatus.NONE:
                require(reusable.addition.problem(outcome))
            else:
                for finding in check_error_answer(outcome):
                    context.report(f"{what} {finding.reason}")
        with context.case(f"after {what}"):
            reusable.run_both()


@check(f"{_SYNCHRONOUS}; OutputShape", since=hal.Version.AIDL_V4)
def insufficient_outputs(context: CheckContext) -> None:
    """Each execution of a reusable execution whose output buffer is too small ends with
    OUTPUT_INSUFFICIENT_SIZE and the shapes of all outputs; one with large enough buffers ends with
    NONE.
    """
    prepared = context.prepare(sum_and_product_model(open_outputs=True))
    small = AdditionRequest(context, 1, lengths=(16, 12))
    insufficient = _Reusable(prepared, small, optional=True)
    sufficient = _Reusable(prepared, AdditionRequest(context, 2, outputs=2), optional=True)
    for number in range(3):
        small.change(number)
        outcome = insufficient.outcome()
        decline_unknown_dimensions(outcome, "outputs of unknown dimensions")
        what = f"execution {number + 1} with output buffers of 16 and 12 bytes for outputs of 16"
        expect(outcome.status, what, hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE)
        shapes = reported_shapes(outcome)
        if [enough for _, enough in shapes] != [True, False]:
            raise Violation(f"{what} reported {shapes}; the second output's buffer is too small")
        sufficient.run(number)


@check(
    f"{_FENCED}; request: outputs must have fully specified dimensions", since=hal.Version.AIDL_V4
)
def unspecified_outputs(context: CheckContext) -> None:
    """IExecution::executeFenced answers INVALID_ARGUMENT if neither model nor request specifies the
    dimensions of the outputs; executeSynchronously of the same reusable execution ends with NONE.
    """
    prepared = context.prepare(sum_and_product_model(open_outputs=True))
    addition = AdditionRequest(context, 3, outputs=2)
    reusable = _Reusable(prepared, addition, optional=True)
    for number in range(2):
        addition.change(number)
        outcome = reusable.outcome()
        decline_unknown_dimensions(outcome, "outputs of unknown dimensions")
        require(addition.problem(outcome))
        addition.reset()
        status = reusable_execution.launch_fenced(reusable.execution).status
        if status != hal.ErrorStatus.INVALID_ARGUMENT or not addition.outputs_untouched:
            raise Violation(
                f"execute_fenced with outputs of unspecified dimensions returned {status.name}; "
                "INVALID_ARGUMENT and no outputs were expected"
            )


@check(f"{_CREATION}; Drivers: Cleanup", since=hal.Version.AIDL_V4)
def released_prepared_model(context: CheckContext) -> None:
    """A reusable execution still executes after the client has released the prepared model."""
    reusable = _simple(context)
    # This call makes an isolated driver release what the client has released.
    context.prepare(addition_model(5))
    reusable.run_both()


@check(f"{_CREATION}; Drivers: Cleanup", since=hal.Version.AIDL_V4)
def released_execution(context: CheckContext) -> None:
    """After the client has released a reusable execution, the prepared model, its other reusable
    executions and new ones of the same request still execute.
    """
    prepared = context.prepare(addition_model())
    addition = AdditionRequest(context)
    kept = _Reusable(prepared, addition)
    for number in range(3):
        _Reusable(prepared, addition).run(number)
        kept.run_both()
        AdditionRequest(context, number).run(prepared)
