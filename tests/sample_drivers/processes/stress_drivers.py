"""Drivers that fail only under load, and slow conforming ones; each extends the reference."""

from __future__ import annotations

import atexit
import itertools
import os
import signal
import threading
import time
from pathlib import Path

import numpy as np

from conformance.hal import ErrorStatus, Version
from tests.faults.drivers import DONE, FaultyDevice, after, before, device, fixed, prepared

KEPT = []
FOREVER = 1000.0


class Counter:
    """Counts the calls that are running in its block."""

    def __init__(self):
        self.running = self.total = 0
        self.lock = threading.Lock()

    def __enter__(self):
        with self.lock:
            self.running += 1
            self.total += 1
            return self.running

    def __exit__(self, *error):
        with self.lock:
            self.running -= 1


EXECUTIONS, COMPILATIONS = Counter(), Counter()


LOCKS = (threading.Lock(), threading.Lock())
TURNS = itertools.count()


def failed(answer):
    return answer[0] != ErrorStatus.NONE


def executing(method):
    """Return a driver whose synchronous executions are ``method(model, right, *arguments)``."""
    return prepared(execute_synchronously=method)


def starting(start, base=FaultyDevice):
    """Return a driver that calls ``start(device)`` when it is opened."""

    def opened(me, right, version=Version.V1_3):
        right(version)
        start(me)

    return device(base, __init__=opened)


def takes_two_locks(_, right, *arguments):
    first, second = LOCKS if next(TURNS) % 2 else reversed(LOCKS)
    with first:
        time.sleep(0.002)
        with second:
            return right(*arguments)


def thread_per_execution():
    if EXECUTIONS.total < 400:
        with EXECUTIONS:
            threading.Thread(target=time.sleep, args=(FOREVER,), daemon=True).start()
    time.sleep(0.01)


def crash_after_executions():
    with EXECUTIONS:
        if EXECUTIONS.total > 60:
            os.kill(os.getpid(), signal.SIGSEGV)


def die_later():
    with EXECUTIONS:
        number = EXECUTIONS.total

    def die():
        if EXECUTIONS.total == number and number > 20:
            os.kill(os.getpid(), signal.SIGKILL)

    timer = threading.Timer(0.1, die)
    timer.daemon = True
    timer.start()


def for_first_thread(me, right, *arguments):
    me.owner = me.owner or threading.get_ident()
    if threading.get_ident() != me.owner:
        time.sleep(FOREVER)
    return right(*arguments)


def output_of(request):
    """Return the pool of the first output and its part there."""
    location = request.outputs[0].location
    part = slice(location.offset, location.offset + location.length)
    return request.pools[location.pool_index], part


def change_last_byte(request):
    """Change the last byte of the first output, unless it is a driver-managed buffer."""
    pool, part = output_of(request)
    if part.stop > part.start and hasattr(pool, "view"):
        with pool.view() as view:
            view[part.stop - 1] ^= 0x15


def wrong_under_load(_, right, request, *arguments):
    with EXECUTIONS:
        answer = right(request, *arguments)
        time.sleep(0.002)
        if EXECUTIONS.running > 1:
            change_last_byte(request)
        return answer


def skips_output_under_load(_, right, request, *arguments):
    pool, part = output_of(request)
    with EXECUTIONS as running, pool.view() as view:
        before_it = bytes(view[part])
        answer = right(request, *arguments)
        if running > 1:
            view[part] = before_it
        return answer


def nan_outputs(_, right, request, *arguments):
    answer = right(request, *arguments)
    pool, part = output_of(request)
    count, rest = divmod(part.stop - part.start, 4)
    if not rest:
        with pool.view() as view:
            view[part] = np.full(count, np.nan, "<f4").tobytes()
    return answer


def _slow_while_compiling(factor):
    def compiling(_, right, *arguments):
        with COMPILATIONS:
            time.sleep(0.06)
            return right(*arguments)

    def wait():
        time.sleep(0.01 * (factor if COMPILATIONS.running else 1.0))

    return device(executing(before(wait)), prepare_model=compiling)


def earlier_process_was_killed():
    """Return whether the lock file of an earlier process is left; create it for this process."""
    lock = Path(os.environ["NN_STRESS_LOCK"])
    left = lock.exists()
    lock.touch()
    atexit.register(lock.unlink, missing_ok=True)
    return left


def refuse_restart(_):
    if earlier_process_was_killed():
        raise OSError("the lock file of an earlier process is left")


def hang_at_restart(_):
    if earlier_process_was_killed():
        time.sleep(FOREVER)


def note_restart(me):
    type(me).prepared.damaged = earlier_process_was_killed()


def wrong_if_damaged(me, right, request, *arguments):
    answer = right(request, *arguments)
    if me.damaged:
        change_last_byte(request)
    return answer


def one_at_a_time(_, right, *arguments):
    with LOCKS[0]:
        time.sleep(0.05)
        return right(*arguments)


DeadlocksInParallel = executing(takes_two_locks)
LeaksDescriptorPerCompilation = device(prepare_model=before(lambda: KEPT.append(os.dup(0))))
LeaksMemoryPerCompilation = device(prepare_model=before(lambda: KEPT.append(b"x" * (1 << 18))))
LeaksThreadPerExecution = executing(before(thread_per_execution))
CrashesAfterExecutions = executing(before(crash_after_executions))
CrashesAfterTheLastCall = executing(after(lambda _: True, die_later))
"""Dies 0.1 s after an execution if no other one follows; no call reports an error."""

HangsOnSecondClient = device(
    owner=0, get_supported_operations=for_first_thread, prepare_model=for_first_thread
)
"""Calls of a second thread, and therefore of a second client, never return."""

WrongUnderLoad = executing(wrong_under_load)
SkipsOutputUnderLoad = executing(skips_output_under_load)
NaNOutputs = executing(nan_outputs)
SlowWhileCompiling = _slow_while_compiling(4.0)
"""An execution takes four times its 10 ms while a compilation runs: twice as long in all."""

SlowerByATenth = _slow_while_compiling(1.1)
DoesNotComeBack = starting(refuse_restart)
HangsAtRestart = starting(hang_at_restart)
WrongAfterRestart = starting(note_restart, executing(wrong_if_damaged))
DiesWithLittleMemory = executing(after(failed, os.abort))
WrongWithLittleMemory = executing(
    lambda _, right, *arguments: DONE if failed(answer := right(*arguments)) else answer
)
SlowButConforming = device(executing(one_at_a_time), prepare_model=before(lambda: time.sleep(0.1)))
SupportsNothing = device(supported_operations=lambda _, right, model: [False] * len(right(model)))
NoCacheFiles = device(get_number_of_cache_files_needed=fixed((ErrorStatus.NONE, 0, 0)))


class OldDriver(FaultyDevice):
    def __init__(self):
        super().__init__(Version.V1_1)
