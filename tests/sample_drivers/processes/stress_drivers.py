"""Drivers that fail only under load, and slow conforming ones; each extends the reference."""

from __future__ import annotations

import atexit
import os
import signal
import threading
import time
from pathlib import Path

import numpy as np

from conformance.hal import ErrorStatus, Timing, Version
from tests.faults.drivers import FaultyDevice, FaultyPreparedModel

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


class DeadlockedModel(FaultyPreparedModel):
    """Two executions take two locks in opposite orders."""

    locks = (threading.Lock(), threading.Lock())
    turn = 0

    def execute_synchronously(self, *arguments):
        DeadlockedModel.turn += 1
        first, second = self.locks if DeadlockedModel.turn % 2 else reversed(self.locks)
        with first:
            time.sleep(0.002)
            with second:
                return self.right.execute_synchronously(*arguments)


class DeadlocksInParallel(FaultyDevice):
    prepared = DeadlockedModel


class LeaksDescriptorPerCompilation(FaultyDevice):
    def prepare_model(self, *arguments):
        KEPT.append(os.dup(0))
        return super().prepare_model(*arguments)


class LeaksMemoryPerCompilation(FaultyDevice):
    def prepare_model(self, *arguments):
        KEPT.append(bytearray(1 << 18))
        return super().prepare_model(*arguments)


class LeaksThreadPerExecution(FaultyDevice):
    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def execute_synchronously(self, *arguments):
            if EXECUTIONS.total < 400:
                with EXECUTIONS:
                    threading.Thread(target=time.sleep, args=(FOREVER,), daemon=True).start()
            time.sleep(0.01)
            return self.right.execute_synchronously(*arguments)


class CrashesAfterExecutions(FaultyDevice):
    class prepared(FaultyPreparedModel):  # noqa: N801
        def execute_synchronously(self, *arguments):
            with EXECUTIONS:
                if EXECUTIONS.total > 60:
                    os.kill(os.getpid(), signal.SIGSEGV)
                return self.right.execute_synchronously(*arguments)


class CrashesAfterTheLastCall(FaultyDevice):
    """Dies 0.1 s after an execution if no other one follows; no call reports an error."""

    class prepared(FaultyPreparedModel):  # noqa: N801
        def execute_synchronously(self, *arguments):
            answer = self.right.execute_synchronously(*arguments)
            with EXECUTIONS:
                number = EXECUTIONS.total

            def die():
                if EXECUTIONS.total == number and number > 20:
                    os.kill(os.getpid(), signal.SIGKILL)

            timer = threading.Timer(0.1, die)
            timer.daemon = True
            timer.start()
            return answer


class HangsOnSecondClient(FaultyDevice):
    """Calls of a second thread, and therefore of a second client, never return."""

    owner = 0

    def get_supported_operations(self, model):
        thread = threading.get_ident()
        self.owner = self.owner or thread
        if thread != self.owner:
            time.sleep(FOREVER)
        return super().get_supported_operations(model)

    def prepare_model(self, *arguments):
        self.get_supported_operations(arguments[0])
        return super().prepare_model(*arguments)


def change_last_byte(request):
    """Change the last byte of the first output, unless it is a driver-managed buffer."""
    location = request.outputs[0].location
    pool = request.pools[location.pool_index]
    if location.length and hasattr(pool, "view"):
        with pool.view() as view:
            view[location.offset + location.length - 1] ^= 0x15


class WrongUnderLoad(FaultyDevice):
    """The last byte of an output is wrong if another execution is running."""

    class prepared(FaultyPreparedModel):  # noqa: N801
        def execute_synchronously(self, request, *arguments):
            with EXECUTIONS:
                answer = self.right.execute_synchronously(request, *arguments)
                time.sleep(0.002)
                if EXECUTIONS.running > 1:
                    change_last_byte(request)
                return answer


class SkipsOutputUnderLoad(FaultyDevice):
    """The output is not written if another execution is running."""

    class prepared(FaultyPreparedModel):  # noqa: N801
        def execute_synchronously(self, request, *arguments):
            with EXECUTIONS as running:
                location = request.outputs[0].location
                with request.pools[location.pool_index].view() as view:
                    part = slice(location.offset, location.offset + location.length)
                    before = bytes(view[part])
                    answer = self.right.execute_synchronously(request, *arguments)
                    if running > 1:
                        view[part] = before
                return answer


class NaNOutputs(FaultyDevice):
    class prepared(FaultyPreparedModel):  # noqa: N801
        def execute_synchronously(self, request, *arguments):
            answer = self.right.execute_synchronously(request, *arguments)
            location = request.outputs[0].location
            if location.length % 4 == 0:
                with request.pools[location.pool_index].view() as view:
                    part = slice(location.offset, location.offset + location.length)
                    view[part] = np.full(location.length // 4, np.nan, "<f4").tobytes()
            return answer


def _slow_while_compiling(factor):
    class Model(FaultyPreparedModel):
        def execute_synchronously(self, *arguments):
            time.sleep(0.01 * (factor if COMPILATIONS.running else 1.0))
            return self.right.execute_synchronously(*arguments)

    class Driver(FaultyDevice):
        prepared = Model

        def prepare_model(self, *arguments):
            with COMPILATIONS:
                time.sleep(0.06)
                return super().prepare_model(*arguments)

    return Driver


SlowWhileCompiling = _slow_while_compiling(1.8)
"""An execution takes 80 % more of its 10 ms while a compilation runs: more than 60 % in all."""

SlowerByATenth = _slow_while_compiling(1.1)


def earlier_process_was_killed():
    """Return whether the lock file of an earlier process is left; create it for this process."""
    lock = Path(os.environ["NN_STRESS_LOCK"])
    left = lock.exists()
    lock.touch()
    atexit.register(lock.unlink, missing_ok=True)
    return left


class DoesNotComeBack(FaultyDevice):
    """Refuses to start if an earlier process was killed, because its lock file is left."""

    def __init__(self, version=Version.V1_3):
        super().__init__(version)
        if earlier_process_was_killed():
            raise OSError("the lock file of an earlier process is left")


class HangsAtRestart(FaultyDevice):
    """Waits for an earlier process that was killed."""

    def __init__(self, version=Version.V1_3):
        super().__init__(version)
        if earlier_process_was_killed():
            time.sleep(FOREVER)


class WrongAfterRestart(FaultyDevice):
    """Results are wrong if an earlier process was killed."""

    damaged = False

    class prepared(FaultyPreparedModel):  # noqa: N801
        def execute_synchronously(self, request, *arguments):
            answer = self.right.execute_synchronously(request, *arguments)
            if WrongAfterRestart.damaged:
                change_last_byte(request)
            return answer

    def __init__(self, version=Version.V1_3):
        super().__init__(version)
        WrongAfterRestart.damaged = earlier_process_was_killed()


class DiesWithLittleMemory(FaultyDevice):
    """Ends its process if it cannot allocate the memory of an execution."""

    class prepared(FaultyPreparedModel):  # noqa: N801
        def execute_synchronously(self, *arguments):
            answer = self.right.execute_synchronously(*arguments)
            if answer[0] != ErrorStatus.NONE:
                os.abort()
            return answer


class WrongWithLittleMemory(FaultyDevice):
    """Answers NONE without results if it cannot allocate the memory of an execution."""

    class prepared(FaultyPreparedModel):  # noqa: N801
        def execute_synchronously(self, *arguments):
            answer = self.right.execute_synchronously(*arguments)
            return answer if answer[0] == ErrorStatus.NONE else (ErrorStatus.NONE, (), Timing())


class OldDriver(FaultyDevice):
    def __init__(self):
        super().__init__(Version.V1_1)


class SlowButConforming(FaultyDevice):
    """One execution at a time, each of 50 ms; compilations take 100 ms."""

    class prepared(FaultyPreparedModel):  # noqa: N801
        lock = threading.Lock()

        def execute_synchronously(self, *arguments):
            with self.lock:
                time.sleep(0.05)
                return self.right.execute_synchronously(*arguments)

    def prepare_model(self, *arguments):
        time.sleep(0.1)
        return super().prepare_model(*arguments)


class SupportsNothing(FaultyDevice):
    def get_supported_operations(self, model):
        status, flags = super().get_supported_operations(model)
        return status, [False] * len(flags)


class NoCacheFiles(FaultyDevice):
    def get_number_of_cache_files_needed(self):
        return ErrorStatus.NONE, 0, 0
