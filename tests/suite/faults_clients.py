"""Faults that show when a driver has several clients."""

from __future__ import annotations

import os
import threading
import time
from typing import Any, ClassVar

from conformance.support.burst import PreparedModelExecutor
from tests.suite.faulty import FAILURE, NONE, FaultyDevice, Wrong, answered, fault


@fault("clients.queries")
class NamesItsThread(FaultyDevice):
    """The version string depends on who asks."""

    def get_version_string(self):
        return NONE, f"version for thread {threading.get_ident()}"


@fault("clients.crossing")
class LastModel(Wrong):
    """The model that was prepared last is executed, whichever was meant."""

    last: ClassVar[Any] = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        LastModel.last = self.right

    def execute_synchronously(self, *arguments):
        return LastModel.last.execute_synchronously(*arguments)


@fault("clients.together")
class OneRequest(Wrong):
    """There is room for one request at a time, and nobody waits for it."""

    request: ClassVar[Any] = None

    def execute_synchronously(self, request, *more):
        OneRequest.request = request
        time.sleep(0.002)
        return self.right.execute_synchronously(OneRequest.request, *more)


@fault("clients.launched")
class OneLaunch(Wrong):
    """A launch takes the place of one that is under way."""

    latest: ClassVar[Any] = None

    def execute(self, *arguments):
        OneLaunch.latest = self, arguments

        def run():
            waiting, OneLaunch.latest = OneLaunch.latest, None
            if waiting is not None:
                model, theirs = waiting
                model.right.execute(*theirs)

        threading.Timer(0.02, run).start()
        return NONE


@fault("clients.compiling")
class BusyCompiling(FaultyDevice):
    """Nothing is executed while a model is being prepared."""

    compiling: ClassVar[int] = 0

    class prepared(Wrong):  # noqa: N801 - the name that the device looks for
        def execute_synchronously(self, *arguments):
            if BusyCompiling.compiling:
                return answered(FAILURE)
            return self.right.execute_synchronously(*arguments)

    def prepare_model(self, *arguments):
        BusyCompiling.compiling += 1
        time.sleep(0.01)
        try:
            return super().prepare_model(*arguments)
        finally:
            BusyCompiling.compiling -= 1


class Ending(Wrong):
    """Its end is the end of every model prepared before."""

    ends: ClassVar[int] = 0

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.seen = type(self).ends

    def __del__(self):
        type(self).ends += 1

    def execute_synchronously(self, *arguments):
        if type(self).ends != self.seen:
            return answered(FAILURE)
        return self.right.execute_synchronously(*arguments)


@fault("clients.one_model")
class EqualModels(Ending):
    """Equal models are one, which ends with the first that is let go of."""

    ends: ClassVar[int] = 0


@fault("clients.released")
class EndsAll(Ending):
    """Letting go of one model ends all that were there."""

    ends: ClassVar[int] = 0


@fault("clients.killed")
class DiesTogether(Ending):
    """A client that goes takes the models of the others along."""

    ends: ClassVar[int] = 0


@fault("clients.bursts")
class OneCache(Wrong):
    """The bursts of all clients have one cache of memories."""

    memories: ClassVar[dict[int, Any]] = {}

    def executor(self):
        executor = PreparedModelExecutor(self)
        executor._memories = OneCache.memories
        return executor


@fault("clients.waiting")
class WaitsLocked(Wrong):
    """A fence is waited for while the whole driver stands still."""

    lock: ClassVar[Any] = threading.Lock()

    def execute_fenced(self, request, wait_for, *more):
        with WaitsLocked.lock:
            for fence in wait_for:
                fence.wait(5000)
            return self.right.execute_fenced(request, (), *more)

    def execute_synchronously(self, *arguments):
        with WaitsLocked.lock:
            return self.right.execute_synchronously(*arguments)


# In a process of its own, opened by name.


class Forgetful(FaultyDevice):
    prepared = LastModel


class Frail(FaultyDevice):
    """The whole process dies when a client that was at work is gone."""

    class prepared(Wrong):  # noqa: N801
        def __del__(self):
            if threading.current_thread() is not threading.main_thread():
                os.abort()


class Blocking(FaultyDevice):
    """Never answers a client other than the first."""

    class prepared(Wrong):  # noqa: N801
        def execute_synchronously(self, *arguments):
            if threading.current_thread() is not threading.main_thread():
                time.sleep(1000)
            return self.right.execute_synchronously(*arguments)
