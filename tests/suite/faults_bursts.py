"""Faults in bursts."""

from __future__ import annotations

import threading
from typing import Any, ClassVar

from conformance.hal import DATUM_SIZE, BurstContext, OutputShape, Timing
from conformance.support.burst import (
    BurstServer,
    PreparedModelExecutor,
    configure_burst,
    deserialize_request,
    serialize_result,
)
from conformance.support.burst.packets import FAILURE as FAILURE_PACKET
from conformance.support.fmq import MessageQueue, QueueEndedError
from tests.suite.faults_outputs import without_dimensions
from tests.suite.faulty import FAILURE, INVALID, NONE, SMALL, Wrong, fault


def executing(by: str, rule: str = "") -> Any:
    """Put a class with methods of an executor on the shelf."""

    def put(methods: type) -> type:
        kind = type(methods.__name__, (methods, PreparedModelExecutor), {})
        shelved = type(methods.__name__, (Wrong,), {"executor": lambda self: kind(self)})
        shelved.__doc__ = methods.__doc__
        return fault(by, rule)(shelved)

    return put


@fault("bursts.configured", "burst.configure")
class NoBursts(Wrong):
    """No burst is ever set up."""

    def configure_execution_burst(self, *arguments):
        return FAILURE, None


@fault("burst-fast", "burst.configure")
class NoBurstsOnPath(NoBursts):
    """No burst is ever set up, seen along the burst path."""


@fault("bursts.configured", "answer")
class NoContext(Wrong):
    """A burst is set up without a context."""

    def configure_execution_burst(self, *arguments):
        return NONE, None


@executing("bursts.memory_asked_once")
class AsksAlways:
    """Memories are asked for with each request."""

    def has_memory(self, slot):
        return False


@executing("bursts.one_after_the_other")
class LostSlot:
    """A new memory makes the burst forget the ones before, and not ask again."""

    def has_memory(self, slot):
        self.__dict__.setdefault("seen", set())
        return slot in self.seen

    def add_memory(self, slot, memory):
        self.seen.add(slot)
        self._memories.clear()
        super().add_memory(slot, memory)


@executing("bursts.freed_slot")
class NeverFreed:
    """A freed slot keeps its memory."""

    def remove_memory(self, slot):
        pass


@executing("bursts.freed_twice", "raises")
class FreeRaises:
    """Freeing an unknown slot raises."""

    def remove_memory(self, slot):
        del self._memories[slot]


@executing("bursts.unknown_slot")
class AnyMemory:
    """A slot that nobody knows stands for some memory."""

    def execute(self, request):
        for slot in request.slots:
            if slot not in self._memories and self._memories:
                self._memories[slot] = next(iter(self._memories.values()))
            elif slot not in self._memories:
                return NONE, (), Timing()
        return super().execute(request)


@executing("bursts.no_memories")
class ShapesWithoutMemories:
    """A request whose memories are not to be had is answered with shapes."""

    def execute(self, request):
        status, shapes, timing = super().execute(request)
        return status, (shapes if status != INVALID else [OutputShape((4,), True)]), timing


@executing("bursts.apart")
class OneForAll:
    """All bursts share one table of memories."""

    table: ClassVar[dict[int, Any]] = {}

    def __init__(self, prepared):
        super().__init__(prepared)
        self._memories = self.table
        self.table.clear()


@fault("bursts.ended_alone", "burst.ended")
class EndTogether(Wrong):
    """When a burst ends, all of the prepared model end."""

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


@executing("bursts.timing")
class LeftOver:
    """The last time that was measured is reported again."""

    last = Timing()

    def run(self, request, measure, *, again):
        status, shapes, timing = super().run(request, measure, again=again)
        self.last = timing if timing != Timing() else self.last
        return status, shapes, self.last if status == NONE else timing


@executing("bursts.like_other_ways")
class ShapesLost:
    """A burst reports no shapes with a small buffer."""

    def run(self, request, measure, *, again):
        status, _, timing = super().run(request, measure, again=again)
        return (FAILURE if status == SMALL else status), (), timing


@executing("bursts.dimensions")
class DimensionsLost:
    """Dimensions of a request do not reach the model through a burst."""

    def run(self, request, measure, *, again):
        return super().run(without_dimensions(request), measure, again=again)


class Answering(Wrong):
    """Changes the packets with which a burst answers."""

    def configure_execution_burst(self, *arguments):
        server = BurstServer(*arguments, self.executor())
        right, answer = server._listener._answer, self.answer
        server._listener._answer = lambda packet: answer(right, packet)
        return NONE, server

    def answer(self, right, packet):
        return right(packet)


@fault("bursts.padding")
class Dirty(Answering):
    """Stray bytes leave the driver in the padding of a result."""

    def answer(self, right, packet):
        result = bytearray(right(packet))
        for at in range(0, len(result), DATUM_SIZE):
            if result[at] == 1:
                result[at + 10] = 0x77
        return bytes(result)


class Tolerant(Answering):
    """Runs the last good request for a packet that is malformed and ``lets`` pass."""

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
    """A packet that lacks a datum is executed."""

    def lets(self, packet):
        return len(packet) < len(self.good)


@fault("bursts.extra_datum")
class Long(Tolerant):
    """A packet with a datum too many is executed."""

    def lets(self, packet):
        return len(packet) > len(self.good)


@fault("bursts.wrong_datum")
class Other(Tolerant):
    """A packet with a wrong datum is executed."""

    def lets(self, packet):
        return len(packet) == len(self.good)


@fault("bursts.packet_size")
class Unsized(Tolerant):
    """The size that a packet names is not looked at."""

    def lets(self, packet):
        return packet[8:] == self.good[8:]


@fault("bursts.garbage", "burst.ended")
class Fragile(Answering):
    """Garbage ends the burst."""

    def answer(self, right, packet):
        answer = right(packet)
        if len(packet) % 5 == 0 and answer == FAILURE_PACKET:
            raise QueueEndedError("garbage")
        return answer


class Writing(Wrong):
    """Changes how a burst writes its results."""

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
    """A malformed packet gets no answer."""

    def write(self, write, data):
        return data == FAILURE_PACKET or write(data)


@fault("bursts.extra_datum")
class FailureWithTime(Answering):
    """A malformed packet is answered with a time."""

    def answer(self, right, packet):
        answer = right(packet)
        return serialize_result(FAILURE, (), Timing(1, 2)) if answer == FAILURE_PACKET else answer


@fault("burst-fast", "burst_result.packet_size")
class WrongSize(Answering):
    """A result names another size than it has."""

    def answer(self, right, packet):
        result = bytearray(right(packet))
        result[8] += 1
        return bytes(result)


@fault("burst-fast", "burst_result.rest")
class Trailing(Answering):
    """Something follows the last datum of a result."""

    def answer(self, right, packet):
        result = bytearray(right(packet))
        result[8] += 1
        return bytes(result) + bytes(result[-DATUM_SIZE:])


@fault("bursts.one_result")
class Double(Writing):
    """A request is answered twice."""

    def write(self, write, data):
        threading.Timer(0.01, write, [data]).start()
        return write(data)


@fault("bursts.small_result_queue")
class DropsShapes(Answering):
    """A result that does not fit is sent without its shapes."""

    def configure_execution_burst(self, callback, requests, results):
        self.room = results.capacity
        return super().configure_execution_burst(callback, requests, results)

    def answer(self, right, packet):
        result = right(packet)
        fits = len(result) <= self.room * DATUM_SIZE
        return result if fits else serialize_result(NONE, (), Timing())


class Deaf(BurstContext):
    """A burst that never looks at its queues."""

    def __init__(self, requests, results):
        self.queues = [MessageQueue.open(one, DATUM_SIZE) for one in (requests, results)]

    def free_memory(self, slot):
        pass


@fault("bursts.event_flag", "burst.timeout")
class NoFlagNeeded(Wrong):
    """Queues without event flag are accepted, and never looked at."""

    def configure_execution_burst(self, *arguments):
        status, server = super().configure_execution_burst(*arguments)
        return (NONE, Deaf(*arguments[1:])) if server is None else (status, server)


@fault("bursts.event_flag", "answer")
class RefusedWithBurst(Wrong):
    """Queues without event flag are refused, with a burst."""

    def configure_execution_burst(self, *arguments):
        status, server = super().configure_execution_burst(*arguments)
        return (status, Deaf(*arguments[1:])) if server is None else (status, server)


@fault("bursts.full_queue")
class LeavesRoom(Wrong):
    """A request that fills its queue is refused."""

    def configure_execution_burst(self, callback, requests, results):
        self.room = requests.capacity
        return super().configure_execution_burst(callback, requests, results)

    def execute_synchronously(self, request, *more):
        size = 2 + len(request.inputs) + len(request.outputs) + len(request.pools)
        if self.__dict__.get("room") == size:
            return FAILURE, (), Timing()
        return self.right.execute_synchronously(request, *more)
