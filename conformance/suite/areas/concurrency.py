"""Checks of concurrent preparations and executions on one or several prepared models."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence

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
_TURNS = 8


def _run_concurrently(
    bench: CheckContext, works: Sequence[Callable[[], str]]
) -> Iterator[Finding | str]:
    """Run functions on simultaneous threads; yield the problems that they return, without
    duplicates.

    A thread that does not end is reported as a hang.
    """
    gate = threading.Barrier(len(works))
    problems: list[Finding | str] = []

    def body(work: Callable[[], str]) -> None:
        try:
            gate.wait(bench.options.callback_timeout)
            problem = work()
        except (driver_calls.DriverCallError, SkipCheck) as error:
            problems.append(error.finding)
        except Exception as error:
            problems.append(f"{type(error).__name__}: {error}")
        else:
            if problem:
                problems.append(problem)

    threads = [threading.Thread(target=body, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + bench.join_timeout
    with measure_driver_time():
        for thread in threads:
            thread.join(max(deadline - time.monotonic(), 0.0))
    stuck = sum(thread.is_alive() for thread in threads)
    seen: list[Finding | str] = []
    for reported in tuple(problems):
        if reported not in seen:
            seen.append(reported)
            yield reported
    if stuck:
        yield Finding(
            VerdictKind.HANG,
            "",
            f"{stuck} of {len(works)} threads did not end within {bench.join_timeout:g} s",
        )


def _sequential_work(
    bench: CheckContext, prepared: PreparedModel, sums: Sequence[AdditionRequest]
) -> Callable[[], str]:
    """Return a function that executes the requests in order and returns the first problem."""

    def work() -> str:
        for sum_ in sums:
            problem = execution_problem(bench, prepared, sum_)
            if problem:
                return f"execution on one of {_THREADS} simultaneous threads: {problem}"
        return ""

    return work


@check(_SECTION)
def threads_on_one_model(bench: CheckContext) -> Iterator[Finding | str]:
    """Simultaneous executions from 4 threads on one prepared model each end with NONE and the
    expected values.
    """
    elements = 512
    prepared = bench.prepare(addition_model(elements))
    works = [
        _sequential_work(
            bench,
            prepared,
            [AdditionRequest(bench, thread + 5 * turn, elements) for turn in range(_TURNS)],
        )
        for thread in range(_THREADS)
    ]
    yield from _run_concurrently(bench, works)


@check(_MODELS)
def threads_on_several_models(bench: CheckContext) -> Iterator[Finding | str]:
    """Simultaneous executions from 4 threads, each on a different prepared model, each end with
    NONE and the expected values.
    """
    works = []
    for thread in range(_THREADS):
        elements = 64 << thread
        prepared = bench.prepare(addition_model(elements))
        sums = [AdditionRequest(bench, thread + turn, elements) for turn in range(_TURNS)]
        works.append(_sequential_work(bench, prepared, sums))
    yield from _run_concurrently(bench, works)


@check(_MODELS)
def interleaved_models(bench: CheckContext) -> Iterator[str]:
    """Alternating executions on two different prepared models each end with NONE and the expected
    values of their model.
    """
    first, second = bench.prepare(addition_model(4)), bench.prepare(sum_and_product_model(6))
    for turn in range(3):
        for number, prepared, sum_ in (
            (1, first, AdditionRequest(bench, turn, 4)),
            (2, second, AdditionRequest(bench, turn + 1, 6, outputs=2)),
        ):
            problem = execution_problem(bench, prepared, sum_)
            if problem:
                yield f"model {number} of 2, executed alternately, in round {turn + 1}: {problem}"
                return


@check("Drivers: Cleanup; IPreparedModel")
def model_release(bench: CheckContext) -> Iterator[str]:
    """After the release of a prepared model, executions on the others still end with NONE and the
    expected values.
    """
    models = [bench.prepare(addition_model(4 + number)) for number in range(3)]
    sums = [AdditionRequest(bench, number, 4 + number) for number in range(3)]
    for number in (1, 0):
        del models[number], sums[number]
        for prepared, sum_ in zip(models, sums, strict=True):
            problem = execution_problem(bench, prepared, sum_)
            if problem:
                yield f"after the release of another prepared model: {problem}"
                return


@check("IDevice.prepareModel")
def concurrent_preparations(bench: CheckContext) -> Iterator[Finding | str]:
    """Simultaneous IDevice::prepareModel calls from 4 threads each deliver a prepared model that
    computes the expected values.
    """
    bench.prepare(addition_model())

    def work(number: int, sum_: AdditionRequest) -> Callable[[], str]:
        return lambda: execution_problem(bench, bench.prepare(addition_model(8 * number)), sum_)

    sums = [AdditionRequest(bench, number, 8 * number) for number in range(1, _THREADS + 1)]
    yield from _run_concurrently(bench, [work(number, sum_) for number, sum_ in enumerate(sums, 1)])


@check(_SECTION, since=Version.V1_2)
def mixed_execution_modes(bench: CheckContext) -> Iterator[Finding | str]:
    """Simultaneous executions of one prepared model along all paths of the HAL version
    (synchronous, asynchronous, burst, fenced) each end with NONE and the expected values.
    """
    elements = 256
    prepared = bench.prepare(addition_model(elements))
    limit, no = bench.options.callback_timeout, MeasureTiming.NO
    ways: list[tuple[str, Callable[[AdditionRequest], driver_calls.ExecutionOutcome]]] = [
        ("synchronous", lambda s: execute_request(bench, prepared, s.request)),
        ("burst", lambda s: burst_execution.execute_through_burst(prepared, s.request, no, limit)),
    ]
    if bench.version <= Version.V1_3:
        ways.append(
            (
                "asynchronous",
                lambda s: driver_calls.execute_asynchronously(
                    prepared, s.request, no, limit, RecordingExecutionCallback()
                ),
            )
        )
    if bench.version >= Version.V1_3:
        ways.append(
            ("fenced", lambda s: fenced_execution.execute_fenced(prepared, s.request, no, limit)[0])
        )

    def work(
        name: str,
        way: Callable[[AdditionRequest], driver_calls.ExecutionOutcome],
        sums: Sequence[AdditionRequest],
    ) -> str:
        for sum_ in sums:
            problem = outcome_problem(way(sum_), sum_)
            if problem:
                return (
                    f"{name} execution, with simultaneous executions along other paths: {problem}"
                )
        return ""

    works = []
    for number, (name, way) in enumerate(ways):
        sums = [AdditionRequest(bench, number + 3 * turn, elements) for turn in range(4)]
        works.append(lambda name=name, way=way, sums=sums: work(name, way, sums))
    yield from _run_concurrently(bench, works)


@check(_SECTION)
def execution_after_refusal(bench: CheckContext) -> Iterator[str]:
    """After an invalid request was refused, executions of valid requests on the same prepared model
    end with NONE and the expected values.
    """
    prepared = bench.prepare(addition_model())
    for _ in range(2):
        bad = AdditionRequest(bench, 1)
        outcome = execute_request(bench, prepared, bad.without_last_arguments(inputs=1))
        if outcome.status == ErrorStatus.NONE:
            yield (
                "the execution of a request without its second input answered NONE; an error was "
                "expected"
            )
        problem = execution_problem(bench, prepared, AdditionRequest(bench, 4))
        if problem:
            yield f"after the refusal of an invalid request: {problem}"
            return
