"""The models that the checks of compilation caching save and retrieve, with expected results.

As in the official suite, a model is a chain of operations whose second operands are constants. Two
models of one type have the same operands and different operations, so that the result shows which
of them an execution computed. Results are compared within the tolerance of ``STEPS`` operations,
which is 8 codes for quantized data; the results of the two models differ by 32.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from conformance.checks.check_context import CheckContext, skip_if_lacking_resources
from conformance.checks.sample_models import (
    ELEMENTS,
    SUM_CONSTANT,
    product_chain_model,
    sum_chain_model,
)
from conformance.checks.sample_requests import FILL_BYTE, GAP_BYTES, execute_request
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    MeasureTiming,
    Model,
    OperandType,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
    Version,
)
from conformance.harness.calls import burst_execution, driver_calls, fenced_execution
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
from conformance.oracle.accuracy import describe_difference

STEPS: Final = 8
"""Number of operations of a model."""


@dataclass(frozen=True, slots=True)
class CachedModel:
    """A model, and the number that it adds to its input.

    Attributes:
        name: name of the model in messages.
        model: the model; it has one input and one output of ``ELEMENTS`` elements.
        data_type: type of input and output.
        addend: the result is ``input + addend``.

    """

    name: str
    model: Model
    data_type: OperandType
    addend: int

    @property
    def dtype(self) -> np.dtype[Any]:
        """Return the NumPy type of an element."""
        return np.dtype("<f4" if self.data_type == OperandType.TENSOR_FLOAT32 else "u1")


def models_of_type(data_type: OperandType, steps: int = STEPS) -> tuple[CachedModel, CachedModel]:
    """Return the sum and the product model of a type; the product model returns its input."""
    return (
        CachedModel("sum", sum_chain_model(data_type, steps), data_type, SUM_CONSTANT * steps),
        CachedModel("product", product_chain_model(data_type, steps), data_type, 0),
    )


class CachedModelRequest:
    """A request for a ``CachedModel``; unused bytes reveal writes out of bounds."""

    def __init__(self, context: CheckContext, sample: CachedModel, seed: int = 0) -> None:
        self._sample = sample
        values = np.arange(1, ELEMENTS + 1) + seed % 16
        self._input = values.astype(sample.dtype).tobytes()
        self._expected = (values + sample.addend).astype(sample.dtype).tobytes()
        size = len(self._input)
        self._output_offset = 2 * GAP_BYTES + size
        self._memory = SharedMemory(3 * GAP_BYTES + 2 * size)
        context.add_cleanup(self._close)
        locations = DataLocation(0, GAP_BYTES, size), DataLocation(0, self._output_offset, size)
        arguments = [RequestArgument(False, location) for location in locations]
        self.request = Request((arguments[0],), (arguments[1],), (self._memory,))
        self.reset()

    def reset(self) -> None:
        """Write the input and fill all other bytes."""
        with self._memory.view() as view:
            view[:] = bytes([FILL_BYTE]) * len(view)
            view[GAP_BYTES : GAP_BYTES + len(self._input)] = self._input

    @property
    def input_data(self) -> bytes:
        """The values of the input."""
        return self._input

    def difference(self) -> str:
        """Describe how the output differs from the expected one; empty if it does not."""
        return self.difference_of(self._bytes()[self._output_slice])

    def difference_of(self, output: bytes) -> str:
        """Describe how an output differs from the expected one; empty if it does not."""
        difference = describe_difference(
            self._expected, output, self._sample.data_type, operations=STEPS
        )
        return f"in the output, {difference}" if difference else ""

    def stray_write(self) -> str:
        """Describe a change of bytes other than those of the output; empty if there is none."""
        content = bytearray(self._bytes())
        content[self._output_slice] = bytes([FILL_BYTE]) * len(self._input)
        content[GAP_BYTES : GAP_BYTES + len(self._input)] = (
            bytes([FILL_BYTE]) * len(self._input)
            if content[GAP_BYTES : GAP_BYTES + len(self._input)] == self._input
            else b"\0" * len(self._input)
        )
        unchanged = set(content) == {FILL_BYTE}
        return "" if unchanged else "the execution changed bytes outside of the output's buffer"

    @property
    def _output_slice(self) -> slice:
        return slice(self._output_offset, self._output_offset + len(self._input))

    def _bytes(self) -> bytes:
        with self._memory.view() as view:
            return bytes(view)

    def _close(self) -> None:
        try:
            self._memory.close()
        except BufferError:
            del self._memory


def result_problem(
    context: CheckContext, prepared: PreparedModel, request: CachedModelRequest
) -> str:
    """Execute a request and describe what is wrong with the outcome; empty if nothing is."""
    request.reset()
    return _outcome_problem(execute_request(context, prepared, request.request), request)


def problems_on_all_paths(
    context: CheckContext, prepared: PreparedModel, request: CachedModelRequest
) -> Sequence[str]:
    """Execute a request in each mode of the driver's version; return one text per problem."""
    limit, valid, no_timing = context.options.callback_timeout, request.request, MeasureTiming.NO
    problems = []

    def asynchronous() -> driver_calls.ExecutionOutcome:
        record = RecordingExecutionCallback()
        return driver_calls.execute_asynchronously(prepared, valid, no_timing, limit, record)

    def fenced() -> driver_calls.ExecutionOutcome:
        return fenced_execution.execute_fenced(prepared, valid, no_timing, limit)[0]

    def burst() -> driver_calls.ExecutionOutcome:
        return burst_execution.execute_through_burst(prepared, valid, no_timing, limit)

    def synchronous() -> driver_calls.ExecutionOutcome:
        return execute_request(context, prepared, valid)

    modes = {"burst": burst, "synchronous": synchronous}
    if context.version <= Version.V1_3:
        modes["asynchronous"] = asynchronous
    if context.version >= Version.V1_3:
        modes["fenced"] = fenced
    for name, execute in modes.items():
        request.reset()
        if problem := _outcome_problem(execute(), request):
            problems.append(f"{name} execution: {problem}")
    return problems


def _outcome_problem(outcome: driver_calls.ExecutionOutcome, request: CachedModelRequest) -> str:
    skip_if_lacking_resources(outcome.status, "the execution")
    if stray := request.stray_write():
        return stray
    if outcome.status != ErrorStatus.NONE:
        return f"the execution of a valid request answered {outcome.status.name}; NONE was expected"
    difference = request.difference()
    return f"the execution answered NONE, but {difference}" if difference else ""
