"""Checks of concurrent preparations and executions on one or several prepared models."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from conformance.checks.check_context import (
    CheckContext,
    Turns,
    Violation,
    described,
    require,
    run_concurrently,
)
from conformance.checks.execution_modes import Execute, execution_modes
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model, sum_and_product_model
from conformance.checks.sample_requests import AdditionRequest, execute_request, execution_problem
from conformance.hal import ErrorStatus, PreparedModel, Version

_SECTION = "Drivers: Execution (several requests at once on one prepared model)"
_MODELS = "Drivers: Execution (m1, m2, r1 on m1, r2 on m2, r3 on m1, r4 on m2)"
_THREADS = 4
_TURNS = 64
_LARGE = 1 << 16
"""Number of elements for which an execution takes long enough to overlap with others."""


def _run_in_turns(
    context: CheckContext, prepared: PreparedModel, addition: AdditionRequest, turns: Turns
) -> None:
    for _ in range(_TURNS):
        addition.reset()
        turns.wait()
        with described(f"execution on one of {_THREADS} simultaneous threads"):
            require(execution_problem(context, prepared, addition))


@check(_SECTION)
def threads_on_one_model(context: CheckContext) -> None:
    """Simultaneous executions from 4 threads on one prepared model each end with NONE and the
    expected values.
    """
    prepared = context.prepare(addition_model(_LARGE))
    additions = [AdditionRequest(context, thread, _LARGE) for thread in range(_THREADS)]
    works = [partial(_run_in_turns, context, prepared, addition) for addition in additions]
    run_concurrently(context, works)


@check(_MODELS)
def threads_on_several_models(context: CheckContext) -> None:
    """Simultaneous executions from 4 threads, each on a different prepared model, each end with
    NONE and the expected values.
    """
    works = []
    for thread in range(_THREADS):
        elements = _LARGE >> thread
        prepared = context.prepare(addition_model(elements))
        addition = AdditionRequest(context, thread, elements)
        works.append(partial(_run_in_turns, context, prepared, addition))
    run_concurrently(context, works)


@check(_MODELS)
def interleaved_models(context: CheckContext) -> None:
    """Alternating executions on two different prepared models each end with NONE and the expected
    values of their model.
    """
    first, second = context.prepare(addition_model(4)), context.prepare(sum_and_product_model(6))
    for turn in range(3):
        with described(f"two models, executed alternately, in round {turn + 1}"):
            AdditionRequest(context, turn, 4).run(first)
            AdditionRequest(context, turn + 1, 6, outputs=2).run(second)


@check("Drivers: Cleanup; IPreparedModel")
def model_release(context: CheckContext) -> None:
    """After the release of a prepared model, executions on the others still end with NONE and the
    expected values.
    """
    models = [context.prepare(addition_model(4 + number)) for number in range(3)]
    additions = [AdditionRequest(context, number, 4 + number) for number in range(3)]
    for number in (1, 0):
        del models[number], additions[number]
        for prepared, addition in zip(models, additions, strict=True):
            with described("after the release of another prepared model"):
                addition.run(prepared)


@check("IDevice.prepareModel")
def concurrent_preparations(context: CheckContext) -> None:
    """Simultaneous IDevice::prepareModel calls from 4 threads each deliver a prepared model that
    computes the expected values.
    """
    context.prepare(addition_model())

    def work(elements: int, addition: AdditionRequest, turns: Turns) -> None:
        turns.wait()
        addition.run(context.prepare(addition_model(elements)))

    sizes = [8 * number for number in range(1, _THREADS + 1)]
    works = [partial(work, size, AdditionRequest(context, size, size)) for size in sizes]
    run_concurrently(context, works)


@check(_SECTION, since=Version.V1_2)
def mixed_execution_modes(context: CheckContext) -> None:
    """Simultaneous executions of one prepared model along all paths of the HAL version
    (synchronous, asynchronous, burst, fenced) each end with NONE and the expected values.
    """
    elements = 256
    prepared = context.prepare(addition_model(elements))

    def work(
        name: str, execute: Execute, additions: Sequence[AdditionRequest], turns: Turns
    ) -> None:
        for addition in additions:
            turns.wait()
            if problem := addition.problem(execute(prepared, addition.request)):
                raise Violation(f"{name} execution beside executions along other paths: {problem}")

    names = "synchronous", "burst", "asynchronous", "fenced"
    works = []
    for number, (name, execute) in enumerate(execution_modes(context, names=names).items()):
        additions = [AdditionRequest(context, number + 3 * turn, elements) for turn in range(8)]
        works.append(partial(work, name, execute, additions))
    run_concurrently(context, works)


@check(_SECTION)
def execution_after_refusal(context: CheckContext) -> None:
    """After an invalid request was refused, executions of valid requests on the same prepared model
    end with NONE and the expected values.
    """
    prepared = context.prepare(addition_model())
    for _ in range(2):
        invalid_request = AdditionRequest(context, 1).without_last_arguments(inputs=1)
        status = execute_request(context, prepared, invalid_request).status
        if status == ErrorStatus.NONE:
            context.report(
                "the execution of a request without its second input returned NONE; an error was "
                "expected"
            )
        require(execution_problem(context, prepared, AdditionRequest(context, 4)))
