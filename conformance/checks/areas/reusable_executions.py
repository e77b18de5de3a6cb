"""Checks of reusable executions: objects that execute one request again and again.

A client may change the content of the request's memory between two executions and makes one
execution at a time. The checks keep to that, because the contract does not state what a driver does
otherwise. Most other areas execute through reusable executions, too.
"""

from __future__ import annotations

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
    LaunchThread,
)
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model, sum_and_product_model
from conformance.checks.sample_requests import (
    AdditionRequest,
    decline_unknown_dimensions,
)
from conformance.harness.calls import driver_calls, reusable_execution

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

    def outcome(self) -> driver_calls.ExecutionOutcome:
        """Execute synchronously and return the outcome."""
        return reusable_execution.execute_synchronously(self.execution)

    def run(self, seed: int, *, fenced: bool = False) -> None:
        """Execute with the inputs of a seed; raise ``Violation`` if something is wrong."""
        self.addition.change(seed)
        if fenced:
            launch = partial(reusable_execution.launch_fenced, self.execution)
            LaunchThread(self.context, launch).complete(self.addition)
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
