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

from conformance.driver_sdk.buffers import DomainBuffer
from conformance.hal import ErrorStatus
from tests.faults.drivers import (
    NewestDevice,
    after,
    before,
    changed,
    device,
    executor,
    model,
    prepared,
)

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


def blocks(mebibytes):
    """Return blocks of written memory, each of them too small for a mapping of its own."""
    return [bytearray(b"x" * (1 << 16)) for _ in range(mebibytes << 4)]


def block():
    """Allocate 64 KiB of memory."""
    KEPT.append(bytearray(b"x" * (1 << 16)))


def mapping():
    """Map one page, which is never touched."""
    KEPT.append(mmap.mmap(-1, PAGE))


def temporary_file():
    """Create a file that is not deleted, and close it."""
    with tempfile.NamedTemporaryFile(delete=False, prefix="leaked-"):
        pass


def shared_memory_file():
    """Create a file in /dev/shm that is not deleted, and close it."""
    with tempfile.NamedTemporaryFile(delete=False, prefix="nn-leaked-", dir="/dev/shm"):
        pass


def tiny():
    """Allocate an object of 100 bytes."""
    KEPT.append(b"%67d" % len(KEPT))


def cycle():
    """Open a file that only the garbage collector closes."""

    class Holder:
        def __init__(self):
            self.fd = os.open("/dev/null", os.O_RDONLY)
            self.itself = self

        def __del__(self):
            os.close(self.fd)

    Holder()


def at_calls(is_chosen, act):
    """Return a function that calls ``act`` at the calls with a chosen number, from 1 on."""
    numbers = itertools.count(1)
    return lambda: act() if is_chosen(next(numbers)) else None


def keeping(part):
    """Return a method that keeps ``part(result, *arguments)``."""

    def method(_me, right, *arguments):
        answer = right(*arguments)
        KEPT.append(part(answer, *arguments))
        return answer

    return method


def leaking(method, act):
    """Return a driver whose prepared models call ``act`` in ``method`` before they execute it."""
    return prepared(**{method: before(act)})


def failed(answer):
    return answer[0] != ErrorStatus.NONE


def _late_preparation(_me, right, model, preference, priority, deadline, *others):
    if deadline is not None and deadline < time.monotonic_ns():
        descriptor()
    return right(model, preference, priority, deadline, *others)


def _kept(me, right, *arguments):
    right(*arguments)
    KEPT.append(me)


class LeavesThread:
    """A callback that leaves a thread when it is notified of a failure."""

    def __init__(self, callback):
        self.callback = callback

    def notify(self, status, *results):
        if status != ErrorStatus.NONE:
            thread()
        self.callback.notify(status, *results)


_LeakingBuffer = changed(DomainBuffer, copy_from=after(bool, descriptor))


def _allocated(_me, right, *arguments):
    answer = right(*arguments)
    if answer[1] is not None:
        answer[1].__class__ = _LeakingBuffer
    return answer


def _output_bytes(answer, request, *_):
    places = [argument.location for argument in request.outputs if not failed(answer)]
    views = [(request.pools[one.pool_index].view(), one) for one in places]
    return [bytes(view[one.offset : one.offset + one.length]) for view, one in views]


def _mapped(_me, right, slot, memory):
    """Map the file of a burst's memory, and keep the mapping."""
    if memory.name == "mmap_fd":
        KEPT.append(mmap.mmap(memory.fileno(), memory.size, prot=mmap.PROT_READ))
    right(slot, memory)


SYNC, BURST, FENCED = "execute_synchronously", "configure_execution_burst", "execute_fenced"

KeepsModels = prepared(__init__=_kept)
KeepsBuffers = device(allocate=keeping(lambda answer, *_: answer[1]))
KeepsMemories = prepared(execute_synchronously=keeping(lambda _, request, *__: request.pools))
KeepsBurstMemories = executor(
    remove_memory=lambda me, right, slot: (KEPT.append(me._memories.get(slot)), right(slot))[1]
)
KeepsContexts = prepared(configure_execution_burst=keeping(lambda answer, *_: answer[1]))
KeepsFences = prepared(
    execute_fenced=keeping(lambda _, __, wait_for, *___: [os.dup(f.fileno()) for f in wait_for])
)
KeepsOutputs = prepared(execute_synchronously=keeping(_output_bytes))
KeepsReusables = device(NewestDevice, prepared=model(create_reusable_execution=before(descriptor)))
_SMALL = model(**dict.fromkeys(("execute", FENCED, "create_reusable_execution"), before(tiny)))
KeepsSmallObjects = device(prepared=_SMALL)
KeepsSmallObjectsOfReusables = device(NewestDevice, prepared=_SMALL)

KeepsFencesOfConfigured = device(
    NewestDevice,
    prepared=model(
        execute_fenced_with_config=keeping(
            lambda _, __, wait_for, *___: [os.dup(f.fileno()) for f in wait_for]
        )
    ),
)
KeepsLimitedCallbacks = prepared(
    execute=lambda _me, right, *more: (KEPT.append(more[2] and bytes(200)), right(*more))[1]
)
KeepsFilesOfBursts = executor(add_memory=_mapped)
KeepsRefusals = prepared(execute_fenced=after(failed, tiny))
KeepsAllocations = device(allocate=before(lambda: [tiny() for _ in range(5)]))
KeepsOneAllocation = device(allocate=before(tiny))
RefusedRetrieval = device(prepare_model_from_cache=after(bool, descriptor))

RefusedPreparation = device(prepare_model=after(bool, descriptor))
LatePreparation = device(prepare_model=_late_preparation)
RefusedExecution = prepared(execute_synchronously=after(failed, descriptor))
FailedExecution = prepared(
    execute_synchronously=after(
        lambda answer: failed(answer) and answer[0] != ErrorStatus.INVALID_ARGUMENT, thread
    )
)
FailedAsynchronousExecution = prepared(
    execute=lambda _me, right, *arguments: right(*arguments[:-1], LeavesThread(arguments[-1]))
)
FailedFencedExecution = prepared(execute_fenced=after(lambda a: a[0] in MISSED, descriptor))
RefusedFencedExecution = prepared(
    execute_fenced=after(lambda a: a[0] == ErrorStatus.INVALID_ARGUMENT, thread)
)
FailedBurstExecution = executor(execute=after(failed, page))
LeaksInRefusedBursts = prepared(configure_execution_burst=after(lambda a: a[1] is None, thread))
LeaksInCopies = device(allocate=_allocated)

descriptor_per_execution = leaking(SYNC, descriptor)
descriptor_per_ten_executions = leaking(SYNC, at_calls(lambda n: n % 10 == 0, descriptor))
thread_per_execution = leaking(SYNC, thread)
page_per_execution = leaking(SYNC, page)
half_page_per_execution = leaking(SYNC, lambda: KEPT.append(bytearray(b"x" * (PAGE // 2))))
small_objects_per_execution = leaking(
    SYNC, lambda: KEPT.extend(b"%480d" % number for number in range(8))
)
megabyte_per_execution = leaking(SYNC, lambda: KEPT.append(bytearray(b"x" * (1 << 20))))
mapping_per_execution = leaking(SYNC, mapping)
private_mapping_per_execution = leaking(
    SYNC, lambda: KEPT.append(mmap.mmap(-1, PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
)
"""The kernel merges each mapping with its neighbour."""
temporary_file_per_execution = leaking(SYNC, temporary_file)
shared_memory_file_per_execution = leaking(SYNC, shared_memory_file)
process_per_execution = leaking(
    SYNC, lambda: KEPT.append(subprocess.Popen([sys.executable, "-S", "-c", "pass"]))
)
descriptor_per_asynchronous_execution = leaking("execute", descriptor)
thread_per_fenced_execution = leaking("execute_fenced", thread)
descriptor_per_burst = leaking(BURST, descriptor)
thread_per_burst = leaking(BURST, thread)
page_per_burst_execution = leaking(SYNC, page)

thread_pool = leaking(SYNC, at_calls(lambda n: n <= 48, thread))
slow_thread_pool = leaking(SYNC, at_calls(lambda n: n % 8 == 0 and n <= 192, thread))
arena = leaking(SYNC, at_calls(lambda n: n <= 700, block))
cache_of_descriptors = leaking(SYNC, at_calls(lambda n: n <= 100, descriptor))
cache_of_mappings = leaking(SYNC, at_calls(lambda n: n <= 600, mapping))
lazy_initialization = leaking(SYNC, at_calls(lambda n: n == 60, lambda: KEPT.append(blocks(48))))
reference_cycles = leaking(SYNC, cycle)
lazy_thread = leaking(SYNC, at_calls(lambda n: n == 30, thread))
