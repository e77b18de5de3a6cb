"""Drivers that each behave in one hostile way, for tests of whole runs."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from conformance.hal import ErrorStatus, Version
from tests.sample_drivers.adder_driver import Adder, AdderPreparedModel
from tests.sample_drivers.hostile_objects import ALL, ERRORS, OddText, with_methods

NONE = ErrorStatus.NONE


def raising(name):
    """Return a driver whose executions raise the error of this name."""

    def fails(self, *arguments):
        raise ERRORS[name]()

    model = type("Model", (AdderPreparedModel,), {"execute": fails, "execute_synchronously": fails})
    return type("Driver", (Adder,), {"prepared": model})


fields_raise = raising("fields raise")
pytest_exits = raising("pytest exits")
thrown_interrupt = raising("thrown KeyboardInterrupt")


class OddIdentity(Adder):
    """Raises, or returns invalid or changing answers, when its identity is queried."""

    queries = 0

    @property
    def name(self):
        return OddText("odd \ud800\x1b[2J::error:: name")

    @property
    def version(self):
        OddIdentity.queries += 1
        if OddIdentity.queries % 3:
            raise ERRORS["message raises"]()
        return Version.V1_2

    def get_version_string(self):
        return with_methods(ALL, KeyboardInterrupt)

    def get_type(self):
        raise ERRORS["deep group"]()

    def get_supported_extensions(self):
        return NONE, with_methods(ALL, RuntimeError)

    def get_capabilities(self):
        return NONE, with_methods(ALL, SystemExit)


class GarbageFromThreads(Adder):
    """Notifies callbacks with invalid arguments from another thread, which then raises."""

    def prepare_model(self, model, *arguments):
        prepared = self.prepared(self, model)

        def body():
            arguments[-1].notify(NONE, prepared)
            arguments[-1].notify(with_methods(ALL, SystemExit), OddText("no model"))
            raise ERRORS["message raises"]()

        thread = threading.Thread(target=body)
        thread.start()
        thread.join()
        return NONE


class Undying(AdderPreparedModel):
    """Raises in its finalizer."""

    def __del__(self):
        raise ERRORS["fields raise"]()


class RaisesWhenDropped(Adder):
    prepared = Undying


class PressesCtrlC(Adder):
    """Sends SIGINT to its own process during an execution, like a user's Ctrl-C."""

    def afterwards(self, model, request):
        # A shell ignores SIGINT in its background jobs, and the processes they start inherit that.
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass


def factory_skips():
    pytest.skip("the driver skips")


def factory_interrupts():
    raise ERRORS["fields raise"]()


def factory_returns_hostile():
    return with_methods(ALL, SystemExit)


RUNS = (
    "fields_raise",
    "pytest_exits",
    "thrown_interrupt",
    "OddIdentity",
    "GarbageFromThreads",
    "RaisesWhenDropped",
)
FACTORIES = ("factory_skips", "factory_interrupts", "factory_returns_hostile")
