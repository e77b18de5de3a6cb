"""Several executions and several models at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence

from conformance.hal import ErrorStatus, MeasureTiming, PreparedModel, Version
from conformance.harness import Finding, Kind, burst, calls, fenced
from conformance.harness.callbacks import ExecutionRecord
from conformance.harness.wait_policy import measured
from conformance.suite.bench import Bench, SetAsideError
from conformance.suite.check import check
from conformance.suite.stock import addition, sum_and_product
from conformance.suite.sums import Sum, execute, trouble, wrong

_SECTION = "Drivers: Execution (several requests at once on one prepared model)"
_MODELS = "Drivers: Execution (m1, m2, r1 on m1, r2 on m2, r3 on m1, r4 on m2)"
_THREADS = 4
_TURNS = 8


def _together(bench: Bench, works: Sequence[Callable[[], str]]) -> Iterator[Finding | str]:
    """Start all at once; what each says is wrong, each thing once."""
    gate = threading.Barrier(len(works))
    said: list[Finding | str] = []

    def body(work: Callable[[], str]) -> None:
        try:
            gate.wait(bench.options.callback_timeout)
            problem = work()
        except (calls.BadAnswerError, SetAsideError) as bad:
            said.append(bad.finding)
        except Exception as error:
            said.append(f"{type(error).__name__}: {error}")
        else:
            if problem:
                said.append(problem)

    threads = [threading.Thread(target=body, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + bench.patience
    with measured():
        for thread in threads:
            thread.join(max(deadline - time.monotonic(), 0.0))
    stuck = sum(thread.is_alive() for thread in threads)
    seen: list[Finding | str] = []
    for one in tuple(said):
        if one not in seen:
            seen.append(one)
            yield one
    if stuck:
        yield Finding(Kind.HANG, "", f"{stuck} of {len(works)} threads did not come back")


def _series(bench: Bench, prepared: PreparedModel, sums: Sequence[Sum]) -> Callable[[], str]:
    """Executions one after the other; the first trouble."""

    def work() -> str:
        for sum_ in sums:
            problem = trouble(bench, prepared, sum_)
            if problem:
                return f"with {_THREADS} threads: {problem}"
        return ""

    return work


@check(_SECTION)
def one_model(bench: Bench) -> Iterator[Finding | str]:
    """Executions from several threads on one prepared model do not disturb each other."""
    elements = 512
    prepared = bench.prepare(addition(elements))
    works = [
        _series(
            bench, prepared, [Sum(bench, thread + 5 * turn, elements) for turn in range(_TURNS)]
        )
        for thread in range(_THREADS)
    ]
    yield from _together(bench, works)


@check(_MODELS)
def several_models(bench: Bench) -> Iterator[Finding | str]:
    """Executions from several threads on several prepared models do not disturb each other."""
    works = []
    for thread in range(_THREADS):
        elements = 64 << thread
        prepared = bench.prepare(addition(elements))
        sums = [Sum(bench, thread + turn, elements) for turn in range(_TURNS)]
        works.append(_series(bench, prepared, sums))
    yield from _together(bench, works)


@check(_MODELS)
def interleaved(bench: Bench) -> Iterator[str]:
    """Two prepared models executed in turn each compute their own model."""
    first, second = bench.prepare(addition(4)), bench.prepare(sum_and_product(6))
    for turn in range(3):
        for number, prepared, sum_ in (
            (1, first, Sum(bench, turn, 4)),
            (2, second, Sum(bench, turn + 1, 6, outputs=2)),
        ):
            problem = trouble(bench, prepared, sum_)
            if problem:
                yield f"model {number} in turn {turn}: {problem}"
                return


@check("Drivers: Cleanup; IPreparedModel")
def released(bench: Bench) -> Iterator[str]:
    """Letting go of one prepared model leaves the others as they were."""
    models = [bench.prepare(addition(4 + number)) for number in range(3)]
    sums = [Sum(bench, number, 4 + number) for number in range(3)]
    for number in (1, 0):
        del models[number], sums[number]
        for prepared, sum_ in zip(models, sums, strict=True):
            problem = trouble(bench, prepared, sum_)
            if problem:
                yield f"after another prepared model was let go: {problem}"
                return


@check("IDevice.prepareModel")
def preparations(bench: Bench) -> Iterator[Finding | str]:
    """Models prepared from several threads at once each compute what they say."""
    bench.prepare(addition())

    def work(number: int, sum_: Sum) -> Callable[[], str]:
        return lambda: trouble(bench, bench.prepare(addition(8 * number)), sum_)

    sums = [Sum(bench, number, 8 * number) for number in range(1, _THREADS + 1)]
    yield from _together(bench, [work(number, sum_) for number, sum_ in enumerate(sums, 1)])


@check(_SECTION, since=Version.V1_2)
def all_ways(bench: Bench) -> Iterator[Finding | str]:
    """Different ways to execute one prepared model at the same time do not disturb each other."""
    elements = 256
    prepared = bench.prepare(addition(elements))
    limit, no = bench.options.callback_timeout, MeasureTiming.NO
    ways: list[tuple[str, Callable[[Sum], calls.Outcome]]] = [
        ("synchronous", lambda s: execute(bench, prepared, s.request)),
        ("burst", lambda s: burst.execute(prepared, s.request, no, limit)),
    ]
    if bench.version <= Version.V1_3:
        ways.append(
            (
                "asynchronous",
                lambda s: calls.execute(prepared, s.request, no, limit, ExecutionRecord()),
            )
        )
    if bench.version >= Version.V1_3:
        ways.append(("fenced", lambda s: fenced.execute(prepared, s.request, no, limit)[0]))

    def work(name: str, way: Callable[[Sum], calls.Outcome], sums: Sequence[Sum]) -> str:
        for sum_ in sums:
            problem = wrong(way(sum_), sum_)
            if problem:
                return f"{name}, with other ways at the same time: {problem}"
        return ""

    works = []
    for number, (name, way) in enumerate(ways):
        sums = [Sum(bench, number + 3 * turn, elements) for turn in range(4)]
        works.append(lambda name=name, way=way, sums=sums: work(name, way, sums))
    yield from _together(bench, works)


@check(_SECTION)
def after_a_refusal(bench: Bench) -> Iterator[str]:
    """A refused request leaves the prepared model as it was."""
    prepared = bench.prepare(addition())
    for _ in range(2):
        bad = Sum(bench, 1)
        outcome = execute(bench, prepared, bad.without(inputs=1))
        if outcome.status == ErrorStatus.NONE:
            yield "a request without its second input was executed"
        problem = trouble(bench, prepared, Sum(bench, 4))
        if problem:
            yield f"after a refused request: {problem}"
            return
