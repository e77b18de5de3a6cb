"""Requests for the models of the stock, each with memory of its own and a result known by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import (
    DataLocation,
    ErrorStatus,
    MeasureTiming,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
    Version,
)
from conformance.harness import Kind, calls
from conformance.harness.callbacks import ExecutionRecord
from conformance.suite.bench import Bench, SetAsideError, set_aside_if_lacking

GAP = 64
"""Bytes between two arguments, and before the first and after the last."""

_BLANK = 0xA5


class Sum:
    """A request: inputs ``seed + i`` and ``2 * seed + i``, outputs to look at.

    Small whole numbers, so that sums and products are exact in float32, also when computed as
    float16. ``lengths`` are the bytes of the outputs' buffers, ``dimensions`` what the request says
    of inputs and outputs.
    """

    def __init__(
        self,
        bench: Bench,
        seed: int = 1,
        elements: int = 4,
        *,
        outputs: int = 1,
        lengths: Sequence[int] | None = None,
        dimensions: Sequence[tuple[int, ...]] = (),
        steps: int = 1,
    ) -> None:
        size = 4 * elements
        count = np.arange(elements, dtype="<f4") % 16
        a, b = count + seed % 8, count + 2 * (seed % 8)
        self.expected = (a + steps * b).astype("<f4").tobytes(), (a * b).astype("<f4").tobytes()
        self.elements = elements
        wanted = list(lengths) if lengths is not None else [size] * outputs
        places = []
        end = GAP
        for length in (size, size, *wanted):
            places.append(DataLocation(0, end, length))
            end += length + GAP
        self.memory = SharedMemory(end)
        bench.at_end(self.close)
        said = list(dimensions) + [()] * (len(places) - len(dimensions))
        arguments = [
            RequestArgument(False, place, shape) for place, shape in zip(places, said, strict=True)
        ]
        self.request = Request(tuple(arguments[:2]), tuple(arguments[2:]), (self.memory,))
        self._inputs = a.astype("<f4").tobytes(), b.astype("<f4").tobytes()
        self._spans = [(place.offset, place.length) for place in places]
        self.blank()

    def blank(self) -> None:
        """Put the inputs in place, and blank everything else."""
        with self.memory.view() as view:
            view[:] = bytes([_BLANK]) * len(view)
            for (offset, length), data in zip(self._spans, self._inputs, strict=False):
                view[offset : offset + length] = data

    def result(self, output: int = 0) -> bytes:
        """What lies in an output's buffer."""
        offset, length = self._spans[2 + output]
        with self.memory.view() as view:
            return bytes(view[offset : offset + length])

    @property
    def right(self) -> bool:
        """Whether every output begins with what it must be."""
        return all(
            self.result(number)[: 4 * self.elements] == self.expected[number]
            for number in range(len(self._spans) - 2)
        )

    @property
    def untouched(self) -> bool:
        """Whether no output was written."""
        return all(set(self.result(number)) <= {_BLANK} for number in range(len(self._spans) - 2))

    @property
    def intact(self) -> bool:
        """Whether nothing was written between the buffers, and the inputs are what they were."""
        with self.memory.view() as view:
            after = bytes(view)
        end = 0
        for number, (offset, length) in enumerate(self._spans):
            if set(after[end:offset]) - {_BLANK}:
                return False
            end = offset + length
            if number < 2 and after[offset:end] != self._inputs[number]:
                return False
        return not set(after[end:]) - {_BLANK}

    def without(self, *, inputs: int = 0, outputs: int = 0) -> Request:
        """The request without its last arguments."""
        request = self.request
        kept_inputs = request.inputs[: len(request.inputs) - inputs]
        kept_outputs = request.outputs[: len(request.outputs) - outputs]
        return Request(kept_inputs, kept_outputs, request.pools)

    def close(self) -> None:
        """Give the memory back, or leave it to a driver that still looks at it."""
        try:
            self.memory.close()
        except BufferError:
            del self.memory


def execute(
    bench: Bench,
    prepared: PreparedModel,
    request: Request,
    measure: MeasureTiming = MeasureTiming.NO,
    *,
    deadline: int | None = None,
    loop_timeout: int | None = None,
) -> calls.Outcome:
    """One execution in the simplest way that the driver's version has."""
    if bench.version >= Version.V1_2:
        return calls.execute_synchronously(prepared, request, measure, loop_timeout, deadline)
    record = ExecutionRecord()
    limit = bench.options.callback_timeout
    return calls.execute(prepared, request, measure, limit, record, loop_timeout, deadline)


def trouble(bench: Bench, prepared: PreparedModel, sum_: Sum) -> str:
    """What is wrong with an ordinary execution of a sum; empty when nothing is."""
    sum_.blank()
    return wrong(execute(bench, prepared, sum_.request), sum_)


def wrong(outcome: calls.Outcome, sum_: Sum) -> str:
    """Return what is wrong with a sum that was executed; empty when nothing is.

    ``SetAsideError`` ends the check where the device is not available or lacks resources.
    """
    set_aside_if_lacking(outcome.status, "the execution")
    if outcome.status != ErrorStatus.NONE:
        return f"a valid request was answered with {outcome.status.name}"
    if not sum_.right:
        return "the result is wrong"
    return ""


def decline_open(outcome: calls.Outcome, what: str) -> None:
    """End the check as declined where a model with open shapes is answered with GENERAL_FAILURE.

    Only models whose tensors all have fully specified dimensions must execute successfully
    (IPreparedModel.execute).
    """
    if outcome.status == ErrorStatus.GENERAL_FAILURE:
        reason = f"{what} is answered with GENERAL_FAILURE: not supported"
        raise SetAsideError(Kind.DECLINED, reason, "path.declined")


def shapes_of(outcome: calls.Outcome) -> list[tuple[tuple[int, ...], bool]]:
    """Dimensions and sufficiency by output."""
    return [(shape.dimensions, shape.is_sufficient) for shape in outcome.output_shapes]
