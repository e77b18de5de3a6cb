"""Requests for the sample models, each with separate memory and exactly known outputs."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from conformance.bursts import BurstResult
from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    skip_if_lacking_resources,
)
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    MeasureTiming,
    OperandType,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
    Timing,
    TokenValuePair,
    Version,
)
from conformance.harness.calls import driver_calls
from conformance.harness.calls.driver_calls import listed_extensions
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
from conformance.oracle.accuracy import describe_difference
from conformance.verdicts import VerdictKind

MAX_ATTEMPTS: Final = 3
"""How often a request is executed at most while the driver answers a passing status."""
PASSING_STATUSES: Final = frozenset(
    {ErrorStatus.DEVICE_UNAVAILABLE, ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT}
)
"""Statuses that say nothing about a request: a moment later the answer may be another one."""

GAP_BYTES = 64
"""Unused bytes before, between and after the arguments; they reveal writes out of bounds."""

FILL_BYTE: Final = 0xC5
"""The byte of memory that a driver has not written.

Filled with it, elements of every type are far from the expected values: -6328.7 in float32, -5.77
in float16.
"""


class AdditionRequest:
    """A request with inputs ``seed + i`` and ``2 * seed + i``, and the expected outputs.

    The inputs are small whole numbers, so that sums and products are exact in float32 even if the
    driver computes in float16. The outputs are compared within the tolerance of ``steps``
    operations. ``lengths`` are the byte lengths of the output buffers (default: the exact sizes);
    ``dimensions`` are the dimensions that the request states, inputs before outputs.
    """

    def __init__(
        self,
        context: CheckContext,
        seed: int = 1,
        elements: int = 4,
        *,
        outputs: int = 1,
        lengths: Sequence[int] | None = None,
        dimensions: Sequence[tuple[int, ...]] = (),
        steps: int = 1,
    ) -> None:
        size = 4 * elements
        self.elements = elements
        self._steps = steps
        output_lengths = list(lengths) if lengths is not None else [size] * outputs
        locations = []
        end = GAP_BYTES
        for length in (size, size, *output_lengths):
            locations.append(DataLocation(0, end, length))
            end += length + GAP_BYTES
        self.memory = SharedMemory(end)
        context.add_cleanup(self.close)
        shapes = list(dimensions) + [()] * (len(locations) - len(dimensions))
        arguments = [
            RequestArgument(False, location, shape)
            for location, shape in zip(locations, shapes, strict=True)
        ]
        self.request = Request(tuple(arguments[:2]), tuple(arguments[2:]), (self.memory,))
        self._spans = [(location.offset, location.length) for location in locations]
        self.change(seed)

    def change(self, seed: int) -> None:
        """Write the inputs of another seed to the same memory, and the fill pattern elsewhere."""
        count = np.arange(self.elements, dtype="<f4") % 16
        a, b = count + seed % 8, count + 2 * (seed % 8)
        sums, products = a + self._steps * b, a * b
        self.expected = sums.astype("<f4").tobytes(), products.astype("<f4").tobytes()
        self._inputs = a.astype("<f4").tobytes(), b.astype("<f4").tobytes()
        self.reset()

    def reset(self) -> None:
        """Write the input values and fill all other bytes with the fill pattern."""
        with self.memory.view() as view:
            view[:] = bytes([FILL_BYTE]) * len(view)
            for (offset, length), data in zip(self._spans, self._inputs, strict=False):
                view[offset : offset + length] = data

    def output_bytes(self, output: int = 0) -> bytes:
        """Return the bytes in an output's buffer."""
        offset, length = self._spans[2 + output]
        with self.memory.view() as view:
            return bytes(view[offset : offset + length])

    @property
    def outputs_correct(self) -> bool:
        """Return whether every output buffer starts with the expected values."""
        return not self.first_difference()

    def first_difference(self) -> str:
        """Describe the first output element outside its tolerance; empty if none is."""
        for number in range(len(self._spans) - 2):
            actual, expected = self.output_bytes(number)[: 4 * self.elements], self.expected[number]
            difference = describe_difference(
                expected, actual, OperandType.TENSOR_FLOAT32, operations=self._steps
            )
            if difference:
                return f"in output {number}, {difference}"
        return ""

    @property
    def outputs_untouched(self) -> bool:
        """Return whether no output buffer was written."""
        return all(
            set(self.output_bytes(number)) <= {FILL_BYTE} for number in range(len(self._spans) - 2)
        )

    @property
    def memory_intact(self) -> bool:
        """Return whether the bytes outside the buffers and the inputs are unchanged."""
        with self.memory.view() as view:
            after = bytes(view)
        end = 0
        for number, (offset, length) in enumerate(self._spans):
            if set(after[end:offset]) - {FILL_BYTE}:
                return False
            end = offset + length
            if number < 2 and after[offset:end] != self._inputs[number]:
                return False
        return not set(after[end:]) - {FILL_BYTE}

    def without_last_arguments(self, *, inputs: int = 0, outputs: int = 0) -> Request:
        """Return the request without its last inputs or outputs."""
        request = self.request
        kept_inputs = request.inputs[: len(request.inputs) - inputs]
        kept_outputs = request.outputs[: len(request.outputs) - outputs]
        return Request(kept_inputs, kept_outputs, request.pools)

    def close(self) -> None:
        """Close the memory, or only release it if the driver still holds a view of it."""
        try:
            self.memory.close()
        except BufferError:
            del self.memory


class LoopRequest:
    """A request for the loop model: start value as input, final count as output."""

    def __init__(self, context: CheckContext, start: int = 0) -> None:
        self.memory = SharedMemory(192)
        context.add_cleanup(self.memory.close)
        arguments = [RequestArgument(location=DataLocation(0, at, 4)) for at in (64, 128)]
        self.request = Request((arguments[0],), (arguments[1],), (self.memory,))
        with self.memory.view() as view:
            view[64:68] = struct.pack("<i", start)

    @property
    def result(self) -> int:
        """Return the number in the output buffer."""
        with self.memory.view() as view:
            return int(struct.unpack("<i", view[128:132])[0])


def execute_request(
    context: CheckContext,
    prepared: PreparedModel,
    request: Request,
    measure: MeasureTiming = MeasureTiming.NO,
    *,
    deadline: int | None = None,
    loop_timeout: int | None = None,
) -> driver_calls.ExecutionOutcome:
    """Execute synchronously, or before HAL 1.2 asynchronously, and return the outcome.

    If the device is unavailable or lacks resources for the moment, the request is executed again.
    """
    for _ in range(MAX_ATTEMPTS):
        if context.version >= Version.V1_2:
            outcome = driver_calls.execute_synchronously(
                prepared, request, measure, loop_timeout, deadline
            )
        else:
            record, limit = RecordingExecutionCallback(), context.options.callback_timeout
            outcome = driver_calls.execute_asynchronously(
                prepared, request, measure, limit, record, loop_timeout, deadline
            )
        if outcome.status not in PASSING_STATUSES:
            break
    return outcome


def execution_problem(
    context: CheckContext, prepared: PreparedModel, addition: AdditionRequest
) -> str:
    """Execute a request and describe what is wrong with the outcome; empty if nothing is."""
    addition.reset()
    return outcome_problem(execute_request(context, prepared, addition.request), addition)


def outcome_problem(outcome: driver_calls.ExecutionOutcome, addition: AdditionRequest) -> str:
    """Describe what is wrong with the outcome of a valid request; empty if nothing is.

    ``SkipCheck`` ends the check if the device is unavailable or lacks resources.
    """
    return ending_problem(outcome.status, addition, "the execution", "answered")


def ending_problem(status: ErrorStatus, addition: AdditionRequest, what: str, verb: str) -> str:
    """Describe what is wrong with the status of a valid request or with its results.

    ``what`` names the execution, and ``verb`` is the verb before the status. ``SkipCheck`` ends the
    check if the device is unavailable or lacks resources.
    """
    skip_if_lacking_resources(status, what)
    if status != ErrorStatus.NONE:
        return f"{what} of a valid request {verb} {status.name}; NONE was expected"
    difference = addition.first_difference()
    return f"{what} {verb} NONE, but {difference}" if difference else ""


def wrong_status(what: str, status: ErrorStatus, expected: ErrorStatus) -> Iterator[str]:
    """Yield a message if a call does not end as expected; ``what`` names the call and its verb."""
    if status != expected:
        yield f"{what} {status.name}; {expected.name} was expected"


def superfluous_result(outcome: driver_calls.ExecutionOutcome | BurstResult) -> str:
    """Describe output shapes or a timing in the answer of a failed execution; empty if none.

    The text begins with the name of the status.
    """
    if outcome.output_shapes:
        count = len(outcome.output_shapes)
        return f"{outcome.status.name} and {count} output shapes; no output shapes were expected"
    if outcome.timing != Timing():
        return f"{outcome.status.name} and {outcome.timing}; no timing (UINT64_MAX) was expected"
    return ""


def decline_unknown_dimensions(outcome: driver_calls.ExecutionOutcome, what: str) -> None:
    """End the check as declined if a model with unknown dimensions answers GENERAL_FAILURE.

    ``what`` describes the model or request. IPreparedModel.execute requires success only for models
    whose tensors all have fully specified dimensions.
    """
    if outcome.status == ErrorStatus.GENERAL_FAILURE:
        reason = (
            f"{what}: the execution answered GENERAL_FAILURE; a driver may decline a model whose "
            "tensors do not all have fully specified dimensions"
        )
        raise SkipCheck(VerdictKind.DECLINED, reason, "path.declined")


def reported_shapes(outcome: driver_calls.ExecutionOutcome) -> list[tuple[tuple[int, ...], bool]]:
    """Return the reported dimensions and the ``is_sufficient`` flag of each output."""
    return [(shape.dimensions, shape.is_sufficient) for shape in outcome.output_shapes]


_UNKNOWN: Final = {"org.nn_conformance.unknown": 0x7AA}
_TOKEN: Final = 0x7AA << 16 | 11
_LARGEST: Final = 0x7FFF << 16 | 0xFFFF

Hints = tuple[TokenValuePair, ...]


def hints_to_ignore(
    context: CheckContext,
) -> Iterator[tuple[str, Hints, Mapping[str, int]]]:
    """Yield a description, hints that a driver ignores, and the prefixes of their extensions."""
    value = TokenValuePair(_TOKEN, b"\x01\x02\x03")
    yield "a prefix of an unknown extension", (), _UNKNOWN
    yield "a hint of an unknown extension", (value,), _UNKNOWN
    yield "a hint without an extension", (value,), {}
    many = tuple([TokenValuePair(_TOKEN + number, bytes(number)) for number in range(200)])
    yield "200 hints of an unknown extension", many, _UNKNOWN
    yield "a hint with a value of 64 KiB", (TokenValuePair(_LARGEST, bytes(1 << 16)),), {}
    for extension in listed_extensions(context.device)[:1]:
        pairs = tuple([TokenValuePair(3 << 16 | number, b"") for number in (0, 0xFFFF)])
        yield f"empty hints of {extension.name}", pairs, {extension.name: 3}


def invalid_additions(addition: AdditionRequest) -> Iterator[tuple[str, Request]]:
    """Yield invalid requests for the addition of vectors of 4, each with a description."""
    request = addition.request
    yield "an input missing", addition.without_last_arguments(inputs=1)
    yield "the output missing", addition.without_last_arguments(outputs=1)
    yield "an output too many", replace(request, outputs=request.outputs * 2)
    output = request.outputs[0]
    changes = {
        "a pool index out of range": DataLocation(1, output.location.offset, 16),
        "an output that ends after its pool": DataLocation(0, addition.memory.size - 8, 16),
        "an output buffer of 12 bytes for an output of 16": replace(output.location, length=12),
    }
    for what, location in changes.items():
        yield what, replace(request, outputs=(replace(output, location=location),))
    dimensions = replace(output, dimensions=(5,))
    yield "other dimensions than the model's", replace(request, outputs=(dimensions,))
