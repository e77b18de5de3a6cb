"""A further client of the driver that is judged: a thread here, or a process of its own.

A client takes orders, one at a time, and says what is wrong with what came of each: nothing, or a
sentence. Where the driver runs in its own process the client is a process too, with a connection
of its own to that driver; otherwise it is a thread on the same device.
"""

from __future__ import annotations

import contextlib
import json
import queue
import select
import socket
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from conformance.drivers.process import IsolatedDevice, Limits
from conformance.drivers.process.clients import ConnectedDevice, connect
from conformance.drivers.process.launch import environment
from conformance.hal import MeasureTiming, PreparedModel, Version
from conformance.harness import Finding, Kind, Options, burst, calls, fenced
from conformance.harness.callbacks import ExecutionRecord
from conformance.harness.wait_policy import at_most, measured
from conformance.suite.bench import Bench, SetAsideError
from conformance.suite.stock import additions
from conformance.suite.sums import Sum, trouble, wrong

_MODULE: Final = "conformance.suite.client"
_START: Final = 60.0
"""Seconds in which a further process must have started."""

_LONGEST: Final = 1 << 16
_NO: Final = MeasureTiming.NO


class Orders:
    """What a client can be told to do, and what it has because of that.

    Once it is ``gone`` it does not go on with what it was told.
    """

    def __init__(self, bench: Bench) -> None:
        self.gone = False
        self._bench = bench
        self._models: dict[str, tuple[PreparedModel, int, int]] = {}
        self._launched: dict[str, tuple[Sum, ExecutionRecord | fenced.Launch]] = {}

    def do(self, order: str, **arguments: Any) -> str:
        """Follow an order; what is wrong, or empty."""
        told: str = getattr(self, order)(**arguments)
        return told

    def answers(self) -> str:
        """What the driver says of itself, as one text."""
        device = self._bench.device
        told: list[object] = [calls.call("name", lambda: device.name)]
        told.append(calls.call("get_capabilities", device.get_capabilities))
        if self._bench.version >= Version.V1_2:
            rest = "get_version_string", "get_type", "get_number_of_cache_files_needed"
            told.extend(calls.call(what, getattr(device, what)) for what in rest)
        return repr(told)

    def prepare(self, model: str, elements: int, steps: int) -> str:
        """Prepare a model that adds its second input so often; it is known by a name."""
        prepared = self._bench.prepare(additions(elements, steps))
        self._models[model] = prepared, elements, steps
        return ""

    def compile(self, times: int) -> str:
        """Prepare, use and let go of models, one after the other."""
        for turn in range(times):
            if self.gone:
                break
            prepared = self._bench.prepare(additions(8 + turn, 1 + turn % 3))
            problem = trouble(
                self._bench, prepared, Sum(self._bench, turn, 8 + turn, steps=1 + turn % 3)
            )
            if problem:
                return f"model {turn}: {problem}"
        return ""

    def execute(self, model: str, seeds: list[int]) -> str:
        """Execute a prepared model, one request after the other."""
        prepared = self._models[model][0]
        for seed in seeds:
            if self.gone:
                break
            problem = trouble(self._bench, prepared, self._sum(model, seed))
            if problem:
                return f"{model}, request {seed}: {problem}"
        return ""

    def launch(self, request: str, model: str, seed: int) -> str:
        """Launch an execution whose end is somebody else's order."""
        prepared, sum_ = self._models[model][0], self._sum(model, seed)
        started: ExecutionRecord | fenced.Launch
        if self._bench.version <= Version.V1_3:
            started = ExecutionRecord()
            arguments = (sum_.request, _NO, None, None, started)
            answer: object = calls.call("execute", prepared.execute, *arguments)
            calls.status_of("execute", answer)
        else:
            started = fenced.launch(prepared, sum_.request, _NO)
        self._launched[request] = sum_, started
        return ""

    def finish(self, request: str) -> str:
        """Wait for the end of what was launched."""
        sum_, started = self._launched.pop(request)
        limit = self._bench.options.callback_timeout
        if isinstance(started, fenced.Launch):
            end = fenced.settle(started, limit)
            outcome = calls.Outcome(end.status, (), end.since_launch)
        else:
            first = calls.call("execute", started.wait, limit)
            if first is None:
                return f"request {request}: its callback was never notified"
            status = calls.status_of("the callback of execute", first.arguments[0])
            timing = calls.timing_of("the callback of execute", first.arguments[2])
            outcome = calls.Outcome(status, (), timing)
        problem = wrong(outcome, sum_)
        return f"request {request}: {problem}" if problem else ""

    def burst(self, model: str, seeds: list[int]) -> str:
        """Execute through one burst, each request with another memory in another slot."""
        prepared = self._models[model][0]
        sums = [self._sum(model, seed) for seed in seeds]
        with burst.configure(prepared, self._bench.options.callback_timeout) as controller:
            for sum_ in [*sums, *sums]:
                if self.gone:
                    break
                sum_.blank()
                result = calls.call("a burst", controller.execute, sum_.request, _NO)
                problem = wrong(burst.outcome(result), sum_)
                if problem:
                    return f"{model}, through a burst: {problem}"
        return ""

    def release(self, model: str) -> str:
        """Let go of a prepared model."""
        del self._models[model]
        return ""

    def drop(self) -> None:
        """Let go of everything."""
        self._models.clear()
        self._launched.clear()

    def _sum(self, model: str, seed: int) -> Sum:
        _, elements, steps = self._models[model]
        return Sum(self._bench, seed, elements, steps=steps)


class Client(ABC):
    """A further client; ``tell`` and ``answer`` take turns."""

    def do(self, order: str, **arguments: Any) -> str:
        """Have an order followed; what is wrong, or empty."""
        self.tell(order, **arguments)
        return self.answer()

    @abstractmethod
    def tell(self, order: str, **arguments: Any) -> None:
        """Give an order, and do not wait."""

    @abstractmethod
    def answer(self) -> str:
        """What came of the order, in bounded time."""

    @abstractmethod
    def ready(self, seconds: float) -> bool:
        """Whether the answer comes within so long."""

    @abstractmethod
    def kill(self) -> None:
        """Have it go at once, whatever it does: a process dies, a thread drops all it has."""


def _answer(orders: Orders, order: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """What a client says: a text, or a finding that ends the check."""
    try:
        return {"text": orders.do(order, **arguments)}
    except calls.BadAnswerError as bad:
        found, aside = bad.finding, False
    except SetAsideError as error:
        found, aside = error.finding, True
    except Exception as error:
        return {"text": f"{order} raised {type(error).__name__}: {error}"}
    return {"found": [str(found.kind), found.rule, found.reason], "aside": aside}


def _told(answer: dict[str, Any]) -> str:
    if "text" in answer:
        return str(answer["text"])
    kind, rule, reason = answer["found"]
    reason = f"in another client: {reason}"
    if answer["aside"]:
        raise SetAsideError(Kind(kind), reason, rule)
    raise calls.BadAnswerError(Finding(Kind(kind), rule, reason))


class _ThreadClient(Client):
    """A client on a thread of its own."""

    def __init__(self, bench: Bench) -> None:
        self._limit = 2 * bench.options.callback_timeout + 1  # an order may wait for a callback
        self._orders: queue.SimpleQueue[tuple[str, dict[str, Any]] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._done = threading.Event()
        self._hand = Orders(bench)
        self._thread = threading.Thread(target=self._work, name="nn-client", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while not self._hand.gone and (one := self._orders.get()) is not None:
            self._answers.put(_answer(self._hand, *one))
            self._done.set()
        self._hand.drop()

    def tell(self, order: str, **arguments: Any) -> None:
        self._orders.put((order, arguments))

    def answer(self) -> str:
        with measured():
            ready = self.ready(at_most(self._limit))
        if not ready:
            reason = f"a second client thread got no answer within {self._limit:g} s"
            raise calls.BadAnswerError(Finding(Kind.HANG, "clients.answer", reason))
        self._done.clear()
        return _told(self._answers.get())

    def ready(self, seconds: float) -> bool:
        return self._done.wait(seconds)

    def kill(self) -> None:
        self._hand.gone = True
        self._orders.put(None)
        self._thread.join(self._limit)


class _ProcessClient(Client):
    """A client in a process of its own, with a connection of its own to the driver's process."""

    def __init__(self, bench: Bench, device: IsolatedDevice) -> None:
        limits = device.limits
        timeout = bench.options.callback_timeout
        # Each call of an order ends within its stage's limit over there; this is for all of them.
        self._limit = limits.query + limits.prepare + limits.execute + timeout
        with contextlib.ExitStack() as undo:
            self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            undo.enter_context(theirs)
            until_started = undo.enter_context(contextlib.ExitStack())
            until_started.enter_context(self._line)
            ends = [socket.socket(fileno=fd) for fd in calls.call("connect", connect, device)]
            given = [undo.enter_context(end).fileno() for end in ends]
            given.append(theirs.fileno())
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", _MODULE, *map(str, given)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=given,
                env=environment(),
            )
            until_started.pop_all()
        version = int(bench.version)
        try:
            self._send({"limits": asdict(limits), "timeout": timeout, "version": version})
            self._receive(_START)
        except BaseException:
            self.kill()
            raise

    def tell(self, order: str, **arguments: Any) -> None:
        self._send({"order": order, "arguments": arguments})

    def answer(self) -> str:
        with measured():
            return _told(self._receive(at_most(self._limit)))

    def ready(self, seconds: float) -> bool:
        return bool(select.select([self._line], [], [], seconds)[0])

    def _send(self, message: dict[str, Any]) -> None:
        self._line.settimeout(_START)
        with contextlib.suppress(OSError):  # the answer tells that it is gone
            self._line.send(json.dumps(message).encode())

    def _receive(self, seconds: float) -> dict[str, Any]:
        self._line.settimeout(seconds)
        try:
            data = self._line.recv(_LONGEST)
        except TimeoutError:
            reason = f"a second client process got no answer within {seconds:g} s"
            raise calls.BadAnswerError(Finding(Kind.HANG, "clients.answer", reason)) from None
        except OSError:
            data = b""
        if not data:
            raise RuntimeError("the second client's process has ended")
        answer: dict[str, Any] = json.loads(data)
        return answer

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._line.close()


def further_client(bench: Bench) -> Client:
    """A further client of the bench's driver, ended with the check."""
    device = bench.device
    client: Client
    if isinstance(device, IsolatedDevice):
        client = _ProcessClient(bench, device)
    else:
        client = _ThreadClient(bench)
    bench.at_end(client.kill)
    return client


def _messages(line: socket.socket) -> Iterator[dict[str, Any]]:
    while data := line.recv(_LONGEST):
        yield json.loads(data)


def main() -> None:
    """Follow orders until there are no more: arguments are the connection and the line of them."""
    calls_fd, notes_fd, line_fd = (int(text) for text in sys.argv[1:4])
    line = socket.socket(fileno=line_fd)
    messages = _messages(line)
    first = next(messages)
    options = Options(callback_timeout=first["timeout"])
    device = ConnectedDevice(calls_fd, notes_fd, Limits(**first["limits"]))
    orders = Orders(Bench(device, Version(first["version"]), options))
    line.send(b"{}")
    for message in messages:
        answer = _answer(orders, message["order"], message["arguments"])
        line.send(json.dumps(answer).encode())


if __name__ == "__main__":
    main()
