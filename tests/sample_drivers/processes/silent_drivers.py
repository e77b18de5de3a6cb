"""Drivers with correct results that answer late, endlessly or not at all."""

import itertools
import os
import threading
import time

from conformance.bursts import BurstServer, PreparedModelExecutor
from conformance.hal import ErrorStatus, PreparedModelCallback, SyncFence, Version
from conformance.reference import create_device
from tests.sample_drivers.forwarding import ForwardingDevice, ForwardingPreparedModel

Reference = type(create_device())
FOREVER = 100_000.0


class NeverPrepared(Reference):
    """Accepts each preparation and never notifies its callback."""

    def prepare_model(self, *arguments):
        return ErrorStatus.NONE


class WithoutAnswers(ForwardingPreparedModel):
    """Completes synchronous executions; asynchronous, fenced and burst executions never end."""

    def execute(self, *arguments):
        return ErrorStatus.NONE

    def execute_fenced(self, *arguments):
        status, fence, info = super().execute_fenced(*arguments)
        return (status, SyncFence(), info) if info else (status, fence, info)

    def configure_execution_burst(self, *arguments):
        return ErrorStatus.NONE, BurstServer(*arguments, Sleeping(self.right))


class Sleeping(PreparedModelExecutor):
    """Never ends an execution of a burst."""

    def execute(self, request):
        time.sleep(FOREVER)


class NeverExecuted(ForwardingDevice):
    """Declares HAL 1.3, the only version with asynchronous, burst and fenced execution."""

    prepared = WithoutAnswers

    def __init__(self):
        super().__init__(Version.V1_3)


def everywhere(seconds_of, base=ForwardingDevice):
    """Return a driver class that sleeps ``seconds_of(name)`` seconds before each call ``name``."""

    def slow(name, method):
        def call(self, *arguments):
            time.sleep(seconds_of(name))
            return method(self, *arguments)

        return call

    def made(kind, names):
        return type("Slow", (kind,), {n: slow(n, getattr(kind, n)) for n in names})

    executions = [
        name for name in vars(ForwardingPreparedModel) if name.startswith(("execute", "configure"))
    ]
    calls = [name for name in dir(Reference) if name.startswith(("get_", "prepare", "allocate"))]
    driver = made(base, calls)
    driver.prepared = made(base.prepared, executions)
    return driver


SECONDS = float(os.environ.get("NN_TEST_SECONDS", "0.05"))
Slow = everywhere(lambda name: SECONDS)
HangsWhenAsked = everywhere(lambda name: FOREVER if name == "get_supported_operations" else 0.0)
HangsInPrepare = everywhere(lambda name: FOREVER if name == "prepare_model" else 0.0)
HangsInQueries = everywhere(
    lambda name: FOREVER if name.startswith("get_") and "operations" not in name else 0.0
)


class HangsInVersion(Reference):
    """Never returns its version when the harness reads it."""

    version = property(lambda self: time.sleep(FOREVER), lambda self, value: None)


class HangsWhenFreed(ForwardingDevice):
    """Never returns from the release of a prepared model."""

    class prepared(ForwardingPreparedModel):  # noqa: N801
        def __del__(self):
            time.sleep(FOREVER)


class EndlessExtensions(Reference):
    """Returns an endless iterator of extensions."""

    def get_supported_extensions(self):
        return ErrorStatus.NONE, itertools.repeat("x.y")


class EndlessAnswers(Reference):
    """Returns an endless iterator of supported operations."""

    def get_supported_operations(self, model):
        return ErrorStatus.NONE, itertools.repeat(True)


class LeavesThread(Reference):
    """Starts a thread that would keep the process alive."""

    def __init__(self):
        super().__init__()
        threading.Thread(target=time.sleep, args=(FOREVER,), name="left-behind").start()


class LeavesThreadAndFails(LeavesThread):
    """Additionally gives an invalid answer, so that the run fails."""

    def get_supported_operations(self, model):
        return ErrorStatus.NONE, []


class NotifiesForever(Reference):
    """Starts a thread per preparation that notifies the callback endlessly."""

    def prepare_model(self, model, *arguments):
        *rest, callback = arguments
        given = []

        class Callback(PreparedModelCallback):
            def notify(self, status, prepared):
                given[:] = [status, prepared]
                callback.notify(status, prepared)

        status = super().prepare_model(model, *rest, Callback())

        def again():
            time.sleep(0.002)
            while True:
                callback.notify(*given)

        threading.Thread(target=again, daemon=True).start()
        return status
