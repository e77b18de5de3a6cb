"""Faulty drivers that conform to the contract with one client but not with several."""

from __future__ import annotations

import os
import threading
import time
from typing import Any, ClassVar

from conformance.support.burst import PreparedModelExecutor
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    NONE,
    FaultyDevice,
    FaultyPreparedModel,
    answered,
    fault,
)


@fault("clients.stable_queries")
class NamesItsThread(FaultyDevice):
    """The version string depends on the client."""

    def get_version_string(self):
        return NONE, f"version for thread {threading.get_ident()}"


@fault("clients.interleaved_requests")
class LastModel(FaultyPreparedModel):
    """Every request executes the model that was prepared last, by any client."""

    last: ClassVar[Any] = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        LastModel.last = self.right

    def execute_synchronously(self, *arguments):
        return LastModel.last.execute_synchronously(*arguments)


@fault("clients.simultaneous_executions")
class OneRequest(FaultyPreparedModel):
    """The driver stores one request; a simultaneous one overwrites it before it is executed."""

    request: ClassVar[Any] = None

    def execute_synchronously(self, request, *more):
        OneRequest.request = request
        time.sleep(0.002)
        return self.right.execute_synchronously(OneRequest.request, *more)


@fault("clients.interleaved_launches")
class OneLaunch(FaultyPreparedModel):
    """The driver stores one launched request; a new launch replaces one that has not started."""

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


@fault("clients.preparation_during_execution")
class BusyCompiling(FaultyDevice):
    """Executions fail while any client prepares a model."""

    compiling: ClassVar[int] = 0

    class prepared(FaultyPreparedModel):  # noqa: N801 - the name that the device looks for
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


class Ending(FaultyPreparedModel):
    """A prepared model whose release breaks every model prepared before it."""

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


@fault("clients.same_model_prepared_twice")
class EqualModels(Ending):
    """Equal models share one prepared model, which ends with the first release."""

    ends: ClassVar[int] = 0


@fault("clients.release_by_other_client")
class EndsAll(Ending):
    """The release of one client's prepared model breaks all others."""

    ends: ClassVar[int] = 0


@fault("clients.client_death")
class DiesTogether(Ending):
    """The end of a client breaks the prepared models of the others."""

    ends: ClassVar[int] = 0


@fault("clients.separate_burst_slots")
class OneCache(FaultyPreparedModel):
    """The bursts of all clients share one cache of memories."""

    memories: ClassVar[dict[int, Any]] = {}

    def executor(self):
        executor = PreparedModelExecutor(self)
        executor._memories = OneCache.memories
        return executor


@fault("clients.independent_fence_wait")
class WaitsLocked(FaultyPreparedModel):
    """The driver blocks all executions while it waits for a fence."""

    lock: ClassVar[Any] = threading.Lock()

    def execute_fenced(self, request, wait_for, *more):
        with WaitsLocked.lock:
            for fence in wait_for:
                fence.wait(5000)
            return self.right.execute_fenced(request, (), *more)

    def execute_synchronously(self, *arguments):
        with WaitsLocked.lock:
            return self.right.execute_synchronously(*arguments)


# The tests open the following drivers by name, in a separate process. This process serves its first
# client on the main thread and each further client on another thread.


class Forgetful(FaultyDevice):
    """A driver that executes the model prepared last for every request."""

    prepared = LastModel


class Frail(FaultyDevice):
    """A driver whose process aborts when it releases a prepared model of a further client."""

    class prepared(FaultyPreparedModel):  # noqa: N801
        def __del__(self):
            if threading.current_thread() is not threading.main_thread():
                os.abort()


class Blocking(FaultyDevice):
    """A driver that never answers the executions of a second client."""

    class prepared(FaultyPreparedModel):  # noqa: N801
        def execute_synchronously(self, *arguments):
            if threading.current_thread() is not threading.main_thread():
                time.sleep(1000)
            return self.right.execute_synchronously(*arguments)
