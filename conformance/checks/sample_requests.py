"""Requests for the sample models, each with separate memory and known outputs."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import numpy as np

from conformance import hal
from conformance.bursts import BurstResult
from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    Violation,
    decline,
    require,
    skip_if_lacking_resources,
)
from conformance.checks.execution_modes import execution_modes
from conformance.checks.sample_models import ELEMENTS, addition_model
from conformance.hal import ErrorStatus, MeasureTiming, OperandType, PreparedModel, Request
from conformance.harness.answer_checks import check_elapsed_times, check_timing
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


_BLOCK: Final = random.Random(17).randbytes(4099)
"""The pattern of stated memories, which differs at each place."""


def client_view(memory: hal.Memory) -> memoryview:
    """Return the client's writable view of a memory, for an image with the padding of its rows."""
    return memory.client_view() if isinstance(memory, hal.ClientMemory) else memory.view()


def _image_of(memory: hal.Memory) -> hal.HardwareBufferDescription | None:
    return memory.description if memory.kind is hal.MemoryKind.HARDWARE_BUFFER else None


class SampleRequest:
    """A request with one place in a memory for each argument; all other bytes hold a pattern.

    ``inputs`` are values, ``None`` for no value, or tokens. ``outputs`` are the expected values,
    sizes of outputs whose values are not known, or tokens; ``compute`` returns the expected values
    from the bytes at the places of the inputs, which may overlap. An argument has the byte length
    of its value unless ``lengths`` has another one, by its number, inputs before outputs.
    ``dimensions`` are those that the request states. ``places`` are the places in the memories
    ``pools``, by number; by default all arguments are in one new memory with unused bytes between
    them. The outputs, of ``type_``, are compared within the tolerance of ``steps`` operations,
    which for a ``relaxed`` model is that of float16.
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
        relaxed: bool = False,
        pools: Sequence[hal.Memory] = (),
        places: Mapping[int, hal.DataLocation] | None = None,
        compute: Callable[[Sequence[bytes]], Sequence[bytes]] | None = None,
        seed: int = 1,
    ) -> None:
        self.context, self._type = context, type_
        self._steps, self._relaxed = steps, relaxed
        self._count, self._compute, self._seed = len(inputs), compute, seed
        given, end = (*inputs, *outputs), GAP_BYTES
        self._values = {n: each for n, each in enumerate(given) if isinstance(each, bytes)}
        self.places = dict(places or {})
        for number, each in enumerate(() if places else given):
            if isinstance(each, (bytes, int)):
                size = each if isinstance(each, int) else len(each)
                length = (lengths or {}).get(number, size)
                self.places[number] = hal.DataLocation(0, end, length)
                end += (max(size, length) if number < self._count else length) + GAP_BYTES
        self.pools = tuple(pools)
        self._is_own = not pools
        if self._is_own:
            self.pools = (hal.SharedMemory(end),)
            context.add_cleanup(self.pools[0].close)
        self.memory = self.pools[0]
        tokens = [*dict.fromkeys(each.token for each in given if isinstance(each, ForeignToken))]
        arguments = []
        for number, each in enumerate(given):
            place = self.places.get(number)
            if isinstance(each, ForeignToken):
                place = hal.DataLocation(len(self.pools) + tokens.index(each.token), 0, 0)
            if place is None:
                arguments.append(hal.RequestArgument(has_no_value=True))
            else:
                shape = tuple(dimensions[number]) if number < len(dimensions) else ()
                arguments.append(hal.RequestArgument(False, place, shape))
        self.request = Request(
            tuple(arguments[: self._count]),
            tuple(arguments[self._count :]),
            (*self.pools, *map(hal.BufferToken, tokens)),
        )
        if self._is_own:
            self.reset()

    def write(self, inputs: Sequence[bytes], expected: Sequence[bytes] = ()) -> None:
        """Write other inputs to the same memory, and the fill pattern elsewhere."""
        self._values |= dict(enumerate(inputs))
        self._values |= dict(enumerate(expected, start=self._count))
        self.reset()

    @property
    def _outputs(self) -> list[int]:
        return [number for number in self.places if number >= self._count]

    def _pool_of(self, number: int) -> hal.Memory:
        return self.pools[self.places[number].pool_index]

    def _put(self, contents: Mapping[int, bytearray], number: int, data: bytes) -> None:
        memory, place = self._pool_of(number), self.places[number]
        if image := _image_of(memory):
            image.scatter(memoryview(contents[id(memory)]), data)
        else:
            contents[id(memory)][place.offset : place.offset + len(data)] = data

    def _get(self, content: bytes | bytearray, number: int) -> bytes:
        place = self.places[number]
        if image := _image_of(self._pool_of(number)):
            return image.gather(memoryview(content))
        return bytes(content[place.offset : place.offset + place.length])

    def reset(self) -> None:
        """Write the input values and fill all other bytes with the pattern."""
        contents: dict[int, bytearray] = {}
        for number, memory in enumerate(self.pools):
            start = (self._seed + number) % 64
            block = bytes([FILL_BYTE]) if self._is_own else _BLOCK[start:] + _BLOCK[:start]
            with client_view(memory) as view:
                size = len(view)
            contents[id(memory)] = bytearray((block * (size // len(block) + 1))[:size])
        inputs = [number for number in self.places if number < self._count]
        for number in inputs:
            self._put(contents, number, self._values[number])
        if self._compute is not None:
            read = [self._get(contents[id(self._pool_of(number))], number) for number in inputs]
            self._values |= dict(enumerate(self._compute(read), start=self._count))
        for memory in self.pools:
            with client_view(memory) as view:
                view[:] = contents[id(memory)]
        self._before = {key: bytes(content) for key, content in contents.items()}

    def output(self, number: int = 0) -> bytes:
        """Return the bytes in an output's buffer."""
        with client_view(self._pool_of(self._count + number)) as view:
            return self._get(bytes(view), self._count + number)

    def value(self, number: int) -> bytes:
        """Return the values of an input, or behind them the expected values of an output."""
        return self._values[number]

    def expected(self, number: int = 0) -> bytes:
        """Return the expected values of an output."""
        return self._values[self._count + number]

    def first_difference(self) -> str:
        """Describe the first output element outside its tolerance; return nothing if none is."""
        for output in sorted(self.places.keys() & self._values.keys()):
            number = output - self._count
            if number >= 0:
                expected = self.expected(number)
                actual = self.output(number)[: len(expected)]
                wrong = describe_difference(
                    expected, actual, self._type, operations=self._steps, relaxed=self._relaxed
                )
                if wrong:
                    return f"in output {number}, {wrong}"
        return ""

    @property
    def outputs_untouched(self) -> bool:
        """Return whether no output buffer was written."""
        return all(
            self.output(number - self._count)
            == self._get(self._before[id(self._pool_of(number))], number)
            for number in self._outputs
        )

    @property
    def memory_intact(self) -> bool:
        """Return whether the bytes outside the outputs are unchanged."""
        return not self.changed_byte()

    def changed_byte(self) -> str:
        """Describe the first byte that changed and is not in an output; empty if there is none."""
        for index, memory in enumerate(self.pools):
            with client_view(memory) as view:
                actual = bytes(view)
            contents = {id(memory): bytearray(self._before[id(memory)])}
            for number in self._outputs:
                if self._pool_of(number) is memory:
                    self._put(contents, number, self._get(actual, number))
            if actual != (right := contents[id(memory)]):
                offset = next(at for at, byte in enumerate(actual) if byte != right[at])
                return (
                    f"byte {offset} of pool {index} ({memory.name}), which is not in an output, "
                    "was changed"
                )
        return ""

    def problem(self, outcome: driver_calls.ExecutionOutcome) -> str:
        """Return what is wrong with the outcome of a valid request; empty if nothing is.

        ``SkipCheck`` ends the check if the device is unavailable or lacks resources.
        """
        return ending_problem(outcome.status, self, "the execution", "returned")

    def check(self, outcome: driver_calls.ExecutionOutcome) -> None:
        """Raise ``Violation`` unless the outcome and all bytes of the memories are right."""
        require(self.problem(outcome) or self.changed_byte())

    def run(self, prepared: PreparedModel, execute: Any = None) -> None:
        """Execute once, and raise ``Violation`` if something is wrong with the outcome.

        ``execute`` is a mode of ``execution_modes``; by default the request is executed
        synchronously, before HAL 1.2 asynchronously.
        """
        self.reset()
        execute = execute or partial(execute_request, self.context)
        require(self.problem(execute(prepared, self.request)))

    def run_along_modes(self, prepared: PreparedModel, what: str = "", **options: Any) -> None:
        """Execute in every mode; record a problem for each mode that has one.

        ``options`` are those of ``execution_modes``.
        """
        for mode, outcome in self.outcomes(prepared, **options):
            with self.context.case(f"{mode}, {what}" if what else mode):
                self.check(outcome)

    def outcomes(
        self, prepared: PreparedModel, **options: Any
    ) -> Iterator[tuple[str, driver_calls.ExecutionOutcome]]:
        """Execute in every mode of the HAL version, with new contents; yield mode and outcome."""
        for mode, execute in execution_modes(self.context, **options).items():
            self.reset()
            yield mode, execute(prepared, self.request)

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
        self._elements, self._results = elements, outputs if lengths is None else len(lengths)
        inputs, results = _addends(seed, elements, steps)
        super().__init__(
            context,
            inputs,
            results[: self._results],
            dimensions=dimensions,
            lengths=dict(enumerate(lengths or (), start=2)),
            steps=steps,
        )

    def change(self, seed: int) -> None:
        """Write the inputs of another seed to the same memory, and the fill pattern elsewhere."""
        inputs, results = _addends(seed, self._elements, self._steps)
        self.write(inputs, results[: self._results])


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


def time_unit(version: hal.Version) -> float:
    """Return the unit of reported times in seconds: microseconds in HIDL, nanoseconds in AIDL."""
    return 1e-6 if version < hal.Version.AIDL_V1 else 1e-9


def require_right_times(
    context: CheckContext,
    outcome: driver_calls.ExecutionOutcome,
    measure: MeasureTiming,
    seconds: float,
) -> None:
    """Raise ``Violation`` if the times of a successful execution are not those of the request.

    ``seconds`` is the time that the client measured.
    """
    unit = time_unit(context.version)
    findings = check_timing(outcome.timing, measure)
    for finding in findings or check_elapsed_times(outcome, measure, seconds, unit):
        raise Violation(finding.reason)


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
        self._context, self._request = context, AdditionRequest(context)
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
