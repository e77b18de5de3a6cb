"""Wrappers for the objects that an in-process driver returns.

Any method of a driver's object, including ``__class__`` and ``__eq__``, may raise an exception or
return an incorrect answer. Therefore the harness uses such an object only inside a guarded call
(``driver_calls.call_driver``). Everywhere else it uses a wrapper, which forwards each call of the
interface and replaces foreign objects in the answer. The objects of a driver in a separate process
have proxies instead.
"""

from __future__ import annotations

from types import MethodType
from typing import Any, Final

from conformance.drivers.answer_codec import INTERFACES, received
from conformance.drivers.own_process.driver_proxies import PROXIES, RemoteFence
from conformance.hal import (
    Buffer,
    BurstContext,
    Execution,
    Fence,
    FencedExecutionCallback,
    PreparedModel,
)


class DriverObject:
    """A wrapper of the driver's object ``target``.

    Wrappers are compared by identity, so that a comparison runs no code of the driver.
    """

    def __init__(self, target: Any) -> None:
        self.target = target

    def __repr__(self) -> str:
        return f"a {name_of_object(self)}"


class DriverModel(DriverObject, PreparedModel):
    """A prepared model of an in-process driver."""

    def execute(self, *arguments: Any) -> Any:
        return received(self.target.execute(*arguments), wrap_driver_object)

    def execute_synchronously(self, *arguments: Any) -> Any:
        return received(self.target.execute_synchronously(*arguments), wrap_driver_object)

    def execute_fenced(self, request: Any, wait_for: Any, *arguments: Any) -> Any:
        fences = _own_fences(wait_for)
        return received(self.target.execute_fenced(request, fences, *arguments), wrap_driver_object)

    def configure_execution_burst(self, *arguments: Any) -> Any:
        return received(self.target.configure_execution_burst(*arguments), wrap_driver_object)

    def execute_synchronously_with_config(self, *arguments: Any) -> Any:
        answer = self.target.execute_synchronously_with_config(*arguments)
        return received(answer, wrap_driver_object)

    def execute_fenced_with_config(self, request: Any, wait_for: Any, *arguments: Any) -> Any:
        fences = _own_fences(wait_for)
        answer = self.target.execute_fenced_with_config(request, fences, *arguments)
        return received(answer, wrap_driver_object)

    def create_reusable_execution(self, *arguments: Any) -> Any:
        return received(self.target.create_reusable_execution(*arguments), wrap_driver_object)


class DriverExecution(DriverObject, Execution):
    """A reusable execution of an in-process driver."""

    def execute_synchronously(self, *arguments: Any) -> Any:
        return received(self.target.execute_synchronously(*arguments), wrap_driver_object)

    def execute_fenced(self, wait_for: Any, *arguments: Any) -> Any:
        fences = _own_fences(wait_for)
        return received(self.target.execute_fenced(fences, *arguments), wrap_driver_object)


def _own_fences(wait_for: Any) -> tuple[Any, ...]:
    """Return the fences with the driver's own instead of wrappers: it may recognize them."""
    return tuple([fence.target if type(fence) is DriverFence else fence for fence in wait_for])


class DriverFence(DriverObject, Fence):
    """A fence of an in-process driver."""

    def wait(self, *arguments: Any) -> Any:
        return received(self.target.wait(*arguments), wrap_driver_object)

    def fileno(self) -> Any:
        return received(self.target.fileno(), wrap_driver_object)


class DriverExecutionInfo(DriverObject, FencedExecutionCallback):
    """The callback of a fenced execution, which returns status and timing."""

    def get_execution_info(self) -> Any:
        return received(self.target.get_execution_info(), wrap_driver_object)


class DriverBuffer(DriverObject, Buffer):
    """A buffer of an in-process driver."""

    def copy_to(self, *arguments: Any) -> Any:
        return received(self.target.copy_to(*arguments), wrap_driver_object)

    def copy_from(self, *arguments: Any) -> Any:
        return received(self.target.copy_from(*arguments), wrap_driver_object)


class DriverBurst(DriverObject, BurstContext):
    """A burst of an in-process driver."""

    def free_memory(self, *arguments: Any) -> Any:
        return received(self.target.free_memory(*arguments), wrap_driver_object)


_CLASSES: Final[dict[str, type[DriverObject]]] = {
    "prepared_model": DriverModel,
    "execution": DriverExecution,
    "fence": DriverFence,
    "execution_info": DriverExecutionInfo,
    "buffer": DriverBuffer,
    "burst": DriverBurst,
}
_WRAPPERS: Final = frozenset(map(id, _CLASSES.values()))
_PROXIES: Final = [*PROXIES.items(), ("fence", RemoteFence)]
_INTERFACE_BY_CLASS: Final = {
    id(class_): INTERFACES[kind] for kind, class_ in [*_CLASSES.items(), *_PROXIES]
}


def wrap_driver_object(kind: str, value: Any) -> Any:
    """Return ``value`` in a wrapper of this kind; return a proxy or a wrapper unchanged."""
    return value if id(type(value)) in _INTERFACE_BY_CLASS else _CLASSES[kind](value)


def unwrap_driver_object(argument: Any) -> Any:
    """Return an argument for the driver: the driver's own objects replace their wrappers.

    Objects in a tuple or list are replaced too. A driver must be able to recognize its fence or
    prepared model: drivers compare such objects by identity, or check their type.
    """
    if isinstance(argument, DriverObject):
        return argument.target
    if type(argument) in (tuple, list) and any(isinstance(item, DriverObject) for item in argument):
        return type(argument)(unwrap_driver_object(item) for item in argument)
    return argument


def has_converted_answer(function: Any) -> bool:
    """Return whether a function is a method of a wrapper, which converts the answer itself."""
    return type(function) is MethodType and id(type(function.__self__)) in _WRAPPERS


def name_of_object(value: object) -> str:
    """Return the interface name of a wrapper or proxy; an empty text for any other object."""
    return _INTERFACE_BY_CLASS.get(id(type(value)), "")
