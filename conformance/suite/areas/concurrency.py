"""Checks of concurrent preparations and executions on one or several prepared models."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from conformance.hal import ErrorStatus, MeasureTiming, PreparedModel, Version
from conformance.harness.calls import burst_execution, driver_calls, fenced_execution
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
from conformance.harness.results.verdict import Finding, VerdictKind
from conformance.harness.supervision.wait_policy import measure_driver_time
from conformance.suite.check import check
from conformance.suite.check_context import CheckContext, SkipCheck
from conformance.suite.sample_models import addition_model, sum_and_product_model
from conformance.suite.sample_requests import (
    AdditionRequest,
    execute_request,
    execution_problem,
    outcome_problem,
)

_SECTION = "Drivers: Execution (several requests at once on one prepared model)"
_MODELS = "Drivers: Execution (m1, m2, r1 on m1, r2 on m2, r3 on m1, r4 on m2)"
_THREADS = 4
_TURNS = 64
_LARGE = 1 << 16
"""Number of elements for which an execution takes long enough to overlap with others."""


def _run_concurrently(
    context: CheckContext, functions: Sequence[Callable[[_Turns], str]]
) -> Iterator[Finding | str]:
    """Run functions on simultaneous threads; yield the problems that they return, without
    duplicates.

    Each function calls ``wait`` of its argument before every driver call that must coincide with
    those of the other threads. A thread that does not end is reported as a hang. An exception that
    does not describe an error of the driver is raised: it is an error of the suite.
    """
    context.require_concurrent_calls(len(functions))
    turns = _Turns(len(functions), context.options.callback_timeout)
    problems: list[Finding | str] = []
    unexpected: list[Exception] = []

    def run(function: Callable[[_Turns], str]) -> None:
        try:
            if problem := function(turns):
                problems.append(problem)
        except (driver_calls.DriverCallError, SkipCheck) as error:
            problems.append(error.finding)
        except Exception as error:
            unexpected.append(error)
        finally:
            turns.end()

    threads = [
        threading.Thread(target=run, args=(function,), daemon=True) for function in functions
    ]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + context.join_timeout
    with measure_driver_time():
        for thread in threads:
            thread.join(max(deadline - time.monotonic(), 0.0))
    running = sum(thread.is_alive() for thread in threads)
    if unexpected:
        raise unexpected[0]
    seen: list[Finding | str] = []
    for reported in tuple(problems):
        if reported not in seen:
            seen.append(reported)
            yield reported
    if running:
        yield Finding(
            VerdictKind.HANG,
            "",
            f"{running} of {len(functions)} threads did not end within {context.join_timeout:g} s",
        )


class _Turns:
    """Makes the calls of several threads begin at the same time, turn by turn."""

    def __init__(self, threads: int, limit: float) -> None:
        self._barrier = threading.Barrier(threads)
        self._limit = limit

    def wait(self) -> None:
        """Wait until every thread has reached its next turn, at most for the limit.

        After a thread has ended or the limit has expired once, no thread waits any longer.
        """
        with suppress(threading.BrokenBarrierError):
            self._barrier.wait(self._limit)

    def end(self) -> None:
        """State that the calling thread has no further turn."""
        self._barrier.abort()


def _sequential_work(
    context: CheckContext, prepared: PreparedModel, addition: AdditionRequest
) -> Callable[[_Turns], str]:
    """Return a function that executes the request in each turn and returns the first problem."""

    def function(turns: _Turns) -> str:
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
    yield from _run_concurrently(context, functions)


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
    yield from _run_concurrently(context, functions)


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

    def make_function(number: int, addition: AdditionRequest) -> Callable[[_Turns], str]:
        def function(turns: _Turns) -> str:
            turns.wait()
            return execution_problem(context, context.prepare(addition_model(8 * number)), addition)

        return function

    additions = [AdditionRequest(context, number, 8 * number) for number in range(1, _THREADS + 1)]
    yield from _run_concurrently(
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
        turns: _Turns,
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
    yield from _run_concurrently(context, functions)


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
