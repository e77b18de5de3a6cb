"""A second client of the driver under test: a thread of this process, or a separate process.

A client executes commands, one at a time. The answer to a command is a description of the problem
that it found, or an empty string. If the driver is isolated, the client is a process too, with a
separate connection to the driver's process; otherwise it is a thread that uses the same device.
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
import traceback
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from conformance.checks.cache_files import CacheFiles
from conformance.checks.cache_tester import (
    CacheTester,
    TooManyProblemsError,
    number_of_files,
)
from conformance.checks.check_context import CheckContext, SkipCheck, Violation, described, require
from conformance.checks.domain_buffers import (
    DomainChecks,
    ManagedBuffer,
    initialize,
    token_problems,
)
from conformance.checks.sample_models import CopyModel, addition_chain_model
from conformance.checks.sample_requests import AdditionRequest, execution_problem
from conformance.drivers.own_process import ConnectedDevice, IsolatedDevice, ProcessLimits
from conformance.drivers.own_process.child import environment, python_command
from conformance.hal import MeasureTiming, OperandType, OperationType, PreparedModel, Version
from conformance.harness.calls import burst_execution, driver_calls, fenced_execution
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
from conformance.harness.judge import JudgeOptions
from conformance.harness.supervision.wait_policy import limit_wait, measure_driver_time
from conformance.verdicts import Finding, VerdictKind

_MODULE: Final = "conformance.checks.secondary_client"
_START_TIMEOUT: Final = 60.0
"""Seconds within which a client process must start."""

_MAX_MESSAGE_BYTES: Final = 1 << 16
"""Maximum byte length of a message between the two processes."""

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
                outcome, _ = fenced_execution.outcome_of_launch(started, limit)
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
    ) -> str:
        """Save a model to the cache files in a folder and retrieve it, several times.

        Return a description of the problems that occurred.
        """
        counts = number_of_files(self._context)
        tester = CacheTester(self._context, counts, OperandType(data_type))
        sample = next(
            sample for sample in (tester.sum_model, tester.product_model) if sample.name == model
        )
        files = CacheFiles(Path(folder), counts)
        with contextlib.suppress(TooManyProblemsError):
            for turn in range(rounds):
                if self.stopped:
                    break
                with files.opened() as handles:
                    description = f"saving {turn + 1}"
                    tester.save_handles(description, sample, handles, bytes.fromhex(token))
                description = f"retrieval {turn + 1}"
                tester.retrieve_saved(description, sample, files, bytes.fromhex(token))
        return "; ".join(tester.problems)

    def use_token(self, token: int, type_: int, operation: int) -> None:
        """Execute with a buffer token of another client, which must be refused."""
        model = CopyModel(OperandType(type_), OperationType(operation))
        require(next(token_problems(self._context, model, token), ""))

    def hold_buffers(self, type_: int, operation: int, count: int) -> None:
        """Allocate and initialize buffers, which the client holds until it ends."""
        model = CopyModel(OperandType(type_), OperationType(operation))
        prepared, checks = self._context.prepare(model.build()), DomainChecks(self._context)
        for number in range(count):
            if (managed := checks.both_roles(prepared)) is None:
                return
            self._buffers.append(managed)
            require(initialize(self._context, managed, model.data(number)))

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


class SecondaryClient(ABC):
    """A second client of the driver.

    Each ``send_command`` must be followed by one ``receive_answer``.
    """

    def run_command(self, command: str, **arguments: Any) -> str:
        """Send a command and return its answer."""
        self.send_command(command, **arguments)
        return self.receive_answer()

    @abstractmethod
    def send_command(self, command: str, **arguments: Any) -> None:
        """Send a command without waiting for its answer."""

    @abstractmethod
    def receive_answer(self) -> str:
        """Wait for the answer to the last command and return it.

        ``DriverCallError`` is raised if no answer arrives within the time limit.
        """

    @abstractmethod
    def wait_for_answer(self, seconds: float) -> bool:
        """Return whether the answer arrives within ``seconds``."""

    @abstractmethod
    def kill(self) -> None:
        """Stop the client at once: kill a process, make a thread release everything."""


def _run_to_answer(
    commands: ClientCommands, command: str, arguments: dict[str, Any]
) -> dict[str, Any]:
    """Run a command; return its answer, or the finding that ends the check, as a message.

    The message of an exception that does not describe an error of the driver states an error of
    the suite.
    """
    try:
        return {"text": commands.run(command, **arguments)}
    except driver_calls.DriverCallError as error:
        finding, skipped = error.finding, False
    except SkipCheck as error:
        finding, skipped = error.finding, True
    except Exception as error:
        lines = traceback.format_exception(error)
        return {"suite_error": f"the command {command} of a second client: {''.join(lines)}"}
    return {"finding": [str(finding.kind), finding.rule, finding.reason], "skipped": skipped}


def _unpack_answer(answer: dict[str, Any]) -> str:
    """Return the answer in a message; raise its finding or its error of the suite, if any."""
    if "text" in answer:
        return str(answer["text"])
    if "suite_error" in answer:
        raise RuntimeError(answer["suite_error"])
    kind, rule, reason = answer["finding"]
    reason = f"in another client: {reason}"
    if answer["skipped"]:
        raise SkipCheck(VerdictKind(kind), reason, rule)
    raise driver_calls.DriverCallError(Finding(VerdictKind(kind), rule, reason))


class _ThreadClient(SecondaryClient):
    """A client that is a thread of this process."""

    def __init__(self, context: CheckContext) -> None:
        self._limit = 2 * context.options.callback_timeout + 1  # a command may wait for a callback
        self._command_queue: queue.SimpleQueue[tuple[str, dict[str, Any]] | None] = (
            queue.SimpleQueue()
        )
        self._answer_queue: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._answer_ready = threading.Event()
        self._commands = ClientCommands(context)
        self._thread = threading.Thread(target=self._work, name="nn-client", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while not self._commands.stopped and (command := self._command_queue.get()) is not None:
            self._answer_queue.put(_run_to_answer(self._commands, *command))
            self._answer_ready.set()
        self._commands.release_all()

    def send_command(self, command: str, **arguments: Any) -> None:
        self._command_queue.put((command, arguments))

    def receive_answer(self) -> str:
        with measure_driver_time():
            ready = self.wait_for_answer(limit_wait(self._limit))
        if not ready:
            reason = (
                "the second client, a thread, did not complete its driver calls within "
                f"{self._limit:g} s"
            )
            raise driver_calls.DriverCallError(Finding(VerdictKind.HANG, "clients.timeout", reason))
        self._answer_ready.clear()
        return _unpack_answer(self._answer_queue.get())

    def wait_for_answer(self, seconds: float) -> bool:
        return self._answer_ready.wait(seconds)

    def kill(self) -> None:
        self._commands.stopped = True
        self._command_queue.put(None)
        self._thread.join(self._limit)


class _ProcessClient(SecondaryClient):
    """A client that is a separate process with a separate connection to the driver's process."""

    def __init__(self, context: CheckContext, device: IsolatedDevice) -> None:
        limits = device.limits
        timeout = context.options.callback_timeout
        # The client limits each call by its stage; this limit is for all calls of a command.
        self._limit = limits.query + limits.prepare + limits.execute + timeout
        with contextlib.ExitStack() as undo:
            self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            undo.enter_context(theirs)
            until_started = undo.enter_context(contextlib.ExitStack())
            until_started.enter_context(self._socket)
            connection = [
                socket.socket(fileno=fd)
                for fd in driver_calls.call_driver("connect", device.connect)
            ]
            passed_fds = [undo.enter_context(end).fileno() for end in connection]
            passed_fds.append(theirs.fileno())
            self._process = subprocess.Popen(
                python_command(_MODULE, *passed_fds),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=passed_fds,
                env=environment(),
            )
            until_started.pop_all()
        version = int(context.version)
        try:
            self._send({"limits": asdict(limits), "timeout": timeout, "version": version})
            self._receive(_START_TIMEOUT)
        except BaseException:
            self.kill()
            raise

    def send_command(self, command: str, **arguments: Any) -> None:
        self._send({"command": command, "arguments": arguments})

    def receive_answer(self) -> str:
        with measure_driver_time():
            return _unpack_answer(self._receive(limit_wait(self._limit)))

    def wait_for_answer(self, seconds: float) -> bool:
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def _send(self, message: dict[str, Any]) -> None:
        self._socket.settimeout(_START_TIMEOUT)
        with contextlib.suppress(OSError):  # a dead process is reported by the missing answer
            self._socket.send(json.dumps(message).encode())

    def _receive(self, seconds: float) -> dict[str, Any]:
        self._socket.settimeout(seconds)
        try:
            data = self._socket.recv(_MAX_MESSAGE_BYTES)
        except TimeoutError:
            reason = (
                "the second client, a process, did not complete its driver calls within "
                f"{seconds:g} s"
            )
            raise driver_calls.DriverCallError(
                Finding(VerdictKind.HANG, "clients.timeout", reason)
            ) from None
        except OSError:
            data = b""
        if not data:
            raise RuntimeError("the second client's process ended before it sent its answer")
        answer: dict[str, Any] = json.loads(data)
        return answer

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._socket.close()


def start_secondary_client(context: CheckContext) -> SecondaryClient:
    """Start a second client of the driver; it is stopped at the end of the check."""
    device = context.device
    client: SecondaryClient
    if isinstance(device, IsolatedDevice):
        client = _ProcessClient(context, device)
    else:
        client = _ThreadClient(context)
    context.add_cleanup(client.kill)
    return client


def _receive_messages(channel: socket.socket) -> Iterator[dict[str, Any]]:
    """Yield the received messages until the other process closes the socket."""
    while data := channel.recv(_MAX_MESSAGE_BYTES):
        yield json.loads(data)


def main() -> None:
    """Run commands until the socket is closed.

    The arguments are descriptors: two for the connection to the driver, one for the commands.
    """
    calls_fd, notifications_fd, channel_fd = (int(text) for text in sys.argv[1:4])
    channel = socket.socket(fileno=channel_fd)
    messages = _receive_messages(channel)
    first = next(messages)
    options = JudgeOptions(callback_timeout=first["timeout"])
    device = ConnectedDevice(calls_fd, notifications_fd, ProcessLimits(**first["limits"]))
    commands = ClientCommands(CheckContext(device, Version(first["version"]), options))
    channel.send(b"{}")
    for message in messages:
        answer = _run_to_answer(commands, message["command"], message["arguments"])
        channel.send(json.dumps(answer).encode())
