"""Drivers with changed methods: the reference driver, with a function in place of some methods.

``prepared``, ``device``, ``executor`` and the other functions of this module return a driver's
class. Their keyword arguments are the changed members of one kind of object. A function is called
with the object, the original bound method and the arguments of the call; another value becomes an
attribute of the class, which is the state that all objects of the driver share.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from conformance import hal
from conformance.bursts import BurstExecutor, PreparedModelExecutor, configure_burst
from conformance.driver_sdk.prepared_models import ReusableExecution
from tests.sample_drivers.forwarding import ForwardingDevice, ForwardingPreparedModel

NONE, INVALID, FAILURE, SMALL = (
    hal.ErrorStatus.NONE,
    hal.ErrorStatus.INVALID_ARGUMENT,
    hal.ErrorStatus.GENERAL_FAILURE,
    hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE,
)
MISSED_DEADLINE = hal.ErrorStatus.MISSED_DEADLINE_TRANSIENT
NO_TIME = hal.Timing()
FAILED = FAILURE, (), NO_TIME
REFUSED = INVALID, (), NO_TIME
MISSED = MISSED_DEADLINE, (), NO_TIME
DONE = NONE, (), NO_TIME
"""Answers of executions without results."""


class FaultyPreparedModel(ForwardingPreparedModel):
    """A prepared model that a fault changes by overriding one method.

    Bursts and reusable executions call its own methods.
    """

    def configure_execution_burst(self, *arguments: Any) -> Any:
        return configure_burst(*arguments, self.executor())

    def executor(self) -> BurstExecutor:
        return PreparedModelExecutor(self)

    def create_reusable_execution(self, request: hal.Request, config: hal.ExecutionConfig) -> Any:
        status, execution = self.right.create_reusable_execution(request, config)
        return status, None if execution is None else self.reusable(request, config)

    def reusable(self, request: hal.Request, config: hal.ExecutionConfig) -> hal.Execution:
        return ReusableExecution(self, request, config)


class FaultyDevice(ForwardingDevice):
    """A driver of HAL 1.3, unless stated, whose prepared models are instances of ``prepared``."""

    name = "faulty"
    prepared: type[ForwardingPreparedModel] = FaultyPreparedModel

    def __init__(self, version: hal.Version = hal.Version.V1_3) -> None:
        super().__init__(version)


class NewestDevice(FaultyDevice):
    """A driver of AIDL_V4."""

    def __init__(self) -> None:
        super().__init__(hal.Version.AIDL_V4)


def changed(base: type, **members: Any) -> type:
    """Return a subclass of a class with these functions in place of methods, and attributes."""
    namespace = {
        name: _method(name, value) if callable(value) and not isinstance(value, type) else value
        for name, value in members.items()
    }
    return type(f"Changed{base.__name__}", (base,), namespace)


def _method(name: str, change: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, *arguments: Any, **named: Any) -> Any:
        owner = next(kind for kind in type(self).__mro__ if kind.__dict__.get(name) is method)
        original = getattr(super(owner, self), name, None)
        return change(self, original, *arguments, **named)

    return method


def state(create: Callable[[], Any]) -> cached_property[Any]:
    """Return an attribute that each object creates for itself."""
    return cached_property(lambda _: create())


def model(base: type = FaultyPreparedModel, **members: Any) -> type:
    """Return a class of prepared models with changed members."""
    return changed(base, **members)


def device(base: type = FaultyDevice, **members: Any) -> type:
    """Return a driver with changed members."""
    return changed(base, **members)


def prepared(base: type = FaultyPreparedModel, **members: Any) -> type:
    """Return a driver whose prepared models have changed members."""
    return device(prepared=model(base, **members))


def executor(**members: Any) -> type:
    """Return a driver whose burst executors have changed members."""
    kind = changed(PreparedModelExecutor, **members)
    return prepared(executor=lambda me, _: kind(me))


def newest_device(kind: type) -> type[FaultyDevice]:
    """Return a driver of AIDL_V4 with this class of prepared models or reusable executions."""
    made = kind
    if issubclass(kind, hal.Execution):
        made = model(reusable=lambda me, _, request, config: kind(me, request, config))
    return device(NewestDevice, prepared=made, __doc__=kind.__doc__)


def configured(change: Callable[[Any, Any], None]) -> type:
    """Return a driver that calls ``change(prepared model, server)`` for each burst."""

    def configure(me: Any, right: Any, *arguments: Any) -> Any:
        status, server = right(*arguments)
        if server is not None:
            change(me, server)
        return status, server

    return prepared(configure_execution_burst=configure)


def fixed(value: Any) -> Callable[..., Any]:
    """Return a function that returns a value and does nothing."""
    return lambda _me, _right, *_arguments, **_named: value


def result(change: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that changes the result, a tuple, of the original method."""
    return lambda _me, right, *arguments, **named: change(*right(*arguments, **named))


def before(act: Callable[[], object]) -> Callable[..., Any]:
    """Return a function that calls ``act``, then the original method."""
    return lambda _me, right, *arguments: (act(), right(*arguments))[1]


def after(is_concerned: Callable[[Any], object], act: Callable[[], object]) -> Callable[..., Any]:
    """Return a function that calls ``act`` if ``is_concerned(result)`` of the original method."""

    def method(_me: Any, right: Any, *arguments: Any) -> Any:
        answer = right(*arguments)
        if is_concerned(answer):
            act()
        return answer

    return method


def launch_status(change: Callable[[hal.ErrorStatus], hal.ErrorStatus]) -> Callable[..., Any]:
    """Return a function that changes the status that the original method returns."""
    return lambda _me, right, *arguments: change(right(*arguments))


def answered(
    status: hal.ErrorStatus, shapes: Sequence[Any] = (), timing: hal.Timing = NO_TIME
) -> Any:
    """Return the answer of an execution."""
    return status, shapes, timing


def notified(
    callback: Any, status: hal.ErrorStatus, returned: hal.ErrorStatus | None = None
) -> Any:
    """Notify the callback of a preparation without a model; return the status of the launch."""
    callback.notify(status, None)
    return status if returned is None else returned


class StoringCallback(hal.ExecutionCallback):
    """A callback that stores the arguments of its last notification."""

    def __init__(self) -> None:
        self.arguments: tuple[Any, ...] = ()
        self.notified = threading.Event()

    def notify(self, *arguments: Any) -> None:
        self.arguments = arguments
        self.notified.set()


class Info(hal.FencedExecutionCallback):
    """A fenced-execution callback that returns the given answers in order and repeats the last."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)

    def get_execution_info(self) -> Any:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def info(status: Any = NONE, launched: Any = None, fenced: Any = None) -> Any:
    """Return an answer of getExecutionInfo: status, timings since launch and since the fences."""
    return status, launched or hal.Timing(), fenced or hal.Timing()
