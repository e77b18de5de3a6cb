"""Helpers of the burst tests.

These are a prepared ADD of two float32 vectors with its requests, and prepared models and bursts
whose answers a test determines.
"""

from __future__ import annotations

import contextlib
import mmap
import struct
import threading
from collections.abc import Sequence

from conformance.bursts import configure_burst
from conformance.bursts.fmq import MessageQueue, QueueEndedError
from conformance.hal import (
    DATUM_SIZE,
    BurstContext,
    DataLocation,
    ErrorStatus,
    FmqResultTag,
    OutputShape,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
    Timing,
)
from conformance.harness.calls.driver_calls import NO_TOKEN
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.reference import ReferenceDevice
from tests.sample_drivers.adder_driver import add_example

_RESULT_LAYOUTS = {
    FmqResultTag.PACKET_INFORMATION: "<B7x IiI 4x",
    FmqResultTag.OPERAND_INFORMATION: "<B7x B3xI 8x",
    FmqResultTag.OPERAND_DIMENSION_VALUE: "<B7x I 12x",
    FmqResultTag.EXECUTION_TIMING: "<B7x QQ",
}


def result_datum(tag: FmqResultTag, *fields: int) -> bytes:
    """Return one datum of a result, as the contract lays it out."""
    return struct.pack(_RESULT_LAYOUTS[tag], tag, *fields)


def prepared_add(dims: tuple[int, ...] = (2,), model_dims: tuple[int, ...] | None = None):
    """Return a prepared ``out = x + y`` of the reference driver."""
    record = RecordingPreparedModelCallback()
    model = add_example(dims=dims, model_dims=model_dims).model
    status = ReferenceDevice().prepare_model(model, 1, 1, None, (), (), NO_TOKEN, record)
    assert status == ErrorStatus.NONE
    return record.wait(60).arguments[1]


class AdditionMemories:
    """Memories and requests for ``prepared_add`` with vectors of two elements."""

    def __init__(self) -> None:
        self.input = SharedMemory(16)
        self.output = SharedMemory(8)

    def request(self, x: Sequence[float], y: Sequence[float]) -> Request:
        """Write the inputs to memory and return a request for them."""
        with self.input.view() as view:
            view[:] = struct.pack("<4f", *x, *y)
        return Request(
            (
                RequestArgument(False, DataLocation(0, 0, 8)),
                RequestArgument(False, DataLocation(0, 8, 8)),
            ),
            (RequestArgument(False, DataLocation(1, 0, 8)),),
            (self.input, self.output),
        )

    def sums(self) -> tuple[float, ...]:
        """Return the values in the output memory."""
        with self.output.view() as view:
            return struct.unpack("<2f", view)


class ScriptedPreparedModel(PreparedModel):
    """A prepared model whose synchronous executions return ``answer``.

    ``answer`` is a value, an exception to raise, or a function of the request. The requests are
    stored in ``seen``, each with its ``measure``.
    """

    def __init__(self, answer=None) -> None:
        self.answer = answer or (ErrorStatus.NONE, (OutputShape((2,), True),), Timing(1, 2))
        self.seen: list[tuple[Request, int]] = []

    def execute_synchronously(self, request, measure, deadline, loop_timeout_duration):
        self.seen.append((request, measure))
        answer = self.answer(request) if callable(self.answer) else self.answer
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def configure_execution_burst(self, callback, request_channel, result_channel):
        return configure_burst(callback, request_channel, result_channel, self)

    def execute(self, *arguments):
        raise NotImplementedError

    def execute_fenced(self, *arguments):
        raise NotImplementedError


def overwrite(descriptor, part, data, at=0):
    """Write bytes to a part of a queue's memory, as a faulty peer does; ``part`` is a grantor."""
    with mmap.mmap(descriptor.fds[0], 0) as memory:
        start = descriptor.grantors[part].offset + at
        memory[start : start + len(data)] = data


def burst_threads():
    """Return the running threads that serve a burst."""
    return [thread for thread in threading.enumerate() if thread.name == "nn-burst"]


class ScriptedBurst(BurstContext):
    """The driver's side of a burst, which calls ``answer(script, packet)`` for each request packet.

    ``answer`` writes the result to ``script.results``. The burst's thread ends when it returns
    ``False``.
    """

    def __init__(self, requests, results, answer):
        self.requests = MessageQueue.open(requests, DATUM_SIZE)
        self.results = MessageQueue.open(results, DATUM_SIZE)
        self.results_descriptor = results
        self.results_memory = mmap.mmap(results.fds[0], 0)
        self.answer = answer
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        with contextlib.suppress(QueueEndedError):
            while self.requests.wait_to_read(20):
                if self.answer(self, self.requests.read_available()) is False:
                    return

    def free_memory(self, slot):
        pass


class MisbehavingPreparedModel(ScriptedPreparedModel):
    """A prepared model whose bursts run the function ``answer`` as ``ScriptedBurst``."""

    def __init__(self, answer):
        super().__init__()
        self.script = answer

    def configure_execution_burst(self, callback, request_channel, result_channel):
        return ErrorStatus.NONE, ScriptedBurst(request_channel, result_channel, self.script)
