"""Bursts on the prepared model of an example, for invalid requests and malformed packets."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from functools import partial
from zlib import crc32

from conformance.bursts import BurstController, request_size, serialize_request
from conformance.cases import Example
from conformance.checks.framework.check_context import CheckContext, skip_if_lacking_resources
from conformance.checks.mutants.packet_mutations import PacketMutation, select_packet_mutations
from conformance.checks.samples.burst_requests import error_answer_problem
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    MeasureTiming,
    Memory,
    Model,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
)
from conformance.harness.calls import burst_execution, driver_calls
from conformance.verdicts import Finding, VerdictKind

_NO_VALUE = RequestArgument(has_no_value=True)
_CAPACITY = 1024
"""Number of datums of the queues."""


def can_be_sent(request: Request) -> bool:
    """Return whether a request packet can express the request."""
    if request_size(request) > _CAPACITY:
        return False
    if not all(isinstance(pool, Memory) for pool in request.pools):
        return False
    try:
        serialize_request(request, [0] * len(request.pools), MeasureTiming.NO)
    except ValueError:  # a number that does not fit its field
        return False
    return True


class LastingBurst:
    """A burst on a prepared model, opened when it is first needed, closed with the context."""

    def __init__(self, context: CheckContext, prepared: PreparedModel) -> None:
        self._context = context
        self._prepared = prepared
        self._opened: BurstController | None = None
        self._refused = False

    @property
    def available(self) -> bool:
        """Return whether the driver configures a burst; the checks of bursts report a refusal."""
        try:
            return not self._refused and self._controller is not None
        except driver_calls.DriverCallError as error:
            if error.finding.rule not in burst_execution.REFUSAL_RULES:
                raise
            self._refused = True
            return False

    @property
    def _controller(self) -> BurstController:
        if self._opened is None:
            limit = self._context.options.callback_timeout
            self._opened = burst_execution.open_burst(self._prepared, limit, capacity=_CAPACITY)
            self._context.add_cleanup(self._opened.close)
        return self._opened

    def execute(self, request: Request, measure: MeasureTiming) -> driver_calls.ExecutionOutcome:
        """Execute a request and free its memories twice, of which the second has no effect."""
        controller = self._controller
        result = driver_calls.call_driver("a burst", controller.execute, request, measure)
        memories = [pool for pool in request.pools if isinstance(pool, Memory)]
        slots = [controller.slots.find_slot(memory) for memory in memories]
        driver_calls.call_driver("free_memory", controller.free, memories)
        if controller.context is not None and slots and slots[0] is not None:
            driver_calls.call_driver("free_memory", controller.context.free_memory, slots[0])
        return burst_execution.burst_outcome(result)

    def malformed_packets(
        self, example: Example, output_sizes: Sequence[int], count: int
    ) -> Iterator[tuple[PacketMutation, Finding | None]]:
        """Send up to ``count`` malformed packets of an example's request.

        Yield each with a finding if the answer is no error without results, or if the valid request
        does not execute afterwards. ``DriverCallError`` is raised if the valid request fails.
        """
        request = self._detailed_request(example, output_sizes)
        if not (can_be_sent(request) and self.available):
            return
        controller = self._controller
        self._execute_valid(request, "with one pool for each argument")
        valid = controller.packet_of(request, MeasureTiming.YES)
        seed = crc32(example.name.encode()) ^ self._context.options.seed
        for mutation in select_packet_mutations(valid, count, seed):
            finding = None
            if len(mutation.packet) <= len(valid) * 2 and (
                problem := error_answer_problem(controller.exchange, mutation.packet)
            ):
                reason = f"burst: a malformed request packet {problem}"
                finding = Finding(VerdictKind.FAILED, mutation.rule, reason)
            yield mutation, finding
        self._execute_valid(request, "after malformed packets")

    def _execute_valid(self, request: Request, what: str) -> None:
        """Execute the valid request; raise ``DriverCallError`` if its status is not NONE."""
        result = driver_calls.call_driver(
            "a burst", self._controller.execute, request, MeasureTiming.NO
        )
        status = burst_execution.burst_outcome(result).status
        skip_if_lacking_resources(status, "the execution")
        if status != ErrorStatus.NONE:
            reason = (
                f"burst: a valid request {what} was answered with {status.name}; NONE was expected"
            )
            raise driver_calls.DriverCallError(
                Finding(VerdictKind.FAILED, "burst.valid_request", reason)
            )

    def _detailed_request(self, example: Example, output_sizes: Sequence[int]) -> Request:
        """Return the example's request with one pool and the dimensions for each argument."""
        pools: list[SharedMemory] = []

        def argument(index: int, data: bytes | None) -> RequestArgument:
            if not data:
                return _NO_VALUE
            pools.append(SharedMemory(initial=data))
            self._context.add_cleanup(partial(_close, pools[-1]))
            location = DataLocation(len(pools) - 1, 0, len(data))
            return RequestArgument(location=location, dimensions=_dimensions(example.model, index))

        main = example.model.main
        inputs = [argument(*pair) for pair in zip(main.input_indexes, example.inputs, strict=True)]
        blank = [bytes(max(size, 1)) for size in output_sizes]
        outputs = [argument(*pair) for pair in zip(main.output_indexes, blank, strict=True)]
        return Request(tuple(inputs), tuple(outputs), tuple(pools))


def _dimensions(model: Model, index: int) -> tuple[int, ...]:
    """Return an operand's dimensions if the model specifies all of them, else none."""
    dimensions = model.main.operands[index].dimensions
    return dimensions if all(dimensions) else ()


def _close(memory: SharedMemory) -> None:
    with contextlib.suppress(BufferError):
        memory.close()
