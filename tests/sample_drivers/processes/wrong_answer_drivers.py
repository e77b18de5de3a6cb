"""Drivers that violate the contract, for recorded verdicts and tests in a child process."""

import threading

from conformance.hal import ErrorStatus
from tests.sample_drivers.adder_driver import Adder

NONE = ErrorStatus.NONE


class Twice(Adder):
    def notify(self, callback, *arguments):
        callback.notify(*arguments)
        callback.notify(*arguments)


class TwicePrepared(Adder):
    def prepare_model(self, model, *arguments):
        for _ in range(3):
            arguments[-1].notify(NONE, self.prepared(self, model))
        return NONE


class Clumsy(Adder):
    """Notifies the preparation callback with too few arguments."""

    def prepare_model(self, model, *arguments):
        arguments[-1].notify(NONE)
        return NONE


class Threaded(Adder):
    threaded = True


class Forgetful(Adder):
    def notify(self, callback, *arguments):
        pass


class Overwrites(Adder):
    def store(self, view, location, data):
        super().store(view, location, data)
        view[location.offset + location.length] ^= 255


class ChangesInputs(Adder):
    def afterwards(self, model, request):
        with request.pools[0].view() as view:
            view[request.inputs[0].location.offset] ^= 255


class LateNotification(Adder):
    def notify(self, callback, *arguments):
        callback.notify(*arguments)
        threading.Timer(0.3, callback.notify, arguments).start()


class LateWrite(Adder):
    def afterwards(self, model, request):
        def write():
            with request.pools[1].view() as view:
                view[request.outputs[0].location.offset] ^= 255

        threading.Timer(0.3, write).start()


class Wrong(Adder):
    def compute(self, result):
        return result + 1


class Surrogate(Adder):
    def prepare_model(self, model, *arguments):
        raise ValueError("\ud800 lone")
