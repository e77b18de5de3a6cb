"""A second client of the driver under test: a thread of this process, or a separate process.

A client executes commands, one at a time. The answer to a command is a description of the problem
that it found, or an empty string. If the driver is isolated, the client is a process too, with a
separate connection to the driver's process; otherwise it is a thread that uses the same device.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import wait
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from conformance.checks.cache_files import CacheFiles
from conformance.checks.cache_tester import CacheTester, number_of_files
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
    ManagedBuffer,
    initialize,
    refuse_token,
    role,
)
from conformance.checks.sample_models import CopyModel, addition_chain_model
from conformance.checks.sample_requests import AdditionRequest, execution_problem
from conformance.drivers.driver import Driver
from conformance.drivers.own_process.child import python_command
from conformance.hal import MeasureTiming, OperandType, OperationType, PreparedModel, Version
from conformance.harness.calls import burst_execution, driver_calls, fenced_execution
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
from conformance.harness.judge import JudgeOptions
from conformance.harness.supervision.wait_policy import limit_wait, measure_driver_time
from conformance.verdicts import Finding, VerdictKind

_MODULE: Final = "conformance.checks.secondary_client"
_START_TIMEOUT: Final = 60.0
"""Seconds within which a client process must start."""

_NO: Final = MeasureTiming.NO


class ClientCommands:
    """The commands of a client, and the prepared models and requests that it holds.

    A command raises ``Violation`` if it finds a problem. Once ``stopped`` is set, a running command
    stops early.
    """

    def __init__(self, context: CheckContext) -> None:
        self.stopped = False
        self._context = context
        self._models: dict[str, tuple[PreparedModel, int, int]] = {}
        self._buffers: list[ManagedBuffer] = []
        self._launched: dict[
            str, tuple[AdditionRequest, RecordingExecutionCallback | fenced_execution.FencedLaunch]
        ] = {}

    def run(self, command: str, **arguments: Any) -> str:
        """Run a command by name; return the answers that it returns, if any, or its problem."""
        try:
            return getattr(self, command)(**arguments) or ""
        except Violation as violation:
            return str(violation)

    def answers(self) -> str:
        """Return the driver's answers to its queries as one string."""
        device = self._context.device
        answers: list[object] = [driver_calls.call_driver("name", lambda: device.name)]
        answers.append(driver_calls.call_driver("get_capabilities", device.get_capabilities))
        if self._context.version >= Version.V1_2:
            queries = "get_version_string", "get_type", "get_number_of_cache_files_needed"
            answers.extend(
                driver_calls.call_driver(query, getattr(device, query)) for query in queries
            )
        return repr(answers)

    def prepare(self, model: str, elements: int, steps: int) -> None:
        """Prepare a chain of ``steps`` additions and store it under the name ``model``."""
        prepared = self._context.prepare(addition_chain_model(elements, steps))
        self._models[model] = prepared, elements, steps

    def compile(self, times: int) -> None:
        """Prepare, execute and release models, one after the other."""
        for turn in range(times):
            if self.stopped:
                break
            elements, steps = 8 + turn, 1 + turn % 3
            prepared = self._context.prepare(addition_chain_model(elements, steps))
            with described(f"model {turn + 1} of {times} that the client prepared"):
                self._execute(prepared, AdditionRequest(self._context, turn, elements, steps=steps))

    def _execute(self, prepared: PreparedModel, addition: AdditionRequest) -> None:
        require(execution_problem(self._context, prepared, addition))

    def execute(self, model: str, seeds: list[int]) -> None:
        """Execute a prepared model with one request per seed, one after the other."""
        prepared = self._models[model][0]
        for seed in seeds:
            if self.stopped:
                break
            with described(f"model {model}, request with seed {seed}"):
                self._execute(prepared, self._request(model, seed))

    def launch(self, request: str, model: str, seed: int) -> None:
        """Launch an execution; the command ``finish`` waits for its end."""
        prepared, addition = self._models[model][0], self._request(model, seed)
        started: RecordingExecutionCallback | fenced_execution.FencedLaunch
        if self._context.version <= Version.V1_3:
            started = RecordingExecutionCallback()
            arguments = (addition.request, _NO, None, None, started)
            answer: object = driver_calls.call_driver("execute", prepared.execute, *arguments)
            driver_calls.to_status("execute", answer)
        else:
            started = fenced_execution.launch_fenced(prepared, addition.request, _NO)
        self._launched[request] = addition, started

    def finish(self, request: str) -> None:
        """Wait for the end of a launched execution and check its outcome."""
        addition, started = self._launched.pop(request)
        limit = self._context.options.callback_timeout
        with described(f"request {request}"):
            if isinstance(started, fenced_execution.FencedLaunch):
                outcome = fenced_execution.outcome_of_launch(started, limit)
            elif (first := driver_calls.call_driver("execute", started.wait, limit)) is None:
                raise Violation(f"execute did not notify its callback within {limit:g} s")
            else:
                status = driver_calls.to_status("the callback of execute", first.arguments[0])
                timing = driver_calls.to_timing("the callback of execute", first.arguments[2])
                outcome = driver_calls.ExecutionOutcome(status, (), timing)
            require(addition.problem(outcome))

    def burst(self, model: str, seeds: list[int]) -> None:
        """Execute each request twice through one burst, each with a different memory and slot."""
        prepared, limit = self._models[model][0], self._context.options.callback_timeout
        additions = [self._request(model, seed) for seed in seeds]
        with burst_execution.open_burst(prepared, limit) as controller:
            for addition in [*additions, *additions]:
                if self.stopped:
                    break
                addition.reset()
                result = driver_calls.call_driver(
                    "a burst", controller.execute, addition.request, _NO
                )
                with described(f"model {model}, through a burst"):
                    require(addition.problem(burst_execution.burst_outcome(result)))

    def save_and_retrieve(
        self, data_type: int, model: str, folder: str, token: str, rounds: int
    ) -> None:
        """Save a model to the cache files in a folder and retrieve it, several times."""
        counts = number_of_files(self._context)
        tester = CacheTester(self._context, counts, OperandType(data_type))
        samples = tester.sum_model, tester.product_model
        sample = next(sample for sample in samples if sample.name == model)
        files = CacheFiles(Path(folder), counts)
        for turn in range(rounds):
            if self.stopped:
                break
            tester.prepare(f"saving {turn + 1}", sample, files, bytes.fromhex(token))
            tester.retrieve_saved(f"retrieval {turn + 1}", sample, files, bytes.fromhex(token))

    def use_token(self, token: int, type_: int, operation: int) -> None:
        """Execute with a buffer token of another client, which must be refused."""
        model = CopyModel(OperandType(type_), OperationType(operation))
        refuse_token(self._context, model, token)

    def hold_buffers(self, type_: int, operation: int, count: int) -> None:
        """Allocate and initialize buffers, which the client holds until it ends."""
        model = CopyModel(OperandType(type_), OperationType(operation))
        prepared, checks = self._context.prepare(model.build()), DomainChecks(self._context)
        for number in range(count):
            arguments = AllocationArguments((prepared,), (role(),), (role(),))
            if (managed := checks.allocate(arguments)) is None:
                return
            self._buffers.append(managed)
            initialize(self._context, managed, model.data(number))

    def release(self, model: str) -> None:
        """Release a prepared model."""
        del self._models[model]

    def release_all(self) -> None:
        """Release all prepared models, requests and buffers."""
        self._buffers.clear()
        self._models.clear()
        self._launched.clear()

    def _request(self, model: str, seed: int) -> AdditionRequest:
        _, elements, steps = self._models[model]
        return AdditionRequest(self._context, seed, elements, steps=steps)


class SecondaryClient:
    """A second client of the driver, a thread or a process at the other end of a channel.

    Each ``send_command`` must be followed by one ``receive_answer``. ``kill`` stops the client at
    once: a process is killed, and a thread releases everything.
    """

    def __init__(
        self, kind: str, channel: Connection, limit: float, stop: Callable[[], object]
    ) -> None:
        self._kind, self._channel, self._limit, self._stop = kind, channel, limit, stop

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
        if not ready:
            reason = (
                f"the second client, a {self._kind}, did not complete its driver calls within "
                f"{self._limit:g} s"
            )
            raise driver_calls.DriverCallError(Finding(VerdictKind.HANG, "clients.timeout", reason))
        try:
            answer = self._channel.recv()
        except (EOFError, OSError):
            reason = f"the second client, a {self._kind}, ended before it sent its answer"
            raise RuntimeError(reason) from None
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


def _serve(channel: Connection, commands: ClientCommands) -> None:
    """Run commands until the other end of the channel is closed; then release everything."""
    with channel, contextlib.suppress(EOFError, OSError):
        while True:
            command, arguments = channel.recv()
            answer: str | tuple[Finding, bool] | RuntimeError
            try:
                answer = commands.run(command, **arguments)
            except (driver_calls.DriverCallError, SkipCheck) as error:
                answer = error.finding, isinstance(error, SkipCheck)
            except Exception as error:  # an error of the suite
                lines = "".join(traceback.format_exception(error))
                answer = RuntimeError(f"the command {command} of a second client: {lines}")
            channel.send(answer)
    commands.release_all()


def start_secondary_client(context: CheckContext) -> SecondaryClient:
    """Start a second client of the driver; it is stopped at the end of the check."""
    client = _start_thread(context) if context.driver.process is None else _start_process(context)
    context.add_cleanup(client.kill)
    return client


def _start_thread(context: CheckContext) -> SecondaryClient:
    commands = ClientCommands(context)
    limit = 2 * context.options.callback_timeout + 1  # a command may wait for a callback
    ours, theirs = Pipe()
    served = start_thread(lambda: _serve(theirs, commands), "nn-client")

    def stop() -> None:
        commands.stopped = True
        wait([served], limit)

    return SecondaryClient("thread", ours, limit, stop)


def _start_process(context: CheckContext) -> SecondaryClient:
    """Start a process with a separate connection to the driver's process."""
    process = context.driver.own_process
    limits, timeout = process.limits, context.options.callback_timeout
    ours, theirs = Pipe()
    connection_fds = driver_calls.call_driver("connect", process.connect)
    passed_fds = *connection_fds, theirs.fileno()
    try:
        with theirs:
            client = subprocess.Popen(
                python_command(_MODULE, *passed_fds),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=passed_fds,
            )
    finally:
        for fd in connection_fds:
            os.close(fd)

    def stop() -> None:
        client.kill()
        client.wait()

    # The client limits each call by its stage; this limit is for all calls of a command.
    limit = limits.query + limits.prepare + limits.execute + timeout
    secondary = SecondaryClient("process", ours, limit, stop)
    try:
        ours.send((limits, timeout))
        if not ours.poll(_START_TIMEOUT):
            raise RuntimeError(f"the second client did not start within {_START_TIMEOUT:g} s")
        ours.recv()
    except BaseException:
        secondary.kill()
        raise
    return secondary


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
    _serve(channel, commands)
