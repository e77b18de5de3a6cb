"""Faults in bursts: memory slots, packets, results, queues, and the end of a burst."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from conformance import hal
from conformance.bursts import (
    PacketError,
    configure_burst,
    datums_of,
    deserialize_request,
    serialize_result,
)
from conformance.bursts.fmq import MessageQueue, QueueEndedError
from conformance.bursts.packets import FAILURE as FAILURE_PACKET
from tests.faults.calls.outputs import without_dimensions
from tests.faults.drivers import (
    DONE,
    FAILED,
    FAILURE,
    INVALID,
    NONE,
    SMALL,
    FaultyPreparedModel,
    configured,
    executor,
    fixed,
    prepared,
    result,
    state,
)
from tests.faults.row import table

# ------------------------------------------------------------------------------- slots of memories


def forgets_others(me: Any, right: Any, slot: int, memory: Any) -> None:
    me.seen.add(slot)
    me._memories.clear()
    right(slot, memory)


def removes_strictly(me: Any, right: Any, slot: int) -> None:
    del me._memories[slot]


TABLE: dict[int, Any] = {}


def one_for_all(me: Any, right: Any, model_: Any) -> None:
    right(model_)
    me._memories = TABLE
    TABLE.clear()


def frees_last(me: Any, right: Any, slot: int) -> None:
    last = len(me._memories) >= 5 and slot in me._memories
    right(max(me._memories) if last else slot)


def byte_slots(me: Any, right: Any, slot: int, memory: Any) -> None:
    right(slot, memory)
    right(slot & 0xFF, memory)


def remembers(me: Any, right: Any, slot: int) -> None:
    me.old[slot] = me._memories.get(slot)
    right(slot)


def keeps_largest(me: Any, right: Any, slot: int, memory: Any) -> None:
    old = me.old.get(slot)
    right(slot, old if old is not None and old.size > memory.size else memory)


def unknown_is_first(me: Any, right: Any, request: Any) -> Any:
    memories = me._memories
    if memories and request.slots[-1] not in memories:
        slots = (*request.slots[:-1], next(iter(memories)))
        request = type(request)(request.inputs, request.outputs, slots, request.measure)
    return right(request)


class Fetching(FaultyPreparedModel):
    """A prepared model whose bursts request the memories of slots with ``fetch``."""

    def configure_execution_burst(self, *arguments: Any) -> Any:
        status, server = configure_burst(*arguments, self.executor())
        if server is not None:
            listener = server._listener
            listener._fetch = lambda slots: self.fetch(listener, slots)
        return status, server

    def unknown(self, listener, slots):
        return sorted({slot for slot in slots if not listener._executor.has_memory(slot)})

    def fetch(self, listener, slots):
        unknown = self.unknown(listener, slots)
        return not unknown or self.add(listener, unknown, *listener._callback.get_memories(unknown))

    def add(self, listener, unknown, status, memories):
        if status != NONE or len(memories) != len(unknown):
            return False
        for slot, memory in zip(unknown, memories, strict=True):
            listener._executor.add_memory(slot, memory)
        return True


def other_order(me: Any, right: Any, listener: Any, slots: Any) -> bool:
    asked = [slot for slot in dict.fromkeys(slots) if slot in me.unknown(listener, slots)]
    return not asked or me.add(listener, sorted(asked), *listener._callback.get_memories(asked))


def if_not_added(act: Callable[[Any, Any], None]) -> Callable[..., bool]:
    """Return an ``add`` that calls ``act(prepared model, listener)`` after a failure."""

    def add(me: Any, right: Any, listener: Any, *more: Any) -> bool:
        if added := right(listener, *more):
            return True
        act(me, listener)
        return bool(added)

    return add


def remembers_failure(me: Any, listener: Any) -> None:
    me.failed = True


# -------------------------------------------------------------------------------- bursts and results


def end_together(me: Any, server: Any) -> None:
    servers, stop = me.__dict__.setdefault("servers", []), server._listener.stop
    servers.append(server)

    def stop_all() -> None:
        stop()
        for other in servers:
            other._listener._requests.close()
            other._listener._results.close()

    server._listener.stop = stop_all


def left_over(me: Any, right: Any, request: Any, measure: int, *, again: bool) -> Any:
    status, shapes, timing = right(request, measure, again=again)
    me.last = timing if timing != hal.Timing() else me.last
    return status, shapes, me.last if status == NONE else timing


class Answering(FaultyPreparedModel):
    """A prepared model whose bursts send the result packet that ``answer`` returns.

    ``answer(right, packet)`` receives the correct function and the request packet.
    """

    def configure_execution_burst(self, *arguments):
        status, server = configure_burst(*arguments, self.executor())
        if server is not None:
            right, answer = server._listener._answer, self.answer
            server._listener._answer = lambda packet: answer(right, packet)
        return status, server

    def answer(self, right, packet):
        return right(packet)


def answering(answer: Callable[[Any, Any, bytes], bytes], **members: Any) -> type:
    """Return a driver with ``answer(prepared model, correct function, packet)``."""
    return prepared(
        Answering, answer=lambda me, _, right, packet: answer(me, right, packet), **members
    )


def resulting(change: Callable[[bytearray], bytes]) -> type:
    """Return a driver that changes the result packets of bursts."""
    return answering(lambda me, right, packet: bytes(change(bytearray(right(packet)))))


def dirty(packet: bytearray) -> bytes:
    for at in range(0, len(packet), hal.DATUM_SIZE):
        if packet[at] == 1:
            packet[at + 10] = 0x77
    return packet


def larger_size(packet: bytearray) -> bytearray:
    packet[8] += 1  # the least significant byte of packetSize
    return packet


def tolerant(lets: Callable[[bytes, bytes], bool]) -> type:
    """Return a driver that executes the last valid request for some malformed packets.

    ``lets(packet, valid)`` chooses the packets.
    """

    def answer(me: Any, right: Any, packet: bytes) -> bytes:
        try:
            deserialize_request(packet)
        except Exception:
            return right(me.good) if me.good and lets(packet, me.good) else FAILURE_PACKET
        me.good = packet
        return right(packet)

    return answering(answer, good=b"")


def fragile(me: Any, right: Any, packet: bytes) -> bytes:
    answer = right(packet)
    if len(packet) % 5 == 0 and answer == FAILURE_PACKET:
        raise QueueEndedError("garbage")
    return answer


def caches_results(me: Any, right: Any, packet: bytes) -> bytes:
    if packet != me.last[0]:
        me.last = packet, right(packet)
    return me.last[1]


def queueing(change: Callable[[Any, Any], None]) -> type:
    """Return a driver whose bursts change their queues with ``change(requests, results)``."""
    return configured(
        lambda _, server: change(server._listener._requests, server._listener._results)
    )


def writing(write: Callable[[Any, bytes], Any]) -> type:
    """Return a driver whose bursts write their results with ``write(correct function, data)``."""

    def change(_: Any, results: Any) -> None:
        right = results.write
        results.write = lambda data: write(right, data)

    return queueing(change)


def double(right: Any, data: bytes) -> Any:
    threading.Timer(0.01, right, [data]).start()
    return right(data)


def drops_shapes(me: Any, right: Any, packet: bytes) -> bytes:
    found = right(packet)
    fits = len(found) <= me.size_of_queue * hal.DATUM_SIZE
    return found if fits else serialize_result(*DONE)


def keeps_size(queue: int) -> Callable[..., Any]:
    """Return a ``configure_execution_burst`` that keeps the capacity of one of the queues."""

    def configure(me: Any, right: Any, callback: Any, *queues: Any) -> Any:
        me.size_of_queue = queues[queue].capacity
        return right(callback, *queues)

    return configure


def refuses_full(me: Any, right: Any, request: Any, *more: Any) -> Any:
    size = 2 + len(request.inputs) + len(request.outputs) + len(request.pools)
    return FAILED if me.size_of_queue == size else right(request, *more)


def loses_frees(me: Any, right: Any, callback: Any, *queues: Any) -> Any:
    """Ignore freeMemory while the driver requests memories."""
    asking: list[Any] = []

    class Callback(hal.BurstCallback):
        def get_memories(self, slots: Any) -> Any:
            asking.append(slots)
            answer = callback.get_memories(slots)
            asking.clear()
            return answer

    status, server = right(Callback(), *queues)
    if server is not None:
        free = server.free_memory
        server.free_memory = lambda slot: None if asking else free(slot)
    return status, server


class Deaf(hal.BurstContext):
    """A burst context that never reads its queues."""

    def __init__(self, requests, results):
        self.queues = [MessageQueue.open(queue, hal.DATUM_SIZE) for queue in (requests, results)]

    def free_memory(self, slot):
        pass


def deaf(status: Any = None) -> type:
    """Return a driver with a context for refused queues; ``status`` replaces that of the refusal."""

    def configure(me: Any, right: Any, *arguments: Any) -> Any:
        found, server = right(*arguments)
        if server is not None:
            return found, server
        return found if status is None else status, Deaf(*arguments[1:])

    return prepared(configure_execution_burst=configure)


# --------------------------------------------------------------------------------- request packets


def with_size(packet: bytes) -> bytes:
    """Return the packet with a packetSize of its length."""
    return packet[:4] + struct.pack("<I", len(packet) // hal.DATUM_SIZE) + packet[8:]


def repairing(repair: Callable[[bytes, PacketError], bytes]) -> type:
    """Return a driver whose bursts execute ``repair(packet, error)`` for a malformed packet."""

    def answer(me: Any, right: Any, packet: bytes) -> bytes:
        try:
            deserialize_request(packet)
        except PacketError as error:
            return right(repair(packet, error))
        return right(packet)

    return answering(answer)


_ARGUMENTS = (
    hal.FmqRequestTag.INPUT_OPERAND_INFORMATION,
    hal.FmqRequestTag.OUTPUT_OPERAND_INFORMATION,
)


def lowest_bit_of_flag(packet: bytes, error: PacketError) -> bytes:
    return b"".join(
        datum[:4] + bytes([datum[4] & 1]) + datum[5:] if datum[0] in _ARGUMENTS else datum
        for datum in datums_of(packet)
    )


def unknown_tag_accepted(me: Any, right: Any, packet: bytes) -> bytes:
    try:
        deserialize_request(packet)
    except PacketError:
        datums, expected = datums_of(packet), datums_of(me.good)
        if len(datums) == len(expected):
            pairs = zip(datums, expected, strict=True)
            return right(b"".join(e if d[0] > 6 and d[1:] == e[1:] else d for d, e in pairs))
    answer = right(packet)
    if len(packet) > 2 * hal.DATUM_SIZE and not me.good:
        me.good = packet
    return answer


def pools_counted(packet: bytes, error: PacketError) -> bytes:
    pools = sum(datum[0] == hal.FmqRequestTag.POOL_IDENTIFIER for datum in datums_of(packet))
    return packet[:16] + struct.pack("<I", pools) + packet[20:]


def ends_for_many_pools(me: Any, server: Any) -> None:
    right, stop = server._listener._answer, server._listener.stop

    def answer(packet: bytes) -> bytes:
        if packet[0] == 0 and struct.unpack_from("<I", packet, 16)[0] > 1 << 20:
            stop()
        return right(packet)

    server._listener._answer = answer


def timing_added(packet: bytes, error: PacketError) -> bytes:
    if error.rule != "burst_request.timing":
        return packet
    return with_size(
        packet + hal.request_datum(hal.FmqRequestTag.MEASURE_TIMING, hal.MeasureTiming.NO)
    )


def rewriting(change: Callable[[Any, Any], Any]) -> type:
    """Return a driver whose bursts execute ``change(request, main subgraph)``."""

    def run(me: Any, right: Any, request: Any, measure: int, *, again: bool) -> Any:
        return right(change(request, me._prepared_model.model.main), measure, again=again)

    return executor(run=run)


def input_repeated(request: Any, main: Any) -> Any:
    missing = len(main.input_indexes) - len(request.inputs)
    return replace(request, inputs=(*request.inputs, *request.inputs[-1:] * max(missing, 0)))


def with_outputs(request: Any, **changes: Any) -> Any:
    return replace(request, outputs=tuple(replace(each, **changes) for each in request.outputs))


def writes_to_end(requests: Any, results: Any) -> None:
    write = results.write

    def write_all(data: bytes) -> Any:
        until_end = results.capacity - results._written % results.capacity
        return write(data[: until_end * hal.DATUM_SIZE].ljust(len(data), b"\0"))

    results.write = write_all


_RETRY, _ARGS = "burst_memories.retry_after_failure", "burst_packets.invalid_arguments"

FAULTS = table(
    ("configureExecutionBurst returns NONE without a burst context", "bursts.configuration", prepared(configure_execution_burst=fixed((NONE, None))), "answer.form"),
    ("The driver calls getMemories for every slot of a request, including those that it knows", "bursts.memory_requested_once", executor(has_memory=fixed(False))),
    ("A new memory replaces all earlier ones, which the driver does not request again", "combinations.burst", executor(seen=state(set), has_memory=lambda me, _, slot: slot in me.seen, add_memory=forgets_others)),
    ("The driver keeps the memory of a freed slot", "burst_memories.random_slots", executor(remove_memory=fixed(None))),
    ("freeMemory of an unknown slot raises an exception", "bursts.double_free", executor(remove_memory=removes_strictly), "answer.exception"),
    ("The driver reports shapes for a request whose memories are unavailable", "burst_memories.retry_after_failure", executor(execute=result(lambda status, shapes, timing: (status, (shapes if status != INVALID else [hal.OutputShape((4,), True)]), timing)))),
    ("All bursts share one table of slots", "many_objects.bursts", executor(__init__=one_for_all)),
    ("The end of one burst ends all bursts of the prepared model", "bursts.independent_end", configured(end_together), "burst.terminated"),
    ("For a request with MeasureTiming.NO the driver reports the last measured timing", "combinations.burst", executor(last=hal.Timing(), run=left_over)),
    ("A burst reports no shapes for an insufficient buffer", "combinations.burst", executor(run=result(lambda status, _, timing: ((FAILURE if status == SMALL else status), (), timing)))),
    ("A burst reports the first four dimensions of an output only", "combinations.burst", executor(run=result(lambda status, shapes, timing: (status, [replace(each, dimensions=each.dimensions[:4]) for each in shapes], timing)))),
    ("A burst reads the dimensions of a request from the fourth on in reverse order", "combinations.burst", rewriting(lambda request, _: with_outputs(request, dimensions=request.outputs[0].dimensions[:3] + request.outputs[0].dimensions[:2:-1]))),
    ("A burst ignores the dimensions in the request", "unknown_shapes.model_input", executor(run=lambda me, right, request, measure, *, again: right(without_dimensions(request), measure, again=again))),
    ("The padding of a result datum contains non-zero bytes", "bursts.zero_padding", resulting(dirty)),
    ("The driver executes a packet that lacks a datum", "bursts.missing_datum", tolerant(lambda packet, valid: len(packet) < len(valid))),
    ("The driver executes a packet with an additional datum", "bursts.extra_datum", tolerant(lambda packet, valid: len(packet) > len(valid))),
    ("The driver executes a malformed packet of the correct length", "bursts.wrong_datum", tolerant(lambda packet, valid: len(packet) == len(valid))),
    ("The driver ignores the packetSize of a packet", "burst_packets.wrong_count", tolerant(lambda packet, valid: packet[8:] == valid[8:])),
    ("A malformed packet whose length is a multiple of five bytes ends the burst", "bursts.random_packets", answering(fragile), "burst.terminated"),
    ("The driver does not answer a malformed packet", "bursts.missing_datum", writing(lambda right, data: data == FAILURE_PACKET or right(data)), "burst.timeout"),
    ("The driver answers a malformed packet with a timing", "bursts.extra_datum", resulting(lambda packet: serialize_result(FAILURE, (), hal.Timing(1, 2)) if packet == FAILURE_PACKET else packet)),
    ("The packetSize of a result is one datum larger than the packet", "burst-fast", resulting(larger_size), "burst_result.packet_size"),
    ("A result packet has an additional datum at its end; its packetSize includes it", "burst-fast", resulting(lambda packet: larger_size(packet) + packet[-hal.DATUM_SIZE:]), "burst_result.trailing_datum"),
    ("The driver answers a request twice", "bursts.single_result", writing(double)),
    ("The driver omits the shapes of a result that does not fit into the queue", "bursts.small_result_queue", answering(drops_shapes, configure_execution_burst=keeps_size(1))),
    ("The driver accepts queues without event flags and never reads them", "bursts.missing_event_flag", deaf(NONE), "burst.timeout"),
    ("The driver returns an error and a burst context for queues without event flags", "bursts.missing_event_flag", deaf(), "answer.form"),
    ("The driver refuses a request that fills its queue", "burst_packets.across_queue_end", prepared(size_of_queue=0, configure_execution_burst=keeps_size(0), execute_synchronously=refuses_full)),
    # Memories
    ("With five memories and more, freeMemory of a slot frees the last one instead", "burst_memories.random_slots", executor(remove_memory=frees_last)),
    ("FreeMemory has no effect while the driver requests memories", "burst_memories.freed_during_request", prepared(configure_execution_burst=loses_frees)),
    ("A memory with a slot number above 255 also replaces that of its last byte", "burst_memories.slot_numbers", executor(add_memory=byte_slots)),
    ("A negative slot is used as the positive one", "burst_memories.unknown_slots", executor(has_memory=lambda me, right, slot: right(abs(slot)), execute=lambda me, right, request: right(type(request)(request.inputs, request.outputs, tuple(map(abs, request.slots)), 1)))),
    ("The slot keeps its memory if the new one is smaller", "burst_memories.size_of_new_memory", executor(old=state(dict), remove_memory=remembers, add_memory=keeps_largest)),
    ("Memories are requested in the order of the packet and stored in ascending order", "burst_memories.random_slots", prepared(Fetching, fetch=other_order)),
    ("After a failed getMemories the driver does not request the memories again", _RETRY, prepared(Fetching, failed=False, add=if_not_added(remembers_failure), fetch=lambda me, right, listener, slots: not me.unknown(listener, slots) or (not me.failed and right(listener, slots)))),
    ("The driver uses the memories that getMemories returned with an error", _RETRY, prepared(Fetching, add=lambda me, right, listener, unknown, status, memories: right(listener, unknown, NONE, memories))),
    ("A failed getMemories ends the burst", _RETRY, prepared(Fetching, add=if_not_added(lambda me, listener: listener.stop())), "burst.terminated"),
    ("For a packet that is identical to the previous one, the driver repeats its result", "combinations.burst", answering(caches_results, last=(b"", b""))),
    ("The driver uses its first memory for the unknown last slot of a request", "burst_memories.unknown_slots", executor(execute=unknown_is_first)),
    ("A request without memories is answered with a timing", _RETRY, executor(execute=result(lambda status, shapes, timing: (status, shapes, hal.Timing(1, 2) if status == INVALID else timing)))),
    ("A request whose memories are missing is answered with NONE", _RETRY, executor(execute=result(lambda status, shapes, timing: ((NONE if status == INVALID else status), shapes, timing)))),
    # Packets
    ("Only the lowest bit of hasNoValue counts", "burst_packets.wrong_flag", repairing(lowest_bit_of_flag)),
    ("A datum with an unknown tag is read as the expected one", "burst_packets.wrong_tag", answering(unknown_tag_accepted, good=b"")),
    ("The driver counts the pools itself and ignores numberOfPools", "burst_packets.wrong_count", repairing(pools_counted)),
    ("A huge number of pools ends the burst", "burst_packets.wrong_count", configured(ends_for_many_pools), "burst.terminated"),
    ("A packet without measureTiming is executed without measurement", "burst_packets.truncated_packet", repairing(timing_added)),
    ("Datums after measureTiming are ignored if packetSize includes them", "burst_packets.matching_packet_size", repairing(lambda packet, error: with_size(packet[: -hal.DATUM_SIZE]) if error.rule == "burst_request.trailing_datum" else packet)),
    ("A missing input is replaced by the last one", _ARGS, rewriting(input_repeated)),
    ("Additional inputs are ignored", _ARGS, rewriting(lambda request, main: replace(request, inputs=request.inputs[: len(main.input_indexes)]))),
    ("The dimensions that a request states for outputs are ignored", _ARGS, rewriting(lambda request, _: with_outputs(request, dimensions=()))),
    ("An output without a value is written to its location", _ARGS, rewriting(lambda request, _: with_outputs(request, has_no_value=False))),
    ("The part of a result packet behind the end of the queue is written as zeros", "burst_packets.across_queue_end", queueing(writes_to_end), "burst_result.operand"),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
