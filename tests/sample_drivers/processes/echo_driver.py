"""A driver that reports the arguments it received, to check that they arrive unchanged."""

import os
from pathlib import Path

from conformance.hal import (
    Buffer,
    ErrorStatus,
    Fence,
    FencedExecutionCallback,
    FenceStatus,
    PolledFence,
    Timing,
)
from tests.sample_drivers.adder_driver import Adder, AdderPreparedModel

NONE = ErrorStatus.NONE


class Info(FencedExecutionCallback):
    def get_execution_info(self):
        return NONE, Timing(1, 2), Timing(3, 4)


class FailedFence(Fence):
    """A fence in the error state, without a descriptor."""

    def wait(self, timeout_ms):
        return FenceStatus.ERROR

    def fileno(self):
        raise ValueError("none")


class Chained(Fence):
    """Is active while one of ``fences`` is, else in the error state if one is, else signalled."""

    def __init__(self, fences):
        self.fences = fences

    def wait(self, timeout_ms):
        states = {fence.wait(timeout_ms) for fence in self.fences}
        order = FenceStatus.ACTIVE, FenceStatus.ERROR, FenceStatus.SIGNALED
        return next(state for state in order if state in states)

    def fileno(self):
        return self.fences[0].fileno()


class Model(AdderPreparedModel):
    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        if duration is not None:
            return NONE, PolledFence(os.memfd_create("fence")), Info()
        if not wait_for:
            return NONE, FailedFence(), None
        return NONE, Chained(list(wait_for)), Info()


class KeptBuffer(Buffer):
    def __init__(self):
        self.content = b""

    def copy_to(self, dst):
        with dst.view() as view:
            view[: len(self.content)] = self.content
        return NONE

    def copy_from(self, src, dimensions):
        if tuple(dimensions) != (2, 2):
            return ErrorStatus.INVALID_ARGUMENT
        with src.view() as view:
            self.content = bytes(view)
        return NONE


class EchoDriver(Adder):
    prepared = Model
    models = ()

    def __init__(self):
        self.received = []

    def get_version_string(self):
        """Return the arguments of the last call as the version string."""
        return NONE, repr(self.received)

    def get_supported_operations(self, model):
        self.models = (*self.models, model)
        first = self.models[-2] is model if len(self.models) > 1 else False
        data = [pool.view()[:4].tobytes() if pool.size else b"" for pool in model.pools]
        operand = model.main.operands[0]
        self.received = [
            first,
            len(model.operand_values),
            sum(model.operand_values[::4096]),
            data[:2],
            len(data),
            operand.type,
            operand.lifetime,
            operand.extra_params,
            model.relax_computation_float32_to_float16,
            dict(model.extension_name_to_prefix),
        ]
        self.models = self.models[-1:]
        return NONE, [True] * len(model.main.operations)

    def prepare_model(self, model, preference, priority, deadline, models, data, token, callback):
        self.received = [preference, priority, deadline, token]
        for kind in models, data:
            self.received.append(
                [[os.pread(fd, 100, 0) if fd >= 0 else fd for fd in handle] for handle in kind]
            )
        callback.notify(NONE, Model(self, model))
        return NONE

    def allocate(self, desc, prepared_models, input_roles, output_roles):
        ours = [isinstance(one, Model) for one in prepared_models]
        self.received = [desc, ours, input_roles, output_roles]
        return NONE, KeptBuffer(), 7

    def get_supported_extensions(self):
        """Return the number of open descriptors of the process."""
        return NONE, [len(list(Path("/proc/self/fd").iterdir()))]


class PoolEchoModel(AdderPreparedModel):
    """Records the request's first pool and the other arguments of an execution."""

    def execute_synchronously(self, request, measure, deadline, loop_timeout_duration):
        self.driver.received = [request.pools[0], measure, deadline, loop_timeout_duration]
        return NONE, (), Timing()


class PoolEchoDriver(EchoDriver):
    def prepare_model(self, model, *arguments):
        arguments[-1].notify(NONE, PoolEchoModel(self, model))
        return NONE
