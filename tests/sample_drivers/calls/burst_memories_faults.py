"""Faults in the memories of bursts: slots, answers of getMemories, and cached results."""

from __future__ import annotations

from typing import Any

from conformance.hal import ErrorStatus, SharedMemory
from conformance.support.burst import configure_burst
from tests.sample_drivers.calls.bursts_faults import Answering, executing
from tests.sample_drivers.calls.driver_fault import INVALID, NONE, FaultyPreparedModel, fault


@executing("burst_memories.random_slots")
class FourMemories:
    """A burst keeps four memories; a fifth one silently replaces the oldest."""

    def has_memory(self, slot):
        return slot in self.__dict__.setdefault("seen", set())

    def add_memory(self, slot, memory):
        self.seen.add(slot)
        super().add_memory(slot, memory)
        if len(self._memories) > 4:
            self._memories[next(iter(self._memories))] = memory

    def remove_memory(self, slot):
        self.__dict__.setdefault("seen", set()).discard(slot)
        super().remove_memory(slot)


@executing("burst_memories.several_memories")
class FreesLast:
    """With five memories and more, freeMemory of a slot frees the last one instead."""

    def remove_memory(self, slot):
        last = len(self._memories) >= 5 and slot in self._memories
        super().remove_memory(max(self._memories) if last else slot)


@executing("burst_memories.several_memories")
class ShiftsLater:
    """FreeMemory of a slot moves the memories of all later slots."""

    def remove_memory(self, slot):
        super().remove_memory(slot)
        later = [number for number in sorted(self._memories) if number > slot]
        memories = [self._memories[number] for number in later]
        self._memories.update(zip(later, memories[1:] + memories[:1], strict=True))


@executing("burst_memories.slot_numbers")
class ByteSlots:
    """A memory with a slot number above 255 also replaces that of its last byte."""

    def add_memory(self, slot, memory):
        super().add_memory(slot, memory)
        super().add_memory(slot & 0xFF, memory)


@executing("burst_memories.unknown_slots")
class AbsoluteSlots:
    """A negative slot is used as the positive one."""

    def has_memory(self, slot):
        return super().has_memory(abs(slot))

    def execute(self, request):
        return super().execute(
            type(request)(request.inputs, request.outputs, tuple(map(abs, request.slots)), 1)
        )


@executing("burst_memories.size_of_new_memory")
class KeepsLargest:
    """The slot keeps its memory if the new one is smaller."""

    def remove_memory(self, slot):
        self.__dict__.setdefault("old", {})[slot] = self._memories.get(slot)
        super().remove_memory(slot)

    def add_memory(self, slot, memory):
        old = self.__dict__.get("old", {}).get(slot)
        larger = old is not None and old.size > memory.size
        super().add_memory(slot, old if larger else memory)


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


@fault("burst_memories.random_slots")
class OtherOrder(Fetching):
    """Memories are requested in the order of the packet and stored in ascending order."""

    def fetch(self, listener, slots):
        asked = [slot for slot in dict.fromkeys(slots) if slot in self.unknown(listener, slots)]
        if not asked:
            return True
        return self.add(listener, sorted(asked), *listener._callback.get_memories(asked))


@fault("burst_memories.retry_after_failure")
class NoRetry(Fetching):
    """After a failed getMemories the driver does not request the memories again."""

    def add(self, listener, unknown, status, memories):
        added = super().add(listener, unknown, status, memories)
        if not added:
            self.failed = True
        return added

    def fetch(self, listener, slots):
        known = not self.unknown(listener, slots)
        return known or (not self.__dict__.get("failed") and super().fetch(listener, slots))


@fault("burst_memories.retry_after_failure")
class IgnoresStatus(Fetching):
    """The driver uses the memories that getMemories returned with an error."""

    def add(self, listener, unknown, status, memories):
        return super().add(listener, unknown, NONE, memories)


@fault("burst_memories.retry_after_failure")
class RepeatsLast(Fetching):
    """If getMemories returned too few memories, the driver uses the last one for the others."""

    def add(self, listener, unknown, status, memories):
        if status == NONE and memories:
            memories = [*memories, *[memories[-1]] * (len(unknown) - len(memories))]
        return super().add(listener, unknown, status, memories)


@fault("burst_memories.retry_after_failure")
class ForgetsKnown(Fetching):
    """A failed getMemories replaces the memories that the driver already has."""

    def add(self, listener, unknown, status, memories):
        added = super().add(listener, unknown, status, memories)
        if not added:
            known = listener._executor._memories
            known.update({slot: SharedMemory(4096) for slot in known})
        return added


@fault("burst_memories.retry_after_failure", "burst.terminated")
class EndsWithoutMemories(Fetching):
    """A failed getMemories ends the burst."""

    def add(self, listener, unknown, status, memories):
        added = super().add(listener, unknown, status, memories)
        if not added:
            listener.stop()
        return added


@fault("burst_memories.changed_inputs")
class CachesResults(Answering):
    """For a packet that is identical to the previous one, the driver repeats its result."""

    last = b"", b""

    def answer(self, right, packet):
        if packet != self.last[0]:
            self.last = packet, right(packet)
        return self.last[1]


@executing("burst_memories.unknown_slots")
class UnknownIsFirst:
    """The driver uses its first memory for the unknown last slot of a request."""

    def execute(self, request):
        memories = self._memories
        if memories and request.slots[-1] not in memories:
            first = next(iter(memories))
            slots = (*request.slots[:-1], first)
            request = type(request)(request.inputs, request.outputs, slots, request.measure)
        return super().execute(request)


@executing("burst_memories.retry_after_failure")
class TimedFailure:
    """A request without memories is answered with a timing."""

    def execute(self, request):
        status, shapes, timing = super().execute(request)
        return status, shapes, type(timing)(1, 2) if status == INVALID else timing


@executing("burst_memories.retry_after_failure")
class SuccessWithoutMemories:
    """A request whose memories are missing is answered with NONE."""

    def execute(self, request):
        status, shapes, timing = super().execute(request)
        return (ErrorStatus.NONE if status == INVALID else status), shapes, timing
