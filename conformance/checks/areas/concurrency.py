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
from conformance.checks.execution_modes import execution_modes
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_chain_model, addition_model
from conformance.checks.sample_requests import AdditionRequest, execution_problem
from conformance.hal import PreparedModel, Version

_SECTION = "Drivers: Execution (several requests at once on one prepared model)"
_MODELS = "Drivers: Execution (m1, m2, r1 on m1, r2 on m2, r3 on m1, r4 on m2)"
_THREADS = 4
_TURNS = 64
_QUERIES = 8
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
    """Simultaneous calls of IDevice::getSupportedOperations, and then IDevice::prepareModel, from 4
    threads each report the operations of their own model and deliver a prepared model that computes
    the expected values.
    """
    context.prepare(addition_chain_model(4, _THREADS))

    def work(steps: int, addition: AdditionRequest, turns: Turns) -> None:
        model = addition_chain_model(8 * steps, steps)
        for _ in range(_QUERIES):
            turns.wait()
            if (count := len(context.supported_operations(model))) != steps:
                raise Violation(
                    f"get_supported_operations, called from {_THREADS} threads, returned {count} "
                    f"booleans for a model of {steps} operations"
                )
        turns.wait()
        addition.run(context.prepare(model))

    works = [
        partial(work, steps, AdditionRequest(context, steps, 8 * steps, steps=steps))
        for steps in range(1, _THREADS + 1)
    ]
    run_concurrently(context, works)


@check(_SECTION, since=Version.V1_2)
def mixed_execution_modes(context: CheckContext) -> None:
    """Simultaneous executions of one prepared model along all paths of the HAL version
    (synchronous, asynchronous, burst, fenced, reusable) each end with NONE and the expected values.
    Each thread executes along each path in turn.
    """
    elements = 256
    prepared = context.prepare(addition_model(elements))

    def work(number: int, additions: Sequence[AdditionRequest], turns: Turns) -> None:
        modes = list(execution_modes(context, names=names).items())
        for turn, addition in enumerate(additions):
            name, execute = modes[(number + turn) % len(modes)]
            turns.wait()
            if problem := addition.problem(execute(prepared, addition.request)):
                raise Violation(f"{name} execution beside executions along other paths: {problem}")

    names = "synchronous", "burst", "asynchronous", "fenced", "synchronous reusable"
    works = []
    for number in range(len(execution_modes(context, names=names))):
        additions = [AdditionRequest(context, number + 3 * turn, elements) for turn in range(8)]
        works.append(partial(work, number, additions))
    run_concurrently(context, works)
