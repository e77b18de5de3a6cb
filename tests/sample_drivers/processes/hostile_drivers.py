"""Drivers that each behave in one hostile way, for tests of whole runs."""

from __future__ import annotations

import os
import signal
import threading

from conformance.hal import ErrorStatus, Version
from tests.sample_drivers.adder_driver import Adder, AdderPreparedModel
from tests.sample_drivers.wrong_objects import ERRORS, WRONG

NONE = ErrorStatus.NONE


class OddIdentity(Adder):
    """Raises, or returns invalid or changing answers, when its identity is queried."""

    queries = 0

    @property
    def name(self):
        return "odd \ud800\x1b[2J::error:: name"

    @property
    def version(self):
        OddIdentity.queries += 1
        if OddIdentity.queries % 3:
            raise ERRORS["message raises"]()
        return Version.V1_2

    def get_version_string(self):
        return WRONG["unprintable"]()

    def get_type(self):
        raise ERRORS["circle of causes"]()

    def get_supported_extensions(self):
        return NONE, WRONG["extensions of anything"]()

    def get_capabilities(self):
        return NONE, WRONG["Capabilities of lists"]()


class GarbageFromThreads(Adder):
    """Notifies callbacks with invalid arguments from another thread, which then raises."""

    def prepare_model(self, model, *arguments):
        prepared = self.prepared(self, model)

        def body():
            arguments[-1].notify(NONE, prepared)
            arguments[-1].notify(WRONG["unprintable"](), "no model")
            raise ERRORS["message raises"]()

        thread = threading.Thread(target=body)
        thread.start()
        thread.join()
        return NONE


class Undying(AdderPreparedModel):
    """Raises in its finalizer."""

    def __del__(self):
        raise ERRORS["message raises"]()


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
