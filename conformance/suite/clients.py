"""Several clients of one driver, each with models and requests of its own.

With ``--isolate`` the second client is a process with a connection of its own, otherwise a thread.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Final

from conformance.hal import ErrorStatus, MeasureTiming, SyncFence, Version
from conformance.harness import Finding, Kind, calls, fenced
from conformance.harness.wait_policy import measured
from conformance.suite.bench import Bench
from conformance.suite.check import check
from conformance.suite.client import Client, Orders, further_client
from conformance.suite.stock import addition
from conformance.suite.sums import Sum, trouble

_SECTION = "Drivers: Execution (m1, m2, r1 on m1, r2 on m2, r3 on m1, r4 on m2)"
_CLEANUP = "Drivers: Cleanup; IPreparedModel"
_QUERIES = "Drivers: Initialization"
_BURSTS = "IPreparedModel.configureExecutionBurst; IBurstCallback.getMemories"
_FENCED = "IPreparedModel.executeFenced"

_M1: Final = {"elements": 24, "steps": 1}
_M2: Final = {"elements": 40, "steps": 3}
_ROUNDS: Final = 6
_WHILE: Final = 0.03
_PATIENCE: Final = 2.0
"""Seconds in which three small executions end on any machine that is not stuck."""


def _two(bench: Bench) -> tuple[Orders, Client]:
    """Two clients: the first, which is the judge itself, has prepared m1, the second m2."""
    first = Orders(bench)
    first.prepare("m1", **_M1)  # sets the check aside where the driver declines it
    second = further_client(bench)
    second.do("prepare", model="m2", **_M2)
    return first, second


def _blamed(first: str, second: str) -> Iterator[str]:
    for name, problem in (("first", first), ("second", second)):
        if problem:
            yield f"the {name} of two clients: {problem}"


@check(_QUERIES)
def queries(bench: Bench) -> Iterator[str]:
    """Two clients that ask at the same time, and while models run, get the same answers."""
    first, second = _two(bench)
    before = first.answers()
    seen = {before}
    for _ in range(_ROUNDS):
        second.tell("answers")
        seen.add(first.answers())
        seen.add(second.answer())
        second.tell("execute", model="m2", seeds=[1, 2])
        seen.add(first.answers())
        yield from _blamed("", second.answer())
    for other in sorted(seen - {before}):
        yield f"the driver answered {before}, with another client {other}"
        return


@check(_SECTION)
def crossing(bench: Bench) -> Iterator[str]:
    """Requests r1 to r4 of two clients on their models m1 and m2, in turn, are all right."""
    first, second = _two(bench)
    for turn in range(_ROUNDS):
        one, two = [turn, turn + 2], [turn + 1, turn + 3]
        for seed, other in zip(one, two, strict=True):
            said = first.execute("m1", [seed])
            found = list(_blamed(said, second.do("execute", model="m2", seeds=[other])))
            yield from found
            if found:
                return


@check(_SECTION)
def together(bench: Bench) -> Iterator[str]:
    """Two clients that execute at the same time do not disturb each other."""
    first, second = _two(bench)
    seeds = list(range(20))
    second.tell("execute", model="m2", seeds=seeds)
    said = first.execute("m1", seeds)
    yield from _blamed(said, second.answer())


@check(_SECTION, until=Version.V1_3)
def launched(bench: Bench) -> Iterator[str]:
    """Executions launched r1, r2, r3, r4 by two clients end right, in whichever order asked for."""
    first, second = _two(bench)
    orders: Sequence[tuple[str, str]]
    for orders in ((("r1", "r2"), ("r3", "r4")), (("r3", "r4"), ("r1", "r2"))):
        for number, (ours, theirs) in enumerate((("r1", "r2"), ("r3", "r4"))):
            first.launch(ours, "m1", number)
            second.do("launch", request=theirs, model="m2", seed=number + 3)
        for ours, theirs in orders:
            yield from _blamed(first.finish(ours), second.do("finish", request=theirs))


@check(_SECTION)
def compiling(bench: Bench) -> Iterator[str]:
    """One client's preparations do not disturb another's executions."""
    first, second = _two(bench)
    second.tell("compile", times=_ROUNDS)
    said = first.execute("m1", list(range(3 * _ROUNDS)))
    yield from _blamed(said, second.answer())
    second.tell("execute", model="m2", seeds=list(range(3 * _ROUNDS)))
    said = first.compile(_ROUNDS)
    yield from _blamed(said, second.answer())


@check(_SECTION)
def one_model(bench: Bench) -> Iterator[str]:
    """Two clients that prepare the same model each have one of their own."""
    first, second = Orders(bench), further_client(bench)
    first.prepare("m", **_M1)
    second.do("prepare", model="m", **_M1)
    second.tell("execute", model="m", seeds=[5, 6, 7, 5, 6, 7])
    yield from _blamed(first.execute("m", [1, 2, 3, 1, 2, 3]), second.answer())
    first.release("m")
    yield from _blamed("", second.do("execute", model="m", seeds=[4]))


@check(_CLEANUP)
def released(bench: Bench) -> Iterator[str]:
    """Models let go of by one client, before or after the other's, leave those as they are."""
    first, second = _two(bench)
    first.prepare("more", elements=16, steps=2)
    second.do("prepare", model="more", elements=12, steps=4)
    for ours, theirs in (("m1", "more"), ("more", "m2")):
        second.tell("execute", model=theirs, seeds=[1, 2, 3])
        first.release(ours)
        yield from _blamed("", second.answer())
        if ours == "m1":
            second.tell("release", model=theirs)
            said = first.execute("more", [1, 2, 3])
            yield from _blamed(said, second.answer())


@check(_BURSTS, since=Version.V1_2)
def bursts(bench: Bench) -> Iterator[str]:
    """Bursts of two clients share no slots: the same numbers stand for each one's memories."""
    first, second = _two(bench)
    for turn in range(2):
        second.tell("burst", model="m2", seeds=[4 + turn, 5 + turn, 6 + turn])
        said = first.burst("m1", [1 + turn, 2 + turn, 3 + turn])
        yield from _blamed(said, second.answer())


@check(_FENCED, since=Version.V1_3)
def waiting(bench: Bench) -> Iterator[Finding | str]:
    """One client's execution that waits for a fence keeps no other client waiting."""
    _, second = _two(bench)
    prepared, sum_, gate = bench.prepare(addition()), Sum(bench), SyncFence()
    bench.at_end(gate.fail)
    ends: list[object] = []

    def launch() -> None:  # on a thread: a driver may wait within the call
        try:
            ends.append(fenced.launch(prepared, sum_.request, MeasureTiming.NO, wait_for=[gate]))
        except Exception as error:
            ends.append(error)

    thread = threading.Thread(target=launch, name="nn-launch", daemon=True)
    thread.start()
    thread.join(_WHILE)
    second.tell("execute", model="m2", seeds=[1, 2, 3])
    in_time = second.ready(min(_PATIENCE, bench.options.callback_timeout))
    gate.signal()
    yield from _blamed("", second.answer())
    limit = bench.options.callback_timeout
    with measured():
        thread.join(limit)
    if not in_time:
        reason = "another client's executions waited for a fence that none of them waits for"
        yield Finding(Kind.QUALITY_WARNING, "", reason)
    for end in ends:
        if isinstance(end, Exception):
            raise end
        if isinstance(end, fenced.Launch):
            told = fenced.settle(end, limit).status
            if told != ErrorStatus.NONE or not sum_.right:
                yield f"the execution that waited ended with {told.name}, or its result is wrong"


@check(_CLEANUP)
def killed(bench: Bench) -> Iterator[str]:
    """A client that dies in the middle of its work leaves another one unharmed."""
    first, second = _two(bench)
    prepared = bench.prepare(addition(512))
    for order in (
        {"order": "execute", "model": "m2", "seeds": list(range(200))},
        {"order": "compile", "times": 200},
        {"order": "burst", "model": "m2", "seeds": list(range(40))},
    ):
        name = str(order.pop("order"))
        if name == "burst" and bench.version < Version.V1_2:
            continue
        second.tell(name, **order)
        said = first.execute("m1", [1, 2, 3])
        second.kill()
        said = said or first.execute("m1", [4, 5, 6])
        said = said or trouble(bench, prepared, Sum(bench, 2, 512))
        if said:
            yield f"after another client was killed ({name}): {said}"
            return
        second = further_client(bench)
        problem = second.do("prepare", model="m2", **_M2)
        problem = problem or second.do("execute", model="m2", seeds=[7])
        if problem:
            yield f"a client that came after one was killed ({name}): {problem}"
            return
    calls.call("get_status", bench.device.get_status)
