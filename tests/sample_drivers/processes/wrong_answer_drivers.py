"""Drivers that return invalid answers or violate the contract, for tests in both modes."""

import threading

import numpy as np

from conformance.hal import ErrorStatus, OutputShape, Timing
from tests.sample_drivers.adder_driver import Adder, AdderPreparedModel, refuse

NONE = ErrorStatus.NONE


def driver(**methods):
    return type("Misbehaving", (Adder,), methods)


def model(**methods):
    return driver(prepared=type("ViciousModel", (AdderPreparedModel,), methods))


def answering(answer):
    return lambda self, *arguments: answer


def raising(error):
    def method(self, *arguments):
        raise error

    return method


class Quack:
    """Has the attributes of an output shape without being one."""

    dimensions = (2, 2)
    is_sufficient = True

    def __repr__(self):
        return "a quack"


def generator(self, model):
    return NONE, (True for _ in model.main.operations)


def shapes(value):
    return driver(shapes=value)


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


def declining(reasons):
    """Return a driver that declines all operations; ``reasons`` is its ``decline_reasons``."""
    return driver(
        get_supported_operations=lambda self, model: (NONE, [False] * len(model.main.operations)),
        prepare_model=refuse(ErrorStatus.INVALID_ARGUMENT),
        decline_reasons=reasons,
    )


DECLINING = ("declines_told", "declines_raising")
"""Drivers that decline all operations; only the first returns usable reasons."""

declines_told = declining(answering(["ADD: no adder \ud800", None]))
declines_raising = declining(raising(SystemExit(3)))
supported_numpy = driver(get_supported_operations=answering((np.int32(0), np.array([True]))))
supported_generator = driver(get_supported_operations=generator)
prepare_refused = driver(prepare_model=refuse(ErrorStatus.GENERAL_FAILURE))
execute_raises = model(
    execute=raising(RuntimeError("boom")), execute_synchronously=raising(RuntimeError("boom"))
)
shape_quack = shapes([Quack()])
shape_wrong = shapes((OutputShape((3, 3), True),))
shape_numpy = shapes((OutputShape((np.int64(2), np.int64(2)), np.bool_(True)),))
timing_wrong = driver(timing=Timing(5, 4))
status_failure = driver(status=ErrorStatus.GENERAL_FAILURE)
launch_failure = driver(launch=ErrorStatus.INVALID_ARGUMENT)

NAMES = sorted(
    name
    for name, value in list(globals().items())
    if isinstance(value, type) and issubclass(value, Adder) and value is not Adder
)
