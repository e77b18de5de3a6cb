"""A second client of the driver under test: a thread of this process, or a separate process.

A client runs commands, which are methods of ``ClientCommands``, one at a time. The answer to a
command is a description of the problem that it found, or an empty string. If the driver is
isolated, the client is a process too, with a separate connection to the driver's process; otherwise
it is a thread that uses the same device.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import wait
from dataclasses import replace
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

from conformance.checks.burst_requests import run_in_burst
from conformance.checks.cache_files import CacheFiles
from conformance.checks.cache_tester import CachedModel, CacheTester
from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    Violation,
    described,
    require,
    start_thread,
)
from conformance.checks.domain_buffers import (
    AllocationArguments,
    DomainChecks,
    refuse_token,
    role,
)
from conformance.checks.sample_models import CopyModel, addition_chain_model
from conformance.checks.sample_requests import AdditionRequest, ending_problem, execution_problem
from conformance.drivers.driver import Driver
from conformance.drivers.own_process.child import python_command, spawn
from conformance.hal import MeasureTiming, OperandType, PreparedModel, Version
from conformance.harness.calls import burst_execution, driver_calls
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
from conformance.harness.judge import JudgeOptions
from conformance.harness.supervision.wait_policy import limit_wait, measure_driver_time
from conformance.verdicts import Finding, VerdictKind

_START_TIMEOUT: Final = 60.0
"""Seconds within which a client process must start."""

_T = TypeVar("_T")


class ClientCommands:
    """The commands of a client, and the prepared models and requests that it holds.

    A command raises ``Violation`` if it finds a problem. Once ``stopped`` is set, a running command
    stops early.
    """

    def __init__(self, context: CheckContext) -> None:
        self.stopped = False
        self._context = context
        self._models: dict[str, tuple[PreparedModel, int, int]] = {}
        self._launched: dict[str, tuple[AdditionRequest, RecordingExecutionCallback]] = {}
        self._buffers: list[object] = []

    def run(self, command: str, **arguments: Any) -> str:
        """Run a command by name; return the answers that it returns, if any, or its problem."""
        try:
            return getattr(self, command)(**arguments) or ""
        except Violation as violation:
            return str(violation)

    def answers(self) -> str:
        """Return the driver's answers to its queries as one string."""
        device, queries = self._context.device, ["get_capabilities"]
        if self._context.version >= Version.V1_2:
            queries += "get_version_string", "get_type", "get_number_of_cache_files_needed"
        answers = [driver_calls.call_driver(each, getattr(device, each)) for each in queries]
        return repr([driver_calls.call_driver("name", lambda: device.name), *answers])

    def prepare(self, model: str, elements: int, steps: int) -> None:
        """Prepare a chain of ``steps`` additions and store it under the name ``model``."""
        prepared = self._context.prepare(addition_chain_model(elements, steps))
        self._models[model] = prepared, elements, steps

    def compile(self, times: int) -> None:
        """Prepare, execute and release models, one after the other."""
        for turn in self._until_stopped(range(times)):
            elements, steps = 8 + turn, 1 + turn % 3
            prepared = self._context.prepare(addition_chain_model(elements, steps))
            with described(f"model {turn + 1} of {times} that the client prepared"):
                addition = AdditionRequest(self._context, turn, elements, steps=steps)
                require(execution_problem(self._context, prepared, addition))

    def execute(self, model: str, seeds: list[int]) -> None:
        """Execute a prepared model with one request per seed, one after the other."""
        for seed in self._until_stopped(seeds):
            prepared, addition = self._request(model, seed)
            with described(f"model {model}, request with seed {seed}"):
                require(execution_problem(self._context, prepared, addition))

    def launch(self, request: str, model: str, seed: int) -> None:
        """Launch an asynchronous execution; the command ``finish`` waits for its end."""
        (prepared, addition), record = self._request(model, seed), RecordingExecutionCallback()
        arguments = addition.request, MeasureTiming.NO, None, None, record
        answer: object = driver_calls.call_driver("execute", prepared.execute, *arguments)
        driver_calls.to_status("execute", answer)
        self._launched[request] = addition, record

    def finish(self, request: str) -> None:
        """Wait for the end of a launched execution and check its outcome."""
        addition, record = self._launched.pop(request)
        limit = self._context.options.callback_timeout
        with described(f"request {request}"):
            if (first := driver_calls.call_driver("execute", record.wait, limit)) is None:
                raise Violation(f"execute did not notify its callback within {limit:g} s")
            status = driver_calls.to_status("the callback of execute", first.arguments[0])
            require(ending_problem(status, addition, "the execution", "returned"))

    def burst(self, model: str, seeds: list[int]) -> None:
        """Execute each request twice through one burst, each with a different memory and slot."""
        prepared, limit = self._models[model][0], self._context.options.callback_timeout
        additions = [self._request(model, seed)[1] for seed in seeds]
        with burst_execution.open_burst(prepared, limit) as controller:
            for addition in self._until_stopped([*additions, *additions]):
                with described(f"model {model}, through a burst"):
                    run_in_burst(controller, addition)

    def save_and_retrieve(
        self,
        data_type: OperandType,
        sample: CachedModel,
        files: CacheFiles,
        token: bytes,
        times: int,
    ) -> None:
        """Save a model to cache files and retrieve it, several times."""
        tester = CacheTester(self._context, files.counts, data_type)
        for turn in self._until_stopped(range(times)):
            tester.prepare(f"saving {turn + 1}", sample, files, token)
            tester.retrieve(f"retrieval {turn + 1}", sample, files, token)

    def use_token(self, model: CopyModel, token: int) -> None:
        """Execute with a buffer token of another client, which must be refused."""
        refuse_token(self._context, model, token)

    def hold_buffers(self, model: CopyModel, count: int) -> None:
        """Allocate and initialize buffers, which the client holds until it ends."""
        prepared, checks = self._context.prepare(model.build()), DomainChecks(self._context)
        for number in range(count):
            arguments = AllocationArguments((prepared,), (role(),), (role(),))
            if (managed := checks.allocate(arguments)) is None:
                return
            self._buffers.append(managed)
            managed.initialize(model.data(number))

    def release(self, model: str) -> None:
        """Release a prepared model."""
        del self._models[model]

    def _request(self, model: str, seed: int) -> tuple[PreparedModel, AdditionRequest]:
        prepared, elements, steps = self._models[model]
        return prepared, AdditionRequest(self._context, seed, elements, steps=steps)

    def _until_stopped(self, values: Iterable[_T]) -> Iterator[_T]:
        for value in values:
            if self.stopped:
                break
            yield value

    def serve(self, channel: Connection) -> None:
        """Run commands until the other end of the channel is closed; then release everything."""
        with channel, contextlib.suppress(EOFError, OSError):
            while True:
                command, arguments = channel.recv()
                answer: str | tuple[Finding, bool] | RuntimeError
                try:
                    answer = self.run(command, **arguments)
                except (driver_calls.DriverCallError, SkipCheck) as error:
                    answer = error.finding, isinstance(error, SkipCheck)
                except Exception as error:  # an error of the suite
                    lines = "".join(traceback.format_exception(error))
                    answer = RuntimeError(f"the command {command} of a second client: {lines}")
                channel.send(answer)
        for held in (self._buffers, self._models, self._launched):
            held.clear()


class SecondaryClient:
    """A second client of the driver, a thread or a process at the other end of a channel.

    Each ``send_command`` must be followed by one ``receive_answer``. ``kill`` stops the client at
    once: a process is killed, and a thread releases everything.
    """

    def __init__(
        self, channel: Connection, kind: str, limit: float, stop: Callable[[], object]
    ) -> None:
        self._channel, self._kind, self._limit, self._stop = channel, kind, limit, stop

    def run_command(self, command: str, **arguments: Any) -> str:
        """Send a command and return its answer."""
        self.send_command(command, **arguments)
        return self.receive_answer()

    def send_command(self, command: str, **arguments: Any) -> None:
        """Send a command without waiting for its answer."""
        with contextlib.suppress(OSError):  # a dead process is reported by the missing answer
            self._channel.send((command, arguments))

    def receive_answer(self) -> str:
        """Wait for the answer to the last command and return it.

        ``DriverCallError`` is raised if no answer arrives within the time limit.
        """
        with measure_driver_time():
            ready = self.wait_for_answer(limit_wait(self._limit))
        client = f"the second client, a {self._kind},"
        if not ready:
            reason = f"{client} did not complete its driver calls within {self._limit:g} s"
            raise driver_calls.DriverCallError(Finding(VerdictKind.HANG, "clients.timeout", reason))
        try:
            answer = self._channel.recv()
        except (EOFError, OSError):
            raise RuntimeError(f"{client} ended before it sent its answer") from None
        if isinstance(answer, RuntimeError):
            raise answer
        if isinstance(answer, str):
            return answer
        finding, ends_check = answer
        finding = replace(finding, reason=f"in another client: {finding.reason}")
        if ends_check:
            raise SkipCheck(finding.kind, finding.reason, finding.rule)
        raise driver_calls.DriverCallError(finding)

    def wait_for_answer(self, seconds: float) -> bool:
        """Return whether the answer arrives within ``seconds``."""
        return self._channel.poll(seconds)

    def kill(self) -> None:
        """Stop the client at once."""
        self._channel.close()
        self._stop()


def start_secondary_client(context: CheckContext) -> SecondaryClient:
    """Start a second client of the driver; it is stopped at the end of the check."""
    start = _start_thread if context.driver.process is None else _start_process
    ours, theirs = Pipe()
    client = SecondaryClient(ours, *start(context, theirs))
    context.add_cleanup(client.kill)
    if context.driver.process is not None:
        ours.send((context.driver.own_process.limits, context.options.callback_timeout))
        if not ours.poll(_START_TIMEOUT):
            raise RuntimeError(f"the second client did not start within {_START_TIMEOUT:g} s")
        ours.recv()
    return client


_Started = tuple[str, float, Callable[[], object]]
"""The kind of a client, the limit in seconds for a command, and a function that stops it."""


def _start_thread(context: CheckContext, channel: Connection) -> _Started:
    commands = ClientCommands(context)
    limit = 2 * context.options.callback_timeout + 1  # a command may wait for a callback
    served = start_thread(partial(commands.serve, channel), "nn-client")

    def stop() -> None:
        commands.stopped = True
        wait([served], limit)

    return "thread", limit, stop


def _start_process(context: CheckContext, channel: Connection) -> _Started:
    process = context.driver.own_process
    fds = driver_calls.call_driver("connect", process.connect)
    try:
        with channel:
            client = spawn(
                python_command(__name__, *fds, channel.fileno()),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(*fds, channel.fileno()),
            )
    finally:
        for fd in fds:
            os.close(fd)

    def stop() -> None:
        client.kill()
        client.wait()

    # The client limits each call by its stage; this limit is for all calls of a command.
    limits = process.limits
    limit = limits.query + limits.prepare + limits.execute + context.options.callback_timeout
    return "process", limit, stop


def main() -> None:
    """Run commands until the channel is closed.

    The arguments are descriptors: two for the connection to the driver, one for the commands.
    """
    calls_fd, notifications_fd, channel_fd = (int(text) for text in sys.argv[1:4])
    channel: Connection = Connection(channel_fd)
    limits, timeout = channel.recv()
    driver = Driver.connected(calls_fd, notifications_fd, limits)
    commands = ClientCommands(CheckContext(driver, JudgeOptions(callback_timeout=timeout)))
    channel.send("")
    commands.serve(channel)
