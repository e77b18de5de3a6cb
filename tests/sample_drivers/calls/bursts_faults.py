"""Faults in bursts: memory slots, packets, results, and the end of a burst."""

from __future__ import annotations

import threading
from typing import Any, ClassVar

from conformance.hal import DATUM_SIZE, BurstContext, OutputShape, Timing
from conformance.support.burst import (
    PreparedModelExecutor,
    configure_burst,
    deserialize_request,
    serialize_result,
)
from conformance.support.burst.fmq import MessageQueue, QueueEndedError
from conformance.support.burst.packets import FAILURE as FAILURE_PACKET
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    INVALID,
    NONE,
    SMALL,
    FaultyPreparedModel,
    fault,
)
from tests.sample_drivers.calls.outputs_faults import without_dimensions


def executing(by: str, rule: str = "") -> Any:
    """Return a decorator that registers a burst executor as a fault.

    The decorated class contains the methods that differ from ``PreparedModelExecutor``.
    """

    def register(methods: type) -> type:
        kind = type(methods.__name__, (methods, PreparedModelExecutor), {})
        prepared = type(
            methods.__name__, (FaultyPreparedModel,), {"executor": lambda self: kind(self)}
        )
        prepared.__doc__ = methods.__doc__
        return fault(by, rule)(prepared)

    return register


@fault("bursts.configuration", "burst.configure")
class NoBursts(FaultyPreparedModel):
    """configureExecutionBurst always fails."""

    def configure_execution_burst(self, *arguments):
        return FAILURE, None


@fault("burst-fast", "burst.configure")
class NoBurstsOnPath(NoBursts):
    """configureExecutionBurst always fails, on the burst path."""


@fault("bursts.configuration", "answer.form")
class NoContext(FaultyPreparedModel):
    """configureExecutionBurst returns NONE without a burst context."""

    def configure_execution_burst(self, *arguments):
        return NONE, None


@executing("bursts.memory_requested_once")
class AsksAlways:
    """The driver calls getMemories for every slot of a request, including those that it knows."""

    def has_memory(self, slot):
        return False


@executing("bursts.sequential_requests")
class LostSlot:
    """A new memory replaces all earlier ones, which the driver does not request again."""

    def has_memory(self, slot):
        self.__dict__.setdefault("seen", set())
        return slot in self.seen

    def add_memory(self, slot, memory):
        self.seen.add(slot)
        self._memories.clear()
        super().add_memory(slot, memory)


@executing("bursts.freed_slot_reused")
class NeverFreed:
    """The driver keeps the memory of a freed slot."""

    def remove_memory(self, slot):
        pass


@executing("bursts.double_free", "answer.exception")
class FreeRaises:
    """freeMemory of an unknown slot raises an exception."""

    def remove_memory(self, slot):
        del self._memories[slot]


@executing("bursts.unknown_slot")
class AnyMemory:
    """The driver uses another memory for an unknown slot."""

    def execute(self, request):
        for slot in request.slots:
            if slot not in self._memories and self._memories:
                self._memories[slot] = next(iter(self._memories.values()))
            elif slot not in self._memories:
                return NONE, (), Timing()
        return super().execute(request)


@executing("bursts.get_memories_failure")
class ShapesWithoutMemories:
    """The driver reports shapes for a request whose memories are unavailable."""

    def execute(self, request):
        status, shapes, timing = super().execute(request)
        return status, (shapes if status != INVALID else [OutputShape((4,), True)]), timing


@executing("bursts.independent_bursts")
class OneForAll:
    """All bursts share one table of slots."""

    table: ClassVar[dict[int, Any]] = {}

    def __init__(self, prepared):
        super().__init__(prepared)
        self._memories = self.table
        self.table.clear()


@fault("bursts.independent_end", "burst.terminated")
class EndTogether(FaultyPreparedModel):
    """The end of one burst ends all bursts of the prepared model."""

    def configure_execution_burst(self, *arguments):
        servers = self.__dict__.setdefault("servers", [])
        status, server = configure_burst(*arguments, self.executor())
        servers.append(server)
        stop = server._listener.stop

        def stop_all() -> None:
            stop()
            for other in servers:
                other._listener._requests.close()
                other._listener._results.close()

        server._listener.stop = stop_all
        return status, server


@executing("bursts.timing_on_request")
class LeftOver:
    """For a request with MeasureTiming.NO the driver reports the last measured timing."""

    last = Timing()

    def run(self, request, measure, *, again):
        status, shapes, timing = super().run(request, measure, again=again)
        self.last = timing if timing != Timing() else self.last
        return status, shapes, self.last if status == NONE else timing


@executing("bursts.agrees_with_synchronous")
class ShapesLost:
    """A burst reports no shapes for an insufficient buffer."""

    def run(self, request, measure, *, again):
        status, _, timing = super().run(request, measure, again=again)
        return (FAILURE if status == SMALL else status), (), timing


@executing("bursts.request_dimensions")
class DimensionsLost:
    """A burst ignores the dimensions in the request."""

    def run(self, request, measure, *, again):
        return super().run(without_dimensions(request), measure, again=again)


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


@fault("bursts.zero_padding")
class Dirty(Answering):
    """The padding of a result datum contains non-zero bytes."""

    def answer(self, right, packet):
        result = bytearray(right(packet))
        for at in range(0, len(result), DATUM_SIZE):
            if result[at] == 1:
                result[at + 10] = 0x77
        return bytes(result)


class Tolerant(Answering):
    """A prepared model whose bursts accept some malformed packets.

    For a malformed packet for which ``lets`` returns true, a burst executes the last valid request.
    """

    good = b""

    def answer(self, right, packet):
        try:
            deserialize_request(packet)
        except Exception:
            malformed = self.good and self.lets(packet)
            return right(self.good) if malformed else FAILURE_PACKET
        self.good = packet
        return right(packet)

    def lets(self, packet):
        return True


@fault("bursts.missing_datum")
class Short(Tolerant):
    """The driver executes a packet that lacks a datum."""

    def lets(self, packet):
        return len(packet) < len(self.good)


@fault("bursts.extra_datum")
class Long(Tolerant):
    """The driver executes a packet with an additional datum."""

    def lets(self, packet):
        return len(packet) > len(self.good)


@fault("bursts.wrong_datum")
class Other(Tolerant):
    """The driver executes a malformed packet of the correct length."""

    def lets(self, packet):
        return len(packet) == len(self.good)


@fault("bursts.wrong_packet_size")
class Unsized(Tolerant):
    """The driver ignores the packetSize of a packet."""

    def lets(self, packet):
        return packet[8:] == self.good[8:]


@fault("bursts.random_packets", "burst.terminated")
class Fragile(Answering):
    """A malformed packet whose length is a multiple of five bytes ends the burst."""

    def answer(self, right, packet):
        answer = right(packet)
        if len(packet) % 5 == 0 and answer == FAILURE_PACKET:
            raise QueueEndedError("garbage")
        return answer


class Writing(FaultyPreparedModel):
    """A prepared model whose bursts write their results with ``self.write(write, data)``.

    ``write`` is the correct function; it returns whether the packet was written.
    """

    def configure_execution_burst(self, *arguments):
        status, server = configure_burst(*arguments, self.executor())
        results = server._listener._results
        write = results.write
        results.write = lambda data: self.write(write, data)
        return status, server

    def write(self, write, data):
        return write(data)


@fault("bursts.missing_datum", "burst.timeout")
class Mute(Writing):
    """The driver does not answer a malformed packet."""

    def write(self, write, data):
        return data == FAILURE_PACKET or write(data)


@fault("bursts.extra_datum")
class FailureWithTime(Answering):
    """The driver answers a malformed packet with a timing."""

    def answer(self, right, packet):
        answer = right(packet)
        return serialize_result(FAILURE, (), Timing(1, 2)) if answer == FAILURE_PACKET else answer


@fault("burst-fast", "burst_result.packet_size")
class WrongSize(Answering):
    """The packetSize of a result is one datum larger than the packet."""

    def answer(self, right, packet):
        result = bytearray(right(packet))
        result[8] += 1  # the least significant byte of packetSize
        return bytes(result)


@fault("burst-fast", "burst_result.trailing_datum")
class Trailing(Answering):
    """A result packet has an additional datum at its end; its packetSize includes it."""

    def answer(self, right, packet):
        result = bytearray(right(packet))
        result[8] += 1
        return bytes(result) + bytes(result[-DATUM_SIZE:])


@fault("bursts.single_result")
class Double(Writing):
    """The driver answers a request twice."""

    def write(self, write, data):
        threading.Timer(0.01, write, [data]).start()
        return write(data)


@fault("bursts.small_result_queue")
class DropsShapes(Answering):
    """The driver omits the shapes of a result that does not fit into the queue."""

    def configure_execution_burst(self, callback, requests, results):
        self.room = results.capacity
        return super().configure_execution_burst(callback, requests, results)

    def answer(self, right, packet):
        result = right(packet)
        fits = len(result) <= self.room * DATUM_SIZE
        return result if fits else serialize_result(NONE, (), Timing())


class Deaf(BurstContext):
    """A burst context that never reads its queues."""

    def __init__(self, requests, results):
        self.queues = [
            MessageQueue.open(descriptor, DATUM_SIZE) for descriptor in (requests, results)
        ]

    def free_memory(self, slot):
        pass


@fault("bursts.missing_event_flag", "burst.timeout")
class NoFlagNeeded(FaultyPreparedModel):
    """The driver accepts queues without event flags and never reads them."""

    def configure_execution_burst(self, *arguments):
        status, server = super().configure_execution_burst(*arguments)
        return (NONE, Deaf(*arguments[1:])) if server is None else (status, server)


@fault("bursts.missing_event_flag", "answer.form")
class RefusedWithBurst(FaultyPreparedModel):
    """The driver returns an error and a burst context for queues without event flags."""

    def configure_execution_burst(self, *arguments):
        status, server = super().configure_execution_burst(*arguments)
        return (status, Deaf(*arguments[1:])) if server is None else (status, server)


@fault("bursts.exactly_full_request_queue")
class LeavesRoom(FaultyPreparedModel):
    """The driver refuses a request that fills its queue."""

    def configure_execution_burst(self, callback, requests, results):
        self.room = requests.capacity
        return super().configure_execution_burst(callback, requests, results)

    def execute_synchronously(self, request, *more):
        size = 2 + len(request.inputs) + len(request.outputs) + len(request.pools)
        if self.__dict__.get("room") == size:
            return FAILURE, (), Timing()
        return self.right.execute_synchronously(request, *more)
