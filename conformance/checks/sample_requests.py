"""Requests for the sample models, each with separate memory and known outputs."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from conformance import hal
from conformance.bursts import BurstResult
from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    decline,
    require,
    skip_if_lacking_resources,
)
from conformance.checks.sample_models import ELEMENTS, addition_model
from conformance.hal import ErrorStatus, MeasureTiming, OperandType, PreparedModel, Request
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
from conformance.oracle.accuracy import describe_difference
from conformance.verdicts import Finding, VerdictKind

MAX_ATTEMPTS: Final = 3
"""How often a request is executed at most while the driver answers a passing status."""
PASSING_STATUSES: Final = frozenset(
    {ErrorStatus.DEVICE_UNAVAILABLE, ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT}
)
"""Statuses that say nothing about a request: a moment later the answer may be another one."""

INVALID_CODES: Final = (-1, 3, 100, 256, 1 << 16, 2**31 - 1, -(2**31))
"""Values of no preference and no priority.

The first two are those of the official suite: one below and one above the valid codes. The low
bytes of some others are valid codes.
"""

GAP_BYTES: Final = 64
"""Unused bytes before, between and after the arguments; they reveal writes out of bounds."""

FILL_BYTE: Final = 0xC5
"""The byte of memory that a driver has not written.

Filled with it, elements of every type are far from the expected values: -6328.7 in float32, -5.77
in float16.
"""


@dataclass(frozen=True, slots=True)
class ForeignToken:
    """An argument in a driver-managed buffer, by its token, which may identify no buffer."""

    token: int


class SampleRequest:
    """A request whose arguments are in one memory with unused bytes between them.

    ``inputs`` are values, ``None`` for no value, or tokens. ``outputs`` are the expected values,
    sizes of outputs whose values are not known, or tokens. An argument has the byte length of its
    value unless ``lengths`` has another one, by its number, inputs before outputs. ``dimensions``
    are those that the request states. The outputs, of ``type_``, are compared within the tolerance
    of ``steps`` operations.
    """

    def __init__(
        self,
        context: CheckContext,
        inputs: Sequence[bytes | ForeignToken | None],
        outputs: Sequence[bytes | int | ForeignToken],
        *,
        dimensions: Sequence[tuple[int, ...]] = (),
        lengths: Mapping[int, int] | None = None,
        type_: OperandType = OperandType.TENSOR_FLOAT32,
        steps: int = 1,
    ) -> None:
        self.context, self._type, self._steps = context, type_, steps
        self._count = len(inputs)
        self._values: dict[int, bytes] = {}
        self._spans: dict[int, tuple[int, int]] = {}
        arguments, tokens, end = [], [], GAP_BYTES
        for number, argument in enumerate((*inputs, *outputs)):
            shape = tuple(dimensions[number]) if number < len(dimensions) else ()
            if argument is None:
                arguments.append(hal.RequestArgument(has_no_value=True))
                continue
            if isinstance(argument, ForeignToken):
                if argument.token not in tokens:
                    tokens.append(argument.token)
                location = hal.DataLocation(1 + tokens.index(argument.token), 0, 0)
            else:
                if isinstance(argument, bytes):
                    self._values[number] = argument
                size = argument if isinstance(argument, int) else len(argument)
                length = (lengths or {}).get(number, size)
                location = hal.DataLocation(0, end, length)
                self._spans[number] = end, length
                end += (max(size, length) if number < self._count else length) + GAP_BYTES
            arguments.append(hal.RequestArgument(False, location, shape))
        self.memory = hal.SharedMemory(end)
        context.add_cleanup(self.memory.close)
        pools: tuple[hal.MemoryPool, ...] = (self.memory, *map(hal.BufferToken, tokens))
        given, results = tuple(arguments[: self._count]), tuple(arguments[self._count :])
        self.request = Request(given, results, pools)
        self.reset()

    def write(
        self,
        inputs: Sequence[bytes],
        expected: Sequence[bytes] = (),
        *,
        keep_outputs: bool = False,
    ) -> None:
        """Write other inputs to the same memory, and the fill pattern elsewhere.

        With ``keep_outputs`` the outputs keep the results of the previous execution.
        """
        kept = {number: self.output(number - self._count) for number in self._spans
                if keep_outputs and number >= self._count}  # fmt: skip
        self._values |= dict(enumerate(inputs))
        self._values |= dict(enumerate(expected, start=self._count))
        self.reset()
        with self.memory.view() as view:
            for number, data in kept.items():
                offset, length = self._spans[number]
                view[offset : offset + length] = data

    def reset(self) -> None:
        """Write the input values and fill all other bytes with the fill pattern."""
        with self.memory.view() as view:
            view[:] = self._image()

    def _image(self) -> bytes:
        image = bytearray([FILL_BYTE]) * self.memory.size
        for number, (offset, _) in self._spans.items():
            if number < self._count:
                data = self._values[number]
                image[offset : offset + len(data)] = data
        return bytes(image)

    def output(self, number: int = 0) -> bytes:
        """Return the bytes in an output's buffer."""
        offset, length = self._spans[self._count + number]
        with self.memory.view() as view:
            return bytes(view[offset : offset + length])

    def value(self, number: int) -> bytes:
        """Return the values of an input, or behind them the expected values of an output."""
        return self._values[number]

    def expected(self, number: int = 0) -> bytes:
        """Return the expected values of an output."""
        return self._values[self._count + number]

    def first_difference(self, *, operations: int | None = None) -> str:
        """Return a description of the first output element outside its tolerance; empty if none is.

        ``operations`` replaces the number of operations that computed the outputs.
        """
        for number in sorted(self._spans.keys() & self._values.keys()):
            if (output := number - self._count) < 0:
                continue
            expected = self.expected(output)
            actual = self.output(output)[: len(expected)]
            steps = operations or self._steps
            if wrong := describe_difference(expected, actual, self._type, operations=steps):
                return f"in output {output}, {wrong}"
        return ""

    @property
    def outputs_untouched(self) -> bool:
        """Return whether no output buffer was written."""
        outputs = [number - self._count for number in self._spans if number >= self._count]
        return all(set(self.output(number)) <= {FILL_BYTE} for number in outputs)

    @property
    def memory_intact(self) -> bool:
        """Return whether the bytes outside the buffers and the inputs are unchanged."""
        image = bytearray(self._image())
        with self.memory.view() as view:
            after = bytes(view)
        for number, (offset, length) in self._spans.items():
            if number >= self._count:
                image[offset : offset + length] = after[offset : offset + length]
        return after == image

    def problem(self, outcome: driver_calls.ExecutionOutcome) -> str:
        """Return what is wrong with the outcome of a valid request; empty if nothing is.

        ``SkipCheck`` ends the check if the device is unavailable or lacks resources.
        """
        return ending_problem(outcome.status, self, "the execution", "returned")

    def run(self, prepared: PreparedModel, execute: Any = None) -> None:
        """Execute once, and raise ``Violation`` if something is wrong with the outcome.

        ``execute`` is a mode of ``execution_modes``; by default the request is executed
        synchronously, before HAL 1.2 asynchronously.
        """
        self.reset()
        if execute is None:
            outcome = execute_request(self.context, prepared, self.request)
        else:
            outcome = execute(prepared, self.request)
        require(self.problem(outcome))

    def without_last_arguments(self, *, inputs: int = 0, outputs: int = 0) -> Request:
        """Return the request without its last inputs or outputs."""
        request = self.request
        kept_inputs = request.inputs[: len(request.inputs) - inputs]
        kept_outputs = request.outputs[: len(request.outputs) - outputs]
        return Request(kept_inputs, kept_outputs, request.pools)


def _addends(seed: int, elements: int, steps: int) -> tuple[list[bytes], list[bytes]]:
    count = np.arange(elements, dtype="<f4") % 16
    a, b = count + seed % 8, count + 2 * (seed % 8)
    values = [each.astype("<f4").tobytes() for each in (a, b, a + steps * b, a * b)]
    return values[:2], values[2:]


class AdditionRequest(SampleRequest):
    """A request with inputs ``seed + i`` and ``2 * seed + i``, and the sums, and the products.

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
        self._elements, self._outputs = elements, outputs if lengths is None else len(lengths)
        inputs, results = _addends(seed, elements, steps)
        super().__init__(
            context,
            inputs,
            results[: self._outputs],
            dimensions=dimensions,
            lengths=dict(enumerate(lengths or (), start=2)),
            steps=steps,
        )

    def change(self, seed: int) -> None:
        """Write the inputs of another seed to the same memory, and the fill pattern elsewhere."""
        inputs, results = _addends(seed, self._elements, self._steps)
        self.write(inputs, results[: self._outputs])


class LoopRequest(SampleRequest):
    """A request for the loop model: start value as input, final count as output."""

    def __init__(self, context: CheckContext, start: int = 0, result: int | None = None) -> None:
        """Create it; without ``result`` the final count is not known."""
        output = 4 if result is None else struct.pack("<i", result)
        type_ = OperandType.TENSOR_INT32
        super().__init__(context, [struct.pack("<i", start)], [output], type_=type_)


def chain_request(
    context: CheckContext, type_: OperandType, addend: int, steps: int
) -> SampleRequest:
    """Return a request for a chain with constants, whose result is the input plus ``addend``."""
    dtype = "<f4" if type_ == OperandType.TENSOR_FLOAT32 else "u1"
    values = np.arange(1, ELEMENTS + 1)
    data = [(values + more).astype(dtype).tobytes() for more in (0, addend)]
    return SampleRequest(context, data[:1], data[1:], type_=type_, steps=steps)


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
        if context.version >= hal.Version.V1_2:
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
    context: CheckContext, prepared: PreparedModel, request: SampleRequest
) -> str:
    """Execute a request; return what is wrong with the outcome, empty if nothing is."""
    request.reset()
    return request.problem(execute_request(context, prepared, request.request))


def ending_problem(status: ErrorStatus, request: SampleRequest, what: str, verb: str) -> str:
    """Return what is wrong with the status of a valid request or its results; empty if nothing is.

    ``what`` names the execution, and ``verb`` is the verb before the status. ``SkipCheck`` ends the
    check if the device is unavailable or lacks resources.
    """
    skip_if_lacking_resources(status, what)
    if status != ErrorStatus.NONE:
        return f"{what} of a valid request {verb} {status.name}; NONE was expected"
    difference = request.first_difference()
    return f"{what} {verb} NONE, but {difference}" if difference else ""


def superfluous_result(outcome: driver_calls.ExecutionOutcome | BurstResult) -> str:
    """Return the output shapes or the timing in the answer of a failed execution; empty if none.

    The text begins with the name of the status.
    """
    if outcome.output_shapes:
        count = len(outcome.output_shapes)
        return f"{outcome.status.name} and {count} output shapes; no output shapes were expected"
    if outcome.timing != hal.Timing():
        return f"{outcome.status.name} and {outcome.timing}; no timing (UINT64_MAX) was expected"
    return ""


def decline_unknown_dimensions(outcome: driver_calls.ExecutionOutcome, what: str) -> None:
    """End the check as declined if a model with unknown dimensions answers GENERAL_FAILURE.

    ``what`` describes the model or request. IPreparedModel.execute requires success only for models
    whose tensors all have fully specified dimensions.
    """
    if outcome.status == ErrorStatus.GENERAL_FAILURE:
        reason = (
            f"{what}: the execution returned GENERAL_FAILURE; a driver may decline a model whose "
            "tensors do not all have fully specified dimensions"
        )
        decline(reason, "path.declined")


def reported_shapes(outcome: driver_calls.ExecutionOutcome) -> list[tuple[tuple[int, ...], bool]]:
    """Return the reported dimensions and the ``is_sufficient`` flag of each output."""
    return [(shape.dimensions, shape.is_sufficient) for shape in outcome.output_shapes]


_UNKNOWN: Final = {"org.nn_conformance.unknown": 0x7AA}
_TOKEN: Final = 0x7AA << 16 | 11
_LARGEST: Final = 0x7FFF << 16 | 0xFFFF


Hints = tuple[hal.TokenValuePair, ...]


def hints_to_ignore(context: CheckContext) -> Iterator[tuple[str, Hints, Mapping[str, int]]]:
    """Yield a description, hints that a driver ignores, and the prefixes of their extensions."""
    value = hal.TokenValuePair(_TOKEN, b"\x01\x02\x03")
    many = tuple([hal.TokenValuePair(_TOKEN + number, bytes(number)) for number in range(200)])
    large = hal.TokenValuePair(_LARGEST, bytes(1 << 16))
    yield "a prefix of an unknown extension", (), _UNKNOWN
    yield "a hint of an unknown extension", (value,), _UNKNOWN
    yield "a hint without an extension", (value,), {}
    yield "200 hints of an unknown extension", many, _UNKNOWN
    yield "a hint with a value of 64 KiB", (large,), {}
    for extension in driver_calls.listed_extensions(context.device)[:1]:
        pairs = tuple([hal.TokenValuePair(3 << 16 | number, b"") for number in (0, 0xFFFF)])
        yield f"empty hints of {extension.name}", pairs, {extension.name: 3}


def invalid_additions(addition: AdditionRequest) -> Iterator[tuple[str, Request]]:
    """Yield invalid requests for the addition of vectors of 4, each with a description."""
    request = addition.request
    yield "an input missing", addition.without_last_arguments(inputs=1)
    yield "the output missing", addition.without_last_arguments(outputs=1)
    yield "an output too many", replace(request, outputs=request.outputs * 2)
    output = request.outputs[0]
    changes = {
        "a pool index out of range": hal.DataLocation(1, output.location.offset, 16),
        "an output that ends after its pool": hal.DataLocation(0, addition.memory.size - 8, 16),
        "an output 2^31 bytes too far": replace(
            output.location, offset=output.location.offset + 2**31
        ),
        "an output that ends beyond 32 bits": hal.DataLocation(0, 2**32 - 8, 16),
        "an output buffer of 12 bytes for an output of 16": replace(output.location, length=12),
    }
    for what, location in changes.items():
        yield what, replace(request, outputs=(replace(output, location=location),))
    first, *others = request.inputs
    far = replace(first, location=replace(first.location, offset=first.location.offset + 2**31))
    yield "an input 2^31 bytes too far", replace(request, inputs=(far, *others))
    dimensions = replace(output, dimensions=(5,))
    yield "other dimensions than the model's", replace(request, outputs=(dimensions,))


class HealthCheck:
    """A prepared ADD of four floats that is executed repeatedly to detect a damaged driver.

    If the driver does not support the model, ``find_problem`` never reports a problem.
    """

    def __init__(self, context: CheckContext) -> None:
        self._context = context
        addends = struct.pack("<4f", 1, 2, 3, 4), struct.pack("<4f", 0.5, 0.25, -3, 8)
        sums = struct.pack("<4f", 1.5, 2.25, 0, 12)
        self._request = SampleRequest(context, addends, [sums])
        self._prepared: PreparedModel | None = None
        self.prepare()

    def prepare(self) -> None:
        """Prepare the model; call again after the driver's process was restarted."""
        try:
            self._prepared = self._context.prepare(addition_model())
        except SkipCheck as skipped:
            if skipped.finding.kind == VerdictKind.FAILED:
                raise
            self._prepared = None

    def find_problem(self) -> Finding | None:
        """Execute the valid model; return a finding if it no longer works, otherwise ``None``."""
        if (prepared := self._prepared) is None:
            return None
        self._request.reset()
        status = execute_request(self._context, prepared, self._request.request).status
        if status == ErrorStatus.NONE:
            problem = self._request.first_difference()
            problem = problem and f"NONE, but {problem}"
        else:
            problem = f"{status.name}; NONE was expected"
        reason = f"a valid ADD model that was prepared earlier then returned {problem}"
        return Finding(VerdictKind.FAILED, "refusal.recovery", reason) if problem else None
