"""Mutations that make the request packets of bursts malformed, and bursts on examples."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple
from zlib import crc32

from conformance import hal
from conformance.bursts import (
    BurstController,
    PacketError,
    datums_of,
    deserialize_request,
    request_size,
    serialize_request,
)
from conformance.cases import Example
from conformance.checks.burst_requests import error_answer_problem
from conformance.checks.check_context import CheckContext, skip_if_lacking_resources
from conformance.harness.calls import burst_execution, driver_calls
from conformance.verdicts import Finding, VerdictKind

_MISPLACED_DATUMS: Final = (
    hal.request_datum(hal.FmqRequestTag.PACKET_INFORMATION, 10, 10, 10, 10),
    hal.request_datum(hal.FmqRequestTag.INPUT_OPERAND_INFORMATION, 0, 0, 0, 0, 10),
    hal.request_datum(hal.FmqRequestTag.INPUT_OPERAND_DIMENSION_VALUE, 0),
    hal.request_datum(hal.FmqRequestTag.OUTPUT_OPERAND_INFORMATION, 0, 0, 0, 0, 10),
    hal.request_datum(hal.FmqRequestTag.OUTPUT_OPERAND_DIMENSION_VALUE, 0),
    hal.request_datum(hal.FmqRequestTag.POOL_IDENTIFIER, 2**31 - 1),
    hal.request_datum(hal.FmqRequestTag.MEASURE_TIMING, 1),
)
"""Datums that make a request packet invalid wherever they are inserted."""

_DATUMS_PER_TAG: Final = 3
"""Number of datums of one kind that are changed if only some mutations are selected."""

_TAGS: Final = (*range(len(hal.FmqRequestTag) + 1), 255)
_LARGEST: Final = 2**32 - 1
_OPERANDS: Final = (
    hal.FmqRequestTag.INPUT_OPERAND_INFORMATION,
    hal.FmqRequestTag.OUTPUT_OPERAND_INFORMATION,
)
_COUNTS: Final = {
    hal.FmqRequestTag.PACKET_INFORMATION: {
        0: "packetSize",
        1: "numberOfInputOperands",
        2: "numberOfOutputOperands",
        3: "numberOfPools",
    },
    **{tag: {4: "numberOfDimensions"} for tag in _OPERANDS},
}
"""The fields that count datums, by their position in the datum."""


class PacketMutation(NamedTuple):
    """A malformed packet; ``rule`` is the first rule that it breaks.

    ``kind`` is the kind of change, ``tag`` the kind of the changed datum.
    """

    kind: str
    tag: int
    description: str
    packet: bytes
    rule: str = ""

    def __str__(self) -> str:
        return f"burst packet: {self.description}"


def packet_mutations(packet: bytes) -> Iterator[PacketMutation]:
    """Yield every malformed packet with one change of a datum of a valid request packet."""
    datums = datums_of(packet)
    yield from _malformed(packet, _changes(datums, range(len(datums))))


def select_packet_mutations(packet: bytes, count: int, seed: int) -> list[PacketMutation]:
    """Return up to ``count`` malformed packets, the rarest by kind and changed datum first."""
    generator = random.Random(seed)
    datums = datums_of(packet)
    positions = list(range(len(datums)))
    generator.shuffle(positions)
    by_tag: Counter[int] = Counter()
    chosen = []
    for at in positions:
        by_tag[datums[at][0]] += 1
        if by_tag[datums[at][0]] <= _DATUMS_PER_TAG:
            chosen.append(at)
    changes = list(_changes(datums, chosen))
    generator.shuffle(changes)
    seen: Counter[tuple[str, int]] = Counter()
    ranks = []
    for change in changes:
        seen[change.kind, change.tag] += 1
        ranks.append(seen[change.kind, change.tag])
    ordered = [changes[at] for at in sorted(range(len(changes)), key=ranks.__getitem__)]
    return list(islice(_malformed(packet, ordered), count))


def _malformed(packet: bytes, changes: Iterable[PacketMutation]) -> Iterator[PacketMutation]:
    """Yield the changes of a packet that make it malformed, each packet once, with the rule."""
    seen = {packet, b""}
    for change in changes:
        if change.packet not in seen:
            seen.add(change.packet)
            try:
                deserialize_request(change.packet)
            except PacketError as error:
                yield change._replace(rule=error.rule)


def _changes(datums: list[bytes], positions: Iterable[int]) -> Iterator[PacketMutation]:
    """Yield changes of the datums at these positions; the packets may still be valid.

    A packet with another number of datums has the packetSize as it was, and then the right one.
    """
    changes = [
        (kind, datums[at][0], f"datum {at} of {len(datums)} {what}", changed)
        for at in positions
        for kind, what, changed in _datum_changes(datums[at], datums[:at], datums[at + 1 :])
    ]
    for other in _MISPLACED_DATUMS:
        what = f"last datum is an additional {hal.FmqRequestTag(other[0]).name}"
        changes.append(("appended", other[0], what, [*datums, other]))
    information = hal.FmqRequestTag.PACKET_INFORMATION
    for kind, tag, what, changed in changes:
        yield PacketMutation(kind, tag, what, b"".join(changed))
        size = len(changed)
        if changed and size != len(datums) and changed[0] == datums[0]:
            _, _, *counts = hal.REQUEST_LAYOUT[information].unpack(datums[0])
            packet = b"".join((hal.request_datum(information, size, *counts), *changed[1:]))
            what = f"{what}, with a packetSize of {size}"
            yield PacketMutation(f"{kind}, packetSize", tag, what, packet)


def _datum_changes(
    datum: bytes, before: list[bytes], after: list[bytes]
) -> Iterator[tuple[str, str, list[bytes]]]:
    yield "removed", "is removed", [*before, *after]
    yield "repeated", "is repeated", [*before, datum, datum, *after]
    if after:
        yield "truncated", "is the last one", [*before, datum]
    for other in _MISPLACED_DATUMS:
        name = hal.FmqRequestTag(other[0]).name
        yield "inserted", f"has a {name} before it", [*before, other, datum, *after]
        yield "replaced", f"is replaced by a {name}", [*before, other, *after]
    for tag in _TAGS:
        yield "tag", f"has the tag {tag}", [*before, bytes([tag]) + datum[1:], *after]
    for what, changed in _field_changes(datum):
        yield what.partition(" ")[0], f"has {what}", [*before, changed, *after]


def _field_changes(datum: bytes) -> Iterator[tuple[str, bytes]]:
    tag = hal.FmqRequestTag(datum[0])
    layout = hal.REQUEST_LAYOUT[tag]
    _, *fields = layout.unpack(datum)
    for position, name in _COUNTS.get(tag, {}).items():
        count = fields[position]
        near = {0, 1, count - 1, count + 1}
        for wrong in (near | {count + 256, count + 2**16, _LARGEST}) - {count, -1}:
            changed = [*fields[:position], wrong, *fields[position + 1 :]]
            yield f"{name} {count} -> {wrong}", layout.pack(tag, *changed)
    if tag in _OPERANDS:
        for flag in (2, 128, 255):
            yield f"hasNoValue {fields[0]} -> {flag}", layout.pack(tag, flag, *fields[1:])


_CAPACITY = 1024
"""Number of datums of the queues."""


def _can_be_sent(request: hal.Request) -> bool:
    if request_size(request) > _CAPACITY:
        return False
    if not all(isinstance(pool, hal.Memory) for pool in request.pools):
        return False
    try:
        serialize_request(request, [0] * len(request.pools), hal.MeasureTiming.NO)
    except ValueError:  # a number that does not fit its field
        return False
    return True


class LastingBurst:
    """A burst on a prepared model, opened when it is first needed, closed with the context."""

    def __init__(self, context: CheckContext, prepared: hal.PreparedModel) -> None:
        self._context = context
        self._prepared = prepared

    @cached_property
    def _controller(self) -> BurstController | None:
        """The burst; ``None`` if the driver refuses it, which the checks of bursts report."""
        limit = self._context.options.callback_timeout
        try:
            controller = burst_execution.open_burst(self._prepared, limit, capacity=_CAPACITY)
        except driver_calls.DriverCallError as error:
            if error.finding.rule not in burst_execution.REFUSAL_RULES:
                raise
            return None
        self._context.add_cleanup(controller.close)
        return controller

    def execute(
        self, request: hal.Request, measure: hal.MeasureTiming
    ) -> driver_calls.ExecutionOutcome | None:
        """Execute a request and free its memories twice, of which the second has no effect.

        Return ``None`` if there is no burst, or if no packet can express the request.
        """
        if not _can_be_sent(request) or (controller := self._controller) is None:
            return None
        result = driver_calls.call_driver("a burst", controller.execute, request, measure)
        memories = [pool for pool in request.pools if isinstance(pool, hal.Memory)]
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
        if not _can_be_sent(request) or (controller := self._controller) is None:
            return
        self._execute_valid(controller, request, "with one pool for each argument")
        valid = controller.packet_of(request, hal.MeasureTiming.YES)
        seed = crc32(example.name.encode()) ^ self._context.options.seed
        for mutation in select_packet_mutations(valid, count, seed):
            finding = None
            if len(mutation.packet) <= len(valid) * 2 and (
                problem := error_answer_problem(controller.exchange, mutation.packet)
            ):
                reason = f"burst: a malformed request packet {problem}"
                finding = Finding(VerdictKind.FAILED, mutation.rule, reason)
            yield mutation, finding
        self._execute_valid(controller, request, "after malformed packets")

    @staticmethod
    def _execute_valid(controller: BurstController, request: hal.Request, what: str) -> None:
        measure = hal.MeasureTiming.NO
        result = driver_calls.call_driver("a burst", controller.execute, request, measure)
        status = burst_execution.burst_outcome(result).status
        skip_if_lacking_resources(status, "the execution")
        if status != hal.ErrorStatus.NONE:
            reason = (
                f"burst: a valid request {what} was answered with {status.name}; NONE was expected"
            )
            raise driver_calls.DriverCallError(
                Finding(VerdictKind.FAILED, "burst.valid_request", reason)
            )

    def _detailed_request(self, example: Example, output_sizes: Sequence[int]) -> hal.Request:
        """Return the example's request with one pool and the dimensions for each argument."""
        pools: list[hal.SharedMemory] = []

        def argument(index: int, data: bytes | None) -> hal.RequestArgument:
            if not data:
                return hal.RequestArgument(has_no_value=True)
            pools.append(hal.SharedMemory(initial=data))
            self._context.add_cleanup(pools[-1].close)
            location = hal.DataLocation(len(pools) - 1, 0, len(data))
            dimensions = example.model.main.operands[index].dimensions
            if not all(dimensions):
                dimensions = ()
            return hal.RequestArgument(location=location, dimensions=dimensions)

        main = example.model.main
        inputs = [argument(*pair) for pair in zip(main.input_indexes, example.inputs, strict=True)]
        blank = [bytes(max(size, 1)) for size in output_sizes]
        outputs = [argument(*pair) for pair in zip(main.output_indexes, blank, strict=True)]
        return hal.Request(tuple(inputs), tuple(outputs), tuple(pools))
