"""Checks of concurrent preparations and executions on one or several prepared models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from conformance.checks.check_context import CheckContext, Turns, run_concurrently
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model, sum_and_product_model
from conformance.checks.sample_requests import (
    AdditionRequest,
    execute_request,
    execution_problem,
    outcome_problem,
)
from conformance.hal import ErrorStatus, MeasureTiming, PreparedModel, Version
from conformance.harness.calls import burst_execution, driver_calls, fenced_execution
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
from conformance.verdicts import Finding

_SECTION = "Drivers: Execution (several requests at once on one prepared model)"
_MODELS = "Drivers: Execution (m1, m2, r1 on m1, r2 on m2, r3 on m1, r4 on m2)"
_THREADS = 4
_TURNS = 64
_LARGE = 1 << 16
"""Number of elements for which an execution takes long enough to overlap with others."""


def _sequential_work(
    context: CheckContext, prepared: PreparedModel, addition: AdditionRequest
) -> Callable[[Turns], str]:
    """Return a function that executes the request in each turn and returns the first problem."""

    def function(turns: Turns) -> str:
        for _ in range(_TURNS):
            addition.reset()
            turns.wait()
            if problem := execution_problem(context, prepared, addition):
                return f"execution on one of {_THREADS} simultaneous threads: {problem}"
        return ""

    return function


@check(_SECTION)
def threads_on_one_model(context: CheckContext) -> Iterator[Finding | str]:
    """Simultaneous executions from 4 threads on one prepared model each end with NONE and the
    expected values.
    """
    prepared = context.prepare(addition_model(_LARGE))
    functions = [
        _sequential_work(context, prepared, AdditionRequest(context, thread, _LARGE))
        for thread in range(_THREADS)
    ]
    yield from run_concurrently(context, functions)


@check(_MODELS)
def threads_on_several_models(context: CheckContext) -> Iterator[Finding | str]:
    """Simultaneous executions from 4 threads, each on a different prepared model, each end with
    NONE and the expected values.
    """
    functions = []
    for thread in range(_THREADS):
        elements = _LARGE >> thread
        prepared = context.prepare(addition_model(elements))
        addition = AdditionRequest(context, thread, elements)
        functions.append(_sequential_work(context, prepared, addition))
    yield from run_concurrently(context, functions)


@check(_MODELS)
def interleaved_models(context: CheckContext) -> Iterator[str]:
    """Alternating executions on two different prepared models each end with NONE and the expected
    values of their model.
    """
    first, second = context.prepare(addition_model(4)), context.prepare(sum_and_product_model(6))
    for turn in range(3):
        for number, prepared, addition in (
            (1, first, AdditionRequest(context, turn, 4)),
            (2, second, AdditionRequest(context, turn + 1, 6, outputs=2)),
        ):
            if problem := execution_problem(context, prepared, addition):
                yield f"model {number} of 2, executed alternately, in round {turn + 1}: {problem}"
                return


@check("Drivers: Cleanup; IPreparedModel")
def model_release(context: CheckContext) -> Iterator[str]:
    """After the release of a prepared model, executions on the others still end with NONE and the
    expected values.
    """
    models = [context.prepare(addition_model(4 + number)) for number in range(3)]
    additions = [AdditionRequest(context, number, 4 + number) for number in range(3)]
    for number in (1, 0):
        del models[number], additions[number]
        for prepared, addition in zip(models, additions, strict=True):
            if problem := execution_problem(context, prepared, addition):
                yield f"after the release of another prepared model: {problem}"
                return


@check("IDevice.prepareModel")
def concurrent_preparations(context: CheckContext) -> Iterator[Finding | str]:
    """Simultaneous IDevice::prepareModel calls from 4 threads each deliver a prepared model that
    computes the expected values.
    """
    context.prepare(addition_model())

    def make_function(number: int, addition: AdditionRequest) -> Callable[[Turns], str]:
        def function(turns: Turns) -> str:
            turns.wait()
            return execution_problem(context, context.prepare(addition_model(8 * number)), addition)

        return function

    additions = [AdditionRequest(context, number, 8 * number) for number in range(1, _THREADS + 1)]
    yield from run_concurrently(
        context, [make_function(number, addition) for number, addition in enumerate(additions, 1)]
    )


@check(_SECTION, since=Version.V1_2)
def mixed_execution_modes(context: CheckContext) -> Iterator[Finding | str]:
    """Simultaneous executions of one prepared model along all paths of the HAL version
    (synchronous, asynchronous, burst, fenced) each end with NONE and the expected values.
    """
    elements = 256
    prepared = context.prepare(addition_model(elements))
    limit, no = context.options.callback_timeout, MeasureTiming.NO
    execute_functions: list[
        tuple[str, Callable[[AdditionRequest], driver_calls.ExecutionOutcome]]
    ] = [
        ("synchronous", lambda s: execute_request(context, prepared, s.request)),
        ("burst", lambda s: burst_execution.execute_through_burst(prepared, s.request, no, limit)),
    ]
    if context.version <= Version.V1_3:
        execute_functions.append(
            (
                "asynchronous",
                lambda s: driver_calls.execute_asynchronously(
                    prepared, s.request, no, limit, RecordingExecutionCallback()
                ),
            )
        )
    if context.version >= Version.V1_3:
        execute_functions.append(
            ("fenced", lambda s: fenced_execution.execute_fenced(prepared, s.request, no, limit)[0])
        )

    def function(
        name: str,
        execute: Callable[[AdditionRequest], driver_calls.ExecutionOutcome],
        additions: Sequence[AdditionRequest],
        turns: Turns,
    ) -> str:
        for addition in additions:
            turns.wait()
            if problem := outcome_problem(execute(addition), addition):
                return (
                    f"{name} execution, with simultaneous executions along other paths: {problem}"
                )
        return ""

    functions = []
    for number, (name, execute) in enumerate(execute_functions):
        additions = [AdditionRequest(context, number + 3 * turn, elements) for turn in range(4)]
        functions.append(partial(function, name, execute, additions))
    yield from run_concurrently(context, functions)


@check(_SECTION)
def execution_after_refusal(context: CheckContext) -> Iterator[str]:
    """After an invalid request was refused, executions of valid requests on the same prepared model
    end with NONE and the expected values.
    """
    prepared = context.prepare(addition_model())
    for _ in range(2):
        invalid_request = AdditionRequest(context, 1)
        outcome = execute_request(
            context, prepared, invalid_request.without_last_arguments(inputs=1)
        )
        if outcome.status == ErrorStatus.NONE:
            yield (
                "the execution of a request without its second input answered NONE; an error was "
                "expected"
            )
        if problem := execution_problem(context, prepared, AdditionRequest(context, 4)):
            yield f"after the refusal of an invalid request: {problem}"
            return
