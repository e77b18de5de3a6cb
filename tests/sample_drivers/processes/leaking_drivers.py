"""Drivers that do not release a resource, and conforming drivers with bounded resources."""

from __future__ import annotations

import itertools
import mmap
import os
import subprocess
import sys
import tempfile
import threading
import time

from conformance.bursts import PreparedModelExecutor
from conformance.driver_sdk.buffers import DomainBuffer
from conformance.hal import ErrorStatus, Version
from tests.faults.drivers import FaultyDevice, FaultyPreparedModel

# Without the suite's modules in the driver's process, the check does not notice ``KeepsBuffers``.
from tests.faults.row import CHECKS  # noqa: F401

KEPT = []
"""Everything that a driver of this module does not release."""

PAGE = mmap.PAGESIZE
MISSED = (ErrorStatus.MISSED_DEADLINE_TRANSIENT, ErrorStatus.MISSED_DEADLINE_PERSISTENT)


def descriptor():
    """Open a file and leave it open."""
    KEPT.append(os.open("/dev/null", os.O_RDONLY))


def thread():
    """Start a thread that never ends."""
    threading.Thread(target=threading.Event().wait, daemon=True).start()


def page():
    """Allocate one page of memory."""
    KEPT.append(bytearray(b"x" * PAGE))


def half_page():
    """Allocate half a page of memory."""
    KEPT.append(bytearray(b"x" * (PAGE // 2)))


def small_objects():
    """Allocate one page of memory in objects of half a kilobyte."""
    KEPT.extend(b"%480d" % number for number in range(8))


def blocks(mebibytes):
    """Return blocks of written memory, each of them too small for a mapping of its own."""
    return [bytearray(b"x" * (1 << 16)) for _ in range(mebibytes << 4)]


def megabyte():
    """Allocate 1 MiB of memory."""
    KEPT.append(bytearray(b"x" * (1 << 20)))


def mapping():
    """Map one page, which is never touched."""
    KEPT.append(mmap.mmap(-1, PAGE))


def private_mapping():
    """Map one private page, which the kernel merges with its neighbour."""
    KEPT.append(mmap.mmap(-1, PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))


def temporary_file():
    """Create a file that is not deleted, and close it."""
    with tempfile.NamedTemporaryFile(delete=False, prefix="leaked-"):
        pass


def shared_memory_file():
    """Create a file in /dev/shm that is not deleted, and close it."""
    with tempfile.NamedTemporaryFile(delete=False, prefix="nn-leaked-", dir="/dev/shm"):
        pass


def process():
    """Start a process and do not wait for its end."""
    KEPT.append(subprocess.Popen([sys.executable, "-S", "-c", "pass"]))


def every(number, act):
    """Return a function whose every ``number``-th call makes the call ``act``."""
    calls = itertools.count(1)

    def sometimes():
        if next(calls) % number == 0:
            act()

    return sometimes


def limited(bound, act):
    """Return a function that makes the call ``act`` only ``bound`` times."""
    calls = itertools.count(1)

    def first():
        if next(calls) <= bound:
            act()

    return first


def cycle():
    """Open a file that only the garbage collector closes."""

    class Holder:
        def __init__(self):
            self.fd = os.open("/dev/null", os.O_RDONLY)
            self.itself = self

        def __del__(self):
            os.close(self.fd)

    Holder()


def once(number, act):
    """Return a function whose ``number``-th call makes the call ``act``."""
    calls = itertools.count(1)

    def at_number():
        if next(calls) == number:
            act()

    return at_number


def leaking(method, act, version=Version.V1_3):
    """Return a driver whose prepared models call ``act`` in ``method`` before they execute it."""

    def call(self, *arguments):
        act()
        return getattr(FaultyPreparedModel, method)(self, *arguments)

    model = type("Leaking", (FaultyPreparedModel,), {method: call})
    return type("LeakingDevice", (FaultyDevice,), {"prepared": model})


class RefusedPreparation(FaultyDevice):
    """A refused preparation leaves a file open."""

    def prepare_model(self, model, *arguments):
        status = super().prepare_model(model, *arguments)
        if status != 0:
            descriptor()
        return status


class KeepsModels(FaultyDevice):
    """Prepared models are never released."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def __init__(self, *arguments):
            super().__init__(*arguments)
            KEPT.append(self)


class LeaksInRefusedBursts(FaultyDevice):
    """A burst that is refused leaves a thread."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def configure_execution_burst(self, *arguments):
            answer = super().configure_execution_burst(*arguments)
            if answer[1] is None:
                thread()
            return answer


class KeepsReusables(FaultyDevice):
    """A reusable execution leaves a file open."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def create_reusable_execution(self, *arguments):
            descriptor()
            return super().create_reusable_execution(*arguments)

    def __init__(self):
        super().__init__(Version.AIDL_V4)


def tiny():
    """Allocate an object of 100 bytes."""
    KEPT.append(b"%67d" % len(KEPT))


class KeepsSmallObjects(FaultyDevice):
    """Each asynchronous, fenced and reusable execution leaves 100 bytes."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def execute(self, *arguments):
            tiny()
            return super().execute(*arguments)

        def execute_fenced(self, *arguments):
            tiny()
            return super().execute_fenced(*arguments)

        def create_reusable_execution(self, *arguments):
            tiny()
            return super().create_reusable_execution(*arguments)


class KeepsSmallObjectsOfReusables(KeepsSmallObjects):
    """The same in AIDL_V4."""

    def __init__(self):
        super().__init__(Version.AIDL_V4)


class KeepsBuffers(FaultyDevice):
    """Driver-managed buffers are never released."""

    def allocate(self, *arguments):
        answer = super().allocate(*arguments)
        KEPT.append(answer[1])
        return answer


class LeaksInCopies(FaultyDevice):
    """A copy that is refused leaves a file open."""

    def allocate(self, *arguments):
        answer = super().allocate(*arguments)
        if answer[1] is not None:
            answer[1].__class__ = _LeakingBuffer
        return answer


class _LeakingBuffer(DomainBuffer):
    def copy_from(self, src, dimensions):
        status = super().copy_from(src, dimensions)
        if status != ErrorStatus.NONE:
            descriptor()
        return status


class KeepsMemories(FaultyDevice):
    """The memories of requests stay mapped."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def execute_synchronously(self, request, *arguments):
            KEPT.append(request.pools)
            return self.right.execute_synchronously(request, *arguments)


class KeepsBurstMemories(FaultyDevice):
    """A burst keeps a descriptor of each memory that was freed."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def executor(self):
            class Executor(PreparedModelExecutor):
                def remove_memory(self, slot):
                    KEPT.append(self._memories.get(slot))
                    super().remove_memory(slot)

            return Executor(self)


class KeepsContexts(FaultyDevice):
    """A burst continues until the client closes its queues."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def configure_execution_burst(self, *arguments):
            status, server = super().configure_execution_burst(*arguments)
            if server is not None:
                KEPT.append(server)
            return status, server


class KeepsFences(FaultyDevice):
    """The fences for which an execution waits stay open."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def execute_fenced(self, request, wait_for, *arguments):
            KEPT.append([os.dup(fence.fileno()) for fence in wait_for])
            return self.right.execute_fenced(request, wait_for, *arguments)


class RefusedExecution(FaultyDevice):
    """A refused execution leaves a file open."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def execute_synchronously(self, *arguments):
            answer = self.right.execute_synchronously(*arguments)
            if answer[0] != 0:
                descriptor()
            return answer


class FailedExecution(FaultyDevice):
    """An execution that fails although its request is valid leaves a thread."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def execute_synchronously(self, *arguments):
            answer = self.right.execute_synchronously(*arguments)
            if answer[0] not in (ErrorStatus.NONE, ErrorStatus.INVALID_ARGUMENT):
                thread()
            return answer


class LatePreparation(FaultyDevice):
    """A preparation with a deadline in the past leaves a file open."""

    def prepare_model(self, model, preference, priority, deadline, *arguments):
        if deadline is not None and deadline < time.monotonic_ns():
            descriptor()
        return super().prepare_model(model, preference, priority, deadline, *arguments)


class FailedAsynchronousExecution(FaultyDevice):
    """An asynchronous execution that is refused, or fails, leaves a thread."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def execute(self, *arguments):
            *others, callback = arguments
            return self.right.execute(*others, LeavesThread(callback))


class LeavesThread:
    """A callback that leaves a thread when it is notified of a failure."""

    def __init__(self, callback):
        self.callback = callback

    def notify(self, status, *results):
        if status != ErrorStatus.NONE:
            thread()
        self.callback.notify(status, *results)


class FailedFencedExecution(FaultyDevice):
    """A fenced execution with a deadline in the past leaves a file open."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def execute_fenced(self, *arguments):
            answer = self.right.execute_fenced(*arguments)
            if answer[0] in MISSED:
                descriptor()
            return answer


class RefusedFencedExecution(FaultyDevice):
    """A fenced execution with an invalid request leaves a thread."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def execute_fenced(self, *arguments):
            answer = self.right.execute_fenced(*arguments)
            if answer[0] == ErrorStatus.INVALID_ARGUMENT:
                thread()
            return answer


class FailedBurstExecution(FaultyDevice):
    """An execution through a burst that fails, or is refused, leaves a page of memory."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def executor(self):
            return FailingLeaks(self)


class FailingLeaks(PreparedModelExecutor):
    """Executes for bursts, and leaves a page of memory after a failure."""

    def execute(self, *arguments):
        answer = super().execute(*arguments)
        if answer[0] != ErrorStatus.NONE:
            page()
        return answer


class KeepsOutputs(FaultyDevice):
    """A prepared model keeps the outputs of each execution."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def execute_synchronously(self, request, *arguments):
            answer = self.right.execute_synchronously(request, *arguments)
            for argument in request.outputs if answer[0] == ErrorStatus.NONE else ():
                place = argument.location
                with request.pools[place.pool_index].view() as view:
                    KEPT.append(bytes(view[place.offset : place.offset + place.length]))
            return answer


SYNC, BURST = "execute_synchronously", "configure_execution_burst"
descriptor_per_execution = leaking(SYNC, descriptor)
descriptor_per_ten_executions = leaking(SYNC, every(10, descriptor))
thread_per_execution = leaking(SYNC, thread)
page_per_execution = leaking(SYNC, page)
half_page_per_execution = leaking(SYNC, half_page)
small_objects_per_execution = leaking(SYNC, small_objects)
megabyte_per_execution = leaking(SYNC, megabyte)
mapping_per_execution = leaking(SYNC, mapping)
private_mapping_per_execution = leaking(SYNC, private_mapping)
temporary_file_per_execution = leaking(SYNC, temporary_file)
shared_memory_file_per_execution = leaking(SYNC, shared_memory_file)
process_per_execution = leaking(SYNC, process)
descriptor_per_asynchronous_execution = leaking("execute", descriptor)
thread_per_fenced_execution = leaking("execute_fenced", thread)
descriptor_per_burst = leaking(BURST, descriptor)
thread_per_burst = leaking(BURST, thread)
page_per_burst_execution = leaking(SYNC, page)

thread_pool = leaking(SYNC, limited(48, thread))
slow_thread_pool = leaking(SYNC, every(8, limited(24, thread)))
arena = leaking(SYNC, limited(700, lambda: KEPT.append(bytearray(b"x" * (64 << 10)))))
cache_of_descriptors = leaking(SYNC, limited(100, descriptor))
cache_of_mappings = leaking(SYNC, limited(600, mapping))
lazy_initialization = leaking(SYNC, once(60, lambda: [megabyte() for _ in range(48)]))
reference_cycles = leaking(SYNC, cycle)
lazy_thread = leaking(SYNC, once(30, thread))
