"""Measure executions over a burst: in one process and between two, on one processor and on all.

The model is an ADD of two floats on the reference driver. Each figure is the median of single
calls. All variants are measured alternately in every round, so that load on the machine affects all
of them equally. Peers: the kernel alone, the plain synchronous call, the same call to another
process over a pipe (pickled), and for comparison round trips of 1 kB without an execution, over a
pipe and through a message queue.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import struct
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.reduction import DupFd
from typing import Any

import numpy as np

from benchmarks.durations import median_seconds
from benchmarks.ratio_table import RatioRow, print_ratios
from conformance.bursts import BurstController
from conformance.bursts.fmq import MessageQueue
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.hal import (
    DataLocation,
    Device,
    ErrorStatus,
    FusedActivation,
    GrantorDescriptor,
    Model,
    MQDescriptor,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
    Subgraph,
)
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.operations import Call, Kernel
from conformance.reference import ReferenceDevice

CALLS, ROUNDS, MESSAGE = 400, 7, 1024
Work = Callable[[], None]


def _model() -> Model:
    tensor, scalar = OperandType.TENSOR_FLOAT32, OperandType.INT32
    lifetime = OperandLifeTime
    operands = (
        Operand(tensor, (2,), 1, lifetime=lifetime.SUBGRAPH_INPUT),
        Operand(tensor, (2,), 1, lifetime=lifetime.SUBGRAPH_INPUT),
        Operand(scalar, (), 1, lifetime=lifetime.CONSTANT_COPY, location=DataLocation(0, 0, 4)),
        Operand(tensor, (2,), 0, lifetime=lifetime.SUBGRAPH_OUTPUT),
    )
    add = Operation(OperationType.ADD, (0, 1, 2), (3,))
    values = int(FusedActivation.NONE).to_bytes(4, "little")
    return Model(Subgraph(operands, (add,), (0, 1), (3,)), (), values)


def _prepared(device: Device) -> PreparedModel:
    record = RecordingPreparedModelCallback()
    prepared = driver_calls.prepare_model(device, _model(), 1, 20.0, record).model
    if prepared is None:
        raise SystemExit("the model was not prepared")
    return prepared


class _VectorAddition:
    """An addition request and its memory pools."""

    def __init__(self) -> None:
        self._input = SharedMemory(initial=struct.pack("<4f", 1, 2, 10, 20))
        self._output = SharedMemory(8)
        self.request = Request(
            (
                RequestArgument(False, DataLocation(0, 0, 8)),
                RequestArgument(False, DataLocation(0, 8, 8)),
            ),
            (RequestArgument(False, DataLocation(1, 0, 8)),),
            (self._input, self._output),
        )

    def check(self, work: Work, expected: tuple[float, float] = (11, 22)) -> None:
        """Call ``work`` once and check that it writes the sums."""
        with self._output.view() as view:
            view[:] = bytes(8)
        work()
        with self._output.view() as view:
            if struct.unpack("<2f", view) != expected:
                raise SystemExit("an execution did not write its output")


class _CachedKernelDevice(ReferenceDevice):
    """The reference driver; it records the kernels that it compiled."""

    def __init__(self) -> None:
        super().__init__()
        self.kernels: list[Kernel] = []

    def compile_call(self, call: Call) -> Kernel:
        self.kernels.append(super().compile_call(call))
        return self.kernels[-1]


def _execute_synchronously(prepared: PreparedModel, request: Request) -> Work:
    def work() -> None:
        if prepared.execute_synchronously(request, 0, None, None)[0] != ErrorStatus.NONE:
            raise SystemExit("an execution failed")

    return work


def _execute_through_burst(burst: BurstController, request: Request) -> Work:
    def work() -> None:
        result = burst.execute(request, 0)
        if result.status != ErrorStatus.NONE or result.fallback_reason:
            raise SystemExit(f"an execution over a burst failed: {result}")

    return work


class _DescriptorTransfer:
    """A queue descriptor that can be pickled as an argument of a new process."""

    def __init__(self, descriptor: MQDescriptor) -> None:
        self._descriptor = descriptor

    def __reduce__(self) -> Any:
        fds = DupFd(self._descriptor.fds[0]), DupFd(self._descriptor.peer_fd)
        return _opened, (self._descriptor.grantors, *fds)


def _opened(grantors: tuple[GrantorDescriptor, ...], memory: Any, line: Any) -> MessageQueue:
    descriptor = MQDescriptor(grantors, (memory.detach(),), MESSAGE, line.detach())
    return MessageQueue.open(descriptor, MESSAGE)


def _answer(pipe: Connection, queues: tuple[MessageQueue, MessageQueue]) -> None:
    """Main function of the other process: execute requests from the pipe, or echo messages."""
    requests, answers = queues
    prepared, sums = _prepared(ReferenceDevice()), _VectorAddition()
    sums.check(_execute_synchronously(prepared, sums.request))
    while (message := pipe.recv()) is not None:
        if message == "echo":
            for _ in range(CALLS):
                pipe.send_bytes(pipe.recv_bytes())
        elif message == "queue":
            for _ in range(CALLS):
                data = requests.read_blocking(1, 20.0)
                answers.write(data or b"")
        else:
            request = Request(*message, sums.request.pools)
            pipe.send(prepared.execute_synchronously(request, 0, None, None))


def _other_process() -> tuple[Connection, MessageQueue, MessageQueue, Any]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    requests, answers = (MessageQueue.create(MESSAGE, 4) for _ in range(2))
    queues = tuple(_DescriptorTransfer(one.descriptor) for one in (requests, answers))
    process = context.Process(target=_answer, args=(theirs, queues), daemon=True)
    process.start()
    requests.mark_handed_over()
    answers.mark_handed_over()
    return ours, requests, answers, process


def _measure() -> dict[str, float]:
    device = _CachedKernelDevice()
    prepared, sums = _prepared(device), _VectorAddition()
    x, y, activation = np.ones(2, "<f4"), np.ones(2, "<f4"), np.array(0, "<i4")
    kernel = device.kernels[-1]
    isolated = IsolatedDevice("reference")
    remote = _prepared(isolated)
    pipe, requests, answers, process = _other_process()
    arguments = sums.request.inputs, sums.request.outputs
    message = bytes(MESSAGE)

    def over_pipe() -> None:
        pipe.send(arguments)
        if pipe.recv()[0] != ErrorStatus.NONE:
            raise SystemExit("an execution over the pipe failed")

    def once() -> None:
        with BurstController(prepared, timeout=20) as burst:
            if burst.execute(sums.request, 0).status != ErrorStatus.NONE:
                raise SystemExit("an execution over a new burst failed")

    def echo() -> None:
        pipe.send_bytes(message)
        pipe.recv_bytes()

    def ping() -> None:
        requests.write(message)
        if answers.read_blocking(1, 20.0) != message:
            raise SystemExit("the queue returned a different message")

    figures: dict[str, list[float]] = {}
    try:
        with (
            BurstController(prepared, timeout=20) as in_process,
            BurstController(remote, timeout=20) as away,
        ):
            executions = {
                "plain": _execute_synchronously(prepared, sums.request),
                "burst": _execute_through_burst(in_process, sums.request),
                "isolated": _execute_synchronously(remote, sums.request),
                "isolated burst": _execute_through_burst(away, sums.request),
            }
            for work in executions.values():
                sums.check(work)
            _check_planted_fault(sums, executions["burst"])
            works: dict[str, Work] = {
                "kernel": lambda: kernel([x, y, activation]),
                **executions,
                "once": once,
                "pipe": over_pipe,
                "echo": echo,
                "queue": ping,
            }
            for _ in range(ROUNDS):
                for name, work in works.items():
                    if name in ("echo", "queue"):
                        pipe.send(name)
                    figures.setdefault(name, []).append(1e6 * median_seconds(work, CALLS))
        pipe.send(None)
        process.join(10)
    finally:
        process.kill()
        isolated.close()
    return {name: statistics.median(times) for name, times in figures.items()}


def _check_planted_fault(sums: _VectorAddition, work: Work) -> None:
    """Check that a wrong expected value is detected; otherwise the figures would mean nothing."""
    try:
        sums.check(work, (11, 23))
    except SystemExit:
        return
    raise SystemExit("a deliberate mismatch was not detected")


def main() -> int:
    """Print the tables and return the exit status; 1 if a goal is missed.

    The burst in one process has a goal only on a single processor: with several processors, its two
    threads wait for sleeping processors to wake up, which depends on the machine.
    """
    everything = os.sched_getaffinity(0)
    goals_met = True
    for title, processors in (
        ("one processor", {min(everything)}),
        (f"{len(everything)} processors", everything),
    ):
        os.sched_setaffinity(0, processors)
        try:
            figure = _measure()
        finally:
            os.sched_setaffinity(0, everything)
        alone = len(processors) == 1
        plain, burst, away = figure["plain"], figure["burst"], figure["isolated burst"]
        print_ratios(
            f"one execution of a tiny model (microseconds), {title}",
            [
                RatioRow("plain call (peer: kernel)", plain, figure["kernel"], "at most 60 more"),
                RatioRow(
                    "burst, one process (peer: plain call)",
                    burst,
                    plain,
                    "at most 2" if alone else "",
                ),
                RatioRow(
                    "  with setup and end of the burst (peer: plain call)", figure["once"], plain
                ),
                RatioRow(
                    "burst, two processes (peer: over a pipe)", away, figure["pipe"], "below 1"
                ),
                RatioRow("  (peer: plain call with --isolate)", away, figure["isolated"]),
                RatioRow("  (peer: 1 kB echo, pipe)", away, figure["echo"]),
                RatioRow("  (peer: 1 kB echo, shared memory)", away, figure["queue"]),
            ],
        )
        goals_met = goals_met and plain - figure["kernel"] <= 60 and away < figure["pipe"]
        goals_met = goals_met and (not alone or burst <= 2 * plain)
    return 0 if goals_met else 1


if __name__ == "__main__":
    raise SystemExit(main())
